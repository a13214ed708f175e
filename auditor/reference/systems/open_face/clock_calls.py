"""Clocks that were called in a worked hand: when, how long the player had, and what followed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from auditor.reference.systems.card_room_words import cards
from auditor.reference.systems.open_face.described_open_face_streets import Act, acts
from auditor.reference.systems.open_face.forced import PLACES, PlacementTurn
from auditor.reference.systems.worked import Worked
from rules.cards import ROWS


def clock_calls(one: Worked) -> Iterator[str]:
    """Each call in sentences, under a heading."""
    for call in one.hand.get("clock_calls", []):
        yield "#### The clock"
        yield f"{_called(one, call)} {_answered(one, call)}"


def _called(one: Worked, call: Act) -> str:
    began = _began(one, _answer(one, call))
    waited, after = _seconds(began, call["at"]), one.ruleset.get("clock.call.after")
    street = acts(one, call["seat"]).index(_answer(one, call)) + 1
    text = f"In street {street} {one.name(call['seat'])}'s turn began at {_time(began)}."
    who = f"{one.name(call['called_by'])} called the clock" if "called_by" in call else "The clock was called"
    least = f"; {after} must have gone by" if after else ""
    return f"{text} {who} at {_time(call['at'])}, {waited} seconds into the turn{least}."


def _answered(one: Worked, call: Act) -> str:
    time = one.ruleset.get("clock.time.seconds")
    name = one.name(call["seat"])
    if "acted_at" in call:
        return f"{name} acted {_seconds(call['at'], call['acted_at'])} seconds later; he had {time}."
    act = _answer(one, call)
    turn = turn_of(one, act)
    row = turn.goes_to(one.ruleset)
    assert act[row], one.case["id"]
    return (
        f"{name} did not act in the {time} seconds that he had. His {cards(act['dealt'])} goes to the {row}: "
        f"{turn.why(one.ruleset)}."
    )


def forced(one: Worked) -> dict[int, str]:
    """Rows into which clocks that ran out force a card, by the seat."""
    if one.ruleset.get("clock.expiry.then") != "force":
        return {}
    calls = [call for call in one.hand.get("clock_calls", []) if "acted_at" not in call]
    return {call["seat"]: turn_of(one, _answer(one, call)).goes_to(one.ruleset) for call in calls}


def placed_in(row: str) -> str:
    """A row as a place: `in front`, `at the back`."""
    return PLACES.get(row, row)


def turn_of(one: Worked, act: Act) -> PlacementTurn:
    """The turn of an act: rows and cards in view before it."""
    before = one.hand["placements"][: one.hand["placements"].index(act)]
    mine = [each for each in before if each["seat"] == act["seat"]]
    rows = [_split("".join(each[row] for each in mine)) for row in ROWS]
    seen = [card for each in before for row in ROWS for card in _split(each[row])]
    return PlacementTurn.of(rows, act["dealt"], seen)


def _answer(one: Worked, call: Act) -> Act:
    """The act that a clock was called for."""
    return next(act for act in acts(one, call["seat"]) if _instant(act["at"]) >= _instant(call["at"]))


def _began(one: Worked, act: Act) -> str:
    """The time of the act before, or of the hand."""
    listed = one.hand["placements"]
    at = listed.index(act)
    return str(listed[at - 1]["at"] if at else one.hand["at"])


def _split(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _instant(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


def _seconds(start: str, end: str) -> int:
    return int((_instant(end) - _instant(start)).total_seconds())


def _time(text: str) -> str:
    return f"{_instant(text):%H:%M:%S}"
