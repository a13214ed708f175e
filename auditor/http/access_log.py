"""Log of answered requests, a line each with its id.

A line has the route and never the query, which may hold anything.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from flask import Flask, Response, g, has_request_context, request

from auditor.service_log import begin, end, new_request_id

HEADER = "X-Request-Id"
_ID = "auditor.request_id"  # of a request's environment
_ABOUT = "auditor.about"
_OBJECTS = {  # what an address names, and what a line calls it
    "room": "room", "session": "session", "hand": "hand", "audit": "audit", "other": "other", "day": "day",
    "ruleset": "ruleset", "name": "ruleset", "revision": "revision", "code": "code",
}  # fmt: skip
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

log = logging.getLogger("auditor.access")


class AccessLog:
    """WSGI middleware that gives each request its id, and logs it once it is answered."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request."""
        answered = _Answered(environ)

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            answered.status = int(status[:3])
            headers = [each for each in headers if each[0] != HEADER]
            return start_response(status, [*headers, (HEADER, answered.id)], exc_info)

        try:
            answered.body = self._app(environ, start)
        except BaseException:
            answered.close()
            raise
        return answered


class _Answered:
    """Body of an answer, logged when it is closed."""

    def __init__(self, environ: dict[str, Any]) -> None:
        self._environ = environ
        self._began = time.perf_counter()
        self._bytes = 0
        self.id = environ[_ID] = new_request_id(environ.get("HTTP_X_REQUEST_ID"))
        environ[_ABOUT] = {}
        self.status = 500
        self.body: Iterable[bytes] = ()
        begin(request_id=self.id)

    def __iter__(self) -> Iterator[bytes]:
        for piece in self.body:
            self._bytes += len(piece)
            yield piece

    def close(self) -> None:
        """Let go of the body, and log the request."""
        try:
            if hasattr(self.body, "close"):
                self.body.close()
        finally:
            method = self._environ["REQUEST_METHOD"]
            fields = {
                "key": None, "holder": None, "role": None, "route": None, **self._environ[_ABOUT],
                "method": method if method in _METHODS else "other", "status": self.status, "bytes": self._bytes,
                "ms": round(1000 * (time.perf_counter() - self._began), 1), "client": self._environ.get("REMOTE_ADDR"),
            }  # fmt: skip
            log.info("request", extra=fields)
            end()


def log_requests(app: Flask) -> None:
    """Log every request of an application, and its errors without their addresses."""
    app.wsgi_app = AccessLog(app.wsgi_app)  # type: ignore[method-assign]
    app.log_exception = _log_exception  # type: ignore[method-assign]
    app.after_request(_remember)


def log_refusal(status: int, size: int, client: str | None, request_id: str) -> None:
    """Log a request that the server refused."""
    begin(request_id=request_id)
    log.info(
        "request",
        extra={"route": None, "method": None, "status": status, "bytes": size, "ms": None, "client": client},
    )
    end()


def request_id() -> str | None:
    """Id of the present request; None where there is none."""
    return request.environ.get(_ID) if has_request_context() else None


def about(**objects: Any) -> None:
    """Name what a request made or found, for its line in the log."""
    request.environ.get(_ABOUT, {}).update(objects)


def _remember(response: Response) -> Response:
    found = dict(request.environ.get(_ABOUT, {}))
    if request.url_rule is not None:
        found = {"route": request.url_rule.rule} | found
        arguments = request.view_args or {}
        found = {_OBJECTS[name]: value for name, value in arguments.items() if name in _OBJECTS} | found
    key = g.get("key")
    if key is not None:
        found |= {"key": key.id, "holder": key.name, "role": key.role}
    about(**found)
    return response


def _log_exception(exc_info: Any) -> None:
    route = request.url_rule.rule if request.url_rule is not None else None
    log.error("the request broke down", exc_info=exc_info, extra={"route": route})
