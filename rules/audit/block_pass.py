"""First pass over a log, by block: ranked by revisions in force, replayed, checked, added up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from rules.audit.audit_evidence import below_level, evidence_of
from rules.audit.chips.chip_seats import keep_pot_seats
from rules.audit.daily_totals import DailyTotals
from rules.audit.diagnosis import Screen
from rules.audit.effect import CODE as EFFECT
from rules.audit.effect import Effects
from rules.audit.hand_columns import HandColumns, keep_seats
from rules.audit.in_force import NO_RULESET, OTHER_GAME, by_revision, chosen, claimed_revision
from rules.audit.incidents import Attendance
from rules.audit.money.money_account import MoneyAccount
from rules.audit.open_point_effects import OpenPoints
from rules.audit.pot_pass import FEES, PotPass
from rules.audit.settled_hands import SettledHands
from rules.audit.settled_pots import SettledPots
from rules.audit.source import LogSource, Reader, ReadLog
from rules.card_room import Room, dated
from rules.checks.cards.impossible_deals import impossible
from rules.checks.support.seat_history import SeatingKeeper
from rules.checks.support.stretches import StretchKeeper
from rules.checks.support.view_cache import forget
from rules.checks.support.views import BlockView, PotView
from rules.controls.library import Library, RulesetChoice
from rules.controls.mandatory_limits import MandatoryLimits
from rules.controls.ruleset import Ruleset
from rules.findings import Runner
from rules.hands import NOT_RECORDED, Flags, Hands, every_seat
from rules.records.events import Chips, Session
from rules.records.reader import LogReader
from rules.replay.row_replay import ReplayedRows, replay
from rules.replay.scoring import compiled

if TYPE_CHECKING:
    from rules.screening.session_statistics import AuditScreening

NO_REVISION = -1
_REPLAY, _MONEY, _READINGS, _CLAIM = "REPLAY", "MONEY", "READINGS", "CLAIM"  # steps that may fail
_NOT_REPLAYED = "the replay failed to run"


class LogAuditRequest(Struct, frozen=True):
    """Source of an audit and its ruleset, None: the log's own. as_if: for every day. limits: mandatory. read:
    the log, if read before.
    """

    source: LogSource
    registry: Library
    ruleset: str | None
    room: Room | None
    as_if: bool
    limits: MandatoryLimits
    read: ReadLog | None = None
    screened: bool = False


def _screening() -> AuditScreening:
    from rules.screening.session_statistics import AuditScreening  # an audit without it does not load it

    return AuditScreening()


class BlockPass:
    """Reads a log once and keeps what the audit needs."""

    def __init__(self, request: LogAuditRequest, runner: Runner) -> None:
        self.request, self.runner = request, runner
        self._own = LogReader()
        self.reader: Reader = request.read.reader if request.read else self._own
        self._choice: RulesetChoice | None = None
        self.used: Counter[Ruleset] = Counter()  # hands by the revision in force
        self.pots = PotPass(self.reader, request.room)
        self._named_pots = PotPass(self.reader, request.room)
        self.columns = HandColumns()
        self.seating = SeatingKeeper()
        self.pot_seating = SeatingKeeper()
        self.stretches = StretchKeeper()
        self.attendance = Attendance()
        self.daily_totals = DailyTotals()
        self.open_points = OpenPoints()
        self.money = MoneyAccount()
        self.screen = Screen(request.registry)
        self.effects: Effects | None = None  # None: no what-if
        self.screening = _screening() if request.screened else None

    def read(self, progress: Callable[[int], None] | None) -> None:
        """Read the log to its end; progress is called with the hands read."""
        done = 0
        request = self.request
        blocks = request.read.blocks if request.read else self._own.blocks(request.source.chunks())
        for hands in blocks:
            self._block(hands)
            done += len(hands)
            if progress:
                progress(done)
        self._choose()
        forget()  # the last block
        self.attendance.close(self.columns.numbers)
        self.columns.close()
        with self.runner.step(_READINGS):
            self.open_points.close()

    @property
    def session(self) -> Session:
        assert self.reader.session is not None
        return self.reader.session

    @property
    def choice(self) -> RulesetChoice:
        """Rulesets of the log's hands by day."""
        assert self._choice is not None
        return self._choice

    @property
    def _brought(self) -> bool:
        return bool(len(self.reader.events.lines_of(Chips)))

    def _choose(self) -> None:
        if self._choice is not None:
            return
        request, session = self.request, self.session
        choice = chosen(session, request.ruleset, request.registry, request.room, request.as_if)
        self._choice = choice.within(request.limits)
        self.columns.keep_for(self._choice.every_ruleset)
        if request.ruleset is not None and (request.as_if or request.ruleset != session.ruleset):
            self.effects = Effects(session, request.registry, request.room, self.runner.failed)

    def _block(self, hands: Hands) -> None:
        self._choose()
        hands = dated(hands, self.session, self.request.room)
        under, ranked = np.full(len(hands), NO_REVISION), np.zeros(len(hands), np.bool_)
        evidence, below = evidence_of(hands), np.zeros(len(hands), np.bool_)
        due = {kind: np.full(len(hands), NOT_RECORDED) for kind in FEES if hands.pot is not None}
        for revision, which in by_revision(hands, self.choice):
            if revision is None:
                self._untestable(len(which), NO_RULESET)
                continue
            self.used[revision] += len(which)
            under[which] = list(self.used).index(revision)
            if revision.family != hands.game:
                self._untestable(len(which), OTHER_GAME[hands.game])
            else:
                mine = hands if len(which) == len(hands) else hands.take(which)
                below[which] = below_level(mine, evidence[which], revision)
                ranked[which] = self._under(mine, revision)
                for kind, amounts in due.items():
                    amounts[which] = self.pots.due[kind]
        self.columns.add(hands, under, ranked, evidence, below)
        self.stretches.add(hands)
        self.attendance.add(hands)
        self.daily_totals.add(hands, under, list(self.used), self.session.currency, due)

    def _under(self, hands: Hands, revision: Ruleset) -> Flags | bool:
        if hands.pot is not None:
            return self._pots_under(hands, revision)
        replayed = self._replayed(hands, revision)
        if replayed is None:
            return False
        view = BlockView(self.session, hands, replayed, revision, self.request.room)
        self.runner.run("hands", view, revision)
        self._add_up(view, self._as_named(hands, revision))
        return replayed.void | every_seat(replayed.seats.known | ~hands.present)

    def _replayed(self, hands: Hands, revision: Ruleset) -> ReplayedRows | None:
        """Replay of the hands; None: it raised, and the audit is incomplete."""
        with self.runner.step(_REPLAY):
            replayed = replay(hands, compiled(revision.as_filed))
            self.screen.add(replayed)
            keep_seats(self.seating, replayed, brought=self._brought)
            if self.screening is not None:
                self.screening.add(replayed)
            return replayed
        self._untestable(len(hands), _NOT_REPLAYED)
        return None

    def _as_named(self, hands: Hands, revision: Ruleset) -> BlockView | None:
        named = claimed_revision(hands, self.choice, revision)
        if named is None:
            return None
        with self.runner.step(_CLAIM):
            again = replay(hands, compiled(named.as_filed))
            return BlockView(self.session, hands, again, named, self.request.room)
        return None

    def _pots_as_named(self, hands: Hands, revision: Ruleset) -> PotView | None:
        named = claimed_revision(hands, self.choice, revision)
        if named is None:
            return None
        with self.runner.step(_CLAIM):
            return self._named_pots.view(hands, named)
        return None

    def _pots_under(self, hands: Hands, revision: Ruleset) -> Flags | bool:
        view: PotView | None = None
        with self.runner.step(_REPLAY):
            view = self.pots.view(hands, revision)
        if view is None:
            self._untestable(len(hands), _NOT_REPLAYED)
            return False
        if self.screening is not None:
            self.screening.add(view.replayed)
        self.runner.run("hands", view, revision)
        with self.runner.step(_MONEY):
            records = self.money.add_pots(view, self._pots_as_named(hands, revision))
            keep_pot_seats(self.pot_seating, view, records, brought=self._brought)
        with self.runner.step(_READINGS):
            self.open_points.add_pots(view.replayed, revision.as_filed, self.pots.facts)
        if self.effects is not None:
            with self.runner.step(EFFECT):
                settled = SettledPots.of(view.replayed, revision.as_filed, self.pots.facts)
                self.effects.add(settled, np.zeros(len(hands), np.bool_))
        return view.replayed.ranked

    def _add_up(self, view: BlockView, named: BlockView | None) -> None:
        """Add up a block's money, open points and what-if. Amounts in impossible deals are unknown."""
        unknown = np.ones(len(view), np.bool_)
        with self.runner.step(_MONEY):
            unknown = impossible(view)
            self.money.add(view, unknown, named)
        with self.runner.step(_READINGS):
            self.open_points.add(view.replayed, unknown)
        if self.effects is not None:
            with self.runner.step(EFFECT):
                self.effects.add(SettledHands.of(view.replayed), unknown)

    def _untestable(self, hands: int, reason: str) -> None:
        if self.effects is not None:
            self.effects.without(hands, reason)
        self.money.without(hands, reason)
        self.runner.untestable("hands", hands, reason)
