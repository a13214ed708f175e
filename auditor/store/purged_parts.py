"""Parts of facts that a purge erased: with the file that they are about, or with the last result that has an incident."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.facts.kinds.facts_of_incidents import StepOfIncident
from auditor.facts.kinds.facts_of_uploads import OriginalAccepted, OriginalRefused, UploadRefused
from auditor.facts.tables import Row
from auditor.store import purged_rows
from auditor.store.fact_parts import is_kept_part
from auditor.store.stored_fact_tables import PARTS

_IN_RESULTS = "SELECT 1 FROM incidents WHERE id = ? LIMIT 1"
_OF_FILES = (OriginalAccepted, OriginalRefused)  # kinds whose parts go with their file


def file_of_parts(fact: object) -> str | None:
    """SHA-256 of the file that the parts of a fact go with, or None."""
    if isinstance(fact, UploadRefused):  # of a conflict they quote nothing of the file
        return fact.file.sha256 if fact.outcome == "refused" else None
    return fact.file.sha256 if isinstance(fact, _OF_FILES) else None


def step_of_parts(fact: object) -> tuple[int, str] | None:
    """Audit and incident of the step whose words are the parts of a fact, or None."""
    return (fact.audit, fact.incident) if isinstance(fact, StepOfIncident) else None


def is_purged_step(db: Database, audit: int, incident: str) -> bool:
    """Whether the words of a step are purged: the result that it is about, and every other one with the incident."""
    left = db.execute(_IN_RESULTS, [incident]).fetchone()
    return left is None and purged_rows.is_purged(db, "audits", f"{audit}")


def is_purged(db: Database, table: str, row: Row, fact: object) -> bool:
    """Whether the part of a row is gone, and was purged with what the row's fact is about."""
    if table not in PARTS or is_kept_part(db, row[PARTS[table]]):
        return False
    file, step = file_of_parts(fact), step_of_parts(fact)
    if step is not None:
        return is_purged_step(db, *step)
    return file is not None and purged_rows.is_purged(db, "evidence", file)
