"""Holds of a store of before facts: the same, made by facts; what was altered is named, and holds on."""

from contextlib import closing

import pytest

from auditor.errors import RecordDamaged
from auditor.store import Store
from auditor.store.rows import HoldRecord, Lift
from tests.store.legacy.test_adopted_rows import alter, faults, folder, rows

__all__ = ["folder"]

_HOLDS = """
SELECT id, holds.at, room, session, first_day, last_day, holds.reason, holds.by, holds.key, lifts.at, lifts.reason, lifts.by,
    lifts.key FROM holds LEFT JOIN lifts ON hold = id
"""


def test_a_hold_and_its_lift_are_those_of_before(folder):
    ((*made, at, reason, by, key),) = rows(folder, _HOLDS)
    assert at is not None
    with closing(Store(folder)) as store:
        assert store.holds.get(1) == HoldRecord(*made, Lift(at, reason, by, key))
        (entry,) = (row["fact"] for row in store.authority.rows("holds"))
        assert '"kind":"hold.lifted"' in store.register.entry(entry).record
    assert faults(folder) == []


@pytest.mark.parametrize(
    ("sql", "named"),
    [
        ("UPDATE holds SET last_day = '2000-01-01'", {("holds", "1")}),
        ("UPDATE lifts SET by = 'Mallory'", {("holds", "1"), ("register", "32 (hold.lifted of 1)")}),
        ("DELETE FROM lifts", {("register", "32 (hold.lifted of 1)")}),
    ],
)
def test_what_was_altered_before_is_named(folder, sql, named):
    alter(folder, sql)
    with closing(Store(folder)) as store:
        if ("holds", "1") in named:
            with pytest.raises(RecordDamaged, match="What the store has of hold 1 is not what was written"):
                store.holds.get(1)
        assert [row["lifted_at"] for row in store.authority.rows("holds")] in ([], [None])
    assert named <= {each[:2] for each in faults(folder)}
