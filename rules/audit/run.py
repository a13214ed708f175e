"""One log audited: read once, a block at a time; replayed, checked, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from rules import times
from rules.audit.applicability import within_rules
from rules.audit.busts import busts_of
from rules.audit.daily_totals import DailyTotals, Takings, gaming_day, sides_in_all
from rules.audit.departures import departures
from rules.audit.diagnosis import Confirmation, Diagnosed, Screen
from rules.audit.effect import Effects
from rules.audit.facts import facts_of, room_facts, triangle_of
from rules.audit.hand_columns import HandColumns, keep_seats
from rules.audit.in_force import NO_RULESET, OTHER_GAME, all_used, by_revision, chosen, named
from rules.audit.incidents import Attendance, Explained, Facts, incidents_of_session
from rules.audit.irregularity_collector import of_events
from rules.audit.restitution import Restitutions
from rules.audit.source import LogSource
from rules.audit.summarize import summary_of
from rules.audit.timeline import gaps, moments
from rules.audit.undetermined import OpenPoints
from rules.card_room import Room, dated
from rules.checks.base import BlockView, Departure, LogView
from rules.checks.catalogue import checks
from rules.checks.impossible import impossible
from rules.checks.seating import SeatingKeeper
from rules.checks.stretches import Stretch, StretchKeeper
from rules.controls.library import Choice, Library, UnknownRuleset, library
from rules.controls.limits import Limits
from rules.controls.ruleset import Ruleset
from rules.findings import Runner
from rules.findings.table import Columns, LogFindings
from rules.hands import NOT_RECORDED, Flags, Hands, every_seat
from rules.records.events import Session
from rules.records.reader import LogReader
from rules.replay.engine import replay
from rules.replay.scoring import compiled
from rules.results import Audit, Coverage, Engine, Incident, LogFacts
from rules.rooms.session_summary import SessionSummary
from rules.version import VERSION

NO_REVISION = -1


def audit_log(
    source: LogSource,
    *,
    ruleset: str | None = None,
    library: Library | None = None,
    room: Room | None = None,
    authority: str | None = None,
    as_if: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Audit:
    """The audit of one log, as of `audit_summary`."""
    audit, _ = audit_summary(
        source,
        ruleset=ruleset,
        library=library,
        room=room,
        authority=authority,
        as_if=as_if,
        progress=progress,
    )
    return audit


def audit_summary(
    source: LogSource,
    *,
    ruleset: str | None = None,
    library: Library | None = None,
    room: Room | None = None,
    authority: str | None = None,
    as_if: bool = False,
    progress: Callable[[int], None] | None = None,
) -> tuple[Audit, SessionSummary]:
    """Audit one log; and what it contributes to the checks across the sessions of its room.

    ``ruleset`` goes before the one that its session line names. room: the card room that dealt it, where it is on
    record: its gaming days select the revisions, and the mandatory rulesets of its authority hold beside them. authority:
    that of a room that is not on record. as_if: the ruleset asked for is held to hands of every day, whenever it
    was or will be in force; one that was not approved needs it. progress is told the hands done so far. Raises Refused,
    UnknownRuleset, NoRuleset or NotApproved.
    """
    registry = library or _shipped()
    return _Run(source, ruleset, registry, room, as_if, Limits.of_room(registry, room, authority)).audit(
        progress
    )


def _shipped() -> Library:
    return library()


class _Run:
    def __init__(
        self,
        source: LogSource,
        ruleset: str | None,
        registry: Library,
        room: Room | None,
        as_if: bool,
        limits: Limits,
    ) -> None:
        self.source, self.registry, self.asked, self.room, self.as_if = source, registry, ruleset, room, as_if
        self.limits = limits
        self.reader = LogReader()
        self.choice: Choice | None = None
        self.runner = Runner(checks(), within_rules)
        self.columns = HandColumns()
        self.open_points = OpenPoints()
        self.restitutions = Restitutions()
        self.screen = Screen(registry)
        self.used: Counter[Ruleset] = Counter()
        self.seating = SeatingKeeper()
        self.stretches = StretchKeeper()
        self.effects: Effects | None = None  # None: no what-if
        self.daily_totals = DailyTotals()
        self.attendance = Attendance()

    def audit(self, progress: Callable[[int], None] | None) -> tuple[Audit, SessionSummary]:
        done = 0
        for hands in self.reader.blocks(self.source.chunks()):
            self._block(hands)
            done += len(hands)
            if progress:
                progress(done)
        self._choose()
        log = self._log_view()
        sides = sides_in_all(self.daily_totals, self._takings(log))
        log = replace(log, departures=self._departures(log), sides=sides)
        self._log_checks(log)
        audit = self._result(log)
        assert audit.log is not None
        return audit, summary_of(
            log, self._seated(), audit.log, self.daily_totals, self._takings(log), self._revisions(log)
        )

    def _departures(self, log: LogView) -> list[Departure]:
        try:
            return departures(log, self.source)
        except Exception as error:  # as with a check: the audit is incomplete, never clean
            self.runner.failed("CLK006", error)
            return []

    def _seated(self) -> list[Stretch]:
        """Who sat where without a rest, as the checks across sessions take it."""
        return self.stretches.stretches(self.reader.players, over_rests=False)

    def _takings(self, log: LogView) -> Takings:
        return Takings.of(log.line, log.at, log.day, log.events, self.room)

    def _revisions(self, log: LogView) -> list[Ruleset]:
        """The revisions in force for the log's hands; of a log without any, on the day on which it was opened."""
        _, choice = self._choose()
        if len(log):
            return list(self.used)
        revision = choice.on(times.date_of(gaming_day(log.session.opened_at, self.room)))
        return [revision] if revision is not None else []

    def _choose(self) -> tuple[Session, Choice]:
        """The session, and the ruleset that its hands are held to."""
        session = self.reader.session
        assert session is not None
        if self.choice is None:
            choice = chosen(session, self.asked, self.registry, self.room, self.as_if)
            self.choice = choice.within(self.limits)
            self.columns.keep_for(self.choice.every_ruleset)
            if self.asked is not None and (self.as_if or self.asked != session.ruleset):
                self.effects = Effects(session, self.registry, self.room, self.runner.failed)
        return session, self.choice

    def _block(self, hands: Hands) -> None:
        session, choice = self._choose()
        hands = dated(hands, session, self.room)
        under, ranked = np.full(len(hands), NO_REVISION), np.zeros(len(hands), np.bool_)
        for revision, which in by_revision(hands, choice):
            if revision is None:
                self._untestable(len(which), NO_RULESET)
                continue
            self.used[revision] += len(which)
            under[which] = list(self.used).index(revision)
            if revision.family != hands.game:
                self._untestable(len(which), OTHER_GAME[hands.game])
            else:
                whole = hands if len(which) == len(hands) else hands.take(which)
                ranked[which] = self._under(session, whole, revision)
        self.columns.add(hands, under, ranked)
        self.stretches.add(hands)
        self.attendance.add(hands)
        self.daily_totals.add(hands, under, list(self.used), session.currency)

    def _under(self, session: Session, hands: Hands, revision: Ruleset) -> Flags | bool:
        """Replay and check the hands of one revision; (H,) which of them could be ranked."""
        try:
            replayed = replay(hands, compiled(revision.as_filed))
            self.open_points.add(replayed)
            self.screen.add(replayed)
            keep_seats(self.seating, replayed, list(self.used).index(revision))
        except Exception as error:  # a replay that breaks down makes the audit incomplete, never clean
            self.runner.failed("REPLAY", error)
            self._untestable(len(hands), "the replay broke down")
            return False
        if self.effects is not None:
            self.effects.add(replayed)
        view = BlockView(session, hands, replayed, revision, self.room)
        self.runner.run("hands", view, revision)
        self._add_up(view)
        return replayed.void | every_seat(replayed.seats.known | ~hands.present)

    def _add_up(self, view: BlockView) -> None:
        """What went astray; nothing is due that anybody could name where the deal cannot have happened."""
        try:
            self.restitutions.add(view.replayed, impossible(view))
        except Exception as error:  # as with a check: the audit is incomplete, never clean
            self.runner.failed("RESTITUTION", error)

    def _untestable(self, hands: int, reason: str) -> None:
        if self.effects is not None:
            self.effects.without(hands, reason)
        self.runner.untestable("hands", hands, reason)

    def _log_view(self) -> LogView:
        self.columns.close()
        session, column = self.reader.session, self.columns.column
        assert session is not None and self.choice is not None
        return LogView(
            session=session,
            number=column("number"),
            line=column("line"),
            at=column("at"),
            ended_at=column("ended_at"),
            unit=column("unit"),
            void=self.columns.flags("void"),
            fees_recorded=self.columns.flags("fees_recorded"),
            ranked=self.columns.flags("ranked"),
            deal=column("deal"),
            fees=self.columns.fees,
            close=self.reader.close,
            events=self.reader.events,
            open_face=self.columns.flags("open_face"),
            opened_at=_instant(session.opened_at),
            closed_at=_instant(session.closed_at),
            open_points=self.open_points.points(),
            irregularities=[
                *self.columns.irregularities(list(self.used)),
                *of_events(self.reader.events, self._in_force),
            ],
            rulesets=list(self.used),
            under=column("under"),
            rake=column("rake"),
            hand_fee=column("hand_fee"),
            jackpot=column("jackpot"),
            hand_fee_by_seat=column("hand_fee_by_seat"),
            seat_fees=self.columns.seat_fees(self.reader.players),
            seats=column("seats"),
            forced=self.columns.forced,
            beside=self.columns.beside,
            seating=self.seating.seating(self.reader.players),
            ruleset_name=self.choice.name,
            day=column("day"),
            button=self.columns.button,
            held=self.columns.held,
            stretches=self.stretches.stretches(self.reader.players),
            seated=self._seated(),
            room=self.room,
            filed=self._filed(),
            tried=self.choice.every_day
            or bool(self.asked and session.ruleset and self.asked != session.ruleset),
            choice=self.choice,
        )

    def _filed(self) -> list[Choice]:
        """The controls of the room's own that were approved."""
        return [self.registry.choice(each).approved() for each in self.room.controls] if self.room else []

    def _in_force(self, at: str) -> Ruleset | None:
        """The revision in force at a time as the log has it."""
        assert self.choice is not None
        parsed = times.parse_one(at)
        day = self.room.day(at) if self.room else times.date_of(parsed[1]) if parsed else None
        return self.choice.on(day) if day else None

    def _log_checks(self, log: LogView) -> None:
        revision = next(iter(self.used), None)
        if revision is None and self.choice is not None:
            revision = self.choice.revisions[0]
        self.runner.run("log", log, revision)

    def _result(self, log: LogView) -> Audit:
        facts = facts_of(self.source, self.reader, log.number, len(self.reader.players), tuple(self.used))
        session = self.reader.session
        assert session is not None
        columns = Columns(self.runner.found, session.room, session.session, self.reader.players)
        findings = columns.in_log_order()
        coverage = self.runner.coverage()
        diagnosed = self._diagnosed(facts)
        restitutions = self.restitutions
        busts, bust_order = busts_of(log)
        what_if = self._what_if(facts)
        failures = self.runner.failures()
        return Audit(
            log=facts,
            logs=[facts],
            rulesets=all_used(self.used),
            engine=Engine(version=VERSION, library=self.registry.digest),
            complete=not failures,
            failures=failures,
            what_if=what_if,
            as_if=self.choice is not None and self.choice.every_day,
            room=room_facts(self.room, facts.opened_at),
            hands=facts.hands,
            testable=restitutions.testable,
            money_misallocated=restitutions.misallocated if restitutions.testable else None,
            money_misrecorded=restitutions.misrecorded if restitutions.testable else None,
            coverage=coverage,
            findings=findings,
            diagnosis=[each.diagnosis for each in diagnosed],
            restitution=restitutions.by_player(),
            repayments=restitutions.repayments(),
            timeline=moments(log, findings),
            gaps=gaps(log),
            busts=busts,
            bust_order=bust_order,
            incidents=self._incidents(log, findings, coverage, diagnosed),
            reconciliation=restitutions.reconciliation() if restitutions.testable else None,
            impossible=restitutions.impossible,
            triangle=triangle_of(log, facts),
            effect=self.effects.result() if what_if and self.effects is not None else None,
        )

    def _incidents(
        self,
        log: LogView,
        findings: LogFindings,
        coverage: list[Coverage],
        diagnosed: list[Diagnosed],
    ) -> list[Incident]:
        return incidents_of_session(
            findings,
            Facts(
                log=log,
                astray=self.restitutions.astray,
                tested={row.code: row.tested for row in coverage},
                priced=self.restitutions.priced(),
                attendance=self.attendance,
                diagnosed=[_explained(log, each) for each in diagnosed],
            ),
        )

    def _what_if(self, facts: LogFacts) -> bool:
        """Whether hands were replayed under a revision that the room's own word does not stand for."""
        if self.choice is not None and self.choice.every_day:
            return True
        own = named(facts.ruleset, self.room, facts.opened_at, self.registry)
        if not self.asked or not own or self.asked == own:
            return False
        try:
            choice = self.registry.choice(own)
        except UnknownRuleset:
            return True
        assert self.choice is not None
        return any(
            revision.as_filed not in choice.revisions for revision in self.used or self.choice.revisions
        )

    def _diagnosed(self, facts: LogFacts) -> list[Diagnosed]:
        """Rulesets of the library that explain hands that differ. The log is read again only where one may."""
        if (
            self.choice is None or self.choice.every_day
        ):  # controls that were only tried are not the room's word
            return []
        if not self.screen.differing:
            return []
        confirmation = Confirmation(self.screen)
        if not confirmation.candidates:
            return []
        for hands in LogReader().blocks(self.source.chunks()):
            confirmation.add(hands)
        fitting = self.restitutions.by_nets - self.screen.differing
        return confirmation.diagnosed(fitting, self.choice.name, facts.ruleset)


def _explained(log: LogView, found: Diagnosed) -> Explained:
    """A diagnosis with the numbers of the hands that it explains."""
    reported = found.diagnosis
    numbers = log.number[np.searchsorted(log.line, found.lines)]
    return Explained(
        ruleset=f"{reported.ruleset}@{reported.revision}",
        hands=numbers,
        scope=reported.scope,
        who=reported.who,
        player=found.player,
        first=reported.first,
        last=reported.last,
    )


def _instant(text: object) -> int:
    found = times.parse_one(text) if isinstance(text, str) else None
    return found[0] if found else NOT_RECORDED
