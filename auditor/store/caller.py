"""For whom the store is read and written: which key it is, and which rooms it is about."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from auditor.store.rows import encoded


class UploadLimits(Struct, frozen=True):
    """Limits of one key: logs a second, bytes that are kept a day, refused files that are kept a day."""

    per_second: int
    bytes_a_day: int
    refused_a_day: int


class Caller(Struct, frozen=True):
    """Whoever acts. key: None for the service itself, and where it runs without keys. rooms: None: all of them.

    open: the service runs without keys, and puts that on record. limits: of uploads; None: there are none.
    """

    key: str | None = None
    rooms: tuple[str, ...] | None = None
    open: bool = False
    limits: UploadLimits | None = None

    def sees(self, room: str) -> bool:
        """Whether a room is one of the caller's."""
        return self.rooms is None or room in self.rooms

    def where(self, column: str) -> tuple[str, list[Any]]:
        """SQL that is true where a column has one of the caller's rooms, and the values to bind."""
        if self.rooms is None:
            return "1", []
        return f"{column} IN (SELECT value FROM json_each(?))", [encoded(self.rooms)]

    def where_audit(self, audit: str = "audits") -> tuple[str, list[Any]]:
        """SQL that is true for an audit of which the caller may see everything, and the values to bind.

        That is one that concerns the caller's rooms only: by its day, by its sessions, by those that it skipped, and by the
        room whose controls it tries. ``audit``: what the SQL calls the table of audits.
        """
        if self.rooms is None:
            return "1", []
        others = "NOT IN (SELECT value FROM json_each(?))"
        tried = f"substr({audit}.ruleset, 1, instr({audit}.ruleset || '@', '@') - 1)"
        parts = (
            f"{audit}.room IS NULL OR NOT ({audit}.room {others})",
            f"""NOT EXISTS (SELECT 1 FROM audit_sessions AS theirs JOIN sessions ON sessions.id = theirs.session
                WHERE theirs.audit = {audit}.id AND sessions.room {others})""",
            f"""NOT EXISTS (SELECT 1 FROM json_each({audit}.skipped) AS left_out
                JOIN sessions ON sessions.id = json_extract(left_out.value, '$.session') WHERE sessions.room {others})""",
            f"NOT EXISTS (SELECT 1 FROM changes WHERE changes.ruleset = {tried} AND changes.room {others})",
        )
        return " AND ".join(f"({each})" for each in parts), [encoded(self.rooms)] * len(parts)


ITSELF = Caller()  # the service, which sees everything
