"""Lists of screening and closed alarms of a store of before facts: the same, made by facts; what was altered is not given."""

from contextlib import closing

import pytest

from auditor.errors import RecordDamaged
from auditor.store import Store
from auditor.store.stored_screening_lists import ClosedAlarm, text_of_list
from tests.store.legacy.test_adopted_rows import alter, faults, folder, rows

__all__ = ["folder"]

ROOM = "WA-0417"


def test_they_are_those_of_before(folder):
    ((*about, body),) = rows(
        folder, "SELECT id, at, room, as_of, results, alarms, sha256, size, body FROM screening_lists"
    )
    ((result, *closed),) = rows(
        folder, "SELECT result, id, at, result, log10_e, reason, by, key FROM screening_closings"
    )
    entries = rows(folder, "SELECT entry FROM register WHERE kind LIKE 'screening.%' ORDER BY entry")
    with closing(Store(folder)) as store:
        found = store.screening_lists.get(1)
        names = ("id", "at", "room", "as_of", "results", "alarms", "sha256", "size")
        assert [getattr(found, name) for name in names] == about
        assert store.screening_lists.body(found) == text_of_list(body)
        ((listed,), (closed_in,)) = entries
        assert found.entry == listed
        assert store.screening_lists.closed(ROOM, closed_in + 1) == {result: ClosedAlarm(*closed)}
        assert store.screening_lists.closed(ROOM, closed_in) == {}
    records = rows(folder, "SELECT record FROM register WHERE kind = 'screening.closed'")
    assert not any(word in record for (record,) in records for word in ("looked at", "supervisor"))
    assert faults(folder) == []


@pytest.mark.parametrize(
    ("sql", "named"),
    [
        ("UPDATE screening_lists SET alarms = 0", ("register", "41 (screening.listed of 1)")),
        ("DELETE FROM screening_lists", ("register", "41 (screening.listed of 1)")),
        ("UPDATE screening_closings SET reason = 'x'", ("screening_closings", "1")),
        ("UPDATE screening_closings SET log10_e = '9'", ("register", "42 (screening.closed of 1)")),
        ("DELETE FROM screening_closings", ("register", "42 (screening.closed of 1)")),
    ],
)
def test_what_was_altered_before_gets_no_fact_and_is_not_given(folder, sql, named):
    alter(folder, sql)
    with closing(Store(folder)) as store:
        if sql.startswith("UPDATE screening_lists"):
            with pytest.raises(RecordDamaged, match="the list of screening 1 is not what was written"):
                store.screening_lists.last(ROOM)
        elif sql.startswith("UPDATE"):
            with pytest.raises(RecordDamaged, match="the closed alarm 1 is not what was written"):
                store.screening_lists.closed(ROOM, 1_000)
        else:
            assert store.screening_lists.last(ROOM) is None or store.screening_lists.closed(ROOM, 1_000) == {}
    assert named in {each[:2] for each in faults(folder)}
