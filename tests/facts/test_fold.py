"""The fold of facts: equal rows each time, by handlers that see their tables alone."""

from typing import get_args, get_type_hints

import pytest
from msgspec.structs import replace

from auditor.facts.canonical_record import UnknownFact, from_record, to_record
from auditor.facts.fold import apply, fold
from auditor.facts.handlers import CHECKS, HANDLERS, handlers_of
from auditor.facts.kinds import KINDS
from auditor.facts.memory_tables import MemoryTables
from auditor.facts.tables import TABLES
from tests.facts.story import INCIDENT, ROOM, STORY, at

WITH_A_LOG = ("session_results", "screening_statistics", "screening_sums")  # which the story purges


class Watched:
    """Tables that note which of them are used."""

    def __init__(self, tables):
        self._tables = tables
        self.used = set()

    def get(self, table, *key):
        self.used.add(table)
        return self._tables.get(table, *key)

    def put(self, table, row):
        self.used.add(table)
        self._tables.put(table, row)

    def drop(self, table, *key):
        self.used.add(table)
        self._tables.drop(table, *key)

    def of(self, table, **where):
        self.used.add(table)
        return self._tables.of(table, **where)


@pytest.fixture(scope="module")
def tables():
    made = MemoryTables()
    assert fold(made, STORY) == len(STORY)
    return made


def rows(tables):
    return {name: list(tables.of(name)) for name in tables.names()}


def test_every_kind_has_its_handlers():
    assert set(HANDLERS) == set(KINDS.values()) >= set(CHECKS)


def test_handlers_use_the_tables_that_they_name_and_no_others():
    under = MemoryTables()
    for seq, fact in enumerate(STORY):
        for named, handler in handlers_of(type(fact)):
            watched = Watched(under)
            handler(watched, seq, fact)
            assert watched.used <= named, fact.kind
            assert named <= TABLES.keys(), fact.kind


def test_a_handler_of_a_kind_is_of_facts_of_that_kind():
    for kind in HANDLERS:
        for _, handler in handlers_of(kind):
            taken = get_type_hints(handler)["fact"]
            assert kind in (get_args(taken) or (taken,)), handler.__name__


def test_facts_fold_to_the_same_rows_again_and_from_their_bytes(tables):
    again = MemoryTables()
    fold(again, [from_record(to_record(fact)) for fact in STORY])
    assert rows(again) == rows(tables)


def test_every_table_has_a_row_that_names_its_last_fact(tables):
    for name, found in rows(tables).items():
        assert found or name in WITH_A_LOG, name
        assert all(0 <= row["fact"] < len(STORY) for row in found), name
    last = {fact.kind: seq for seq, fact in enumerate(STORY)}
    assert tables.get("room_incidents", INCIDENT)["fact"] == last["audit.finished"]
    assert tables.get("incident_states", INCIDENT)["fact"] == last["incident.closed"]
    assert tables.get("controls", "own", 1)["fact"] == last["controls.approved"]


def test_a_fact_of_a_later_version_changes_nothing(tables):
    made = MemoryTables()
    apply(made, 0, UnknownFact("hold.made/2", at(1), None, (), b""))
    assert made.count() == 0


def test_a_key_that_was_replaced_ends_with_its_successor_and_a_revoked_one_at_once(tables):
    before, after = tables.get("keys", "mmmmmmmm"), tables.get("keys", "nnnnnnnn")
    assert (before["expires_at"], before["revoked_at"]) == (at(2), at(1, 30))
    assert (after["replaces"], after["expires_at"], after["revoked_at"]) == ("mmmmmmmm", at(23), None)
    assert tables.get("keys", "kkkkkkkk")["rooms"] == [ROOM]


def test_accounts_are_as_their_last_events_left_them(tables):
    assert [(row["id"], row["last"], row["until"]) for row in tables.of("people")] == [
        (1, "accepted", at(5)), (2, "reset", at(6)), (3, "disabled", at(5)),
    ]  # fmt: skip
    assert tables.get("credentials", 1)["totp_since"] == at(2)
    assert [tables.get("credentials", person)["secrets"] for person in (1, 2, 3)] == ["3" * 64, None, None]
    reminders = tables.get("reminders", 1)
    assert (reminders["calendar"], reminders["calendar_at"], reminders["daily"]) == ("d" * 64, at(2, 2), True)


def test_controls_are_as_their_last_steps_left_them(tables):
    found = {
        row["revision"]: (row["standing"], row["source"][0], row["change"]) for row in tables.of("controls")
    }
    assert found == {1: ("approved", "a", 8), 2: ("denied", "c", 11), 4: ("draft", "e", 14)}
    assert [row["sha256"][0] for row in tables.of("filed")] == ["a", "b", "c", "d", "e"]
    assert tables.get("rooms", ROOM)["terms"] == [{"from": None, "tables": 9}]
    decided = [(row["proposal"], row["standing"], row["reference"]) for row in tables.of("terms_decisions")]
    assert decided == [(1, "approved", "letter 1"), (2, "refused", "letter 2"), (3, "withdrawn", None)]


def test_terms_move_sessions_to_the_days_that_the_fact_states(tables):
    assert [row["day"] for row in tables.of("sessions")] == ["2026-03-13", "2026-03-14", "2026-03-14"]


def test_audits_are_finished_failed_or_wait(tables):
    found = [(row["id"], row["state"], row["finish"], row["error"]) for row in tables.of("audits")]
    assert found == [(1, "finished", 1, None), (2, "failed", None, "it failed"), (3, "queued", None, None)]


def test_a_purge_removes_what_audits_kept_of_the_log():
    made = MemoryTables()
    before = next(seq for seq, fact in enumerate(STORY) if fact.kind == "evidence.purged")
    fold(made, STORY[:before])
    assert [row["session"] for row in made.of("session_results")] == [1]
    assert [row["sha256"] for row in made.of("screening_statistics")] == ["n" * 64]
    assert [(row["version"], row["sha256"][0]) for row in made.of("screening_sums")] == [(1, "o"), (2, "p")]
    apply(made, before, STORY[before])
    assert [list(made.of(name)) for name in WITH_A_LOG] == [[], [], []]
    assert [(row["subject"], row["key"]) for row in made.of("purges")] == [("evidence", "s" * 64)]


def test_bytes_that_came_before_keep_their_time_and_key(tables):
    assert tables.get("evidence", "x" * 64)["outcome"] == "refused"
    made = MemoryTables()
    fold(made, STORY)
    accepted = next(fact for fact in STORY if fact.kind == "upload.accepted")
    later = replace(accepted, number=9, session="S-9", content_sha256="x" * 64, at=at(20), by="kkkkkkkk",
                    file=replace(accepted.file, sha256="x" * 64))  # fmt: skip
    apply(made, len(STORY), later)
    row = made.get("evidence", "x" * 64)
    assert (row["outcome"], row["received_at"], row["key"], row["problem_count"]) == (
        "session",
        at(3),
        None,
        0,
    )
    assert made.get("sessions", 9)["received_at"] == at(20)
