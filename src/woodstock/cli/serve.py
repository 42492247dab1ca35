"""`woodstock serve`: a player that game managers reach over HTTP."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from woodstock.cli import codes
from woodstock.cli.failure import one_line
from woodstock.cli.options import Json, PlayerMemory
from woodstock.cli.output import emit
from woodstock.errors import WoodstockError

if TYPE_CHECKING:
    from woodstock.protocol.server import Server


def serve(
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="Where to listen; 0 takes any free port.")
    ] = 9147,
    player: Annotated[str, typer.Option("--player", metavar="PLAYER", help="Who plays.")] = "woodstock",
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="The address to listen at; 0.0.0.0 is open to everybody.")
    ] = "127.0.0.1",
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="What to answer when asked.")] = "woodstock",
    ponder: Annotated[bool, typer.Option("--ponder", help="Think on the opponents' time as well.")] = False,
    memory: PlayerMemory = 4096,
    as_json: Json = False,
) -> int:
    """Play for a game manager over HTTP, match after match, until Ctrl-C.

    With --json, one object tells where it listens, before the first match.
    """
    import asyncio

    from woodstock.players import parse
    from woodstock.protocol.desk import Desk
    from woodstock.protocol.server import Server

    if not name.isascii() or not name.replace("-", "").replace("_", "").replace(".", "").isalnum():
        raise typer.BadParameter("a name is one word of letters and digits", param_hint="--name")
    spec = parse(player)
    spec.make()  # an option that makes no sense is known at once
    if not _loopback(host):
        print(one_line(f"warning: everybody who reaches {host} can have this player play"), file=sys.stderr)

    def log(text: str) -> None:
        if not as_json:
            print(one_line(text), flush=True)

    async def run() -> int:
        server = Server(Desk(spec, name=name, memory=memory << 20, ponder=ponder, log=log), host, port)
        try:
            await server.open()
        except OSError as error:
            raise WoodstockError(f"cannot listen at {host}:{port}: {error.strerror or error}") from error
        address = f"http://{f'[{host}]' if ':' in host else host}:{server.port}"
        if as_json:
            emit({"url": address, "host": host, "port": server.port, "player": spec.name, "name": name})
            sys.stdout.flush()
        log(f"{spec.name} listens at {address}")
        return await _until_stopped(server)

    return asyncio.run(run())


async def _until_stopped(server: Server) -> int:
    import asyncio
    import signal

    loop = asyncio.get_running_loop()
    stopped: asyncio.Future[int] = loop.create_future()

    def stop(code: int) -> None:
        if not stopped.done():
            stopped.set_result(code)

    loop.add_signal_handler(signal.SIGINT, stop, codes.INTERRUPTED)
    loop.add_signal_handler(signal.SIGTERM, stop, codes.OK)
    try:
        return await stopped
    finally:
        await server.close()


def _loopback(host: str) -> bool:
    import ipaddress

    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
