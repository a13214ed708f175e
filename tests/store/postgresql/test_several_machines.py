"""Two services on two data folders share one database: each is killed again and again, and PostgreSQL is restarted.

So are two services on one data folder, whose store is a file. Nothing that was acknowledged is lost, no audit has two results,
and the doctor finds nothing by the head of either folder.
"""

import random
import shutil
import signal
import time
from collections import Counter
from contextlib import closing, contextmanager, suppress

import pytest
import requests

from auditor.doctor import examine, verify_register
from auditor.store import Store
from auditor.store.connections_of import FILE, STORE_VARIABLE
from auditor.store.postgresql.shared_keys import NAMES
from tests.http.filing import TERMS
from tests.http.kit import Server, ended
from tests.http.test_kills import HANDS, Work, everything_is_there_once, nothing_waits
from tests.store.postgresql.server import running_server

SEED = 7
GIVEN_UP = "The audit was begun 3 times and came to no end"


class Machine:
    """A service with a data folder of its own."""

    def __init__(self, data):
        self.data = data
        self.start()

    def start(self):
        """Start it, once its database is there."""
        while True:
            try:
                self.server = Server(self.data)
                return
            except AssertionError as why:
                if "cannot be used" not in f"{why}":  # whoever starts it starts it again, as systemd does
                    raise

    def kill(self):
        """End it as a power cut would."""
        self.server.kill()
        self.server.process.stdout.close()
        self.start()

    def stop(self):
        if self.server.process.poll() is None:
            self.server.stop()


class WorkOnBoth(Work):
    """What clients do on either of two services: whoever is answered 503, or nothing, asks the other one."""

    def __init__(self, machines):
        self.machines = machines
        self.checkpoints = []  # that were given to somebody
        self.put_off = Counter()  # answers that said to try again, by their kind
        super().__init__(machines[0].server)

    def asked(self, method, path, *expected, **request):
        while True:
            url = random.choice(self.machines).server.url
            try:
                answer = requests.request(method, url + path, timeout=60, **request)
            except requests.RequestException:
                self.unanswered += 1
                if self.stopping.is_set():
                    raise
                time.sleep(0.05)
                continue
            if answer.status_code == 503:
                self.put_off[answer.json()["type"].rpartition(":")[2]] += 1
                if self.stopping.is_set():
                    raise requests.RequestException
                time.sleep(0.05)
                continue
            if answer.status_code not in expected:
                self.wrong.append(f"{method} {path}: {answer.status_code} {answer.text}")
            if random.random() < 0.05:
                self._keep_checkpoint(url)
            self.stopping.wait(0.05)
            return answer

    def _keep_checkpoint(self, url):
        with suppress(requests.RequestException):
            answer = requests.get(f"{url}/v1/register/checkpoint", timeout=60)
            if answer.status_code == 200:
                self.checkpoints.append((f"checkpoint {len(self.checkpoints)}", answer.content))


@pytest.fixture
def postgres():
    """A server that waits for the disk, as one in use does."""
    with running_server(fsync="on", synchronous_commit="on") as server:
        yield server


@pytest.fixture
def machines(postgres, monkeypatch, tmp_path):
    """Two services on one database; the second has the keys of the first."""
    monkeypatch.setenv(STORE_VARIABLE, postgres.url(postgres.new_database("pattern")))
    first, second = tmp_path / "a", tmp_path / "b"
    Store(first).close()
    second.mkdir(mode=0o700)
    for name in NAMES:
        shutil.copy(first / name, second / name)
    with running(first, second) as made:
        yield made


@pytest.fixture
def services(tmp_path):
    """Two services on one data folder, whose store is a file."""
    with running(tmp_path / "data", tmp_path / "data") as made:
        yield made


@contextmanager
def running(*folders):
    """Services on data folders, which end with the block."""
    made = []
    try:
        for each in folders:
            made.append(Machine(each))
        yield made
    finally:
        for each in made:
            if each.server.process.poll() is None:
                each.server.kill()
            each.server.process.stdout.close()


