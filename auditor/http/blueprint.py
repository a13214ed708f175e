"""flask-smorest's Blueprint with strict arguments and documented structs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import marshmallow as ma
import msgspec
from flask import Request, Response
from flask_smorest import Blueprint as SmorestBlueprint
from msgspec import Struct
from webargs.flaskparser import FlaskParser

from auditor.access.roles import TABLE, Need
from auditor.http.access import needs
from auditor.http.answer_structs import component_of, page_struct
from auditor.http.problem_answers import HttpProblem, bad_json
from auditor.http.request_bodies import body_of_request, must_not_be_encoded

LARGEST_JSON = 1 << 18  # bytes; 10,000 sessions of an audit have 200,000 at most
JSON_TYPE = "application/json"
BINARY = {"type": "string", "format": "binary"}  # the schema of bytes
KEY_SCHEME = "key"  # of the description: how a request brings its key
PAGE_HEADERS = {
    "X-Pagination": {"description": "the page's place in its list, as JSON", "schema": {"type": "string"}},
    "Link": {"description": "RFC 8288: first, prev, next, last", "schema": {"type": "string"}},
}


class _Parser(FlaskParser):
    """Parser of standard JSON with the media type of JSON."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "query": ma.RAISE}  # noqa: RUF012 - as webargs declares it

    def _raw_load_json(self, req: Request) -> Any:
        if not req.is_json:
            found = f"Content-Type {req.mimetype!r}" if req.mimetype else "no Content-Type"
            raise HttpProblem(
                415,
                "unsupported-media-type",
                f"The request has {found}; this address takes {JSON_TYPE}. Send it with the header "
                f"'Content-Type: {JSON_TYPE}'.",
                headers={"Accept": JSON_TYPE},
            )
        must_not_be_encoded(req, "JSON")
        req.max_content_length = LARGEST_JSON
        body = body_of_request(req)
        try:
            return json.loads(body.decode(), object_pairs_hook=_once, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise bad_json(error) from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a name twice in an object")
    return made


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


class Blueprint(SmorestBlueprint):
    """A part of the API."""

    ARGUMENTS_PARSER = _Parser()

    def route(self, rule: str, *, access: Need, **options: Any) -> Callable[[Any], Any]:
        """Add a view at an address. access: a resource and an action of `auditor.access.roles`."""
        add = super().route(rule, **options)

        def decorate(view: Any) -> Any:
            roles = list(TABLE[access].roles)
            view = self.doc(security=[{KEY_SCHEME: []}], **{"x-access": ".".join(access), "x-roles": roles})(
                view
            )
            return add(needs(*access)(self.problems(400, 401)(view)))

        return decorate

    def response(self, status_code: Any, schema: Any = None, **options: Any) -> Callable[[Any], Any]:
        """Document an answer. schema: a struct, the name of a component, or JSON Schema."""
        made: Callable[[Any], Any] = super().response(status_code, _documented(schema), **options)
        return made

    def alt_response(self, status_code: Any, response: Any = None, **options: Any) -> Callable[[Any], Any]:
        """Document another answer as `response` does, or an error by its name."""
        schema = _documented(options.pop("schema", None))
        made: Callable[[Any], Any] = super().alt_response(status_code, response, schema=schema, **options)
        return made

    def page(self, name: str, **items: Any) -> Callable[[Any], Any]:
        """Document a page of a list. name: of its component; items: the list's member with its type, then members of the list
        as a whole with theirs.
        """
        (member, item), *beside = items.items()
        return self.response(200, page_struct(name, member, item, dict(beside)), headers=PAGE_HEADERS)

    def files(self, *media_types: str) -> Callable[[Any], Any]:
        """Document that a view answers with a file of one of some media types."""

        def decorate(view: Any) -> Any:
            for each in media_types:
                view = self.response(200, BINARY, content_type=each)(view)
            return view

        return decorate

    def problems(self, *statuses: int) -> Callable[[Any], Any]:
        """Document the problems that a view answers with."""

        def decorate(view: Any) -> Any:
            for status in statuses:
                view = self.alt_response(status, HTTPStatus(status).name)(view)
            return view

        return decorate

    @staticmethod
    def _prepare_response_doc(
        doc: dict[str, Any], doc_info: dict[str, Any], **options: Any
    ) -> dict[str, Any]:
        responses = doc_info.get("response", {}).get("responses", {})
        for status, documented in responses.items():
            responses[status] = _one_of_each_type(documented)
        described: dict[str, Any] = SmorestBlueprint._prepare_response_doc(doc, doc_info, **options)
        return described


def _documented(schema: Any) -> Any:
    return component_of(schema) if isinstance(schema, type) and issubclass(schema, Struct) else schema


def _one_of_each_type(documented: list[Any]) -> list[Any]:
    """Responses of one status by media type: flask-smorest keeps the schema of the last alone.

    documented: the first one last, as decorators are applied; a text refers to a whole response.
    """
    of_types: dict[Any, list[dict[str, Any]]] = {}
    for each in documented:
        if isinstance(each, Mapping):
            of_types.setdefault(each["content_type"], []).append(dict(each))
    merged = [_merged(each) for each in of_types.values()]
    return [*(each for each in documented if not isinstance(each, Mapping)), *merged]


def _merged(responses: list[dict[str, Any]]) -> dict[str, Any]:
    given = [each["schema"] for each in reversed(responses) if each.get("schema") is not None]
    schemas = list({str(each): each for each in given}.values())
    words = "; or: ".join(dict.fromkeys(each["description"] for each in reversed(responses)))
    made = {**responses[-1], "description": words}
    return {**made, "schema": {"oneOf": schemas}} if len(schemas) > 1 else made


def answer(
    value: Any, status: int = 200, headers: Mapping[str, str] | None = None, media_type: str = JSON_TYPE
) -> Response:
    """A value as a JSON answer: each is encoded here."""
    return Response(msgspec.json.encode(value), status, dict(headers or {}), content_type=media_type)
