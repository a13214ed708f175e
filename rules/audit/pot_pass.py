"""Pot games in the first pass, replayed table by table."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec import UNSET

from rules.audit.source import Reader
from rules.card_room import Room
from rules.checks.support.log_view import JackpotDue, LogPots
from rules.checks.support.views import PotView
from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED, Hands, Ints
from rules.records.events import Session
from rules.replay.pots.block_replay import ReplayedPots, TableFacts
from rules.replay.pots.table.table_event_breaches import TableBreach, breaches
from rules.replay.pots.table_replay import TableLog

FEES = ("rake", "jackpot")  # of pot hands


class PotPass:
    """Replays blocks of pot hands in log order. due: by kind of fee, (H,) of the last block, or NOT_RECORDED."""

    def __init__(self, reader: Reader, room: Room | None = None) -> None:
        self._reader, self._room = reader, room
        self._tables: dict[Ruleset, TableLog] = {}
        self._jackpots: list[JackpotDue] = []
        self._unseen: set[int] = set()
        self.due: dict[str, Ints] = {}

    @property
    def _session(self) -> Session:
        assert self._reader.session is not None
        return self._reader.session

    @property
    def facts(self) -> TableFacts:
        """Facts of the log as far as read."""
        return TableFacts.of(self._session.tournament is not UNSET, self._reader.events)

    def view(self, hands: Hands, revision: Ruleset) -> PotView:
        """A block replayed under a revision, compared with hands before."""
        self.due = {kind: np.full(len(hands), NOT_RECORDED) for kind in FEES}
        rules = revision.sections.pot
        assert rules is not None, "a ruleset of pot games has their parameters"
        table = self._tables.setdefault(revision, TableLog(rules, tournament=self.facts.tournament))
        replayed = table.add(hands, self._reader.events)
        self._keep_jackpots(replayed)
        self.due = {"rake": replayed.settled.fees.rake, "jackpot": replayed.settled.fees.drop}
        return PotView(self._session, hands, replayed, revision, self._room)

    def _keep_jackpots(self, replayed: ReplayedPots) -> None:
        number, seat = replayed.hands.number, replayed.hands.seat
        jackpots = replayed.settled.jackpots
        for kind, each in (("bad_beat", jackpots.bad_beat), ("royal_flush", jackpots.royal_flush)):
            if each is None:
                continue
            self._unseen |= set(number[~each.known].tolist())
            for hand in np.flatnonzero(each.known & each.hit).tolist():
                level = replayed.under.level[hand] != NOT_RECORDED
                paid = np.flatnonzero(each.payouts[hand])
                payouts = {
                    int(seat[hand, column]): int(each.payouts[hand, column]) for column in paid.tolist()
                }
                self._jackpots.append(
                    JackpotDue(
                        hand=int(number[hand]),
                        kind=kind,
                        path=f"pot.jackpots.{kind}",
                        amount=int(each.amount[hand]) if level else None,
                        payouts=payouts if level else None,
                        players=_players(replayed.hands, hand),
                    )
                )

    def of_log(self) -> LogPots:
        """Results of the whole log, after its last line."""
        return LogPots(self._breaches(), tuple(self._jackpots), frozenset(self._unseen))

    def _breaches(self) -> list[tuple[Ruleset, TableBreach]]:
        found: list[tuple[int, Ruleset, TableBreach]] = []
        tables = {ruleset: table.taken for ruleset, table in self._tables.items()}
        lines = {ruleset: taken.line for ruleset, taken in tables.items() if taken is not None}
        for ruleset, taken in tables.items():
            rules = ruleset.sections.pot.table if ruleset.sections.pot else None
            if rules is not None and not self.facts.tournament:
                for each in breaches(taken, self._reader.events, rules):
                    if _nearest(lines, each.line) is ruleset:
                        found.append((each.line, ruleset, each))
        return [(ruleset, each) for _, ruleset, each in sorted(found, key=lambda row: row[0])]


def _nearest(lines: Mapping[Ruleset, Ints], line: int) -> Ruleset:
    """Revision of the last hand before a line, else of the first."""
    before = {ruleset: int(np.searchsorted(each, line)) for ruleset, each in lines.items()}
    last = {ruleset: int(lines[ruleset][count - 1]) for ruleset, count in before.items() if count}
    if last:
        return max(last, key=lambda ruleset: last[ruleset])
    return min(lines, key=lambda ruleset: int(lines[ruleset][0]))


def _players(hands: Hands, hand: int) -> dict[int, str]:
    there = np.flatnonzero(hands.present[hand]).tolist()
    return {int(hands.seat[hand, column]): hands.players[hands.player[hand, column]] for column in there}
