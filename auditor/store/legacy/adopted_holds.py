"""Adoption of holds and their lifts by facts, which make one table of both."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.store.legacy.adopted_rows import altered_keys, enter_adopted, folded_so_far, no_parts, remake
from auditor.store.legacy.legacy_holds import holds
from auditor.store.legacy.old_store import OldStore

_BEFORE = """
SELECT id, holds.at, room, session, first_day, last_day, holds.reason, holds.by, holds.key, lifts.at AS lifted_at,
    lifts.reason AS lift_reason, lifts.by AS lift_by, lifts.key AS lift_key
FROM holds LEFT JOIN lifts ON lifts.hold = holds.id
"""


def adopt_holds(db: Database) -> None:
    """Enter facts of holds and of their lifts. A lift that is not as it was sealed gets no fact: its hold goes on."""
    tables = folded_so_far(db, "holds")
    but, but_lifts = altered_keys(db, "holds"), altered_keys(db, "lifts")
    enter_adopted(db, tables, holds(OldStore(db, no_parts), but, but_lifts))
    rows = list(db.query(_BEFORE))
    db.execute("DROP TRIGGER IF EXISTS purges_respect_holds")  # who purges goes by the facts
    for table in ("lifts", "holds"):
        db.execute(f"DROP TABLE {table}")
    remake(db, tables, "holds", rows)
