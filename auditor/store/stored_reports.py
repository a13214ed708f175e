"""Issued reports and their pulls; bytes go with the result."""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.errors import DocumentDamaged, ResultPurged
from auditor.facts.kinds.facts_of_reports import ReportIssued, ReportPulled
from auditor.store import stored_purges
from auditor.store.audit_filter import AuditFilter, filtered
from auditor.store.blobs.kept_bytes import bytes_of, column_of, writing_with
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.damage import Damage
from auditor.store.fact_log import FactLog
from auditor.store.leases import Lease, done
from auditor.store.report_bytes import REPORTS
from auditor.store.rows import Page, Purged, within_json
from auditor.store.sealed import Sealed

Edition = Literal["full", "screened", "redacted"]
Pulled = Literal["report", "bundle"]
EDITIONS: tuple[Edition, ...] = (
    "full",
    "screened",
    "redacted",
)  # screened: full, with the annex of screening


class NewReport(Struct, frozen=True):
    """A report to issue. exhibits: drawn places, None for all; made_sha256: before signing.

    signer: as the signature names them, or None. engine: release with the first characters of its code.
    """

    audit: int
    edition: Edition
    exhibits: int | None
    made_sha256: str
    signer: dict[str, Any] | None
    engine: str
    by: str | None
    body: bytes

    @property
    def sha256(self) -> str:
        """Of the document as it is issued."""
        return hashlib.sha256(self.body).hexdigest()


class IssuedReport(Struct, frozen=True):
    """An issued report without bytes. room: of all its sessions or its day; None of several.

    pulls: number, last at pulled_at. entry: of the register. purged: bytes are gone.
    """

    id: int
    at: str
    audit: int
    room: str | None
    edition: Edition
    exhibits: int | None
    made_sha256: str
    sha256: str
    size: int
    signer: dict[str, Any] | None
    engine: str
    by: str | None
    key: str | None
    entry: int
    pulls: int
    pulled_at: str | None
    purged: Purged | None


class ReportFilter(Struct, frozen=True):
    """Filter of reports; None restricts nothing. Audited gaming days as ISO dates, both included."""

    audit: int | None = None
    room: str | None = None
    edition: Edition | None = None
    first_day: str | None = None
    last_day: str | None = None


_FIELDS = IssuedReport.__struct_fields__
_ROOM = """
coalesce(audits.room, (SELECT CASE WHEN count(DISTINCT s.room) = 1 THEN max(s.room) END
    FROM audit_sessions AS part JOIN sessions AS s ON s.id = part.session WHERE part.audit = audits.id))
"""
_COLUMNS = "r.id, r.at, r.audit, {room}, r.edition, r.exhibits, r.made_sha256, r.sha256, r.size, r.signer, r.engine, r.by, r.key"
_SELECT = f"""
SELECT {_COLUMNS.format(room=_ROOM)},
    coalesce((SELECT entry FROM register WHERE kind = 'report.issued'
        AND json_extract(record, '$.of') = {within_json("r.id")}), r.fact),
    (SELECT count(*) FROM report_pulls AS p WHERE p.report = r.id),
    (SELECT max(at) FROM report_pulls AS p WHERE p.report = r.id),
    {stored_purges.selected("audits", "CAST(r.audit AS TEXT)")}
FROM reports AS r JOIN audits ON audits.id = r.audit
"""
_ALIKE = """
r.audit = ? AND r.edition = ? AND r.made_sha256 = ?
    AND json_extract(r.signer, '$.certificate_sha256') IS NOT DISTINCT FROM ? AND length(r.body) > 0
"""


