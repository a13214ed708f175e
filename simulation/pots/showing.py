"""The showdown: in which order hands are opened, and which of them are thrown away unseen."""

from __future__ import annotations

from collections.abc import Sequence

from rules.controls.sections.pots import Showdown
from simulation.pots.betting import Chips
from simulation.pots.pots import PotMade


def show_order(
    chips: Chips, pots: Sequence[PotMade], button: int, rules: Showdown, first_to_act: int | None
) -> list[int]:
    """The seats still in: those of the last side pot first; in it from the last to bet or raise on the last street, else
    from the left of the button, clockwise."""
    last_pot = dict.fromkeys(chips.live, -1)
    for number, pot in enumerate(pots):
        if len(pot.eligible) > 1:
            last_pot |= dict.fromkeys(pot.eligible, number)
    top = max(last_pot.values(), default=-1)
    opener = first_to_act if rules.first == "first_to_act" and first_to_act is not None else None
    places = chips.in_turn(chips.seats, button)
    if opener is not None:
        places = chips.in_turn(chips.seats, opener - 1)
    bettor = chips.aggressor
    found: list[int] = []
    for number in range(top, -2, -1):
        seats = [seat for seat in places if last_pot.get(seat, -2) == number]
        if number == top and bettor in seats:
            seats = chips.in_turn(seats, bettor - 1)
        found += seats
    return found
