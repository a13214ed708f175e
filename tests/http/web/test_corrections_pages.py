"""Pages of corrections: what a log changed, and the incidents that stay open."""

import pytest

from tests.http.kit import NDJSON, hand_line, log
from tests.http.test_uploads import sha256
from tests.http.web.kit import DANA, MARA, WRONG, signed_in, with_rooms_of_two_authorities, words


def with_correction(client) -> None:
    """Session 1 of WA-0417 with a wrong hand 2 and audit 1 of it; session 2 corrects it, and audit 2 is of that."""
    with_rooms_of_two_authorities(client)
    first = log(hand_line(1), hand_line(2, WRONG))
    named = {"sha256": sha256(first), "reason": "hand 2 keyed wrong", "by": "s-104"}
    for number, body in enumerate((first, log(hand_line(1), hand_line(2), supersedes=named)), 1):
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"sessions": [number]}).json["state"] == "finished"


FILLED = {"correction": with_correction}


@pytest.fixture
def correction(app):
    return app


@pytest.fixture
def dana(correction):
    return signed_in(correction, DANA)


def test_the_page_compares_seats_by_number_with_the_lines_of_both_logs(dana):
    page = words(dana.get("/audits/2/corrections/2"))
    assert "Correction of S-1" in page
    assert "hand 2 keyed wrong" in page
    assert "1 of the room, 1 of the table, 1 of its sender" in page
    assert "Hand 2 2 net 200 100 3 3" in page
    assert "Hand 2 4 net -800 -700 3 3" in page
    assert "misallocated $1.00 nothing" in page
    assert "Nobody had audited" not in page


def test_the_audit_and_the_session_lead_to_it(dana):
    audit = dana.get("/audits/2")
    assert 'href="/audits/2/corrections/2' in audit.text
    assert "Corrections" in words(audit)
    assert 'id="corrections"' not in dana.get("/audits/1").text
    assert "What it changed" in words(dana.get("/sessions/2"))


def test_there_is_no_such_page_of_a_log_that_supersedes_none(dana):
    assert "lists those that do" in words(dana.get("/audits/1/corrections/1", 404))


def test_the_page_leads_to_the_incidents_that_stay_open(dana, service):
    [incident] = service.results.correction(service.auditing.get(2), 2).incidents
    page = dana.get("/audits/2/corrections/2")
    assert "They stay open until the authority closes them for that." in words(page)
    assert f'href="/rooms/WA-0417/incidents/{incident}' in page.text
    assert "It stays open until the authority closes it for that." in words(
        dana.get(f"/rooms/WA-0417/incidents/{incident}")
    )


def test_the_authority_closes_it_with_a_note(correction, service):
    mara = signed_in(correction, MARA)
    found = service.results.correction(service.auditing.get(2), 2)
    mara.get(f"/rooms/WA-0417/incidents/{found.incidents[0]}")
    assert "A correction of the log no longer has this incident." in words(mara.page)
    refused = mara.send("/close", 409, note="")
    assert "A correction removed the incident." in words(refused)
    closed = mara.send("/close", note="The video shows it.")
    assert "The video shows it." in words(closed)
    assert "It stays open until" not in words(closed)
