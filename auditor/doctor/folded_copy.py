"""Tables that the facts of a copy of a log make, and which files of parts, bytes and results these rest on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from auditor.doctor.fault import StoreFault
from auditor.doctor.folded_file import FoldedFile
from auditor.facts.canonical_record import UnknownFact, UnreadableFact, from_record
from auditor.facts.fold import apply_in_part
from auditor.facts.handlers import DoesNotFollow
from auditor.facts.tables import TABLES, Row
from auditor.store.log_contents import KEPT
from auditor.store.stored_documents import NO_ROOT
from auditor.store.stored_fact_tables import COUNTED, FOLDED, MADE_BY_FACTS, ONLY_IN_MEMORY, PARTS, read_row
from auditor.store.stored_register import is_before_facts

_NAMES = frozenset({*MADE_BY_FACTS, *ONLY_IN_MEMORY})


class FoldedCopy(FoldedFile):
    """Tables of a copy's facts. greatest: the last number that tables which count their rows gave, also to a row that went."""

    def __init__(self) -> None:
        super().__init__(_NAMES, FOLDED)
        self.greatest: dict[str, int] = {}

    def put(self, table: str, row: Row) -> None:
        """Write a row in place of the one that has its key."""
        if table in COUNTED:
            self.greatest[table] = max(self.greatest.get(table, 0), row["id"])
        super().put(table, row)

    def take(self, number: int, record: str) -> Iterator[StoreFault]:
        """Fold the next entry; a fault where it is no fact, is of a later version, or does not follow."""
        if is_before_facts(record):
            return
        expected = "a fact that this program knows"
        try:
            fact = from_record(record.encode())
            if isinstance(fact, UnknownFact):
                yield StoreFault("records", f"{number}", expected, f"{fact.kind!r}, of a later version")
            apply_in_part(self, _NAMES, number, fact)
        except UnreadableFact as error:
            yield StoreFault("records", f"{number}", expected, f"{error}")
        except DoesNotFollow as error:
            yield StoreFault("records", f"{number}", "a fact that follows from those before it", f"{error}")

    def rows_of(self, table: str) -> Iterator[dict[str, Any]]:
        """Rows of a table, by their keys."""
        columns = list(TABLES[table].columns)
        for row in self.stored(table):
            yield dict(read_row(TABLES[table], dict(zip(columns, row, strict=True))))

    @cached_property
    def purged_files(self) -> set[str]:
        """Digests of files that were purged."""
        return {row["key"] for row in self.rows_of("purges") if row["subject"] == "evidence"}

    @cached_property
    def purged_audits(self) -> set[int]:
        """Numbers of audits whose results were purged."""
        return {int(row["key"]) for row in self.rows_of("purges") if row["subject"] == "audits"}

    def parts(self) -> Iterator[tuple[str, str, bool]]:
        """(digest, the row that has it in words, whether a purge may have erased it) of each part."""
        files = {row["id"]: row["sha256"] for row in self.rows_of("originals")}
        for table, column in PARTS.items():
            for row in self.rows_of(table):
                if row[column] is not None:
                    gone = self._is_gone(table, row, files)
                    yield row[column], f"the {column} of {_named(table, row)}", gone

    def _is_gone(self, table: str, row: Row, files: dict[int, str]) -> bool:
        match table:
            case "incident_events":
                return row["audit"] in self.purged_audits
            case "evidence":
                return row["sha256"] in self.purged_files
            case "imports":
                return files.get(row["original"]) in self.purged_files
        return False

    def bodies(self, attached: set[str]) -> Iterator[tuple[str, str]]:
        """(SHA-256, the row that has them in words) of bytes that were not purged. attached: files that steps have."""
        for kept in KEPT:
            for row in self.rows_of(kept.table):
                digest = row[kept.digest]
                if digest is not None and not self.is_purged(kept.table, row, attached):
                    yield digest, f"the {kept.body} of {_named(kept.table, row)}"

    def attached(self, parts: set[str]) -> set[str]:
        """Files of those steps of incidents whose words are left. parts: those that the copy has."""
        steps = (row["files"] for row in self.rows_of("incident_events") if row["words"] in parts)
        return {each["sha256"] for files in steps for each in files}

    def is_purged(self, table: str, row: Row, attached: set[str]) -> bool:
        """Whether the bytes of a row were purged. attached: files that steps of incidents have."""
        match table:
            case "evidence" | "originals":
                return row["sha256"] in self.purged_files
            case "reports":
                return row["audit"] in self.purged_audits
            case "attachments":
                return row["sha256"] not in attached
            case "screening_lists":
                logs = [each for at, each in self._logs.get(row["room"], ()) if at <= row["at"]]
                return bool(logs) and self.purged_files.issuperset(logs)
        return False

    @cached_property
    def _logs(self) -> dict[str, list[tuple[str, str]]]:
        """(time, digest) of the logs of each room."""
        found: dict[str, list[tuple[str, str]]] = {}
        for row in self.rows_of("sessions"):
            found.setdefault(row["room"], []).append((row["received_at"], row["evidence"]))
        return found

    def roots(self) -> dict[int, str]:
        """Roots of the documents of results, by audit."""
        return {
            row["id"]: row["root"] for row in self.rows_of("audits") if row["root"] not in (None, NO_ROOT)
        }


def _named(table: str, row: Row) -> str:
    return f"{table} {', '.join(f'{row[name]}' for name in TABLES[table].key)}"
