"""A campaign: each sealed column of each table is altered by somebody who has the store's file, and none goes unnoticed."""

import json
import shutil
from contextlib import closing

import pytest
from sqlite_utils import Database

from auditor.doctor import contents_examined, verify_register
from auditor.store.connection import Connections
from auditor.store.store import FILE
from auditor.store.stored_seals import KEYS, OF_AUDITS, seal
from tests.store.test_doctor import sound
from tests.store.test_signed_seals import data, raw

__all__ = ["data", "sound"]  # a folder whose store has a row in every table, and a copy of it


def columns(folder):
    """(table, column) of everything that is sealed."""
    with closing(Database(folder / FILE)) as db:
        for table in KEYS:
            (shape,) = db.execute(
                "SELECT columns FROM seal_shapes WHERE subject = ? ORDER BY id DESC LIMIT 1", [table]
            ).fetchone()
            yield from ((table, column) for column in json.loads(shape))


def an_alteration(folder, table, column):
    """SQL that gives a column another value in one row of a table, and the key of its seal."""
    with closing(Database(folder / FILE)) as db:
        names = [*KEYS[table], *(["position"] if table in OF_AUDITS else [])]
        ended = " WHERE state IN ('finished', 'failed')" if table == "audits" else ""
        value, kind, *row = db.execute(
            f"SELECT \"{column}\", (SELECT type FROM pragma_table_info('{table}') WHERE name = '{column}'), {', '.join(names)} "
            f"FROM {table}{ended} LIMIT 1"
        ).fetchone()
    if kind == "INTEGER":
        other = "1" if value is None else f"{value + 1_000_003}"
    elif isinstance(value, str) and value[:1] in ("{", "["):
        other = """'{"x":1}'"""
    else:
        other = {"BLOB": "x'00'", "REAL": "1.5"}.get(kind, "'x'" if value is None else f"\"{column}\" || 'x'")
    of_row = " AND ".join(f'"{name}" = {each!r}' for name, each in zip(names, row, strict=True))
    return f'UPDATE {table} SET "{column}" = {other} WHERE {of_row}', row[: len(KEYS[table])]


def spoiled(data, sound, sql, *seals):
    """A copy of the store after somebody altered it, whatever its constraints say."""
    shutil.copyfile(sound / FILE, data / FILE)
    with closing(raw(data)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute("PRAGMA foreign_keys = OFF")
        assert db.execute(sql).rowcount == 1, sql
        for subject, key in seals:
            seal(db, subject, *key)
        db.conn.commit()


def rows_named(folder):
    connections = Connections(folder / FILE, read_only=True)
    try:
        return {each.table for each in contents_examined.rows(connections)}
    finally:
        connections.close()


@pytest.mark.slow
@pytest.mark.sampled(20, within=True)
def test_no_altered_column_of_a_sealed_table_goes_unnoticed(data, sound, part):
    """Neither plain nor with a seal that the program would have made: 40 tables."""
    every = list(columns(sound))
    assert {table for table, _ in every} == set(KEYS)
    tried = part(every, kind=lambda each: each[0])
    unnoticed = []
    for table, column in tried:
        sql, key = an_alteration(sound, table, column)
        spoiled(data, sound, sql)
        if table not in rows_named(data):
            unnoticed.append((table, column, "plain"))
        spoiled(data, sound, sql, (table, key))
        found = [each for each in verify_register(data / FILE).faults if each.table == "seals"]
        if not any(each.found.startswith(f"one of {table} ") for each in found):
            unnoticed.append((table, column, "sealed"))
    assert unnoticed == []
    assert len(tried) >= len(KEYS)
