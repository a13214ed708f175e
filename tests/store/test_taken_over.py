"""Audits of processes that are killed, or stopped and woken: each has one result, and who lost its lease writes nothing."""

import os
import random
import signal
import time
from collections import Counter
from pathlib import Path

import pytest

from auditor.doctor import examine
from auditor.evidence import Evidence
from auditor.store import Store, leases
from auditor.store.rows import NewAudit, Selection
from auditor.store.store import FILE
from rules.audit import audit_log, read_facts
from tests.http.kit import ended, hand_line, log, long_log, serving
from tests.processes import Forked

AT = "2026-03-15T08:00:00.000000Z"
BODY = log(hand_line(1), hand_line(2, (300, 200, 300, -800)))
QUICK = """
import auditor.jobs.audit_worker as worker, auditor.store.leases as leases
leases.SECONDS, leases.RENEWED_SECONDS, leases.SEEN_SECONDS, worker.LOOK_SECONDS = 1.0, 0.1, 0.3, 0.1
"""
HAS_A_RESULT = """
import pathlib, sys, time
import auditor.store.leases as leases
from auditor.evidence import Evidence
from auditor.store import Store
from rules.audit import audit_log
leases.SECONDS = 0.5
store = Store(pathlib.Path(sys.argv[1]))
claimed = store.queue.claim("sleeper", "2026-03-15T08:00:00.000000Z")
audit = audit_log(Evidence(store.evidence.body(store.sessions.get(1).evidence)))
print("has a result", flush=True)
while not pathlib.Path(sys.argv[2]).exists():
    time.sleep(0.01)
print(store.queue.finish(claimed.lease, audit, "2026-03-15T09:00:00.000000Z"), flush=True)
"""
WORKS = f"""
{QUICK}
import pathlib, random, sys, time
import auditor.jobs.audit_from_store as run, auditor.store.queue as queue
from auditor.registry import Registry
from auditor.store import Store
from rules.controls.library import library
queue.MOST_ATTEMPTS = 1000
audited = run.screened_audit
def slow(*args, progress, **options):
    until = time.monotonic() + random.uniform(0.2, 3)
    while time.monotonic() < until:
        progress(1)
        time.sleep(0.01)
    return audited(*args, progress=progress, **options)
run.screened_audit = slow
store = Store(pathlib.Path(sys.argv[1]))
worker.Worker(store, Registry(store, library()), lambda *_: None).start()
print("works", flush=True)
time.sleep(3600)
"""
AUDITS = 24
BLOWS = 16


def asked(store: Store, count: int) -> None:
    """One session, and audits of it in the queue."""
    evidence = Evidence(BODY)
    store.sessions.keep(evidence, read_facts(evidence), None, AT)
    for _ in range(count):
        store.audits.ask(
            Selection(ids=(1,)), lambda found: NewAudit({}, "", None, [], None, AT, tuple(found))
        )


def until(what, seconds=300):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


def finished_facts(store: Store) -> Counter:
    rows = store.connections.db.execute(
        "SELECT json_extract(record, '$.number') FROM register WHERE kind = 'audit.finished'"
    )
    return Counter(int(number) for (number,) in rows)


