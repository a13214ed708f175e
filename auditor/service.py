"""The service without HTTP: its subjects over one folder of data."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from pathlib import Path
from threading import Thread

import msgspec

from auditor.access.openid_configuration import read_openid
from auditor.access.openid_provider import Provider
from auditor.admission import Admission
from auditor.approval import Approval
from auditor.audit_results import AuditResults
from auditor.auditing import Auditing
from auditor.collector import no_collector
from auditor.corrections import Corrections
from auditor.day_logs import DayLogs, day_logs
from auditor.days import Days
from auditor.editing import Editing
from auditor.engine import program, read_program
from auditor.event_audits import EventAudits
from auditor.event_files import EventFiles
from auditor.evidence import SERVED, UnpackingLimits
from auditor.filing import Filing
from auditor.holds import Holds
from auditor.inbox import InboxEntering
from auditor.incidents import Incidents
from auditor.issuing import Issuing
from auditor.jobs import Worker
from auditor.jobs.arrivals import Arrivals
from auditor.jobs.bytes_cleaning import BytesCleaning
from auditor.jobs.costly_work import CostlyWork
from auditor.jobs.inbox_entering import InboxWorker
from auditor.jobs.logs_read_at_upload import ReadLogs
from auditor.jobs.register_verifying import Verifying
from auditor.jobs.renewing import Renewing
from auditor.jobs.screening_nights import ScreeningNights
from auditor.jobs.warm_process import warm_up
from auditor.keyed.keyed_drafts import KeyedSessions
from auditor.night import Night, NightRead
from auditor.nothing_played import NothingPlayed
from auditor.open_alarms import OpenAlarms
from auditor.originals import Originals
from auditor.overview import Overview
from auditor.redline import Redlines
from auditor.refused_files import RefusedFiles
from auditor.registry import Registry
from auditor.reported_screening import ReportedScreening
from auditor.room_terms import RoomTerms
from auditor.rooms import Rooms
from auditor.sampling import Sampling
from auditor.screened_nights import ScreenedNights
from auditor.screened_pictures import ScreenedPictures
from auditor.screened_years import ScreenedYears
from auditor.screening import Screening
from auditor.session_states import SessionStates
from auditor.sessions import Sessions
from auditor.signing.signing_configuration import read_signing
from auditor.stated_rulesets import StatedRulesets
from auditor.store import Store
from auditor.store.caller import Caller
from auditor.store.earlier_stores import remove_lock_files
from auditor.store.recheck import recheck
from auditor.store.rows import AuditRecord, SessionRecord, encoded
from auditor.store.service_clock import now
from auditor.trial_rulesets import RegistryTrials
from auditor.verification import Verification
from auditor.video import VideoKept, video_kept
from auditor.webhooks.deliveries import Deliveries
from auditor.webhooks.webhook_configuration import read_webhooks
from auditor.witnesses.cosigning import Cosigning
from auditor.witnesses.witness_configuration import read_witnesses
from rules.checks.catalogue import room_checks
from rules.controls.library import Library, library
from rules.controls.ruleset import Ruleset
from rules.typed import from_json
from simulation.gaps import DEALS, POT_HANDS, SEED, GapReport, gap_report

WAIT_SECONDS = 0.4  # how long a request for an audit waits for its end


_gap_report = from_json(GapReport)


class Service:
    """The auditor as a service over a folder of data. arrivals: callers whose arrivals are audited unasked; None: nobody's.
    Raises BadWebhooks, BadWitnesses, BadSigning, BadOpenId.
    """

    def __init__(
        self,
        folder: Path,
        on_finished: Callable[[AuditRecord, str, float], None],
        limits: UnpackingLimits = SERVED,
        wait: float = WAIT_SECONDS,
        arrivals: Caller | None = None,
    ) -> None:
        self._limits, self._wait = limits, wait
        self.store = Store(folder)
        self.registry = Registry(self.store, library())
        self._reads = ReadLogs()
        self.worker = Worker(self.store, self.registry, on_finished, self._reads)
        self.webhooks = read_webhooks(folder)
        if self.webhooks.endpoints:
            self.store.outbox.listeners = self.webhooks.listeners
        self.deliveries = Deliveries(self.store, self.webhooks, self.worker.holder)
        self.witnesses = read_witnesses(folder)
        self.signing = read_signing(folder)
        settings = read_openid(folder)
        self.provider = None if settings is None else Provider(settings)
        self._cosigning = Cosigning(self.store, self.witnesses)
        self._verifying = Verifying(self.store)
        self._cleaning = BytesCleaning(self.store)
        self._costly = CostlyWork(self.store.leases, self.worker.holder)
        admission = Admission(self.store, self.registry)
        self._renewing = Renewing(self.store, Originals(self.store, self._reads, self._costly, admission))
        self._entering = InboxWorker(self.store, InboxEntering(self.store, self.seen_by))
        self._warming: Thread | None = None
        self._screened_years = ScreenedYears()
        self._subjects()
        self._nights = ScreeningNights(self.store, self.screening)
        self.audits_on_arrival = arrivals is not None
        if arrivals is not None:
            self.worker.when_idle(self._arrivals(arrivals).take_up)

    def _arrivals(self, caller: Caller) -> Arrivals:
        store = self.store.seen_by(caller)
        auditing = Auditing(store, self.registry, self.trials, self.worker, 0)
        events = EventAudits(store, self.registry, self.event_files, auditing)
        return Arrivals(store, auditing.on_arrival, events.audit)

    def _subjects(self) -> None:
        self.trials = RegistryTrials(self.store, self.registry)
        admission = Admission(self.store, self.registry)
        self.sessions = Sessions(self.store, self.trials, self._limits, self._reads, admission)
        self.event_files = EventFiles(self.store, self._limits)
        self.originals = Originals(self.store, self._reads, self._costly, admission)
        self.rooms = Rooms(self.store, self.registry)
        self.room_terms = RoomTerms(self.store, self.rooms)
        self.overview = Overview(self.store)
        self.refused_files = RefusedFiles(self.store, self.rooms)
        self.corrections = Corrections(self.store, self.rooms, self.sessions, self._reads)
        self.nothing_played = NothingPlayed(self.store, self.rooms, self.sessions)
        self.holds = Holds(self.store, self.rooms)
        self.incidents = Incidents(self.store, self.registry, self.rooms)
        self.keyed = KeyedSessions(self.store, self.trials, self.rooms, self.sessions)
        self.filing = Filing(self.store, self.registry, self.rooms)
        self.editing = Editing(self.store, self.filing, self.rooms)
        self.approval = Approval(self.store, self.registry)
        self.redlines = Redlines(self.registry)
        self.auditing = Auditing(self.store, self.registry, self.trials, self.worker, self._wait)
        self.event_audits = EventAudits(self.store, self.registry, self.event_files, self.auditing)
        self.session_states = SessionStates(self.store, self.registry)
        self.stated_rulesets = StatedRulesets(self.store, self.registry, self.sessions, self.session_states)
        self.days = Days(self.store, self.registry, self.rooms, self.auditing, self.session_states)
        screening = ReportedScreening(self.store, self.rooms, self._screened_years)
        self.results = AuditResults(self.store, self.registry, self.incidents, screening)
        self.issuing = Issuing(
            self.store, self.registry, self.auditing, self.results, self._costly, self.signing
        )
        self.sampling = Sampling(self.store, self.registry, self.rooms)
        self.screened_nights = ScreenedNights(self.store, self.rooms)
        self.screening = Screening(self.store, self.registry, self.rooms, self._screened_years)
        self.screened_pictures = ScreenedPictures(self.store, self.registry, self.screening)
        self.open_alarms = OpenAlarms(self.store, self.rooms)
        self.verification = Verification(self.store, self._costly)

    def seen_by(self, caller: Caller) -> Service:
        """The service as if only what the caller sees existed."""
        seen = copy(self)
        seen.store = self.store.seen_by(caller)
        seen._subjects()
        return seen

    def start(self) -> None:
        """Record this engine, examine noted damage again, and begin with the queue."""
        remove_lock_files(self.store.folder)
        self.store.engines.note(read_program().engine(self.registry.shipped.digest), now())
        recheck(self.store.connections, self.store.damage, self.store.authority)
        self.worker.start()
        self.deliveries.start()
        self._cosigning.start()
        self._verifying.start()
        self._cleaning.start()
        self._renewing.start()
        self._nights.start()
        self._entering.start()
        self._warming = warm_up(self.registry.shipped)

    def wait_until_warm(self) -> None:
        """Wait for the process's first audit, of no session."""
        if self._warming is not None:
            self._warming.join()

    def close(self) -> None:
        """Stop the worker and close the store."""
        self.deliveries.stop()
        self._cosigning.stop()
        self._verifying.stop()
        self._cleaning.stop()
        self._renewing.stop()
        self._nights.stop()
        self._entering.stop()
        self.worker.stop()
        self.store.close()

    @property
    def library(self) -> Library:
        """Rulesets now: shipped ones, and approved ones of the caller's rooms."""
        return self.trials.library()

    def latest_change(self) -> int:
        """Number of the last change of rooms and controls."""
        return self.store.changes.latest()

    def day_logs(self, room: str, day: dt.date) -> DayLogs:
        """Logs of a gaming day, expected and received. Raises NoSuchRoom."""
        return day_logs(self.store, self.rooms, self.library, room, day)

    def video(self, room: str, day: str) -> VideoKept | None:
        """Keeping of a gaming day's video; None where no authority sets a time."""
        return video_kept(self.registry.snapshot(), room, day, now())

    def videos(self, sessions: Sequence[SessionRecord]) -> Mapping[int, VideoKept | None]:
        """Keeping of the sessions' videos by number."""
        snapshot, at = self.registry.snapshot(), now()
        return {each.id: video_kept(snapshot, each.room, each.day, at) for each in sessions}

    def night(self, since: str | None) -> NightRead:
        """The record now and at a cursor. Raises BadCursor, UnknownCursor."""
        return NightRead(self.store, self.incidents, since, now())

    def compared(self, read: NightRead) -> Night:
        """Changes between a record's two moments."""
        return read.compared(entry.code for entry in room_checks())

    def kept_gaps(self, ruleset: Ruleset) -> GapReport | None:
        """A ruleset's kept gap report, or None."""
        kept = self.store.gap_reports.get(_gap_key(ruleset), program().code)
        return _gap_report(kept) if kept is not None else None

    def gaps(self, ruleset: Ruleset) -> GapReport:
        """Points that a ruleset leaves open, computed once and kept. Raises TooManyAtOnce."""
        made = self.kept_gaps(ruleset)
        if made is not None:
            return made
        key = _gap_key(ruleset)
        with self._costly.place_of(self.store.caller.key), self._costly.piece(key):
            kept = self.store.gap_reports.get(key, program().code)
            if kept is not None:  # whoever was at it before has made it
                return _gap_report(kept)
            with no_collector():
                report = gap_report(ruleset, engine=program().release)
            self.store.gap_reports.keep(key, program().code, msgspec.json.encode(report))
            return report


def _gap_key(ruleset: Ruleset) -> str:
    rests_on = (
        ruleset.digest, ruleset.title, ruleset.summary, ruleset.standing, ruleset.in_force, DEALS, POT_HANDS, SEED,
    )  # fmt: skip
    return hashlib.sha256(encoded(rests_on).encode()).hexdigest()
