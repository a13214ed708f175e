"""Chips of seats from hand to hand, for pot games and decided records."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rules.audit.money.disputed import DecidedDisputes
from rules.audit.money.money_records import MoneyRecords
from rules.checks.support.log_view import LogView
from rules.checks.support.seat_history import LogSeating, SeatingKeeper
from rules.checks.support.views import PotView
from rules.controls.sections.house import HandFeeRules
from rules.hands import NOT_RECORDED, Flags, Hands, Ints, Ragged
from rules.replay.pots.acts.played_acts import ADD

_IN_THE_NET = ("rake", "jackpot")  # fees that come from the pots


def keep_pot_seats(
    keeper: SeatingKeeper, view: PotView, records: MoneyRecords, *, brought: bool = False
) -> None:
    """Keep the seats of a block of pot games with recorded, else due winnings, where stacks or chips brought are on record."""
    hands = view.hands
    assert hands.pot is not None
    if not brought and not (hands.stack != NOT_RECORDED).any():
        return
    there = records.there
    recorded = np.where(records.moved[:, None], records.moves, hands.net)
    due, unpriced = view.replayed.net, _unpriced_awards(view) & (recorded == NOT_RECORDED)
    fees = view.replayed.settled.fees
    raked = ((fees.rake != 0) | (fees.drop != 0))[:, None]
    short = (there & (hands.stack == NOT_RECORDED)).any(axis=1)[:, None]  # nobody knows who was all in
    due = np.where(unpriced & raked, NOT_RECORDED, due)
    won = np.where(recorded == NOT_RECORDED, due, recorded)
    won = np.where(short, hands.net, won)
    differ = ~short & records.disputed[:, None] & (records.moves != records.nets)
    won = np.where(there, np.where(differ | (hands.pot.cash_out != NOT_RECORDED), NOT_RECORDED, won), 0)
    added, won = _with_added(view, won)
    of_pots = view.ruleset.sections.fees.hand_fee == HandFeeRules()
    keeper.add(
        hands.line, None, hands.void == 1, hands.seat, (hands.player, hands.stack, won), (None,) * 4, _fees(hands, added),
        chip=view.replayed.play.stakes("chip"),
        whole=~unpriced.any(axis=1) & of_pots, of_pots=of_pots,
    )  # fmt: skip


def _unpriced_awards(view: PotView) -> Flags:
    found: Flags = ~view.hands.fees_recorded[:, None] & (view.replayed.settled.awarded > 0)
    return found


class _Added(Struct, frozen=True, eq=False):
    hand: Ints
    seat: Ints
    amount: Ints


def _with_added(view: PotView, won: Ints) -> tuple[_Added, Ints]:
    """Chips added during hands, and seats' surplus (H, S) with them; NOT_RECORDED: an amount is missing."""
    acts, won = view.replayed.play.acts, won.copy()
    rows = np.flatnonzero((acts.kind == ADD) & (acts.seat > 0))
    hand, seat, amount = acts.hand[rows], acts.seat[rows].astype(np.int64), acts.amount[rows]
    column = (view.hands.seat[hand] == seat[:, None]).argmax(axis=1) if len(rows) else rows
    known = (won[hand, column] != NOT_RECORDED) & (amount != NOT_RECORDED)
    np.add.at(won, (hand[known], column[known]), amount[known])
    won[hand[~known], column[~known]] = NOT_RECORDED
    return _Added(hand[known], seat[known], amount[known]), won


def _fees(hands: Hands, added: _Added) -> Ragged:
    """Fees beside, and chips added during a hand: also on a line of their own, they came once."""
    fees = hands.fees
    rows = np.ones(len(fees), np.bool_)
    for kind in _IN_THE_NET:
        rows &= ~hands.named(fees["kind"], kind)
    columns = {name: column[rows] for name, column in fees.columns.items()}
    if not len(added.hand):
        return Ragged(fees.hand[rows], columns)
    more = {
        "seat": added.seat,
        "amount": added.amount,
        "before_deal": np.full(len(added.hand), NOT_RECORDED),
    }
    return Ragged(
        np.concatenate([fees.hand[rows], added.hand]),
        {name: np.concatenate([columns[name], each]) for name, each in more.items()},
    )


def with_decided(log: LogView, decided: Iterable[DecidedDisputes]) -> LogView:
    """The view of a log with winnings by the chosen records."""
    people, pots = log.people, log.pots
    if people.seating is not None:
        log = replace(log, people=replace(people, seating=_with_decided(people.seating, decided)))
    if pots.seating is not None:
        log = replace(log, pots=replace(pots, seating=_with_decided(pots.seating, decided, stacked=True)))
    return log


def _with_decided(
    seating: LogSeating, decided: Iterable[DecidedDisputes], *, stacked: bool = False
) -> LogSeating:
    """stacked: only hands with all stacks."""
    for each in decided:
        row = np.minimum(np.searchsorted(seating.line, each.line), len(seating) - 1)
        here = seating.line[row] == each.line
        if stacked:
            recorded = seating.stack.recorded[row] | (seating.player[row] < 0)
            here &= recorded.all(axis=1)
        for seat in range(each.players.shape[1]):
            sits = seating.player[row] == each.players[:, seat, None]
            found = np.flatnonzero(here & each.there[:, seat] & (sits.sum(axis=1) == 1))
            if len(found):
                column = sits[found].argmax(axis=1)
                net = seating.net.changed(row[found], column, each.won[found, seat])
                seating = replace(seating, net=net)
    return seating
