"""A campaign: somebody who has the store's file alters each column on record, plainly or by facts of his own. None is unnoticed.

Nor is it believed: no row of it is given once the register was verified, and no later transaction signs a forged fact.
"""

from contextlib import closing

import pytest

from auditor.doctor import examine
from auditor.errors import RecordDamaged
from auditor.facts.tables import TABLES
from auditor.jobs.register_verifying import Verifying
from auditor.store import Store
from auditor.store.connection import StoreError
from auditor.store.sealed import _NAMES as GIVEN
from auditor.store.store import FILE
from auditor.store.stored_fact_tables import MADE_BY_FACTS, PARTS, TEXTS
from tests import altered_stores
from tests.store.forging import (
    COLUMNS,
    KEY,
    LONG,
    SAID_BY_FACTS,
    alter_column,
    columns_of_schema,
    copy_of_every_row,
    faults,
    forge,
    name_of,
    sign_with_another_key,
)
from tests.store.what_is_on_record import EXAMINED

NAMED_AS = {  # tables of which another one is named, too
    "_sqlite_migrations": {"_sqlite_migrations"},
    "register_tiles": {"register_tiles"},
    "result_documents": {"result_documents", "result_chunks"},
    "fact_parts": set(PARTS),
}
ONE_OF_EACH = [
    next(each for each in COLUMNS if each[0] == table)
    for table in dict.fromkeys(table for table, _ in COLUMNS)
]


@pytest.fixture
def data(tmp_path):
    return copy_of_every_row(tmp_path / "data")


def named(data):
    """(table, row) of each fault that the doctor names."""
    return {(fault.table, fault.row) for check in examine(data / FILE).checks for fault in check.faults}


def verified(store):
    """The store once its register was verified, as the service does each hour."""
    Verifying(store)._verify()
    return store


def test_no_table_on_record_is_empty_and_each_column_is_in_the_campaign(data):
    assert examine(data / FILE).sound
    assert columns_of_schema(data) == set(COLUMNS)
    with altered_stores.altering(data) as db:
        counted = {table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in EXAMINED}
    assert [table for table, count in counted.items() if not count] == []


def is_named(data, table, column, row):
    """Whether the doctor names an altered row; one whose key was altered is named as the one that is missing."""
    if table in MADE_BY_FACTS and column in (*TABLES[table].columns, *TEXTS.get(table, ())):
        return (table, name_of(table, row)) in faults(data)
    return {each for each, _ in named(data)} & NAMED_AS.get(table, {table}) != set()


def is_unnoticed(data, table, column):
    with altered_stores.altering(data) as db:
        row = alter_column(db, table, column)
        db.conn.commit()
    return not is_named(data, table, column, row)


@pytest.mark.parametrize(("table", "column"), ONE_OF_EACH)
def test_an_altered_row_of_each_table_is_named(data, table, column):
    assert not is_unnoticed(data, table, column)


@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_an_altered_column_is_named_with_its_row(data, table, column):
    assert not is_unnoticed(data, table, column)


@pytest.mark.slow
@pytest.mark.sampled(8)
@pytest.mark.parametrize(("table", "column"), [each for each in COLUMNS if each[0] in MADE_BY_FACTS])
def test_an_altered_row_is_not_given(data, table, column):
    """At once where it is read by itself, and with all others once the register was verified."""
    with altered_stores.altering(data) as db:
        row = alter_column(db, table, column)
        db.conn.commit()
    key = tuple(row[name] for name in TABLES[table].key)
    with closing(Store(data)) as store:
        if column in TABLES[table].columns and column not in TABLES[table].key:
            assert store.authority.altered(table, [key]) == [key]
        if column in TABLES[table].columns:
            must_not_be_given(verified(store))


def must_not_be_given(store):
    """No row of any table is given."""
    for table in GIVEN:
        with pytest.raises(RecordDamaged, match=r"The register (does not match|is not as it was signed)"):
            store.sealed.must_be_as_written(table, [])


def must_not_be_signed(data, store):
    """The service's next transaction is refused, and whatever was forged is as it was: the doctor names it as before."""
    with pytest.raises(StoreError, match=r"its key signed|is not signed with its key"):
        store.keys.revoke(KEY, LONG)
    assert "checkpoints" in {table for table, _ in faults(data)}


@pytest.mark.slow
@pytest.mark.sampled(8)
@pytest.mark.parametrize(("table", "column"), SAID_BY_FACTS)
def test_a_forged_fact_under_the_old_note_is_named_not_believed_and_never_signed(data, table, column):
    with altered_stores.altering(data) as db:
        _, now = forge(db, table, column)
        db.conn.commit()
    assert ("checkpoints", "") in faults(data)
    with closing(Store(data)) as store:
        assert key_in(table, now) in store.authority.altered(table, [key_in(table, now)])
        must_not_be_signed(data, store)
        must_not_be_given(verified(store))


@pytest.mark.slow
@pytest.mark.sampled(8)
@pytest.mark.parametrize(("table", "column"), SAID_BY_FACTS)
def test_a_forged_fact_under_the_note_of_another_key_is_named_not_believed_and_never_signed(
    data, table, column
):
    with altered_stores.altering(data) as db:
        _, now = forge(db, table, column)
        sign_with_another_key(data, db)
        db.conn.commit()
    assert "checkpoints" in {each for each, _ in faults(data)}
    with closing(Store(data)) as store:
        with pytest.raises(RecordDamaged, match="its last checkpoint is not signed with its key"):
            store.authority.altered(table, [key_in(table, now)])
        must_not_be_signed(data, store)
        must_not_be_given(verified(store))


def key_in(table, row):
    return tuple(row[name] for name in TABLES[table].key)
