"""The PostgreSQL database of a store: references, indexes and rows by its extension amcheck, and the schema.

In place of what SQLite says of its file (`auditor.doctor.tables_examined`).
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlite_utils import Database

from auditor.doctor.fault import NotExamined, StoreFault
from auditor.doctor.guarded import guarded
from auditor.doctor.tables_examined import unnoted
from auditor.facts.tables import name_of
from auditor.store.connection import Connections, StoreError

_SCHEMA_OF_AMCHECK = """
SELECT quote_ident(n.nspname) FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'amcheck'
"""
_MAY = """
SELECT p.oid::regprocedure::text FROM pg_proc AS p JOIN pg_depend AS d ON d.objid = p.oid AND d.deptype = 'e'
JOIN pg_extension AS e ON e.oid = d.refobjid
WHERE e.extname = 'amcheck' AND p.proname IN ('bt_index_check', 'verify_heapam') AND NOT has_function_privilege(p.oid, 'EXECUTE')
    AND NOT (p.proname = 'bt_index_check' AND p.pronargs = 1) ORDER BY 1
"""
_OF_SCHEMA = """
SELECT c.oid::bigint, c.relname::text, coalesce(t.relname, c.relname)::text FROM pg_class AS c
LEFT JOIN pg_index AS i ON i.indexrelid = c.oid LEFT JOIN pg_class AS t ON t.oid = i.indrelid
LEFT JOIN pg_am AS a ON a.oid = c.relam
WHERE c.relnamespace = 'auditor'::regnamespace AND c.relkind = ? AND a.amname = ? ORDER BY 2
"""
_REFERENCES = """
SELECT t.relname::text, quote_ident(a.attname), o.relname::text, quote_ident(b.attname) FROM pg_constraint AS k
JOIN pg_class AS t ON t.oid = k.conrelid JOIN pg_class AS o ON o.oid = k.confrelid
JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
JOIN pg_attribute AS b ON b.attrelid = k.confrelid AND b.attnum = k.confkey[1]
WHERE k.contype = 'f' AND t.relnamespace = 'auditor'::regnamespace ORDER BY 1, 2
"""
_KEY = """
SELECT 't.' || quote_ident(a.attname) FROM pg_index AS i JOIN pg_class AS t ON t.oid = i.indrelid
JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = ANY (i.indkey)
WHERE i.indisprimary AND t.relname = ? AND t.relnamespace = 'auditor'::regnamespace ORDER BY array_position(i.indkey, a.attnum)
"""
_WITHOUT_IT = (
    "Indexes and rows were not examined, for the database lacks the extension amcheck. A superuser of the database runs: "
    "CREATE EXTENSION amcheck; GRANT EXECUTE ON FUNCTION bt_index_check(regclass, boolean), "
    "verify_heapam(regclass, boolean, boolean, text, bigint, bigint) TO {user};"
)
_NOT_PERMITTED = (
    "Indexes and rows were not examined, for the database does not let its user {user} do so. A superuser of the database runs: "
    "GRANT EXECUTE ON FUNCTION {functions} TO {user};"
)


def database(connections: Connections) -> Iterator[StoreFault]:
    """References to no row; damaged indexes and rows, and rows that an index lacks; without amcheck, or permission, that these
    were not examined.
    """
    db = connections.db
    for table, column, other, key in db.execute(_REFERENCES).fetchall():
        yield from guarded(table, "", _of_references(db, table, column, other, key))
    (user,) = db.execute("SELECT quote_ident(current_user)").fetchone()
    there = db.execute(_SCHEMA_OF_AMCHECK).fetchone()
    if there is None:
        yield NotExamined("", "", "", _WITHOUT_IT.format(user=user))
        return
    refused = [name for (name,) in db.execute(_MAY)]
    if refused:
        yield NotExamined("", "", "", _NOT_PERMITTED.format(user=user, functions=", ".join(refused)))
        return
    for number, name, _ in db.execute(_OF_SCHEMA, ["r", "heap"]).fetchall():
        yield from guarded(name, "", _of_rows(db, there[0], number, name))
    for number, name, table in db.execute(_OF_SCHEMA, ["i", "btree"]).fetchall():
        yield from _of_index(db, there[0], number, name, table)


def _of_references(db: Database, table: str, column: str, other: str, key: str) -> Iterator[StoreFault]:
    """Rows that refer to none: a superuser may write what the database refuses from anybody else."""
    named = [name for (name,) in db.execute(_KEY, [table])]
    sql = (
        f"SELECT {', '.join(named)} FROM {table} AS t WHERE t.{column} IS NOT NULL "
        f"AND NOT EXISTS (SELECT 1 FROM {other} AS o WHERE o.{key} = t.{column})"
    )
    for row in db.execute(sql):
        yield StoreFault(table, name_of(row), f"a reference to a row of {other}", "a reference to none")


def _of_rows(db: Database, schema: str, table: int, name: str) -> Iterator[StoreFault]:
    """Damaged rows of a table, and of what it keeps of long values apart."""
    sql = f"SELECT blkno, offnum, msg FROM {schema}.verify_heapam(CAST(? AS oid)::regclass, FALSE, TRUE, 'none', NULL, NULL)"
    for block, place, words in db.execute(sql, [table]):
        yield StoreFault(name, f"block {block}, place {place}", "a row without faults", f"{words}")


def _of_index(db: Database, schema: str, index: int, name: str, table: str) -> Iterator[StoreFault]:
    """An index that is damaged, out of order, or lacks rows of its table."""
    try:
        db.execute(f"SELECT {schema}.bt_index_check(CAST(? AS oid)::regclass, TRUE)", [index]).fetchone()
    except StoreError as error:
        yield StoreFault(table, name, "an index of all rows, in order", " ".join(f"{error}".split()))


def schema(connections: Connections) -> Iterator[StoreFault]:
    """Missing, altered or foreign tables, columns, indexes and triggers of an up-to-date database."""
    from auditor.store.postgresql.described_schema import (
        expected_schema,
        found_schema,
    )  # psycopg is of an extra

    expected, found = expected_schema(), found_schema(connections.db)
    pending = connections.pending_migrations()
    if pending:
        if found == expected:
            yield unnoted(pending[-1])
        return
    for (table, name), described in sorted(expected.items()):
        if found.get((table, name)) != described:
            what = found.get((table, name), "none")
            yield StoreFault(table, name, described, what)
    for table, name in sorted(found.keys() - expected.keys()):
        yield StoreFault(table, name, "nothing of this name", found[table, name])
