"""Caller of the store: the acting key and its rooms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from msgspec import Struct

from auditor.facts.recorded_fact import Factor
from auditor.store.rows import encoded


class UploadLimits(Struct, frozen=True):
    """Limits of a key: logs a second, kept bytes a day, refused files a day."""

    per_second: int
    bytes_a_day: int
    refused_a_day: int


class RulesetOwners(Protocol):
    """Owners of rulesets, by signed facts."""

    def rulesets_of_others(self, rooms: Iterable[str]) -> list[str]:
        """Rulesets of which other rooms than these had a revision."""


class Caller(Struct, frozen=True):
    """Whoever acts. key: None for the service, and without keys; rooms: None for all.

    open: a service without keys, which is recorded. limits: None for none. factor: the second factor that its decisions rest on.
    """

    key: str | None = None
    rooms: tuple[str, ...] | None = None
    open: bool = False
    limits: UploadLimits | None = None
    factor: Factor | None = None

    def sees(self, room: str) -> bool:
        """Whether a room is the caller's."""
        return self.rooms is None or room in self.rooms

    def where(self, column: str) -> tuple[str, list[Any]]:
        """SQL for a column's room being the caller's, and values."""
        if self.rooms is None:
            return "TRUE", []
        return f"{column} IN (SELECT value FROM json_each(?))", [encoded(self.rooms)]

    def where_audit(self, owners: RulesetOwners, audit: str = "audits") -> tuple[str, list[Any]]:
        """SQL for an audit that concerns only the caller's rooms, and values: by day, sessions, skipped ones, and tried controls.
        ``audit``: the table's name in the SQL.
        """
        if self.rooms is None:
            return "TRUE", []
        others = "NOT IN (SELECT value FROM json_each(?))"
        tried = f"coalesce(substr({audit}.ruleset, 1, instr({audit}.ruleset || '@', '@') - 1), '')"
        parts = (
            f"{audit}.room IS NULL OR NOT ({audit}.room {others})",
            f"""NOT EXISTS (SELECT 1 FROM audit_sessions AS theirs JOIN sessions ON sessions.id = theirs.session
                WHERE theirs.audit = {audit}.id AND sessions.room {others})""",
            f"""NOT EXISTS (SELECT 1 FROM json_each({audit}.skipped) AS left_out
                JOIN sessions ON sessions.id = CAST(json_extract(left_out.value, '$.session') AS BIGINT)
                WHERE sessions.room {others})""",
            f"{tried} {others}",
        )
        rooms = encoded(self.rooms)
        theirs = encoded(owners.rulesets_of_others(self.rooms))
        return " AND ".join(f"({each})" for each in parts), [rooms] * (len(parts) - 1) + [theirs]


ITSELF = Caller()  # the service, which sees everything
