"""Pages of corrections: what a log changed, and the incidents that stay open."""

import pytest

from auditor.store.rows import Selection
from tests.http.earlier import on_record
from tests.http.kit import NDJSON, hand_line, log
from tests.http.test_uploads import sha256
from tests.http.web.kit import (
    DANA,
    MARA,
    WRONG,
    given_factor,
    last_record,
    signed_in,
    with_rooms_of_two_authorities,
    words,
)

FIRST = log(hand_line(1), hand_line(2, WRONG))
SECOND = log(
    hand_line(1),
    hand_line(2),
    supersedes={"sha256": sha256(FIRST), "reason": "hand 2 keyed wrong", "by": "s-104"},
)


def with_correction(client) -> None:
    """Session 1 of WA-0417 with a wrong hand 2 and audit 1 of it; session 2 corrects it, and audit 2 is of that."""
    with_rooms_of_two_authorities(client)
    for number, body in enumerate((FIRST, SECOND), 1):
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
    assert "Hand 2 line 3 seat 2: net $2.00 → $1.00 seat 4: net −$8.00 → −$7.00" in page
    assert "Misallocated $1.00 nothing" in page
    assert "2 incidents → 1: 1 gone and 1 in both logs." in page
    assert "Nobody had audited" not in page


def test_the_audit_and_the_session_lead_to_it(dana):
    audit = dana.get("/audits/2")
    assert 'href="/audits/2/corrections/2' in audit.text
    assert "Corrections" in words(audit)
    assert 'id="corrections"' not in dana.get("/audits/1").text
    assert 'href="/audits/2/corrections/2' in dana.get("/sessions/2").text


def test_the_results_of_both_logs_stand_side_by_side_on_the_page_of_the_session(dana):
    page = dana.get("/sessions/2")
    said = words(page)
    assert "Reason: hand 2 keyed wrong (s-104)" in said
    assert "Incidents 2 1 Misallocated $1.00 nothing" in said
    assert "2 incidents → 1: 1 gone and 1 in both logs." in said
    assert "What it changed 2 Hand 2 seat 2: net $2.00 → $1.00 seat 4: net −$8.00 → −$7.00" in said
    assert "Incidents that only the corrected log has 1 They stay as they are" in said
    assert "major Hand 2, seats 2 and 4" in said
    left = said[said.rindex("Answer due") :]
    assert "critical Hand 2: cards of an earlier hand" in left
    assert "Hand 2, seats 2 and 4" not in left
    assert 'id="correction"' not in dana.get("/sessions/1").text


def test_a_correction_that_is_not_audited_yet_says_so_beside_the_result_of_the_first_log(correction, client):
    third = {"sha256": sha256(SECOND), "reason": "and hand 1", "by": "s-104"}
    later = log(hand_line(1, WRONG), hand_line(2), supersedes=third)
    assert client.post("/v1/sessions", data=later, content_type=NDJSON).status_code == 201
    said = words(signed_in(correction, DANA).get("/sessions/3"))
    assert "Incidents 1 not audited yet" in said
    assert "The correction is not audited yet. Its result is shown here once it is." in said
    assert "What it changed 2 Hand 1 seat 2: net $1.00 → $2.00 seat 4: net −$7.00 → −$8.00" in said
    assert "only the corrected log has" not in said  # which it has is not known yet
    assert " gone." not in said


def test_the_page_waits_for_the_audit_of_the_correction_and_is_then_opened_as_a_whole(
    correction, client, service
):
    third = {"sha256": sha256(SECOND), "reason": "and hand 1", "by": "s-104"}
    later = log(hand_line(1, WRONG), hand_line(2), supersedes=third)
    assert client.post("/v1/sessions", data=later, content_type=NDJSON).status_code == 201
    dana = signed_in(correction, DANA)
    assert 'hx-select="#correction"' in dana.get("/sessions/3").text
    asked = {"HX-Request": "true"}
    waiting = dana.client.get("/sessions/3", headers=asked)
    assert (waiting.status_code, 'id="correction"' in waiting.text) == (200, True)
    asked_for = service.auditing.ask(Selection(ids=(3,)), {"sessions": [3]}, None)
    assert asked_for.audit.state == "finished"
    done = dana.client.get("/sessions/3", headers=asked)
    assert (done.status_code, done.headers["HX-Redirect"]) == (204, "/sessions/3")
    assert "hx-get" not in dana.get("/sessions/3").text


def test_a_correction_that_cannot_be_audited_says_why(correction, client):
    named = {"sha256": sha256(SECOND), "reason": "the ruleset", "by": "s-104"}
    later = log(hand_line(1), hand_line(2), supersedes=named, ruleset="wsgc-ful")
    on_record(client, later)
    said = words(signed_in(correction, DANA).get("/sessions/3"))
    assert "The correction is not audited: it names a ruleset that is not in the library: wsgc-ful" in said
    assert "Session ruleset wsgc-base → wsgc-ful" in said


def test_a_correction_that_repairs_nothing_says_so(correction, client):
    """Hand 1 gets the time of its end, and the incident of hand 2 stays."""
    first = log(hand_line(1), hand_line(2, WRONG), session="S-9")
    named = {"sha256": sha256(first), "reason": "time of hand 1", "by": "s-104"}
    ended = {**hand_line(1), "ended_at": "2026-03-14T17:01:40-07:00"}
    for number, body in enumerate(
        (first, log(ended, hand_line(2, WRONG), session="S-9", supersedes=named)), 3
    ):
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"sessions": [number]}).json["state"] == "finished"
    said = words(signed_in(correction, DANA).get("/sessions/4"))
    assert "2 incidents → 2. The correction repairs no incident of the first log." in said
    assert "Hand 1 time of settlement not recorded → 2026-03-14 17:01:40 −07:00" in said
    assert "Incidents that only the corrected log has" not in said


def test_there_is_no_such_page_of_a_log_that_supersedes_none(dana):
    assert "lists those that do" in words(dana.get("/audits/1/corrections/1", 404))


def test_the_page_leads_to_the_incidents_that_stay_open(dana, service):
    [incident] = service.results.correction(service.auditing.get(2), 2).incidents
    page = dana.get("/audits/2/corrections/2")
    assert "They stay open until the authority closes them." in words(page)
    assert f'href="/rooms/WA-0417/incidents/{incident}' in page.text
    assert "It stays open until the authority closes it." in words(
        dana.get(f"/rooms/WA-0417/incidents/{incident}")
    )


def test_the_authority_closes_it_with_a_note(correction, service):
    mara = signed_in(correction, MARA)
    found = service.results.correction(service.auditing.get(2), 2)
    mara.get(f"/rooms/WA-0417/incidents/{found.incidents[0]}")
    assert "A correction of the log removed this incident." in words(mara.page)
    refused = mara.send("/close", 409, note="")
    assert "A correction removed the incident." in words(refused)
    closed = mara.send("/close", note="The video shows it.")
    assert "The video shows it." in words(closed)
    assert last_record(correction, "incident.closed")["factor"] == given_factor(correction)
    assert "It stays open until" not in words(closed)
