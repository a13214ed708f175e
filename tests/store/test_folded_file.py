"""A fold through a temporary file has the rows that one in memory has, however often it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.doctor.folded_file import FoldedFile
from auditor.facts.fold import fold
from auditor.facts.memory_tables import MemoryTables
from auditor.facts.tables import TABLES
from auditor.store.stored_fact_tables import IN_MEMORY, stored_row
from tests.facts.story import STORY

NAMES = ("holds", "report_pulls", "derived_logs")  # of which holds stay in memory


@pytest.mark.parametrize("at_once", [1, 2, 7, 1000])
def test_it_folds_to_the_rows_of_memory(at_once):
    file, memory = FoldedFile(TABLES, IN_MEMORY, at_once), MemoryTables()
    fold(file, STORY)
    fold(memory, STORY)
    for name, table in TABLES.items():
        assert list(file.of(name)) == list(memory.of(name)), name
        assert list(file.stored(name)) == [stored_row(table, row) for row in memory.of(name)], name
    file.close()


def pulled(number, report, what):
    return {
        "id": number,
        "at": "2026-03-15",
        "report": report,
        "what": what,
        "by": None,
        "key": None,
        "fact": 0,
    }


def derived(of, position, room):
    text = dict.fromkeys(("session", "table_name", "sha256", "outcome"), "x")
    return {
        "import": of,
        "position": position,
        "room": room,
        **text,
        "session_id": None,
        "message": None,
        "fact": 0,
    }


SMALL = st.integers(0, 3)
STEPS = st.one_of(
    st.tuples(
        st.just("put"), st.just("report_pulls"), st.builds(pulled, SMALL, SMALL, st.sampled_from("ab"))
    ),
    st.tuples(
        st.just("put"), st.just("derived_logs"), st.builds(derived, SMALL, SMALL, st.sampled_from("ab"))
    ),
    st.tuples(st.just("drop"), st.just("report_pulls"), st.tuples(SMALL)),
    st.tuples(st.just("drop"), st.just("derived_logs"), st.tuples(SMALL, SMALL)),
)


@given(st.lists(STEPS, max_size=30), st.integers(1, 5))
def test_rows_are_found_and_gone_as_in_memory_whatever_is_written_when(steps, at_once):
    file, memory = FoldedFile(NAMES, ("holds",), at_once), MemoryTables(NAMES)
    for action, table, value in steps:
        for tables in (file, memory):
            if action == "put":
                tables.put(table, value)
            else:
                tables.drop(table, *value)
        key = TABLES[table].key_of(value) if action == "put" else value
        assert file.get(table, *key) == memory.get(table, *key)
        assert list(file.of("report_pulls", report=1)) == list(memory.of("report_pulls", report=1))
        of_room = {"room": "a", "import": 2}
        assert list(file.of("derived_logs", **of_room)) == list(memory.of("derived_logs", **of_room))
    for name in NAMES:
        assert list(file.stored(name)) == [stored_row(TABLES[name], row) for row in memory.of(name)]
    file.close()


def test_the_file_is_on_the_disk_and_gone_at_the_end(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    file = FoldedFile(TABLES, IN_MEMORY, 1)
    fold(file, STORY)
    (there,) = tmp_path.iterdir()
    assert there.stat().st_size > 0
    assert there.stat().st_mode & 0o077 == 0
    file.close()
    assert list(tmp_path.iterdir()) == []