def ends_of(chance, kills, restarts):
    """What is ended in turn: machines by their place, and the database where it is None."""
    ends = [place % 2 for place in range(kills)] + [None] * restarts
    chance.shuffle(ends)
    return ends


def end_each(work, machines, postgres, ends, chance):
    """End services and the database, each in the middle of what is going on."""
    ways = [signal.SIGQUIT, signal.SIGINT]  # at once, or in order
    for end in ends:
        before = work.done
        while work.done < before + 4 and not work.wrong:
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.3))
        if end is None:
            postgres.end(ways[0])
            ways.reverse()
            postgres.start()
        else:
            machines[end].kill()


def results_by_audit(folder):
    """How many facts say that an audit ended."""
    with closing(Store(folder)) as store:
        said = (
            "SELECT CAST(json_extract(record, '$.number') AS BIGINT) FROM register "
            "WHERE kind IN ('audit.finished', 'audit.failed')"
        )
        return Counter(number for (number,) in store.connections.db.execute(said))


def audit_of(server, number):
    """An audit, or that the service cannot say: a thread whose connection the end of the database broke gets another one then."""
    answer = server.get(f"/v1/audits/{number}")
    if answer.status_code == 503:
        return {"state": answer.json()["type"]}
    assert answer.status_code == 200, answer.text
    return answer.json()


def nothing_is_lost(machines, postgres, kills, restarts, at_least=0.0):
    """Have services work while they are ended, then look at all that was acknowledged. at_least: seconds that it goes on."""
    chance = random.Random(SEED)
    work = WorkOnBoth(machines)
    began = time.monotonic()
    try:
        work.asked("PUT", "/v1/rooms/WA-0417", 200, 201, json=TERMS)
        work.start()
        ends = ends_of(chance, kills, restarts)
        end_each(work, machines, postgres, ends, chance)
        while time.monotonic() < began + at_least and not work.wrong:
            time.sleep(0.1)
    finally:
        work.stop()
    server = machines[0].server
    audits = {
        key: ended(lambda number=number: audit_of(server, number)) for key, number in work.audits.items()
    }
    nothing_waits(server)
    for each in machines:
        each.stop()
    print(
        f"{time.monotonic() - began:.0f} s, {len(ends)} ends; answered: {len(work.uploads)} logs, {len(work.audits)} audits, "
        f"{len(work.approved)} approvals, {len(work.reports)} reports; not answered: {work.unanswered}; put off: {work.put_off}"
    )
    assert work.wrong == []
    for key, audit in audits.items():
        given_up = audit["state"] == "failed" and audit["error"].startswith(GIVEN_UP)
        assert (audit["state"], audit["hands"]) == ("finished", HANDS) or given_up, (key, audit)
    everything_is_there_once(machines[0].data, work)
    by_audit = results_by_audit(machines[0].data)
    assert {audit for audit, count in by_audit.items() if count != 1} == set()
    assert {*work.audits.values()} <= {*by_audit}
    for each in machines:
        found = examine(each.data / FILE)
        assert [fault for check in found.checks for fault in check.faults] == []
        assert verify_register(each.data / FILE, left=work.checkpoints).faults == []
    assert len(work.checkpoints) > 0


@pytest.mark.slow
def test_two_services_are_killed_and_the_database_is_restarted(machines, postgres):
    nothing_is_lost(machines, postgres, kills=2, restarts=1)


@pytest.mark.night
@pytest.mark.slow
def test_two_services_on_one_file_are_killed(services):
    nothing_is_lost(services, None, kills=4, restarts=0)


@pytest.mark.night
@pytest.mark.slow
def test_two_services_on_one_file_go_on_so_for_ten_minutes(services):
    nothing_is_lost(services, None, kills=120, restarts=0, at_least=600)


@pytest.mark.night
@pytest.mark.slow
def test_it_goes_on_so_for_ten_minutes(machines, postgres):
    nothing_is_lost(machines, postgres, kills=120, restarts=5, at_least=600)
