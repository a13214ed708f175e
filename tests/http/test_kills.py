"""The service is killed while logs come in, audits run, controls are approved and reports are made, 70 times."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
import requests

from auditor.doctor import examine
from auditor.store import Store
from auditor.store.store import FILE
from tests.http.filing import TERMS, TOML
from tests.http.kit import Server, ended, long_log, serving
from tests.rules.filed import controls

HANDS = 60
SEED = 14  # where none is given
KILLS = {"worker": 50, "workers": 12, "service": 8}  # in an order that the seed draws
CONTROLS = "/v1/rooms/WA-0417/controls"
GIVEN_UP = "The audit was begun 3 times and came to no end"


class Work:
    """What clients do with hardly a pause, and what they were answered. Whoever gets no answer asks the same again."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.stopping = threading.Event()
        self.tried: set[str] = set()
        self.uploads: dict[str, tuple[int, bytes]] = {}  # session: its number and its log
        self.audits: dict[str, int] = {}  # Idempotency-Key: audit
        self.approved: list[int] = []  # revisions
        self.reports: dict[int, str] = {}  # audit: SHA-256 of its PDF
        self.wrong: list[str] = []
        self.unanswered = 0
        self.threads = [
            *(threading.Thread(target=self._does, args=[self._evening, name]) for name in "ABC"),
            threading.Thread(target=self._does, args=[self._revision, ""]),
            threading.Thread(target=self._does, args=[self._report, ""]),
        ]

    @property
    def done(self) -> int:
        """How much was answered."""
        return len(self.uploads) + len(self.audits) + len(self.approved) + len(self.reports)

    def _does(self, step: Callable[[str], None], name: str) -> None:
        place = 0
        while not self.stopping.is_set():
            place += 1
            try:
                step(f"{name}{place}")
            except requests.RequestException:
                return  # the work has stopped, and so may have the service
            except Exception as error:
                self.wrong.append(f"{step.__name__} {name}{place}: {error!r}")
                return

    def asked(self, method: str, path: str, *expected: int, **request: object) -> requests.Response:
        """The answer; without one, the same is asked again. Raises RequestException once the work has stopped."""
        while True:
            try:
                answer = requests.request(method, self.server.url + path, timeout=60, **request)
            except requests.RequestException:
                self.unanswered += 1
                if self.stopping.is_set():
                    raise
                time.sleep(0.05)
                continue
            if answer.status_code not in expected:
                self.wrong.append(f"{method} {path}: {answer.status_code} {answer.text}")
            self.stopping.wait(0.05)
            return answer

    def _evening(self, name: str) -> None:
        """A log, and its audit by a key."""
        log = long_log(HANDS, session=name)
        self.tried.add(name)
        made = self.asked("POST", "/v1/sessions", 200, 201, data=log)
        self.uploads[name] = made.json()["id"], log
        asked = {"json": {"sessions": [made.json()["id"]]}, "headers": {"Idempotency-Key": name}}
        self.audits[name] = self.asked("POST", "/v1/audits", 200, 201, 202, **asked).json()["id"]

    def _revision(self, place: str) -> None:
        """The next revision of the room's controls, up to its approval."""
        number = int(place)
        at = f"{CONTROLS}/wa-0417-thirteen/{number}"
        text = controls(number, f"{2025 + number // 300}-{1 + number // 25 % 12:02}-{1 + number % 25:02}")
        self.asked("PUT", at, 200, 201, 409, data=text, headers={"Content-Type": TOML})
        self.asked("POST", f"{at}/submit", 200, 409, json={"by": "the room"})
        letter = {"by": "the regulator", "reference": f"letter {number}"}
        self.asked("POST", f"{at}/approve", 200, 409, json=letter)
        if self.asked("GET", at, 200).json()["standing"] != "approved":
            self.wrong.append(f"revision {number} was not approved")
        self.approved.append(number)
        self.stopping.wait(1)  # each worker that starts loads all that was approved

    def _report(self, _: str) -> None:
        """The report of an audit, which has the same bytes whenever it is made."""
        if not self.audits:
            time.sleep(0.05)
            return
        audit = random.choice(list(self.audits.values()))
        if self.asked("GET", f"/v1/audits/{audit}", 200).json()["state"] != "finished":
            return
        pdf = self.asked("GET", f"/v1/audits/{audit}/report.pdf", 200).content
        found = hashlib.sha256(pdf).hexdigest()
        if self.reports.setdefault(audit, found) != found:
            self.wrong.append(f"audit {audit} has another report than before")

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        self.stopping.set()
        for thread in self.threads:
            thread.join()


