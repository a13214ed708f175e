"""Colour-ups: chips that leave play."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random


def colour_up(stacks: Mapping[int, int], chip: int, random: Random) -> dict[int, int]:
    """Stacks in chips of this size. Odd chips are raced for, one a seat at most; nobody is raced out."""
    odd = {seat: stack % chip for seat, stack in stacks.items()}
    raced = [seat for seat in stacks if odd[seat]]
    last = [seat for seat in raced if stacks[seat] < chip]
    others = [seat for seat in raced if stacks[seat] >= chip]
    prizes = -(-sum(odd.values()) // chip)
    winners = last + random.sample(others, min(max(prizes - len(last), 0), len(others)))
    return {seat: stack - odd[seat] + chip * (seat in winners) for seat, stack in stacks.items()}
