"""Fees of closed and open-face hands against the range that the controls permit, by the reading most favourable to the house."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.audit.money.fee_rows import NO_ROWS, FeeMoney, fee_rows
from rules.card_room import licence_classes
from rules.checks.fees.wagers import most_wagered
from rules.checks.support.fee_limits import UNRECORDED, foreign
from rules.checks.support.fee_rules import left_open, provided
from rules.checks.support.fee_triangle import price
from rules.checks.support.views import BlockView
from rules.hands import NOT_RECORDED, Flags, Ints, any_seat, over_seats
from rules.records.recorded_fees import by_seat, of_kind, taken

OF_HANDS = ("hand_fee", "rake", "jackpot")
NO_LIMIT = "the controls set no limit for a fee that was taken"
AWAY = "the controls do not say what a player pays who missed the hand"
_NO_LIMIT = np.iinfo(np.int64).max
_WHOLE = 10_000  # basis points
_KINDS = "fees.at_a_time.max_kinds"


class _Kind(Struct):
    """A kind of fee in H hands by seat number; 0: none named. stated (H,): the controls state an amount."""

    amounts: Ints  # (H, 11)
    over: Ints  # (H, 11)
    under: Ints  # (H, 11)
    stated: Flags

    @property
    def kept(self) -> Ints:
        left: Ints = (self.amounts - self.over).sum(axis=1)
        return left


def fees_of(view: BlockView) -> FeeMoney:
    hands = view.hands
    recorded = hands.fees_recorded
    unknown = [(~recorded, UNRECORDED)] if not recorded.all() else []
    if reason := foreign_fees(view):
        paid = np.zeros(len(view), np.bool_)
        paid[hands.fees.hand[hands.fees["amount"] > 0]] = True
        return FeeMoney(NO_ROWS, recorded & ~paid, recorded & ~paid, [*unknown, (paid, reason)], _sums(view))
    kinds = {kind: _of_kind(view, kind) for kind in OF_HANDS if _concerns(view, kind)}
    _one_at_a_time(view, kinds)
    _all_together(view, kinds)
    over_known, under_known = recorded.copy(), recorded.copy()
    open_ = np.zeros(len(view), np.bool_)
    for each in kinds.values():
        each.over[view.replayed.void] = 0
        open_ |= ~each.stated & (each.amounts > 0).any(axis=1)
    open_ &= ~view.replayed.void
    away = any_seat(hands.missed) if view.ruleset.sections.fees.hand_fee.player.money is not None else open_
    away = away & ~view.replayed.void & recorded
    over_known &= ~open_
    under_known &= ~open_ & ~(away & ~open_)
    rows = []
    for kind, each in kinds.items():
        at, seat = np.nonzero(((each.over > 0) | (each.under > 0)) & recorded[:, None])
        rows.append((kind, at, seat, each.over[at, seat], each.under[at, seat]))
    return FeeMoney(
        fee_rows(hands, rows),
        over_known,
        under_known,
        [*unknown, (open_, NO_LIMIT), (away & ~open_, AWAY)],
        _sums(view),
        None if recorded.all() else np.where(recorded, NOT_RECORDED, _least_due(view)),
    )


def _least_due(view: BlockView) -> Ints:
    found, fixed = np.zeros(len(view), np.int64), False
    in_rake = view.ruleset.sections.fees.jackpot.kind == "part_of_rake"
    for kind in OF_HANDS[: 2 if in_rake else 3]:
        if (one := price(view.ruleset, kind, view.session.currency)) is not None:
            found += one.amount * (over_seats(view.hands.dealt_in) if one.each_player else 1)
            fixed = True
    return np.where(view.replayed.void, 0, found) if fixed else np.full(len(view), NOT_RECORDED)


def foreign_fees(view: BlockView) -> str | None:
    """Reason that fees are incomparable: the controls have another currency."""
    if view.ruleset.sections.fees.currency is None:
        return None
    return foreign(view.ruleset, view.session.currency)


def _sums(view: BlockView) -> dict[str, int]:
    listed = view.hands.fees
    return {kind: int(listed["amount"][of_kind(view.hands, kind)].sum()) for kind in OF_HANDS}


def _concerns(view: BlockView, kind: str) -> bool:
    fees = view.ruleset.sections.fees
    fixed = {
        "hand_fee": (fees.hand_fee.player.money, fees.hand_fee.hand.money),
        "rake": (fees.rake.amount.money if fees.rake.fixed else None,),
        "jackpot": (fees.jackpot.hand.money,),
    }
    return any(each is not None for each in fixed[kind]) or bool(len(of_kind(view.hands, kind)))


def _of_kind(view: BlockView, kind: str) -> _Kind:
    hands = view.hands
    amounts = by_seat(hands, kind)
    there = _numbered(view, hands.present)
    of_seats = kind == "hand_fee"
    found = _hand_fee(view, amounts, there) if of_seats else _of_the_hand(view, kind, amounts, there)
    barred = ~_allowed(view, kind)
    found.over[barred] = amounts[barred]
    found.stated |= barred
    return found


def _numbered(view: BlockView, which: Flags) -> Flags:
    found = np.zeros((len(view), 11), np.bool_)
    hand, column = np.nonzero(which)
    found[hand, view.hands.seat[hand, column]] = True
    return found


def _allowed(view: BlockView, kind: str) -> Flags:
    """(H,) where a kind is provided for and the room's licence class allows it."""
    found = np.ones(len(view), np.bool_)
    ruleset = view.ruleset
    filed = provided(ruleset)
    if filed is not None and kind not in filed and ruleset.of_a_room:
        return ~found
    classes = ruleset.sections.fees.classes
    if classes is not None and kind in ("hand_fee", "rake"):
        days, day = np.unique(view.hands.day, return_inverse=True)
        of_class = [classes.of(each) for each in licence_classes(view.room, days)]
        found = np.array([each is None or kind in each for each in of_class], np.bool_)[day]
    return found


