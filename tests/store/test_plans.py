"""How the store finds the incidents of a list, and audits that wait: by index, in a record of any length."""

import pytest

from auditor.store import (
    original_bytes,
    purged_rows,
    queue,
    stored_overview,
    stored_room_incidents,
    stored_screening_lists,
    stored_sessions,
)
from auditor.store.caller import ITSELF, Caller

pytestmark = pytest.mark.of_the_file

ROOMS = Caller(rooms=("WA-0417", "WA-0500"))


@pytest.fixture
def steps_of(store):
    """The steps of SQLite for a query."""

    def steps(sql, values=()):
        rows = store.connections.db.execute(f"EXPLAIN QUERY PLAN {sql}", [*values]).fetchall()
        return [row[3] for row in rows]

    return steps


@pytest.fixture
def plan(steps_of):
    """The steps of SQLite for a query that names the incidents of a condition."""
    return lambda query, those, values: steps_of(
        stored_room_incidents.newest_of(those) + query, [*values] * 4
    )


def tables_scanned(steps):
    made_by_the_query = ("json_each", "named", "newest")
    return [each for each in steps if each.startswith("SCAN") and each.split()[1] not in made_by_the_query]


@pytest.mark.parametrize("caller", [ITSELF, ROOMS])
def test_the_incidents_of_some_days_are_found_by_their_day(plan, caller):
    seen, values = caller.where("+i.room")
    those = f"{seen} AND i.day BETWEEN ? AND ?"
    steps = plan(
        stored_overview._INCIDENTS.format(those=those, place=stored_room_incidents.PLACE),
        those,
        [*values, "2026-03-01", "2026-03-14"],
    )
    assert "SEARCH i USING INDEX room_incidents_by_day (day>? AND day<?)" in steps
    assert "SEARCH s USING INDEX sessions_by_name (room=? AND session=?)" in steps
    assert "SEARCH audits USING INDEX audits_of_days (room=? AND day=?)" in steps
    assert tables_scanned(steps) == []


def test_the_incidents_of_a_room_are_found_by_the_room(plan):
    steps = plan(f"{stored_room_incidents._SELECT} WHERE i.room = ?", "i.room = ?", ["WA-0417"])
    assert "SEARCH i USING INDEX room_incidents_alike (room=?)" in steps
    assert "SEARCH s USING INDEX sessions_by_name (room=? AND session=?)" in steps
    assert tables_scanned(steps) == []


def test_one_incident_does_not_read_the_sessions_of_its_room(plan):
    one = "i.incident = ? AND i.room = ?"
    steps = plan(f"{stored_room_incidents._SELECT} WHERE {one}", one, ["a" * 64, "WA-0417"])
    assert "SEARCH s USING INDEX sessions_by_name (room=? AND session=?)" in steps
    assert tables_scanned(steps) == []


@pytest.mark.parametrize(
    ("sql", "values"), [(queue._WAITING, ()), (queue._LEFT, ["me"])], ids=["waiting", "left"]
)
def test_an_idle_worker_reads_no_audit_that_has_ended(steps_of, sql, values):
    steps = steps_of(sql, values)
    assert any("audits USING" in each and "INDEX audits_unfinished (state=?)" in each for each in steps), (
        steps
    )
    assert tables_scanned(steps) == []


def test_a_purge_is_found_by_its_row_and_by_its_fact(steps_of):
    by_fact = "SEARCH register USING INDEX register_by_fact (kind=? AND <expr>=?)"
    assert steps_of(purged_rows._FACTS, ["evidence.purged", "a" * 64]) == [by_fact]
    steps = steps_of(purged_rows._ON_RECORD, ["evidence", "evidence.purged", "[]"])
    assert by_fact in steps
    assert any(each.startswith("SEARCH purges USING COVERING INDEX") for each in steps)
    assert tables_scanned(steps) == []


@pytest.mark.parametrize("sql", [original_bytes._OF_SESSION, original_bytes._ENDED], ids=["all", "ended"])
def test_originals_of_a_session_are_found_by_the_session(steps_of, sql):
    steps = steps_of(sql, ["WA-0417", "S-1"])
    assert "SEARCH d USING INDEX derived_logs_of (session_id=?)" in steps
    assert tables_scanned(steps) == []


def test_imports_on_record_of_an_original_are_counted_by_an_index(steps_of):
    (step,) = steps_of(original_bytes._ENTERED, [1])
    assert step == "SEARCH register USING COVERING INDEX register_by_original (<expr>=?)"


def test_entries_of_closed_alarms_are_found_by_an_index(steps_of):
    steps = steps_of(stored_screening_lists._CLOSED, ["WA-0417", 9])
    assert "SEARCH register USING INDEX register_by_fact (kind=? AND <expr>=?)" in steps
    assert tables_scanned(steps) == []


@pytest.mark.parametrize("numbers", [stored_sessions._FROM_FIRST, stored_sessions._FROM_LAST])
def test_numbers_of_a_page_of_sessions_are_read_in_an_index_that_has_them(steps_of, numbers):
    steps = steps_of(numbers.format(where="TRUE"), [50, 100_000])
    assert steps == ["SCAN s USING COVERING INDEX sessions_by_number"]
