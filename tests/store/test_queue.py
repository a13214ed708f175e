"""The queue: who has an audit, and what happens when that process dies."""

import threading
from pathlib import Path

import msgspec
import pytest

from auditor.evidence import Evidence
from auditor.http.app import close_app, create_app
from auditor.store import Store, leases
from auditor.store.queue import MOST_ATTEMPTS
from auditor.store.rows import NewAudit, Selection, SessionRecord
from rules.audit import audit_log, read_facts
from rules.results import Audit
from tests.http.kit import NDJSON, ended, hand_line, log

AT = "2026-03-15T08:00:00.000000Z"
BODY = log(hand_line(1), hand_line(2, (300, 200, 300, -800)))


@pytest.fixture
def queued(store: Store) -> Store:
    """A store with one session and two audits of it in the queue."""
    evidence = Evidence(BODY)
    store.sessions.keep(evidence, read_facts(evidence), None, AT)

    def make(sessions: list[SessionRecord]) -> NewAudit:
        return NewAudit({}, "", None, [], None, AT, tuple(sessions))

    for _ in range(2):
        store.audits.ask(Selection(ids=(1,)), make)
    return store


@pytest.fixture(scope="module")
def audit() -> Audit:
    return audit_log(Evidence(BODY))


def end_leases(store: Store) -> None:
    """As if nobody had renewed them for long."""
    store.connections.db.execute("UPDATE leases SET ends = ends - 3600")


@pytest.fixture
def at_once(monkeypatch):
    """A lease that has ended is left to nobody."""
    monkeypatch.setattr(leases, "SEEN_SECONDS", 0.0)


def test_audits_are_claimed_in_the_order_of_their_requests(queued: Store):
    claims = [queued.queue.claim("a", AT), queued.queue.claim("b", AT), queued.queue.claim("c", AT)]
    audits = [claim and claim.audit for claim in claims]
    assert [audit and (audit.id, audit.owner, audit.state, audit.attempts) for audit in audits] == [
        (1, "a", "running", 1), (2, "b", "running", 1), None,
    ]  # fmt: skip
    assert [(claim.lease.kind, claim.lease.of, claim.lease.owner) for claim in claims[:2]] == [
        ("audit", "1", "a"), ("audit", "2", "b"),
    ]  # fmt: skip


def test_many_who_claim_at_once_never_get_the_same(queued: Store):
    claimed = []

    def claim(name: str) -> None:
        if (got := queued.queue.claim(name, AT)) is not None:
            claimed.append(got.audit.id)

    threads = [threading.Thread(target=claim, args=[str(number)]) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(claimed) == [1, 2]


def test_a_result_is_written_whole_and_once(queued: Store, audit: Audit):
    lease = queued.queue.claim("a", AT).lease
    assert queued.queue.finish(lease, audit, AT) is True
    assert queued.queue.finish(lease, audit, AT) is False
    assert queued.queue.fail(lease, "too late", AT) is False
    done = queued.audits.get(1)
    assert done is not None
    assert (done.state, done.owner, done.hands_done) == ("finished", None, 2)
    assert queued.results.audit(1, done.summary or {}) == audit


def test_the_result_of_one_whose_lease_was_taken_is_not_taken(queued: Store, audit: Audit, at_once):
    slow = queued.queue.claim("slow", AT).lease
    end_leases(queued)
    assert queued.queue.take_back("quick", AT) == 1
    quick = queued.queue.claim("quick", AT)
    assert (quick.audit.id, quick.lease.epoch > slow.epoch) == (1, True)
    assert queued.queue.finish(slow, audit, AT) is False
    assert queued.queue.fail(slow, "too late", AT) is False
    assert queued.connections.db.execute("SELECT count(*) FROM result_chunks").fetchone() == (0,)
    queued.queue.progress(slow, 99)
    assert queued.queue.release(slow) is False
    found = queued.audits.get(1)
    assert (found.state, found.owner, found.hands_done) == ("running", "quick", 0)
    assert queued.queue.finish(quick.lease, audit, AT) is True
    assert queued.audits.get(1).attempts == 2


def test_a_result_counts_after_the_end_of_a_lease_that_nobody_took(queued: Store, audit: Audit):
    lease = queued.queue.claim("slow", AT).lease
    end_leases(queued)
    assert queued.queue.finish(lease, audit, AT) is True
    assert queued.queue.take_back("other", AT) == 0


def test_an_audit_is_left_to_who_renews_its_lease(queued: Store, at_once):
    lease = queued.queue.claim("a", AT).lease
    end_leases(queued)
    assert queued.leases.keep([lease.epoch]) == {lease.epoch}
    assert queued.queue.take_back("b", AT) == 0
    assert queued.audits.get(1).owner == "a"


def test_who_has_no_audit_in_hand_takes_back_what_it_could_not_write(queued: Store, audit: Audit):
    lost = queued.queue.claim("a", AT).lease
    assert queued.queue.take_back("b", AT) == 0
    assert queued.queue.take_back("a", AT) == 1
    again = queued.queue.claim("a", AT)
    assert (again.audit.id, again.audit.attempts) == (1, 2)
    assert queued.queue.finish(lost, audit, AT) is False
    assert queued.queue.finish(again.lease, audit, AT) is True


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE audits SET begun = 3 WHERE id = 1",
        "UPDATE audits SET begun = 3, begun_code = NULL WHERE id = 1",
        "UPDATE audits SET begun = 3, begun_code = (SELECT begun_code FROM audits WHERE id = 2) WHERE id = 1",
    ],
)
def test_an_audit_that_a_row_says_was_begun_often_is_not_given_up(queued: Store, audit: Audit, sql):
    """No fact says so on the word of a row that somebody wrote."""
    lost = queued.queue.claim("a", AT).lease
    for _ in range(3):
        queued.queue.claim("b", AT)
        queued.queue.take_back("b", AT)
    queued.connections.db.execute(sql)
    queued.leases.give_up([lost.epoch])
    assert queued.queue.take_back("c", AT) == 1
    assert queued.audits.get(1).state == "queued"
    again = queued.queue.claim("c", AT)
    assert again.audit.id == 1
    assert queued.queue.finish(again.lease, audit, AT) is True
    assert queued.audits.get(1).attempts == 1


