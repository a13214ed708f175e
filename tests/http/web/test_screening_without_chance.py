"""The room's page of screening: facts without a chance, and deals that are equal in part to those of the session before."""

import pytest

from tests.http.evasions import ROOM, evasion, put_room_of_evasions, send_evasions, with_a_card_exchanged
from tests.http.kit import NDJSON
from tests.http.web.kit import MARA, signed_in, words

AT = f"/rooms/{ROOM}/screening"


def with_facts(client):
    """A room with a toke of every seat in one evening, and two evenings of deals that differ in two cards."""
    put_room_of_evasions(client, authority="wsgc")
    send_evasions(client, "tokes", "same-deals-day-1")
    body = with_a_card_exchanged(evasion("same-deals-day-2"))
    assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
    assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"


FILLED = {"facts": with_facts}


@pytest.fixture
def facts(app):
    """The service with both."""
    return app


def test_facts_without_a_chance_have_their_session_and_first_hands(facts):
    page = signed_in(facts, MARA).get(AT)
    assert "Listed without a chance 1 No law of chance is known for these facts." in words(page)
    assert "After 40 of 40 hands every seat gave the same toke, $2.00. SCN014 tokes, table T1" in words(page)
    for address in ("/sessions/1", "/sessions/1/hands/1", "/sessions/1/hands/20"):
        assert f'href="{address}"' in page.text
    assert 'href="/sessions/1/hands/21"' not in page.text


def test_deals_equal_in_part_are_an_alarm_of_the_table_on_the_page_and_on_its_own(facts):
    person = signed_in(facts, MARA)
    said = words(person.get(AT))
    counted = (
        "Among 120 deals of table T1, 40 pairs have most cards in the same seats as in the session before"
    )
    assert "SCN002 deal-repeated-elsewhere: table T1" in said
    assert counted in said
    found = facts.extensions["auditor"].screening.screen(ROOM)
    (table,) = [each for each in found if each.indicator == "SCN002" and each.alarm]
    page = words(person.get(f"{AT}/{table.id}"))
    assert counted in page
    assert page.index("Innocent explanation") < page.index(counted)
    assert "Hands to look at 20" in page
