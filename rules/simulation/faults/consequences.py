"""What follows from an altered record for its money and its fouls: plain bookkeeping, one hand at a time.

What is due comes from the replay. What the record says of it is added up here a second time, so that the
answer key does not ask the checks what they should find.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import UNSET

from rules.hands import NOT_RECORDED
from rules.records.events import Transfer
from rules.simulation.faults import codes
from rules.simulation.faults.base import Deal
from rules.simulation.faults.key import Expected


def findings(deal: Deal, stated: tuple[Expected, ...]) -> tuple[Expected, ...]:
    """The findings that a fault states itself, then what else follows from it."""
    return stated + tuple(each for each in consequences(deal) if each not in stated)


def consequences(deal: Deal) -> tuple[Expected, ...]:
    """Every finding that the money and the fouls of the record as it stands must lead to."""
    settled = deal.settle(deal.hand)
    seats = [seat.seat for seat in deal.seats]
    due = dict(zip(seats, settled.nets[0], strict=False))
    nets = {seat.seat: seat.net for seat in deal.seats if isinstance(seat.net, int)}
    wrong = [seat for seat, net in nets.items() if deal.played and due[seat] not in (net, NOT_RECORDED)]
    fouled = {seat for seat, foul in zip(seats, settled.fouled[0].tolist(), strict=False) if foul}
    unbalanced = len(nets) == len(seats) and sum(nets.values()) != 0
    listed: list[tuple[str, Sequence[int | None]]] = [
        (codes.NET, wrong),
        (codes.UNBALANCED, [None] * unbalanced),
        (codes.FOUL_MISSED, _missed(deal, fouled)),
        (codes.SURRENDER_PAID, _surrendered(deal, wrong)),
        (codes.NOT_WHOLE, [seat for seat, net in nets.items() if net % _unit(deal)]),
        (codes.VOID_PAID, [] if deal.played else [seat for seat, net in nets.items() if net]),
        *_transfers(deal, due, nets),
    ]
    return tuple(Expected(code, seat) for code, found in listed for seat in found)


def _unit(deal: Deal) -> int:
    return deal.hand.unit if isinstance(deal.hand.unit, int) else deal.unit


def _missed(deal: Deal, fouled: set[int]) -> list[int]:
    """Fouled hands that were not ruled so."""
    return [seat.seat for seat in deal.seats if seat.seat in fouled and deal.played and seat.fouled is False]


def may_follow(deal: Deal) -> tuple[str, ...]:
    """Codes that depend on what a foul might cost: a foul with no mark that was not paid as one."""
    return (codes.FOUL_MISSED,) if any(seat.fouled is UNSET for seat in deal.seats) else ()


def _surrendered(deal: Deal, wrong: list[int]) -> list[int]:
    """Surrendered hands that paid another amount."""
    if not deal.game.surrender or not deal.played:
        return []
    return [seat.seat for seat in deal.seats if seat.surrendered is True and seat.seat in wrong]


def _transfers(
    deal: Deal, due: dict[int, int], nets: dict[int, int]
) -> list[tuple[str, Sequence[int | None]]]:
    """Findings on transfers, where they are recorded."""
    moves = deal.hand.transfers
    if not isinstance(moves, list):
        return []
    strange = [
        move for move in moves if move.payer == move.payee or not {move.payer, move.payee} <= due.keys()
    ]
    mispriced = [
        move for move in moves if isinstance(move.units, int) and move.units * _unit(deal) != move.amount
    ]
    brought = _brought(moves)
    found: list[tuple[str, Sequence[int | None]]] = [
        (codes.AMOUNT_AND_UNITS, [move.payer if move.payer in due else None for move in mispriced]),
        (codes.TRANSFER_BY_NOBODY, [move.payer if move.payer in due else None for move in strange]),
    ]
    if not strange:
        found.append((codes.NET_AND_TRANSFERS, [seat for seat, net in nets.items() if net != brought[seat]]))
        if deal.played and NOT_RECORDED not in due.values():
            found.append((codes.TRANSFERS, [seat for seat, net in due.items() if net != brought[seat]]))
    if not deal.played and not any(nets.values()) and any(move.amount for move in moves):
        found.append((codes.VOID_PAID, [None]))
    return found


def _brought(moves: list[Transfer]) -> Counter[int]:
    """What the transfers bring each seat."""
    total: Counter[int] = Counter()
    for move in moves:
        total[move.payee] += move.amount
        total[move.payer] -= move.amount
    return total
