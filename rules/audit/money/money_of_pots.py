"""Amounts moved and due by seat in pot games. Seats that would win it lack a rake's excess; seats that won it
have its deficit.
"""

from __future__ import annotations

import numpy as np

from rules.audit.money.fee_rows import NO_ROWS, FeeMoney, fee_rows
from rules.audit.money.money_of_seats import NOTHING_PAID, Reasons
from rules.audit.money.money_records import MoneyRecords
from rules.checks.pots.pot_bounds import NO_CHIPS, NO_WINNER, pot_movements
from rules.checks.support.fee_limits import UNRECORDED
from rules.checks.support.pot_fees import foreign_to, put_in_by_house, rakes
from rules.checks.support.views import PotView
from rules.hands import NOT_RECORDED, Flags, Ints, every_seat, over_seats
from rules.records.recorded_fees import taken
from rules.replay.pots.division.rake_and_drop import recorded_drop

NOT_DUE = "what was due of a fee is not known"


def pots_of(view: PotView) -> tuple[MoneyRecords, Reasons, FeeMoney]:
    """Amounts moved and due, reasons where unknown, and fees."""
    replayed, hands = view.replayed, view.hands
    there, void = replayed.play.dealt, hands.void == 1
    moves, moved = pot_movements(view)
    netted = every_seat((hands.net != NOT_RECORDED) | ~there)
    paid = np.where(moved[:, None], moves, hands.net)
    over, under, sure = _fees(view)
    due = _due(view, sure)
    known = every_seat((due != NOT_RECORDED) | ~there)
    known &= moved | netted
    chips = replayed.settled.pots.chips_known
    lacks = np.where(there & known[:, None], due - np.where(known[:, None], paid, 0), 0)
    too_much, too_little = over.sum(axis=1), under.sum(axis=1)
    borne_over = _borne(lacks, np.where(known, too_much, 0))
    borne_under = _borne(-lacks, np.where(known, too_little, 0))
    records = MoneyRecords(
        moves=moves,
        moved=moved,
        nets=np.where(there, hands.net, 0),
        netted=netted,
        due=np.where(there & (due != NOT_RECORDED), due - borne_over + borne_under, due),
        known=known,
        there=there,
        away=_taken(view) - put_in_by_house(view),
        linked=np.zeros(len(hands), np.bool_),
        partly=chips,
    )
    why = [(~moved & ~netted, NOTHING_PAID), (~chips & ~void, NO_CHIPS), (~known, NO_WINNER)]
    fees = _fee_money(view, (over, under, sure), (borne_over, borne_under))
    return records, [(mask & ~known, reason) for mask, reason in why], fees


def _due(view: PotView, sure: Flags) -> Ints:
    settled, charged = view.replayed.settled, view.replayed.charged
    under_due = np.where(settled.net_known, settled.net, NOT_RECORDED)
    whole = every_seat((under_due != NOT_RECORDED) | ~view.replayed.play.dealt) & sure
    due = np.where(whole[:, None], under_due, charged.net)
    return np.where((view.hands.void == 1)[:, None], 0, due)


def _fees(view: PotView) -> tuple[Ints, Ints, Flags]:
    """(H, 2) excess and deficit of rake and drop, 0 where unknown; (H,) where both are known."""
    replayed, void = view.replayed, view.hands.void == 1
    rake, rake_due = rakes(view)
    drop = np.where(replayed.under.fees.recorded, recorded_drop(replayed.under.fees, len(view)), NOT_RECORDED)
    drop_due = replayed.settled.fees.drop
    fees = replayed.play.rules.fees
    stated = np.stack([rake, drop], axis=1)
    due = np.stack([rake_due, drop_due], axis=1)
    known = (stated != NOT_RECORDED) & (due != NOT_RECORDED)
    named = [fees.rake is not None, fees.drop.money is not None or fees.drop.as_recorded]
    known &= np.array(named) | (stated == 0)
    if foreign_to(view) is not None:
        known &= stated == 0
    counts = known & ~void[:, None]
    over = np.where(counts, np.maximum(stated - due, 0), 0)
    under = np.where(counts, np.maximum(due - stated, 0), 0)
    if fees.rake is not None and fees.rake.below == "nothing":
        under[:, 0] = 0
    sure = (known | void[:, None]).all(axis=1)
    if fees.rake is not None and fees.rake.below == "nothing":
        sure &= stated[:, 0] >= due[:, 0]
    return over, under, sure


def _borne(lacks: Ints, amount: Ints) -> Ints:
    found = np.zeros(lacks.shape, np.int64)
    rows = np.flatnonzero(amount)
    rest = amount[rows].copy()
    order = np.argsort(-lacks[rows], axis=1, kind="stable")
    for rank in range(lacks.shape[1]):
        column = order[:, rank]
        part = np.minimum(np.maximum(lacks[rows, column], 0), rest)
        found[rows, column] = part
        rest -= part
    return found


def _taken(view: PotView) -> Ints:
    fees = view.replayed.under.fees
    rake, _ = rakes(view)
    return np.where(
        fees.recorded, np.where(rake == NOT_RECORDED, 0, rake) + recorded_drop(fees, len(view)), 0
    )


def _fee_money(view: PotView, fees: tuple[Ints, Ints, Flags], borne: tuple[Ints, Ints]) -> FeeMoney:
    over, under, sure = fees
    recorded = view.replayed.under.fees.recorded
    least = None if recorded.all() else np.where(recorded, NOT_RECORDED, _least_due(view))
    sums = {kind: int(taken(view.hands, kind).sum()) for kind in ("rake", "jackpot")}
    open_ = recorded & ~sure
    reasons = [(~recorded, UNRECORDED), (open_, foreign_to(view) or NOT_DUE)]
    if not over.any() and not under.any():
        return FeeMoney(NO_ROWS, recorded & sure, recorded & sure, reasons, sums, least)
    rows = []
    for column, kind in enumerate(("rake", "jackpot")):
        for too_much, whole, share in ((True, over, borne[0]), (False, under, borne[1])):
            amount = whole[:, column]
            before = np.minimum(whole[:, :column].sum(axis=1), over_seats(share))
            mine = _between(share, before, before + amount)
            hand, seat = np.nonzero(mine)
            left = amount - over_seats(mine)
            loose = np.flatnonzero(left)
            at = np.concatenate([hand, loose])
            number = np.concatenate([view.hands.seat[hand, seat], np.zeros(len(loose), np.int64)])
            each = np.concatenate([mine[hand, seat], left[loose]])
            none = np.zeros(len(at), np.int64)
            rows.append((kind, at, number, each if too_much else none, none if too_much else each))
    return FeeMoney(fee_rows(view.hands, rows), recorded & sure, recorded & sure, reasons, sums, least)


def _least_due(view: PotView) -> Ints:
    fees, settled = view.replayed.play.rules.fees, view.replayed.settled.fees
    if fees.rake is None or fees.rake.below == "nothing" or foreign_to(view) is not None:
        return np.full(len(view), NOT_RECORDED)
    drop = np.zeros(len(view), np.int64) if fees.drop.as_recorded else settled.drop
    known = (settled.rake != NOT_RECORDED) & (drop != NOT_RECORDED)
    due = np.where(view.hands.void == 1, 0, settled.rake + drop)
    return np.where(known, due, NOT_RECORDED)


def _between(share: Ints, low: Ints, high: Ints) -> Ints:
    ends = np.cumsum(share, axis=1)
    begins = ends - share
    part: Ints = np.minimum(ends, high[:, None]) - np.maximum(begins, low[:, None])
    return np.maximum(part, 0)
