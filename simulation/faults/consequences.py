"""Consequences of an altered record for money and fouls, by plain bookkeeping of one hand.

The replay says what is due. Recorded amounts are added up apart from the checks, which the answer key tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import UNSET, Struct

from rules.cards import ROWS
from rules.hands import NOT_RECORDED
from rules.records.events import ChineseHand, OfcHand, Pool, Transfer
from rules.replay.readings import open_point
from simulation.faults import fault_codes
from simulation.faults.answer_key import Expected
from simulation.faults.fault_base import beyond, in_whole_units
from simulation.faults.hand_to_alter import HandToAlter, brought
from simulation.faults.open_face.elimination import wrongly_recorded
from simulation.faults.open_face.faulty_open_face_times import contradicted
from simulation.payments_in_order import paid_in_order
from simulation.written_results import SettledBlock


def findings(deal: HandToAlter, stated: tuple[Expected, ...]) -> tuple[Expected, ...]:
    """Stated findings of a fault, then those that follow from it."""
    return stated + tuple(each for each in _consequences(deal, _due(deal, stated)) if each not in stated)


_IMPOSSIBLE = (
    fault_codes.CARD_TWICE,
    fault_codes.CARD_COUNT,
    fault_codes.JOKER,
)  # what was due in such a deal is not known


class _Due(Struct, frozen=True):
    """The record settled by its cards, and known amounts due by seat."""

    settled: SettledBlock
    money: dict[int, int]

    @property
    def known(self) -> bool:
        return NOT_RECORDED not in self.money.values()


def _due(deal: HandToAlter, stated: tuple[Expected, ...]) -> _Due:
    settled = deal.settle(deal.hand)
    impossible = deal.played and any(each.code in _IMPOSSIBLE for each in stated)
    nets = [NOT_RECORDED] * len(deal.seats) if impossible else settled.nets[0]
    return _Due(settled, dict(zip([seat.seat for seat in deal.seats], nets, strict=False)))


def _consequences(deal: HandToAlter, due: _Due) -> tuple[Expected, ...]:
    settled, seats = due.settled, [seat.seat for seat in deal.seats]
    nets = {seat.seat: seat.net for seat in deal.seats if isinstance(seat.net, int)}
    priced = deal.played and deal.game.priced
    wrong = [seat for seat, net in nets.items() if priced and due.money[seat] not in (net, NOT_RECORDED)]
    fouled = {seat for seat, foul in zip(seats, settled.fouled[0].tolist(), strict=False) if foul}
    unbalanced = len(nets) == len(seats) and sum(nets.values()) != 0 and not _may_stay(deal, settled)
    listed: list[tuple[str, Sequence[int | None]]] = [
        (fault_codes.NET, wrong),
        (fault_codes.UNBALANCED, [None] * unbalanced),
        (fault_codes.FOUL_MISSED, _missed(deal, fouled)),
        (fault_codes.SURRENDER_PAID, _surrendered(deal, wrong)),
        (
            fault_codes.NOT_WHOLE,
            [seat for seat, net in nets.items() if in_whole_units(deal.game) and net % deal.worth],
        ),
        (fault_codes.VOID_PAID, [] if deal.played else [seat for seat, net in nets.items() if net]),
        *_transfers(deal, due, nets),
        (fault_codes.PAST_THE_BANKER, _past_the_banker(deal)),
        (fault_codes.BEYOND_THE_CHIPS, _beyond_the_chips(deal, nets)),
        (fault_codes.OUT_OF_ORDER, [None] * _out_of_order(deal, due)),
        *_pool(deal, due),
        (
            fault_codes.ELIMINATION,
            wrongly_recorded(deal.hand, settled) if isinstance(deal.hand, OfcHand) else [],
        ),
        (fault_codes.TIMES_DISAGREE, [*contradicted(deal.hand)] if isinstance(deal.hand, OfcHand) else []),
    ]
    return tuple(Expected(code, seat) for code, found in listed for seat in found)


def _may_stay(deal: HandToAlter, settled: SettledBlock) -> bool:
    """Whether a prize may have stayed in the pool, so that nets need not balance."""
    pool, ruleset = settled.replayed.pool, settled.replayed.scoring.ruleset
    if pool is None or not deal.played:
        return False
    shared = open_point(ruleset, "pool_tie") and (pool.shared[0].any() or not pool.known[0])
    documented = ruleset.sections.pool
    carried = documented is not None and documented.tie == "carry"
    return bool(shared or pool.units[0].sum() or carried)


def _missed(deal: HandToAlter, fouled: set[int]) -> list[int]:
    return [seat.seat for seat in deal.seats if seat.seat in fouled and deal.played and seat.fouled is False]


def may_follow(deal: HandToAlter) -> tuple[str, ...]:
    """Codes that depend on the price of an unmarked foul."""
    return (fault_codes.FOUL_MISSED,) if any(seat.fouled is UNSET for seat in deal.seats) else ()


def _surrendered(deal: HandToAlter, wrong: list[int]) -> list[int]:
    if not deal.game.surrender or not deal.played or not isinstance(deal.hand, ChineseHand):
        return []
    return [seat.seat for seat in deal.hand.seats if seat.surrendered is True and seat.seat in wrong]


def _transfers(deal: HandToAlter, due: _Due, nets: dict[int, int]) -> list[tuple[str, Sequence[int | None]]]:
    moves = deal.hand.transfers
    if not isinstance(moves, list):
        return []
    strange = [
        move for move in moves if move.payer == move.payee or not {move.payer, move.payee} <= due.money.keys()
    ]
    mispriced = [
        move for move in moves if isinstance(move.units, int) and move.units * deal.worth != move.amount
    ]
    total = brought(moves)
    found: list[tuple[str, Sequence[int | None]]] = [
        (
            fault_codes.AMOUNT_AND_UNITS,
            [move.payer if move.payer in due.money else None for move in mispriced],
        ),
        (
            fault_codes.TRANSFER_BY_NOBODY,
            [move.payer if move.payer in due.money else None for move in strange],
        ),
    ]
    if not strange:
        found.append(
            (fault_codes.NET_AND_TRANSFERS, [seat for seat, net in nets.items() if net != total[seat]])
        )
        if deal.played and due.known:
            found.append(
                (fault_codes.TRANSFERS, [seat for seat, net in due.money.items() if net != total[seat]])
            )
    if not deal.played and not any(nets.values()) and any(move.amount for move in moves):
        found.append((fault_codes.VOID_PAID, [None]))
    return found


def _moves(deal: HandToAlter) -> list[Transfer]:
    """Transfers between two seats of a hand that was played."""
    moves, seats = deal.hand.transfers, {seat.seat for seat in deal.seats}
    if not isinstance(moves, list) or not deal.played:
        return []
    return [move for move in moves if move.payer != move.payee and {move.payer, move.payee} <= seats]


def _past_the_banker(deal: HandToAlter) -> list[int]:
    banker = deal.hand.banker if isinstance(deal.hand, ChineseHand) else None
    if not deal.game.banker or banker not in [seat.seat for seat in deal.seats]:
        return []
    return [move.payer for move in _moves(deal) if banker not in (move.payer, move.payee)]


def _beyond_the_chips(deal: HandToAlter, nets: dict[int, int]) -> list[int]:
    if not deal.game.table_stakes or not deal.played:
        return []
    total = brought(_moves(deal))
    results = {seat.seat: (nets.get(seat.seat, 0), total[seat.seat]) for seat in deal.seats}
    return [
        seat.seat
        for seat in deal.seats
        if any(beyond(deal.game, result, seat.stack) for result in results[seat.seat])
    ]


def _out_of_order(deal: HandToAlter, due: _Due) -> bool:
    stakes = due.settled.replayed.stakes
    moves = _moves(deal)
    if stakes is None or not moves or moves != deal.hand.transfers or not due.known:
        return False
    right = paid_in_order(deal.hand, due.settled.replayed, 0, deal.worth)
    one, other = ([(move.payer, move.payee, move.amount) for move in listed] for listed in (moves, right))
    return one != other and sorted(one) == sorted(other)


def _pool(deal: HandToAlter, due: _Due) -> list[tuple[str, Sequence[int | None]]]:
    reported = deal.hand.pool if isinstance(deal.hand, ChineseHand) else None
    pool, rules = due.settled.replayed.pool, due.settled.replayed.scoring.pool
    if not isinstance(reported, Pool) or pool is None or rules is None or not deal.played:
        return []
    ante = rules.ante * deal.worth // due.settled.replayed.scoring.denominator
    short = [each.seat for each in reported.contributions if each.amount != ante]
    paid = Counter[tuple[int, str]]()
    for each in reported.awards:
        paid[each.seat, each.row] += each.amount
    right = {
        (seat.seat, row): won[place]
        for seat, won in zip(deal.seats, pool.awards[0].tolist(), strict=False)
        for place, row in enumerate(ROWS)
    }
    wrong = [
        seat for seat, row in right if pool.known[0] and due.known and paid[seat, row] != right[seat, row]
    ]
    return [(fault_codes.CONTRIBUTION, short), (fault_codes.AWARD, wrong)]