def test_an_audit_that_runs_without_a_lease_is_queued_again(queued: Store):
    """As an earlier program left it, or a service that was stopped."""
    lease = queued.queue.claim("a", AT).lease
    queued.leases.give_up([lease.epoch])
    assert queued.queue.take_back("b", AT) == 1
    assert queued.audits.get(1).state == "queued"


def test_a_result_that_cannot_be_written_leaves_nothing(queued: Store, audit: Audit):
    lease = queued.queue.claim("a", AT).lease
    unknown = msgspec.structs.replace(audit.findings[0], session="S-unknown")
    stranger = msgspec.structs.replace(audit, findings=[*audit.findings, unknown])
    with pytest.raises(KeyError):
        queued.queue.finish(lease, stranger, AT)
    assert queued.connections.db.execute("SELECT count(*) FROM result_chunks").fetchone() == (0,)
    assert queued.audits.get(1).state == "running"
    assert queued.queue.finish(lease, audit, AT) is True  # its lease went on


def test_an_audit_that_takes_its_process_down_every_time_is_given_up(queued: Store, at_once):
    for attempt in range(1, MOST_ATTEMPTS + 1):
        assert queued.queue.claim(f"p{attempt}", AT).audit.id == 1
        end_leases(queued)
        assert queued.queue.take_back("other", AT) == (1 if attempt < MOST_ATTEMPTS else 0)
    failed = queued.audits.get(1)
    assert (failed.state, failed.owner) == ("failed", None)
    assert f"begun {MOST_ATTEMPTS} times" in failed.error
    assert queued.queue.claim("p4", AT).audit.id == 2


def test_an_audit_that_was_given_back_is_no_failed_attempt(queued: Store):
    for _ in range(MOST_ATTEMPTS * 2):
        assert queued.queue.release(queued.queue.claim("a", AT).lease) is True
    assert (queued.audits.get(1).state, queued.audits.get(1).attempts) == ("queued", 0)


@pytest.mark.slow
def test_what_a_dead_process_left_is_taken_up_by_one_that_runs(tmp_path: Path):
    idle = create_app(tmp_path, work=False, open_to_all=True)
    idle.test_client().post("/v1/sessions", data=BODY, content_type=NDJSON)
    asked = idle.test_client().post("/v1/audits", json={"pending": True})
    assert (asked.status_code, asked.json["state"]) == (202, "queued")
    assert idle.extensions["auditor"].store.queue.claim("1-dead", AT).audit.id == 1
    busy = create_app(tmp_path, open_to_all=True)
    client = busy.test_client()
    audit = ended(lambda: client.get("/v1/audits/1").json)
    assert (audit["state"], audit["attempts"]) == ("finished", 2)
    close_app(busy)
    close_app(idle)
