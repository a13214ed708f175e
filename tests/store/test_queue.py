"""The queue: who has an audit, and what happens when that process dies."""

import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from auditor.evidence import Evidence
from auditor.http.app import close_app, create_app
from auditor.store import Store
from auditor.store.owner import Owner
from auditor.store.queue import MOST_ATTEMPTS
from auditor.store.rows import NewAudit, Selection, SessionRecord
from rules.audit import audit_log, read_facts
from rules.results import Audit
from tests.http.kit import NDJSON, ended, hand_line, log
from tests.processes import Forked

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


@pytest.fixture
def owner(store: Store) -> Iterator[Owner]:
    made = Owner(store.owners)
    yield made
    made.resign()


@pytest.fixture(scope="module")
def audit() -> Audit:
    return audit_log(Evidence(BODY))


def test_audits_are_claimed_in_the_order_of_their_requests(queued: Store):
    claims = [queued.queue.claim("a", AT), queued.queue.claim("b", AT), queued.queue.claim("c", AT)]
    assert [claim and (claim.id, claim.owner, claim.state, claim.attempts) for claim in claims] == [
        (1, "a", "running", 1), (2, "b", "running", 1), None,
    ]  # fmt: skip


def test_many_who_claim_at_once_never_get_the_same(queued: Store):
    claimed = []

    def claim(name: str) -> None:
        if (got := queued.queue.claim(name, AT)) is not None:
            claimed.append(got.id)

    threads = [threading.Thread(target=claim, args=[str(number)]) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(claimed) == [1, 2]


def test_a_result_is_written_whole_and_once(queued: Store, audit: Audit):
    queued.queue.claim("a", AT)
    assert queued.queue.finish(1, "a", audit, AT) is True
    assert queued.queue.finish(1, "a", audit, AT) is False
    assert queued.queue.fail(1, "a", "too late", AT) is False
    done = queued.audits.get(1)
    assert done is not None
    assert (done.state, done.owner, done.hands_done) == ("finished", None, 2)
    assert queued.results.audit(1, done.summary or {}) == audit


def test_the_result_of_one_who_was_taken_for_dead_is_not_taken(queued: Store, audit: Audit):
    queued.queue.claim("slow", AT)
    assert queued.queue.take_back(lambda name: name == "slow", AT) == 1
    assert queued.queue.claim("quick", AT).id == 1
    assert queued.queue.finish(1, "slow", audit, AT) is False
    assert queued.connections.db.execute("SELECT count(*) FROM result_chunks").fetchone() == (0,)
    queued.queue.progress(1, "slow", 99)
    queued.queue.release(1, "slow")
    assert queued.queue.finish(1, "quick", audit, AT) is True
    assert queued.audits.get(1).attempts == 2


def test_a_result_that_cannot_be_written_leaves_nothing(queued: Store, audit: Audit):
    queued.queue.claim("a", AT)
    unknown = msgspec.structs.replace(audit.findings[0], session="S-unknown")
    stranger = msgspec.structs.replace(audit, findings=[*audit.findings, unknown])
    with pytest.raises(KeyError):
        queued.queue.finish(1, "a", stranger, AT)
    assert queued.connections.db.execute("SELECT count(*) FROM result_chunks").fetchone() == (0,)
    assert queued.audits.get(1).state == "running"


def test_an_audit_that_takes_its_process_down_every_time_is_given_up(queued: Store):
    for attempt in range(1, MOST_ATTEMPTS + 1):
        assert queued.queue.claim(f"p{attempt}", AT).id == 1
        assert queued.queue.take_back(lambda name: True, AT) == (1 if attempt < MOST_ATTEMPTS else 0)
    failed = queued.audits.get(1)
    assert (failed.state, failed.owner) == ("failed", None)
    assert f"begun {MOST_ATTEMPTS} times" in failed.error
    assert queued.queue.claim("p4", AT).id == 2


def test_an_audit_that_was_given_back_is_no_failed_attempt(queued: Store):
    for _ in range(MOST_ATTEMPTS * 2):
        queued.queue.claim("a", AT)
        queued.queue.release(1, "a")
    assert (queued.audits.get(1).state, queued.audits.get(1).attempts) == ("queued", 0)


def test_an_owner_is_alive_as_long_as_his_process(store: Store, owner: Owner):
    code = (
        "import sys, pathlib, time; from auditor.store.owner import Owner; "
        "owner = Owner(pathlib.Path(sys.argv[1])); print(owner.id, flush=True); time.sleep(60)"
    )
    process = Forked(code, store.owners)
    name = process.stdout.readline().strip()
    assert owner.is_dead(name) is False
    owner.sweep()
    assert owner.is_dead(name) is False
    process.kill()
    process.communicate()
    assert owner.is_dead(name) is True
    owner.sweep()
    assert [path.stem for path in store.owners.iterdir()] == [owner.id]
    assert owner.is_dead(owner.id) is False
    assert owner.is_dead("who never was") is True


def test_an_owner_who_resigned_is_dead(store: Store, owner: Owner):
    other = Owner(store.owners)
    assert owner.is_dead(other.id) is False
    other.resign()
    assert owner.is_dead(other.id) is True


@pytest.mark.slow
def test_what_a_dead_process_left_is_taken_up_by_one_that_runs(tmp_path: Path):
    idle = create_app(tmp_path, work=False, open_to_all=True)
    idle.test_client().post("/v1/sessions", data=BODY, content_type=NDJSON)
    asked = idle.test_client().post("/v1/audits", json={"pending": True})
    assert (asked.status_code, asked.json["state"]) == (202, "queued")
    assert idle.extensions["auditor"].store.queue.claim("1-dead", AT).id == 1
    busy = create_app(tmp_path, open_to_all=True)
    client = busy.test_client()
    audit = ended(lambda: client.get("/v1/audits/1").json)
    assert (audit["state"], audit["attempts"]) == ("finished", 2)
    close_app(busy)
    close_app(idle)
