"""Results of audits: findings and coverage of documents, rows of incidents, and the rest as JSON."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.errors import RecordDamaged, ResultDamaged, ResultPurged
from auditor.facts.kinds.facts_of_audits import NewIncidentOnRecord
from auditor.facts.salted_parts import SALT_BYTES
from auditor.remedies import Remedy
from auditor.store import stored_purges
from auditor.store.connection import Connections
from auditor.store.damage import Damage
from auditor.store.documents.document_contents import KEPT, DocumentAltered
from auditor.store.documents.document_making import MadeDocument, made_document
from auditor.store.documents.document_rows import FindingRow, SessionNumbers, summary_text, with_corrections
from auditor.store.documents.stored_result import StoredResult
from auditor.store.earlier_stores import typed
from auditor.store.fact_log import FactLog
from auditor.store.first_found import new_incidents
from auditor.store.incident_events import return_found_again
from auditor.store.rows import FindingFilter, Page
from auditor.store.rows_of_documents import ROWS_OF_DOCUMENTS, differing
from auditor.store.sealed import must_match_the_register
from auditor.store.stored_authority import StoredAuthority
from auditor.store.stored_corrections import (
    CorrectionRows,
    correction_rows,
    insert_corrections,
)
from auditor.store.stored_documents import (
    CHUNKS,
    document_of,
    insert_chunks,
    insert_document,
    with_findings,
)
from auditor.store.stored_incidents import IncidentRows, incident_rows, insert_incidents
from rules.findings.finding_table import counts, sources
from rules.findings.written import json_pieces
from rules.results import KINDS, SEVERITIES, Audit, Finding


class ResultRows:
    """Findings and whole audits, read back."""

    def __init__(self, connections: Connections, authority: StoredAuthority, damage: Damage) -> None:
        self._connections = connections
        self._authority = authority
        self._damage = damage
        self.incidents = IncidentRows(connections, self.must_be_whole, self.must_be_kept)
        self.corrections = CorrectionRows(connections, authority, self.must_be_whole)

    def must_be_kept(self, audit: int) -> None:
        """Raise ResultPurged where findings and incidents were purged; asked again after reading."""
        purged = stored_purges.of_audit(self._connections.db, audit)
        if purged is not None:
            raise ResultPurged(purged.words(f"The result of audit {audit}"))

    def must_be_whole(self, subject: str, audit: int, places: list[int] | None = None) -> None:
        """Raise ResultDamaged where an audit's rows in a table are not as stored, ResultPurged where purged. places: positions to
        check, with the number of rows.
        """
        with self._connections.reading() as db:  # rows and facts at one moment
            must_match_the_register(db)
            if subject in ROWS_OF_DOCUMENTS:
                self.must_be_kept(audit)
                wrong = self._differs(db, subject, audit, places)
            else:
                wrong = bool(self._authority.altered(subject, [(audit,)]))
        if wrong:
            raise self._damaged(subject, subject, audit)

    def must_rest_on_document(self, db: Database, subject: str, audit: int, position: int) -> None:
        """Raise RecordDamaged where a row of an audit is not that of its document, in a transaction that is to decide on it."""
        if self._differs(db, subject, audit, [position]):
            raise RecordDamaged(
                f"What the store has of the result of audit {audit} is not what was written, so that nothing is decided on it. "
                "Whoever runs the service looks with `auditor doctor` for what else was altered, and restores a backup."
            )

    def _differs(self, db: Database, subject: str, audit: int, places: list[int] | None) -> bool:
        """Whether rows are not those of the document of their audit."""
        try:
            result = self._result(audit)
            return next(differing(db, subject, audit, result, places), None) is not None
        except DocumentAltered:
            return True

    def must_all_be_whole(self, subject: str, audits: Collection[int]) -> None:
        """Raise ResultDamaged where rows of any audit are not as stored; purged ones are whole."""
        for audit in audits:
            with suppress(ResultPurged):
                self.must_be_whole(subject, audit)

    def _damaged(self, name: str, subject: str, audit: int) -> ResultDamaged:
        """The error, once it was noted. name: of the list; subject: the table."""
        words = (
            f"The result of audit {audit} is no longer what was stored ({name}). Restore the store from a backup, or "
            "do the audit again"
        )
        self._damage.note(subject, f"{audit}", f"{words}.")
        return ResultDamaged(
            f"{words}.",
            Remedy(
                api=f"POST /v1/audits/{audit}/again does it.",
                command=f"`auditor audits again {audit}` does it.",
            ),
        )

    def page(
        self, audit: int, wanted: FindingFilter, page: Page
    ) -> tuple[list[tuple[int | None, Finding]], int]:
        """Page of an audit's findings in order, with sessions' numbers, and the total. Raises ResultDamaged, ResultPurged."""
        with self._reading(audit, "findings") as result:
            return result.findings_page(wanted, page) if result else ([], 0)

    def findings(self, audit: int, wanted: FindingFilter | None = None) -> Iterator[Finding]:
        """Findings of an audit in order, read a chunk at a time. Raises ResultDamaged before the first."""
        self._compare(audit)
        return (each for _, each in self._findings(audit, wanted))

    def every_finding(self, audits: Collection[int]) -> Iterator[tuple[int, int | None, Finding]]:
        """Unpurged findings of audits in order, with audit and session. Raises ResultDamaged before the first."""
        with self._connections.reading() as db:
            must_match_the_register(db)
            found = with_findings(db, audits)
        for audit in found:
            with suppress(ResultPurged):
                self._compare(audit)
        return self._of_each(found)

    def _of_each(self, audits: Iterable[int]) -> Iterator[tuple[int, int | None, Finding]]:
        for audit in audits:
            with suppress(ResultPurged):  # since it was compared
                for session, finding in self._findings(audit, None):
                    yield audit, session, finding

    def _compare(self, audit: int) -> None:
        with self._reading(audit, "findings") as result:
            if result:
                result.compare_findings()

    def _findings(self, audit: int, wanted: FindingFilter | None) -> Iterator[FindingRow]:
        """Findings of one moment after another: what is purged meanwhile is said to be."""
        with self._judged(audit, "findings"):
            result = self._result(audit)
            yield from result.findings(wanted) if result else ()

    def of_fingerprints(self, audit: int, fingerprints: Sequence[str]) -> list[Finding]:
        """Findings of an audit by fingerprint, in order. Raises ResultDamaged, ResultPurged."""
        with self._reading(audit, "findings") as result:
            return result.findings_of(fingerprints) if result else []

    def about_player(self, audits: Collection[int], player: str, *, exact: bool) -> dict[int, set[str]]:
        """Fingerprints of findings about a player, by audit. exact: the whole id, else a part in any case."""
        found: dict[int, set[str]] = {}
        for audit in sorted(audits):
            with suppress(ResultPurged), self._reading(audit, "findings") as result:
                prints = result.fingerprints_about(player, exact=exact) if result else set()
                found |= {audit: prints} if prints else {}
        return found

    def coverage(self, audit: int) -> list[dict[str, Any]]:
        """Coverage by check. Raises ResultDamaged."""
        with self._reading(audit, "coverage") as result:
            return [msgspec.to_builtins(each) for each in result.coverage()] if result else []

    def _result(self, audit: int) -> StoredResult | None:
        """Result of an audit whose root is as facts say; None: it has none. Raises DocumentAltered."""
        if self._authority.altered("audits", [(audit,)]):
            raise DocumentAltered(f"Audit {audit} is not what was written.")
        return document_of(self._connections.db, audit)

    @contextmanager
    def _reading(self, audit: int, name: str) -> Iterator[StoredResult | None]:
        """Result of an audit at one moment; None: it has none. name: of the list. Raises ResultDamaged, ResultPurged."""
        with self._judged(audit, name), self._connections.reading() as db:
            must_match_the_register(db)
            if name not in KEPT:
                self.must_be_kept(audit)
            yield self._result(audit)

    @contextmanager
    def _judged(self, audit: int, name: str) -> Iterator[None]:
        """A purge, else damage where parts of a result are missing or altered."""
        try:
            yield
        except DocumentAltered as fault:
            if name not in KEPT:
                self.must_be_kept(audit)
            raise self._damaged(name, CHUNKS, audit) from fault

    def audit(self, audit: int, summary: dict[str, Any]) -> Audit:
        """The whole audit. ``summary``: of its record. Raises ResultDamaged."""
        self.must_be_whole("audits", audit)
        whole = typed({**summary, "coverage": self.coverage(audit)})
        whole = msgspec.structs.replace(whole, **with_corrections(summary, self.corrections.all(audit)))
        whole = msgspec.structs.replace(whole, findings=list(self.findings(audit)))
        if whole.incidents is not None:
            whole.incidents.extend(each for _, each in self.incidents.every(audit))
        return whole


class WrittenAudit(Struct, frozen=True):
    """An audit as it is stored, made before the transaction. roots: codes of incidents' first findings, by fingerprint;
    incidents, corrections: their rows.
    """

    audit: Audit
    summary: str
    counts: dict[str, Any]
    sha256: str
    document: MadeDocument
    roots: dict[str, str]
    incidents: list[tuple[Any, ...]]
    corrections: list[tuple[Any, ...]]

    @classmethod
    def of(cls, audit: Audit, sessions: SessionNumbers) -> WrittenAudit:
        """The audit as it is written. sessions: numbers of its sessions."""
        digest = hashlib.sha256()
        for piece in json_pieces(audit):
            digest.update(piece)
        document = made_document(audit, sessions, secrets.token_bytes(SALT_BYTES))
        wanted = {each.root for each in audit.incidents or ()}
        roots = (
            {fingerprint: code for fingerprint, _, code in sources(audit.findings) if fingerprint in wanted}
            if wanted
            else {}
        )
        rows = incident_rows(audit, sessions), correction_rows(audit, sessions)
        return cls(audit, summary_text(audit), _counts(audit), digest.hexdigest(), document, roots, *rows)

    def stated(self) -> dict[str, Any]:
        """Fields of the fact of the finished audit about its result."""
        engine: dict[str, Any] = msgspec.json.decode(self.summary).get("engine") or {}
        return {
            "counts": self.counts,
            "result_sha256": self.sha256,
            "summary_sha256": hashlib.sha256(self.summary.encode()).hexdigest(),
            "root": self.document.root,
            "code": engine.get("code"),
            "judgement": engine.get("judgement"),
        }


def sessions_of_audit(db: Database, number: int) -> dict[tuple[str, str], int]:
    """Numbers of an audit's sessions by room and name, which never change."""
    rows = db.execute(
        """
        SELECT s.id, s.room, s.session FROM audit_sessions AS a JOIN sessions AS s ON s.id = a.session
        WHERE a.audit = ?
        """,
        [number],
    )
    return {(room, session): key for key, room, session in rows}


def insert_result(
    db: Database, log: FactLog, number: int, written: WrittenAudit, at: str
) -> tuple[NewIncidentOnRecord, ...]:
    """Write an audit's result in the transaction that finishes it; the incidents of rooms that it found first."""
    document = written.document
    insert_chunks(db, number, document.parts)
    insert_document(db, number, document.root, document.contents, document.salt, document.sessions)
    insert_incidents(db, number, written.incidents)
    insert_corrections(db, number, written.corrections)
    found = new_incidents(db, number, written.roots)
    return_found_again(db, log, number, at)
    return tuple(found)


def keep_summary(db: Database, number: int, written: WrittenAudit) -> None:
    """Keep the text of a finished audit's summary, and end the work at it."""
    db.execute("UPDATE audits SET owner = NULL, summary = ? WHERE id = ?", [written.summary, number])


def _counts(audit: Audit) -> dict[str, Any]:
    kinds, severities = counts(audit.findings, "kind"), counts(audit.findings, "severity")
    return {
        "findings": len(audit.findings),
        "kind": {kind: kinds[kind] for kind in KINDS},
        "severity": {severity: severities[severity] for severity in SEVERITIES},
    }
