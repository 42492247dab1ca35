"""The application: its routes, its files, and the guard before them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from woodstock.version import VERSION
from woodstock.web import gallery, records_routes, rules_routes, seats, study_routes, table_routes, tournament_routes
from woodstock.web.answers import answered, lobby
from woodstock.web.guard import Access, Guard
from woodstock.web.keeping import Shelf
from woodstock.web.limits import Limits
from woodstock.web.lobby import Lobby
from woodstock.web.pictures import Pictures, board_style

STATIC = Path(__file__).parent / "static"


async def hello(request: Request) -> Any:
    """What a page wants to know first."""
    state = request.app.state
    return {
        "version": VERSION,
        "game": state.game,
        "file": Path(state.file).name if state.file else None,
        "choices": seats.choices(lobby(request).own),
        "limits": {"thought": lobby(request).limits.thought, "upload": lobby(request).limits.upload},
    }


async def games(_: Request) -> Any:
    """The gallery."""
    return {"games": gallery.listed()}


async def picture(request: Request) -> Response:
    """The picture of a bundled game."""
    theme = request.query_params.get("theme", "light")
    svg = await request.app.state.pictures.of(request.path_params["name"], theme)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})


async def style(_: Request) -> Response:
    """The style sheet of boards."""
    return Response(board_style(), media_type="text/css", headers={"cache-control": "max-age=3600"})


async def index(_: Request) -> Response:
    """The page."""
    if not (STATIC / "index.html").exists():
        return PlainTextResponse("The page is not built: make web-build, which needs Node.", 500)
    return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})


def application(
    access: Access | None = None,
    limits: Limits | None = None,
    *,
    own: Collection[str] = (),
    keep: Path | None = None,
    game: str | None = None,
    file: str | None = None,
    folder: Path | None = None,
) -> Guard:
    """The server as a whole. `game` or `file` is what the page opens with, `own` are players of the user's own, and
    `folder` is where experiments are looked for."""
    limits = limits or Limits()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.lobby = Lobby(limits, own, Shelf(keep) if keep else None)
        app.state.pictures = Pictures(app.state.lobby.pool)
        app.state.tournaments = tournament_routes.Tournaments(folder or Path.cwd(), app.state.lobby.standby)
        await app.state.lobby.start()
        try:
            yield
        finally:
            await app.state.tournaments.close()
            await app.state.lobby.close()

    routes = [
        Route("/", index),
        Route("/board.css", style),
        Route("/api/hello", answered(hello)),
        Route("/api/games", answered(games)),
        Route("/api/games/{name}/picture.svg", answered(picture)),
        *table_routes.ROUTES,
        *rules_routes.ROUTES,
        *records_routes.ROUTES,
        *study_routes.ROUTES,
        *tournament_routes.ROUTES,
    ]
    if STATIC.exists():
        routes.append(Mount("/static", StaticFiles(directory=STATIC)))  # type: ignore[arg-type]
    app = Starlette(routes=routes, lifespan=lifespan, middleware=[Middleware(GZipMiddleware, minimum_size=1500)])
    app.state.game, app.state.file = game, file
    return Guard(app, access or Access(), limits.upload)
