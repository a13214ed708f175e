"""An audit has a ceiling of memory: beyond it the audit ends with its reason, and the service goes on."""

import gzip
import os
import signal
import subprocess
import time

import pytest

from auditor.jobs.own_process import SHORT, is_long
from auditor.jobs.own_process import ended as ended_apart
from auditor.store import Store
from auditor.store.service_clock import now
from tests.cli import kit
from tests.http.kit import NDJSON, ended, long_log, serving

pytestmark = pytest.mark.night

LITTLE = "import os\nos.environ['AUDITOR_AUDIT_MEMORY'] = '8000000'\n"
HANDS = 12_000  # more text than is audited in a thread


def uploaded(server, name, hands):
    answer = server.post_log(long_log(hands, session=name))
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def asked(server, session):
    return server.post_audit(sessions=[session]).json()["id"]


def once_ended(server, audit):
    return ended(lambda: server.get(f"/v1/audits/{audit}").json())


def processes_under(server):
    """The processes that the workers' own processes have begun, which are those of audits."""
    apart = [each for worker in server.workers() for each in children(worker)]
    return [each for started in apart for each in children(started)]


def children(process):
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True)
    return [int(each) for each in listed.stdout.split()]


def seen_at_work(server, session):
    """An audit of a session, and the processes that it has; one that is over before they are seen is asked for again."""
    while True:
        audit = asked(server, session)
        while server.get(f"/v1/audits/{audit}").json()["state"] in ("queued", "running"):
            if found := processes_under(server):
                return audit, found


def nightly(url, folder):
    """What `auditor nightly` prints of a night with a session that has no audit yet."""
    done = kit.call("nightly", "--url", url, "--state", folder / "state.json", "--day", "2026-01-01")
    assert done.status == 3
    return done.lines


def test_an_audit_over_its_ceiling_ends_with_the_reason_and_the_queue_goes_on(tmp_path):
    with serving(tmp_path / "data", settings=LITTLE) as server:
        long, short = uploaded(server, "long", HANDS), uploaded(server, "short", 20)
        audits = asked(server, long), asked(server, short)
        over, next_one = (once_ended(server, each) for each in audits)
        assert (over["state"], over["counts"]) == ("failed", None)
        assert over["error"] == (
            "The audit needs more than 8 MB of memory, its ceiling, and was ended. Split the log into shorter ones, or raise "
            "AUDITOR_AUDIT_MEMORY (in bytes; it is 8000000), and audit it again."
        )
        assert (next_one["state"], next_one["hands"]) == ("finished", 20)
        health = server.get("/healthz").json()
        assert health["worker"] is True
        assert [(each["part"], each["status"]) for each in health["reasons"]] == [("audits", "degraded")]
        assert f"need more memory than one may: {over['id']}." in health["reasons"][0]["reason"]
        (again,) = (line for line in nightly(server.url, tmp_path) if line.startswith("Incomplete  "))
        assert "The audit needs more than 8 MB of memory" in again
    with serving(tmp_path / "data") as server:  # the ceiling that it has by default
        again = once_ended(server, asked(server, long))
        assert (again["state"], again["hands"], again["progress"]["hands"]) == ("finished", HANDS, HANDS)


def test_a_long_audit_whose_process_is_killed_has_failed_and_the_next_one_is_done(tmp_path):
    with serving(tmp_path / "data") as server:
        session = uploaded(server, "long", 60_000)
        audit, found = seen_at_work(server, session)
        os.kill(found[0], signal.SIGKILL)
        killed = once_ended(server, audit)
        assert killed["state"] == "failed"
        assert killed["error"].startswith("The process of the audit was ended from outside (signal 9).")
        assert "AUDITOR_AUDIT_MEMORY (in bytes; it is 1000000000)" in killed["error"]
        assert once_ended(server, asked(server, uploaded(server, "next", 20)))["state"] == "finished"


def test_a_process_with_other_files_than_the_service_audits_nothing(service, client):
    """As after an upgrade under a running service, whose processes are forked from what the new files say."""
    client.post("/v1/sessions", data=long_log(20), content_type=NDJSON)
    service.worker.stop()
    audit = client.post("/v1/audits", json={"sessions": [1]}).json["id"]
    claimed = service.store.queue.claim("owner", now())
    found = ended_apart(service.store.folder, claimed, 10**9, "0" * 64)
    assert found.state == "failed"
    failed = client.get(f"/v1/audits/{audit}").json
    assert failed["state"] == "failed"
    assert failed["error"].startswith("The files of the program were changed while the service ran")


@pytest.mark.parametrize("packed", [False, True])
def test_a_log_is_long_by_its_text_plain_or_not(service, client, packed):
    for number, hands in enumerate((20, 12_000), 1):
        body = long_log(hands, session=f"s-{hands}")
        assert (len(body) > SHORT) == (hands > 20)
        sent = gzip.compress(body, 1) if packed else body
        assert client.post("/v1/sessions", data=sent, content_type=NDJSON).json["id"] == number
        audit = client.post("/v1/audits", json={"sessions": [number]}).json
        assert is_long(service.store, service.store.audits.get(audit["id"])) == (hands > 20)


def test_a_service_that_is_stopped_gives_a_long_audit_back_and_ends_its_process(tmp_path):
    with serving(tmp_path / "data") as server:
        audit, found = seen_at_work(server, uploaded(server, "long", 60_000))
        server.stop()
        until = time.monotonic() + 60
        while alive(found[0]) and time.monotonic() < until:
            time.sleep(0.05)
        assert not alive(found[0])
    store = Store(tmp_path / "data")
    given_back = store.audits.get(audit)
    store.close()
    assert (given_back.state, given_back.owner, given_back.attempts) == ("queued", None, 0)


def alive(process):
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True)
    return bool(listed.stdout.strip()) and not listed.stdout.startswith("Z")
