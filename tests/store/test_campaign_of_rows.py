"""A campaign: rows removed, added and swapped; facts altered, removed, swapped and appended; an altered head. All are named."""

import json
from contextlib import closing

import pytest

from auditor.doctor import examine
from auditor.errors import RecordDamaged
from auditor.facts.kinds import KINDS
from auditor.jobs.register_verifying import Verifying
from auditor.store import Store
from auditor.store.connection import StoreError
from auditor.store.register_head import FILE as HEAD_FILE
from auditor.store.store import FILE
from auditor.store.stored_fact_tables import MADE_BY_FACTS, PARTS
from auditor.store.stored_register import append_record
from tests import altered_stores
from tests.store.forging import (
    COLUMNS,
    KEY,
    LONG,
    altered,
    copy_of_every_row,
    faults,
    key_of,
    kind_of,
    name_of,
    rewrite_fact,
    rows,
    unique_columns,
    write,
)

TABLES_ON_RECORD = list(dict.fromkeys(table for table, _ in COLUMNS))
OF_FACTS = [table for table in TABLES_ON_RECORD if table in MADE_BY_FACTS]
ALSO = {  # tables that are named in the place of another one
    "result_documents": {"result_chunks"},
    "fact_parts": set(PARTS),
    "register": {"checkpoints"},  # which cover the last entry
}
SIGNED_AGAIN = {"checkpoints"}  # two processes that start sign the same, and it is true
MADE_AGAIN = {"cosignatures"}  # a witness signs again


@pytest.fixture
def data(tmp_path):
    return copy_of_every_row(tmp_path / "data")


@pytest.fixture
def db(data):
    with altered_stores.altering(data) as opened:
        yield opened


def named(data):
    return {(fault.table, fault.row) for check in examine(data / FILE).checks for fault in check.faults}


def is_named(data, table, row):
    if table in MADE_BY_FACTS:
        return (table, name_of(table, row)) in faults(data)
    return bool({each for each, _ in named(data)} & {table, *ALSO.get(table, ())})


def remove(db, table, row):
    where = " AND ".join(f'"{name}" IS ?' for name in key_of(table))
    assert (
        db.execute(f"DELETE FROM {table} WHERE {where}", [row[name] for name in key_of(table)]).rowcount == 1
    )


# ------------------------------------------------------------------------------------------------------------------- rows


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("table", [each for each in TABLES_ON_RECORD if each not in MADE_AGAIN])
def test_a_removed_row_is_named(data, db, table):
    row = rows(db, table)[-1]
    remove(db, table, row)
    db.conn.commit()
    assert is_named(data, table, row)


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("table", [each for each in TABLES_ON_RECORD if each not in SIGNED_AGAIN])
def test_an_added_row_is_named(data, db, table):
    """It is like another one but for what no two rows have."""
    row = {name: value for name, value in rows(db, table)[-1].items() if name in columns(db, table)}
    for name in unique_columns(table):
        row[name] = altered(row[name], kind_of(table, name))
    marks = ", ".join("?" * len(row))
    names = ", ".join(f'"{name}"' for name in row)
    db.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(row.values()))
    db.conn.commit()
    assert is_named(data, table, row)


def columns(db, table):
    """Columns that are stored, and not worked out of others."""
    return {each["name"] for each in db.query("SELECT name FROM pragma_table_info(?)", [table])}


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("table", OF_FACTS)
def test_two_rows_that_are_swapped_are_named(data, db, table):
    """Of a table with one row it is swapped with a new one, whose key it has then."""
    every = rows(db, table)
    one = every[0]
    others = [each for each in every[1:] if _without_key(table, each) != _without_key(table, one)]
    if others:
        unique = unique_columns(table) - {*key_of(table)}
        if unique:
            write(db, table, one, **{name: altered(one[name], kind_of(table, name)) for name in unique})
        write(db, table, others[0], **_without_key(table, one))
        write(db, table, one, **_without_key(table, others[0]))
    else:
        write(db, table, one, **{name: altered(one[name], kind_of(table, name)) for name in key_of(table)})
    db.conn.commit()
    assert is_named(data, table, one)
    assert not others or is_named(data, table, others[0])


def _without_key(table, row):
    return {name: value for name, value in row.items() if name not in key_of(table)}


# ------------------------------------------------------------------------------------------------------------------ facts


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_an_altered_fact_of_each_kind_is_named_and_nothing_is_believed_after_it(data, db, kind):
    """Its leaf fits, and so may what it makes: the root does not."""
    found = db.execute("SELECT entry, record FROM register WHERE kind = ? LIMIT 1", [kind]).fetchone()
    number, text = found or db.execute("SELECT entry, record FROM register ORDER BY entry LIMIT 1").fetchone()
    record = json.loads(text)
    rewrite_fact(db, number, json.dumps({**record, "at": LONG}, separators=(",", ":"), sort_keys=True))
    db.conn.commit()
    assert "checkpoints" in {table for table, _ in faults(data)}
    nothing_is_believed(data)


