"""Audit of one file: a pure task of its bytes and the run's controls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pyarrow as pa
from msgspec import Struct, structs

from auditor.bulk.bulk_controls import snapshot
from auditor.bulk.bulk_outcomes import FileDone, LogOutline
from auditor.bulk.bulk_tables import (
    Scope,
    coverage_table,
    findings_table,
    hands_table,
    in_money,
    incidents_table,
)
from auditor.bulk.folder import Folder, marker, parquet, screened_part
from auditor.bulk.log_outlines import outline_of, outline_of_line
from auditor.bulk.screened_parts import put_screened
from auditor.bulk.sources import opened
from auditor.collector import no_collector
from auditor.errors import ControlsUnreadable, OutOfMemory
from auditor.evidence import Evidence, FileEvidence
from auditor.faults import broke_down
from auditor.freed_memory import give_back_after
from auditor.memory import within_ceiling
from auditor.registry import RegistryAtChange
from rules import times
from rules.audit import NoRuleset, ReadLog, read_facts
from rules.audit.event_audit import read_event
from rules.audit.screened_audit import screened_audit
from rules.card_room import Room
from rules.checks.day.session_summary import SessionSummary
from rules.controls.library import NotApproved, UnknownRuleset
from rules.file_kind import file_kind
from rules.hands import Hands
from rules.records.event_file import first_line
from rules.records.problems import Refused
from rules.records.reader import LogReader
from rules.results import MONEY_KINDS, Audit, Finding
from rules.screening.session_statistics import SessionStatistics
from rules.typed import from_json

EVENTS = ("tournament", "ledger")
FILES = "files"  # the kind of their markers
_NO_RULESET = (UnknownRuleset, NoRuleset, NotApproved)
_done = from_json(FileDone)


class FileTask(Struct, frozen=True):
    """A file to audit. folder: of the run; controls: digest; screened: whether its statistics are kept for screening."""

    address: str
    folder: str
    controls: str
    screened: bool = False


class _Audited(NamedTuple):
    """Result and tables of a file, and its statistics where they are kept."""

    done: FileDone
    tables: dict[str, list[pa.Table]]
    statistics: SessionStatistics | None = None


def audit_file(task: FileTask) -> FileDone:
    """Audit a file and write the results, unless an earlier run did; never raises for a bad file."""
    folder = Folder(Path(task.folder))
    found = FileDone(address=task.address, sha256=None, status="failed")
    try:
        bases = snapshot(folder.path, task.controls)
        source = opened(task.address)
        found = _head(found, source, bases.made)
        if found.room is not None:
            found = structs.replace(found, basis=bases.of(found.room))
        before = _before(folder, found)
        if before is not None:
            if _serves(before, found, task.screened):
                return _kept(folder, before, task.address)
            found = structs.replace(found, parts=before.parts)  # until others take their place
        with within_ceiling():
            audited = _audited_or_not(found, source, bases.made, task.screened)
        return _written(folder, audited)
    except Refused as refused:
        return _put(folder, _refused(found, str(refused), refused))
    except ControlsUnreadable as error:
        return _put(folder, _refused(found, str(error)))
    except OSError as error:
        return structs.replace(found, reason=f"it cannot be read or written: {error.strerror or error}")
    except OutOfMemory as error:
        return _put(folder, structs.replace(found, reason=str(error)))
    except Exception as error:  # the boundary of a file: whatever breaks on one ends no other
        return _put(folder, structs.replace(found, reason=broke_down(error)))


def _head(found: FileDone, source: Evidence | FileEvidence, made: RegistryAtChange) -> FileDone:
    found = structs.replace(found, sha256=source.sha256, bytes=source.size)
    try:
        kind, line = file_kind(source.chunks()), first_line(source.chunks())
    except Refused:  # no gzip, or too large: the reader says so
        return found
    room = _text(line, "room")
    name = _text(line, kind) if kind is not None else None
    day = _day(made.rooms.get(room or ""), _text(line, "opened_at"))
    tournament = _text(line, "tournament") if kind == "session" else None
    return structs.replace(
        found,
        kind=kind,
        room=room or None,
        name=name,
        day=day,
        tournament=tournament,
        opened_at=_text(line, "opened_at"),
        supersedes=_superseded(line),
        outline=outline_of_line(line) if kind == "session" else LogOutline(),
    )


def _superseded(line: dict[str, Any]) -> str | None:
    supersedes = line.get("supersedes")
    return _text(supersedes, "sha256") if isinstance(supersedes, dict) else None


def _text(line: dict[str, Any], name: str) -> str | None:
    value = line.get(name)
    return value if isinstance(value, str) else None


def _day(room: Room | None, opened_at: str | None) -> str | None:
    parsed = times.parse_one(opened_at) if opened_at is not None else None
    if opened_at is None or parsed is None:
        return None
    day = room.day(opened_at) if room is not None else None
    return (day or times.date_of(parsed[1])).isoformat()


def _before(folder: Folder, found: FileDone) -> FileDone | None:
    assert found.sha256 is not None
    content = folder.read(marker(FILES, found.room or "", found.sha256))
    return None if content is None else _done(content)


def _serves(before: FileDone, found: FileDone, screened: bool) -> bool:
    whole = before.status == "refused" or (before.status == "audited" and not before.failures)
    is_screened = (
        not screened or before.screened is not None or before.status == "refused" or before.kind in EVENTS
    )
    return whole and is_screened and before.basis == found.basis


def _kept(folder: Folder, before: FileDone, address: str) -> FileDone:
    if before.address != address:
        before = structs.replace(before, address=address)
        _put(folder, before)
    return structs.replace(before, kept=True, summary=None, facts=None)


def _audited_or_not(
    found: FileDone, source: Evidence | FileEvidence, made: RegistryAtChange, screened: bool
) -> _Audited:
    """Result and tables of a file; of a log without a ruleset, its session. Raises Refused."""
    try:
        return _audited(found, source, made, screened)
    except _NO_RULESET as error:
        refused = _refused(found, str(error))
    if found.kind != "session":
        return _Audited(refused, {})
    return _Audited(structs.replace(refused, outline=outline_of(read_facts(source))), {})


@no_collector()
def _audited(
    found: FileDone, source: Evidence | FileEvidence, made: RegistryAtChange, screened: bool
) -> _Audited:
    """Result and tables of a file. Raises Refused, _NO_RULESET, ControlsUnreadable."""
    room, rulesets = made.rooms.get(found.room or ""), made.of_room(found.room or "")
    if found.kind in EVENTS:  # audited when all files of the room are
        facts = read_event(source, room)
        return _Audited(
            structs.replace(found, status="audited", name=facts.id, day=facts.day, facts=facts), {}
        )
    hands: list[pa.Table] = []
    reader = LogReader()
    read = ReadLog(reader, _into(hands, reader, source, room, str(found.sha256)))
    made_of = screened_audit(
        source, library=rulesets, room=room, read=read, freed=give_back_after, screened=screened
    )
    audit = made_of.audit
    assert audit.log is not None
    if audit.log.sha256 != found.sha256:
        raise RuntimeError("the file was changed while it was read; run again when it is written")
    money = audit.log.money or audit.log.currency
    scope = Scope(audit.log.room, "session", audit.log.session, found.sha256, money)
    tables = audit_tables(scope, audit) | {"hands": [in_money(each, money) for each in hands]}
    return _Audited(_result(found, audit, made_of.summary, money), tables, made_of.statistics)


def _into(
    hands: list[pa.Table], reader: LogReader, source: Evidence | FileEvidence, room: Room | None, sha256: str
) -> Iterator[Hands]:
    for block in reader.blocks(source.chunks()):
        if len(block):
            assert reader.session is not None
            hands.append(hands_table(block, reader.session, room, sha256))
        yield block


def audit_tables(scope: Scope, audit: Audit) -> dict[str, list[pa.Table]]:
    """Tables of an audit, without hands."""
    return {
        "findings": [findings_table(scope, audit.findings)],
        "incidents": [incidents_table(scope, audit.incidents or ())],
        "coverage": [coverage_table(scope, audit.coverage)],
    }


def _result(found: FileDone, audit: Audit, summary: SessionSummary, money: str) -> FileDone:
    assert audit.log is not None
    return structs.replace(
        found,
        status="audited",
        name=audit.log.session,
        day=summary.day,
        hands=audit.hands,
        testable=audit.testable,
        **amounts_of(audit),
        currency=money,
        outline=outline_of(audit.log),
        failures=audit.failures,
        findings=counted(audit.findings),
        codes=dict(Counter(each.code for each in audit.findings)),
        summary=summary,
    )


def amounts_of(audit: Audit) -> dict[str, int | None]:
    """Amounts of an audit by kind; an earlier engine's has two."""
    if audit.money is None:
        return {"misallocated": audit.money_misallocated, "misrecorded": audit.money_misrecorded}
    (first, *_) = [*audit.money, None]
    return {kind: getattr(first, kind, None) for kind in MONEY_KINDS}


