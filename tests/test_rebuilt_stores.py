"""The comparison at the end of each test names a row that the facts of its store make otherwise."""

import pytest
from sqlite_utils import Database

from auditor.access import keys
from auditor.doctor.fault import StoreFault
from auditor.store.store import FILE, Store
from tests import altered_stores
from tests.rebuilt_stores import OpenedStores, rebuilt_otherwise

pytestmark = pytest.mark.of_the_file


@pytest.fixture
def store(tmp_path):
    made = Store(tmp_path)
    yield made
    made.close()


def test_a_row_that_facts_make_otherwise_is_named(store, tmp_path):
    record, _ = keys.make(store, keys.NewKey("room", "Desk", rooms=("WA-0412",)))
    assert rebuilt_otherwise(tmp_path / FILE) == []
    with altered_stores.altering(tmp_path) as db:
        db.execute("UPDATE keys SET name = 'Mallory' WHERE id = ?", [record.id])
    assert rebuilt_otherwise(tmp_path / FILE) == [
        StoreFault("keys", record.id, "name 'Desk', as facts say", "'Mallory'")
    ]


def test_stores_of_the_program_are_compared_and_those_that_a_test_opens_are_not(tmp_path):
    opened = OpenedStores()
    stores = [Store(tmp_path / name) for name in ("compared", "altered")]
    Database(tmp_path / "altered" / FILE).close()
    for each in stores:
        each.close()
    assert opened.written() == [tmp_path / "compared" / FILE]
    assert opened.written() == []
