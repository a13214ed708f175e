"""Tables in memory: rows by key and by value, of the described columns and types alone."""

import pytest

from auditor.facts.memory_tables import MemoryTables

ROW = {"id": "WA-0417", "terms": [], "change": 1, "fact": 0}
LOG_KEYS = [{"verifier": name, "at": at, "fact": 0} for name, at in (("c", "1"), ("a", "2"), ("b", "1"))]


def test_rows_are_found_by_key_and_listed_in_its_order():
    tables = MemoryTables()
    for row in LOG_KEYS:
        tables.put("log_keys", row)
    assert tables.get("log_keys", "a") == LOG_KEYS[1]
    assert tables.get("log_keys", "d") is None
    assert [row["verifier"] for row in tables.of("log_keys")] == ["a", "b", "c"]
    assert [row["verifier"] for row in tables.of("log_keys", at="1")] == ["b", "c"]
    assert (tables.count(), list(tables.of("log_keys", at="3"))) == (3, [])


def test_rows_that_are_replaced_or_removed_are_found_as_they_are_now():
    tables = MemoryTables(("log_keys",))
    for row in LOG_KEYS:
        tables.put("log_keys", row)
    assert [row["verifier"] for row in tables.of("log_keys", at="1")] == ["b", "c"]
    tables.put("log_keys", {**LOG_KEYS[0], "at": "2"})
    tables.drop("log_keys", "b")
    tables.drop("log_keys", "b")
    assert list(tables.of("log_keys", at="1")) == []
    assert [row["verifier"] for row in tables.of("log_keys", at="2")] == ["a", "c"]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"tables": 5}, "rooms has other columns: ['tables']"),
        ({"change": "1"}, "rooms.change is integer, and not str"),
        ({"change": True}, "rooms.change is integer, and not bool"),
        ({"change": None}, "rooms.change is never null"),
        ({"terms": b""}, "rooms.terms is json, and not bytes"),
    ],
)
def test_rows_of_other_columns_or_types_are_refused(changed, words):
    tables = MemoryTables()
    tables.put("rooms", ROW)
    with pytest.raises(TypeError) as error:
        tables.put("rooms", {**ROW, **changed})
    assert str(error.value) == words
    assert tables.get("rooms", "WA-0417") == ROW


def test_the_greatest_number_is_that_of_the_rows_that_are_there():
    tables = MemoryTables(("returns",))
    assert tables.last_key("returns") == 0
    for number in (7, 12, 3):
        tables.put("returns", {"id": number, "at": "1", "sha256": "a", "key": None, "fact": 0})
    assert tables.last_key("returns") == 12
    tables.drop("returns", 12)
    assert tables.last_key("returns") == 7
