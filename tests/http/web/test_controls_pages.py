"""Controls on pages: the list, a revision as a redline, its bounds, its questions, and its effect on hands on record."""

import re

import pytest

from tests.http.filing import (
    AT,
    ONE,
    TERMS,
    TOML,
    approved,
    controls_that_do_not_load,
    file,
    log,
    put_room,
    step,
    surrender,
    surrendered,
    upload,
)
from tests.http.web.kit import DANA, LEE, MARA, Person, signed_in, words
from tests.rules.filed import controls

TWO = "/rooms/WA-0417/controls/wa-0417-thirteen/2"
PDF = b"%PDF-1.4\n%%EOF\n"
CAP = {"max": 500, "currency": "USD", "cite": "WSGC-3b", "text": "A unit is worth five dollars at most."}
MORE = {**CAP, "max": 1000, "text": "A unit is worth ten dollars at most."}
PAST = {**CAP, "max": 2000}


def with_waiting_controls(client):
    put_room(client)
    put_room(client, "WA-0500")
    approved(client, controls(1, "2026-01-01", surrender=surrender(2)))
    client.put(f"{ONE}/document", data=PDF, content_type="application/pdf")
    upload(client, log(surrendered(1, "2026-05-31T20:10:00-07:00", 200)))
    file(client, controls(2, "2027-01-01", surrender=surrender(3), stakes={"unit_cap": MORE}), by="M. Ito")
    client.put(f"{AT}/wa-0417-thirteen/2/document", data=PDF, content_type="application/pdf")
    step(client, "submit", f"{AT}/wa-0417-thirteen/2", by="M. Ito", note="From the new year on.")
    theirs = controls(1, "2026-01-01").replace("wa-0417-thirteen", "wa-0500-thirteen")
    assert client.post("/v1/rooms/WA-0500/controls", data=theirs, content_type=TOML).status_code == 201


FILLED = {"waiting": with_waiting_controls, "rooms": put_room}


@pytest.fixture
def waiting(app):
    """WA-0417 with revision 1 in force, revision 2 submitted and a hand with a surrender; WA-0500 with a draft."""
    return app


def test_the_list_has_every_revision_with_its_state(waiting):
    page = words(Person(waiting).get("/rooms/WA-0417/controls"))
    assert "wa-0417-thirteen 2 submitted Fri 1 January 2027" in page
    assert "wa-0417-thirteen 1 in force Thu 1 January 2026" in page
    assert page.index("Submitted wa-0417-thirteen@2") < page.index("Approved wa-0417-thirteen@1")
    assert "reference letter 1" in page


def test_a_room_without_controls_says_so(rooms):
    assert "This room has filed no controls." in words(Person(rooms).get("/rooms/WA-0417/controls"))


def test_a_revision_is_compared_with_the_one_in_force_in_three_ways(waiting):
    page = Person(waiting).get(TWO)
    read = words(page)
    assert "Compared with wa-0417-thirteen@1, which is in force today." in read
    assert "A unit is worth at most $10.00 instead of $5.00." in read
    assert "A surrender costs 3 units instead of 2." in read
    assert "A unit is worth <del>five</del><ins>ten</ins> dollars at most." in page.text
    assert "stakes.unit_cap.max 500 1000 WSGC-3b" in read
    assert "surrender.amount.units 2 3 WSGC-surrender" in read


def test_the_first_revision_is_compared_with_what_it_extends(waiting):
    read = words(Person(waiting).get("/rooms/WA-0417/controls/wa-0417-thirteen/1"))
    assert "No revision was approved before it. Compared with wsgc-2-4@1, which it extends." in read


def test_bounds_stand_beside_what_is_filed(waiting):
    read = words(Person(waiting).get(TWO))
    assert "stakes.unit_cap.max 1000 1000 wsgc-2-4@1 WSGC-3b" in read
    assert "past the bound" not in read


def test_a_value_past_a_bound_is_marked_and_has_to_be_mended(room):
    file(room, controls(1, "2026-01-01", stakes={"unit_cap": PAST}))
    read = words(Person(room.application).get("/rooms/WA-0417/controls/wa-0417-thirteen/1"))
    assert "stakes.unit_cap.max: 2000 goes past the 1000 that WSGC-3b allows" in read
    assert "2000 past the bound" in read


def test_a_file_that_does_not_load_has_its_problems_and_no_redline(room):
    file(room, controls_that_do_not_load())
    read = words(Person(room.application).get("/rooms/WA-0417/controls/wa-0417-thirteen/1"))
    assert "nonsense: no such section or key" in read
    assert "The file cannot be read as controls, so nothing can be compared." in read
    assert "No hand can be dealt under this file" in read


