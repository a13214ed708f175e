"""Rows whose bytes, secrets or words were purged, as facts say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from auditor.facts.canonical_record import UnknownFact
from auditor.facts.kinds.facts_of_incidents import StepOfIncident
from auditor.facts.memory_tables import MemoryTables
from auditor.facts.recorded_fact import RecordedFact


class ErasedRows:
    """Purges by facts: of files by their digest, of results with their reports and the files of their incidents, of lists of
    screening with the last log that they rest on.
    """

    def __init__(self, tables: MemoryTables, facts: Iterable[RecordedFact | UnknownFact]) -> None:
        self._tables = tables
        self._of_files: defaultdict[str, set[str]] = defaultdict(set)  # incidents
        for fact in facts:
            if isinstance(fact, StepOfIncident):
                for file in fact.files:
                    self._of_files[file.sha256].add(fact.incident)

    def has(self, table: str, key: Any) -> bool:
        """Whether what is erasable of a row was purged. key: of a table with bytes, or with a part of facts."""
        if table in ("evidence", "originals"):
            return self._file(table, key)
        if table == "reports":
            report = self._tables.get("reports", key)
            return report is not None and self._result(report["audit"])
        if table == "screening_lists":
            return self._list(key)
        return table == "attachments" and all(map(self._incident, self._of_files[key]))

    def _file(self, table: str, key: Any) -> bool:
        if table == "evidence":
            return self._tables.get("purges", "evidence", key) is not None
        original = self._tables.get("originals", key)
        return original is not None and self._file("evidence", original["sha256"])

    def _list(self, key: Any) -> bool:
        """Whether all logs were purged that were on record when a list was made, of which there were some."""
        row = self._tables.get("screening_lists", key)
        if row is None:
            return False
        logs = [
            each for each in self._tables.of("sessions", room=row["room"]) if each["received_at"] <= row["at"]
        ]
        return bool(logs) and all(self._file("evidence", each["evidence"]) for each in logs)

    def _incident(self, incident: str) -> bool:
        """Whether the result that had an incident first was purged; its words stay for as long as any result has it."""
        first = self._tables.get("room_incidents", incident)
        return first is not None and self._result(first["audit"])

    def _result(self, audit: int) -> bool:
        return self._tables.get("purges", "audits", str(audit)) is not None
