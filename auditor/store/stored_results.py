"""Results of audits: rows of findings, incidents and coverage, and the rest as JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.errors import ResultDamaged, ResultPurged
from auditor.remedies import Remedy
from auditor.store import stored_purges
from auditor.store.connection import Connections
from auditor.store.damage import Damage
from auditor.store.documents.document_rows import findings_by_session, summary_text
from auditor.store.earlier_stores import typed
from auditor.store.first_found import note_incidents
from auditor.store.incident_events import return_found_again
from auditor.store.rows import FindingFilter, Page, encoded
from auditor.store.sealed import must_match_the_register, suspected
from auditor.store.stored_corrections import (
    CorrectionRows,
    insert_corrections,
    with_corrections,
)
from auditor.store.stored_incidents import IncidentRows, insert_incidents
from auditor.store.stored_seals import EACH, altered, last_seal
from rules.findings.finding_table import counts
from rules.findings.written import json_pieces, json_text
from rules.results import KINDS, SEVERITIES, Audit, Coverage, Finding
from rules.typed import from_plain

_FIELDS = Finding.__struct_fields__
_typed_finding = from_plain(Finding)
_COLUMNS = ", ".join({"session": "session_name", "table": "table_name"}.get(name, name) for name in _FIELDS)
_HANDS, _READINGS = _FIELDS.index("hands"), _FIELDS.index("readings")
_INSERT = f"""
INSERT INTO findings (audit, position, session, {_COLUMNS})
VALUES (?, ?, ?, {", ".join("?" * len(_FIELDS))})
"""
_INSERT_COVERAGE = """
INSERT INTO coverage (audit, position, code, name, tested, agreeing, differing, open, untestable, inapplicable, because)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
AT_ONCE = 1000


