"""Requests for audits, and audits by number."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from auditor.engine import program
from auditor.errors import (
    AuditFailed,
    AuditNotFinished,
    CannotSelect,
    CannotTry,
    NoIncidents,
    NoSuchAudit,
    RequestedRulesetNotApproved,
    RequestedRulesetNotTriable,
    RequestedRulesetUnknown,
    ResultPurged,
    SessionsNotAuditable,
)
from auditor.jobs import Worker
from auditor.obstacles import why_not, why_not_with
from auditor.registry import Registry, RegistryAtChange
from auditor.remedies import AUDITS, SESSIONS, Remedy, by_request
from auditor.store import Store
from auditor.store.audit_filter import AuditFilter
from auditor.store.rows import (
    AuditBasis,
    AuditRecord,
    ControlsRecord,
    LastAudit,
    NewAudit,
    Page,
    Selection,
    SessionRecord,
    encoded,
)
from auditor.store.service_clock import now
from auditor.store.stored_audits import is_what_if
from auditor.trial_rulesets import RegistryTrial, RegistryTrials
from rules.controls.library import UnknownRuleset

_WHAT_IFS = 20  # of a revision, that are looked through
ANY_AUDIT = AuditFilter()


class RequestOutcome(Struct, frozen=True):
    """Outcome of a request for an audit; ``audit`` is None where no session is left to audit."""

    audit: AuditRecord | None
    new: bool
    skipped: list[dict[str, Any]]


class Auditing:
    """Puts audits into the queue."""

    def __init__(
        self, store: Store, registry: Registry, trials: RegistryTrials, worker: Worker, wait: float
    ) -> None:
        self._store = store
        self._registry = registry
        self._trials = trials
        self._worker = worker
        self._wait = wait

    def get(self, number: int) -> AuditRecord:
        """An audit. Raises NoSuchAudit."""
        found = self._store.audits.get(number)
        if found is None:
            raise NoSuchAudit(f"There is no audit {number}.", AUDITS)
        return found

    def is_seen(self, number: int) -> bool:
        """Whether the caller may see all of an audit."""
        return self._store.audits.get(number) is not None

    def newest_of(self, session: SessionRecord) -> LastAudit | None:
        """Newest finished audit that lists a session's incidents; None before any."""
        return self._store.audits.newest_of(session.id)

    def page(self, page: Page, wanted: AuditFilter = ANY_AUDIT) -> tuple[list[AuditRecord], int]:
        """Page of the audits, newest first, and the total."""
        return self._store.audits.page(wanted, page)

    def finished(self, number: int) -> AuditRecord:
        """An audit with its result. Raises NoSuchAudit, AuditFailed, AuditNotFinished, ResultPurged."""
        found = self.get(number)
        if found.state == "failed":
            raise AuditFailed(f"Audit {number} failed and has no result. {found.error}")
        if found.state != "finished":
            raise AuditNotFinished(
                f"Audit {number} is {found.state} ({found.hands_done:,} of {found.hands_total:,} hands).",
                Remedy(
                    "Its result is here when it is finished.",
                    f"Its result is here when /v1/audits/{number} says 'finished'.",
                    "Try again when it is finished.",
                ),
            )
        if found.purged is not None:
            raise ResultPurged(found.purged.words(f"The result of audit {number}"))
        self._store.results.must_be_whole("audits", number)
        return found

    def grouped(self, number: int) -> AuditRecord:
        """A finished audit with incidents. Raises NoIncidents, and what `finished` raises."""
        found = self.finished(number)
        assert found.summary is not None
        if found.summary.get("incidents") is None:
            raise NoIncidents(
                f"Audit {number} was made by an engine that did not group findings into incidents.",
                _again(number, "makes an audit with them"),
            )
        return found

    def what_ifs(self, controls: ControlsRecord) -> list[AuditRecord]:
        """The what-ifs of a revision's present file, newest first."""
        found = self._store.audits.what_ifs(controls.name, _WHAT_IFS)
        return [each for each in found if each.knowledge.tried in (None, controls.source)]

    def waiting(self) -> int:
        """Number of unfinished audits."""
        states = self._store.audits.by_state()
        return states.get("queued", 0) + states.get("running", 0)

    def ask(
        self,
        selection: Selection,
        request: dict[str, Any],
        ruleset: str | None,
        key: str | None = None,
        *,
        what_if: bool = False,
    ) -> RequestOutcome:
        """Queue an audit of some sessions and wait a moment for it.

        what_if: the ruleset counts as in force on every day; an unapproved one needs that. Raises CannotSelect, RequestedRuleset,
        KeyUsed.
        """
        trial = self._trial(ruleset, what_if)
        snapshot = trial.snapshot
        knowledge = _knowledge(snapshot, what_if, trial.source, ruleset)
        digest = hashlib.sha256(encoded(request).encode()).hexdigest()
        skipped: list[dict[str, Any]] = []

        def make(sessions: list[SessionRecord]) -> NewAudit | None:
            chosen = self._auditable(sessions, selection, ruleset, snapshot, skipped)
            if not chosen:
                return None
            beside = () if what_if else self.beside(chosen, ruleset, snapshot)
            return NewAudit(
                request, digest, ruleset, skipped, key, now(), tuple(chosen), knowledge, beside=beside
            )

        return self._queue(selection, make, key, digest, skipped)

    def on_arrival(self, number: int) -> AuditRecord | None:
        """Queue the audit of a session that came in; None where it is not pending or not auditable."""
        snapshot = self._registry.snapshot()
        request: dict[str, Any] = {"sessions": [number], "on_arrival": True}
        digest = hashlib.sha256(encoded(request).encode()).hexdigest()

        def make(sessions: list[SessionRecord]) -> NewAudit | None:
            if not sessions or why_not(sessions[0], None, snapshot, self._store.controls) is not None:
                return None
            beside = self.beside(sessions, None, snapshot)
            known = self.knowledge(snapshot)
            return NewAudit(request, digest, None, [], None, now(), tuple(sessions), known, beside=beside)

        asked, _ = self._store.audits.ask(Selection(ids=(number,), pending=True), make)
        if asked is not None:
            self._worker.call()
        return asked

    def beside(
        self, sessions: Sequence[SessionRecord], ruleset: str | None, snapshot: RegistryAtChange
    ) -> tuple[NewAudit, ...]:
        """Audits of the unaudited logs that some sessions correct, oldest first, so that their incidents are on record."""
        found = []
        for session in (each for each in sessions if each.supersedes is not None):
            for each in self._store.sessions.earlier_versions(session.id):
                tried = is_what_if(ruleset, each.ruleset) or self._store.audits.was_asked(each.id)
                if not tried and why_not(each, ruleset, snapshot, self._store.controls) is None:
                    request = {"sessions": [each.id], "corrected_by": session.id}
                    digest = hashlib.sha256(encoded(request).encode()).hexdigest()
                    known = self.knowledge(snapshot)
                    found.append(NewAudit(request, digest, ruleset, [], None, now(), (each,), known))
        return tuple(found)

    def _trial(self, ruleset: str | None, what_if: bool) -> RegistryTrial:
        try:
            trial = self._trials.of(ruleset)
            found = self._trials.library(trial).get(ruleset) if ruleset is not None else None
        except CannotTry as error:
            raise RequestedRulesetNotTriable(str(error)) from error
        except UnknownRuleset as error:
            raise RequestedRulesetUnknown(str(error)) from error
        if found is not None and trial.source is not None and not what_if:
            raise RequestedRulesetNotApproved(
                f"{found} was not approved (it is {found.standing}): no hand can be judged by it.",
                Remedy(
                    "To try it, ask for a what-if; the report then says so on every page.",
                    'To try it, ask for a what-if ("what_if": true); the report then says so on every page.',
                    "To try it, use `auditor controls try`; the report then says so on every page.",
                ),
            )
        return trial

    def again(self, record: AuditRecord, as_known: str) -> RequestOutcome:
        """Repeat an audit. as_known: ``then`` (same logs, old snapshot) or ``now`` (current versions, present snapshot). Raises
        SessionsNotAuditable, CannotTry.
        """
        then = as_known == "then"
        if record.day is not None and not then:
            raise SessionsNotAuditable(
                f"Audit {record.id} is of a gaming day.",
                Remedy(
                    "Its gaming day can be audited again where something has changed since.",
                    f"PUT /v1/rooms/{record.room}/days/{record.day}/audit makes a new version of it where something has changed "
                    "since.",
                    f"`auditor rooms day {record.room} {record.day}` makes a new version of it after a change.",
                ),
            )
        if record.event is not None and not then:
            raise SessionsNotAuditable(
                f"Audit {record.id} is of the {record.event.kind} {record.event.name}.",
                Remedy(
                    f"The {record.event.kind} can be audited again where something has changed since.",
                    f"PUT /v1/{record.event.kind}s/{record.event.id}/audit makes a new version of it where something has "
                    "changed since.",
                    f"The page of the {record.event.kind} and `auditor nightly` audit it again after a change.",
                ),
            )
        try:
            return self._again(record, as_known, then)
        except (CannotSelect, UnknownRuleset) as error:
            raise SessionsNotAuditable(*_words(error)) from error

    def _again(self, record: AuditRecord, as_known: str, then: bool) -> RequestOutcome:
        ids = record.sessions if then else tuple(self._current(number) for number in record.sessions)
        if then:
            trial = RegistryTrial(self._registry.snapshot_for(record.knowledge), record.knowledge.tried)
        else:
            trial = self._trials.of(record.ruleset)
        snapshot = trial.snapshot
        knowledge = _knowledge(snapshot, record.knowledge.as_if, trial.source, record.ruleset)
        whole = record.request if record.day is not None or record.event is not None else {}
        request = {**whole, "audit": record.id, "known": as_known}
        selection, skipped = Selection(ids=ids), list[dict[str, Any]]()

        def make(sessions: list[SessionRecord]) -> NewAudit:
            chosen = tuple(self._auditable(sessions, selection, record.ruleset, snapshot, skipped))
            if record.day is not None:
                skipped.extend(record.skipped)
            beside = () if then or knowledge.as_if else self.beside(chosen, record.ruleset, snapshot)
            return NewAudit(
                request, record.request_sha256, record.ruleset, skipped, None, now(), chosen, knowledge,
                record.id, record.room, record.day, record.event.id if record.event is not None else None, beside,
            )  # fmt: skip

        return self._queue(selection, make, None, record.request_sha256, skipped)

    def ask_day(
        self,
        room: str,
        day: str,
        selection: Selection,
        make: Callable[[list[SessionRecord], AuditRecord | None], NewAudit],
    ) -> RequestOutcome:
        """Queue the audit of a gaming day unless it is there, and wait a moment for it."""
        audit, new = self._store.audits.ask_day(room, day, selection, make)
        self._worker.call()
        self._worker.wait_for(audit.id, self._wait)
        return RequestOutcome(self._store.audits.get(audit.id), new, [])

    def ask_event(self, kind: str, room: str, name: str, make: Callable[[], NewAudit]) -> RequestOutcome:
        """Queue the audit of a tournament or a ledger unless it is there, and wait a moment for it."""
        audit, new = self._store.audits.ask_event(kind, room, name, make)
        self._worker.call()
        self._worker.wait_for(audit.id, self._wait)
        return RequestOutcome(self._store.audits.get(audit.id), new, [])

    @staticmethod
    def knowledge(snapshot: RegistryAtChange) -> AuditBasis:
        """State of the registry that an audit rests on."""
        return _knowledge(snapshot, False, None, None)

    def _current(self, number: int) -> int:
        session = self._store.sessions.get(number)
        while session is not None and session.superseded_by is not None:
            session = self._store.sessions.get(session.superseded_by)
        return session.id if session is not None else number

    def _queue(
        self,
        selection: Selection,
        make: Callable[[list[SessionRecord]], NewAudit | None],
        key: str | None,
        digest: str,
        skipped: list[dict[str, Any]],
    ) -> RequestOutcome:
        audit, new = self._store.audits.ask(selection, make, key, digest)
        if audit is None:
            return RequestOutcome(None, False, skipped)
        self._worker.call()
        self._worker.wait_for(audit.id, self._wait)
        return RequestOutcome(self._store.audits.get(audit.id), new, audit.skipped)

    def _auditable(
        self,
        sessions: list[SessionRecord],
        selection: Selection,
        ruleset: str | None,
        snapshot: RegistryAtChange,
        skipped: list[dict[str, Any]],
    ) -> list[SessionRecord]:
        """The sessions with a ruleset, in one currency. Those requested by number must be auditable; others are skipped."""
        if selection.ids is not None:
            sessions = _in_order(sessions, selection.ids)
        chosen: list[SessionRecord] = []
        for index, session in enumerate(sessions):
            reason = why_not(session, ruleset, snapshot, self._store.controls) or why_not_with(
                session, chosen
            )
            if reason is None:
                chosen.append(session)
            elif selection.ids is not None:
                raise CannotSelect(reason, index)
            else:
                skipped.append({"session": session.id, "reason": reason})
        return chosen


