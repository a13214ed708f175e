"""Conditions of every request, and headers of every answer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import unquote_to_bytes

import msgspec
from flask import Flask, Response, current_app, request

from auditor.errors import ChangedMeanwhile, IsThereAlready
from auditor.http.access import PUBLIC, need_of
from auditor.http.context import service
from auditor.http.continued_store import only_continued_stores
from auditor.http.host_and_origin_checks import only_own_sites
from auditor.http.incoming import EVERY_ANSWER
from auditor.http.problem_answers import HttpProblem, problem_response

IF_MATCH = {
    "in": "header",
    "name": "If-Match",
    "schema": {"type": "string"},
    "description": "The ETag of what the caller has read: where it changed meanwhile, nothing is done and 412 says so.",
}
CONDITIONS = [
    IF_MATCH,
    {
        "in": "header",
        "name": "If-None-Match",
        "schema": {"type": "string", "enum": ["*"]},
        "description": "`*`: only where nothing is there yet, else 412.",
    },
]

Seen = TypeVar("Seen")
_TLS_FOR_A_YEAR = "max-age=31536000; includeSubDomains"
_NOT_THAT_VERSION = (
    "What is here has another ETag than If-Match names: it has changed since. Leave If-Match out to read it."
)


def guard(app: Flask) -> None:
    """Apply the rules of this module to every request and every answer of an application."""
    only_own_sites(app)
    only_continued_stores(app)
    app.before_request(_well_formed)
    app.after_request(_conditional)
    app.after_request(_headers)


def _well_formed() -> None:
    path = request.environ.get("PATH_INFO", "").encode("latin-1", "replace")
    query = unquote_to_bytes(request.query_string.replace(b"+", b" "))
    for what, raw in (("path", path), ("query", query)):
        try:
            raw.decode()
        except UnicodeDecodeError as error:
            raise HttpProblem(
                400, "not-utf-8", f"The {what} is not UTF-8. Percent-encode it as UTF-8."
            ) from error
        if b"\0" in raw:
            raise HttpProblem(400, "nul-byte", f"The {what} has a NUL byte. Leave it out.")
    for name, values in request.args.lists():
        if len(values) > 1:
            raise HttpProblem(
                400,
                "repeated-parameter",
                f"The parameter {name!r} is there {len(values)} times. Give it once.",
            )


def _conditional(response: Response) -> Response:
    """Set a strong ETag on what is read; answer 304 and 412."""
    if request.method not in ("GET", "HEAD") or response.status_code not in (200, 412):
        return response
    if response.cache_control.no_store:
        return response
    if response.is_sequence and not response.direct_passthrough and "ETag" not in response.headers:
        response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:32])
    response.headers.setdefault("Cache-Control", "no-cache" if _is_public() else "no-store")
    if "If-Match" in request.headers and "ETag" in response.headers:
        if not (request.if_match.star_tag or request.if_match.contains(response.get_etag()[0] or "")):
            return problem_response(HttpProblem(412, "changed-meanwhile", _NOT_THAT_VERSION))
        response.status_code = 200  # werkzeug, which answers with files, takes * for the name of a version
    elif "ETag" in response.headers:
        response.make_conditional(request)
    return response


def _is_public() -> bool:
    """Whether the address needs no key, so that a browser may keep the answer on disk."""
    endpoint = request.endpoint
    return endpoint is None or need_of(current_app, endpoint) == PUBLIC


def _headers(response: Response) -> Response:
    for name, value in EVERY_ANSWER:
        response.headers.setdefault(name, value)
    if request.is_secure:
        response.headers["Strict-Transport-Security"] = _TLS_FOR_A_YEAR
    return response


def already_has(etag: str) -> bool:
    """Whether the caller has the version with this ETag."""
    return request.if_none_match.contains(etag)


def not_modified(etag: str) -> Response:
    """The answer to a caller who has it already."""
    response = Response(status=304)
    response.set_etag(etag)
    response.headers["Cache-Control"] = "no-cache" if _is_public() else "no-store"
    return response


def must_match(read: Callable[[], Any]) -> int | None:
    """Check If-Match and If-None-Match against the present state.

    read: what there is now, None where nothing is. Returns the number of the last change, which the store checks when it writes;
    None for a request without a condition. Raises ChangedMeanwhile and IsThereAlready.
    """
    return must_match_seen(read, service().latest_change)


def must_match_seen(read: Callable[[], Any], now: Callable[[], Seen]) -> Seen | None:
    """`must_match` where another measure than the number of a change counts. now: that measure."""
    wanted, other_than = request.if_match, request.if_none_match
    if not (request.headers.get("If-Match") or request.headers.get("If-None-Match")):
        return None
    seen = now()
    current = read()
    etag = hashlib.sha256(msgspec.json.encode(current)).hexdigest()[:32]
    if request.headers.get("If-Match") and (
        current is None or not (wanted.star_tag or wanted.contains(etag))
    ):
        raise ChangedMeanwhile
    if request.headers.get("If-None-Match") and current is not None and other_than.contains(etag):
        raise IsThereAlready
    return seen
