"""Adoption of incidents of rooms, of their steps, and of words and files of these by facts."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.facts.memory_tables import MemoryTables
from auditor.facts.tables import FACT
from auditor.store.fact_parts import erase_part, keep_body
from auditor.store.fact_tables_sql import fact_table
from auditor.store.legacy import part_bodies
from auditor.store.legacy.adopted_rows import altered_keys, enter_adopted, folded_so_far, remake
from auditor.store.legacy.incident_tables import INCIDENTS_OF_FACTS, OF_FACTS
from auditor.store.legacy.legacy_incidents import incidents
from auditor.store.legacy.old_store import OldStore
from auditor.store.sql_scripts import execute_each, set_aside

_TABLES = ("incident_events", "attachments")
_BEFORE = ("incident_files", "incident_words", "incident_events_before", "attachments_before")
_STEPS = """
INSERT INTO incident_events (id, at, room, incident, action, audit, stated_sha256, due, words_sha256, files, correction, by, key)
SELECT id, at, room, incident, action, audit, stated_sha256, due, words_sha256, (
    SELECT json_group_array(json_object('sha256', f.sha256, 'size', a.size, 'media_type', f.media_type) ORDER BY f.position)
    FROM incident_files AS f JOIN attachments_before AS a ON a.sha256 = f.sha256 WHERE f.event = e.id
), correction, by, key FROM incident_events_before AS e
"""
_FILES = "INSERT INTO attachments (sha256, size, received_at, body) SELECT * FROM attachments_before"


def adopt_incidents(db: Database) -> None:
    """Enter facts of steps, with the words as parts, and make their tables of these. Bytes of files stay beside.

    A step that was altered, or its words or files, gets no fact, nor do those that follow it.
    """
    tables = folded_so_far(db, *_TABLES, "incident_states")
    kept: set[str] = set()

    def keep(body: bytes) -> str:
        digest = keep_body(db, body)
        kept.add(digest)
        return digest

    enter_adopted(db, tables, incidents(OldStore(db, keep), _altered(db)))
    words = _digests_of_words(db, tables)
    for digest in kept.difference(words.values()):
        erase_part(db, digest)  # of a step that did not follow
    _remake(db)
    db.conn.executemany(
        "UPDATE incident_events SET words = ? WHERE id = ?", [(v, k) for k, v in words.items()]
    )
    for name in _TABLES:
        key = "id" if name == "incident_events" else "sha256"
        named = [(row[FACT], row[key]) for row in tables.of(name)]
        db.conn.executemany(f"UPDATE {name} SET {FACT} = ? WHERE {key} = ?", named)
    execute_each(db, OF_FACTS)


def adopt_room_incidents(db: Database) -> None:
    """Name the facts of audits in the incidents that these found first. Other values of rows stay for the doctor to name."""
    tables = folded_so_far(db, "room_incidents")
    rows = list(db.query("SELECT * FROM room_incidents ORDER BY audit, position"))
    set_aside(db, "room_incidents")
    remake(db, tables, "room_incidents", rows)
    db.execute("DROP TABLE room_incidents_before")
    execute_each(db, INCIDENTS_OF_FACTS)


def _altered(db: Database) -> set[int]:
    """Numbers of steps that are not as they were sealed, with their words and files."""
    files = altered_keys(db, "attachments")
    of_files = db.execute("SELECT event, sha256 FROM incident_files").fetchall()
    return (
        altered_keys(db, "incident_events")
        | altered_keys(db, "incident_words")
        | {event for event, _ in altered_keys(db, "incident_files")}
        | {event for event, sha256 in of_files if sha256 in files}
    )


def _digests_of_words(db: Database, tables: MemoryTables) -> dict[int, str]:
    """Digests of the words of steps by number; words of a step without a fact are kept for the doctor to name."""
    found = {row["id"]: row["words"] for row in tables.of("incident_events") if row["words"] is not None}
    for row in db.query("SELECT event, words FROM incident_words"):
        if tables.get("incident_events", row["event"]) is None:
            found[row["event"]] = keep_body(db, part_bodies.words(row))
    return found


def _remake(db: Database) -> None:
    for name in _TABLES:
        db.execute(f"ALTER TABLE {name} RENAME TO {name}_before")
    db.execute(fact_table("incident_events"))
    db.execute(fact_table("attachments", "body BLOB NOT NULL DEFAULT x''"))
    db.execute(_FILES)
    db.execute(_STEPS)
    for name in _BEFORE:
        db.execute(f"DROP TABLE {name}")
