"""Logs, sessions and files of events of a store of before facts: the same, made by facts; what was altered is not given."""

import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from auditor.doctor import examine
from auditor.errors import RecordDamaged
from auditor.store import Store
from auditor.store.rows import Page, Selection
from auditor.store.store import FILE
from tests.store.legacy.test_adopted_rows import alter, faults, rows

# The program before made it: a file that was refused and a session later, a conflict, another packing, a correction, two
# versions of a tournament, and purges of a log and of a refused file.
BEFORE = Path(__file__).parent / "before_facts_of_uploads.tar.xz"
_SESSIONS = """
SELECT id, room, session, table_name, currency, day, hands, ruleset, evidence, content_sha256, supersedes, received_at, key
FROM sessions ORDER BY id
"""
_FILES = """
SELECT sha256, content_sha256, size, media_type, filename, received_at, outcome, message, problems, problem_count FROM evidence
ORDER BY sha256
"""
_EVENTS = """
SELECT id, kind, room, name, currency, day, sha256, content_sha256, size, media_type, filename, received_at, supersedes, key, body
FROM event_files ORDER BY id
"""


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "data"
    made.mkdir(mode=0o700)
    with tarfile.open(BEFORE) as tar:
        tar.extractall(made, filter="data")
    return made


def kinds_of(store, table, key):
    """Kinds of the first fact of a row, and of its last."""
    column, value = key
    sql = f"SELECT first_fact, fact FROM {table} WHERE {column} = ?"
    found = store.connections.db.execute(sql, [value]).fetchone()
    return [
        store.register.entry(number).record.partition('"kind":"')[2].partition('"')[0] for number in found
    ]


def test_sessions_are_those_of_before(folder):
    before = rows(folder, _SESSIONS)
    with closing(Store(folder)) as store:
        found, total = store.sessions.page(Selection(), Page())
        names = (
            "id", "room", "session", "table", "currency", "day", "hands", "ruleset", "evidence", "content_sha256", "supersedes",
            "received_at", "key",
        )  # fmt: skip
        assert [tuple(getattr(each, name) for name in names) for each in found] == before
        assert (total, found[1].superseded_by, found[3].purged.by) == (4, 3, "Dana")
        assert kinds_of(store, "sessions", ("id", 3)) == ["upload.accepted", "upload.accepted"]
    assert [fault for check in examine(folder / FILE).checks for fault in check.faults] == []


def test_files_are_those_of_before_with_what_was_said_of_them(folder):
    before = rows(folder, _FILES)
    with closing(Store(folder)) as store:
        for *about, message, problems, count in before:
            found = store.evidence.get(about[0])
            names = ("sha256", "content_sha256", "size", "media_type", "filename", "received_at", "outcome")
            assert [getattr(found, name) for name in names] == about
            said = store.connections.db.execute("SELECT json(?)", [problems]).fetchone()[0]
            assert (found.message, len(found.problems), found.problem_count) == (
                message,
                said.count('"line"'),
                count,
            )
        by_outcome = {row[6]: row[0] for row in before if row[6] != "refused"}
        assert (
            "Other bytes are on record for session 'S-1'"
            in store.evidence.get(by_outcome["conflict"]).message
        )
        bodies = dict(rows(folder, "SELECT sha256, length(body) FROM evidence"))
        assert sorted(size for size in bodies.values() if not size) == [0, 0]  # those that were purged


def test_a_file_that_was_refused_first_has_a_fact_of_each(folder):
    ((digest,),) = rows(folder, "SELECT evidence FROM sessions WHERE id = 1")
    with closing(Store(folder)) as store:
        assert kinds_of(store, "evidence", ("sha256", digest)) == ["upload.refused", "upload.accepted"]
        assert store.evidence.get(digest).received_at == "2026-03-14T00:00:00.000000Z"
        assert store.sessions.get(1).received_at == "2026-03-15T08:00:00.000000Z"


def test_files_of_events_are_those_of_before(folder):
    before = rows(folder, _EVENTS)
    with closing(Store(folder)) as store:
        assert rows(folder, _EVENTS) == before
        first, second = (store.event_files.get("tournament", number) for number in (1, 2))
        assert (first.superseded_by, second.supersedes, second.name) == (2, 1, "T-1")
        assert store.event_files.body(first) == before[0][-1]


def test_new_terms_move_an_adopted_session(folder):
    with closing(Store(folder)) as store:
        day_of = lambda terms, at: "2026-03-13" if at.startswith("2026-03-15T03") else at[:10]  # noqa: E731
        moved, _, _ = store.rooms.put(
            "WA-0417", "2026-12-01T00:00:00Z", lambda terms: [*terms, terms[-1]], day_of, None
        )
        assert moved.change == 2
        assert store.sessions.get(2).day == "2026-03-13"
        assert kinds_of(store, "sessions", ("id", 2)) == ["upload.accepted", "room.terms"]
    assert faults(folder) == []


@pytest.mark.parametrize(
    ("sql", "table", "row"),
    [
        ("UPDATE sessions SET day = '2026-01-01' WHERE id = 3", "sessions", "3"),
        ("UPDATE sessions SET facts = json_set(facts, '$.hands', 9) WHERE id = 3", "sessions", "3"),
        ("UPDATE evidence SET received_at = '2020-01-01' WHERE sha256 = (SELECT evidence FROM sessions WHERE id = 3)",
         "sessions", "3"),
        ("UPDATE event_files SET day = '2026-01-01' WHERE id = 2", "event_files", "2"),
    ],
)  # fmt: skip
def test_what_was_altered_before_is_named_and_not_given(folder, sql, table, row):
    alter(folder, sql)
    with closing(Store(folder)) as store:
        with pytest.raises(RecordDamaged, match="is not what was written"):
            store.sessions.get(3) if table == "sessions" else store.event_files.get("tournament", 2)
        assert store.sessions.get(1).id == 1
    assert (table, row) in {each[:2] for each in faults(folder)}


def test_a_log_that_corrects_an_altered_one_is_not_taken_over(folder):
    alter(folder, "UPDATE sessions SET hands = 9 WHERE id = 2")
    Store(folder).close()
    named = {each[:2] for each in faults(folder)}
    assert {("sessions", "2"), ("sessions", "3")} <= named
