"""Comparable accounts of chips, and those that may not close."""

from __future__ import annotations

from collections import Counter

import numpy as np

from rules.audit.money.compared_account_counts import NO_ACCOUNTS, Accounts
from rules.checks.support.chip_chains import ChipChains, chains
from rules.checks.support.chip_entries import entries
from rules.checks.support.log_view import LogView
from rules.checks.support.seat_history import LogSeating
from rules.findings.finding_columns import NONE
from rules.findings.finding_table import LogFindings
from rules.hands import NOT_RECORDED, Flags, Ints
from rules.results import Finding

OF_STACKS = ("STK010", "STK018", "TRN001", "TRN002")
OF_CASH_OUTS = ("STK014",)
KINDS = {
    "STK010": "between", "STK018": "between", "TRN002": "between", "TRN001": "first_stack", "STK014": "cash_out",
    "STK011": "session", "STK015": "holder", "STK026": "between",
}  # fmt: skip
REASONS = (
    "a stack was not recorded",
    "the result of a hand was not recorded, or is not certain",
    "a hand is missing or out of order",
    "chips moved in a way that the record does not show",
    "a penalty was given, which may have been paid from the stacks",
    "fees were not recorded, or do not name a seat",
    "what a player took or brought between two hands is not on record",
    "no cash-out of a player who left is on record",
    "what a player brought is not on record",
)
NO_STACK, NO_RESULT, MISSING, MOVED, FINED, FEES, AWAY, NO_CASH_OUT, NO_BUY_IN = range(len(REASONS))
_KNOWN = len(REASONS)


class BrokenAccounts:
    """Breaks of accounts by findings, with fingerprints: stacks by line and seat, cash-outs by player and last hand. kinds: of
    breaks.
    """

    def __init__(self, findings: LogFindings) -> None:
        self.stacks: dict[tuple[int, int], str] = {}
        self.cash_outs: dict[tuple[str, int], str] = {}
        self.holders: set[str] = set()  # players with whose stacks others play on
        self.sessions: set[str | None] = set()  # players of whom only the ends are on record
        self.kinds: dict[str, str] = {}
        for each in break_findings(findings).values():
            if each.money is not None:
                self.kinds[each.fingerprint] = KINDS[each.code]
            if each.code in OF_STACKS:
                self.stacks[each.line or 0, each.seat or 0] = each.fingerprint
            elif each.code in OF_CASH_OUTS:
                self.cash_outs[each.player or "", each.hand or 0] = each.fingerprint
            elif each.code == "STK015" and each.money:
                self.holders.add(str(each.expected))
            elif each.code == "STK011":
                self.sessions.add(each.player)


def break_findings(findings: LogFindings) -> dict[int, Finding]:
    """Findings that are breaks of accounts, by position."""
    checks = [at for at, code in enumerate(findings.columns.codes) if code in KINDS]
    here = np.isin(findings.column("check"), checks) & (findings.column("group") == NONE)
    return {at: findings[at] for at in np.flatnonzero(here).tolist()}


def accounts_of(log: LogView, broken: BrokenAccounts) -> Accounts:
    """Accounts of a log's tables."""
    closed, seen, reasons = 0, 0, Counter[str]()
    for seating in (log.people.seating, log.pots.seating):
        if seating is not None:
            found = _Accounts(log, seating, broken)
            closed += int((found.compared > 0).sum())
            seen += int(found.there.sum())
            for code in range(_KNOWN):
                reasons[REASONS[code]] += int((found.reason == code).sum())
            reasons[NO_ACCOUNTS] += int((found.there & ~found.stacked & (found.compared == 0)).sum())
    return Accounts(closed=closed, seen=seen, not_known=[each for each in reasons.items() if each[1]])


