"""The redacted edition as the service makes it: with its own key, from what is stored, the same at any time."""

import json
from io import BytesIO

import pytest
from pypdf import PdfReader

from auditor.http.context import EXTENSION
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.pdf import text_of
from tests.reports.named import WORD, everything
from tests.services import application

STAFF = {"dealer": f"{WORD}dealer", "supervisor": f"{WORD}floor"}


def filled(app):
    client = app.test_client()
    put_room(client)
    body = log(
        hand_line(1, (100, 200, 300, -600), WORD),
        hand_line(2, players=WORD),
        session=f"{WORD}-S1",
        staff=STAFF,
        recorded_by=f"{WORD}r",
    )
    assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
    return client.post("/v1/audits", json={"sessions": [1]}).json


def edition(app, *, redacted=True):
    service = app.extensions[EXTENSION]
    out = BytesIO()
    service.results.write_report(service.auditing.finished(1), out, redacted=redacted)
    return out.getvalue()


@pytest.mark.slow
def test_the_service_makes_an_edition_that_names_nobody_and_is_the_same_at_any_time(tmp_path):
    data = tmp_path / "data"
    with application(data) as app:
        filled(app)
        first, full = edition(app), edition(app, redacted=False)
        assert WORD in everything(full)
        assert WORD not in everything(first).lower()
        put_room(app.test_client(), "WA-0500")
    with application(data) as app:
        assert edition(app) == first


@pytest.mark.slow
def test_it_carries_the_redacted_audit_and_names_the_entry_but_no_digest_of_the_full_one(tmp_path):
    with application(tmp_path / "data") as app:
        audit = filled(app)
        data, full = edition(app), PdfReader(BytesIO(edition(app, redacted=False)))
        sha256 = app.test_client().get("/v1/sessions/1").json["sha256"]
    files = PdfReader(BytesIO(data)).attachments
    assert list(files) == ["audit-1-redacted.json"]
    found = json.loads(files["audit-1-redacted.json"][0])
    assert found["log"]["dealer"] == "withheld"
    assert found["money"][0]["misallocated"] == found["money_misallocated"] == 200
    (entry,) = full.attachments["audit-1-entry.json"]
    text = "".join(text_of(data).split())
    assert "Entry4,entered" in text
    assert audit["state"] == "finished"
    stated = json.loads(entry)
    for digest in (sha256, stated["result_sha256"], stated["root"], stated["summary_sha256"]):
        assert digest not in everything(data)


@pytest.mark.slow
def test_without_its_key_a_service_makes_another_and_other_ids(tmp_path):
    data = tmp_path / "data"
    with application(data) as app:
        filled(app)
        first = edition(app)
        (data / "redaction.key").unlink()
        assert edition(app) != first
