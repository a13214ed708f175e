"""Payments in order where chips may not suffice: limited by both sides' rest, or in full or out. In money, not units.

HG-chips-*, HG-settlement-*, CARN-pay-short-stack, OFC1-pay-*, OFC1-eliminated; AMB-CHIP-*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, permutations

import numpy as np
from msgspec import Struct

from rules.hands import NOT_RECORDED, Flags, Hands, Ints, any_seat, every_seat
from rules.replay.pairs import Pairs
from rules.replay.scoring.unit_settlement import ChipRules

MOST_SEATS = 10
REST = ("rows", "sweep", "royalties", "surrender", "overall", "side_bets", "penalties", "other")
Stages = list[list[tuple[str, ...]]]  # parts that are netted, in groups; a stage goes through all pairs

# What a payment does to the other side's cover: each chip is doubled or lost once, only the balance is limited, or wins
# and losses are limited apart. AMB-CHIP-COVER. payer_only: as the first, but a winner is not limited by his own chips
# (AMB-CARN-winner-cap).
_OTHER_WAY = {"gross_both_sides": -1, "net": 1, "each_way": 0, "payer_only": -1}


class ChipMove(Struct, frozen=True):
    """Chips between seat columns."""

    payer: int
    payee: int
    amount: int


class PaymentCourse(Struct, frozen=True, eq=False):
    """Payments of K hands in order, T steps. A step without a payment is 0."""

    payer: Ints  # (K, T) seat columns
    payee: Ints  # (K, T)
    due: Ints  # (K, T) money

    def moves(self, row: int, amounts: Ints) -> list[ChipMove]:
        """Payments of one hand from amounts (K, T)."""
        paid = amounts[row]
        return [
            ChipMove(int(self.payer[row, step]), int(self.payee[row, step]), int(paid[step]))
            for step in np.flatnonzero(paid).tolist()
        ]


class Limited(Mapping[int, list[ChipMove]]):
    """Payments by position, of hands settled payment by payment."""

    def __init__(self, which: Ints, course: PaymentCourse | None = None, paid: Ints | None = None) -> None:
        self._rows = {hand: row for row, hand in enumerate(which.tolist())}
        self._course, self._paid = course, paid

    def __getitem__(self, hand: int) -> list[ChipMove]:
        row = self._rows[hand]
        assert self._course is not None and self._paid is not None
        return self._course.moves(row, self._paid)

    def __iter__(self) -> Iterator[int]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, hand: object) -> bool:
        return hand in self._rows


class TableStakes(Struct, frozen=True, eq=False):
    """A block paid under table stakes."""

    net: Ints  # (H, S) money; NOT_RECORDED where it is not known
    limited: Limited
    tight: Flags  # (H,) a stack may limit what is paid, under some reading of what is netted
    open: Flags  # (H,) stacks were recorded for some seats only, or the order of payment is not known
    out: Flags  # (H, S) seats that are eliminated by the hand, where the ruleset eliminates
    out_known: Flags  # (H,)


def pay(pairs: Pairs, parts: dict[str, Ints], known: Flags, due: Ints) -> TableStakes:
    """Limit what is due (H, S) by the stacks. In a hand without stacks all of it is paid."""
    hands, rules = pairs.hands, pairs.scoring.chips
    assert rules is not None
    recorded = (hands.stack != NOT_RECORDED) & hands.present
    nobody, nowhere = np.zeros(recorded.shape, np.bool_), np.zeros(len(hands), np.bool_)
    if not recorded.any():
        return TableStakes(due, Limited(np.zeros(0, np.int64)), nowhere, nowhere, nobody, nowhere)
    some, every = any_seat(recorded), every_seat(recorded | ~hands.present)
    unit = np.where(hands.unit == NOT_RECORDED, 0, hands.unit)
    settled = every_seat(np.where(pairs.there, known, True))
    sure = every & settled & (hands.unit != NOT_RECORDED)
    stack = np.where(recorded, hands.stack, 0)

    def beyond(stages: Stages, *, or_level: bool) -> Flags:
        gross = _gross(pairs, parts, stages) * unit[:, None] // pairs.scoring.denominator
        return any_seat(recorded & ((gross > stack) | (or_level & (gross == stack))))

    tight = sure & beyond([[(name,)] for name in parts], or_level=rules.in_full)
    bind = tight & beyond(_stages(rules), or_level=rules.out_at_zero)
    unordered = bind & (hands.dealer == NOT_RECORDED) & rules.needs_button
    which = np.flatnonzero(bind & ~unordered)
    net, limited, failed = due.copy(), Limited(which), nobody
    if len(which):
        course = _course(pairs, parts, rules, which)
        paid, failed_here = _paid(course, stack[which], rules, unit[which])
        limited = Limited(which, course, paid)
        net[which] = np.where(hands.present[which], _balance(course, paid, stack.shape[1]), NOT_RECORDED)
        failed = nobody.copy()
        failed[which] = failed_here
    still_open = (some & ~every) | unordered
    net[still_open | (some & ~settled)] = NOT_RECORDED  # a pair that is not known uses up the cover of others
    out_known = sure & ~unordered
    nothing_left = recorded & (net != NOT_RECORDED) & (stack + net == 0)
    out = (failed | nothing_left) & out_known[:, None] & (hands.void != 1)[:, None] & rules.eliminates
    return TableStakes(net, limited, tight, still_open, out, out_known)


def in_order(pairs: Pairs, parts: dict[str, Ints], which: Ints) -> Limited:
    """Payments due in some hands, in order, without limits."""
    rules = pairs.scoring.chips
    assert rules is not None
    course = _course(pairs, parts, rules, which)
    return Limited(which, course, course.due)


def moves(pairs: Pairs, parts: dict[str, Ints], hand: int) -> list[ChipMove]:
    """Payments due in one hand, in order, without limits."""
    return in_order(pairs, parts, np.array([hand]))[hand]


def _gross(pairs: Pairs, parts: dict[str, Ints], stages: Stages) -> Ints:
    gross = np.zeros(pairs.seats.present.shape, np.int64)
    for names in (group for stage in stages for group in stage):
        units = np.abs(sum((parts[name] for name in names if name in parts), np.int64(0)))
        for place, (i, j) in enumerate(zip(pairs.a, pairs.b, strict=True)) if np.ndim(units) else ():
            gross[:, i] += units[:, place]
            gross[:, j] += units[:, place]
    return gross


def _stages(rules: ChipRules) -> Stages:
    apart = {"side_bets"} if rules.side_bets_last else set()
    apart |= {"penalties"} if rules.penalties != "with_rest" else set()
    rest = tuple(name for name in REST if name not in apart)
    if not rules.naturals_first:
        rest = ("natural", *rest)
    second: list[tuple[str, ...]] = [(name,) for name in rest] if rules.items else [rest]
    first: list[tuple[str, ...]] = [("natural",)] if rules.naturals_first else []
    last: list[tuple[str, ...]] = [("side_bets",)] if rules.side_bets_last else []
    penalties: Stages = [[("penalties",)]]
    before, after = (penalties if rules.penalties == place else [] for place in ("first", "last"))
    return [*before, *(stage for stage in (first, second, last) if stage), *after]


def payment_groups(rules: ChipRules | None) -> list[tuple[str, ...]]:
    """Parts netted in each payment of a pair; all without a rule about chips."""
    if rules is None:
        return [("natural", *REST)]
    return [group for stage in _stages(rules) for group in stage]


def _course(pairs: Pairs, parts: dict[str, Ints], rules: ChipRules, which: Ints) -> PaymentCourse:
    order = _orders(pairs.hands, which, rules.first)
    seats = order.shape[1]
    places = np.zeros((seats, seats), np.int64)
    places[pairs.a, pairs.b] = places[pairs.b, pairs.a] = np.arange(len(pairs.a))
    money = np.where(pairs.hands.unit == NOT_RECORDED, 0, pairs.hands.unit)[which]
    steps: list[tuple[Ints, Ints, Ints]] = []
    for stage in _stages(rules):
        groups = [[parts[name] for name in names if name in parts] for names in stage]
        for one, other, pays in _meetings(seats, rules.sequence):
            first = np.minimum(order[:, one], order[:, other])
            second = np.maximum(order[:, one], order[:, other])
            place = places[first, second]
            there = pairs.there[which, place]
            for group in filter(None, groups):
                units = np.where(there, sum(part[which, place] for part in group), 0)
                payer, payee = np.where(units > 0, second, first), np.where(units > 0, first, second)
                due = np.abs(units) * money // pairs.scoring.denominator
                if pays is not None:
                    due = np.where(payer == order[:, pays], due, 0)
                steps.append((payer, payee, due))
    if not steps:
        none = np.zeros((len(which), 0), np.int64)
        return PaymentCourse(none, none, none)
    payer, payee, due = (np.stack(each, axis=1) for each in zip(*steps, strict=True))
    return PaymentCourse(payer, payee, due)


def _meetings(seats: int, sequence: str) -> list[tuple[int, int, int | None]]:
    """Places in the order of paying, and the payer; None: either.

    pairs: 1-2, 1-3, 2-3. payer_rounds: each pays all debts. receiver_rounds: each is paid. AMB-CARN-pay-sequence,
    AMB-OFC1-pair-order.
    """
    if sequence == "pairs":
        return [(one, other, None) for one, other in combinations(range(seats), 2)]
    turns = sorted(permutations(range(seats), 2))
    return [(one, other, one if sequence == "payer_rounds" else other) for one, other in turns]


def _orders(hands: Hands, which: Ints, first: str) -> Ints:
    """(K, S) columns in the order of paying; empty ones last.

    first: from_button (dealer first), left_of_button (dealer last) or from_first_seat.
    """
    seat, dealer = hands.seat[which].astype(np.int64), hands.dealer[which]
    start = np.where((first != "from_first_seat") & (dealer != NOT_RECORDED), dealer, 1)
    start = start + (first == "left_of_button")
    turn = np.where(seat > 0, (seat - start[:, None]) % MOST_SEATS, MOST_SEATS)
    return np.argsort(turn, axis=1, kind="stable")


def clockwise(hands: Hands, hand: int, *, first: str) -> list[int]:
    """Columns of one hand in the order of paying."""
    order = _orders(hands, np.array([hand]), first)[0].tolist()
    return [column for column in order if hands.seat[hand, column]]


def _paid(course: PaymentCourse, stack: Ints, rules: ChipRules, unit: Ints) -> tuple[Ints, Flags]:
    if rules.in_full:
        return _in_full(course, stack, rules, unit)
    return _limit(course, stack, rules, unit), np.zeros(stack.shape, np.bool_)


def _whole(amount: Ints, due: Ints, rules: ChipRules, unit: Ints) -> Ints:
    """The amount; below the one due in whole units where no fraction is paid. AMB-CARN-partial-points."""
    if not rules.whole_units:
        return amount
    return np.where(amount < due, amount // np.maximum(unit, 1) * unit, amount)


def _limit(course: PaymentCourse, stack: Ints, rules: ChipRules, unit: Ints) -> Ints:
    """(K, T) least of the due, the payer's cover and the payee's. HG-chips-cover, CARN-pay-short-stack."""
    to_lose, to_win = stack.copy(), stack.copy()
    other_way, payer_only = _OTHER_WAY[rules.cover], rules.cover == "payer_only"
    here = np.arange(len(stack))
    paid = np.zeros_like(course.due)
    for step in range(course.due.shape[1]):
        payer, payee, due = course.payer[:, step], course.payee[:, step], course.due[:, step]
        cover = to_lose[here, payer]
        if not payer_only:
            cover = np.minimum(cover, to_win[here, payee])
        amount = _whole(np.minimum(due, cover), due, rules, unit)
        paid[:, step] = amount
        to_lose[here, payer] -= amount
        to_win[here, payee] -= amount
        to_lose[here, payee] = np.maximum(to_lose[here, payee] + other_way * amount, 0)
        to_win[here, payer] += other_way * amount
    return paid


def _in_full(course: PaymentCourse, stack: Ints, rules: ChipRules, unit: Ints) -> tuple[Ints, Flags]:
    """(K, T) payments from chips at each step, receipts included; (K, S) seats that failed to pay and then are out.

    OFC1-pay-complete, OFC1-eliminated; AMB-OFC1-elim-partial, AMB-OFC1-elim-void, AMB-OFC1-elim-zero.
    """
    has, gone = stack.copy(), np.zeros(stack.shape, np.bool_)
    failed = np.zeros(stack.shape, np.bool_)
    here = np.arange(len(stack))
    paid = np.zeros_like(course.due)
    for step in range(course.due.shape[1]):
        payer, payee = course.payer[:, step], course.payee[:, step]
        due = np.where(gone[here, payer] | gone[here, payee], 0, course.due[:, step])
        amount = np.minimum(due, has[here, payer])
        short = amount < due
        amount = _whole(amount, due, rules, unit)
        paid[:, step] = amount
        has[here, payer] -= amount
        has[here, payee] += amount
        failed[here, payer] |= short
        out = short | (rules.out_at_zero & (due > 0) & (has[here, payer] == 0))
        gone[here, payer] |= out
    return paid, failed | (gone & rules.out_at_zero)


def _balance(course: PaymentCourse, paid: Ints, seats: int) -> Ints:
    net = np.zeros((len(paid), seats), np.int64)
    here = np.arange(len(paid))
    for step in range(paid.shape[1]):
        net[here, course.payee[:, step]] += paid[:, step]
        net[here, course.payer[:, step]] -= paid[:, step]
    return net
