"""The page of a hand of a pot game: the table, each act with the pot after it, and what was against the rules."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tests.http.kit import NDJSON
from tests.http.web.kit import words
from tests.rules.pot_exhibits import log_of
from tests.rules.pot_logs import pot_hand, pot_log, pot_seat

SESSION = {"event": "session", "format": "cardroom-log/1", "room": "TEST-1", "session": "TEN", "table": "T1",
           "currency": "EUR", "opened_at": "2026-03-14T19:00:00+02:00", "ruleset": "olympic-cash"}  # fmt: skip
NAMES = ["<b>x</b>", *(f"P-{number}" for number in range(2, 11))]
TEN = pot_log(
    SESSION,
    pot_hand(1, *(pot_seat(at, player=name) for at, name in enumerate(NAMES, 1)), dealer=10,
             acts=[{"act": "post", "seat": 1, "kind": "small_blind", "amount": 100}]),
)  # fmt: skip
_AT = "2026-03-14T19:10:00+02:00"
COURSE = pot_log(
    SESSION | {"session": "COURSE"},
    {"event": "terms", "at": _AT, "game": "holdem", "limit": "no_limit", "stakes": {"small_blind": 100},
     "charge": "time", "jackpot": False},
    {"event": "seat", "at": _AT, "player": "ann", "kind": "listed", "waiting": 2},
    {"event": "seat", "at": _AT, "player": "ann", "kind": "seated", "seat": 3},
    {"event": "seat", "at": _AT, "player": "ann", "kind": "left", "seat": 3, "amount": 20_300},
    {"event": "jackpot", "at": _AT, "kind": "close", "level": 1_000_000},
    {"event": "jackpot", "at": _AT, "kind": "hit", "hit": "royal_flush", "hand": 1,
     "payouts": [{"seat": 3, "player": "ann", "amount": 50_000}]},
    {"event": "irregularity", "at": _AT, "kind": "misdeal"},
    pot_hand(1),
)  # fmt: skip
CASES = {
    case: at
    for at, case in enumerate(("POT-BET-03", "POT-RIT-01", "POT-SIDE-03", "POT-MIS-02", "POT-RAKE-18"), 1)
}


def with_pot_games(client):
    for data in (*map(log_of, CASES), TEN, COURSE):
        assert client.post("/v1/sessions", data=data, content_type=NDJSON).status_code == 201


FILLED = {"pots": with_pot_games}


@pytest.fixture
def pots(app):
    """Sessions 1 to 5 of a worked hand each, and session 6 of ten seats."""
    return app


def page_of(app, case, **headers):
    found = app.test_client().get(f"/sessions/{CASES.get(case, 6)}/hands/1", headers=headers)
    assert found.status_code == 200
    return found


def rows(page, table):
    """The rows of a table of the page, as lists of the words of their cells."""
    body = re.search(rf'<table class="{table}( pot)?">(.*?)</table>', page.text, re.S)[2]
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.S)
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.S) for row in found]
    return [
        [" ".join(re.sub(r"<[^>]+>", " ", cell).replace("\u00a0", " ").split()) for cell in row]
        for row in cells
    ]


def test_an_act_against_the_rules_says_so_in_words_with_what_was_due(pots):
    page = page_of(pots, "POT-BET-03")
    (raised,) = [row for row in rows(page, "acts") if "raised to €3.99" in " ".join(row)]
    assert raised == [
        "2",
        "3",
        "raised to €3.99 ▲ Against the rules: a raise comes to €4.00 at least (BET003, OLY-1.17-a)",
        "€3.99",
        "€6.99",
    ]
    assert page.text.count('<tr class="against">') == 1
    assert "1 act was against the rules." in words(page)


def test_acts_are_read_by_street(pots):
    streets = [row[0] for row in rows(page_of(pots, "POT-RIT-01"), "acts") if len(row) == 1]
    assert streets == ["Preflop", "Flop", "Turn", "River", "Turn", "River"]


def test_seats_have_what_they_put_in_and_were_due_beside_what_is_recorded(pots):
    seats = rows(page_of(pots, "POT-RIT-01"), "seats")
    assert seats[0] == ["Seat", "Cards", "Stack", "Put in", "Recorded", "Due", "Difference", "Stack after"]
    second = next(row for row in seats if row[0].startswith("2 "))
    assert second[2:] == ["€205.00", "€205.00", "−€4.00", "−€4.00", "€0.00", "€201.00"]
    assert seats[1][0] == "1 P1 FOLDED"
    assert seats[6][0] == "6 P6 BUTTON"


def test_both_boards_and_the_shares_of_each_run(pots):
    page = page_of(pots, "POT-RIT-01")
    assert "Board of run 2" in words(page)
    assert rows(page, "pots")[1][6] == "seat 2 €201.00 (run 1); seat 6 €200.00 (run 2)"


def test_side_pots_without_acts(pots):
    page = page_of(pots, "POT-SIDE-03")
    assert [row[:4] for row in rows(page, "pots")[1:]] == [
        ["Main pot", "€180.00", "–", "1, 3, 4"],
        ["Side pot 1", "€300.00", "–", "3, 4"],
    ]
    assert "The acts of the hand were not recorded." in words(page)
    assert '<table class="acts">' not in page.text


def test_a_void_hand(pots):
    read = words(page_of(pots, "POT-MIS-02"))
    assert "The deal was declared void: nothing is won or lost." in read
    assert "too many players had acted for a misdeal (IRR014, OLY-1.57)" in read


def table_of(page):
    svg = re.search(r'<svg class="chart around".*?</svg>', page.text, re.S)[0]
    return svg, ElementTree.fromstring(svg)


def test_ten_seats_stand_around_the_table_and_none_on_another(pots):
    svg, root = table_of(page_of(pots, "TEN"))
    space = "{http://www.w3.org/2000/svg}"
    boxes = [tuple(float(box.get(name)) for name in ("x", "y", "width", "height"))
             for box in root.iter(f"{space}rect") if box.get("class") == "paper"]  # fmt: skip
    assert len(boxes) == 10
    for at, (x, y, wide, high) in enumerate(boxes):
        assert 0 <= x <= 360 - wide + 0.01
        for left, top, *_ in boxes[at + 1 :]:
            assert abs(left - x) >= wide or abs(top - y) >= high
    read = [each.text for each in root.iter(f"{space}text")]
    assert [each.split()[1] for each in read if each.startswith("Seat ")] == [
        str(each) for each in range(1, 11)
    ]
    assert read.count("D") == 1
    assert "<b>" not in svg


def test_the_table_has_a_name_and_says_in_words_what_it_shows(pots):
    svg, root = table_of(page_of(pots, "POT-RIT-01"))
    says = root.find("{http://www.w3.org/2000/svg}desc").text.replace("\u00a0", " ")
    assert "Seat 2, P2, A♥ A♦, wins €201.00" in says
    assert "Seat 1, P1, cards not recorded, folded, −€2.00" in says
    assert "Board: Run 2: 2♣ 7♦ J♥ K♥ 3♦." in says
    assert "style=" not in svg
    assert "style=" not in page_of(pots, "POT-RIT-01").text


def test_the_course_of_a_table_has_terms_jackpots_and_what_became_of_seats(pots):
    page = pots.test_client().get("/sessions/7")
    (listed,) = re.findall(r'<ul class="happened">(.*?)</ul>', page.text, re.S)
    found = [
        " ".join(re.sub(r"<[^>]+>", " ", each).replace("\u00a0", " ").split())
        for each in listed.split("</li>")
    ]
    assert found[1:-1] == [
        "Terms: Hold’em; no limit; small blind €1.00; charged by time; no part in the jackpots",
        "Jackpot at the close: €10,000.00",
        "Jackpot hit: royal flush, hand 1 , paid out €500.00",
        "Irregularity: misdeal",
        "ann: on the waiting list",
        "ann: takes a seat, seat 3",
        "ann: leaves, seat 3, €203.00",
    ]


def test_a_rake_that_differs_is_marked_in_words_with_what_was_due(pots):
    page = page_of(pots, "POT-RAKE-18")
    assert rows(page, "fees")[1:] == [
        ["Rake", "€2.00", "€1.50", "+€0.50"],
        ["▲ Rake: More was taken than was due"],
        ["Drop", "€0.00", "€0.00", "€0.00"],
    ]
    assert "What the seats and the pots were due is after the fees that were taken." in words(page)
