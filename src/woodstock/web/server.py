"""The server from the outside: its address, its socket, its life."""

from __future__ import annotations

import secrets
import socket
import threading
import time
import webbrowser
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

from woodstock.errors import WoodstockError
from woodstock.protocol.access import is_loopback

if TYPE_CHECKING:
    from woodstock.web.limits import Limits

PORT = 9150
_TRIED = 20
"""Ports that are tried, one after another, where none was asked for."""


def bound(host: str, port: int | None) -> socket.socket:
    """A socket at this address; without a port, at the first free one from the usual one on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last: OSError | None = None
    for chosen in [port] if port is not None else range(PORT, PORT + _TRIED):
        end = socket.socket(family)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            end.bind((host, chosen))
        except OSError as error:
            end.close()
            last = error
        else:
            return end
    reason = last.strerror if last is not None and last.strerror else str(last)
    raise WoodstockError(f"cannot listen at {host}:{port or PORT}: {reason}; --port chooses another")


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    *,
    game: str | None = None,
    file: str | None = None,
    own: Collection[str] = (),
    keep: Path | None = None,
    open_browser: bool = True,
    limits: Limits | None = None,
    names: Collection[str] = (),
    told: Callable[[str], None] = lambda _: None,
) -> None:
    """Serve until somebody stops it. `told` gets the address; bound to more than this machine it has a token in it."""
    try:
        import uvicorn

        from woodstock.web.app import application
        from woodstock.web.guard import Access
    except ImportError as error:
        if error.name is not None and error.name.partition(".")[0] == "woodstock":
            raise
        raise WoodstockError("woodstock web needs two more packages: pip install 'woodstock-ggp[web]'") from None
    token = None if is_loopback(host) else secrets.token_urlsafe(18)
    app = application(Access.at(host, token, names), limits, own=own, keep=keep, game=game, file=file)
    end = bound(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{end.getsockname()[1]}/" + (f"?token={token}" if token else "")
    server = uvicorn.Server(
        uvicorn.Config(app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=2)
    )
    told(address)
    if open_browser:
        threading.Thread(target=_open, args=(server, address), daemon=True).start()
    with end:
        server.run(sockets=[end])


def _open(server: object, address: str) -> None:
    """Open the page when the server is there."""
    while not getattr(server, "started", False):
        if getattr(server, "should_exit", False):
            return
        time.sleep(0.05)
    webbrowser.open(address)
