"""Errors as RFC 9457 problems: what was found, and what to do about it."""

from __future__ import annotations

import http
import json
from collections.abc import Iterator, Mapping
from typing import Any

import marshmallow as ma
import msgspec
from flask import Response, current_app, request
from flask_smorest import Api
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.http import HTTP_STATUS_CODES

from auditor.http.access_log import request_id

PROBLEM_TYPE = "application/problem+json"
MOST_ERRORS = 100  # that are listed; the detail counts all
_URN = "urn:cardroom-auditor:problem:"


class HttpProblem(HTTPException):
    """An error with its own kind; `members` are further members of the problem."""

    def __init__(
        self,
        status: int,
        kind: str,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        **members: Any,
    ) -> None:
        super().__init__(detail)
        self.code = status
        self.kind = kind
        self.headers = dict(headers or {})
        self.members = members


class InvalidItemSchema(ma.Schema):
    """One thing wrong with a request."""

    detail = ma.fields.String(required=True)
    pointer = ma.fields.String(metadata={"description": "JSON Pointer into the request's body"})
    parameter = ma.fields.String(metadata={"description": "the query parameter"})


class LogProblemSchema(ma.Schema):
    """One thing wrong with a log."""

    line = ma.fields.Integer(required=True, metadata={"description": "of the log, from 1"})
    field = ma.fields.String(required=True, metadata={"description": "a path such as seats[1].net"})
    found = ma.fields.String(required=True)
    expected = ma.fields.String(required=True)


class ProblemSchema(ma.Schema):
    """An RFC 9457 problem. Only the first four members are always there."""

    type = ma.fields.String(required=True, metadata={"example": f"{_URN}log-refused"})
    title = ma.fields.String(required=True)
    status = ma.fields.Integer(required=True)
    detail = ma.fields.String(
        required=True, metadata={"description": "what was found, and what to do about it"}
    )
    errors = ma.fields.List(
        ma.fields.Nested(InvalidItemSchema), metadata={"description": "of a request that is not valid"}
    )
    problems = ma.fields.List(
        ma.fields.Nested(LogProblemSchema), metadata={"description": "of a refused log: the first 100"}
    )
    problem_count = ma.fields.Integer(
        metadata={"description": "of a refused log: how many lines have a problem"}
    )
    sha256 = ma.fields.String(metadata={"description": "of a refused log or a conflict: the bytes on record"})
    request_id = ma.fields.String(
        metadata={"description": "of a failure: the request's id, by which the service's log has the cause"}
    )
    existing = ma.fields.Dict(
        allow_none=True,
        metadata={
            "description": "of a conflict: the session or file that is on record; null: more than one is, or none of the key's"
        },
    )
    differences = ma.fields.List(
        ma.fields.String(),
        allow_none=True,
        metadata={
            "description": "of a session's log in conflict: the first 10 changes to the one on record; null: that is not kept, "
            "or none is on record"
        },
    )
    difference_count = ma.fields.Integer(
        allow_none=True, metadata={"description": "how many changes there are in all"}
    )


class ProblemApi(Api):
    """flask-smorest's Api, with problems as its errors."""

    ERROR_SCHEMA = ProblemSchema
    DEFAULT_RESPONSE_CONTENT_TYPE = "application/json"

    def handle_http_exception(self, error: HTTPException) -> Response:
        """Any error of the service as a problem."""
        return problem_response(error)

    def _register_responses(self) -> None:
        # the default responses are the errors; resources name their own type
        self.DEFAULT_RESPONSE_CONTENT_TYPE = PROBLEM_TYPE
        try:
            super()._register_responses()
        finally:
            del self.DEFAULT_RESPONSE_CONTENT_TYPE


def problem_members(status: int, kind: str | None, detail: str) -> dict[str, Any]:
    """The four members that every problem has. ``kind``: the last part of its type; None where the status says it all."""
    return {
        "type": _URN + kind if kind else "about:blank",
        "title": HTTP_STATUS_CODES[status],
        "status": status,
        "detail": detail,
    }


