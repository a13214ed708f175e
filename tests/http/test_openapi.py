"""The OpenAPI document as programs read it: patterns, names, who serves it; and clients that generators make of it."""

import re

import pytest

from auditor.http.patterns_api import ecma_pattern
from rules.version import VERSION
from tests.http.openapi import FORMATS, generated_names, patterns

# ------------------------------------------------------------------------------------------------- patterns

MEANS = {
    r"^(all|[0-9]{1,6})\Z": "^(all|[0-9]{1,6})$",
    r"[0-9a-f]{64}\Z": "^(?:[0-9a-f]{64}$)",
    r"\A[A-Z]{3}\Z": "^[A-Z]{3}$",
    r"a|b\Z": "^(?:a|b$)",
    r"^a\Z|b\Z": "^(?:^a$|b$)",
    r"^(a|b)+?\Z": "^(a|b)+?$",
    r"^(?:a|b){2,}\Z": "^(?:a|b){2,}$",
    r"^(?P<year>[0-9]{4})-[\]\-^]*\Z": None,  # ^ within a class is escaped, or it is no pattern for here
    r"^(?P<year>[0-9]{4})-[0-9]{2}\Z": "^(?<year>[0-9]{4})-[0-9]{2}$",
    r"^\$\{x\}\Z": r"^\$\{x\}$",
}
OTHERWISE = (
    r"^a$", r"^\d+\Z", r"^\w\Z", r"^\s\Z", r"\bx\Z", r"^.\Z", r"^(?i)a\Z", r"(?i:a)\Z", r"^a*+\Z", r"^a{2}+\Z", r"^(?>a)\Z",
    r"^(?=a)\Z", r"^(?<!a)b\Z", r"^(?P<a>x)(?P=a)\Z", r"^(x)\1\Z", r"^\x41\Z", r"^\u0041\Z", r"^a(?#b)\Z", r"^[\d]\Z", r"^\-\Z",
    r"^(x)?(?(1)a|b)\Z",
)  # fmt: skip


@pytest.mark.parametrize(("python", "written"), MEANS.items())
def test_a_pattern_of_python_is_written_as_json_schema_has_it(python, written):
    if written is None:
        with pytest.raises(ValueError, match="JSON Schema reads otherwise"):
            ecma_pattern(re.compile(python))
    else:
        assert ecma_pattern(re.compile(python)) == written


@pytest.mark.parametrize("python", OTHERWISE)
def test_a_pattern_that_json_schema_reads_otherwise_is_refused(python):
    try:
        compiled = re.compile(python)
    except re.error:  # this Python does not have it
        return
    with pytest.raises(ValueError, match="JSON Schema"):
        ecma_pattern(compiled)


@pytest.mark.parametrize("flag", [re.IGNORECASE, re.DOTALL, re.ASCII, re.VERBOSE, re.MULTILINE])
def test_flags_are_refused(flag):
    with pytest.raises(ValueError, match="has flags, which JSON Schema has not"):
        ecma_pattern(re.compile("^a\\Z", flag))


_PYTHONS_OWN = re.compile(r"\\[AZabBdDsSwW]|\(\?(?!:|<[A-Za-z]|[=!]|<[=!])|[*+?}]\+")


def test_no_pattern_of_the_document_is_pythons_own(client):
    found = patterns(client.get("/v1/openapi.json").json)
    assert found["#/components/schemas/TotalsRequest/properties/currency"] == "^[A-Z]{3}$"
    assert "^(all|[0-9]{1,6})$" in found.values()
    assert "^(?:[0-9a-f]{64}$)" in found.values()
    assert {path: each for path, each in found.items() if _PYTHONS_OWN.search(each)} == {}
    assert {path: each for path, each in found.items() if not re.match(r"\^.*\$\)?\Z", each)} == {}


@pytest.mark.parametrize("path", FORMATS)
def test_no_pattern_of_a_format_is_pythons_own(client, path):
    """They have classes such as \\d, which JavaScript has too: there of ASCII alone."""
    found = patterns(client.get(path).json)
    assert found
    assert {
        where: each for where, each in found.items() if _PYTHONS_OWN.search(each.replace("\\d", ""))
    } == {}


# ------------------------------------------------------------------------------------------ names, licence, servers


def test_no_object_within_a_component_is_called_as_a_component_by_generators(client):
    components = client.get("/v1/openapi.json").json["components"]["schemas"]
    made = generated_names(components)
    assert made["AuditAsSent"] == "Audit.request"
    assert {name: where for name, where in made.items() if name in components} == {}
    assert {"AuditRequest", "EventFacts", "LogFacts"} <= components.keys()