def _knowledge(snapshot: RegistryAtChange, as_if: bool, tried: str | None, ruleset: str | None) -> AuditBasis:
    standing = snapshot.library.get(ruleset).standing if tried is not None and ruleset is not None else None
    used = program()
    return AuditBasis(
        snapshot.as_of,
        as_if,
        tried,
        standing,
        used.version,
        snapshot.library.digest,
        used.code,
        used.judgement,
    )


def _again(audit: int, does: str) -> Remedy:
    return by_request(
        f"Do it again: that {does}.",
        f"POST /v1/audits/{audit}/again",
        f"{does}.",
        f"audits again {audit} --known now",
    )


def _words(error: CannotSelect | UnknownRuleset) -> tuple[str, Remedy | None]:
    return (error.fact, error.remedy) if isinstance(error, CannotSelect) else (str(error), None)


def _in_order(sessions: list[SessionRecord], ids: tuple[int, ...]) -> list[SessionRecord]:
    """Sessions in the order of a request. Raises CannotSelect for a missing or repeated one."""
    by_id = {session.id: session for session in sessions}
    seen: dict[tuple[str, str], int] = {}
    for index, number in enumerate(ids):
        session = by_id.get(number)
        if session is None:
            raise CannotSelect(f"There is no session {number}.", index, SESSIONS)
        if seen.setdefault((session.room, session.session), number) != number or number in ids[:index]:
            other = seen[session.room, session.session]
            why = "is there twice" if other == number else f"and session {other} are versions of the same one"
            raise CannotSelect(f"Session {number} {why}; audit each by itself.", index)
    return [by_id[number] for number in ids]
