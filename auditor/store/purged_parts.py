"""Parts of facts that a purge erased with the file that they are about."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.facts.kinds.facts_of_uploads import OriginalAccepted, OriginalRefused
from auditor.facts.tables import Row
from auditor.store.fact_parts import is_kept_part
from auditor.store.stored_fact_tables import PARTS

_PURGED = "SELECT 1 FROM purges WHERE subject = 'evidence' AND key = ?"
_OF_FILES = (OriginalAccepted, OriginalRefused)  # kinds whose parts go with their file


def file_of_parts(fact: object) -> str | None:
    """SHA-256 of the file that the parts of a fact go with, or None."""
    return fact.file.sha256 if isinstance(fact, _OF_FILES) else None


def is_purged(db: Database, table: str, row: Row, fact: object) -> bool:
    """Whether the part of a row is gone, and was purged with the file of the row's fact."""
    file = file_of_parts(fact)
    return (
        table in PARTS
        and file is not None
        and not is_kept_part(db, row[PARTS[table]])
        and db.execute(_PURGED, [file]).fetchone() is not None
    )
