"""`woodstock serve`: a player that game managers reach over HTTP."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from woodstock.cli import codes
from woodstock.cli.failure import one_line
from woodstock.cli.options import Json, PlayerMemory
from woodstock.cli.output import emit
from woodstock.errors import WoodstockError


class _Terminated(Exception):  # noqa: N818 (it is no error)
    """Somebody asked the program to end."""


def serve(
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Where to listen; 0 takes any free port.")
    ] = 9147,
    player: Annotated[str, typer.Option(metavar="PLAYER", help="Who plays.")] = "woodstock",
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen at; 0.0.0.0 is open to everybody.")
    ] = "127.0.0.1",
    name: Annotated[str, typer.Option(metavar="NAME", help="What to answer when asked.")] = "woodstock",
    ponder: Annotated[bool, typer.Option("--ponder", help="Think on the opponents' time as well.")] = False,
    memory: PlayerMemory = 4096,
    as_json: Json = False,
) -> int:
    """Play for a game manager over HTTP, match after match, until Ctrl-C.

    With --json, one object tells where it listens, before the first match.
    """
    from woodstock.players import parse
    from woodstock.protocol.orders import SetUp
    from woodstock.protocol.service import Service

    if not name.isascii() or not name.replace("-", "").replace("_", "").replace(".", "").isalnum():
        raise typer.BadParameter("a name is one word of letters and digits", param_hint="--name")
    spec = parse(player)
    spec.make()  # an option that makes no sense is known at once
    if not _loopback(host):
        print(one_line(f"warning: everybody who reaches {host} can have this player play"), file=sys.stderr)
    service = Service(host, port, SetUp(spec, memory << 20, ponder), name, told=not as_json)
    address = f"http://{f'[{host}]' if ':' in host else host}:{service.port}"
    try:
        with _terminable():
            if as_json:
                answer = {"url": address, "host": host, "port": service.port, "player": spec.name, "name": name}
                emit({**answer, "pid": service.pid})
            else:
                print(f"{spec.name} listens at {address}")
            sys.stdout.flush()
            code = service.wait()
        raise WoodstockError(f"the server ended with exit code {code}")
    except _Terminated:
        return codes.OK
    finally:
        service.stop()


@contextmanager
def _terminable() -> Iterator[None]:
    """SIGTERM, too, ends what is inside in an orderly way."""

    def terminate(number: int, frame: object) -> None:  # noqa: ARG001
        raise _Terminated

    before = signal.signal(signal.SIGTERM, terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _loopback(host: str) -> bool:
    import ipaddress

    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
