"""Tables made anew without the rows that were removed, which PostgreSQL leaves where they were until then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from psycopg import errors

from auditor.store.postgresql.database import in_our_errors
from auditor.store.postgresql.functions import SCHEMA

_NEVER_PURGED = ("register", "register_tiles", "checkpoints", "cosignatures", "seals")
_TABLES = f"""
SELECT relname::text FROM pg_class WHERE relnamespace = '{SCHEMA}'::regnamespace AND relkind = 'r' AND relname <> ALL (%s)
ORDER BY relname
"""
# Of bytes, and of texts that a purge removes, no sample is kept for the planner: it would outlast them.
WITHOUT_SAMPLES = f"""
DO $$ DECLARE found record; BEGIN
    FOR found IN SELECT c.oid::regclass AS of_table, a.attname AS name
        FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
        WHERE c.relnamespace = '{SCHEMA}'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND
            (a.atttypid = 'bytea'::regtype OR (c.relname, a.attname) IN (('corrections', 'correction'), ('incidents', 'incident'),
            ('result_documents', 'salt'), ('session_results', 'result'), ('session_results', 'summary')))
    LOOP EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS 0', found.of_table, found.name); END LOOP;
END $$
"""
_NUMBER = re.compile(r"\d+")


def made_anew(conn: psycopg.Connection[Any]) -> bool:
    """Make all tables anew that a purge may remove rows of; False where somebody reads an earlier state of one.

    Then the server begins another file of its log, and lets go of earlier ones, if its user may ask for it. Raises StoreError.
    """
    with in_our_errors(), _kept_dead(conn) as kept:
        tables = [name for (name,) in conn.execute(_TABLES, [list(_NEVER_PURGED)]).fetchall()]
        try:
            for name in tables:
                conn.execute(f"VACUUM (FULL, VERBOSE, ANALYZE) {SCHEMA}.{name}")
        except errors.LockNotAvailable:
            return False
        if any(kept):
            return False
        with suppress(errors.InsufficientPrivilege):
            conn.execute("SELECT pg_switch_wal()")
            conn.execute("CHECKPOINT")
        return True


@contextmanager
def _kept_dead(conn: psycopg.Connection[Any]) -> Iterator[list[int]]:
    """Numbers of removed rows that tables still have, as the server says it of each."""
    found: list[int] = []

    def note(said: errors.Diagnostic) -> None:
        number = _NUMBER.search(said.message_detail or "")
        if said.severity_nonlocalized == "INFO" and number is not None:
            found.append(int(number[0]))

    conn.add_notice_handler(note)
    try:
        yield found
    finally:
        conn.remove_notice_handler(note)
