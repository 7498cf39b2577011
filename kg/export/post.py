"""One POST after another to an endpoint, tried again while it may yet succeed.

Credentials come from the environment, so that they stand in no command line, history or message:
`KG_ENDPOINT_TOKEN` (a bearer token), or `KG_ENDPOINT_USER` and `KG_ENDPOINT_PASSWORD`.
"""

from __future__ import annotations

import base64
import http.client
import os
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from kg.errors import OutputError, Problem, Report, UsageError
from kg.settings import ENDPOINT
from kg.wording import shortened

_SAID = 300  # characters of an endpoint's answer that are repeated
_MAY_PASS = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An http or https address, and the header that authorises to write there."""

    url: str
    authorization: str | None = field(default=None, repr=False)


def endpoint_at(url: str) -> Endpoint:
    """The endpoint with the credentials of the environment.

    Raises `UsageError` for another address, and for credentials that no header can hold.

    >>> endpoint_at("ftp://example.org/")
    Traceback (most recent call last):
    kg.errors.UsageError: "ftp://example.org/" is no endpoint: write http:// or https:// and a host.
    """
    _check(url)
    return Endpoint(url, _authorization())


def shown(url: str) -> str:
    """The address without what may be secret in it.

    >>> shown("https://me:secret@example.org:7200/update?token=x")
    'https://example.org:7200/update'
    """
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def post(endpoint: Endpoint, update: bytes, report: Report, wait: Callable[[float], object]) -> None:
    """Post a SPARQL update, again after a pause if the endpoint is busy, fails or the connection is lost.

    Raises `OutputError` once it has failed `ENDPOINT.tries` times, or at once where it is refused.
    """
    for attempt in range(1, ENDPOINT.tries + 1):
        try:
            _post(endpoint, update)
            return
        except urllib.error.HTTPError as error:
            with error:
                reason, pause = _answered(error, endpoint), error.headers.get("Retry-After", "")
            if error.code not in _MAY_PASS and error.code < HTTPStatus.INTERNAL_SERVER_ERROR:
                raise OutputError(f"{shown(endpoint.url)}: {reason}") from None
        except (OSError, http.client.HTTPException) as error:
            cause = error.reason if isinstance(error, urllib.error.URLError) else error
            reason, pause = f"the connection failed ({str(cause) or type(cause).__name__}).", ""
            if isinstance(cause, ssl.SSLError):
                raise OutputError(f"{shown(endpoint.url)}: {reason}") from None
        if attempt < ENDPOINT.tries:
            seconds = min(int(pause) if pause.isdecimal() else 2 ** (attempt - 1), ENDPOINT.longest_pause)
            report(Problem(shown(endpoint.url), f"{reason} Trying again in {seconds} s.", skipped=False))
            wait(seconds)
    raise OutputError(f"{shown(endpoint.url)}: {reason} Gave up after {ENDPOINT.tries} attempts.")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirected POST would arrive as a GET without its data, and the credentials elsewhere."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _post(endpoint: Endpoint, update: bytes) -> None:
    headers = {"Content-Type": "application/sparql-update", "User-Agent": "kg"}
    request = urllib.request.Request(endpoint.url, update, headers, method="POST")
    if endpoint.authorization:
        request.add_unredirected_header("Authorization", endpoint.authorization)
    with urllib.request.build_opener(_NoRedirect).open(request, timeout=ENDPOINT.seconds) as reply:
        reply.read(_SAID)


def _answered(error: urllib.error.HTTPError, endpoint: Endpoint) -> str:
    """What the endpoint answered, as a sentence or two."""
    status = f"{error.code} {error.reason}".strip()
    if error.code in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        given = "does not accept the credentials" if endpoint.authorization else "asks for credentials"
        names = "KG_ENDPOINT_USER and KG_ENDPOINT_PASSWORD, or KG_ENDPOINT_TOKEN"
        return f"the endpoint {given} ({status}). Set {names}."
    if 300 <= error.code < 400:
        target = shortened(shown(error.headers.get("Location", "")))
        return f"the endpoint has moved ({status}); name its new address: {target}."
    try:
        said = " ".join(error.read(_SAID).decode("utf-8", "replace").split())
    except (OSError, http.client.HTTPException):
        said = ""
    for secret in filter(None, map(os.environ.get, ("KG_ENDPOINT_PASSWORD", "KG_ENDPOINT_TOKEN"))):
        said = said.replace(secret, "***")
    return f"the endpoint answered {status}{f': {said}' if said else ''}."


def _check(url: str) -> None:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise UsageError("The endpoint is no URL: write http://HOST:PORT/PATH.") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise UsageError(f'"{shortened(url)}" is no endpoint: write http:// or https:// and a host.')
    if not url.isascii() or any(c <= " " for c in url):
        raise UsageError(
            "The endpoint's URL holds a space or a letter that URLs do not know; percent-encode it."
        )
    if "@" in parts.netloc:
        names = "KG_ENDPOINT_USER and KG_ENDPOINT_PASSWORD"
        raise UsageError(f"A URL with a password in it would be seen by others. Set {names} instead.")


def _authorization() -> str | None:
    token, user, password = (os.environ.get(f"KG_ENDPOINT_{n}") for n in ("TOKEN", "USER", "PASSWORD"))
    if token:
        if not token.isascii() or not token.isprintable():
            raise UsageError("KG_ENDPOINT_TOKEN holds what no header can hold: a line break, or no ASCII.")
        return f"Bearer {token}"
    if user is None and password is None:
        return None
    pair = f"{user or ''}:{password or ''}".encode("utf-8", "surrogateescape")
    return f"Basic {base64.b64encode(pair).decode()}"
