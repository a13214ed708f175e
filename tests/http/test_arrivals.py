"""Logs, tournaments and ledgers that come in are audited without being asked for, once each."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.store import Store
from auditor.store.rows import NewAudit, Selection
from tests.cli.test_replay_tournament import log_of
from tests.http.filing import approved, file, put_room
from tests.http.kit import NDJSON, hand_line, log, serving
from tests.http.test_events import digest, send
from tests.rules.filed import controls
from tests.rules.tournaments.build import entries, header, written
from tests.services import application

WRONG = hand_line(7, (300, 200, 300, -800))
DIFFERS = "Seat 2's recorded result differs from what was due"
SECONDS = 120  # in which what is to come has come, on any machine


def until(read: Callable[[], Any]) -> Any:
    """What is read as soon as it is there."""
    end = time.monotonic() + SECONDS
    while not (found := read()):
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.02)
    return found


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    with application(tmp_path / "data", audit_on_arrival=True) as app:
        yield app.test_client()


def upload(client: FlaskClient, body: bytes) -> dict[str, Any]:
    answer = client.post("/v1/sessions", data=body, content_type=NDJSON)
    assert answer.status_code in (200, 201), answer.json
    return answer.json


def audits(client: FlaskClient) -> list[dict[str, Any]]:
    """All audits, the oldest first."""
    return client.get("/v1/audits", query_string={"page_size": 100}).json["audits"][::-1]


def titles(client: FlaskClient, audit: dict[str, Any]) -> list[str]:
    """What the incidents of an audit are called."""
    return [each["title"] for each in client.get(audit["links"]["incidents"]).json["incidents"]]


def finished(client: FlaskClient, count: int) -> list[dict[str, Any]]:
    """So many audits once they have ended, and no other one."""

    def ended() -> list[dict[str, Any]]:
        found = audits(client)
        over = [each for each in found if each["state"] in ("finished", "failed")]
        return found if len(over) == len(found) >= count else []

    found = until(ended)
    assert len(found) == count
    return found


def test_a_log_is_audited_when_it_comes_in(client):
    session = upload(client, log(WRONG))
    (audit,) = finished(client, 1)
    assert audit["request"] == {"sessions": [session["id"]], "on_arrival": True}
    assert (audit["state"], audit["sessions"], audit["key"], audit["open"]) == ("finished", [1], None, True)
    assert titles(client, audit) == [DIFFERS]
    assert client.get("/v1/sessions/1").json["pending"] is False


def test_the_same_log_again_is_not_audited_again(client):
    upload(client, log(WRONG))
    finished(client, 1)
    assert upload(client, log(WRONG))["already_stored"] is True
    upload(client, log(hand_line(1), session="S-2"))
    assert [each["sessions"] for each in finished(client, 2)] == [[1], [2]]


def test_a_log_that_cannot_be_audited_keeps_no_other_from_it_and_is_audited_once_it_can(client):
    put_room(client)
    file(client, controls(1, "2026-01-01"))
    upload(client, log(ruleset="wa-0417-thirteen"))
    upload(client, log(session="S-2"))
    assert [each["sessions"] for each in finished(client, 1)] == [[2]]
    assert client.get("/v1/sessions/1").json["pending"] is True
    approved(client, controls(1, "2026-01-01"))
    assert [each["sessions"] for each in finished(client, 2)] == [[2], [1]]


def test_what_came_in_before_a_start_is_audited_after_it(tmp_path):
    with application(tmp_path / "data") as app:
        upload(app.test_client(), log())
        upload(app.test_client(), log(session="S-2"))
        app.test_client().post("/v1/audits", json={"sessions": [1]})
    with application(tmp_path / "data", audit_on_arrival=True) as app:
        found = finished(app.test_client(), 2)
    assert [(each["sessions"], "on_arrival" in each["request"]) for each in found] == [
        ([1], False),
        ([2], True),
    ]


def test_a_failed_audit_is_left_to_whoever_asks_again(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        upload(client, log())
        service = app.extensions["auditor"]
        known = service.auditing.knowledge(service.registry.snapshot())
    fail(tmp_path / "data", known)
    with application(tmp_path / "data", audit_on_arrival=True) as app:
        upload(app.test_client(), log(session="S-2"))
        found = finished(app.test_client(), 2)
    assert [(each["sessions"], each["state"]) for each in found] == [([1], "failed"), ([2], "finished")]


def fail(folder: Path, known: Any) -> None:
    """Have an audit of session 1 fail."""
    at = "2026-03-15T08:00:00.000000Z"
    store = Store(folder)
    store.audits.ask(
        Selection(ids=(1,)), lambda chosen: NewAudit({}, "", None, [], None, at, tuple(chosen), known)
    )
    claimed = store.queue.claim("somebody", at)
    store.queue.fail(claimed.lease, "It came to no end.", at)
    store.close()


def test_a_correction_is_audited_and_the_log_that_it_replaces_before_it(tmp_path):
    first = log(WRONG)
    with application(tmp_path / "data") as app:
        upload(app.test_client(), first)
        corrects = {"sha256": digest(first), "reason": "typed wrong", "by": "s-1"}
        upload(app.test_client(), log(hand_line(7), supersedes=corrects))
    with application(tmp_path / "data", audit_on_arrival=True) as app:
        found = [
            (each["sessions"], titles(app.test_client(), each)) for each in finished(app.test_client(), 2)
        ]
    assert found == [([1], [DIFFERS]), ([2], [])]


def test_a_tournament_is_audited_with_the_logs_that_came_with_it(client):
    send(client, written(header(), *entries(2, paid=5000), *entries(3, paid=4500)[2:]))
    upload(client, written(*log_of(1, 2)))
    (of_event,) = finished(client, 1)  # the log names no ruleset
    assert (of_event["event"]["kind"], of_event["request"]["sessions"]) == ("tournament", [1])
    (price,) = (
        each
        for each in client.get(of_event["links"]["findings"]).json["findings"]
        if each["code"] == "TRN006"
    )
    assert (price["player"], price["stated"], price["expected"]) == ("P03", 4500, 5000)


def test_a_day_takes_what_was_audited_on_arrival_and_reads_no_log_again(client):
    put_room(client)
    upload(client, log(WRONG))
    finished(client, 1)
    service = client.application.extensions["auditor"]
    with service.store.connections.reading() as db:
        kept = db.execute("SELECT session, audit FROM session_results").fetchall()
    assert kept == [(1, 1)]
    day = client.put("/v1/rooms/WA-0417/days/2026-03-14/audit").json
    assert (day["state"], day["sessions"], titles(client, day)) == ("finished", [1], [DIFFERS])
    with service.store.connections.reading() as db:
        assert db.execute("SELECT session, audit FROM session_results").fetchall() == kept


@pytest.mark.slow
def test_a_service_that_is_killed_audits_each_log_once(tmp_path):
    names = [f"S-{number}" for number in range(1, 13)]
    with serving(tmp_path, audit_on_arrival=True) as server:
        for name in names:
            assert server.post_log(log(WRONG, session=name)).status_code == 201
        until(lambda: server.get("/v1/audits").json()["audits"])
        server.kill()
    with serving(tmp_path, audit_on_arrival=True) as server:

        def read() -> list[dict[str, Any]]:
            found = server.get("/v1/audits?page_size=100").json()["audits"]
            return found if len(found) >= 12 and {each["state"] for each in found} == {"finished"} else []

        found = until(read)
    assert sorted(each["sessions"] for each in found) == [[number] for number in range(1, 13)]
