"""Table sizes by the rules' measure (AMB-OLY-balance)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.controls.sections.tournaments import Balance
from rules.tournaments.tournament_seats import DealtHand


def too_many(hand: DealtHand, rule: Balance) -> int:
    """Players too many at a hand's table; 0: none.

    Between largest and smallest only the largest; of any two, the larger.
    """
    own, most, least = _sizes(hand)
    return own - least if rule.measure == "any_two" or own == most else 0


def too_few(hand: DealtHand, rule: Balance) -> int:
    """Players too few, likewise."""
    own, most, least = _sizes(hand)
    return most - own if rule.measure == "any_two" or own == least else 0


def move_due(sizes: Mapping[str, int], from_: int, rule: Balance | None) -> tuple[int, int]:
    """Sizes of the tables of a due move: the least that gives a player, the most that gets one."""
    if rule is not None and rule.measure == "any_two":
        return from_, from_ - rule.at
    return max(sizes.values(), default=0), min(sizes.values(), default=0)


def _sizes(hand: DealtHand) -> tuple[int, int, int]:
    """Sizes of the hand's, largest and smallest table; zeros: none."""
    own = hand.sizes.get(hand.table)
    return (0, 0, 0) if own is None else (own, max(hand.sizes.values()), min(hand.sizes.values()))
