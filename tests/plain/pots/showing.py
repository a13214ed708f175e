"""Cards that show in stud: who brings it in, and who opens a later round. Written from the words of the rules."""

from __future__ import annotations

from collections import Counter

_ACE_HIGH, _ACE_LOW = "23456789TJQKA", "A23456789TJQK"
_SUITS = "cdhs"


def clockwise(seats: list[int], after: int) -> list[int]:
    """Seats in their order, from the first one left of a number."""
    return sorted(seats, key=lambda seat: (seat - after - 1) % 10)


def brings_in(up: dict[int, str], *, low_wins: bool) -> int:
    """The seat with the lowest card by suit; where the lowest hand wins, with the highest, the ace low."""
    ranks = _ACE_LOW if low_wins else _ACE_HIGH

    def height(seat: int) -> tuple[int, int]:
        return ranks.index(up[seat][0]), _SUITS.index(up[seat][1])

    return max(up, key=height) if low_wins else min(up, key=height)


def opens(up: dict[int, list[str]], dealer: int, *, low_wins: bool) -> int:
    """The seat that shows the best hand, or the lowest where that wins; of equal ones the first left of the dealer."""
    ranks = _ACE_LOW if low_wins else _ACE_HIGH

    def shows(seat: int) -> tuple[list[int], list[int]]:
        counted = Counter(ranks.index(card[0]) for card in up[seat])
        groups = sorted(((count, rank) for rank, count in counted.items()), reverse=True)
        return [count for count, _ in groups], [rank for _, rank in groups]

    order = clockwise(list(up), dealer)
    return min(order, key=shows) if low_wins else max(order, key=shows)


def pair_shows(up: dict[int, list[str]]) -> bool:
    """Whether two cards of one rank show before a seat."""
    return any(len({card[0] for card in cards}) < len(cards) for cards in up.values())
