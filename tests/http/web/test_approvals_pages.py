"""Decisions on controls: what awaits one, and approval or denial with a reference and a second factor."""

import pytest

from auditor.access.keys import NewKey
from tests.http.filing import AT, approved, file, put_room, step, surrender
from tests.http.web.kit import DANA, LEE, MARA, Person, given_factor, last_record, signed_in, words
from tests.http.web.test_people import stale
from tests.rules.filed import controls
from tests.rules.test_pot_controls import text

ONE, TWO = f"{AT}/wa-0417-thirteen/1", f"{AT}/wa-0417-thirteen/2"
PAGE = "/rooms/WA-0417/controls/wa-0417-thirteen/2"
OTHERS = "/v1/rooms/WA-0500/controls"


def _theirs(text):
    return text.replace("wa-0417-thirteen", "wa-0500-thirteen")


def with_two_that_wait(client):
    put_room(client)
    put_room(client, "WA-0500", authority=None)
    approved(client, controls(1, "2026-01-01", surrender=surrender(2)))
    file(client, controls(2, "2027-01-01", surrender=surrender(3), severity={"SCR001": "minor"}))
    client.post(OTHERS, data=_theirs(controls(1, "2026-01-01", fees=None)), content_type="application/toml")
    step(client, "submit", f"{OTHERS}/wa-0500-thirteen/1", by="N. Bell")
    step(client, "submit", TWO, by="M. Ito")


FILLED = {"waiting": with_two_that_wait, "rooms": put_room}


@pytest.fixture
def waiting(app):
    """Submitted: first a revision of WA-0500 that lacks something, then one of WA-0417 that needs an approval by name."""
    return app


def _standing(app):
    return app.extensions["auditor"].store.controls.get("wa-0417-thirteen", 2).standing


@pytest.mark.slow
def test_what_was_submitted_first_is_at_the_top_with_what_it_asks_for(waiting):
    read = words(Person(waiting).get("/approvals"))
    assert "2 sets of controls await a decision" in read
    first, second = (
        read.index("WA-0500"),
        read.index("WA-0417 Thirteen Card Poker at WA-0417 wa-0417-thirteen@2"),
    )
    assert first < second
    assert "2 things to mend first" in read[first:second]
    assert "M. Ito Fri 1 January 2027 2 wa-0417-thirteen@1 approval approval by name of severity" in read


def test_nothing_to_decide_is_said(rooms):
    assert "Nothing awaits a decision." in words(Person(rooms).get("/approvals"))


def test_a_regulator_sees_the_queue_of_the_own_rooms_only(waiting):
    read = words(signed_in(waiting, MARA).get("/approvals"))
    assert "1 set of controls awaits a decision" in read
    assert "WA-0500" not in read


@pytest.mark.slow
def test_controls_are_approved_with_the_letters_reference(waiting):
    mara = signed_in(waiting, MARA)
    mara.get(PAGE)
    page = mara.send(
        "/approve",
        **{"reference": "WSGC 2026-114", "special severity": "WSGC 2026-115", "note": "as\r\nfiled"},
    )
    read = words(page)
    assert "approved, to come" in read
    assert "Mara Ortiz, reference WSGC 2026-114" in read
    assert "approval by name of severity: WSGC 2026-115" in read
    assert "as filed" in read
    assert "Deny" not in page.text
    change = waiting.extensions["auditor"].store.changes.of_room("WA-0417")[-1]
    assert (change.action, change.by, change.reference, change.details["special"]) == (
        "approved", "Mara Ortiz", "WSGC 2026-114", {"severity": "WSGC 2026-115"},
    )  # fmt: skip


def with_a_room_of_no_authority(client):
    put_room(client, "EE-0001", authority="none", time_zone="Europe/Tallinn", licence_class=None, fees="rake")
    made = client.post("/v1/rooms/EE-0001/controls", data=text(), content_type="application/toml")
    assert made.status_code == 201, made.json
    step(client, "submit", "/v1/rooms/EE-0001/controls/room-cash/1", by="Kaja Tamm")


FILLED["unlicensed"] = with_a_room_of_no_authority
HEAD = ("head@example.com", NewKey("regulator", "Head office", authority="none"))