@pytest.mark.slow
def test_one_who_slept_with_a_result_in_hand_writes_nothing(store: Store, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(leases, "SEEN_SECONDS", 0.1)
    asked(store, 1)
    go = tmp_path / "go"
    with Forked(HAS_A_RESULT, store.folder, go) as sleeper:
        assert sleeper.stdout.readline() == "has a result\n"
        sleeper.send_signal(signal.SIGSTOP)
        until(lambda: store.queue.take_back("me", AT))
        taken = store.queue.claim("me", AT)
        assert (taken.audit.id, taken.audit.attempts) == (1, 2)
        go.touch()
        sleeper.send_signal(signal.SIGCONT)
        assert sleeper.stdout.readline() == "False\n"
    found = store.audits.get(1)
    assert (found.state, found.owner, found.finished_at) == ("running", "me", None)
    assert store.queue.finish(taken.lease, audit_log(Evidence(BODY)), AT) is True
    assert store.audits.get(1).finished_at == AT
    assert finished_facts(store) == {1: 1}


@pytest.mark.slow
def test_a_service_that_is_stopped_and_woken_leaves_its_audit_to_the_one_that_took_it(tmp_path: Path):
    with serving(tmp_path, stuck=True, settings=QUICK) as sleeper:
        sleeper.post_log(long_log(3_000))
        asked_for = sleeper.post_audit(sessions=[1]).json()["id"]
        until(lambda: sleeper.get("/v1/audits/1").json()["progress"]["hands"])
        os.killpg(sleeper.process.pid, signal.SIGSTOP)
        with serving(tmp_path, settings=QUICK) as other:
            audit = ended(lambda: other.get(f"/v1/audits/{asked_for}").json())
            os.killpg(sleeper.process.pid, signal.SIGCONT)
            until(lambda: "audit 1 was taken over by another process meanwhile" in sleeper.logged())
            assert other.get("/v1/audits/1").json() == audit
    assert (audit["state"], audit["hands"]) == ("finished", 3_000)
    store = Store(tmp_path)
    assert finished_facts(store) == {1: 1}
    assert store.connections.db.execute("SELECT count(*) FROM leases").fetchone() == (0,)
    store.close()


class Workers:
    """Processes that work the queue off, of which any may be killed or stopped."""

    def __init__(self, folder: Path, count: int) -> None:
        self.folder = folder
        self.all = [Forked(WORKS, folder) for _ in range(count)]
        self.began: list[Forked] = []
        self.stopped: list[Forked] = []

    def suffer(self, chance: random.Random) -> None:
        """Kill one and start another, or stop one; one that was stopped before goes on."""
        victim = chance.choice([each for each in self.all if each not in self.stopped])
        if victim not in self.began:
            assert victim.stdout.readline() == "works\n"
            self.began.append(victim)
        woken, self.stopped = self.stopped, []
        if chance.random() < 0.5:
            self.all.remove(victim)
            _killed(victim)
            self.all.append(Forked(WORKS, self.folder))
        else:
            victim.send_signal(signal.SIGSTOP)
            self.stopped = [victim]
        time.sleep(chance.uniform(0.2, 1.8))  # longer than a lease, or not
        for each in woken:
            each.send_signal(signal.SIGCONT)

    def end(self) -> None:
        for each in self.all:
            _killed(each)


def _killed(process: Forked) -> None:
    process.kill()
    process.wait(60)
    process.stdout.close()


@pytest.mark.night
@pytest.mark.slow
def test_each_audit_has_one_result_however_its_processes_end_or_sleep(store: Store, request):
    seed = int(request.config.option.hypothesis_seed or 41)
    print(f"seed {seed}")  # for whoever repeats it
    chance = random.Random(seed)
    asked(store, AUDITS)
    workers = Workers(store.folder, 3)
    try:
        for _ in range(BLOWS):
            workers.suffer(chance)
        for each in workers.stopped:
            each.send_signal(signal.SIGCONT)
        until(lambda: store.audits.by_state() == {"finished": AUDITS})
        until(lambda: store.connections.db.execute("SELECT count(*) FROM leases").fetchone() == (0,))
    finally:
        workers.end()
    audits = [store.audits.get(number) for number in range(1, AUDITS + 1)]
    print("attempts:", Counter(each.attempts for each in audits))
    assert finished_facts(store) == dict.fromkeys(range(1, AUDITS + 1), 1)
    expected = audit_log(Evidence(BODY))
    for each in audits:
        found = store.results.audit(each.id, each.summary)
        assert [finding.fingerprint for finding in found.findings] == [
            finding.fingerprint for finding in expected.findings
        ]
    examined = examine(store.folder / FILE)
    assert [fault for check in examined.checks for fault in check.faults] == []
