"""Facts of many sessions: the newest first, last digits of drops together, and no more than a hundred."""

import datetime as dt

from auditor.screened_facts import MOST_FACTS, listed_facts
from auditor.store.kept_statistics import KeptStatistics
from rules.screening.session_statistics import SessionStatistics
from rules.screening.without_chance import Noticed

ROOM = (("room", "WA-1"),)
FIRST = dt.date(2026, 3, 1)


def kept(place, *facts):
    day = FIRST + dt.timedelta(place)
    found = SessionStatistics("WA-1", f"S-{place}", "T1", day, 40, {}, noticed=list(facts))
    return KeptStatistics.of(place, f"{place:064x}", found)


def digits(*counts):
    return Noticed("SCN019", ROOM, "last_digits", (*counts, *[0] * (10 - len(counts))))


def toke(amount=200):
    return Noticed("SCN014", (("table", "T1"),), "toke_of_every_seat", (40, 40, amount), hands=(1, 2))


def facts(*sessions, currency="USD"):
    return listed_facts(sessions, lambda session: currency)


def test_the_newest_is_first_with_its_session():
    found = facts(kept(1, toke(200)), kept(3, toke(300)), kept(2, toke(250)))
    assert [(each.session, each.day, each.figures[2]) for each in found.facts] == [
        ("S-3", "2026-03-04", 300), ("S-2", "2026-03-03", 250), ("S-1", "2026-03-02", 200),
    ]  # fmt: skip
    assert (found.facts[0].name, found.facts[0].hands) == ("tokes", (1, 2))


def test_last_digits_of_a_rooms_drops_are_added_up():
    (fact,) = facts(kept(1, digits(2, 1)), kept(2, digits(3)), kept(3)).facts
    assert (fact.figures[:3], fact.session, fact.day) == ((5, 1, 0), None, "2026-03-03")
    assert fact.said.endswith("0 in 5 drops, 1 in 1 drop.")
    (alone,) = facts(kept(1, digits(2, 1))).facts
    assert alone.session == "S-1"


def test_a_hundred_are_listed_and_all_are_counted():
    found = facts(*(kept(place, toke()) for place in range(MOST_FACTS + 5)))
    assert (found.in_all, len(found.facts), found.facts[-1].session) == (MOST_FACTS + 5, MOST_FACTS, "S-5")


def test_an_amount_has_the_currency_of_its_session():
    (fact,) = facts(kept(1, toke()), currency="CAD").facts
    assert "CAD" in fact.said or "CA$" in fact.said