class _Accounts:
    """By player (P,): comparisons of the account, and the first reason that it is unknown."""

    def __init__(self, log: LogView, seating: LogSeating, broken: BrokenAccounts) -> None:
        size = len(seating.players)
        self._log, self._seating, self._broken = log, seating, broken
        self.compared = np.zeros(size, np.int64)
        self.reason = np.full(size, _KNOWN, np.int64)
        self.there, self.stacked = np.zeros(size, np.bool_), np.zeros(size, np.bool_)
        self._cashed_at_the_end = False
        self._left: list[
            tuple[int, bool]
        ] = []  # players whose chips stayed, and whether they were in the last hand
        for each in entries(log, seating):
            self._add(chains(each))
        for player, last in self._left:
            if seating.players[player] in broken.holders:
                self.compared[player] += 1
            elif not last or self._cashed_at_the_end:
                self.reason[player] = min(self.reason[player], NO_CASH_OUT)
        self.reason[~self.stacked] = _KNOWN  # there is no account

    def _add(self, found: ChipChains) -> None:
        of, fits = found.entries, found.fits
        stacked = of.stack != NOT_RECORDED
        self.there[of.player] = True
        self.stacked[of.player[stacked]] = True
        self.compared += np.bincount(of.player[fits], minlength=len(self.compared))
        reason = np.full(len(of), _KNOWN)
        hands = ~of.ends & (found.linked | of.begins)
        reason[hands & of.begins & ~of.bought] = NO_BUY_IN
        compared = hands & ~(of.begins & ~of.bought)
        reason[compared & found.recorded & of.unsure] = MOVED
        reason[compared & ~found.recorded] = NO_RESULT
        reason[found.linked & hands & ~found.between] = MISSING
        before = np.append(False, stacked[:-1])
        reason[compared & ~stacked] = NO_STACK
        ends = of.ends & of.took
        reason[ends & ~found.recorded] = np.where(before, NO_RESULT, NO_STACK)[ends & ~found.recorded]
        reason[ends & found.recorded & of.unsure] = MOVED
        for row in np.flatnonzero(found.known & ~fits).tolist():
            if self._breaks(found, row):
                self.compared[of.player[row]] += 1
                reason[row] = _KNOWN
            else:
                reason[row] = self._why(found, row)
        self._of_events(found, reason)
        np.minimum.at(self.reason, of.player, reason)
        self._ends(found)

    def _breaks(self, found: ChipChains, row: int) -> bool:
        of, seating = found.entries, self._seating
        if not of.ends[row]:
            place = int(seating.line[of.hand[row]]), int(of.seat[row])
            if place in self._broken.stacks:
                if found.origin[row] < 0:
                    self._broken.kinds[self._broken.stacks[place]] = "first_stack"
                return True
        if not found.linked[row]:
            return False
        player = seating.players[int(of.player[row])]
        if of.ends[row] and player in self._broken.sessions:
            return True
        return (player, int(seating.number[of.hand[row - 1]])) in self._broken.cash_outs

    def _why(self, found: ChipChains, row: int) -> int:
        of = found.entries
        if found.over[row] > 0 and found.earlier[row]:
            return NO_BUY_IN
        if of.fined[row]:
            return FINED
        if found.loose[row] or found.unpriced[row]:
            return FEES
        return AWAY

    def _of_events(self, found: ChipChains, reason: Ints) -> None:
        of = found.entries
        if not of.event.any():
            return
        first = (
            of.event & of.begins & (self._seating.number[np.minimum(of.hand, len(self._seating) - 1)] == 1)
        )
        for row in np.flatnonzero(first & (of.stack != NOT_RECORDED)).tolist():
            ruleset = self._log.rulesets[int(self._seating.under[of.hand[row]])]
            chips = ruleset.sections.event.starting_stack.chips
            place = int(self._seating.line[of.hand[row]]), int(of.seat[row])
            if chips is not None and (int(of.stack[row]) == chips or place in self._broken.stacks):
                reason[row] = _KNOWN
                self.compared[of.player[row]] += 1

    def _ends(self, found: ChipChains) -> None:
        """Mark players who left without a cash-out. Chips after the last hand stay on the table."""
        of, size = found.entries, len(self._seating)
        last = np.append(-1, of.hand[:-1])
        ends = of.ends & found.linked
        self._cashed_at_the_end |= bool((ends & of.took & (last == size - 1)).any())
        stayed: Flags = ends & ~of.took & ~of.event
        for row in np.flatnonzero(stayed).tolist():
            self._left.append((int(of.player[row]), int(last[row]) == size - 1))