def problem_response(error: HTTPException) -> Response:
    """An error as an answer."""
    status = error.code or 500
    kind = error.kind if isinstance(error, HttpProblem) else None
    body = problem_members(status, kind, _detail(error, status))
    headers = {}
    if isinstance(error, HttpProblem):
        body.update(error.members)
        headers = error.headers
    elif messages := getattr(error, "data", {}).get("messages"):
        body["type"] = f"{_URN}invalid-request"
        errors = list(_items(messages))
        body["errors"] = errors[:MOST_ERRORS]
        body["detail"] = _summary(errors)
    if status >= 500 and (number := request_id()):
        body["request_id"] = number
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        headers["Allow"] = ", ".join(sorted(error.valid_methods))
    response = Response(msgspec.json.encode(body), status, headers, content_type=PROBLEM_TYPE)
    response.headers["Cache-Control"] = "no-store"
    return response


def _detail(error: HTTPException, status: int) -> str:
    if isinstance(error, HttpProblem):
        return error.description or ""
    path = request.path
    if status == 404:
        return f"There is nothing at {path}. GET /v1/openapi.json lists what there is; /docs shows it."
    if isinstance(error, MethodNotAllowed):
        allowed = ", ".join(sorted(error.valid_methods or ()))
        return f"{request.method} is not possible at {path}; possible are {allowed}."
    if status == 413:
        most = request.max_content_length
        of_all = most == current_app.config["MAX_CONTENT_LENGTH"]
        return too_large(most, of_log=of_all and not request.is_json)
    if status >= 500:
        return (
            "The service failed on this request. Nothing of it was stored. The cause is in the service's log."
        )
    return error.description or http.HTTPStatus(status).description


def too_large(most: int | None, of_log: bool) -> str:
    """Sentence on a body that is too large. ``most``: the limit in bytes, where there is one."""
    limit = f" At most {most:,} bytes are taken here." if most else ""
    advice = " Compress a log with gzip, or split it by session." if of_log else ""
    return f"The request's body is too large.{limit}{advice}"


def incomplete_detail(received: int | None, announced: int | None) -> str:
    """Sentence on a body that broke off."""
    if announced is None or received is None:
        found = "The body broke off before its end"
    else:
        found = f"The body broke off: {received:,} of {announced:,} bytes came"
    return f"{found}. Nothing of it is kept. Send the request again, as a whole."


def _summary(errors: list[dict[str, str]]) -> str:
    first = errors[0]
    where = first.get("parameter") or first.get("pointer") or "the request"
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"The request is not valid: {where}: {first['detail']}{more}"


def _items(messages: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """marshmallow's messages, each with where it belongs."""
    for location, said in messages.items():
        if location == "query":
            for name, found in said.items():
                for text in _texts(found):
                    yield {"detail": text, "parameter": "" if name == "_schema" else str(name)}
        else:
            for pointer, text in _pointed(said, "#"):
                yield {"detail": text, "pointer": pointer}


def _pointed(said: Any, pointer: str) -> Iterator[tuple[str, str]]:
    if isinstance(said, Mapping):
        for name, found in said.items():
            step = f"{pointer}/{escaped(str(name))}"
            of_entry = pointer != "#" and _is_entry(found, said, name)
            here = pointer if name == "_schema" or of_entry else step
            yield from _pointed(found, here)
    else:
        for text in _texts(said):
            yield pointer, text


def escaped(name: str) -> str:
    """A name as a step of a JSON pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


def _is_entry(found: Any, said: Mapping[str, Any], name: Any) -> bool:
    """Whether marshmallow says of an entry of an object with free names that its name or its value is wrong."""
    return name in ("key", "value") and isinstance(found, list) and said.keys() <= {"key", "value"}


def _texts(found: Any) -> list[str]:
    if isinstance(found, Mapping):
        return [text for each in found.values() for text in _texts(each)]
    texts = [str(each) for each in found] if isinstance(found, list) else [str(found)]
    return ["Must be a JSON object." if each == "Invalid input type." else each for each in texts]


def bad_json(error: Exception) -> HttpProblem:
    """A body that is not JSON."""
    why = (
        f"line {error.lineno}, column {error.colno}: {error.msg}"
        if isinstance(error, json.JSONDecodeError)
        else ""
    )
    return HttpProblem(
        400,
        "malformed-json",
        f"The body is not JSON{f' ({why})' if why else ''}. Send one JSON object in UTF-8.",
    )
