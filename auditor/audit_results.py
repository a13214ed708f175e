"""Finished audits: findings, incidents, results, and their documents."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO

import msgspec

from auditor.answers import answered
from auditor.documents import authority_of, dates_of, write_document
from auditor.errors import NoSuchCorrection, NoWhatIf
from auditor.incident_players import players_by_incident
from auditor.incidents import Became, Incidents
from auditor.jobs.audit_from_store import Sources
from auditor.registry import Registry, RegistryAtChange
from auditor.remedies import by_request
from auditor.report_attachments import attached, attached_screening, attached_to_comparison, redacted_json
from auditor.reported_screening import ReportedScreening, YearOfAudit
from auditor.serialization import ComparedControls, controls, unaudited_parameters
from auditor.store import Store
from auditor.store.documents.document_rows import with_corrections
from auditor.store.redaction_key import load_or_make
from auditor.store.rows import AuditRecord, FindingFilter, IncidentFilter, Page
from reports.declaration import write_declaration_pdf
from reports.drawn_answers import NO_ANSWERS, Answered, Answers
from reports.drawn_comparison import write_comparison_pdf
from reports.incident_entries import EXHIBITS
from reports.incident_row_words import SeatPlayer
from reports.screened_room import ScreenedRoom
from rules.audit import compare
from rules.audit.audit_comparison import AuditComparison
from rules.clauses import Clause
from rules.controls.quotes import with_quotes
from rules.controls.what_if import compared
from rules.redaction import Redaction
from rules.results import Audit, Correction, Coverage, Engine, Finding, Incident, LogFacts, RulesetUsed
from rules.typed import from_plain

OPEN = "OPEN SERVICE. Made by a service that runs without keys: whoever reached it could upload logs and approve controls."


class AuditResults:
    """Results of finished audits over a store."""

    def __init__(
        self, store: Store, registry: Registry, incidents: Incidents, screening: ReportedScreening
    ) -> None:
        self._store = store
        self._of_rooms = incidents
        self._screening = screening
        self._registry = registry

    def page(
        self, record: AuditRecord, wanted: FindingFilter, page: Page
    ) -> tuple[list[tuple[int | None, Finding]], int]:
        """Page of an audit's findings, each with its session's number, and the total."""
        return self._store.results.page(record.id, wanted, page)

    def findings(self, record: AuditRecord, wanted: FindingFilter | None = None) -> Iterator[Finding]:
        """An audit's findings in its order."""
        return self._store.results.findings(record.id, wanted)

    def incident_page(
        self, record: AuditRecord, wanted: IncidentFilter, page: Page
    ) -> tuple[list[tuple[int | None, Incident]], int]:
        """Page of incidents, each with its session's number, and the total; by state a what-if has none."""
        if wanted.states and (record.summary or {}).get("what_if"):
            return [], 0
        return self._store.results.incidents.page(record.id, wanted, page)

    def incidents(self, record: AuditRecord, wanted: IncidentFilter | None = None) -> Iterator[Incident]:
        """An audit's incidents in its order."""
        return (each for _, each in self._store.results.incidents.every(record.id, wanted))

    def players(
        self, record: AuditRecord, incidents: Sequence[Incident]
    ) -> dict[str, tuple[SeatPlayer, ...]]:
        """Players named by the findings of some incidents, by incident id."""
        return players_by_incident(self._store, record.id, incidents)

    def correction_page(self, record: AuditRecord, page: Page) -> tuple[list[tuple[int, Correction]], int]:
        """Page of the corrections among an audit's logs, each with its session's number, and the total."""
        return self._store.results.corrections.page(record.id, page)

    def correction(self, record: AuditRecord, session: int) -> Correction:
        """Changes by one of an audit's logs. Raises NoSuchCorrection."""
        found = self._store.results.corrections.of_session(record.id, session)
        if found is None:
            raise NoSuchCorrection(
                f"In audit {record.id} no log of a session {session} supersedes another one.",
                by_request(
                    "The page of the audit lists those that do.",
                    f"GET /v1/audits/{record.id}/corrections",
                    "lists those that do.",
                ),
            )
        return found

    def head(self, record: AuditRecord) -> dict[str, Any]:
        """The whole audit's JSON with findings and incidents left empty (or null)."""
        assert record.summary is not None
        self._store.results.must_be_whole("audits", record.id)
        coverage = self._store.results.coverage(record.id)
        corrections = with_corrections(record.summary, self._store.results.corrections.all(record.id))
        registry = self._snapshot_for(record).library
        head = _head(record.summary)
        more = {
            "controls": self.controls(record),
            "unaudited": unaudited_parameters(head.rulesets, head.engine, registry),
        }
        return {**record.summary, **corrections, "coverage": coverage, **more}

    def coverage(self, record: AuditRecord) -> list[Coverage]:
        """Coverage of the hands by each check. Raises ResultDamaged."""
        return [_coverage(each) for each in self._store.results.coverage(record.id)]

    def audit(self, record: AuditRecord) -> Audit:
        """A finished audit, whole."""
        assert record.summary is not None
        return self._store.results.audit(record.id, record.summary)

    def effect(self, record: AuditRecord) -> dict[str, Any]:
        """Effect of the controls that a what-if tried. Raises NoWhatIf."""
        effect: dict[str, Any] | None = (record.summary or {}).get("effect")
        if effect is None:
            raise NoWhatIf(
                f"Audit {record.id} tried no controls against those in force. A what-if is asked for with "
                '"what_if": true and a ruleset.'
            )
        return effect

    def became(self, record: AuditRecord, incidents: Collection[str]) -> dict[str, Became]:
        """Standing of some incidents by id; none of a what-if, which is no fact about a room."""
        return {} if (record.summary or {}).get("what_if") else self._of_rooms.became(incidents)

    def answers(self, record: AuditRecord) -> dict[str, Answered]:
        """Answers to an audit's incidents, and to those its corrections removed, by id; none of a what-if."""
        summary = record.summary or {}
        if summary.get("what_if"):
            return {}
        ids = self._store.results.incidents.ids(record.id)
        logs = [*(summary.get("logs") or ()), *([summary["log"]] if summary.get("log") else ())]
        rooms = {each["room"] for each in logs} | ({record.room} if record.room is not None else set())
        return {
            incident: answered(found)
            for room in sorted(rooms)
            for incident, found in self._of_rooms.known(room, ids).items()
        } | self._removed(record)

    def _removed(self, record: AuditRecord) -> dict[str, Answered]:
        corrections = self._store.results.corrections.all(record.id)
        return {
            incident: answered(each)
            for found in corrections
            if found.incidents
            for incident, each in self._of_rooms.of_ids(found.room, found.incidents).items()
        }

    def write_report(
        self,
        record: AuditRecord,
        stream: BinaryIO,
        most: int | None = EXHIBITS,
        answers: Answers = NO_ANSWERS,
        redacted: bool = False,
        screened: bool = False,
    ) -> None:
        """Write a finished audit's PDF, or a what-if's document of effect, dated when the audit finished.

        most: drawn places, None for all. answers: to its incidents. redacted: the public edition, without answers and
        screening. screened: with the annex "Where to look", for whoever may read screening. Raises UnusableRedactionKey.
        """
        audit, snapshot = self.audit(record), self._snapshot_for(record)
        clauses = _quoted(snapshot, [*audit.rulesets, *(audit.effect.in_force if audit.effect else ())])
        sources = Sources(self._store, record.sessions)
        dates = dates_of(audit, snapshot.library, record.finished_at)
        registered, attachments = attached(self._store, record, audit)
        rooms = self.screened(record) if screened and not redacted else []
        attachments += attached_screening(record, rooms)
        redaction = None
        if redacted:
            redaction = Redaction(audit, load_or_make(self._store.folder))
            registered = registered and registered._replace(result=None, files=None, whole=None)
            attachments = (redacted_json(record, redaction, snapshot.library),)
        write_document(
            audit,
            sources,
            clauses,
            stream,
            snapshot.library,
            snapshot.rooms,
            dates,
            most,
            _notice(record),
            answers,
            attachments,
            registered,
            redaction=redaction,
            screened=rooms,
        )

    def screened(self, record: AuditRecord) -> list[ScreenedRoom]:
        """Rooms of the annex "Where to look" of a finished audit; none of a what-if. Raises RecordDamaged, ResultDamaged."""
        return [] if _is_trial(record) else self._screening.of(record, self._snapshot_for(record))

    def screened_years(self, record: AuditRecord) -> list[YearOfAudit]:
        """Rooms and years of `screened`. Raises RecordDamaged, ResultDamaged."""
        return [] if _is_trial(record) else self._screening.years(record)

    def screening_basis(self, record: AuditRecord) -> str:
        """Digest of what `screened` rests on; empty where it gives nothing. Raises RecordDamaged, ResultDamaged."""
        return "" if _is_trial(record) else self._screening.basis(record)

    def write_declaration(self, record: AuditRecord, stream: BinaryIO) -> bool:
        """Write the custodian's declaration about an audit's logs as a PDF; False of a what-if or without an authority's form."""
        audit, snapshot = self.audit(record), self._snapshot_for(record)
        authority = authority_of(audit, snapshot.library)
        if (
            authority is None
            or authority.declaration is None
            or audit.what_if
            or not (audit.log or audit.logs)
        ):
            return False
        clauses = _quoted(snapshot, audit.rulesets)
        registered, _ = attached(self._store, record, audit)
        dates = dates_of(audit, snapshot.library, record.finished_at)
        write_declaration_pdf(audit, clauses, stream, registered, authority.declaration, dates)
        return True

    def comparison(self, before: AuditRecord, after: AuditRecord) -> AuditComparison:
        """Differences between two finished audits."""
        return compare(self.audit(before), self.audit(after))

    def write_comparison(self, before: AuditRecord, after: AuditRecord, stream: BinaryIO) -> None:
        """Write the differences between two finished audits as a PDF."""
        found = self.comparison(before, after)
        clauses = _quoted(self._snapshot_for(after), [*found.before.rulesets, *found.after.rulesets])
        registered, attachments = attached_to_comparison(self._store, before, after)
        sides = _title(before), _title(after)
        write_comparison_pdf(found, clauses, stream, sides, _notice(before, after), attachments, registered)

    def controls(self, record: AuditRecord) -> list[ComparedControls]:
        """Differences of the tried controls from those in force."""
        return controls(compared(_head(record.summary), self._snapshot_for(record).library))

    def _snapshot_for(self, record: AuditRecord) -> RegistryAtChange:
        return self._registry.snapshot_for(record.knowledge)


def _quoted(snapshot: RegistryAtChange, used: Iterable[RulesetUsed]) -> Mapping[str, Clause]:
    names = {f"{each.id}@{each.revision}" for each in used}
    return with_quotes(each for each in snapshot.library.revisions() if str(each) in names)


def _is_trial(record: AuditRecord) -> bool:
    return bool((record.summary or {}).get("what_if"))


def _notice(*records: AuditRecord) -> str | None:
    return OPEN if any(each.open for each in records) else None


def _title(record: AuditRecord) -> str:
    return f"Audit {record.id}, {record.created_at[:10]}"


class _Head(msgspec.Struct):
    what_if: bool
    logs: list[LogFacts]
    rulesets: list[RulesetUsed]
    engine: Engine


_head = from_plain(_Head)
_coverage = from_plain(Coverage)
