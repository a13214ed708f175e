"""Consequences of an open-face hand: players who are out, and the way to fantasyland."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.reference.systems.card_room_words import listed, number
from auditor.reference.systems.worked import Worked
from rules.replay.placement.fantasyland import earned as earned_of


def earned(one: Worked) -> dict[int, int]:
    """Cards that each seat is dealt at once in the next hand, by the seat; 0: none."""
    cards = earned_of(one.replayed)[0]
    return {seat["seat"]: max(int(cards[one.column(seat["seat"])]), 0) for seat, _ in one.seats}


def after(one: Worked) -> Iterator[str]:
    """The consequences in sentences."""
    if out := one.reported["eliminated"]:
        names = listed([one.name(seat) for seat in out])
        yield f"**{names} {'is' if len(out) == 1 else 'are'} out of the event.**"
    at_once = {seat["seat"] for seat, _ in one.seats if "fantasyland" in seat}
    found = earned(one)
    for seat, cards in found.items():
        if cards:
            stays = "stays in" if seat in at_once else "goes to"
            yield f"**{one.name(seat)} {stays} fantasyland: {number(cards)} cards of the next hand at once.**"
    for seat in sorted(at_once - {seat for seat, cards in found.items() if cards}):
        yield f"{one.name(seat)} leaves fantasyland."
