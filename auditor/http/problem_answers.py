"""Errors as RFC 9457 problems: what was found, and what to do about it."""

from __future__ import annotations

import http
import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec
from flask import Response, current_app, request
from flask_smorest import Api
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.http import HTTP_STATUS_CODES

from auditor.http.access_log import request_id
from auditor.http.answer_structs import Resource, component_of, means

PROBLEM_TYPE = "application/problem+json"
MOST_ERRORS = 100  # that are listed; the detail counts all
_URN = "urn:cardroom-auditor:problem:"


class InvalidItemResource(Resource, frozen=True):
    """One thing wrong with a request."""

    detail: str
    pointer: Annotated[str | UnsetType, means("JSON Pointer into the request's body")] = UNSET
    parameter: Annotated[str | UnsetType, means("the query parameter")] = UNSET


class LogProblemResource(Resource, frozen=True):
    """One thing wrong with a log."""

    line: Annotated[int, means("of the log, from 1")]
    field: Annotated[str, means("a path such as seats[1].net")]
    found: str
    expected: str


class ProblemResource(Resource, frozen=True):
    """An RFC 9457 problem. Only the first four members are always there."""

    type: Annotated[str, Meta(extra_json_schema={"example": f"{_URN}log-refused"})]
    title: str
    status: int
    detail: Annotated[str, means("what was found, and what to do about it")]
    errors: Annotated[list[InvalidItemResource] | UnsetType, means("of a request that is not valid")] = UNSET
    problems: Annotated[list[LogProblemResource] | UnsetType, means("of a refused log: the first 100")] = (
        UNSET
    )
    problem_count: Annotated[int | UnsetType, means("of a refused log: how many lines have a problem")] = (
        UNSET
    )
    sha256: Annotated[str | UnsetType, means("of a refused log or a conflict: the bytes on record")] = UNSET
    existing: Annotated[
        dict[str, Any] | UnsetType | None,
        means(
            "of a conflict: the session or file that is on record; null: more than one is, or none of the key's"
        ),
    ] = UNSET
    differences: Annotated[
        list[str] | UnsetType | None,
        means(
            "of a session's log in conflict: the first 10 changes to the one on record; null: that is not kept, "
            "or none is on record"
        ),
    ] = UNSET
    difference_count: Annotated[int | UnsetType | None, means("how many changes there are in all")] = UNSET
    request_id: Annotated[
        str | UnsetType, means("of a failure: the request's id, by which the service's log has the cause")
    ] = UNSET


class HttpProblem(HTTPException):
    """An error with its own kind. members: of its problem, besides the first four; struct: that has them."""

    def __init__(
        self,
        status: int,
        kind: str,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        struct: type[ProblemResource] = ProblemResource,
        **members: Any,
    ) -> None:
        super().__init__(detail)
        self.code = status
        self.kind = kind
        self.headers = dict(headers or {})
        self.members = members
        self.struct = struct


class ProblemApi(Api):
    """flask-smorest's Api, with problems as its errors."""

    ERROR_SCHEMA = component_of(ProblemResource)
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


def problem_of(
    status: int,
    kind: str | None,
    detail: str,
    struct: type[ProblemResource] = ProblemResource,
    **members: Any,
) -> ProblemResource:
    """A problem. kind: None where the status says it all. members: besides the first four."""
    type_ = _URN + kind if kind else "about:blank"
    return struct(type=type_, title=HTTP_STATUS_CODES[status], status=status, detail=detail, **members)


def problem_response(error: HTTPException) -> Response:
    """An error as an answer."""
    status = error.code or 500
    headers = error.headers if isinstance(error, HttpProblem) else {}
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        headers["Allow"] = ", ".join(sorted(error.valid_methods))
    body = _body(error, status)
    if status >= 500 and (number := request_id()):
        body = replace(body, request_id=number)
    response = Response(msgspec.json.encode(body), status, headers, content_type=PROBLEM_TYPE)
    response.headers["Cache-Control"] = "no-store"
    return response


def _body(error: HTTPException, status: int) -> ProblemResource:
    if isinstance(error, HttpProblem):
        return problem_of(status, error.kind, error.description or "", error.struct, **error.members)
    if messages := getattr(error, "data", {}).get("messages"):
        errors = list(_items(messages))
        return problem_of(status, "invalid-request", _summary(errors), errors=errors[:MOST_ERRORS])
    return problem_of(status, None, _detail(error, status))


def _detail(error: HTTPException, status: int) -> str:
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
    """Sentence on a body that is too large. most: the limit in bytes."""
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


def _summary(errors: list[InvalidItemResource]) -> str:
    first = errors[0]
    where = first.parameter or first.pointer or "the request"
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"The request is not valid: {where}: {first.detail}{more}"


def _items(messages: Mapping[str, Any]) -> Iterator[InvalidItemResource]:
    """marshmallow's messages, each with where it belongs."""
    for location, said in messages.items():
        if location == "query":
            for name, found in said.items():
                for text in _texts(found):
                    yield InvalidItemResource(text, parameter="" if name == "_schema" else str(name))
        else:
            for pointer, text in _pointed(said, "#"):
                yield InvalidItemResource(text, pointer)


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
    """Whether a name or a value of an object with free names is wrong, in marshmallow's messages."""
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
