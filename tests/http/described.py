"""Answers as the OpenAPI document describes them: each status, media type and body, beside those of its operation."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from typing import Any

import jsonschema
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

OFTEN = (
    3  # times in a process that answers of a kind are looked at: their schemas take longer than most requests
)
LARGEST = 200_000  # bytes of a body that is looked at
_NO_BODY = (304,)  # of every operation that reads: HTTP itself says what it is


class Described:
    """The document of an application. Addresses without operations, such as pages, are not described."""

    def __init__(self, app: Flask) -> None:
        self._rules = app.url_map.bind("localhost")
        spec = app.extensions["flask-smorest"]["apis"][""]["ext_obj"].spec
        self.document = json.loads(app.json.dumps(spec.to_dict()))
        self._validators: dict[str, jsonschema.Draft202012Validator] = {}
        self.seen: Counter[tuple[str, int, str]] = (
            Counter()
        )  # (operation, status, type of problem) of answers

    def operation(self, path: str, method: str) -> tuple[str, dict[str, Any]] | None:
        """The path of the document, and the operation, of a request; None: there is none."""
        try:
            rule, _ = self._rules.match(path, "GET" if method == "HEAD" else method, return_rule=True)
        except HTTPException:
            return None
        described = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        verb = "get" if method == "HEAD" else method.lower()
        found = self.document["paths"].get(described, {}).get(verb)
        return (f"{verb.upper()} {described}", found) if found else None

    def must_describe(self, answer: TestResponse) -> None:
        """Fail where an answer differs from what the document says; of a kind of answers, the first ones are looked at."""
        found = self.operation(answer.request.path, answer.request.method)
        if found is None or answer.status_code in _NO_BODY:
            return
        is_problem = answer.mimetype == "application/problem+json" and answer.request.method != "HEAD"
        kind = answer.json.get("type", "") if is_problem else ""
        seen = (found[0], answer.status_code, kind)
        self.seen[seen] += 1
        if self.seen[seen] <= OFTEN:
            wrong = faults(self, found[0], found[1], answer)
            assert not wrong, "\n".join(wrong)

    def wrong(self, schema: dict[str, Any], body: Any) -> list[str]:
        """What of a body does not meet a schema of the document."""
        key = json.dumps(schema, sort_keys=True)
        if key not in self._validators:
            whole = {**schema, "components": self.document["components"]}
            self._validators[key] = jsonschema.Draft202012Validator(whole)
        return [f"{each.json_path}: {each.message[:300]}" for each in self._validators[key].iter_errors(body)]


def faults(described: Described, named: str, operation: dict[str, Any], answer: TestResponse) -> list[str]:
    """How an answer differs from what the document says of an operation, in words."""
    responses, status = operation["responses"], f"{answer.status_code}"
    where = f"{named} {status}"
    if status not in responses and answer.status_code < 400:
        return [f"{where}: the document has {', '.join(sorted(responses))}"]
    response = responses[status if status in responses else "default"]
    if "$ref" in response:
        response = described.document["components"]["responses"][response["$ref"].rpartition("/")[2]]
    content = response.get("content", {})
    if answer.mimetype not in content:
        return [f"{where}: {answer.mimetype}; the document has {', '.join(content) or 'no body'}"]
    is_json = "json" in answer.mimetype and content[answer.mimetype]["schema"].get("format") != "binary"
    if answer.request.method == "HEAD" or not is_json or len(answer.get_data()) > LARGEST:
        return []
    return [f"{where}: {each}" for each in described.wrong(content[answer.mimetype]["schema"], answer.json)]


@cache
def described(app: Flask) -> Described:
    """The document of an application, made once."""
    return Described(app)


class DescribedClient(FlaskClient):
    """A client that looks at each answer before the test does."""

    def open(self, *args: Any, **options: Any) -> TestResponse:
        """Send a request."""
        answer = super().open(*args, **options)
        described(self.application).must_describe(answer)
        return answer
