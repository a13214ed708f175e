"""Statements that take the row of a greatest number from a group, which SQLite gives by itself and PostgreSQL does not.

To be written for both: each is a part of a statement, and what PostgreSQL reads in its place.
"""

from __future__ import annotations


def _of_last(number: str, *columns: str) -> str:
    return ", ".join(
        [f"(array_agg({column} ORDER BY {number} DESC))[1] AS {column.split('.')[1]}" for column in columns]
    )


FOR_POSTGRESQL = {
    "max(s.id), s.key, h.columns, s.rows FROM": f"max(s.id), s.key, {_of_last('s.id', 'h.columns', 's.rows')} FROM",
    "max(audits.id) AS last, audits.error": f"max(audits.id) AS last, {_of_last('audits.id', 'audits.error')}",
    "max(incidents.audit), incidents.position, incidents.incident": (
        f"max(incidents.audit), {_of_last('incidents.audit', 'incidents.position', 'incidents.incident')}"
    ),
    "SELECT known.room, known.incident, i.incident, max(s.id) FROM": (
        "SELECT min(known.room), min(known.incident), min(i.incident), max(s.id) FROM"
    ),
}


def grouped(sql: str) -> str:
    """A statement with what PostgreSQL reads in place of such parts."""
    for part, ours in FOR_POSTGRESQL.items():
        sql = sql.replace(part, ours)
    return sql
