"""Numbers of requests: each is bounded, and one that is out of bounds is a problem in words."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.http.kit import NDJSON, PROBLEM, log
from tests.services import application

NUMBERS = (2**63, 2**63 - 1, 10**30, -1, 0)
URN = "urn:cardroom-auditor:problem:"
GIVEN = {"room": "WA-0417", "date": "2026-03-14", "ruleset": "wsgc-base", "name": "wsgc-base", "other": "wsgc-2-4",
         "revision": 1, "other_revision": 1, "code": "SCR001", "sha256": "f" * 64, "incident": "f" * 64}  # fmt: skip


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """Everything that a query is about has a first one, so that the query itself is looked at."""
    with application(tmp_path_factory.mktemp("numbers") / "data") as app:
        client = app.test_client()
        client.post("/v1/sessions", data=log(), content_type=NDJSON)
        client.post("/v1/audits", json={"pending": True})
        yield client, client.get("/v1/openapi.json").json


def operations(document) -> Iterator[tuple[str, str, list[dict[str, Any]]]]:
    """(method, path, parameters) of each operation, with those of its path."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                yield method, path, [*item.get("parameters", []), *operation.get("parameters", [])]


def schemas(document, schema) -> Iterator[dict[str, Any]]:
    """A schema and all within it."""
    seen, waiting = set(), [schema]
    while waiting:
        each = waiting.pop()
        if isinstance(each, list):
            waiting += each
        elif isinstance(each, dict):
            name = each.get("$ref")
            if name and name not in seen:
                seen.add(name)
                waiting.append(document["components"]["schemas"][name.rpartition("/")[2]])
            yield each
            waiting += each.values()


def is_integer(schema) -> bool:
    kind = schema.get("type")
    return kind == "integer" or (isinstance(kind, list) and "integer" in kind)


def of_numbers(document) -> Iterator[tuple[str, str, list[dict[str, Any]], dict[str, Any]]]:
    for method, path, parameters in operations(document):
        for each in parameters:
            if is_integer(each.get("schema", {})):
                yield method, path, parameters, each


def test_every_number_of_a_request_has_bounds(filled):
    _, document = filled
    unbounded = [
        f"{method} {path}: {each['name']}"
        for method, path, _, each in of_numbers(document)
        if not {"minimum", "maximum"} <= each["schema"].keys() or each["schema"]["maximum"] >= 2**63
    ]
    for path, item in document["paths"].items():
        for method, operation in item.items():
            body = operation.get("requestBody", {}) if method != "parameters" else {}
            for schema in schemas(document, [each["schema"] for each in body.get("content", {}).values()]):
                if is_integer(schema) and not {"minimum", "maximum"} <= schema.keys():
                    unbounded.append(f"{method} {path}: {schema}")
    assert unbounded == []


@pytest.mark.slow
def test_every_number_of_every_operation_beyond_its_bounds_is_a_problem(filled):
    client, document = filled
    asked, wrong = set(), []
    for method, path, parameters, each in of_numbers(document):
        required = {one["name"]: GIVEN.get(one["name"], 1) for one in parameters if one["in"] == "path"}
        asked_for = {
            one["name"]: GIVEN[one["name"]]
            for one in parameters
            if one["in"] == "query" and one.get("required")
        }
        least, most = each["schema"]["minimum"], each["schema"]["maximum"]
        for number in NUMBERS:
            asked.add((method, path, each["name"]))
            if each["in"] == "path":
                address, query = path.format(**{**required, each["name"]: number}), asked_for
            else:
                address, query = path.format(**required), {**asked_for, each["name"]: number}
            answer = client.open(address, method=method.upper(), query_string=query)
            if each["in"] == "path" and not least <= number <= most:
                expected = (404, PROBLEM, "about:blank", [])
            elif each["in"] == "path":
                expected = None
            elif not least <= number <= most:
                expected = (422, PROBLEM, f"{URN}invalid-request", [each["name"]])
            else:
                expected = None
            body = answer.json if answer.mimetype == PROBLEM else {}
            found = (
                answer.status_code, answer.mimetype, body.get("type"),
                [one.get("parameter") for one in body.get("errors", [])],
            )  # fmt: skip
            blames = each["name"] in found[3] and answer.status_code == 422
            if answer.status_code >= 500 or (found != expected if expected else blames):
                wrong.append(f"{method} {address} {query}: {found} in place of {expected}")
    assert wrong == []
    assert {
        ("get", "/v1/reports", "audit"),
        ("get", "/v1/sessions", "page"),
        ("get", "/v1/audits/{audit}/compare/{other}", "other"),
    } <= asked


@pytest.mark.parametrize(
    ("path", "status", "kind"),
    [
        ("/v1/reports?audit=9223372036854775808", 422, f"{URN}invalid-request"),
        ("/v1/reports?audit=1.5", 422, f"{URN}invalid-request"),
        (f"/v1/reports?audit={'9' * 5000}", 422, f"{URN}invalid-request"),
        (f"/v1/audits/1/findings?hand={'9' * 5000}", 422, f"{URN}invalid-request"),
        ("/v1/night?since=9223372036854775808-9b74c9897bac770ffc029102a200c5de", 400, None),
        (f"/v1/night?since={'9' * 5000}-9b74c9897bac770ffc029102a200c5de", 400, None),
        ("/v1/rulesets/wsgc-base@9223372036854775808", 404, f"{URN}no-such-ruleset"),
        (f"/v1/rulesets/wsgc-base@{'9' * 5000}", 404, f"{URN}no-such-ruleset"),
        (f"/v1/register/tile/0/{'x999/' * 10}999", 404, f"{URN}no-such-tile"),
        (f"/v1/register/tile/0/{'x999/' * 1000}999", 404, f"{URN}no-such-tile"),
        (f"/v1/register/tile/entries/{'x999/' * 10}999.p/255", 404, f"{URN}no-such-tile"),
        ("/v1/audits/1/report.pdf?exhibits=9999999", 422, f"{URN}invalid-request"),
    ],
)
def test_a_number_within_a_text_is_bounded_too(filled, path, status, kind):
    client, _ = filled
    answer = client.get(path)
    assert (answer.status_code, answer.mimetype) == (status, PROBLEM), answer.text
    assert kind in (None, answer.json["type"])
