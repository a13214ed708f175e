"""What the service does, without HTTP: takes logs in, queues audits, explains hands, makes reports."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import msgspec

from auditor.auditing import Auditing
from auditor.days import Days
from auditor.documents import dates_of, write_document
from auditor.evidence import LIMITS, Evidence, Limits
from auditor.filing import Filing
from auditor.jobs import Worker
from auditor.jobs.run import Sources, evidence_of
from auditor.jobs.warm import warm_up
from auditor.night import Night, NightRead
from auditor.registry import Registry, Snapshot
from auditor.serialization import ComparedControls, controls
from auditor.store import Store
from auditor.store.rows import AuditRecord, SessionRecord, encoded
from auditor.store.times import now
from reports.comparison import write_comparison_pdf
from reports.incident_entries import EXHIBITS
from rules.audit import compare, explain_hand, read_facts
from rules.audit.comparison import AuditComparison
from rules.checks.catalogue import room_checks
from rules.clauses import Clause
from rules.controls.library import Library, library
from rules.controls.quotes import with_quotes
from rules.controls.ruleset import Ruleset
from rules.controls.what_if import compared
from rules.gaps import DEALS, SEED, GapReport, gap_report
from rules.records.problems import Refused
from rules.results import Audit, Exhibit, LogFacts, RulesetUsed
from rules.version import VERSION

WAIT_SECONDS = 0.4  # how long a request for an audit waits for it to be finished


class RefusedLog(ValueError):
    """A log that was not taken. Its bytes are on record under ``sha256``, unless it was a dry run."""

    def __init__(self, refused: Refused, sha256: str, kept: bool) -> None:
        super().__init__(str(refused))
        self.refused = refused
        self.sha256 = sha256
        self.kept = kept


@dataclass(frozen=True, slots=True)
class Uploaded:
    """What became of a log: its session (None: a dry run of a new one), and whether it was already here."""

    session: SessionRecord | None
    already_stored: bool
    facts: LogFacts


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
        self.limits = limits
        self.registry = Registry(self.store, library())
        self.filing = Filing(self.store, self.registry)
        self.worker = Worker(self.store, self.registry, on_finished)
        self.auditing = Auditing(self.store, self.registry, self.filing, self.worker, wait)
        self.days = Days(self.store, self.registry, self.filing, self.auditing)

    def start(self) -> None:
        """Begin to work the queue off."""
        self.worker.start()
        warm_up(self.registry.shipped)

    @property
    def library(self) -> Library:
        """The rulesets as they are known now: those that ship with the auditor, and rooms' own that were approved."""
        return self.registry.known().library

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

    def log(self, session: SessionRecord) -> bytes:
        """A session's log as it was received. Raises EvidenceDamaged where it is no longer that."""
        return evidence_of(self.store, session).body

    def explain(self, session: SessionRecord, hand: int, ruleset: str | None) -> list[Exhibit]:
        """Every hand with this number: the record and its replay. Raises UnknownRuleset, NoRuleset, CannotFile.

        Under a revision that was not approved it is as if that one were in force.
        """
        source = evidence_of(self.store, session)
        known, tried = self.filing.to_try(ruleset)
        return list(
            explain_hand(
                source,
                hand,
                ruleset=ruleset,
                library=known.of_room(session.room),
                room=known.rooms.get(session.room),
                as_if=tried is not None,
            )
        )

    def result(self, record: AuditRecord) -> Audit:
        """A finished audit, whole."""
        assert record.summary is not None
        return self.store.results.audit(record.id, record.summary)

    def write_report(self, record: AuditRecord, stream: BinaryIO, most: int | None = EXHIBITS) -> None:
        """Write a finished audit as a PDF; a what-if as the document of its effect.

        most: places that are drawn; None: all. The report is made of what is stored, and is of the moment when the audit
        was finished.
        """
        audit, known = self.result(record), self.known_to(record)
        clauses = _quoted(known, [*audit.rulesets, *(audit.effect.in_force if audit.effect else ())])
        sources = Sources(self.store, record.sessions)
        dates = dates_of(audit, known.library, record.finished_at)
        write_document(audit, sources, clauses, stream, known.library, known.rooms, dates, most)

    def comparison(self, before: AuditRecord, after: AuditRecord) -> AuditComparison:
        """What differs between two finished audits."""
        return compare(self.result(before), self.result(after))

    def write_comparison(self, before: AuditRecord, after: AuditRecord, stream: BinaryIO) -> None:
        """Write what differs between two finished audits as a PDF."""
        sides = _asked_on(before), _asked_on(after)
        reported = self.comparison(before, after)
        clauses = _quoted(self.known_to(after), [*reported.before.rulesets, *reported.after.rulesets])
        write_comparison_pdf(reported, clauses, stream, sides)

    def night(self, since: str | None) -> NightRead:
        """The record now and at a cursor. Raises BadCursor, UnknownCursor."""
        return NightRead(self.store, since)

    def compared(self, read: NightRead) -> Night:
        """What changed between the two moments of a record."""
        return read.compared(entry.code for entry in room_checks())

    def controls(self, record: AuditRecord) -> list[ComparedControls]:
        """How the controls that a finished audit tried differ from those that were played under."""
        return controls(compared(msgspec.convert(record.summary, _Head), self.known_to(record).library))

    def gaps(self, ruleset: Ruleset) -> GapReport:
        """What a ruleset leaves open; worked out once, and kept."""
        reported = (
            ruleset.digest,
            ruleset.title,
            ruleset.summary,
            ruleset.standing,
            ruleset.in_force,
            DEALS,
            SEED,
        )
        key = hashlib.sha256(encoded(reported).encode()).hexdigest()
        kept = self.store.controls.gap_report(key, VERSION)
        if kept is not None:
            return msgspec.json.decode(kept, type=GapReport)
        report = gap_report(ruleset)
        self.store.controls.keep_gap_report(key, VERSION, msgspec.json.encode(report))
        return report

    def known_to(self, record: AuditRecord) -> Snapshot:
        """What an audit knew of rulesets and rooms."""
        return self.registry.known_to(record.knowledge)


def _quoted(known: Snapshot, used: Iterable[RulesetUsed]) -> Mapping[str, Clause]:
    """The clauses that a document may print: the catalogue's, and of rooms' own those of the rulesets that it is about."""
    names = {f"{each.id}@{each.revision}" for each in used}
    return with_quotes(each for each in known.library.revisions() if str(each) in names)


def _asked_on(record: AuditRecord) -> str:
    """What a comparison calls an audit: its number and the day on which it was asked for."""
    return f"Audit {record.id}, {record.created_at[:10]}"


class _Head(msgspec.Struct):
    """Of an audit's summary, what says which controls it compares."""

    what_if: bool
    logs: list[LogFacts]
    rulesets: list[RulesetUsed]