class Reports:
    """Issued reports of audits that the caller sees."""

    def __init__(
        self, connections: Connections, sealed: Sealed, damage: Damage, log: FactLog, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._log = log
        self._damage = damage
        self._caller = caller

    def get(self, number: int) -> IssuedReport | None:
        """One report."""
        found = self._where("r.id = ?", [number])
        return found[0] if found else None

    def alike(
        self, audit: int, edition: Edition, made_sha256: str, certificate: str | None
    ) -> IssuedReport | None:
        """Last report of the same document and certificate (None: unsigned), or None. Exhibits are not compared, as many numbers
        may give one document.
        """
        found = self._where(_ALIKE, [audit, edition, made_sha256, certificate])
        return found[-1] if found else None

    def of_digest(self, sha256: str) -> IssuedReport | None:
        """Report with a SHA-256, or None."""
        found = self._where("r.sha256 = ?", [sha256])
        return found[0] if found else None

    def of_audit(self, audit: int) -> list[int]:
        """Numbers of an audit's reports."""
        rows = self._connections.db.execute("SELECT id FROM reports WHERE audit = ? ORDER BY id", [audit])
        return [number for (number,) in rows]

    def page(self, wanted: ReportFilter, page: Page) -> tuple[list[IssuedReport], int]:
        """Page of the reports, newest first, and the total."""
        where, values = _filtered(wanted)
        seen, rooms = self._caller.where_audit(self._sealed.authority)
        where, values = f"{where} AND {seen}", [*values, *rooms]
        with self._connections.reading() as db:
            (total,) = db.execute(
                f"SELECT count(*) FROM reports AS r JOIN audits ON audits.id = r.audit WHERE {where}", values
            ).fetchone()
            rows = db.execute(
                f"{_SELECT} WHERE {where} ORDER BY r.id DESC LIMIT {page.size:d} OFFSET {page.offset:d}",
                values,
            ).fetchall()
        return self._as_written(rows), total

    def add(self, report: NewReport, at: str, piece: Lease) -> IssuedReport | None:
        """Record a report; None where another took the lease of its making. Raises ResultPurged, RecordDamaged."""
        with writing_with(self._connections, {report.sha256: report.body}) as db:
            if not done(db, piece):
                return None
            purged = stored_purges.of_audit(db, report.audit)
            if purged is not None:
                raise ResultPurged(purged.words(f"The result of audit {report.audit}"))
            for subject in ("audits", "audit_sessions"):
                self._sealed.must_rest_on_facts(subject, report.audit)
            number = self._insert(db, report, at)
        (made,) = self._where("r.id = ?", [number])
        return made

    def body(self, report: IssuedReport) -> bytes:
        """Bytes as issued. Raises ResultPurged, DocumentDamaged, BytesUnavailable."""
        row = self._connections.db.execute("SELECT body FROM reports WHERE id = ?", [report.id]).fetchone()
        body = bytes_of(row[0], report.sha256)
        found = hashlib.sha256(body).hexdigest()
        if found == report.sha256:
            return body
        purged = stored_purges.of_audit(self._connections.db, report.audit)
        if purged is not None and not row[0]:
            raise ResultPurged(
                purged.words(f"The result of audit {report.audit}, and with it report {report.id},")
            )
        words = (
            f"Report {report.id} is no longer what was issued: its SHA-256 was {report.sha256} and is now {found}. Restore the "
            "store from a backup. A copy that was pulled earlier is as good: its SHA-256 shows it."
        )
        self._damage.note(REPORTS, f"{report.id}", words)
        raise DocumentDamaged(words)

    def pulled(self, report: int, what: Pulled, by: str | None, at: str) -> None:
        """Record a pull of a report or its bundle."""
        with self._connections.writing() as db:
            self._sealed.must_rest_on_facts(REPORTS, report)
            number = self._log.number_after(db, "report_pulls", "report.pulled")
            (audit,) = db.execute("SELECT audit FROM reports WHERE id = ?", [report]).fetchone()
            about: dict[str, Any] = {"number": number, "report": report, "what": what, "who": by}
            self._log.append(db, ReportPulled(**about, **self._acting(audit, at)))

    def _insert(self, db: Database, report: NewReport, at: str) -> int:
        names = ("audit", "edition", "exhibits", "made_sha256", "sha256", "signer", "engine")
        about = {name: getattr(report, name) for name in names}
        number = self._log.next_number(db, REPORTS)
        acting = self._acting(report.audit, at)
        self._log.append(
            db, ReportIssued(number=number, size=len(report.body), who=report.by, **about, **acting)
        )
        db.execute(
            "UPDATE reports SET body = ? WHERE id = ?", [column_of(report.sha256, report.body), number]
        )
        return number

    def _acting(self, audit: int, at: str) -> dict[str, Any]:
        return {"at": at, "by": self._caller.key, "rooms": self._sealed.authority.rooms_of_audit(audit)}

    def _where(self, where: str, values: list[Any]) -> list[IssuedReport]:
        seen, rooms = self._caller.where_audit(self._sealed.authority)
        rows = self._connections.db.execute(
            f"{_SELECT} WHERE {where} AND {seen} ORDER BY r.id", [*values, *rooms]
        )
        return self._as_written(rows.fetchall())

    def _as_written(self, rows: list[tuple[Any, ...]]) -> list[IssuedReport]:
        self._sealed.must_be_as_written(REPORTS, ((row[0],) for row in rows))
        return [_record(row) for row in rows]


def _filtered(wanted: ReportFilter) -> tuple[str, list[Any]]:
    where, values = filtered(AuditFilter(wanted.room, wanted.first_day, wanted.last_day))
    parts = [where]
    for sql, value in (("r.audit = ?", wanted.audit), ("r.edition = ?", wanted.edition)):
        if value is not None:
            parts.append(sql)
            values.append(value)
    return " AND ".join(parts), values


def _record(row: tuple[Any, ...]) -> IssuedReport:
    values = dict(zip(_FIELDS, row, strict=True))
    signer = values["signer"]
    values["signer"] = None if signer is None else msgspec.json.decode(signer)
    values["purged"] = stored_purges.read(values["purged"])
    return IssuedReport(**values)
