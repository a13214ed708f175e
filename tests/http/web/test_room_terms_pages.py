"""Proposed terms of rooms as pages: what would change, and the decision with a reference and a second factor."""

import pytest

from tests.http.filing import put_room
from tests.http.web.kit import DANA, MARA, Person, given_factor, last_record, signed_in, words
from tests.http.web.test_people import stale

PAGE = "/rooms/WA-0417/terms"


def with_proposals(client):
    put_room(client)
    put_room(client, "WA-0500", authority=None)
    put_room(client, tables=9, by="Ops")
    put_room(client, licence_class="E", fees="time", by="Ops", **{"from": "2027-01-01"})


FILLED = {"proposed": with_proposals, "rooms": put_room}


@pytest.fixture
def proposed(app):
    """Two proposals for WA-0417: nine tables, and from 2027 on another class and other fees."""
    return app


def _terms(app):
    return [
        (each["from"], each["tables"]) for each in app.extensions["auditor"].store.rooms.get("WA-0417").terms
    ]


def test_a_proposal_is_shown_beside_what_is_in_force(proposed):
    read = words(Person(proposed).get(PAGE))
    first, second = (
        read.index("Proposal 1, from the beginning"),
        read.index("Proposal 2, from Fri 1 January 2027"),
    )
    assert "Term In force Proposed Licensed tables 5 9" in read[first:second]
    assert "Licence class F E Fees hand fee time charge" in read[second:]
    assert "Ops" in read[first:second]


def test_the_page_of_the_room_and_the_approvals_lead_to_it(proposed):
    everybody = Person(proposed)
    page = everybody.get("/rooms/WA-0417")
    assert "2 proposals of other terms await a decision" in words(page)
    assert f'href="{PAGE}' in page.text
    page = everybody.get("/approvals")
    read = words(page)
    assert "Proposed terms of rooms" in read
    assert "WA-0417 Proposal 2" in read
    assert "Nothing awaits a decision." not in read
    assert "#proposal-2" in page.text


def test_without_proposals_the_terms_on_record_are_shown(rooms):
    read = words(Person(rooms).get(PAGE))
    assert "Terms on record from the beginning Licence class F Licensed tables 5" in read
    assert "Proposal" not in read


def test_a_regulator_approves_with_the_letters_reference(proposed):
    mara = signed_in(proposed, MARA)
    mara.get(PAGE)
    read = words(mara.send("/terms/1/approve", reference="WSGC 2026-118", note="nine tables"))
    assert "Proposal 1, from the beginning: approved by the authority" in read
    for kind in ("room.terms", "terms.approved"):
        assert last_record(proposed, kind)["factor"] == given_factor(proposed)
    assert "Mara Ortiz, reference WSGC 2026-118: nine tables" in read
    assert _terms(proposed) == [(None, 9)]
    assert "Proposal 2, from Fri 1 January 2027" in read


def test_a_regulator_refuses_with_a_reason(proposed):
    mara = signed_in(proposed, MARA)
    mara.get(PAGE)
    mara.send("/terms/2/refuse", 422, reference="L-2", reason=" ")
    assert "Nothing was recorded." in words(mara.page)
    assert 'value="L-2"' in mara.page.text
    read = words(mara.send("/terms/2/refuse", reference="L-2", reason="the licence is for class F"))
    assert "Proposal 2, from Fri 1 January 2027: refused by the authority" in read
    assert "reference L-2: the licence is for class F" in read
    assert _terms(proposed) == [(None, 5)]


def test_what_was_decided_meanwhile_is_not_decided_again(proposed):
    mara = signed_in(proposed, MARA)
    mara.get(PAGE)
    store = proposed.extensions["auditor"].room_terms
    store.refuse(store.get("WA-0417", 1), "Agent 7", "L-7", "no")
    read = words(mara.send("/terms/1/approve", 409, reference="L-1"))
    assert "Proposal 1 of terms of room WA-0417 was refused at" in read
    assert _terms(proposed) == [(None, 5)]


def test_a_decision_needs_a_fresh_code(proposed):
    mara = signed_in(proposed, MARA)
    stale(proposed)
    page = mara.get(PAGE)
    assert "Authenticator code" in words(page)
    refused = mara.send("/terms/1/approve", 422, reference="L-1", code="000000")
    assert "Wrong code, or a code that was used before." in words(refused)
    assert 'aria-describedby="approve-1-code-wrong"' in refused.text
    assert _terms(proposed) == [(None, 5)]


def test_who_does_not_decide_sees_the_proposals_and_no_form(proposed):
    dana = signed_in(proposed, DANA)
    page = dana.get(PAGE)
    assert "Proposal 1, from the beginning" in words(page)
    assert "/terms/1/approve" not in page.text
    dana.get("/rooms/WA-0500/terms", 404)
