"""Reports that take seconds: made once, and a few at a time for each caller."""

import os
import subprocess
import sys
import threading
import time

import pytest

import auditor.service as services
from auditor.access.keys import NewKey, make
from auditor.errors import TooManyAtOnce
from auditor.jobs.costly_work import CostlyWork
from auditor.service import Service
from auditor.store import Store, leases
from auditor.store.caller import Caller
from auditor.store.lease_holder import LeaseHolder
from auditor.store.rows import Selection
from rules.controls.library import library
from simulation.gaps import gap_report
from tests import processes
from tests.http.kit import NDJSON, hand_line, log
from tests.services import application, empty_store

HOLD = """
import pathlib, sys
import auditor.store.leases as leases
from auditor.jobs.costly_work import CostlyWork
from auditor.store import Store
from auditor.store.lease_holder import LeaseHolder
leases.SECONDS, leases.RENEWED_SECONDS = 1.0, 0.1
store = Store(pathlib.Path(sys.argv[1]))
with CostlyWork(store.leases, LeaseHolder(store.leases)).place_of(None):
    print("held", flush=True)
    sys.stdin.read()
"""


def costly_work(store):
    """That of another process."""
    return CostlyWork(store.leases, LeaseHolder(store.leases))


@pytest.fixture
def store(tmp_path):
    made = Store(tmp_path)
    yield made
    made.close()


@pytest.fixture
def made(monkeypatch):
    """The rulesets of which gap reports were worked out, each with few deals."""
    found = []

    def counted(ruleset, *, engine):
        found.append(str(ruleset))
        return gap_report(ruleset, deals=30, engine=engine)

    monkeypatch.setattr(services, "gap_report", counted)
    return found


def test_services_that_are_asked_for_the_same_report_at_once_make_it_once(tmp_path, made):
    empty_store(tmp_path / "data")
    several = [Service(tmp_path / "data", print) for _ in range(2)]
    ruleset, reports = library().get("wsgc-base"), []
    asked = [
        threading.Thread(target=lambda service=service: reports.append(service.gaps(ruleset)))
        for service in several
    ]
    for each in asked:
        each.start()
    for each in asked:
        each.join()
    for each in several:
        each.close()
    assert made == ["wsgc-base@1"]
    assert reports[0].ruleset == reports[1].ruleset
    assert reports[0] == reports[1]


def test_a_third_report_at_once_is_refused_with_when_to_ask_again(tmp_path, made):
    with application(tmp_path / "data") as app:
        costly = costly_work(app.extensions["auditor"].store)
        with costly.place_of(None):
            assert app.test_client().get("/v1/rulesets/wsgc-base/1/gaps.json").status_code == 200
            with costly.place_of(None):
                answer = app.test_client().get("/v1/rulesets/wsgc-full/1/gaps.json")
                kept = app.test_client().get("/v1/rulesets/wsgc-base/1/gaps.json")
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "5")
        assert answer.json["type"] == "urn:cardroom-auditor:problem:too-many-at-once"
        assert answer.json["detail"] == (
            "2 costly reports are being made for this caller already. Ask again when one of them is finished."
        )
        assert kept.status_code == 200
        assert app.test_client().get("/v1/rulesets/wsgc-full/1/gaps.json").status_code == 200
    assert made == ["wsgc-base@1", "wsgc-full@1"]


@pytest.mark.slow
def test_a_place_of_another_process_counts_and_ends_with_it(store, monkeypatch):
    monkeypatch.setattr(leases, "SEEN_SECONDS", 0.3)
    costly = costly_work(store)
    command = [sys.executable, "-c", HOLD, str(store.folder)]
    env = os.environ | processes.environment_of(store.folder)
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
    ) as other:
        assert other.stdout.readline() == "held\n"
        with costly.place_of(None):
            with pytest.raises(TooManyAtOnce), costly.place_of(None):
                pass
            with costly.place_of("another caller"):
                pass
        other.kill()
    until = time.monotonic() + 60
    while not has_two_places(costly):
        assert time.monotonic() < until
        time.sleep(0.05)