def _least(*amounts: int | None) -> int | None:
    return min((each for each in amounts if each is not None), default=None)


def _hand_fee(view: BlockView, amounts: Ints, there: Flags) -> _Kind:
    of_player, of_hand = view.ruleset.sections.fees.hand_fee.player, view.ruleset.sections.fees.hand_fee.hand
    each, whole = _least(of_player.money, of_player.max_money), _least(of_hand.money, of_hand.max_money)
    over = np.where(there, 0, amounts)
    over[:, 0] = 0
    if each is not None:
        over[:, 1:] = np.maximum(amounts[:, 1:] - np.where(there[:, 1:], each, 0), 0)
        left = each * np.maximum(over_seats(view.hands.present), 1) - (amounts - over)[:, 1:].sum(axis=1)
        over[:, 0] = np.maximum(amounts[:, 0] - left, 0)
    if whole is not None:
        over[:, 0] += np.maximum((amounts - over).sum(axis=1) - whole, 0)
    under = _hand_fee_short(view, amounts, of_player.money, of_hand.money)
    return _Kind(amounts, over, under, np.full(len(view), each is not None or whole is not None))


def _hand_fee_short(view: BlockView, amounts: Ints, each: int | None, whole: int | None) -> Ints:
    under, hands = np.zeros_like(amounts), view.hands
    fee = amounts.sum(axis=1)
    owed = hands.fees_recorded & ~view.replayed.void
    if whole is not None:
        under[:, 0] = np.where(owed, np.maximum(whole - fee, 0), 0)
    elif each is not None:
        owed &= ~any_seat(hands.missed)
        named = owed & (amounts[:, 0] == 0) & (fee > 0)
        due = np.where(_numbered(view, hands.dealt_in), each, 0)
        under[named] = np.maximum(due - amounts, 0)[named]
        under[:, 0] = np.where(owed & ~named, np.maximum(due.sum(axis=1) - fee, 0), 0)
    return under


