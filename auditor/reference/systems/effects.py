"""Effects of other readings on a worked hand: money, who is out, fantasyland, forced cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from auditor.reference.systems.card_room_words import won
from auditor.reference.systems.open_face.after import earned
from auditor.reference.systems.open_face.clock_calls import forced, placed_in
from auditor.reference.systems.worked import Worked, cases
from rules.clauses import Ambiguity
from rules.controls.library import library
from rules.controls.ruleset import Ruleset
from rules.replay.readings import other_readings


class OtherResult(Struct, frozen=True):
    """A hand with another result under other readings. at: its number on the page; None: it is not there."""

    one: Worked
    others: dict[str, Worked]
    at: int | None = None

    @property
    def seats(self) -> list[int]:
        return [reported["seat"] for _, reported in self.one.seats]

    def lines(self) -> list[list[str]]:
        """A line for each player: as read here, and under each other reading; of what changes only."""
        every = [self.one, *self.others.values()]
        reported = [
            each
            for each in _outcomes(self.one)
            if any(_seen(each, one) != _seen(each, self.one) for one in every)
        ]
        reported = reported or [_money]  # only what is due changes, not what the chips allow
        return [
            [self.one.name(seat), *(_joined(each(one, seat) for each in reported) for one in every)]
            for seat in self.seats
        ]  # fmt: skip


def _joined(reported: Iterable[str]) -> str:
    return "; ".join(filter(None, reported)) or "–"


def effect(each: Ambiguity, hands: Iterable[Worked]) -> OtherResult | None:
    """The first of some hands in which another reading changes the result of a player; None: it changes none."""
    for at, one in enumerate(hands, 1):
        if found := _changed(each, one):
            return OtherResult(one, found, at)
    return None


def effect_elsewhere(each: Ambiguity, ruleset: Ruleset, hands: Iterable[Worked]) -> OtherResult | None:
    """As `effect`, of cases that are not on the page: of the system, else of one that is scored alike."""
    shown = {one.case["id"] for one in hands}
    found = [case for case in cases() if case["id"] not in shown and _scored_alike(case, ruleset)]
    for case in sorted(found, key=lambda each: each["ruleset"] != ruleset.id):
        one = Worked(case, ruleset, own=case["ruleset"] == ruleset.id)
        if (one.own or _plain(one)) and (changed := _changed(each, one)):
            return OtherResult(one, changed)
    return None


def _changed(each: Ambiguity, one: Worked) -> dict[str, Worked]:
    if not one.touched(each):
        return {}
    others = {name: one.under(ruleset) for name, ruleset in other_readings(one.ruleset, each).items()}
    return {
        name: other
        for name, other in others.items()
        if any(_seen(reported, other) != _seen(reported, one) for reported in _compared(one))
    }


_SHEET = "mix-ofc-2013-scoring@1"  # the scoring that an event's sheet shares


def _scored_alike(case: dict[str, Any], ruleset: Ruleset) -> bool:
    """Whether an open-face case is of the system, or of another that shares the scoring of an event's sheet."""
    if ruleset.family != "ofc" or case["log"][1]["event"] != "ofc_hand":
        return False
    played = library().get(case["ruleset"])
    return played.id == ruleset.id or all(_SHEET in each.extends for each in (played, ruleset))


def _plain(one: Worked) -> bool:
    """Whether the chips of a hand limit nothing, so that it is one of any system that scores alike."""
    expected = one.case["expected"]["units"]
    nets = {str(seat["seat"]): seat["net"] for seat in one.hand["seats"]}
    return all(nets[seat] == units * one.unit for seat, units in expected.items())


Outcome = Callable[[Worked, int], str]


def _seen(reported: Outcome, one: Worked) -> list[str]:
    return [reported(one, seat["seat"]) for seat, _ in one.seats]


def _units(one: Worked, seat: int) -> str:
    """Units due: other units may be limited to the same chips."""
    return str(next(reported["units"] for _, reported in one.seats if reported["seat"] == seat))


def _money(one: Worked, seat: int) -> str:
    reported = next(reported for _, reported in one.seats if reported["seat"] == seat)
    if reported["net"] is not None:
        return won(reported["net"], one.currency)
    return "the winner" if one.reported.get("winner") == seat else "not stated"


def _out(one: Worked, seat: int) -> str:
    return "out" if seat in (one.reported["eliminated"] or ()) else ""


def _fantasyland(one: Worked, seat: int) -> str:
    if not one.open_face:
        return ""
    cards = earned(one)[seat]
    return f"{cards} cards at once" if cards else "no fantasyland"


def _forced(one: Worked, seat: int) -> str:
    row = forced(one).get(seat) if one.open_face else None
    return "" if row is None else f"the card goes {placed_in(row)}"


_OUTCOMES: tuple[Outcome, ...] = (_money, _out, _fantasyland, _forced)


def _outcomes(one: Worked) -> tuple[Outcome, ...]:
    """Outcomes that a page shows."""
    return (_money,) if one.pots else _OUTCOMES


def _compared(one: Worked) -> tuple[Outcome, ...]:
    """Outcomes by which results differ."""
    return _outcomes(one) if one.pots or one.open_face else (_units, *_OUTCOMES)