class ResultRows:
    """Findings and whole audits, read back."""

    def __init__(self, connections: Connections, damage: Damage) -> None:
        self._connections = connections
        self._damage = damage
        self.incidents = IncidentRows(connections, self.must_be_whole, self.must_be_kept)
        self.corrections = CorrectionRows(connections, self.must_be_whole)

    def must_be_kept(self, audit: int) -> None:
        """Raise ResultPurged where findings and incidents were purged; asked again after reading."""
        purged = stored_purges.of_audit(self._connections.db, audit)
        if purged is not None:
            raise ResultPurged(purged.words(f"The result of audit {audit}"))

    def must_be_whole(self, subject: str, audit: int, places: list[int] | None = None) -> None:
        """Raise ResultDamaged where an audit's rows in a table are not as stored, ResultPurged where purged. places: positions to
        check, with the number of rows.
        """
        with self._connections.reading() as db:  # rows and seal at one moment
            must_match_the_register(db)
            if subject in ("findings", "incidents", "corrections"):
                self.must_be_kept(audit)
            wrong = _wrong(db, subject, audit, places, self._connections.seals_up_to(db))
        if wrong:
            words = (
                f"The result of audit {audit} is no longer what was stored ({subject}). Restore the store from a backup, or "
                "do the audit again"
            )
            self._damage.note(subject, f"{audit}", f"{words}.")
            raise ResultDamaged(
                f"{words}.",
                Remedy(
                    api=f"POST /v1/audits/{audit}/again does it.",
                    command=f"`auditor audits again {audit}` does it.",
                ),
            )

    def must_all_be_whole(self, subject: str, audits: Collection[int]) -> None:
        """Raise ResultDamaged where rows of any audit are not as stored; purged ones are whole."""
        db = self._connections.db
        must_match_the_register(db)
        up_to = self._connections.seals_up_to(db)
        for audit in suspected(db, subject, ((each,) for each in audits), up_to):
            with suppress(ResultPurged):
                self.must_be_whole(subject, *audit)

    def page(self, audit: int, wanted: FindingFilter, page: Page) -> tuple[list[tuple[int, Finding]], int]:
        """Page of an audit's findings in order, with sessions' numbers, and the total."""
        where, values = _where(audit, wanted)
        with self._connections.reading() as db:
            (total,) = db.execute(f"SELECT count(*) FROM findings WHERE {where}", values).fetchone()
            rows = db.execute(
                f"SELECT session, position, {_COLUMNS} FROM findings WHERE {where} ORDER BY position LIMIT ? OFFSET ?",
                [*values, page.size, page.offset],
            ).fetchall()
        self.must_be_whole("findings", audit, [row[1] for row in rows])
        return [(row[0], _finding(row[2:])) for row in rows], total

    def findings(self, audit: int, wanted: FindingFilter | None = None) -> Iterator[Finding]:
        """Findings of an audit in order, read in batches. Raises ResultDamaged before the first."""
        self.must_be_whole("findings", audit)
        return self._findings(audit, wanted)

    def _findings(self, audit: int, wanted: FindingFilter | None) -> Iterator[Finding]:
        where, values = _where(audit, wanted or FindingFilter())
        after = -1
        while True:
            rows = self._connections.db.execute(
                f"SELECT position, {_COLUMNS} FROM findings WHERE {where} AND position > ? ORDER BY "
                "position LIMIT ?",
                [*values, after, AT_ONCE],
            ).fetchall()
            for row in rows:
                yield _finding(row[1:])
            if len(rows) < AT_ONCE:
                self.must_be_kept(audit)  # else a purge would look like no results
                return
            after = rows[-1][0]

    def of_fingerprints(self, audit: int, fingerprints: Sequence[str]) -> list[Finding]:
        """Findings of an audit by fingerprint, in order. Raises ResultDamaged."""
        rows = self._connections.db.execute(
            f"SELECT position, {_COLUMNS} FROM findings WHERE audit = ? AND fingerprint IN (SELECT value FROM json_each(?))",
            [audit, encoded(list(fingerprints))],
        ).fetchall()
        self.must_be_whole("findings", audit, [row[0] for row in rows])
        found = {each.fingerprint: each for each in (_finding(row[1:]) for row in rows)}
        return [found[each] for each in fingerprints if each in found]

    def about_player(self, audits: Collection[int], player: str, *, exact: bool) -> dict[int, set[str]]:
        """Fingerprints of findings about a player, by audit. exact: the whole id, else a part in any case."""
        same = "player = ?" if exact else "instr(lower(player), lower(?)) > 0"
        rows = self._connections.db.execute(
            f"SELECT audit, fingerprint FROM findings WHERE audit IN (SELECT value FROM json_each(?)) AND {same}",
            [encoded(sorted(audits)), player if exact else player.strip()],
        )
        found: dict[int, set[str]] = {}
        for audit, fingerprint in rows:
            found.setdefault(audit, set()).add(fingerprint)
        return found

    def coverage(self, audit: int) -> list[dict[str, Any]]:
        """Coverage by check. Raises ResultDamaged."""
        self.must_be_whole("coverage", audit)
        rows = self._connections.db.execute(
            """
            SELECT code, name, tested, agreeing, differing, open, untestable, inapplicable, because
            FROM coverage
            WHERE audit = ? ORDER BY position
            """,
            [audit],
        )
        names = Coverage.__struct_fields__
        return [
            dict(zip(names, row[:-1], strict=False)) | {"because": msgspec.json.decode(row[-1])}
            for row in rows
        ]

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
    """An audit as rows, made before the transaction."""

    audit: Audit
    summary: str
    counts: str
    sha256: str
    coverage: list[tuple[Any, ...]]

    @classmethod
    def of(cls, audit: Audit) -> WrittenAudit:
        """The audit as it is written."""
        digest = hashlib.sha256()
        for piece in json_pieces(audit):
            digest.update(piece)
        rows = [_coverage_row(row) for row in audit.coverage]
        return cls(audit, summary_text(audit), encoded(_counts(audit)), digest.hexdigest(), rows)


