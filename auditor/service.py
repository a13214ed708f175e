"""What the service does, without HTTP: takes logs in, queues audits, explains hands, makes reports."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from auditor.evidence import LIMITS, Evidence, Limits
from auditor.jobs import Worker
from auditor.jobs.run import Sources, evidence_of
from auditor.jobs.warm import warm_up
from auditor.store import Store
from auditor.store.rows import AuditRecord, NewAudit, Selection, SessionRecord, encoded
from auditor.store.times import now
from auditor.told import Controls, controls
from reports.pdf import write_pdf
from rules.audit import exhibits, explain_hand, read_facts
from rules.clauses import catalogue
from rules.controls.library import UnknownRuleset, library
from rules.controls.what_if import compared
from rules.records.problems import Refused
from rules.results import Audit, Exhibit, LogFacts, RulesetUsed

WAIT_SECONDS = 0.4  # how long a request for an audit waits for it to be finished


class RefusedLog(ValueError):
    """A log that was not taken. Its bytes are on record under ``sha256``, unless it was a dry run."""

    def __init__(self, refused: Refused, sha256: str, kept: bool) -> None:
        super().__init__(str(refused))
        self.refused = refused
        self.sha256 = sha256
        self.kept = kept


class CannotSelect(ValueError):
    """Sessions that cannot be audited together; ``index`` is of the one at fault in the request."""

    def __init__(self, message: str, index: int | None = None) -> None:
        super().__init__(message)
        self.index = index


@dataclass(frozen=True, slots=True)
class Uploaded:
    """What became of a log: its session (None: a dry run of a new one), and whether it was already here."""

    session: SessionRecord | None
    already_stored: bool
    facts: LogFacts


@dataclass(frozen=True, slots=True)
class Asked:
    """What became of a request for an audit. ``audit`` is None where there is nothing to audit."""

    audit: AuditRecord | None
    new: bool
    skipped: list[dict[str, Any]]


class Service:
    """The card-room auditor as a service, over one folder of data."""

    def __init__(
        self,
        folder: Path,
        on_finished: Callable[[AuditRecord, str, float], None],
        limits: Limits = LIMITS,
        wait: float = WAIT_SECONDS,
    ) -> None:
        self.store = Store(folder)
        self.library = library()
        self.limits = limits
        self.wait = wait
        self.worker = Worker(self.store, self.library, on_finished)

    def start(self) -> None:
        """Begin to work the queue off."""
        self.worker.start()
        warm_up(self.library)

    def close(self) -> None:
        """Stop the worker and close the store."""
        self.worker.stop()
        self.store.close()

    def upload(self, body: bytes, filename: str | None = None, *, dry_run: bool = False) -> Uploaded:
        """Take a log in. Raises RefusedLog, and Conflict where another file is on record for its session."""
        evidence = Evidence(body, self.limits)
        try:
            known = self.store.sessions.of_content(evidence.content_sha256)
            if known is not None and (dry_run or known.evidence == evidence.sha256):
                return Uploaded(known, True, known.facts)
            facts = known.facts if known is not None else read_facts(evidence)
        except Refused as refused:
            if not dry_run:
                self.store.evidence.keep_refused(evidence, refused, filename, now())
            raise RefusedLog(refused, evidence.sha256, not dry_run) from refused
        if dry_run:
            self.store.sessions.check(evidence.content_sha256, facts)
            return Uploaded(None, False, facts)
        session, new = self.store.sessions.keep(evidence, facts, filename, now())
        return Uploaded(session, not new, facts)

    def ask(
        self, selection: Selection, request: dict[str, Any], ruleset: str | None, key: str | None = None
    ) -> Asked:
        """Put an audit of some sessions into the queue and wait a moment for it.

        Raises CannotSelect, UnknownRuleset for a ruleset asked for, and KeyUsed.
        """
        if ruleset is not None:
            self.library.get(ruleset)
        digest = hashlib.sha256(encoded(request).encode()).hexdigest()
        skipped: list[dict[str, Any]] = []

        def make(sessions: list[SessionRecord]) -> NewAudit | None:
            chosen = self._auditable(sessions, selection, ruleset, skipped)
            if not chosen:
                return None
            return NewAudit(request, digest, ruleset, skipped, key, now(), tuple(chosen))

        audit, new = self.store.audits.ask(selection, make, key, digest)
        if audit is None:
            return Asked(None, False, skipped)
        self.worker.call()
        self.worker.wait_for(audit.id, self.wait)
        return Asked(self.store.audits.get(audit.id), new, audit.skipped)

    def _auditable(
        self,
        sessions: list[SessionRecord],
        selection: Selection,
        ruleset: str | None,
        skipped: list[dict[str, Any]],
    ) -> list[SessionRecord]:
        """The sessions that have a ruleset, in one currency. Those asked for by number must; others are skipped."""
        if selection.ids is not None:
            sessions = _in_order(sessions, selection.ids)
        chosen: list[SessionRecord] = []
        for index, session in enumerate(sessions):
            reason = self._why_not(session, ruleset) or _why_not_with(session, chosen)
            if reason is None:
                chosen.append(session)
            elif selection.ids is not None:
                raise CannotSelect(reason, index)
            else:
                skipped.append({"session": session.id, "reason": reason})
        return chosen

    def _why_not(self, session: SessionRecord, ruleset: str | None) -> str | None:
        name = ruleset or session.ruleset
        what = f"Session {session.id} ({session.room}, {session.session})"
        if name is None:
            known = ", ".join(f"{each.id}@{each.revision}" for each in self.library.rulesets())
            return f'{what} names no ruleset; ask for one with "ruleset". The library has: {known}.'
        try:
            self.library.get(name)
        except UnknownRuleset as error:
            return f"{what} names a ruleset that is not in the library. {error}"
        return None

    def log(self, session: SessionRecord) -> bytes:
        """A session's log as it was received. Raises EvidenceDamaged where it is no longer that."""
        return evidence_of(self.store, session).body

    def explain(self, session: SessionRecord, hand: int, ruleset: str | None) -> list[Exhibit]:
        """Every hand with this number: the record and its replay. Raises UnknownRuleset, NoRuleset."""
        source = evidence_of(self.store, session)
        return list(explain_hand(source, hand, ruleset=ruleset, library=self.library))

    def result(self, record: AuditRecord) -> Audit:
        """A finished audit, whole."""
        assert record.summary is not None
        return self.store.results.audit(record.id, record.summary)

    def write_report(self, record: AuditRecord, stream: BinaryIO) -> None:
        """Write a finished audit as a PDF."""
        audit = self.result(record)
        sources = Sources(self.store, record.sessions)

        def shown(kind: str) -> Iterable[Exhibit]:
            return exhibits(sources, audit, kind, library=self.library)

        write_pdf(audit, shown, catalogue(), stream, compared(audit, self.library))

    def controls(self, record: AuditRecord) -> list[Controls]:
        """How the controls that a finished audit tried differ from those that were played under."""
        return controls(compared(msgspec.convert(record.summary, _Head), self.library))