def test_a_name_that_generators_would_give_twice_is_found():
    inside = {"type": "object", "additionalProperties": {}}
    lists = {"type": "array", "items": inside}
    either = {"anyOf": [{"type": "null"}, inside]}
    components = {"Audit": {"properties": {"request": inside, "failed_checks": lists, "event": either}}}
    assert generated_names(components) == {
        "AuditRequest": "Audit.request",
        "AuditFailedChecksItem": "Audit.failed_checks",
        "AuditEventType1": "Audit.event",
    }


def test_no_component_has_the_title_of_another_name(client):
    """Some generators take the title for the name."""
    components = client.get("/v1/openapi.json").json["components"]["schemas"]
    assert {name: each["title"] for name, each in components.items() if each.get("title", name) != name} == {}


def test_no_two_components_have_names_that_differ_in_capitals_alone(client):
    names = [each.lower() for each in client.get("/v1/openapi.json").json["components"]["schemas"]]
    assert sorted(names) == sorted(set(names))


def test_what_is_recorded_of_a_file_refers_to_its_component(client):
    schemas = client.get("/v1/openapi.json").json["components"]["schemas"]
    found = {
        name: schemas[name]["properties"]["facts"]["$ref"]
        for name in ("Session", "Upload", "DryRun", "Event")
    }
    of_log, of_event = "#/components/schemas/LogFacts", "#/components/schemas/EventFacts"
    assert found == {"Session": of_log, "Upload": of_log, "DryRun": of_log, "Event": of_event}


def test_the_document_has_its_licence_and_who_serves_it(client):
    document = client.get("/v1/openapi.json").json
    assert document["info"]["license"] == {"name": "Apache License 2.0", "identifier": "Apache-2.0"}
    assert document["info"]["version"] == VERSION
    assert document["servers"] == [{"url": "/", "description": "the service that this document comes from"}]


def test_bytes_are_bytes_whatever_their_media_type(client):
    """A generator takes the first media type of an upload: text would keep it from sending gzip."""
    document = client.get("/v1/openapi.json").json
    for path in ("/v1/sessions", "/v1/tournaments", "/v1/ledgers"):
        content = dict(document["paths"][path]["post"]["requestBody"]["content"])
        assert content.pop("multipart/form-data")["schema"]["properties"]["log"]["format"] == "binary"
        assert set(content) == {
            "application/x-ndjson",
            "application/gzip",
            "application/octet-stream",
            "text/plain",
        }
        assert [each["schema"] for each in content.values()] == [{"type": "string", "format": "binary"}] * 4


# ---------------------------------------------------------------------------------- several answers of one status

BOTH = {
    ("/v1/sessions", "post"): ["Upload", "DryRun"],
    ("/v1/audits", "post"): ["NothingToAudit", "Audit"],
    ("/v1/tournaments", "post"): ["Event", "EventDryRun"],
    ("/v1/ledgers", "post"): ["Event", "EventDryRun"],
}


def test_where_a_status_has_two_answers_the_document_has_both(client):
    document = client.get("/v1/openapi.json").json
    found = {}
    for path, item in document["paths"].items():
        for method, operation in item.items():
            content = (
                operation.get("responses", {}).get("200", {}).get("content", {})
                if method != "parameters"
                else {}
            )
            several = content.get("application/json", {}).get("schema", {}).get("oneOf", [])
            if several:
                found[path, method] = [each["$ref"].rpartition("/")[2] for each in several]
    assert found == BOTH
    words = document["paths"]["/v1/audits"]["post"]["responses"]["200"]["description"]
    assert words.startswith(
        "Nothing to audit: no audit was made; or: The audit that this Idempotency-Key gave before"
    )


def test_a_file_has_each_media_type_that_it_can_be_of(client):
    paths = client.get("/v1/openapi.json").json["paths"]
    files = {
        "/v1/sessions/{session}/log": {"application/x-ndjson", "application/gzip"},
        "/v1/tournaments/{event}/file": {"application/x-ndjson", "application/gzip"},
        "/v1/rooms/{room}/controls/{ruleset}/{revision}/document": {
            "application/pdf", "application/msword", "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        },
        "/v1/originals/{original}/file": {
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/csv", "application/zip", "text/plain",
            "application/toml", "application/json", "application/xml", "application/octet-stream",
        },
        "/v1/rooms/{room}/incidents/{incident}/files/{sha256}": {
            "application/pdf", "image/jpeg", "image/png", "video/mp4", "text/csv", "text/plain", "application/octet-stream",
        },
    }  # fmt: skip
    assert {path: set(paths[path]["get"]["responses"]["200"]["content"]) for path in files} == files
