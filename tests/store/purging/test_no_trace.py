"""A purge of all that a store may lose, years later: whatever it took out of any table is in no file of the data folder."""

from collections import defaultdict
from contextlib import closing

import pytest

from auditor.retention import purge
from auditor.store import Store
from tests.http.past import planned
from tests.store.forging import copy_of_every_row
from tests.store.purging.kit import in_files
from tests.store.test_doctor import faults

YEARS_LATER = "2060-01-01T12:00:00.000000Z"
REMOVED_FROM = {
    "corrections", "evidence", "fact_parts", "incidents", "originals", "reports", "result_chunks", "result_documents",
    "screening_statistics", "screening_sums", "session_results",
}  # fmt: skip
WINDOW = 24  # bytes, of which nothing else has the same by chance


def values_by_table(store):
    """Texts and bytes of each table, as they are in the file."""
    db = store.connections.db
    found = defaultdict(set)
    for table in db.table_names():
        for row in db.execute(f"SELECT * FROM {table}"):
            texts = (each.encode() if isinstance(each, str) else each for each in row)
            found[table] |= {bytes(each) for each in texts if isinstance(each, bytes | memoryview)}
    return found


def prints_of(gone, left):
    """Parts of the values that are gone which no value that is left has."""
    windows = (value[at : at + WINDOW] for value in gone for at in range(0, len(value) - WINDOW + 1, WINDOW))
    return {window for window in windows if window not in left}


@pytest.mark.of_the_file
@pytest.mark.slow
def test_what_a_purge_takes_out_of_any_table_is_in_no_file(tmp_path, monkeypatch):
    whole, data = copy_of_every_row(tmp_path / "whole"), copy_of_every_row(tmp_path / "data")
    monkeypatch.setattr("auditor.retention.now", lambda: YEARS_LATER)
    with closing(Store(data)) as store:
        before = values_by_table(store)
        plan = planned(store, YEARS_LATER)
        assert [each.left for each in purge(store, plan, "Dana Reyes")] == [None for _ in plan.due]
        assert store.purges.erase(YEARS_LATER)
        after = values_by_table(store)
    left = b"\n".join(value for values in after.values() for value in values)
    prints = {table: prints_of(values - after[table], left) for table, values in before.items()}
    of_tables = {table: sorted(each) for table, each in prints.items() if each}
    assert of_tables.keys() == REMOVED_FROM
    assert {table for table, each in of_tables.items() if not in_files(whole, *each)} == set()
    assert {table: in_files(data, *each) for table, each in of_tables.items()} == {
        each: [] for each in of_tables
    }
    assert faults(data).keys() <= {"clock"}  # which says that the store is of years later