@pytest.fixture
def unlicensed(app):
    """Controls of pot games, submitted by a room that no authority of the library licenses."""
    return app


def test_whoever_decides_for_rooms_of_no_authority_approves_their_controls(unlicensed):
    assert "Nothing awaits a decision." in words(signed_in(unlicensed, MARA).get("/approvals"))
    head = signed_in(unlicensed, HEAD)
    assert "1 set of controls awaits a decision" in words(head.get("/approvals"))
    head.get("/rooms/EE-0001/controls/room-cash/1")
    assert "Head office, reference letter 1" in words(head.send("/approve", reference="letter 1"))
    record = unlicensed.extensions["auditor"].store.controls.get("room-cash", 1)
    assert record.standing == "approved"


def test_a_missing_reference_of_an_approval_by_name_is_asked_for_beside_its_field(waiting):
    mara = signed_in(waiting, MARA)
    mara.get(PAGE)
    page = mara.send("/approve", 422, reference="WSGC 2026-114")
    assert "Give the reference of this approval." in words(page)
    assert 'value="WSGC 2026-114"' in page.text
    assert _standing(waiting) == "submitted"


def test_a_blank_reference_is_refused_beside_its_field(waiting):
    mara = signed_in(waiting, MARA)
    mara.get(PAGE)
    page = mara.send("/approve", 422, **{"reference": " ", "special severity": "x"})
    assert 'aria-describedby="approve-reference-wrong"' in page.text
    assert _standing(waiting) == "submitted"


def test_controls_are_denied_with_a_reason(waiting):
    mara = signed_in(waiting, MARA)
    mara.get(PAGE)
    read = words(mara.send("/deny", reference="WSGC 2026-116", reason="Three units are too many."))
    assert "denied" in read
    assert "Three units are too many." in read
    assert _standing(waiting) == "denied"


def test_a_decision_needs_a_fresh_code(waiting):
    mara = signed_in(waiting, MARA)
    stale(waiting)
    page = mara.get(PAGE)
    assert "Authenticator code" in words(page)
    refused = mara.send("/deny", 422, reference="L", reason="no", code="000000")
    assert "Wrong code, or a code that was used before." in words(refused)
    assert 'aria-describedby="deny-code-wrong"' in refused.text
    assert _standing(waiting) == "submitted"
    mara.get(PAGE)
    mara.send("/deny", reference="L", reason="no", code=mara.recovery)
    assert _standing(waiting) == "denied"
    assert last_record(waiting, "controls.denied")["factor"] == given_factor(waiting, "recovery")


def test_two_who_decide_at_once_are_told(waiting):
    mara, other = signed_in(waiting, MARA), Person(waiting)
    mara.get(PAGE)
    store = waiting.extensions["auditor"]
    record = store.store.controls.get("wa-0417-thirteen", 2)
    store.approval.submit(store.approval.withdraw(record, "M. Ito", None), "M. Ito", None)
    page = mara.send("/approve", 409, **{"reference": "WSGC 2026-114", "special severity": "WSGC 2026-115"})
    assert "Somebody did something about these controls since you opened them." in words(page)
    assert 'value="WSGC 2026-114"' in page.text
    assert _standing(waiting) == "submitted"
    assert other.client.get(PAGE).status_code == 303  # nobody who has not signed in


def test_controls_that_lack_something_can_only_be_denied(waiting):
    page = Person(waiting).get("/rooms/WA-0500/controls/wa-0500-thirteen/1")
    assert "It cannot be approved until the points above are mended." in words(page)
    assert 'name="reason"' in page.text


def test_only_a_regulator_decides(waiting):
    for who in (LEE, DANA):
        person = signed_in(waiting, who)
        assert 'name="reason"' not in person.get(PAGE).text
        token = person.get("/rooms/WA-0417").text.partition('name="form_token" value="')[2][:64]
        answer = person.client.post(
            f"{PAGE}/deny", data={"form_token": token, "reference": "x", "reason": "x"}
        )
        assert answer.status_code == 403
    assert _standing(waiting) == "submitted"
