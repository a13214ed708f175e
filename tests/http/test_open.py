"""A service without keys says so: in its health, in each audit that it makes, and on every document of such an audit."""

import io

import pytest
from flask import Flask
from pypdf import PdfReader

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.http.context import OPEN
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log

SAYS = "OPEN SERVICE. Made by a service that runs without keys"
DAY = "/v1/rooms/WA-0417/days/2026-03-14"


@pytest.fixture
def closed(app: Flask):
    """A service whose first audits and gaming day were made without keys, and a client with a key for what comes later."""
    client = app.test_client()
    put_room(client)
    client.post("/v1/sessions", data=log(hand_line(1, (100, 300, 300, -700))), content_type=NDJSON)
    for more in ({}, {"ruleset": "wsgc-2-4", "what_if": True}):
        assert client.post("/v1/audits", json={"sessions": [1], **more}).json["open"] is True
    assert client.put(f"{DAY}/audit").json["open"] is True
    assert client.get("/healthz").json["keys"] is False
    app.config[OPEN] = False
    _, text = keys.make(app.extensions["auditor"].store, NewKey("regulator", "Ortiz", authority="wsgc"))
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {text}"
    assert client.get("/healthz").json["keys"] is True
    return client


def first_page(client, path):
    body = client.get(path).data
    assert client.get(path).data == body
    return PdfReader(io.BytesIO(body)).pages[0].extract_text().replace("\n", " ")


@pytest.mark.slow
def test_each_document_of_an_open_audit_says_so_on_its_first_page(closed):
    for path in ("/v1/audits/1/report.pdf", "/v1/audits/2/what-if.pdf", f"{DAY}/report.pdf"):
        assert first_page(closed, path).count(SAYS) == 1, path


@pytest.mark.slow
def test_an_audit_that_was_requested_with_a_key_names_it_and_says_nothing_else(closed):
    again = closed.post("/v1/audits/1/again", json={"known": "then"}).json
    assert (again["open"], len(again["key"])) == (False, 8)
    assert SAYS not in first_page(closed, f"/v1/audits/{again['id']}/report.pdf")
    compared = f"/v1/audits/1/compare/{again['id']}/report.pdf"
    assert first_page(closed, compared).count(SAYS) == 1
    third = closed.post("/v1/audits/1/again", json={"known": "then"}).json["id"]
    assert SAYS not in first_page(closed, f"/v1/audits/{again['id']}/compare/{third}/report.pdf")


@pytest.mark.slow
def test_a_day_that_was_audited_without_keys_is_audited_again(closed):
    made = closed.put(f"{DAY}/audit")
    assert (made.status_code, made.json["open"]) == (201, False)
    assert closed.put(f"{DAY}/audit").status_code == 200
    assert SAYS not in first_page(closed, f"{DAY}/report.pdf")
    versions = [each["id"] for each in closed.get(DAY).json["audits"]]
    assert versions == [made.json["id"], 3]
