"""Differences between the tables of a tournament, by the measure of the rules. AMB-OLY-balance."""

from __future__ import annotations

from collections.abc import Mapping

from rules.controls.sections.tournaments import Balance
from rules.tournaments.tournament_seats import DealtHand


def too_many(hand: DealtHand, rule: Balance) -> int:
    """Players that the table of a hand has more than a table that counts; 0: no table counts for it.

    Of the largest and the smallest table, the largest alone has too many; of any two tables, the larger one.
    """
    own, most, least = _sizes(hand)
    return own - least if rule.measure == "any_two" or own == most else 0


def too_few(hand: DealtHand, rule: Balance) -> int:
    """Players that the table of a hand lacks, as `too_many` counts those that it has."""
    own, most, least = _sizes(hand)
    return most - own if rule.measure == "any_two" or own == least else 0


def move_due(sizes: Mapping[str, int], from_: int, rule: Balance | None) -> tuple[int, int]:
    """The tables between which a move for balance goes, from one of ``from_`` players: the fewest of the one, the most of the
    other.
    """
    if rule is not None and rule.measure == "any_two":
        return from_, from_ - rule.at
    return max(sizes.values(), default=0), min(sizes.values(), default=0)


def _sizes(hand: DealtHand) -> tuple[int, int, int]:
    """The players at the table of a hand, at the largest and at the smallest table; zeros where it has none."""
    own = hand.sizes.get(hand.table)
    return (0, 0, 0) if own is None else (own, max(hand.sizes.values()), min(hand.sizes.values()))
