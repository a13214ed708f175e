"""Hands, findings, incidents and coverage as Arrow tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pyarrow as pa

from auditor.bulk.bulk_schemas import COVERAGE, FINDINGS, HANDS, INCIDENTS, SEAT
from rules.card_room import Room, dated
from rules.hands import NOT_RECORDED, Hands
from rules.records.events import Session
from rules.results import Coverage, Finding, Incident

_NULL_DAY = 0  # in place of a day that is not recorded, which is masked


class Scope(NamedTuple):
    """Scope of an audit (session, sessions, day, tournament or ledger) and its name; the file's digest, if any.

    counts: of its coverage. audit: of the record.
    """

    room: str
    scope: str
    subject: str
    sha256: str | None
    currency: str | None
    counts: str = "hands"
    audit: int | None = None

    @property
    def columns(self) -> dict[str, Any]:
        """The columns that each row begins with."""
        return {
            "room_id": self.room, "scope": self.scope, "subject": self.subject, "file_sha256": self.sha256,
            "audit": self.audit,
        }  # fmt: skip


def hands_table(hands: Hands, session: Session, room: Room | None, sha256: str) -> pa.Table:
    """A block of hands as recorded; the currency comes at the log's end (`in_money`)."""
    hands = dated(hands, session, room)
    count = len(hands)

    def same(value: str) -> pa.Array:
        return pa.repeat(pa.scalar(value, pa.string()), count)

    columns = {
        "room_id": same(session.room),
        "log_sha256": same(sha256),
        "session": same(session.session),
        "table_name": same(session.table),
        "hand": pa.array(hands.number),
        "line": pa.array(hands.line),
        "dealt_at": _recorded(hands.at, pa.timestamp("us", "UTC")),
        "ended_at": _recorded(hands.ended_at, pa.timestamp("us", "UTC")),
        "day": _days(hands.day),
        "game": same(hands.game),
        "void": pa.array(hands.void == 1, mask=hands.void < 0),
        "currency": pa.nulls(count, pa.string()),
        "unit": _recorded(hands.unit, pa.int64()),
        "seats": _seats(hands),
    }
    return pa.table([columns[name] for name in HANDS.names], schema=HANDS)


def in_money(table: pa.Table, money: str) -> pa.Table:
    """Hands with what their amounts are in."""
    at = HANDS.get_field_index("currency")
    return table.set_column(at, HANDS.field(at), pa.repeat(pa.scalar(money, pa.string()), table.num_rows))


def findings_table(scope: Scope, findings: Iterable[Finding]) -> pa.Table:
    """Findings in their order."""
    return pa.Table.from_pylist([_finding(scope, each) for each in findings], schema=FINDINGS)


def incidents_table(scope: Scope, incidents: Iterable[Incident]) -> pa.Table:
    """Incidents in their order."""
    return pa.Table.from_pylist([_incident(scope, each) for each in incidents], schema=INCIDENTS)


def coverage_table(scope: Scope, rows: Iterable[Coverage]) -> pa.Table:
    """Coverage, one row for each check."""
    listed = [msgspec.to_builtins(each) | scope.columns | {"counts": scope.counts} for each in rows]
    return pa.Table.from_pylist(listed, schema=COVERAGE)


def _finding(scope: Scope, each: Finding) -> Mapping[str, Any]:
    row = {name: getattr(each, name) for name in FINDINGS.names if hasattr(each, name)}
    return row | scope.columns | {
        "stated": _text(each.stated),
        "expected": _text(each.expected),
        "stated_number": _number(each.stated),
        "expected_number": _number(each.expected),
        "counted_in": each.unit,
        "table_name": each.table,
        "currency": scope.currency,
        "hands": None if each.hands is None else list(each.hands),
        "readings": None if each.readings is None else msgspec.json.encode(each.readings).decode(),
    }  # fmt: skip


def _incident(scope: Scope, each: Incident) -> Mapping[str, Any]:
    row = {name: getattr(each, name) for name in INCIDENTS.names if hasattr(each, name)}
    return row | scope.columns | {
        "incident": each.id,
        "dealt_at": each.at,
        "hands": [{"session": one.session, "hand": one.hand} for one in each.hands],
        "findings": list(each.findings),
        "currency": scope.currency,
        "owes": [msgspec.structs.asdict(one) for one in each.owes],
    }  # fmt: skip


def _text(value: bool | int | str | None) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    return None if value is None else str(value)


def _number(value: bool | int | str | None) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _recorded(column: Any, kind: pa.DataType) -> pa.Array:
    return pa.array(column.astype(np.int64), pa.int64(), mask=column == NOT_RECORDED).cast(kind)


def _days(days: Any) -> pa.Array:
    missing = days == NOT_RECORDED
    return pa.array(np.where(missing, _NULL_DAY, days).astype(np.int32), pa.int32(), mask=missing).cast(
        pa.date32()
    )


def _seats(hands: Hands) -> pa.Array:
    """(H,) lists of seats, a struct for each."""
    present = hands.present
    offsets = np.concatenate(([0], present.sum(axis=1).cumsum())).astype(np.int32)
    players = [hands.players[each] if each >= 0 else None for each in hands.player[present].tolist()]
    parts = [
        pa.array(hands.seat[present]),
        pa.array(players, pa.string()),
        _recorded(hands.stack[present], pa.int64()),
        _recorded(hands.net[present], pa.int64()),
    ]
    return pa.ListArray.from_arrays(
        pa.array(offsets),
        pa.StructArray.from_arrays(parts, fields=list(SEAT)),
        type=HANDS.field("seats").type,
    )
