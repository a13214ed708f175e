"""Purges, returns, erasures and repairs of a store of before facts: the same, made by facts; what was altered is not believed."""

from contextlib import closing

import pytest

from auditor.errors import RecordDamaged
from auditor.store import Store
from auditor.store.rows import Purged, Selection
from tests.store.legacy.test_adopted_rows import alter, faults, folder, rows

__all__ = ["folder"]

_PURGED = "id, at, by, sha256, size, last_day, year_ends, years, kept_until, parameter, clause"
_TABLES = {
    "purges": "id, at, subject, key, sha256, size, room, session, first_day, last_day, year_ends, years, kept_until, parameter, "
    "clause, by",
    "returns": "id, at, sha256, key",
    "erasures": "id, at, purge",
    "repairs": "id, at, subject, sha256, found_sha256, found_size, by",
}


def test_they_are_those_of_before(folder):
    before = {name: rows(folder, f"SELECT {columns} FROM {name}") for name, columns in _TABLES.items()}
    ((of, *about),) = rows(folder, f"SELECT key, {_PURGED} FROM purges")
    ((entry,),) = rows(folder, "SELECT entry FROM register WHERE kind = 'evidence.purged'")
    with closing(Store(folder)) as store:
        assert store.purges.of_file(of) == Purged(*about)
        assert store.register.of_fact("evidence.purged", 1).index == entry
        assert store.purges.is_erased()
        session = next(each for each in store.sessions.all(Selection()) if each.evidence == of)
        assert session.purged == Purged(*about)
    assert {
        name: rows(folder, f"SELECT {columns} FROM {name}") for name, columns in _TABLES.items()
    } == before
    assert all(before.values())
    assert faults(folder) == []


@pytest.mark.parametrize(
    ("sql", "named"),
    [
        ("UPDATE purges SET by = 'Mallory'", ("register", "43 (evidence.purged of 1)")),
        ("DELETE FROM purges", ("register", "43 (evidence.purged of 1)")),
        ("UPDATE returns SET at = '2020-01-01'", ("returns", "1")),
        ("UPDATE erasures SET at = '2020-01-01'", ("erasures", "1")),
        ("UPDATE repairs SET by = 'Mallory'", ("repairs", "1")),
    ],
)
def test_what_was_altered_before_gets_no_fact(folder, sql, named):
    ((of,),) = rows(folder, "SELECT key FROM purges")
    alter(folder, sql)
    with closing(Store(folder)) as store:
        if sql.startswith("UPDATE purges"):
            with pytest.raises(RecordDamaged, match=f"the purge of evidence {of} is not what was written"):
                store.purges.of_file(of)
    assert named in {each[:2] for each in faults(folder)}