def nothing_is_believed(data):
    """No row is given, and no transaction signs what was altered."""
    with closing(Store(data)) as store:
        with pytest.raises(RecordDamaged):
            store.authority.altered("keys", [(KEY,)])
        with pytest.raises((StoreError, RecordDamaged)):
            store.keys.revoke(KEY, LONG)
        Verifying(store)._verify()
        with pytest.raises(RecordDamaged):
            store.sealed.must_be_as_written("sessions", [])
    assert faults(data)


def _swap(db, one, other):
    db.execute("UPDATE register SET entry = -1 WHERE entry = ?", [one])
    db.execute("UPDATE register SET entry = ? WHERE entry = ?", [one, other])
    db.execute("UPDATE register SET entry = ? WHERE entry = -1", [other])


def _last(db):
    return db.execute("SELECT max(entry) FROM register").fetchone()[0]


FACTS = {
    "one that is removed": lambda db: db.execute("DELETE FROM register WHERE entry = 7"),
    "the last one that is removed": lambda db: db.execute(
        "DELETE FROM register WHERE entry = ?", [_last(db)]
    ),
    "two that are swapped": lambda db: _swap(db, 7, 8),
    "the last two that are swapped": lambda db: _swap(db, _last(db) - 1, _last(db)),
    "one with another nonce": lambda db: db.execute(
        "UPDATE register SET nonce = zeroblob(32) WHERE entry = 7"
    ),
    "one with the record of another": lambda db: db.execute(
        "UPDATE register SET record = (SELECT record FROM register WHERE entry = 8) WHERE entry = 7"
    ),
}


@pytest.mark.parametrize("what", FACTS)
def test_facts_that_were_removed_or_swapped_are_named_and_nothing_is_believed(data, db, what):
    FACTS[what](db)
    db.conn.commit()
    assert {table for table, _ in faults(data)} & {"register", "checkpoints"}
    nothing_is_believed(data)


def test_a_fact_that_is_appended_twice_is_named_and_never_signed(data, db):
    (record,) = db.execute("SELECT record FROM register WHERE kind = 'hold.made'").fetchone()
    append_record(db, record)
    db.conn.commit()
    assert ("checkpoints", "") in faults(data)
    with closing(Store(data)) as store, pytest.raises(StoreError, match="its key signed"):
        store.keys.revoke(KEY, LONG)
    assert ("checkpoints", "") in faults(data)


def test_damage_is_known_though_nothing_is_signed(data, db):
    """Whoever removes a row, and appends a fact that the key did not sign, does not keep the service from noting it."""
    db.execute("DELETE FROM sessions WHERE id = 2")
    append_record(db, db.execute("SELECT record FROM register WHERE kind = 'hold.made'").fetchone()[0])
    db.conn.commit()
    with closing(Store(data)) as store:
        Verifying(store)._verify()
        noted = {each.subject for each in store.damage.all()}
        assert noted == {"register"}
        with pytest.raises(RecordDamaged, match="The register does not match"):
            store.sessions.get(1)
    with closing(Store(data)) as other, pytest.raises(RecordDamaged, match="The register does not match"):
        other.sessions.get(1)  # another process


# ------------------------------------------------------------------------------------------------------------------- head

HEADS = {
    "its root": "UPDATE checkpoints SET note = replace(note, substr(note, instr(note, '\n') + 5, 8), 'AAAAAAAA') "
    "WHERE id = (SELECT max(id) FROM checkpoints)",
    "that it is the last": "DELETE FROM checkpoints WHERE id = (SELECT max(id) FROM checkpoints)",
    "that it is there": "DELETE FROM checkpoints",
    "that of an earlier one": "UPDATE checkpoints SET note = (SELECT note FROM checkpoints ORDER BY id LIMIT 1) "
    "WHERE id = (SELECT max(id) FROM checkpoints)",
}


@pytest.mark.parametrize("what", HEADS)
def test_an_altered_head_is_named_and_nothing_is_signed_after_it(data, db, what):
    assert db.execute(HEADS[what]).rowcount
    db.conn.commit()
    assert "checkpoints" in {table for table, _ in faults(data)}
    with closing(Store(data)) as store, pytest.raises((StoreError, RecordDamaged)):
        store.keys.revoke(KEY, LONG)
    assert "checkpoints" in {table for table, _ in faults(data)}


def test_another_size_beside_the_last_checkpoint_is_named(data, db):
    """It is in the checkpoint, and the one beside finds it."""
    db.execute("UPDATE checkpoints SET size = size - 1 WHERE id = (SELECT max(id) FROM checkpoints)")
    db.conn.commit()
    assert "checkpoints" in {table for table, _ in faults(data)}


def test_a_head_beside_the_key_that_was_altered_is_named(data):
    head = data / HEAD_FILE
    head.write_text(head.read_text().replace("257", "300"))
    assert "register.head" in {table for table, _ in faults(data)}
