"""Rooms that an audit concerns: of its logs, of those that it leaves out, and of its controls."""

from __future__ import annotations

from sqlite_utils import Database

_ROOMS = """
SELECT room FROM audits WHERE id = ?1 AND room IS NOT NULL
UNION SELECT s.room FROM audit_sessions AS a JOIN sessions AS s ON s.id = a.session WHERE a.audit = ?1
UNION SELECT s.room FROM audits AS a, json_each(a.skipped) AS left_out
    JOIN sessions AS s ON s.id = CAST(json_extract(left_out.value, '$.session') AS BIGINT) WHERE a.id = ?1
UNION SELECT c.room FROM audits AS a JOIN changes AS c
    ON c.ruleset = substr(a.ruleset, 1, instr(a.ruleset || '@', '@') - 1) WHERE a.id = ?1
"""


def rooms_of_audit(db: Database, audit: int | str) -> tuple[str, ...]:
    """Rooms that an audit concerns, by id."""
    return tuple(sorted(room for (room,) in db.execute(_ROOMS, [audit])))