def killed(work: Work, data: Path, kind: str, chance: random.Random) -> None:
    """Kill a worker, both, or the whole service, somewhere in the middle of what it does."""
    before = work.done
    while work.done < before + 4 and not work.wrong:
        time.sleep(0.01)
    time.sleep(chance.uniform(0, 0.3))
    if kind == "service":
        work.server.kill()
        work.server.process.stdout.close()
        work.server = Server(data, workers=2)
        return
    victims = work.server.has_workers(2)
    for victim in victims if kind == "workers" else [chance.choice(victims)]:
        os.kill(victim, signal.SIGKILL)
    work.server.has_workers(2)


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.sampled(8)
def test_nothing_that_was_acknowledged_is_lost_or_doubled(tmp_path: Path, request, share):
    seed = int(request.config.option.hypothesis_seed or SEED)
    print(f"seed {seed}")  # for whoever repeats it
    chance = random.Random(seed)
    counts = [share(count) for count in KILLS.values()]
    kinds = chance.sample(list(KILLS), k=sum(counts), counts=counts)
    data = tmp_path / "data"
    with serving(data, workers=2) as server:
        work = Work(server)
        try:
            requests.put(f"{server.url}/v1/rooms/WA-0417", json=TERMS, timeout=60)
            work.start()
            for kind in kinds:
                killed(work, data, kind, chance)
            work.stop()
            audits = {
                key: ended(lambda number=number: work.server.get(f"/v1/audits/{number}").json())
                for key, number in work.audits.items()
            }
            nothing_waits(work.server)  # of those that were not answered, either
            reports = {
                audit: hashlib.sha256(work.server.get(f"/v1/audits/{audit}/report.pdf").content).hexdigest()
                for audit in random.Random(seed).sample(sorted(work.reports), min(20, len(work.reports)))
            }
            work.server.stop()
        finally:
            work.stopping.set()
            if work.server.process.poll() is None:
                work.server.kill()
            work.server.process.stdout.close()
    print(
        f"{len(kinds)} kills; answered: {len(work.uploads)} logs, {len(work.audits)} audits, {len(work.approved)} approvals, "
        f"{len(work.reports)} reports; not answered: {work.unanswered} requests"
    )
    assert work.wrong == []
    assert reports == {audit: work.reports[audit] for audit in reports}
    for key, audit in audits.items():
        given_up = audit["state"] == "failed" and audit["error"].startswith(GIVEN_UP)
        assert (audit["state"], audit["hands"]) == ("finished", HANDS) or given_up, (key, audit)
    everything_is_there_once(data, work)
    found = examine(data / FILE)
    assert [fault for each in found.checks for fault in each.faults] == []


def nothing_waits(server: Server) -> None:
    end = time.monotonic() + 300
    while waiting := server.get("/healthz").json()["audits_waiting"]:
        assert time.monotonic() < end, f"{waiting} audits still wait"
        time.sleep(0.1)


def everything_is_there_once(data: Path, work: Work) -> None:
    store = Store(data)
    db = store.connections.db
    kept = db.execute("SELECT session, id, hands, evidence FROM sessions").fetchall()
    assert max(Counter(name for name, *_ in kept).values()) == 1
    by_name = {name: rest for name, *rest in kept}
    assert set(work.uploads) <= set(by_name) <= work.tried
    for name, (number, log) in work.uploads.items():
        assert by_name[name] == [number, HANDS, hashlib.sha256(log).hexdigest()]
        assert store.evidence.body(by_name[name][2]) == log
    assert set(store.audits.by_state()) <= {"finished", "failed"}
    keys = db.execute("SELECT idempotency_key, id FROM audits").fetchall()
    assert len({key for key, _ in keys}) == len(keys)
    assert work.audits.items() <= dict(keys).items()
    stated = (
        "SELECT id, CAST(json_extract(counts, '$.findings') AS BIGINT) FROM audits WHERE state = 'finished'"
    )
    for audit, count in db.execute(stated).fetchall():
        rows = [each.fingerprint for each in store.results.findings(audit)]
        assert len(rows) == len(set(rows)) == count
    letters = "SELECT reference FROM changes WHERE action = 'approved'"
    sent = Counter(letter for (letter,) in db.execute(letters))
    assert [sent[f"letter {number}"] for number in work.approved] == [1] * len(work.approved)
    assert max(sent.values()) == 1
    store.close()
