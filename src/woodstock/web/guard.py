"""Who may talk to the server: the page that it sent itself, and nobody else's.

A browser sends requests for any page that is open in it. It says where they come from in `Origin` and `Sec-Fetch-Site`,
or, where a name of the page's own was made to lead here (DNS rebinding), in `Host`. Bound to more than this machine,
the server wants a token as well.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from woodstock.protocol.access import is_loopback

COOKIE = "woodstock"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_ALWAYS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_SAME = ("same-origin", "none")


@dataclass(frozen=True, slots=True)
class Access:
    """Names under which the server is asked; a token where others than this machine can reach it."""

    hosts: frozenset[str] = frozenset()
    token: str | None = None

    @classmethod
    def at(cls, host: str, token: str | None, names: Iterable[str] = ()) -> Access:
        """For a server that listens at this address."""
        return cls(frozenset(name.lower() for name in (host, *names)), token)

    def known(self, host: str) -> bool:
        """Is this a name for us that nobody else can give to theirs? An address in numbers cannot be given."""
        name = _without_port(host.lower())
        if name in self.hosts or is_loopback(name):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return self.token is not None

    def admits(self, given: str | None) -> bool:
        """Is this the token, if one is required?"""
        return self.token is None or (given is not None and hmac.compare_digest(given.encode(), self.token.encode()))


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if host.count(":") == 1 else host


class Guard:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, access: Access, upload: int) -> None:
        self._app, self._access, self._upload = app, access, upload

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or let in with a bounded body and answer with strict headers."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await refusal(scope, receive, _strict(send))
            return
        await self._app(scope, self._bounded(receive), _strict(send))

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._access.known(hosts[0]):
            return JSONResponse({"error": "the server is asked under a name that is not its own"}, 403)
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{hosts[0]}".lower(), f"https://{hosts[0]}".lower()):
            return JSONResponse({"error": "pages from elsewhere are not answered"}, 403)
        api = str(scope["path"]).startswith("/api/")
        if (api or scope["method"] != "GET") and headers.get("sec-fetch-site", "none") not in _SAME:
            return JSONResponse({"error": "pages from elsewhere are not answered"}, 403)
        declared = headers.get("content-length", "0")
        if not declared.isdecimal() or int(declared) > self._upload:
            return JSONResponse({"error": f"that is more than {self._upload:,} bytes"}, 413)
        return self._token_refusal(scope, headers)

    def _token_refusal(self, scope: Scope, headers: Headers) -> Response | None:
        """With the token in the address the browser gets a cookie, and an address without it."""
        if self._access.token is None:
            return None
        asked = parse_qs(scope["query_string"].decode("latin-1"))
        given = asked.pop("token", [None])[0]
        if given is not None and scope["method"] == "GET" and self._access.admits(given):
            rest = urlencode(asked, doseq=True)
            answer = RedirectResponse(str(scope["path"]) + (f"?{rest}" if rest else ""), 303)
            answer.set_cookie(COOKIE, given, httponly=True, samesite="strict")
            return answer
        if self._access.admits(_cookie(headers)) or self._access.admits(headers.get("x-woodstock-token")):
            return None
        return JSONResponse({"error": "open the address that the server printed: it has a token in it"}, 401)

    def _bounded(self, receive: Receive) -> Receive:
        """What comes in, as long as it is not too much."""
        taken = 0

        async def bounded() -> Message:
            nonlocal taken
            message = await receive()
            if message["type"] == "http.request":
                taken += len(message.get("body", b""))
                if taken > self._upload:
                    raise HTTPException(413, f"that is more than {self._upload:,} bytes")
            return message

        return bounded


def _cookie(headers: Headers) -> str | None:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return found.value if found else None


def _strict(send: Send) -> Send:
    """Answers carry the policy of the page."""

    async def strict(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _ALWAYS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return strict
