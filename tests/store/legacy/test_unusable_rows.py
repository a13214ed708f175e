"""Rows of which no fact can be made are named, and are no breakdown."""

import shutil
from contextlib import closing

import pytest
from sqlite_utils import Database

from auditor.store.legacy.old_store import UnusableOldRow
from auditor.store.store import FILE
from tests.store.legacy.stores_before_facts import Adopted, with_more
from tests.store.test_doctor import sound

__all__ = ["sound"]  # a folder whose store has a row in every table

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def rich(sound, tmp_path_factory):
    return with_more(sound, tmp_path_factory.mktemp("unusable") / "data")


def words_of(rich, tmp_path, sql):
    """What is said of a copy of the store in which rows are other ones."""
    file = tmp_path / FILE
    shutil.copyfile(rich, file)
    with closing(Database(file)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("PRAGMA ignore_check_constraints = ON")
        assert db.execute(sql).rowcount >= 1, sql
        db.conn.commit()
    with pytest.raises(UnusableOldRow) as error:
        Adopted(file)
    return str(error.value)


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("UPDATE audits SET knowledge = 'x' WHERE id = 1",
         "audits 1 cannot be read: knowledge is no JSON (JSON is malformed: invalid character (byte 0))."),
        ("UPDATE audits SET request = '{' WHERE id = 1",
         "audits 1 cannot be read: request is no JSON (Input data was truncated)."),
        ("DELETE FROM sessions WHERE id = 1", "which is not in sessions."),
        ("DELETE FROM evidence WHERE outcome = 'session'", "Session 1 rests on "),
        ("UPDATE audits SET summary = '[]' WHERE id = 1",
         "A row of audits cannot be read, for it has other values: "),
    ],
)  # fmt: skip
def test_a_row_of_which_no_fact_can_be_made_is_named(rich, tmp_path, sql, words):
    assert words in words_of(rich, tmp_path, sql)
