"""What routes share: reading requests, and turning errors and streams into answers."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from woodstock.errors import WoodstockError
from woodstock.web.lobby import Lobby, NoSuchTableError
from woodstock.web.workers import Lost, Refused

Handler = Callable[[Request], Awaitable[Response]]
_ALIVE = 15.0
"""Seconds after which a silent stream says that it is still there."""


def lobby(request: Request) -> Lobby:
    """The tables."""
    found: Lobby = request.app.state.lobby
    return found


async def body(request: Request) -> dict[str, Any]:
    """What was sent: a JSON object."""
    try:
        data = json.loads(await request.body() or b"{}")
    except (ValueError, RecursionError):
        raise WoodstockError("the request is not JSON") from None
    if not isinstance(data, dict):
        raise WoodstockError("the request must be a JSON object")
    return data


def text(data: Mapping[str, Any], key: str, default: str | None = None) -> str:
    """A piece of text that was sent."""
    found = data.get(key, default)
    if not isinstance(found, str):
        raise WoodstockError(f"{key} must be a string")
    return found


def number(data: Mapping[str, Any], key: str, low: float, high: float, default: float | None = None) -> float:
    """A number that was sent, within bounds."""
    try:
        found = float(data.get(key, default))
    except (TypeError, ValueError):
        raise WoodstockError(f"{key} must be a number") from None
    if not low <= found <= high:
        raise WoodstockError(f"{key} must be a number from {low:g} to {high:g}")
    return found


def answered(handler: Callable[[Request], Awaitable[Any]]) -> Handler:
    """The handler, with its value as JSON and errors as a sentence for people."""

    async def told(request: Request) -> Response:
        try:
            value = await handler(request)
        except WoodstockError as error:
            return refused(error)
        return value if isinstance(value, Response) else JSONResponse(value)

    return told


def refused(error: WoodstockError) -> JSONResponse:
    """An error as the page shows it."""
    said: dict[str, Any] = {"error": error.message}
    if isinstance(error, Refused):
        said = error.answer
    elif error.place is not None:
        said |= {"line": error.place.line, "column": error.place.column}
    code = 404 if isinstance(error, NoSuchTableError) else 503 if isinstance(error, Lost) else 400
    return JSONResponse(said, code)


def stream(request: Request, said: AsyncIterator[tuple[str, Any]]) -> StreamingResponse:
    """Server-sent events. They end when nobody listens any more."""
    tables = lobby(request)
    if tables.streams >= tables.limits.streams:
        raise WoodstockError("too many pages listen at the same time: close some")
    return StreamingResponse(_events(tables, said), media_type="text/event-stream")


async def _events(tables: Lobby, said: AsyncIterator[tuple[str, Any]]) -> AsyncIterator[bytes]:
    tables.streams += 1
    waiting: asyncio.Task[tuple[str, Any]] | None = None
    try:
        while True:
            waiting = waiting or asyncio.ensure_future(anext(said))
            done, _ = await asyncio.wait({waiting}, timeout=_ALIVE)
            if not done:
                yield b": still here\n\n"
                continue
            kind, what = waiting.result()
            waiting = None
            yield event(kind, what)
    except StopAsyncIteration:
        yield event("end", None)
    except WoodstockError as error:
        yield event("trouble", error.message)
    finally:
        tables.streams -= 1
        if waiting is not None:
            waiting.cancel()
            with contextlib.suppress(asyncio.CancelledError, StopAsyncIteration, WoodstockError):
                await waiting
        if hasattr(said, "aclose"):
            await said.aclose()


def event(kind: str, what: Any) -> bytes:
    """One event: JSON has no line breaks in it."""
    return f"event: {kind}\ndata: {json.dumps(what)}\n\n".encode()