def has_two_places(costly):
    try:
        with costly.place_of(None), costly.place_of(None):
            return True
    except TooManyAtOnce:
        return False


def test_a_piece_of_work_that_another_took_meanwhile_has_no_second_result(client, service):
    """As where the process slept: the report is made again under another lease, and there is one."""
    client.post("/v1/sessions", data=log(), content_type=NDJSON)
    client.post("/v1/audits", json={"sessions": [1]})
    written, took = service.issuing._written, []

    def slept(record, edition, most):
        body = written(record, edition, most)
        if not took:
            took.append(
                service.store.connections.db.execute("DELETE FROM leases WHERE kind = 'piece'").rowcount
            )
            took.append(service.issuing.issue(1, "full", None, None)[1])
        return body

    service.issuing._written = slept
    report, new = service.issuing.issue(1, "full", None, None)
    assert took == [1, True]
    assert (report.id, new) == (1, False)
    assert service.store.reports.of_audit(1) == [1]
    assert service.store.connections.db.execute("SELECT count(*) FROM leases").fetchone() == (0,)


@pytest.mark.of_the_file
def test_costly_work_that_only_reads_is_done_where_nothing_can_be_written(store, monkeypatch):
    costly = costly_work(store)
    store.connections.db.execute("PRAGMA query_only = 1")
    with costly.place_of(None), costly.place_of(None), costly.place_of(None):
        pass
    store.connections.db.execute("PRAGMA query_only = 0")
    with costly.place_of(None), costly.place_of(None), pytest.raises(TooManyAtOnce), costly.place_of(None):
        pass


def what_if(client, ruleset):
    return client.post("/v1/audits", json={"sessions": [1], "ruleset": ruleset, "what_if": True})


def test_the_same_what_if_is_audited_once(client):
    client.post("/v1/sessions", data=log(), content_type=NDJSON)
    first = what_if(client, "wsgc-2-4")
    assert (what_if(client, "wsgc-2-4").json["id"], what_if(client, "wsgc-2-4").status_code) == (1, 200)
    assert (first.status_code, first.json["id"]) == (201, 1)
    assert what_if(client, "wsgc-1-6").json["id"] == 2


def test_a_what_if_rests_on_the_logs_too(client):
    client.post("/v1/sessions", data=log(), content_type=NDJSON)
    body = {"room": "WA-0417", "ruleset": "wsgc-2-4", "what_if": True}
    assert client.post("/v1/audits", json=body).json["sessions"] == [1]
    client.post("/v1/sessions", data=log(hand_line(1), session="S-2"), content_type=NDJSON)
    again = client.post("/v1/audits", json=body)
    assert (again.status_code, again.json["id"], again.json["sessions"]) == (201, 2, [1, 2])


def test_an_audit_that_is_no_what_if_is_made_each_time(client):
    client.post("/v1/sessions", data=log(), content_type=NDJSON)
    ids = [client.post("/v1/audits", json={"sessions": [1]}).json["id"] for _ in range(2)]
    assert ids == [1, 2]


def test_a_third_what_if_at_once_is_refused(tmp_path):
    empty_store(tmp_path / "data")
    service = Service(tmp_path / "data", print, wait=0)
    service.sessions.upload(log())
    rulesets = ("wsgc-2-4", "wsgc-1-6", "wsgc-full")

    def ask(of, ruleset):
        selection = Selection(ids=(1,))
        request = {"sessions": [1], "ruleset": ruleset, "what_if": True}
        return of.auditing.ask(selection, request, ruleset, what_if=True).audit.id

    assert [ask(service, ruleset) for ruleset in rulesets[:2]] == [1, 2]
    with pytest.raises(TooManyAtOnce, match=r"^2 what-ifs of this caller are not finished yet\. Ask"):
        ask(service, rulesets[2])
    assert ask(service, rulesets[0]) == 1
    key, _ = make(service.store, NewKey("automation", "nightly", all_rooms=True))
    another = service.seen_by(Caller(key.id))
    assert ask(another, rulesets[2]) == 3
    service.start()
    service.worker.wait_for(3, 60)
    assert ask(service, rulesets[2]) == 4
    service.close()
