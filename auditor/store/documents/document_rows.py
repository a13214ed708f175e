"""Rows of a document's lists: made of an audit, and read back.

A row of findings, incidents and corrections has its session's number in the store, or None: of a gaming day or an event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from auditor.store.rows import encoded
from rules.findings.finding_table import sources
from rules.results import Audit, Correction, Coverage, Finding, Incident
from rules.typed import from_json

SessionNumbers = Mapping[tuple[str, str], int]  # by room and name of the session
FindingRow = tuple[int | None, Finding]
IncidentRow = tuple[int | None, Incident]
CorrectionRow = tuple[int | None, Correction]
LISTS = ("summary", "coverage", "findings", "incidents", "corrections")

decoders: dict[str, Callable[[bytes], list[Any]]] = {
    "summary": from_json(list[dict[str, Any]]),
    "coverage": from_json(list[Coverage]),
    "findings": from_json(list[tuple[int | None, Finding]]),
    "incidents": from_json(list[tuple[int | None, Incident]]),
    "corrections": from_json(list[tuple[int | None, Correction]]),
}
row_decoders: dict[str, Callable[[Any], Any]] = {  # of a row by itself
    "summary": from_json(dict[str, Any]),
    "coverage": from_json(Coverage),
    "findings": from_json(tuple[int | None, Finding]),
    "incidents": from_json(tuple[int | None, Incident]),
    "corrections": from_json(tuple[int | None, Correction]),
}


class ResultLists(Struct, frozen=True):
    """A result as lists, each read once. summary: JSON of the audit without the others."""

    summary: str
    coverage: Iterable[Coverage]
    findings: Iterable[FindingRow]
    incidents: Iterable[IncidentRow]
    corrections: Iterable[CorrectionRow]


def lists_of(audit: Audit, sessions: SessionNumbers) -> ResultLists:
    """Lists of an audit. sessions: those of the audit. Raises KeyError for a finding of another session."""
    incidents = audit.incidents or []
    return ResultLists(
        summary_text(audit),
        audit.coverage,
        findings_by_session(audit, sessions),
        zip(sessions_of_incidents(audit, sessions), incidents, strict=True),
        ((sessions[each.room, each.session], each) for each in audit.corrected),
    )


def summary_text(audit: Audit) -> str:
    """JSON of an audit without its findings, coverage, incidents and corrections."""
    kept: list[Incident] | None = None if audit.incidents is None else []
    rest = msgspec.structs.replace(
        audit, findings=[], coverage=[], incidents=kept, **without_corrections(audit)
    )
    return encoded(msgspec.to_builtins(rest, enc_hook=list))  # lazily made numbers of hands


def findings_by_session(audit: Audit, sessions: SessionNumbers) -> Iterator[FindingRow]:
    """Findings in order, each made once, with its session's number; None of a whole day or event. Raises KeyError."""
    whole = audit.event is not None  # its findings are of no session of the audit
    across = audit.day.codes if audit.day is not None else ()  # nor are those of a day
    for finding in audit.findings:
        played = finding.room, finding.session
        of_whole = whole or finding.code in across
        yield (sessions.get(played) if of_whole else sessions[played]), finding


def sessions_of_incidents(audit: Audit, sessions: SessionNumbers) -> list[int | None]:
    """Session's id of each incident in order; None of a whole day, and of money without a finding.
    sessions: ids by (room, name).
    """
    if not audit.incidents:
        return []
    if audit.event is not None:  # of a whole event, whichever log a finding is in
        return [None] * len(audit.incidents)
    across = audit.day.codes if audit.day is not None else ()
    roots = {each.root for each in audit.incidents}
    played = {
        fingerprint: sessions.get(session)
        for fingerprint, session, code in sources(audit.findings)
        if fingerprint in roots and code not in across
    }
    return [played.get(each.root) for each in audit.incidents]


def without_corrections(audit: Audit) -> dict[str, Any]:
    """Fields of an audit without its corrections, for its summary."""
    return {"correction": None, "corrections": None if audit.corrections is None else []}


def with_corrections(summary: Mapping[str, Any], found: list[Correction]) -> dict[str, Any]:
    """Fields of an audit from its summary, with its corrections' rows."""
    if summary.get("corrections") is not None:
        return {"correction": None, "corrections": found}
    return {"correction": found[0] if found else None, "corrections": None}
