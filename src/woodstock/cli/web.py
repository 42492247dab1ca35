"""`woodstock web`: games in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from woodstock.cli import codes
from woodstock.cli.options import Json
from woodstock.cli.output import emit


def web(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="What to begin with: a bundled game or a rulesheet.")
    ] = None,
    host: Annotated[str, typer.Option(metavar="HOST", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(metavar="N", min=0, max=65535, help="The port; the first free one from 9150 on.")
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Only print the address; open no browser.")] = False,
    keep: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep matches in this file, so that they outlive the server.")
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="MODULE.CLASS", help="A player of your own that the page may use; may be given again."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name of this machine that browsers use; may be given again."),
    ] = None,
    tables: Annotated[int, typer.Option(metavar="N", min=1, max=1000, help="Matches at the same time.")] = 64,
    as_json: Json = False,
) -> int:
    """Play, watch and understand any game in the browser, until you stop it with Ctrl-C.

    The page is for this machine alone, unless --host says otherwise: then its address has a token in it.
    """
    from woodstock import games
    from woodstock.engine.source import find
    from woodstock.players import parse
    from woodstock.web.limits import Limits
    from woodstock.web.server import serve

    for own in player or ():
        parse(own)  # what cannot be imported is told now
    bundled = game if game in games.names() else None
    if game is not None and bundled is None:
        find(game)  # what is not there is told now

    def told(address: str) -> None:
        if as_json:
            emit({"address": address})
        else:
            print(f"woodstock is at {address}")
            print("Ctrl-C stops it.", flush=True)

    serve(
        host,
        port,
        game=bundled,
        file=str(Path(game).resolve()) if game is not None and bundled is None else None,
        own=[text.partition(":")[0].strip() for text in player or ()],
        keep=keep,
        open_browser=not no_open and not as_json,
        limits=Limits(tables=tables),
        names=name or (),
        told=told,
    )
    return codes.OK
