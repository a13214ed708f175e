"""The service in processes of its own: what it keeps when they are killed."""

import contextlib
import hashlib
import json
import os
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from auditor.doctor import examine
from auditor.http.exposure import why_not_bind
from auditor.http.server import CannotServe, serve
from auditor.store import Store
from auditor.store.store import FILE
from auditor.store.stored_documents import document_of
from rules.checks.catalogue import checks
from tests.http.filing import TERMS
from tests.http.kit import NDJSON, Server, ended, hand_line, log, long_log, read_answer, serving, zipped
from tests.processes import COMMAND, Forked

HANDS = 3_000  # so few that a thread of the service audits them, which can be made to get stuck


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::", "example.org", ""])
def test_it_listens_on_this_machine_only(tmp_path: Path, host):
    with pytest.raises(CannotServe, match=r"is not a loopback address, and the service does not speak TLS"):
        serve(host, 0, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_it_says_why_it_cannot_start(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=f"Port {port} on .* is in use"):
            serve("127.0.0.1", port, tmp_path)
    with pytest.raises(CannotServe, match="70000 is no port"):
        serve("127.0.0.1", 70000, tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(CannotServe, match="cannot be used"):
        serve("127.0.0.1", 0, tmp_path / "file")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One service for the tests that neither stop it nor need an empty store."""
    with serving(tmp_path_factory.mktemp("shared")) as server:
        yield server


@pytest.mark.slow
def test_the_first_start_prints_a_key_once(tmp_path: Path):
    for start in (1, 2):
        with Forked(COMMAND, "serve", "--port", 0, "--data", tmp_path) as process:
            url = process.stdout.readline().split()[2]
            said = process.stdout.readline()
            if start == 1:
                key = said.rpartition(" ")[2].strip()
                assert said == f"The first administrator's key, shown this once: {key}\n"
                assert "auditor keys make --data" in process.stdout.readline()
                said = process.stdout.readline()
            assert said.startswith("Requests need a key.")
            bearer = {"Authorization": f"Bearer {key}"}
            assert requests.get(f"{url}/v1/rooms", timeout=60).status_code == 401
            assert requests.get(f"{url}/v1/rooms", timeout=60, headers=bearer).json()["rooms"] == []
            assert requests.get(f"{url}/v1/sessions", timeout=60, headers=bearer).status_code == 403
            assert requests.get(f"{url}/healthz", timeout=60).json()["keys"] is True
            process.terminate()
    with pytest.raises(CannotServe, match="has keys, and is not served without them"):
        serve("127.0.0.1", 0, tmp_path, open_to_all=True)


@pytest.mark.slow
def test_it_says_where_it_listens_and_that_it_is_open(tmp_path: Path):
    for name in ("owners", "turns"):  # of an earlier program
        (tmp_path / name).mkdir()
        (tmp_path / name / "1-a.lock").touch()
    with serving(tmp_path) as server:
        assert f"(data in {tmp_path})" in server.said
        assert "OPEN: it runs without keys" in server.process.stdout.readline()
        assert server.get("/healthz").json()["status"] == "ok"
        server.stop()
        assert server.process.returncode == 0
    assert not [each.name for each in tmp_path.iterdir() if each.is_dir()]


@pytest.mark.slow
@pytest.mark.sampled(5)
def test_an_upload_that_was_answered_survives_the_kill_that_follows(tmp_path: Path, share):
    bodies = [log(hand_line(number), session=f"S-{number}") for number in range(1, share(5) + 1)]
    bodies.append(zipped(log(session="S-9")))
    for number, body in enumerate(bodies, 1):
        with serving(tmp_path) as server:
            answer = server.post_log(body)
            server.kill()
        assert answer.status_code == 201
        assert answer.json()["id"] == number
    with serving(tmp_path) as server:
        assert server.get("/v1/sessions").json()["pagination"]["total"] == len(bodies)
        for number, body in enumerate(bodies, 1):
            assert server.get(f"/v1/sessions/{number}/log").content == body
            assert server.post_log(body).json()["already_stored"] is True


@pytest.mark.slow
def test_uploads_that_were_not_answered_are_whole_or_not_there(tmp_path: Path):
    answered: list[str] = []
    with serving(tmp_path) as server:

        def upload(name: str) -> None:
            for number in range(1000):
                try:
                    made = server.post_log(long_log(300, session=f"{name}-{number}"))
                except requests.RequestException:
                    return
                answered.append(made.json()["session"])

        threads = [threading.Thread(target=upload, args=[name]) for name in "ABCD"]
        for thread in threads:
            thread.start()
        while len(answered) < 40:
            time.sleep(0.01)
        server.kill()
        for thread in threads:
            thread.join()
    assert examine(tmp_path / FILE).sound
    store = Store(tmp_path)
    kept = {
        row[0]: row[1:]
        for row in store.connections.db.execute("SELECT session, hands, evidence FROM sessions")
    }
    assert set(answered) <= set(kept)
    for hands, evidence in kept.values():
        assert hands == 300
        assert hashlib.sha256(store.evidence.body(evidence)).hexdigest() == evidence
    assert store.evidence.totals()["session"][0] == len(kept)
    store.close()


def running(server: Server) -> dict:
    """The audit once a worker has done its first hands."""
    while True:
        audit = server.get("/v1/audits/1").json()
        if audit["progress"]["hands"] or audit["state"] not in ("queued", "running"):
            return audit
        time.sleep(0.02)


def finished_once(folder: Path, audit: dict, attempts: int) -> None:
    """An audit is finished, and its findings are there one time."""
    assert (audit["state"], audit["attempts"], audit["hands"]) == ("finished", attempts, HANDS)
    store = Store(folder)
    db = store.connections.db
    result = document_of(db, audit["id"])
    prints = [each.fingerprint for _, each in result.findings()]
    assert len(prints) == len(set(prints)) == audit["counts"]["findings"] > 0
    assert sorted(each.code for each in result.coverage()) == sorted(each.code for each in checks())
    assert db.execute("SELECT count(*) FROM result_documents").fetchone() == (1,)
    assert store.audits.by_state() == {"finished": 1}
    store.close()


@pytest.mark.night
@pytest.mark.slow
def test_an_audit_that_was_running_when_everything_was_killed_is_finished_once(tmp_path: Path):
    with serving(tmp_path, stuck=True) as server:
        server.post_log(long_log(HANDS))
        asked = server.post_audit(sessions=[1])
        assert (asked.status_code, asked.headers["Location"]) == (202, "/v1/audits/1")
        assert running(server)["state"] == "running"
        server.kill()
    store = Store(tmp_path)
    assert store.audits.by_state() == {"running": 1}
    assert store.connections.db.execute("SELECT count(*) FROM result_chunks").fetchone() == (0,)
    store.close()
    with serving(tmp_path) as server:
        audit = ended(lambda: server.get("/v1/audits/1").json())
        assert server.post_audit(pending=True).json()["audit"] is None
    finished_once(tmp_path, audit, attempts=2)


def stopped_without_the_store(server: Server, folder: Path) -> None:
    """Stop a server's processes, at a moment when none of them is writing to the store."""
    while True:
        os.killpg(server.process.pid, signal.SIGSTOP)
        with contextlib.closing(sqlite3.connect(folder / "auditor.sqlite", timeout=0.5)) as db:
            try:
                db.execute("BEGIN IMMEDIATE")
                db.rollback()
                return
            except sqlite3.OperationalError:
                os.killpg(server.process.pid, signal.SIGCONT)
                time.sleep(0.1)


@pytest.mark.of_the_file
@pytest.mark.night
@pytest.mark.slow
def test_an_audit_whose_worker_was_killed_is_finished_once_by_another(tmp_path: Path):
    with serving(tmp_path, stuck=True) as dying, serving(tmp_path) as other:
        dying.post_log(long_log(HANDS))
        stopped_without_the_store(other, tmp_path)  # so that it is the first who takes the audit
        assert dying.post_audit(sessions=[1]).status_code == 202
        assert running(dying)["state"] == "running"
        dying.kill()
        os.killpg(other.process.pid, signal.SIGCONT)
        audit = ended(lambda: other.get("/v1/audits/1").json())
    finished_once(tmp_path, audit, attempts=2)


@pytest.mark.night
@pytest.mark.slow
def test_a_long_audit_that_was_killed_wherever_it_was_is_finished_once(tmp_path: Path):
    with serving(tmp_path) as server:
        server.post_log(long_log(60_000))
        server.post_audit(sessions=[1])
        server.kill()
    with serving(tmp_path) as server:
        audit = ended(lambda: server.get("/v1/audits/1").json())
        report = server.get("/v1/audits/1/report.json").json()
    assert (audit["state"], audit["hands"]) == ("finished", 60_000)
    assert len(report["findings"]) == audit["counts"]["findings"]
    assert len({finding["fingerprint"] for finding in report["findings"]}) == len(report["findings"])


@pytest.mark.slow
def test_a_service_that_is_stopped_gives_its_audit_back(tmp_path: Path):
    with serving(tmp_path, stuck=True) as server:
        server.post_log(long_log(HANDS))
        server.post_audit(sessions=[1])
        assert running(server)["state"] == "running"
        server.stop()
    store = Store(tmp_path)
    given_back = store.audits.get(1)
    store.close()
    assert given_back is not None
    assert (given_back.state, given_back.owner, given_back.attempts) == ("queued", None, 0)
    with serving(tmp_path) as server:
        audit = ended(lambda: server.get("/v1/audits/1").json())
    finished_once(tmp_path, audit, attempts=1)


@pytest.mark.slow
def test_two_services_over_one_folder_share_the_queue(tmp_path: Path):
    with serving(tmp_path) as one, serving(tmp_path) as other:
        for number in range(12):
            assert one.post_log(log(hand_line(number), session=f"S-{number}")).status_code == 201
        made = []
        lock = threading.Lock()

        def ask(server, session: int) -> None:
            audit = server.post_audit(sessions=[session]).json()
            with lock:
                made.append(audit["id"])

        threads = [
            threading.Thread(target=ask, args=[server, session])
            for server, session in zip([one, other] * 6, range(1, 13), strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(made) == list(range(1, 13))
        for number in made:
            audit = ended(lambda number=number: other.get(f"/v1/audits/{number}").json())
            assert (audit["state"], audit["attempts"]) == ("finished", 1)


@pytest.mark.slow
def test_the_same_log_sent_by_many_at_once_is_one_session(shared: Server):
    body = long_log(500, session="S-many")
    answers: list[requests.Response] = []
    threads = [threading.Thread(target=lambda: answers.append(shared.post_log(body))) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [200] * 11 + [201]
    assert len({answer.json()["id"] for answer in answers}) == 1


@pytest.mark.slow
def test_of_changes_that_rest_on_the_same_state_one_is_made(shared: Server):
    url = f"{shared.url}/v1/rooms/WA-0990"  # without an authority, whose terms need no decision
    terms = {**TERMS, "authority": None}
    assert requests.put(url, json=terms, timeout=30).status_code == 201
    seen = {"If-Match": requests.get(url, timeout=30).headers["ETag"]}
    answers: list[requests.Response] = []

    def change(tables: int) -> None:
        answers.append(requests.put(url, json={**terms, "tables": tables}, headers=seen, timeout=60))

    threads = [threading.Thread(target=change, args=(tables,)) for tables in range(10, 18)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [200] + [412] * 7
    (made,) = (answer.json()["tables"] for answer in answers if answer.status_code == 200)
    assert requests.get(url, timeout=30).json()["tables"] == made


def test_a_body_that_is_too_large_is_refused_over_the_wire(shared: Server):
    with socket.create_connection(("127.0.0.1", int(shared.url.split(":")[-1]))) as wire:
        head = "POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
        wire.sendall(f"{head}Content-Length: 99999999999\r\n\r\n".encode())
        answer = wire.recv(65536).decode()
        assert answer.startswith("HTTP/1.1 413 ")
        assert "application/problem+json" in answer


def test_a_chunked_upload_is_taken(shared: Server):
    body = log()
    pieces = (body[at : at + 100] for at in range(0, len(body), 100))
    answer = requests.post(f"{shared.url}/v1/sessions", data=pieces, timeout=30)
    assert answer.status_code == 201
    assert json.loads(answer.content)["bytes"] == len(body)


@pytest.mark.slow
def test_a_stopped_service_finishes_the_requests_that_have_begun(tmp_path: Path):
    body = long_log(300, session="S-begun")
    head = f"POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: {NDJSON}\r\nContent-Length: {len(body)}\r\n\r\n"
    with serving(tmp_path) as server, server.connect() as begun, server.connect() as silent:
        begun.sendall(head.encode() + body[:-1])
        assert server.get("/healthz").json()["status"] == "ok"  # so that it has read what was sent before
        server.process.terminate()
        while server.accepts():
            time.sleep(0.02)
        begun.sendall(body[-1:])
        status, headers, answer = read_answer(begun)
        assert (status, headers["connection"], json.loads(answer)["hands"]) == (201, "close", 300)
        server.process.wait(timeout=60)
        assert (server.process.returncode, silent.recv(1)) == (0, b"")
    store = Store(tmp_path)
    assert store.evidence.totals()["session"] == (1, len(body))
    store.close()


@pytest.mark.slow
@pytest.mark.sampled(3)
def test_a_worker_that_was_killed_is_replaced_and_what_it_answered_is_there(tmp_path: Path, share):
    with serving(tmp_path, workers=2) as server:
        first = server.has_workers(2)
        for number in range(1, share(6) + 1):
            assert server.post_log(log(session=f"S-{number}")).status_code == 201
            victim = server.has_workers(2)[number % 2]
            os.kill(victim, signal.SIGKILL)
            while victim in server.workers():
                time.sleep(0.02)
        assert not set(first) & set(server.has_workers(2))
        kept = [each["session"] for each in server.get("/v1/sessions").json()["sessions"]]
        assert sorted(kept) == [f"S-{number}" for number in range(1, share(6) + 1)]
        # requests are counted by whoever answers them, and by those who are gone
        counted = (
            f'auditor_http_requests_total{{method="POST",route="/v1/sessions",status="201"}} {share(6)}.0'
        )
        assert all(counted in server.get("/metrics").text.splitlines() for _ in range(6))


@pytest.mark.slow
def test_several_workers_count_together(tmp_path: Path):
    with serving(tmp_path, workers=3) as server:
        threads = [
            threading.Thread(target=lambda name=name: server.post_log(log(session=name)))
            for name in "ABCDEFGHIJKL"
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for number in range(1, 13):
            server.post_audit(sessions=[number])
            assert ended(lambda number=number: server.get(f"/v1/audits/{number}").json())["attempts"] == 1
        for _ in range(6):
            lines = server.get("/metrics").text.splitlines()
            assert 'auditor_uploads_total{outcome="stored"} 12.0' in lines
            assert 'auditor_audit_seconds_count{state="finished"} 12.0' in lines
            assert "auditor_hands_audited_total 12.0" in lines
            assert "auditor_sessions 12.0" in lines


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::"])
def test_a_proxy_alone_does_not_open_it_to_other_machines(tmp_path: Path, host):
    with pytest.raises(CannotServe, match="Without keys everybody who reaches the service may use it"):
        serve(host, 0, tmp_path, proxy_hops=1, open_to_all=True)
    with pytest.raises(CannotServe, match="goes by no name but localhost"):
        serve("127.0.0.1", 0, tmp_path, open_to_all=True, names=["audits.example"])
    assert list(tmp_path.iterdir()) == []


def test_with_keys_it_wants_tls_before_it_binds_elsewhere():
    assert why_not_bind("127.0.0.1") is None
    assert why_not_bind("::1", proxy_hops=2, keys=True) is None
    assert why_not_bind("0.0.0.0", proxy_hops=1, keys=True) is None
    assert "--behind-tls-proxy 1" in why_not_bind("0.0.0.0", keys=True)


@pytest.mark.slow
def test_who_asks_is_whom_the_trusted_proxies_name(tmp_path: Path, shared: Server):
    said = {"X-Forwarded-For": "198.51.100.9, 127.0.0.2", "X-Forwarded-Host": "evil.example, localhost"}
    assert requests.get(f"{shared.url}/v1/sessions", headers=said, timeout=60).status_code == 200
    with serving(tmp_path, proxy_hops=2) as server:
        answer = requests.get(f"{server.url}/v1/sessions", headers=said, timeout=60)
        assert (answer.status_code, answer.json()["type"]) == (
            403, "urn:cardroom-auditor:problem:loopback-only",
        )  # fmt: skip
        assert "this request came from 198.51.100.9" in answer.json()["detail"]
        near = {
            "X-Forwarded-For": "198.51.100.9, 127.0.0.2, 127.0.0.3"
        }  # what the client itself made up is in front
        assert requests.get(f"{server.url}/v1/sessions", headers=near, timeout=60).status_code == 200


@pytest.mark.slow
def test_with_keys_and_a_proxy_other_machines_are_answered_by_its_name(tmp_path: Path):
    proxy = ("--behind-tls-proxy", 1, "--name", "audits.example")
    with Forked(COMMAND, "serve", "--port", 0, "--data", tmp_path, *proxy) as process:
        url = process.stdout.readline().split()[2]
        key = process.stdout.readline().rpartition(" ")[2].strip()
        said = {
            "X-Forwarded-For": "198.51.100.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "audits.example",
            "Authorization": f"Bearer {key}",
        }  # fmt: skip
        try:
            assert requests.get(f"{url}/v1/rooms", headers=said, timeout=60).json()["rooms"] == []
            assert (
                requests.get(f"{url}/v1/rooms", headers={**said, "Authorization": ""}, timeout=60).status_code
                == 401
            )
            away = {**said, "X-Forwarded-Host": "evil.example"}
            assert requests.get(f"{url}/v1/rooms", headers=away, timeout=60).status_code == 403
        finally:
            process.terminate()
