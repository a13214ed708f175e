"""Engine C: coincidences, deals of two sessions that are equal but for seats and suits."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import factorial

RARE = Fraction(1, 100)  # the bound above which a coincidence is no alarm
SUIT_ORDERS = tuple(permutations(range(4)))
_DECK, _HAND = 52, 13


def bound_of_pairs(seats: int, pairs: int) -> Fraction:
    """Upper bound of the expected pairs of equal deals among some pairs of deals of so many seats."""
    ways = factorial(_DECK) // (factorial(_HAND) ** seats * factorial(_DECK - _HAND * seats))
    return Fraction(len(SUIT_ORDERS) * pairs * factorial(seats), ways)


def bound_of_ordered_pairs(seats: int, hole: int, board: int, deck: int, pairs: int) -> Fraction:
    """The same of deals of pot games whose seats, and whose cards on the board, keep their order."""
    ways = factorial(deck) // (factorial(hole) ** seats * factorial(deck - hole * seats - board))
    return Fraction(len(SUIT_ORDERS) * pairs, ways)
