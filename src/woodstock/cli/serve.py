"""`woodstock serve`: a player that game managers reach over HTTP."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from woodstock.cli import codes
from woodstock.cli.options import Json, PlayerMemory
from woodstock.cli.output import emit
from woodstock.errors import WoodstockError
from woodstock.printable import one_line

if TYPE_CHECKING:
    from woodstock.protocol.service import Service


class _Terminated(Exception):  # noqa: N818 (it is not an error)
    """Somebody asked the program to end."""


def serve(
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port to listen at; 0 takes any free port.")
    ] = 9147,
    player: Annotated[str, typer.Option(metavar="PLAYER", help="The player to serve.")] = "woodstock",
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen at; 0.0.0.0 is open to everybody.")
    ] = "127.0.0.1",
    name: Annotated[str, typer.Option(metavar="NAME", help="The name to report when asked.")] = "woodstock",
    ponder: Annotated[bool, typer.Option("--ponder", help="Think on the opponents' time as well.")] = False,
    memory: PlayerMemory = 4096,
    longest_clock: Annotated[
        float,
        typer.Option(
            metavar="S", min=0.001, max=24 * 3600.0, help="The longest clock that a manager may set, in seconds."
        ),
    ] = 3600.0,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(metavar="ORIGIN", help="Answer web pages from this origin, such as http://localhost:8000."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Play for a game manager over HTTP, match after match, until Ctrl-C.

    With --json, it prints its address as one object before the first match. The signal USR1 prints its status on
    standard error, and USR2 ends the match in progress.
    """
    from woodstock.players import parse
    from woodstock.protocol.access import is_loopback
    from woodstock.protocol.orders import SetUp
    from woodstock.protocol.service import Service

    if not name.isascii() or not name.replace("-", "").replace("_", "").replace(".", "").isalnum():
        raise typer.BadParameter("a name is one word of letters and digits", param_hint="--name")
    spec = parse(player)
    spec.make()  # an option that makes no sense is known at once
    if not is_loopback(host):
        print(one_line(f"warning: anyone who can reach {host} can start a match with this player"), file=sys.stderr)
    set_up = SetUp(spec, memory << 20, ponder)
    service = Service(
        host, port, set_up, name, told=not as_json, origins=allow_origin or (), longest_clock=longest_clock
    )
    address = f"http://{f'[{host}]' if ':' in host else host}:{service.port}"
    try:
        with _signals(service):
            if as_json:
                answer = {"url": address, "host": host, "port": service.port, "player": spec.name, "name": name}
                emit({**answer, "pid": service.pid})
            else:
                print(f"{spec.name} listens at {address}")
                print(f"process {os.getpid()}: signal USR1 prints its status, USR2 ends its match")
            sys.stdout.flush()
            code = service.wait()
        raise WoodstockError(f"the server ended with exit code {code}")
    except _Terminated:
        return codes.OK
    finally:
        service.stop()


@contextmanager
def _signals(service: Service) -> Iterator[None]:
    """SIGTERM, too, ends what is inside in an orderly way. Those that are for the server are passed on to it."""

    def terminate(number: int, frame: object) -> None:  # noqa: ARG001
        raise _Terminated

    def pass_on(number: int, frame: object) -> None:  # noqa: ARG001
        service.pass_on(number)

    handlers = {signal.SIGTERM: terminate, signal.SIGUSR1: pass_on, signal.SIGUSR2: pass_on}
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
