"""Facts of the rows of audits and what they found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from msgspec import Struct

from auditor.facts.kinds.facts_of_audits import (
    AskedLog,
    AuditAsked,
    AuditFailedOnRecord,
    AuditFinished,
    NewIncidentOnRecord,
    SessionResultOnRecord,
    StatisticsOnRecord,
    SumsOnRecord,
)
from auditor.facts.recorded_fact import RecordedFact
from auditor.store.legacy.old_store import (
    OldRow,
    OldStore,
    UnusableOldRow,
    decoded,
    named,
    one_of,
    text_digest,
)
from auditor.store.stored_documents import NO_ROOT

Made = TypeVar("Made")


class AlteredResults(Struct, frozen=True):
    """Keys of rows that were altered, and are left out: audits with all that is theirs, and what audits kept of sessions.

    documents: audits with an altered document, which get a root that no contents have; incidents: audits with altered ones.
    """

    audits: frozenset[int] = frozenset()
    documents: frozenset[int] = frozenset()
    incidents: frozenset[int] = frozenset()
    session_results: frozenset[tuple[int, str]] = frozenset()
    statistics: frozenset[int] = frozenset()
    sums: frozenset[int] = frozenset()


NONE_ALTERED = AlteredResults()


def audits(old: OldStore, but: AlteredResults = NONE_ALTERED) -> Iterator[RecordedFact]:
    """Audits asked for by their numbers, then the finished ones in their order, then the failed ones. but: left out."""
    sessions = {row["id"]: row for row in old.rows("sessions", "id", but=("facts",))}
    played = _by_audit(old, "audit_sessions", "audit, position", dict)
    rooms: dict[int, list[str]] = {}
    for row in _rows(old, but, "id"):
        of = [
            (log, one_of(sessions, log["session"], "sessions", f"Audit {row['id']}"))
            for log in played[row["id"]]
        ]
        logs = tuple(AskedLog(log["session"], its["evidence"], bool(log["what_if"])) for log, its in of)
        rooms[row["id"]] = sorted({its["room"] for _, its in of} | ({row["room"]} - {None}))
        yield _asked(old, row, logs, rooms[row["id"]])
    kept = _Kept(old, but)
    for row in _rows(old, but, "finish IS NOT NULL, finish, id", ()):
        if row["state"] == "finished":
            yield _finished(old, row, kept, rooms[row["id"]])
    for row in _rows(old, but, "id"):
        if row["state"] == "failed":
            common = old.common("audit.failed", row["id"], row["finished_at"], None, *rooms[row["id"]])
            yield AuditFailedOnRecord(number=row["id"], **named(row, "attempts", "error"), **common)


def _rows(
    old: OldStore, but: AlteredResults, order: str, columns: tuple[str, ...] = ("summary",)
) -> Iterator[OldRow]:
    return (row for row in old.rows("audits", order, but=columns) if row["id"] not in but.audits)


class _Kept:
    """Roots, results, incidents and statistics that audits kept, by audit, without their texts. but: left out."""

    def __init__(self, old: OldStore, but: AlteredResults = NONE_ALTERED) -> None:
        documents = old.rows("result_documents", "audit", but=("contents",))
        self.roots = {row["audit"]: row["root"] for row in documents} | dict.fromkeys(but.documents, NO_ROOT)
        self.results = _by_audit(old, "session_results", "session, basis", _result)
        self.incidents = _by_audit(old, "room_incidents", "audit, position", _incident)
        self.statistics = _by_audit(old, "screening_statistics", "id", _statistics)
        for audit, results in self.results.items():
            self.results[audit] = [
                each for each in results if (each.session, each.basis) not in but.session_results
            ]
        for audit in but.incidents:
            self.incidents.pop(audit, None)
        for audit, statistics in self.statistics.items():
            self.statistics[audit] = [each for each in statistics if each.number not in but.statistics]
        audits = {each.number: audit for audit, kept in self.statistics.items() for each in kept}
        self.sums: defaultdict[int, list[SumsOnRecord]] = defaultdict(list)
        for row in old.rows("screening_sums", "id"):
            if row["id"] in but.sums or row["statistics"] in but.statistics:
                continue
            if row["statistics"] not in audits:
                raise UnusableOldRow(
                    f"Sums {row['id']} rest on {row['statistics']}, which is not in screening_statistics."
                )
            self.sums[audits[row["statistics"]]].append(_sums(row))


def _by_audit(
    old: OldStore, table: str, order: str, made: Callable[[OldRow], Made]
) -> defaultdict[int, list[Made]]:
    found: defaultdict[int, list[Made]] = defaultdict(list)
    for row in old.rows(table, order):
        found[row["audit"]].append(made(row))
    return found


def _asked(old: OldStore, row: OldRow, logs: tuple[AskedLog, ...], rooms: list[str]) -> AuditAsked:
    about = named(
        row, "request_sha256", "ruleset", "idempotency_key", "hands_total", "of", "room", "day", "event"
    )
    return AuditAsked(
        number=row["id"],
        request=decoded("audits", row, "request"),
        skipped=decoded("audits", row, "skipped"),
        knowledge=decoded("audits", row, "knowledge"),
        open=bool(row["open"]),
        logs=logs,
        **about,
        **old.common("audit.asked", row["id"], row["created_at"], row["key"], *rooms),
    )


def _finished(old: OldStore, row: OldRow, kept: _Kept, rooms: list[str]) -> AuditFinished:
    number = row["id"]
    engine: dict[str, Any] = decoded("audits", row, "summary").get("engine") or {}
    return AuditFinished(
        number=number,
        counts=decoded("audits", row, "counts"),
        summary_sha256=text_digest(row["summary"]),
        root=kept.roots.get(number),
        code=engine.get("code"),
        judgement=engine.get("judgement"),
        sessions=tuple(kept.results[number]),
        new_incidents=tuple(kept.incidents[number]),
        statistics=tuple(kept.statistics[number]),
        sums=tuple(kept.sums[number]),
        **named(row, "finish", "attempts", "result_sha256"),
        **old.common("audit.finished", number, row["finished_at"], None, *rooms),
    )


def _result(row: OldRow) -> SessionResultOnRecord:
    digests = text_digest(row["result"]), text_digest(row["summary"])
    return SessionResultOnRecord(row["session"], row["basis"], *digests)


def _incident(row: OldRow) -> NewIncidentOnRecord:
    return NewIncidentOnRecord(
        **named(row, "position", "incident", "room", "session", "day", "code", "clause", "event")
    )


def _statistics(row: OldRow) -> StatisticsOnRecord:
    return StatisticsOnRecord(number=row["id"], **named(row, "session", "day", "sha256", "size"))


def _sums(row: OldRow) -> SumsOnRecord:
    return SumsOnRecord(number=row["id"], **named(row, "statistics", "version", "sha256", "size"))
