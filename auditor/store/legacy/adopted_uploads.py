"""Adoption of logs, sessions and files of events by facts."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.facts.memory_tables import MemoryTables
from auditor.facts.tables import FACT, FIRST, TABLES, Row
from auditor.store.fact_parts import keep_body
from auditor.store.fact_tables_sql import fact_table
from auditor.store.legacy import part_bodies
from auditor.store.legacy.adopted_rows import altered_keys, enter_adopted, folded_so_far, no_parts
from auditor.store.legacy.legacy_uploads import event_files, uploads
from auditor.store.legacy.old_store import OldStore, text_digest
from auditor.store.legacy.upload_tables import EVENTS_OF_FACTS, EVIDENCE_OF_FACTS, SESSIONS_OF_FACTS
from auditor.store.sql_scripts import edit_table, execute_each

_TRIGGERS = ("sessions_stay", "sessions_remain", "sessions_are_not_replaced")
_SESSIONS = (
    ("evidence TEXT NOT NULL REFERENCES evidence (sha256)", "evidence TEXT NOT NULL"),
    ("facts TEXT NOT NULL CHECK", "facts TEXT CHECK"),  # it comes after the columns of facts
)
_NAMED = (
    "CREATE TABLE named_evidence (sha256 TEXT PRIMARY KEY, problems TEXT, first_fact INTEGER, fact INTEGER)"
)
_ABOUT_FACTS = ("problems", FIRST, FACT)


def adopt_uploads(db: Database) -> None:
    """Enter facts of logs and their sessions, and name them in their rows. Problems of files become parts."""
    tables = folded_so_far(db, "evidence", "sessions")
    but = {name: altered_keys(db, name) for name in ("evidence", "sessions")}
    enter_adopted(db, tables, uploads(OldStore(db, lambda body: keep_body(db, body)), but))
    _name_sessions(db, tables)
    _remake_evidence(db, tables)
    execute_each(db, SESSIONS_OF_FACTS)


def adopt_event_files(db: Database) -> None:
    """Enter facts of files of events, and make their table of these. The bytes stay beside."""
    tables = folded_so_far(db, "event_files")
    old = OldStore(db, no_parts)
    enter_adopted(db, tables, event_files(old, altered_keys(db, "event_files")))
    columns = [name for name in TABLES["event_files"].columns if name not in ("facts_sha256", FACT)]
    names = ", ".join([*columns, "facts", "body"])
    rows = [(row["id"], text_digest(row["facts"])) for row in old.rows("event_files", "id")]
    db.execute("PRAGMA defer_foreign_keys = ON")  # of audits, which keep their files
    db.execute(f"CREATE TABLE event_files_before AS SELECT {names} FROM event_files")
    db.execute("DROP TABLE event_files")
    db.execute(
        fact_table("event_files", "facts TEXT", "body BLOB").replace(
            "facts_sha256 TEXT NOT NULL", "facts_sha256 TEXT"
        )
    )
    db.execute(f"INSERT INTO event_files ({names}) SELECT {names} FROM event_files_before")
    db.execute("DROP TABLE event_files_before")
    for number, digest in rows:
        about = _about(tables.get("event_files", number), FACT)
        db.execute("UPDATE event_files SET facts_sha256 = ?, fact = ? WHERE id = ?", [digest, *about, number])
    execute_each(db, EVENTS_OF_FACTS)


def _name_sessions(db: Database, tables: MemoryTables) -> None:
    """Add the columns of facts to sessions, which many tables refer to, so that it stays in place."""
    for name in _TRIGGERS:
        db.execute(f"DROP TRIGGER IF EXISTS {name}")
    edit_table(db, "sessions", *_SESSIONS)
    for column in ("facts_sha256 TEXT", f"{FIRST} INTEGER", f"{FACT} INTEGER"):
        db.execute(f"ALTER TABLE sessions ADD COLUMN {column}")
    rows = db.execute("SELECT id, facts FROM sessions").fetchall()
    named = (
        [text_digest(facts), *_about(tables.get("sessions", number), FIRST, FACT), number]
        for number, facts in rows
    )
    db.conn.executemany("UPDATE sessions SET facts_sha256 = ?, first_fact = ?, fact = ? WHERE id = ?", named)


def _remake_evidence(db: Database, tables: MemoryTables) -> None:
    """Make the table anew with the bytes last, which are copied once."""
    db.execute(_NAMED)
    for row in OldStore(db, no_parts).rows("evidence", "sha256"):
        made = tables.get("evidence", row["sha256"])
        problems, first, last = _about(made, *_ABOUT_FACTS)
        said = part_bodies.refusal(row) if made is None else None
        problems = problems if said is None else keep_body(db, said)
        db.execute("INSERT INTO named_evidence VALUES (?, ?, ?, ?)", [row["sha256"], problems, first, last])
    names = list(TABLES["evidence"].columns)
    found = ", ".join(f"named.{name}" if name in _ABOUT_FACTS else f"e.{name}" for name in names)
    db.execute(fact_table("evidence", "body BLOB").replace("TABLE evidence", "TABLE evidence_by_facts"))
    db.execute(
        f"INSERT INTO evidence_by_facts ({', '.join(names)}, body) SELECT {found}, e.body "
        "FROM evidence AS e JOIN named_evidence AS named ON named.sha256 = e.sha256 ORDER BY e.rowid"
    )
    db.execute("DROP TABLE evidence")
    db.execute("DROP TABLE named_evidence")
    db.execute("PRAGMA legacy_alter_table = ON")  # triggers of other tables name it, and stay as they are
    db.execute("ALTER TABLE evidence_by_facts RENAME TO evidence")
    db.execute("PRAGMA legacy_alter_table = OFF")
    execute_each(db, EVIDENCE_OF_FACTS)


def _about(row: Row | None, *names: str) -> list[object]:
    return [None if row is None else row[name] for name in names]
