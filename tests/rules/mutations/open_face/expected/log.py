"""A whole log: each of its hands, and what one line has to do with the others."""

from __future__ import annotations

import datetime as dt

from tests.plain.open_face.systems import SYSTEMS
from tests.rules.build import Event
from tests.rules.mutations.open_face.expected.away import away
from tests.rules.mutations.open_face.expected.following import from_hand_to_hand
from tests.rules.mutations.open_face.expected.hand import Breach, Played, decode, judged
from tests.rules.mutations.open_face.expected.record import of_the_record, out_of_order

DAYS = (dt.date(2013, 7, 13), dt.date(2013, 7, 14))  # of the Carnivale


def expected_breaches(session: Event, lines: list[bytes], *, by_hand: bool = False) -> set[Breach]:
    """Everything that a log contradicts. by_hand: without the findings of the log as a whole."""
    system, unit = session["ruleset"], session.get("unit")
    events = [decode(line) for line in lines]
    every = [(place, event) for place, event in enumerate(events) if event["event"] == "ofc_hand"]
    ruled = [
        (place, judged(lines[place], system, unit)) for place, event in every if in_force(event, session)
    ]
    played = [Played(place, lines[place], hand.event, hand.facts) for place, hand in ruled]
    found = {(code, place, seat) for place, hand in ruled for code, seat in hand.expected}
    found |= set(from_hand_to_hand(played, system, unit))
    if by_hand:
        return found
    found |= {("CTL001", place, None) for place, event in every if not in_force(event, session)}
    found |= set(of_the_record(session, every))
    found |= {("LOG018", place, None) for place in out_of_order(events)}
    return found | set(away(played, events, SYSTEMS[system]))


def in_force(hand: Event, session: Event) -> bool:
    if session["ruleset"] != "carnivale-ofc-2013":
        return True
    return dt.datetime.fromisoformat(hand.get("at", session["opened_at"])).date() in DAYS
