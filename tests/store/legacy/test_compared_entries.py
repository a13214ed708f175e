"""Times and rooms that somebody altered in the rows before their facts were made: the entries of the register say otherwise."""

import shutil
from contextlib import closing

import pytest
from sqlite_utils import Database

from auditor.store.store import FILE
from tests.store.legacy.stores_before_facts import Adopted, with_more
from tests.store.test_doctor import sound

__all__ = ["sound"]  # a folder whose store has a row in every table

pytestmark = pytest.mark.slow

OTHER = "2026-03-01T00:00:00Z"
TIMES = [  # a kind, the row that its first fact is of, and the column with its time
    ("upload.accepted", "sessions", "received_at", "number"),
    ("event.accepted", "event_files", "received_at", "number"),
]  # fmt: skip
KEYS: dict[str, str] = {}


@pytest.fixture(scope="module")
def rich(sound, tmp_path_factory):
    return with_more(sound, tmp_path_factory.mktemp("entered") / "data")


@pytest.fixture(scope="module")
def adopted(rich):
    return Adopted(rich)


def entries_of(rich, tmp_path, *statements):
    """What is named of a copy of the store that somebody altered before its facts were made."""
    file = tmp_path / FILE
    shutil.copyfile(rich, file)
    with closing(Database(file)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("PRAGMA foreign_keys = OFF")
        for sql in statements:
            assert db.execute(sql).rowcount == 1, sql
        db.conn.commit()
    return [words for words in Adopted(file).altered if words.startswith("register ")]


def test_each_altered_time_is_named_with_its_entry(rich, adopted, tmp_path):
    for kind, table, column, field in TIMES:
        fact = adopted.of_kind(kind)[0]
        of = getattr(fact, field)
        sql = f"UPDATE {table} SET {column} = '{OTHER}' WHERE {KEYS.get(table, 'id')} = {of!r}"
        assert entries_of(rich, tmp_path, sql) == [
            f"register {fact.entry}: at is {fact.at!r}, and facts say {OTHER!r}."
        ], kind


def test_a_row_that_was_given_to_another_room_is_named_with_its_entry(rich, adopted, tmp_path):
    session = adopted.of_kind("upload.accepted")[0]
    named = entries_of(rich, tmp_path, f"UPDATE sessions SET room = 'EE-001' WHERE id = {session.number}")
    assert f"register {session.entry}: rooms is ['WA-0417'], and facts say ['EE-001']." in named


def test_another_key_is_named_with_its_entry(rich, adopted, tmp_path):
    sent = adopted.of_kind("event.accepted")[0]
    (found,) = entries_of(rich, tmp_path, "UPDATE event_files SET key = 'cccccccc' WHERE id = 1")
    assert found == f"register {sent.entry}: key is no value, and facts say 'cccccccc'."
