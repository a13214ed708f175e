"""Table of a room's logs: outcome, and whether it counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pyarrow as pa

from auditor.bulk.bulk_outcomes import FileDone
from auditor.bulk.bulk_schemas import LOGS
from auditor.bulk.folder import Folder, logs_part


def put_logs(folder: Folder, room: str, logs: Iterable[FileDone], current: Collection[str | None]) -> None:
    """Write a room's logs. current: digests of counting ones."""
    rows = [_row(room, each, each.sha256 in current) for each in logs]
    if rows:
        folder.write_table(logs_part(room), [pa.Table.from_pylist(rows, schema=LOGS)])


def _row(room: str, log: FileDone, current: bool) -> dict[str, object]:
    audited = log.status == "audited"
    return {
        "room_id": room,
        "log_sha256": log.sha256,
        "session": log.name,
        "address": log.address,
        "bytes": log.bytes,
        "day": log.day,
        "current": current,
        "status": log.status,
        "complete": not log.failures if audited else None,
        "hands": log.hands,
        "testable": log.testable,
        "misallocated": log.misallocated,
        "misrecorded": log.misrecorded,
        "over_collected": log.over_collected,
        "under_collected": log.under_collected,
        "to_nobody": log.to_nobody,
        "unaccounted": log.unaccounted,
        "currency": log.currency,
        "findings": sum(number for _, _, number in log.findings) if audited else None,
    }
