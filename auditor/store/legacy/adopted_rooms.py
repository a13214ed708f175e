"""Adoption of rooms, their terms, controls and changes by facts."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.store.legacy.adopted_rows import (
    altered_keys,
    enter_adopted,
    folded_so_far,
    no_parts,
    remake_in_file,
)
from auditor.store.legacy.legacy_rooms import rooms
from auditor.store.legacy.old_store import OldStore

_TABLES = (
    "changes",
    "filed",
    "rooms",
    "controls",
    "terms_proposals",
    "terms_decisions",
)  # referred to, and then referring
_BESIDE = {"filed": ("body BLOB",)}  # of which facts have the digest


def adopt_rooms(db: Database) -> None:
    """Enter facts of the history of rooms and controls, and name them in their rows, whose values stay as they are.

    A row that facts say otherwise, or do not say, is named by the doctor from then on.
    """
    altered = {name: altered_keys(db, name) for name in _TABLES}
    enter_adopted(db, folded_so_far(db, *_TABLES), rooms(OldStore(db, no_parts), altered))
    remake_in_file(db, folded_so_far(db, *_TABLES), _TABLES, _BESIDE)
