"""Who pays whom, in order, where nobody can win or lose more than what lay in front when the cards were dealt.

"if the players in clockwise order are A (dealer), B, C, D then settlements are made in the order A vs B, A vs C, A vs D,
B vs C, B vs D, C vs D"; "any 13-card special hands are settled first, followed by all other payments" (003).
"""

from __future__ import annotations

from fractions import Fraction

from tests.plain.closed.deal import Deal

Dues = dict[tuple[int, int], int]  # units to the first from the second
Transfer = tuple[int, int, Fraction]


def clockwise_pairs(players: int, dealer: int) -> list[tuple[int, int]]:
    from_dealer = [(dealer + step) % players for step in range(players)]
    return [(one, two) for turn, one in enumerate(from_dealer) for two in from_dealer[turn + 1 :]]


def settle(deal: Deal, phases: list[Dues]) -> list[Transfer] | None:
    """None where the order is not known, or the stacks of some only."""
    stacks = [seat.stack for seat in deal.seats]
    noted = [stack is not None for stack in stacks]
    if deal.dealer is None or (any(noted) and not all(noted)):
        return None
    cover = [Fraction(stack, deal.unit) for stack in stacks] if all(noted) else None
    transfers = []
    for dues in phases:
        for one, two in clockwise_pairs(len(deal.seats), deal.dealer):
            units = dues[one, two] if (one, two) in dues else -dues[two, one]
            payee, payer = (one, two) if units > 0 else (two, one)
            paid = Fraction(abs(units))
            if cover is not None:
                paid = min(paid, cover[payer], cover[payee])
                cover[payer] -= paid
                cover[payee] -= paid
            if paid:
                transfers.append((payer, payee, paid))
    return transfers
