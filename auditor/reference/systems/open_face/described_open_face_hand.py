"""An open-face hand worked through: street by street, pair by pair, payment by payment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from auditor.reference.markdown import paragraphs
from auditor.reference.systems.card_room_words import money, number, unit_of
from auditor.reference.systems.open_face.after import after
from auditor.reference.systems.open_face.clock_calls import clock_calls
from auditor.reference.systems.open_face.described_open_face_payments import payments
from auditor.reference.systems.open_face.described_open_face_streets import streets
from auditor.reference.systems.worked import Worked
from auditor.reference.systems.worked_hand_page import holdings, origin
from auditor.reference.systems.worked_hand_pairs import between
from auditor.reference.systems.worked_hand_payments import left_open, result


def shown(one: Worked, before: Sequence[Worked] = ()) -> str:
    """Markdown of a worked hand without a heading. before: the hands before it on the page."""
    return paragraphs(
        (
            f"{_opening(one)} {_follows(one, before)}",
            *_what_happened(one),
            *streets(one),
            *clock_calls(one),
            *_laid_out(one),
            *between(one),
            result(one),
            *payments(one),
            *after(one),
            *left_open(one),
        )
    )


def _opening(one: Worked) -> str:
    dealt, hand = number(len(one.seats)).capitalize(), one.hand
    level = f" at level {hand['level']}" if "level" in hand else ""
    unit = f"a {unit_of(one.ruleset)} is worth {money(one.unit, one.currency)}"
    return f"{dealt} players{level}, {unit}; {one.name(hand['dealer'])} has the button. {origin(one)}"


def _follows(one: Worked, before: Sequence[Worked]) -> str:
    """A sentence where it was dealt right after another hand of the page; only with fantasyland."""
    if one.ruleset.get("fantasyland") is None:
        return ""
    for at, other in enumerate(before, 1):
        if other.hand["hand"] + 1 == one.hand["hand"] and other.case["ruleset"] == one.case["ruleset"]:
            return f"It was dealt right after hand {at}, to the same players."
    return ""


def _laid_out(one: Worked) -> Iterator[str]:
    if one.hand.get("placements"):
        yield "#### The rows"
    yield holdings(one)


_HAPPENED = {
    "missed_hand": "{name} missed the hand: he was dealt no cards.",
    "exposed_card": "{name} showed a card out of turn, and a penalty was ruled.",
    "clock_expired": "The clock ran out on {name}, and his hand was ruled fouled, whatever his cards are.",
    "left_table": "{name} left the table with something left to decide, and his hand was ruled fouled, whatever his cards are.",
}


def _what_happened(one: Worked) -> Iterator[str]:
    yield " ".join(_sentence(one, each) for each in one.hand.get("irregularities", []))


def _sentence(one: Worked, irregularity: dict[str, Any]) -> str:
    return _HAPPENED[irregularity["kind"]].format(name=one.name(irregularity["seat"]))
