"""An evening at a site: a player's file of four tables and two nights, from the upload page to a report for an agent."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.http.filing import put_room
from tests.http.web.kit import DANA, signed_in, words
from tests.http.web.uploads import answers, send
from tests.reports.reading import Reading

FILES = Path(__file__).parent / "evening"
NIGHT, NEXT = "2026-03-13", "2026-03-14"
SESSIONS = [
    ("pokerstars-250100001", "Alder", NIGHT, 3),
    ("pokerstars-250200003", "Alder", NEXT, 2),
    ("pokerstars-250100022", "Birch", NIGHT, 2),
    ("pokerstars-250100052", "Cedar", NIGHT, 3),  # a pool: no player sits where he sat before
    ("pokerstars-250200005", "Dogwood", NEXT, 2),
]
OF_ANOTHER = ("pokerstars-250200041", "Dogwood", NEXT, 1)
RECORD = (
    "All 3 logs were derived from hand histories: the hands of one player, and not every hand of the table; hands with the "
    "numbers of a site; cards of other players only as they were shown. Hands of the histories of all of them could not be "
    "read and are in no log (LOG021)."
)
NOT_READ = "hands of the hand history could not be read and are in no log"
OF_A_SITE = "the numbers are those of a site and do not count the hands of this table"


def with_a_room(client):
    put_room(client, fees="rake")


FILLED = {"evening": with_a_room}
pytestmark = pytest.mark.slow


@pytest.fixture
def evening(app):
    """WA-0417, which takes a rake, and nothing else."""
    return app


def file(name):
    return name, (FILES / name).read_bytes()


def listed(page):
    """The places to look at, cell by cell."""
    rows = re.findall(r"(?s)<tr[^>]*><th scope=\"row\">.*?</tr>", page.text)
    return [tuple(words_of(each) for each in re.findall(r"(?s)<t[hd].*?</t[hd]>", row)) for row in rows]


def words_of(cell):
    return re.sub(r"<[^>]+>", "", cell).replace("&#34;", '"').strip()


def audited(client, night):
    """An audit of a night under the usual rules of cash games."""
    body = {"room": "WA-0417", "from": night, "until": night, "ruleset": "standard-cash"}
    answer = client.post("/v1/audits", json=body)
    assert (answer.status_code, answer.json["state"]) == (201, "finished"), answer.json
    return answer.json


def findings(client, audit):
    found = client.get(f"/v1/audits/{audit['id']}/findings").json["findings"]
    return [(each["code"], each["session"], each["hand"], each["seat"], each["money"]) for each in found]


def test_an_evening_from_the_upload_page_to_a_report(evening, service):
    dana = signed_in(evening, DANA)
    _is_asked_for_the_currency_once(dana, service)
    _is_stored_table_by_table(dana, service)
    _has_the_hands_of_another_player_once(dana, service)
    _is_what_the_page_of_a_session_says(dana, service)
    evening.config["AUDITOR_OPEN"] = True
    client = evening.test_client()
    audit = audited(client, NIGHT)
    _finds_the_pot_that_went_to_the_wrong_seat(client, audit)
    _says_what_a_history_does_not_show(client, audit)
    _is_a_report_that_says_so(client, audit)
    _finds_nothing_in_the_next_night(client)


def _is_asked_for_the_currency_once(dana, service):
    page = send(dana, file("evening.txt"), status=422, ruleset="standard-cash")
    assert answers(page) == [("refused", "evening.txt")]
    assert [each[:3] for each in listed(page)] == [
        ("line 275", "hand 250200027", '"9c0d2e5f: puts $3 behind the line"'),
        ("line 1", "currency", "none"),
    ]
    assert (
        page.text.count("State it with the field Currency, such as EUR.") == 2
    )  # in the list, and beside the field
    assert "Nothing of it was stored. State what is missing, or correct it, and upload it again." in words(
        page
    )
    assert service.sessions.current("WA-0417", "pokerstars-250100001") is None


def _is_stored_table_by_table(dana, service):
    page = send(dana, file("evening.txt"), status=422, currency="USD", ruleset="standard-cash")
    assert answers(page) == [("partly", "evening.txt")]
    said = words(page)
    for name, table, day, hands in SESSIONS:
        in_words = {NIGHT: "Fri 13 March 2026", NEXT: "Sat 14 March 2026"}[day]
        assert f"Table {table}, {name} : on record ({in_words}, {hands} hands)" in said
        session = service.sessions.current("WA-0417", name)
        assert (session.table, session.day, session.hands, session.currency) == (table, day, hands, "USD")
    assert listed(page) == [
        ("line 275", "hand 250200027", '"9c0d2e5f: puts $3 behind the line"', "a line of a hand history of PokerStars",
         "Correct the line, or take it out if it says nothing of the play. The hand is left out."),
    ]  # fmt: skip
    assert "Hands that could not be read are in no log. The reports say so." in said


def _has_the_hands_of_another_player_once(dana, service):
    page = send(dana, file("of-another-player.txt"), currency="USD", ruleset="standard-cash")
    assert answers(page) == [("stored", "of-another-player.txt")]
    held = 'a hand that the log of session "pokerstars-250200005" has'
    do = "It is left out. Nothing needs to be done."
    assert listed(page) == [
        ("line 1", "hand 250200005", held, "each hand in one log", do),
        ("line 23", "hand 250200033", held, "each hand in one log", do),
    ]
    name, table, day, hands = OF_ANOTHER
    session = service.sessions.current("WA-0417", name)
    assert (session.table, session.day, session.hands) == (table, day, hands)
    assert "could not be read" not in words(page)


def _is_what_the_page_of_a_session_says(dana, service):
    session = service.sessions.current("WA-0417", "pokerstars-250100022")
    said = words(dana.get(f"/sessions/{session.id}"))
    assert "The log was derived from a hand history: the hands of one player" in said
    assert "1 hand of the hand history could not be read and is in no log (LOG021)." in said


def _finds_the_pot_that_went_to_the_wrong_seat(client, audit):
    """Seat 5 with a pair of nines was given what seat 2 won with a pair of aces."""
    assert (audit["hands"], audit["testable"], audit["money_misallocated"]) == (8, 8, 2898)
    left_out = [("LOG021", name, None, None, None) for name, _, day, _ in SESSIONS if day == NIGHT]
    pot = ("POT009", "pokerstars-250100022", 250100047, 5, 2898)
    assert Counter(findings(client, audit)) == Counter([pot, *left_out])


def because(client, audit):
    """By the code of a check, why it could not test hands, and how many."""
    coverage = client.get(f"/v1/audits/{audit['id']}/report.json").json["coverage"]
    return {each["code"]: {one["reason"]: one["hands"] for one in each["because"]} for each in coverage}


def _says_what_a_history_does_not_show(client, audit):
    found = because(client, audit)
    assert found["LOG001"] == {NOT_READ: 8}
    assert found["IRR004"] == {"a hand history does not record what the floor ruled": 8}


def _is_a_report_that_says_so(client, audit):
    answer = client.get(f"/v1/audits/{audit['id']}/report.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    pages = [" ".join(each.split()) for each in Reading(answer.data).pages]
    assert RECORD in pages[0]
    assert "$28.98 was misallocated." in pages[0]
    assert "hands are on record" not in pages[0]  # of more that are expected
    assert "Untestable checks" in pages[0]
    whole = " ".join(pages)
    assert (
        "Pot $30.50, as recorded. Seats 2 and 5 could win it. Due: seat 2 $28.98. Paid: seat 5 $28.98."
        in whole
    )
    assert "CHIPS" not in whole
    assert NOT_READ in whole


def _finds_nothing_in_the_next_night(client):
    """But that a hand of the first player's file could not be read, in each of that file's logs."""
    audit = audited(client, NEXT)
    assert audit["money_misallocated"] == 0
    assert Counter(findings(client, audit)) == Counter(
        ("LOG021", name, None, None, None) for name, _, day, _ in SESSIONS if day == NEXT
    )
    assert because(client, audit)["LOG001"] == {
        NOT_READ: 4,
        OF_A_SITE: 1,
    }  # all of the other player's file was read
