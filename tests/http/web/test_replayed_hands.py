"""A hand step by step on a page, and the ways from one hand of a log to the next."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from auditor.hand_neighbours import HandNeighbours, neighbours_of
from tests.http.kit import NDJSON, hand_line, log
from tests.http.web.kit import WRONG, with_rooms, words

LOGS = Path(__file__).parents[2] / "golden" / "inputs"
GAPS = (7, 40, 41)  # numbers of a site, in the order of its log


def lines_of(name, session):
    """The events of a golden log, as one of a session."""
    made = [json.loads(line) for line in (LOGS / f"{name}.ndjson").read_text("utf-8").splitlines()]
    made[0] |= {"session": session}
    return made


def with_gaps():
    """An honest log whose hands are numbered by a site; in two of them a dollar is recorded for the wrong player."""
    made = lines_of("wsgc-full-honest", "GAPS")
    for line, number in zip((each for each in made if each["event"] == "chinese_hand"), GAPS, strict=True):
        line["hand"] = number
        line.pop("transfers", None)
        if number in (7, 41):
            line["seats"][0]["net"] += 100
            line["seats"][1]["net"] -= 100
    return made


def filled(client):
    with_rooms(client)
    hands, pot = (
        "".join(f"{json.dumps(line)}\n" for line in made)
        for made in (with_gaps(), lines_of("olympic-cash-holdem", "POT"))
    )
    twice = log(hand_line(1), hand_line(1, WRONG), session="TWICE")
    for number, made in enumerate((hands, pot, twice), 1):
        answer = client.post("/v1/sessions", data=made, content_type=NDJSON)
        assert (answer.status_code, answer.json["id"]) == (201, number)
    assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"


FILLED = {"hands": filled}


@pytest.fixture
def hands(app):
    """Session 1 with hands 7, 40 and 41, of which 7 and 41 are wrong; session 2 of hold'em; session 3 has hand 1 twice."""
    return app.test_client()


def links(client, path):
    """Where the links of a page to other hands lead, by their words."""
    text = client.get(path).text
    (pager,) = re.findall(r'(?s)<p class="pager">(.*?)</p>', text)
    return {said: address for address, said in re.findall(r'href="([^"]*)"[^>]*>([^<]*)</a>', pager)}


def test_the_hand_before_and_after_are_those_of_the_log(hands):
    at = "/sessions/1/hands"
    assert links(hands, f"{at}/40") == {
        "Hand before": f"{at}/7", "Hand after": f"{at}/41", "Previous with an incident: hand 7": f"{at}/7",
        "Next with an incident: hand 41": f"{at}/41",
    }  # fmt: skip
    first = {
        "Hand after": f"{at}/40",
        "Next with an incident: hand 40": f"{at}/40",
    }  # before which numbers are missing
    assert links(hands, f"{at}/7") == first
    assert links(hands, f"{at}/41/replay") == {
        "Hand before": f"{at}/40/replay", "Previous with an incident: hand 40": f"{at}/40/replay",
    }  # fmt: skip
    for number in GAPS:
        for address in links(hands, f"{at}/{number}").values():
            assert hands.get(address).status_code == 200, address


def test_neighbours_of_a_hand():
    numbers = [7, 40, 41, 12]
    assert neighbours_of(41, numbers, {7, 12}) == HandNeighbours(40, 12, 7, 12)
    assert neighbours_of(7, numbers, ()) == HandNeighbours(None, 40, None, None)
    assert neighbours_of(99, numbers, {7}) == HandNeighbours()


def test_a_closed_hand_is_replayed_from_the_rows_to_what_was_due(hands):
    page = hands.get("/sessions/1/hands/7/replay")
    said = words(page)
    assert "Hand 7, step by step" in said
    assert "3 Seat 1 against seat 3 Front: seat 3 wins with the better high card." in said
    assert "Seat 1 owes 4 units, $4.00, to seat 3." in said
    assert re.findall(r'<li class="step" id="step-(\d+)"', page.text) == ["1", "2", "3", "4"]
    last = page.text.partition('id="step-4"')[2]
    assert "Seat 1 is recorded at −$3.00 and was due −$4.00: $1.00 more." in last
    assert '<td class="right">−$3.00</td><td class="right">−$4.00</td><td class="right">+$1.00</td>' in last


def test_a_card_has_its_name_for_who_does_not_see_it(hands):
    page = hands.get("/sessions/2/hands/1/replay").text
    flop = page.partition('id="step-6"')[2].partition('id="step-7"')[0]
    assert "jack of spades (new)," in flop
    assert "queen of hearts (new)" in flop


def test_the_steps_of_a_pot_hand_have_the_board_and_the_pot(hands):
    page = hands.get("/sessions/2/hands/1/replay")
    bet = words(page).partition("12 Turn: seat 1")[2].partition("13 Turn: seat 8")[0]
    assert bet.startswith(" Seat 1 bet €2.00. Board")
    assert "Pot €12.00" in bet
    assert "€2.00 in front €164.00 left" in bet
    parts = re.findall(r'href="#step-(\d+)"[^>]*>([^<]+)</a>', page.text)
    assert parts == [
        ("1", "Deal"), ("2", "Preflop"), ("6", "Flop"), ("11", "Turn"), ("15", "End"), ("16", "Pots"), ("17", "Result")
    ]  # fmt: skip


def test_a_number_that_a_log_has_twice_leads_to_either_hand(hands):
    first = hands.get("/sessions/3/hands/1/replay")
    assert "The log has this number 2 times." in words(first)
    (other,) = re.findall(r'href="(/sessions/3/hands/1/replay\?line=\d+)"', first.text)
    assert "Every seat is recorded as it was due." in words(first)
    assert "Seat 4 is recorded at −$8.00" in words(hands.get(other))


@pytest.mark.parametrize("path", ["/sessions/1/hands/8", "/sessions/1/hands/8/replay"])
def test_a_hand_that_is_not_in_the_log_is_not_found(hands, path):
    answer = hands.get(path)
    assert answer.status_code == 404
    assert "no hand 8" in words(answer)


def test_the_hand_its_incident_and_the_day_lead_to_the_steps(hands):
    assert 'href="/sessions/1/hands/7/replay"' in hands.get("/sessions/1/hands/7").text
    found = hands.get("/v1/rooms/WA-0417/incidents").json["incidents"]
    texts = [hands.get(f"/rooms/WA-0417/incidents/{each['id']}").text for each in found]
    assert any("/sessions/1/hands/7/replay" in text for text in texts)
    day = hands.get("/rooms/WA-0417/days/2026-03-14").text
    assert 'href="/sessions/1/hands/7/replay"' in day