def insert_result(db: Database, number: int, written: WrittenAudit, at: str) -> None:
    """Write a finished audit within a transaction."""
    sessions = {
        (room, session): key
        for key, room, session in db.execute(
            """
            SELECT s.id, s.room, s.session FROM audit_sessions AS a JOIN sessions AS s ON s.id = a.session
            WHERE a.audit = ?
            """,
            [number],
        )
    }
    db.conn.executemany(_INSERT, _rows(number, written.audit, sessions))
    db.conn.executemany(
        _INSERT_COVERAGE, ((number, position, *row) for position, row in enumerate(written.coverage))
    )
    insert_incidents(db, number, written.audit, sessions)
    insert_corrections(db, number, written.audit, sessions)
    note_incidents(db, number)
    return_found_again(db, number, at)
    db.execute(
        """
        UPDATE audits SET state = 'finished', owner = NULL, finished_at = ?, hands_done = hands_total,
            summary = ?, counts = ?, result_sha256 = ?
        WHERE id = ?
        """,
        [at, written.summary, written.counts, written.sha256, number],
    )


def _coverage_row(row: Coverage) -> tuple[Any, ...]:
    *values, because = msgspec.structs.astuple(row)
    return (*values, encoded(because))


def _rows(number: int, audit: Audit, sessions: dict[tuple[str, str], int]) -> Iterator[tuple[Any, ...]]:
    for position, (session, finding) in enumerate(findings_by_session(audit, sessions)):
        values = list(msgspec.structs.astuple(finding))
        for index in (_HANDS, _READINGS):
            if values[index] is not None:
                values[index] = json_text(values[index]).decode()
        yield (number, position, session, *values)


def _counts(audit: Audit) -> dict[str, Any]:
    kinds, severities = counts(audit.findings, "kind"), counts(audit.findings, "severity")
    return {
        "findings": len(audit.findings),
        "kind": {kind: kinds[kind] for kind in KINDS},
        "severity": {severity: severities[severity] for severity in SEVERITIES},
    }


def _finding(row: tuple[Any, ...]) -> Finding:
    values = dict(zip(_FIELDS, row, strict=True))
    for name in ("hands", "readings"):
        if values[name] is not None:
            values[name] = msgspec.json.decode(values[name])
    if _are_truths(values):
        values |= {name: bool(values[name]) for name in ("stated", "expected")}
    if values["readings"] is None:
        return Finding(**values)
    return _typed_finding(values)


def _are_truths(values: dict[str, Any]) -> bool:
    """Whether stated and expected are truth values, which SQLite keeps as 0 and 1: numbers have a difference, or a unit."""
    if values["unit"] is not None or values["difference"] is not None:
        return False
    return all(type(each) is int and each in (0, 1) for each in (values["stated"], values["expected"]))


def _wrong(db: Database, subject: str, audit: int, places: list[int] | None, up_to: int) -> bool:
    """Whether an audit's rows in a table are not as sealed; unfinished ones have no seal."""
    sealed = last_seal(db, subject, audit, up_to=up_to)
    if sealed is None:
        return False
    if places is None:
        return bool(altered(db, sealed))
    (count,) = db.execute(f"SELECT count(*) FROM {subject} WHERE audit = ?", [audit]).fetchone()
    return count * EACH != len(sealed.rows) or bool(altered(db, sealed, places))


def _where(audit: int, wanted: FindingFilter) -> tuple[str, list[Any]]:
    parts: list[str] = ["audit = ?"]
    values: list[Any] = [audit]
    for sql, several in (
        ("code IN (SELECT value FROM json_each(?))", wanted.codes),
        ("kind IN (SELECT value FROM json_each(?))", wanted.kinds),
        ("severity IN (SELECT value FROM json_each(?))", wanted.severities),
    ):
        if several:
            parts.append(sql)
            values.append(encoded(several))
    if wanted.hand is not None:  # also where one finding covers many hands
        parts.append("(hand = ? OR EXISTS (SELECT 1 FROM json_each(hands) WHERE value = ?))")
        values += [wanted.hand, wanted.hand]
    for sql, value in (("session = ?", wanted.session), ("player = ?", wanted.player)):
        if value is not None:
            parts.append(sql)
            values.append(value)
    return " AND ".join(parts), values
