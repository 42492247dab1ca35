"""Who may talk to a player: programs, and only those web pages whose origin the owner allows.

A browser sends requests for any page that is open in it, to this machine as well. It says so: in `Origin`, or, where a
name of the page's own was made to lead here (DNS rebinding), in `Host`. With a plain GET it says neither, but then a
page cannot add headers, and managers have one that browsers do not know.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from woodstock.protocol.http import HttpError, Request
from woodstock.protocol.messages import asks_who

_MANAGERS = "sender"
"""The header with which managers say who they are."""


@dataclass(frozen=True, slots=True)
class Access:
    """`origins` are those of pages that may talk to the player. `host` is the address at which it listens, where only
    programs on the same machine reach it, else `None`."""

    origins: frozenset[str] = frozenset()
    host: str | None = None

    def origin(self, request: Request) -> str | None:
        """The page that a request comes from, if it is one that may send it. Any other raises `HttpError`."""
        origin = request.headers.get("origin")
        if origin is not None and origin.lower() not in self.origins:
            raise HttpError(403, "web pages are not answered; serve --allow-origin allows an origin")
        if self.host is not None and not self._is_here(request.headers.get("host")):
            raise HttpError(403, "the Host header does not name this player; serve --host changes its name")
        if request.method == "GET" and _MANAGERS not in request.headers and not asks_who(request.message):
            raise HttpError(403, "send this by POST: a GET without the header Sender may come from any page")
        return origin

    def _is_here(self, host: str | None) -> bool:
        """Is this a name for this machine that nobody else can give to theirs? Old managers send none."""
        if host is None:
            return True
        name = _without_port(host.lower())
        return name == (self.host or "").lower() or is_loopback(name)


def is_loopback(host: str) -> bool:
    """Do only programs on this machine reach what listens at this address?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if host.count(":") == 1 else host
