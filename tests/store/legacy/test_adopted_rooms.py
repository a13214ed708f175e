"""Stores of before facts of rooms and controls, opened by this program: the same rows, made by facts, and altered ones named.

`before_facts_of_rooms.tar.xz` is the store of `rooms_of_every_kind.fill`, made by the program before its migration 0051.
"""

import json
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from auditor.doctor import examine, verify_register
from auditor.errors import RecordDamaged
from auditor.registry import known
from auditor.store import Store
from auditor.store.store import FILE
from tests.store.rooms_of_every_kind import OTHER, ROOM, RULESET

BEFORE = Path(__file__).with_name("before_facts_of_rooms.tar.xz")
TABLES = {
    "changes": "id, at, room, action, ruleset, revision, by, reference, note, details, key",
    "rooms": "id, terms, change",
    "controls": "ruleset, revision, room, standing, source, document, digest, starts, title, change",
    "filed": "sha256, size, media_type, filename, received_at, body",
    "terms_proposals": "id, at, room, terms, by, key",
    "terms_decisions": "proposal, at, standing, reference, note, change, by, key",
}


@pytest.fixture
def folder(tmp_path):
    """The data folder of the program before."""
    made = tmp_path / "data"
    made.mkdir(mode=0o700)
    with tarfile.open(BEFORE) as tar:
        tar.extractall(made, filter="data")
    return made


def rows(folder, sql):
    with closing(sqlite3.connect(folder / FILE)) as db:
        return db.execute(sql).fetchall()