def counted(findings: Sequence[Finding]) -> list[tuple[str, str, int]]:
    """Number of findings by kind and severity."""
    found = Counter((each.kind, each.severity) for each in findings)
    return [(kind, severity, number) for (kind, severity), number in sorted(found.items())]


def put_tables(
    folder: Folder, room: str, day: str | None, name: str, tables: dict[str, list[Any]]
) -> list[str]:
    """Write tables that have rows; their parts."""
    parts = []
    for table, pieces in tables.items():
        filled = [each for each in pieces if each.num_rows]
        if filled:
            parts.append(parquet(table, room, day, name))
            folder.write_table(parts[-1], filled)
    return parts


def _written(folder: Folder, audited: _Audited) -> FileDone:
    done = audited.done
    parts = put_tables(folder, done.room or "", done.day, str(done.sha256), audited.tables)
    if audited.statistics is not None:
        part = screened_part(done.room or "", audited.statistics.day.isoformat(), str(done.sha256))
        put_screened(folder, part, audited.statistics)
        parts.append(part)
        done = structs.replace(done, screened=part)
    folder.remove(set(done.parts) - set(parts))
    return _put(folder, structs.replace(done, parts=parts))


def _refused(found: FileDone, reason: str, refused: Refused | None = None) -> FileDone:
    done = structs.replace(found, status="refused", reason=reason)
    if refused is None:
        return done
    return structs.replace(done, problems=list(refused.problems), problem_count=refused.count)


def _put(folder: Folder, done: FileDone) -> FileDone:
    """Write a file's marker; its part for the main process."""
    if done.sha256 is not None:
        folder.write_bytes(marker(FILES, done.room or "", done.sha256), msgspec.json.encode(done))
    return structs.replace(done, summary=None, facts=None)
