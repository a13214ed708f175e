"""The fact that a store from before facts was adopted: what it says, and who has none."""

import hashlib
import json
import tarfile
from contextlib import closing

import pytest
from sqlite_utils import Database

from auditor.doctor import examine
from auditor.store import Store
from auditor.store.store import FILE
from rules.version import VERSION
from tests.cli.kit import call
from tests.store.legacy.test_adopted_rows import alter, rows
from tests.store.legacy.test_adopted_uploads import BEFORE


@pytest.fixture
def folder(tmp_path):
    """The data folder of a program before facts of uploads."""
    made = tmp_path / "data"
    made.mkdir(mode=0o700)
    with tarfile.open(BEFORE) as tar:
        tar.extractall(made, filter="data")
    return made


def records(folder):
    return [json.loads(record) for (record,) in rows(folder, "SELECT record FROM register ORDER BY entry")]


def test_the_last_fact_of_an_adoption_says_what_was_adopted(folder):
    before = len([each for each in records(folder) if "about" in each])
    Store(folder).close()
    fact = records(folder)[-1]
    (copy,) = folder.glob(f"{FILE}.before-*")
    assert fact == {
        "at": fact["at"],
        "engine": VERSION,
        "entries": before,
        "kind": "store.adopted",
        "sha256": hashlib.sha256(copy.read_bytes()).hexdigest(),
    }
    assert before > 5
    found = examine(folder / FILE)
    assert [fault for check in found.checks for fault in check.faults] == []
    assert found.notes == (
        f"On {fact['at'][:10]}, release {VERSION} adopted this store from before facts: {before} entries stay as they were. "
        f"Every row had its fact then. The copy of before has SHA-256 {fact['sha256']}.",
    )


def test_it_is_entered_once(folder):
    for _ in range(2):
        Store(folder).close()
    assert [each["kind"] for each in records(folder)].count("store.adopted") == 1


def test_rows_that_no_fact_makes_are_counted_in_it(folder):
    alter(folder, "UPDATE sessions SET day = '2026-01-01' WHERE id = 3")
    Store(folder).close()
    assert records(folder)[-1]["faults"] == ["evidence: 1", "sessions: 1"]
    done = call("doctor", "--data", folder)
    assert (
        done.status,
        "Rows without a fact then: evidence: 1, sessions: 1." in " ".join(done.out.split()),
    ) == (1, True)
    assert [line for line in done.out.splitlines() if line.startswith("On ") and len(line) > 79] == []


def test_a_new_store_has_none(tmp_path):
    Store(tmp_path / "new").close()
    with closing(Database(tmp_path / "new" / FILE)) as db:
        assert db.execute("SELECT count(*) FROM register").fetchone() == (0,)
    assert examine(tmp_path / "new" / FILE).notes == ()