def test_what_was_filed_is_saved_byte_for_byte(waiting):
    person = Person(waiting)
    document = person.get(f"{TWO}/document")
    assert (document.data, document.mimetype) == (PDF, "application/pdf")
    assert document.headers["Content-Disposition"] == 'attachment; filename="wa-0417-thirteen-2.pdf"'
    assert b'id = "wa-0417-thirteen"' in person.get(f"{TWO}/source.toml").data
    assert "has no document" in words(person.get("/rooms/WA-0500/controls/wa-0500-thirteen/1/document", 404))


def test_questions_are_ranked_by_money_and_kept(waiting):
    person = Person(waiting)
    assert "Work the questions out" in words(person.get(TWO))
    ranked = words(person.get(f"{TWO}/questions"))
    asked = person.client.get("/v1/rulesets/wa-0417-thirteen/2/gaps.json").json
    texts = [each["question"] for each in asked["questions"] if each["kind"] == "reading"]
    places = [ranked.index(" ".join(each.split())) for each in texts]
    assert places == sorted(places)
    assert len(places) > 3
    assert "Work the questions out" not in words(person.get(TWO))


def test_questions_that_come_after_others_are_asked_for_again(waiting, service):
    person, part = Person(waiting), f"{TWO}/questions/part"
    costly = service._costly
    with (
        costly.place_of(None),
        costly.place_of(None),
    ):  # the caller has as many reports made as may be at a time
        later = person.get(part)
        assert "Your other questions are being worked out. These are next." in words(later)
        assert f'hx-get="{part}" hx-trigger="load delay:3s"' in later.text
    made = person.get(part)
    assert "hx-get" not in made.text
    assert re.search(r"\d+ questions\.", words(made))


def test_a_page_that_comes_after_others_asks_again_by_itself(waiting, service):
    person, costly = Person(waiting), service._costly
    with costly.place_of(None), costly.place_of(None):
        person.get(f"{TWO}/questions", 429)
    assert '<meta http-equiv="refresh" content="5">' in person.page.text
    assert "Ask again when one of them is finished. This page asks again by itself. Ask again now" in words(
        person.page
    )
    person.get(f"{TWO}/questions")
    assert 'http-equiv="refresh"' not in person.page.text


@pytest.mark.slow
def test_a_what_if_is_asked_for_on_the_page_and_shows_what_moves(waiting):
    person = Person(waiting)
    assert "This revision has not been tried on the hands on record yet." in words(person.get(TWO))
    read = words(person.send("/effect", first="2026-01-01", last="2026-12-31"))
    assert "Gaming days 2026-01-01 to 2026-12-31 1 session" in read
    assert "Hands compared 1 Settled differently 1 Money that would have moved $1.00" in read
    assert "2026-05 1 1 $1.00" in read
    assert "P1 1 +$1.00" in read
    assert '/sessions/1/hands/1">S-1, 1</a>' in person.page.text
    assert person.get(f"{TWO}/effect/2.pdf", 404)
    assert person.get(f"{TWO}/effect/1.pdf").data.startswith(b"%PDF-")


def test_days_without_hands_are_said_beside_the_form(waiting):
    person = Person(waiting)
    person.get(TWO)
    read = words(person.send("/effect", 422, first="2020-01-01", last="2020-01-31"))
    assert "No session of these days can be tried." in read


def test_a_what_if_that_goes_on_is_looked_at_again(waiting):
    waiting.extensions["auditor"].worker.stop()
    waiting.extensions["auditor"]._wait = 0  # of each view of it that a request has
    person = Person(waiting)
    person.get(TWO)
    page = person.send("/effect", first="2026-01-01", last="2026-12-31")
    assert "It continues if you close this page. 0 of 1 hands" in words(page)
    assert f'hx-get="{TWO}/effect" hx-trigger="every 2s"' in page.text
    # each leads to another address: one that differs by #effect alone would not be loaded again
    assert f'<a href="{TWO}?look=1#effect">Refresh</a>' in page.text
    assert f'<a href="{TWO}?look=2#effect">Refresh</a>' in person.get(f"{TWO}?look=1").text
    part = person.client.get(f"{TWO}/effect").text
    assert "Refresh" in part
    assert "<html" not in part


def test_nobody_sees_the_controls_of_another_room(waiting):
    theirs = "/rooms/WA-0500/controls"
    for who in (DANA, LEE):
        person = signed_in(waiting, who)
        assert "A unit is worth" in words(person.get(TWO))
        for path in (
            "",
            "/wa-0500-thirteen/1",
            "/wa-0500-thirteen/1/source.toml",
            "/wa-0500-thirteen/1/questions",
        ):
            person.get(theirs + path, 404)
        person.get("/rooms/WA-0417/controls/wa-0500-thirteen/1", 404)


@pytest.mark.slow
def test_a_card_room_neither_tries_nor_decides(waiting):
    page = signed_in(waiting, DANA).get(TWO)
    assert "Try it on these days" not in page.text
    assert "Deny" not in page.text
    assert "Deny" in signed_in(waiting, MARA).get(TWO).text


def test_terms_are_those_of_the_authority(waiting):
    assert TERMS["authority"] == MARA[1].authority  # whom the pages above were shown to