def alter(folder, *statements):
    """Alter rows as somebody may who has the file, before this program opens it."""
    with closing(sqlite3.connect(folder / FILE)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        for sql in statements:
            assert db.execute(sql).rowcount == 1, sql
        db.commit()


def opened(folder):
    """The store, brought to the last migration by this program."""
    return closing(Store(folder))


def faults(folder):
    return {(each.table, each.row, each.found) for each in verify_register(folder / FILE).faults}


def test_every_row_is_that_of_before_and_has_a_fact(folder):
    before = {
        table: rows(folder, f"SELECT {names} FROM {table} ORDER BY 1, 2") for table, names in TABLES.items()
    }
    with opened(folder) as store:
        assert store.rooms.get(ROOM).terms[1]["tables"] == 7
        (decided, *_, waiting) = store.room_terms.of_room(ROOM)
        assert (decided.decision.reference, decided.decision.change) == ("letter 3", 19)
        assert (waiting.terms["tables"], waiting.decision) == (10, None)
        standings = {each.revision: each.standing for each in store.controls.of_room(ROOM, RULESET)}
        assert standings == {1: "approved", 2: "denied", 3: "submitted", 4: "draft"}
        assert store.days.totals(ROOM, "2026-03-14").fees == {"hand_fee": 500}
        assert [each.action for each in store.changes.of_controls(ROOM, RULESET, 5)] == ["draft", "discarded"]
        assert known(store, store.changes.latest()).damaged == {}
        assert store.authority.rooms_of("wsgc") == (ROOM, OTHER)
    for table, names in TABLES.items():
        assert rows(folder, f"SELECT {names} FROM {table} ORDER BY 1, 2") == before[table] != []
        assert rows(folder, f"SELECT 1 FROM {table} WHERE fact IS NULL") == []
    assert [fault for check in examine(folder / FILE).checks for fault in check.faults] == []


def test_the_entries_of_before_stay_and_each_adopted_fact_names_its_own(folder):
    before = rows(folder, "SELECT entry, nonce, record, leaf FROM register ORDER BY entry")
    Store(folder).close()
    after = rows(folder, "SELECT entry, nonce, record, leaf FROM register ORDER BY entry")
    assert after[: len(before)] == before
    old = {
        entry: json.loads(record) for entry, _, record, _ in before if record.startswith('{"about":')
    }  # others are facts of keys
    *adopted, last = [json.loads(record) for _, _, record, _ in after[len(before) :]]
    assert (last["kind"], last["entries"]) == ("store.adopted", len(old))
    for fact in adopted:
        own = old[fact["entry"]]
        assert (own["kind"], own["at"], own["key"], own["rooms"]) == (
            fact["kind"], fact["at"], fact.get("by"), fact["rooms"],
        )  # fmt: skip
        assert (own["of"], fact["adopted"]) == (fact["number"], True)
    assert {fact["entry"] for fact in adopted} == {
        entry
        for entry, record in old.items()
        if record["kind"].partition(".")[0] in ("room", "controls", "terms")
    }


def test_the_store_goes_on_as_if_facts_had_always_made_its_rows(folder):
    with opened(folder) as store:
        at = "2026-11-30T00:00:00.000000Z"
        terms = [{**store.rooms.get(OTHER).terms[0], "tables": 99}]
        record, _, changed = store.rooms.put(OTHER, at, lambda _: terms, lambda *_: "", "ops")
        assert (record.change, changed) == (20, True)
        assert store.room_terms.propose(OTHER, terms[0], "ops", at).id == 5
    assert faults(folder) == set()


@pytest.mark.parametrize(
    ("sql", "fault"),
    [
        (f"UPDATE rooms SET terms = replace(terms, 'wsgc', 'none') WHERE id = '{ROOM}'", "rooms"),
        (f"DELETE FROM rooms WHERE id = '{ROOM}'", "rooms"),
        ("UPDATE changes SET details = replace(details, 'Los_Angeles', 'Denver') WHERE id = 19", "rooms"),
        ("UPDATE controls SET standing = 'approved' WHERE revision = 2", "controls"),
        ("DELETE FROM controls WHERE revision = 1", "controls"),
        ("UPDATE changes SET action = 'withdrawn', reference = NULL WHERE id = 11", "controls"),
    ],
)
def test_a_room_that_was_altered_before_has_no_rules_and_the_other_has(folder, sql, fault):
    alter(folder, sql)
    with opened(folder) as store:
        assert list(known(store, store.changes.latest()).damaged) == [ROOM]
        assert store.rooms.get(OTHER).terms[0]["tables"] == 5
    assert fault in {table for table, _, _ in faults(folder)}


def test_a_denied_revision_that_was_made_approved_before_is_named_and_not_given(folder):
    alter(folder, "UPDATE controls SET standing = 'approved', change = 11 WHERE revision = 2")
    with opened(folder) as store:
        with pytest.raises(RecordDamaged, match=f"revision {RULESET} 2 is not what was written"):
            store.controls.get(RULESET, 2)
        assert store.controls.get(RULESET, 1).standing == "approved"
    assert ("controls", f"{RULESET}, 2", "a row that no fact makes") in faults(folder)


def test_a_file_that_was_altered_before_gives_no_fact_its_name(folder):
    """No fact is made of a revision that rests on it; what rests on other files has its facts."""
    alter(folder, "UPDATE filed SET filename = 'other.pdf' WHERE filename = 'one.pdf'")
    with opened(folder) as store:
        assert store.authority.rows("controls")[0]["revision"] == 1
        assert (
            store.authority.rows("controls")[0]["document"] is None
        )  # the change that attached it has no fact
        with pytest.raises(RecordDamaged, match=f"revision {RULESET} 1 is not what was written"):
            store.controls.get(RULESET, 1)
        assert store.controls.get(RULESET, 2).standing == "denied"
        records = [text for (text,) in store.connections.db.execute("SELECT record FROM register")]
    assert not any("other.pdf" in text for text in records)
    assert "a row that no fact makes" in {words for table, _, words in faults(folder) if table == "filed"}


def test_a_change_that_was_removed_before_is_named(folder):
    """Its entry says that there was one."""
    alter(folder, "DELETE FROM changes WHERE id = 18")
    with opened(folder) as store:
        assert store.days.totals(ROOM, "2026-03-14") is None
    ((table, row, found),) = faults(folder)
    assert (table, row.partition(" ")[2], found) == ("register", "(room.totals of 18)", "none")


def test_a_decision_that_was_altered_before_is_named_and_not_given(folder):
    alter(
        folder, "UPDATE terms_decisions SET standing = 'refused', reference = 'letter 9' WHERE proposal = 3"
    )
    with opened(folder) as store:
        with pytest.raises(RecordDamaged, match="the decision about proposal of terms 3 is not what was"):
            store.room_terms.of_room(ROOM)
        with pytest.raises(RecordDamaged, match="the decision about proposal of terms 3 is not what was"):
            store.room_terms.get(ROOM, 3)
        assert store.room_terms.get(ROOM, 2).decision.standing == "refused"
    assert ("terms_decisions", "3", "a row that no fact makes") in faults(folder)


def test_altered_and_removed_seals_of_before_are_named(folder):
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as db:
        first, second = [number for (number,) in db.execute("SELECT id FROM seals ORDER BY id LIMIT 2")]
        for trigger in ("seals_stay", "seals_remain"):
            db.execute(f"DROP TRIGGER {trigger}")
        db.execute("UPDATE seals SET rows = x'0011223344556677' WHERE id = ?", [first])
        db.execute("DELETE FROM seals WHERE id = ?", [second])
    (seals,) = [each for each in examine(folder / FILE).checks if each.check == "seals"]
    assert {("seals", f"{first}"), ("seals", f"{second}")} <= {
        (each.table, each.row) for each in seals.faults
    }
