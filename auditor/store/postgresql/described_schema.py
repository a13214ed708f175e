"""The schema of a store in PostgreSQL as this version makes it, and as a database has it."""

from __future__ import annotations

import re
from functools import cache

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from auditor.store.legacy.migrations import MIGRATIONS
from auditor.store.postgresql.postgresql_tables import sqlite_tables, writing_triggers
from auditor.store.postgresql.shared_keys import TABLE as KEYS_TABLE

_Described = dict[tuple[str, str], str]  # by table and name ("" for the table)
_TYPES = {"INTEGER": "bigint", "TEXT": "text", "BLOB": "bytea", "REAL": "double precision"}
_OF_THE_DATABASE = {
    ("sqlite_sequence", ""): "a table", ("sqlite_sequence", "name"): "a column of type text",
    ("sqlite_sequence", "seq"): "a column of type bigint", (KEYS_TABLE, ""): "a table",
    (KEYS_TABLE, "name"): "a column of type text", (KEYS_TABLE, "digest"): "a column of type text",
}  # fmt: skip
_FOUND = """
SELECT c.relname::text, '', 'a table' FROM pg_class AS c WHERE c.relnamespace = 'auditor'::regnamespace AND c.relkind = 'r'
UNION ALL SELECT c.relname::text, a.attname::text, 'a column of type ' || format_type(a.atttypid, NULL) FROM pg_attribute AS a
    JOIN pg_class AS c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'auditor'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL SELECT t.relname::text, c.relname::text,
    CASE WHEN NOT i.indisvalid THEN 'an invalid index' WHEN i.indisunique THEN 'a unique index' ELSE 'an index' END
    FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_class AS t ON t.oid = i.indrelid
    WHERE t.relnamespace = 'auditor'::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_constraint AS k WHERE k.conindid = c.oid
        AND k.contype IN ('p', 'u'))
UNION ALL SELECT t.relname::text, g.tgname::text, CASE WHEN g.tgenabled = 'O' THEN 'a trigger' ELSE 'a disabled trigger' END
    FROM pg_trigger AS g JOIN pg_class AS t ON t.oid = g.tgrelid
    WHERE t.relnamespace = 'auditor'::regnamespace AND NOT g.tgisinternal
UNION ALL SELECT t.relname::text, t.relname || '_' || a.attname, CASE WHEN k.convalidated THEN 'a reference to ' || o.relname
        ELSE 'a reference that was not validated' END
    FROM pg_constraint AS k JOIN pg_class AS t ON t.oid = k.conrelid JOIN pg_class AS o ON o.oid = k.confrelid
    JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'f' AND t.relnamespace = 'auditor'::regnamespace
UNION ALL SELECT c.relname::text, r.rulename::text, 'a rule' FROM pg_rewrite AS r JOIN pg_class AS c ON c.oid = r.ev_class
    WHERE c.relnamespace = 'auditor'::regnamespace AND c.relkind = 'r'
"""


def found_schema(db: Database) -> _Described:
    """Tables, columns, indexes, triggers and references of a database, by table and name, each in words."""
    return {(table, name): words for table, name, words in db.execute(_FOUND).fetchall()}


@cache
def expected_schema() -> _Described:
    """The same as the migrations of this version make them."""
    db = Database(sqlite3.connect(":memory:", isolation_level=None), execute_plugins=False)
    MIGRATIONS.apply(db)
    made = dict(_OF_THE_DATABASE)
    for kind, name, table, sql in sqlite_tables():
        if kind == "table":
            made[table, ""] = "a table"
            made |= _columns(db, table)
            if "AUTOINCREMENT" in sql:
                made[table, f"count_{table}"] = "a trigger"
        elif kind == "index":
            made[table, name] = "a unique index" if re.match("CREATE UNIQUE", sql) else "an index"
    made |= dict.fromkeys(writing_triggers(), "a trigger")
    db.close()
    return made


def _columns(db: Database, table: str) -> _Described:
    """Columns of a table, and what they refer to."""
    made = {
        (table, name): f"a column of type {_TYPES[kind]}"
        for _, name, kind, *_ in db.execute(f"PRAGMA table_xinfo({table})").fetchall()
    }
    for _, _, of, column, *_ in db.execute(f"PRAGMA foreign_key_list({table})").fetchall():
        made[table, f"{table}_{column}"] = f"a reference to {of}"
    return made
