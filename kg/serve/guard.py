"""Which requests are let in, and the headers by which a browser keeps a page from reaching anything else."""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from kg.serve import is_loopback

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""The content-security policy of every answer that brings none of its own."""

_HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
    b"cache-control": b"no-cache",
    b"content-security-policy": POLICY.encode(),
}


class Guard:
    """Answers for this host alone: a page elsewhere whose name was made to point here (DNS rebinding) is refused."""

    def __init__(self, app: App, host: str) -> None:
        self.app, self.host = app, host

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        silent = scope["method"] == "HEAD"

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"], *(pair for pair in _HEADERS.items() if pair[0] not in own),
                ]  # fmt: skip
            elif silent:
                message = {**message, "body": b""}
            await send(message)

        given = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(given) != 1 or not admitted(given[0], self.host):
            await _refuse(sending)
            return
        await self.app({**scope, "method": "GET"} if silent else scope, receive, sending)


def admitted(header: str, host: str) -> bool:
    """Whether a Host header names the address that is served: an own name for it, or an address and no name at all.

    >>> [admitted(h, "127.0.0.1") for h in ("127.0.0.1:8765", "localhost", "[::1]:80", "evil.example:8765")]
    [True, True, True, False]
    >>> admitted("192.168.0.7:8765", "0.0.0.0"), admitted("192.168.0.7", "127.0.0.1")
    (True, False)
    """
    name = header.partition("]")[0][1:] if header.startswith("[") else header.partition(":")[0]
    name = name.lower()
    if name == host.lower() or is_loopback(name):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return not is_loopback(host)


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": 421, "headers": headers})
    await send({"type": "http.response.body", "body": b"This address is not served here.\n"})
