"""Audits of a store of before facts, with what they kept: the same, made by facts; what was altered is named, and not used."""

import sqlite3
from contextlib import closing

import pytest

from auditor.errors import RecordDamaged, ResultDamaged
from auditor.store import Store
from auditor.store.rows import FindingFilter, Page
from auditor.store.store import FILE
from tests.store.legacy.test_adopted_rows import alter, faults, folder, rows

__all__ = ["folder"]

ALL = Page(1, 10_000)
_AUDITS = """
SELECT id, state, request, ruleset, skipped, owner, attempts, created_at, started_at, finished_at, hands_total, hands_done, error,
    summary, counts, result_sha256, request_sha256, knowledge, of, room, day, finish, key, open, event, idempotency_key
FROM audits ORDER BY id
"""
_KEPT = {
    "audit_sessions": "audit, position, session, what_if",
    "session_results": "session, basis, audit, result, summary",
    "screening_statistics": "id, session, audit, day, sha256, size, body",
    "screening_sums": "id, statistics, version, sha256, size, body",
}
_QUEUED = """
UPDATE audits SET state = '{}', owner = {}, finish = NULL, finished_at = NULL, summary = NULL, counts = NULL,
    result_sha256 = NULL WHERE id = 4
"""


def everything(folder):
    every = {
        name: rows(folder, f"SELECT {columns} FROM {name} ORDER BY 1, 2") for name, columns in _KEPT.items()
    }
    return every | {"audits": rows(folder, _AUDITS)}


def waits(folder, state, owner):
    """An audit of before that has not ended, as the program before left it: without a seal."""
    alter(folder, _QUEUED.format(state, owner))
    with closing(sqlite3.connect(folder / FILE)) as db:
        for table in (
            "session_results",
            "screening_statistics",
            "findings",
            "incidents",
            "coverage",
            "room_incidents",
        ):
            db.execute(f"DELETE FROM {table} WHERE audit = 4")
        db.execute("DELETE FROM screening_sums WHERE statistics NOT IN (SELECT id FROM screening_statistics)")
        db.execute("DELETE FROM seals WHERE subject = 'audits' AND key = '[4]'")
        db.commit()


def test_audits_and_what_they_kept_are_those_of_before(folder):
    before = everything(folder)
    with closing(Store(folder)) as store:
        assert [each.id for each in store.audits.of_day("WA-0417", "2026-03-14")] == [2]
        for number, state, *_ in before["audits"]:
            found = store.audits.get(number)
            assert (found.id, found.state, found.attempts) == (number, state, 1)
            assert found.hands_done == found.hands_total > 0
            assert store.results.page(number, FindingFilter(), ALL)[1] == found.counts["findings"]
        for session, basis, audit, *_ in before["session_results"]:
            assert store.session_results.get(session, basis).session == session, audit
        db = store.connections.db
        roots = db.execute("SELECT id, root FROM audits ORDER BY id").fetchall()
        assert roots == db.execute("SELECT audit, root FROM result_documents ORDER BY audit").fetchall()
        made = [
            '"adopted":true' in store.register.entry(first).record
            and '"kind":"audit.asked"' in store.register.entry(first).record
            for (first,) in db.execute("SELECT first_fact FROM audits")
        ]
        assert made == [True] * len(before["audits"]) != []
    assert everything(folder) == before
    assert faults(folder) == []


def test_the_place_of_an_audit_in_the_register_is_that_of_before(folder):
    entries = dict(
        rows(folder, "SELECT json_extract(record, '$.of'), entry FROM register WHERE kind = 'audit.finished'")
    )
    with closing(Store(folder)) as store:
        assert {of: store.register.of_fact("audit.finished", of).index for of in entries} == entries
        assert len(entries) == 4


@pytest.mark.parametrize(
    ("sql", "named"),
    [
        ("UPDATE audits SET counts = '{}' WHERE id = 1", ("audits", "1")),
        ("UPDATE audits SET finished_at = '2026-01-01' WHERE id = 1", ("audits", "1")),
        (
            "UPDATE audits SET summary = json_set(summary, '$.complete', json('false')) WHERE id = 1",
            ("audits", "1"),
        ),
        ("UPDATE audit_sessions SET what_if = 1 WHERE audit = 1 AND position = 0", ("audits", "1")),
        ("DELETE FROM audit_sessions WHERE audit = 1 AND position = 0", ("audits", "1")),
    ],
)
def test_an_audit_that_was_altered_before_is_named_and_not_given(folder, sql, named):
    alter(folder, sql)
    with closing(Store(folder)) as store:
        with pytest.raises(RecordDamaged, match="audit 1 is not what was written"):
            store.audits.get(1)
        with pytest.raises(ResultDamaged, match="The result of audit 1 is no longer what was stored"):
            store.results.page(1, FindingFilter(), ALL)
        assert store.audits.get(3).state == "finished"
    assert named in {each[:2] for each in faults(folder)}


@pytest.mark.parametrize(
    ("sql", "table"),
    [
        (
            "UPDATE session_results SET summary = json_set(summary, '$.hands', 0) WHERE session = 1",
            "session_results",
        ),
        ("UPDATE screening_statistics SET day = '2026-01-01' WHERE session = 1", "screening_statistics"),
        ("UPDATE screening_sums SET version = 7 WHERE id = 1", "screening_sums"),
    ],
)
def test_what_an_audit_kept_and_was_altered_before_is_named_and_not_used(folder, sql, table):
    alter(folder, sql)
    with closing(Store(folder)) as store:
        assert store.audits.get(1).state == "finished"
        if table == "session_results":
            ((basis,),) = rows(folder, "SELECT basis FROM session_results WHERE session = 1")
            assert store.session_results.get(1, basis) is None
        else:
            ((number,),) = rows(folder, f"SELECT id FROM {table} WHERE fact IS NULL")
            with pytest.raises(RecordDamaged, match=f"{number} is not what was written"):
                store.sealed.must_be_as_written(table, [(number,)])
    assert table in {each[0] for each in faults(folder)}


@pytest.mark.parametrize(("state", "owner"), [("queued", "NULL"), ("running", "'somebody'")])
def test_an_audit_that_waits_is_done_by_this_program(folder, state, owner):
    waits(folder, state, owner)
    with closing(Store(folder)) as store:
        assert store.audits.get(4).state == state
        assert (store.audits.by_state(), store.audits.get(4).attempts) == ({"finished": 3, state: 1}, 1)
        store.queue.take_back("me", "2026-12-01T00:00:00.000000Z")
        claimed = store.queue.claim("me", "2026-12-01T00:00:00.000000Z")
        assert (claimed.audit.id, claimed.audit.attempts) == (4, 1)  # as this program counts
        assert store.queue.fail(claimed.lease, "no", "2026-12-01T00:00:01.000000Z")
        assert (store.audits.get(4).state, store.audits.get(4).attempts) == ("failed", 1)


def test_an_audit_that_waits_and_is_not_what_was_asked_for_is_not_done(folder):
    waits(folder, "queued", "NULL")
    alter(folder, "UPDATE audits SET request = json_set(request, '$.more', 1) WHERE id = 4")
    with closing(Store(folder)) as store:
        assert store.queue.claim("me", "2026-12-01T00:00:00.000000Z") is None
        with pytest.raises(RecordDamaged, match="audit 4 is not what was written"):
            store.audits.get(4)
    assert ("audits", "4") in {each[:2] for each in faults(folder)}