def _of_the_hand(view: BlockView, kind: str, amounts: Ints, there: Flags) -> _Kind:
    strange = np.where(there, 0, amounts)
    strange[:, 0] = 0
    total = (amounts - strange).sum(axis=1)
    most, fixed = _limits(view, kind)
    stated = most != _NO_LIMIT
    excess = np.where(stated, np.maximum(total - np.where(stated, most, 0), 0), 0)
    under = np.zeros_like(amounts)
    if fixed is not None:
        owed = view.hands.fees_recorded & ~view.replayed.void
        under[:, 0] = np.where(owed, np.maximum(fixed - total, 0), 0)
    return _Kind(amounts, strange + _borne(amounts - strange, excess), under, stated)


def _borne(amounts: Ints, excess: Ints) -> Ints:
    """(H, 11) an excess (H,) by the seat that paid the whole fee, else by none."""
    found = np.zeros_like(amounts)
    whole = amounts.sum(axis=1)
    first = amounts.argmax(axis=1)
    alone = amounts[np.arange(len(amounts)), first] == whole
    rows = np.flatnonzero(excess)
    found[rows, np.where(alone, first, 0)[rows]] = excess[rows]
    return found


def _limits(view: BlockView, kind: str) -> tuple[Ints, int | None]:
    fees, most = view.ruleset.sections.fees, np.full(len(view), _NO_LIMIT)
    if kind == "jackpot":
        if fees.jackpot.kind == "part_of_rake":  # it is in the rake, and counts there
            return np.where(taken(view.hands, "jackpot") >= 0, _NO_LIMIT - 1, most), None
        fixed = fees.jackpot.hand.money
        cap = _least(fixed, fees.jackpot.hand.max_money)
        return (most if cap is None else np.minimum(most, cap)), fixed
    fixed = fees.rake.amount.money if fees.rake.fixed else None
    cap = _least(fixed, fees.rake.hand.max_money)
    if cap is not None:
        most = np.minimum(most, cap)
    share = fees.rake.share.max_bp
    return (most if share is None else np.minimum(most, _of_wagers(view, share))), fixed


def _of_wagers(view: BlockView, share: int) -> Ints:
    """(H,) most of a share of wagers; unrecorded ones by their bound."""
    hands = view.hands
    rakes = of_kind(hands, "rake")
    rakes = rakes[hands.fees["amount"][rakes] > 0]
    hand, of = hands.fees.hand[rakes], hands.fees["of"][rakes]
    wagers = np.zeros(len(view), np.int64)
    known = of != NOT_RECORDED
    np.add.at(wagers, hand[known], of[known])
    short = np.zeros(len(view), np.bool_)
    short[hand[~known]] = True
    if not short.any():
        return wagers * share // _WHOLE
    bound = most_wagered(view)
    most = (wagers + np.maximum(bound, 0)) * share // _WHOLE
    return np.where(
        short & (bound == NOT_RECORDED), _NO_LIMIT, np.where(short, most, wagers * share // _WHOLE)
    )


def _one_at_a_time(view: BlockView, kinds: dict[str, _Kind]) -> None:
    """Keep the dearest of the permitted number of kinds; the others are excess."""
    most = view.ruleset.sections.fees.at_a_time.max_kinds
    both = [kinds[kind] for kind in ("hand_fee", "rake") if kind in kinds]
    if most is None or len(both) <= most or left_open(view.ruleset, _KINDS):
        return
    kept = np.stack([each.kept for each in both])
    dearer = np.argsort(-kept, axis=0, kind="stable")
    several = (kept > 0).sum(axis=0) > most
    for rank in range(most, len(both)):
        for at, each in enumerate(both):
            dropped = several & (dearer[rank] == at)
            each.over[dropped] = each.amounts[dropped]
            each.stated |= dropped


def _all_together(view: BlockView, kinds: dict[str, _Kind]) -> None:
    limits = view.ruleset.sections.fees.limits
    most = limits.hand.max_money
    counted = [kinds[kind] for kind in OF_HANDS if kind in kinds and kind in limits.kinds]
    if most is None or not counted:
        return
    excess = np.maximum(sum(each.kept for each in counted) - most, 0)
    for each in counted:
        part = np.minimum(excess, each.kept)
        each.over += _borne(each.amounts - each.over, part)
        excess = excess - part
        each.stated[:] = True
