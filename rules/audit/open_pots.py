"""What another reading of the controls would change in hands of pot games: the pots and awards, and which acts are illegal."""

from __future__ import annotations

import numpy as np
from msgspec import structs

from rules.controls.ruleset import Ruleset
from rules.controls.sections.pots import PotGame
from rules.hands import NOT_RECORDED, Flags, Ints
from rules.replay.pots.between import OF_TABLES
from rules.replay.pots.illegal import CODES
from rules.replay.pots.layers import RecordedPots
from rules.replay.pots.replay import Replayed, TableFacts, replay
from rules.replay.pots.settled import Settled, settle

_BETWEEN = [CODES.index(code) for code in OF_TABLES]
Rows = set[tuple[int, ...]]


def apart(taken: Replayed, which: Ints, other: Ruleset, table: TableFacts) -> tuple[Flags, Ints | None]:
    """What another reading changes in the hands at some positions of a block, which was replayed under the one that is taken.

    (n,) where anything changes, and (n,) the money that moves otherwise; None: it is not known. What is only seen from hand
    to hand is left out.
    """
    rules = other.sections.pot
    assert rules is not None, "a ruleset of pot games has their parameters"
    before = _Side(taken, taken.settled, which)
    if _plays_as(rules, taken.play.rules):
        after = _Side(taken, _settled(taken, rules), which)
        changed = before.differs(after)
    else:
        again = replay(taken.hands.take(which), rules, table)
        after = _Side(again, again.settled, np.arange(len(which)))
        changed = before.differs(after)
        changed[[row[0] for row in before.illegal() ^ after.illegal()]] = True
    return changed, before.money(after, changed)


def _plays_as(rules: PotGame, others: PotGame) -> bool:
    """Whether two rules judge each act alike, so that only the pots are divided anew."""
    pots = structs.replace(rules.pots, odd_chip=others.pots.odd_chip)
    fees = structs.replace(rules.fees, rake=others.fees.rake, drop=others.fees.drop)
    return structs.replace(rules, pots=pots, fees=fees, jackpots=others.jackpots) == others


def _settled(taken: Replayed, rules: PotGame) -> Settled:
    pot = taken.play.pot
    recorded = RecordedPots(pot.pots, pot.eligible, taken.hands.seat)
    return settle(taken.outcome, taken.under, rules, taken.walk.last_bettor, recorded)


class _Side:
    """Some hands under one reading."""

    def __init__(self, replayed: Replayed, settled: Settled, which: Ints) -> None:
        self._replayed, self._which = replayed, which
        self._place = np.full(len(replayed.hands), -1, np.int64)
        self._place[which] = np.arange(len(which))
        self._settled = settled
        known = settled.net_known & replayed.play.dealt
        self._net = np.where(known, settled.net, NOT_RECORDED)[which]
        self._dealt = replayed.play.dealt[which]
        self._payouts = _payouts(settled)[which]

    def differs(self, other: _Side) -> Flags:
        """(n,) hands whose awards, fees or jackpots differ."""
        changed = np.zeros(len(self._which), np.bool_)
        for mine, theirs in zip(self._columns(), other._columns(), strict=True):
            changed |= (mine != theirs).any(axis=1)
        changed[[row[0] for row in self._awards() ^ other._awards()]] = True
        return changed

    def _columns(self) -> list[Ints]:
        settled = self._settled
        fees = np.stack([settled.fees.rake, settled.fees.drop], axis=1)
        return [self._net, fees[self._which], self._payouts]

    def _awards(self) -> Rows:
        awards = self._settled.awards
        return self._rows(awards.hand, awards.pot, awards.run, awards.half, awards.seat, awards.amount)

    def illegal(self) -> Rows:
        """What is against the rules within each hand."""
        found = self._replayed.illegal
        mine = ~np.isin(found.code, _BETWEEN)
        hand, act, seat, code, due, due_act = (
            each[mine] for each in (found.hand, found.act, found.seat, found.code, found.due, found.due_act)
        )
        return self._rows(hand, act, seat, code, due, due_act)

    def _rows(self, hand: Ints, *columns: Ints) -> Rows:
        place = self._place[hand]
        mine = place >= 0
        return set(zip(*(each[mine].tolist() for each in (place, *columns)), strict=True))

    def money(self, other: _Side, changed: Flags) -> Ints | None:
        """(n,) what some seats get more, or others less; None where that is not known of a hand that changes."""
        known = (self._net != NOT_RECORDED) & (other._net != NOT_RECORDED)
        if (changed[:, None] & self._dealt & ~known).any():
            return None
        return _shifted(np.where(known, other._net - self._net, 0)) + _shifted(other._payouts - self._payouts)


def _payouts(settled: Settled) -> Ints:
    """(H, S) what seats get of the jackpots."""
    found = [settled.jackpots.bad_beat, settled.jackpots.royal_flush]
    paid = [each.payouts for each in found if each is not None]
    return np.sum(paid, axis=0) if paid else np.zeros(settled.net.shape, np.int64)


def _shifted(moved: Ints) -> Ints:
    """(n,) the greater of what seats (n, S) get more and of what they get less."""
    found: Ints = np.maximum(np.maximum(moved, 0).sum(axis=1), np.maximum(-moved, 0).sum(axis=1))
    return found