class _Head(msgspec.Struct):
    """Of an audit's summary, what says which controls it compares."""

    what_if: bool
    logs: list[LogFacts]
    rulesets: list[RulesetUsed]


def _why_not_with(session: SessionRecord, chosen: list[SessionRecord]) -> str | None:
    """Money of different currencies is not added up."""
    if not chosen or chosen[0].currency == session.currency:
        return None
    return (
        f"Session {session.id} ({session.room}, {session.session}) is in {session.currency} and session "
        f"{chosen[0].id} in {chosen[0].currency}; audit them apart."
    )


def _in_order(sessions: list[SessionRecord], ids: tuple[int, ...]) -> list[SessionRecord]:
    """Sessions in the order they were asked for. CannotSelect for one that is missing or twice there."""
    by_id = {session.id: session for session in sessions}
    seen: dict[tuple[str, str], int] = {}
    for index, number in enumerate(ids):
        session = by_id.get(number)
        if session is None:
            raise CannotSelect(
                f"There is no session {number}; GET /v1/sessions lists those there are.", index
            )
        if seen.setdefault((session.room, session.session), number) != number or number in ids[:index]:
            other = seen[session.room, session.session]
            why = "is there twice" if other == number else f"and session {other} are versions of the same one"
            raise CannotSelect(f"Session {number} {why}; audit each by itself.", index)
    return [by_id[number] for number in ids]
