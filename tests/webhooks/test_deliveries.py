"""Messages of a real service to receivers that listen: what is in them, tries, processes that die, health."""

import time

import pytest
import requests

from auditor.register.register_checkpoints import seen
from auditor.store import Store
from tests import altered_stores
from tests.cli.kit import call
from tests.http.filing import TERMS
from tests.http.kit import ended, hand_line, log, serving
from tests.store.forging import spoil
from tests.webhooks.kit import QUICK, SECRET, receiving, written

WRONG = (300, 200, 300, -800)
ASLEEP = "import auditor.webhooks.deliveries as d; d.Deliveries.start = lambda self: None"


def audited(server, session="S-1", **fields):
    """Upload a log and have it audited; its audit once it has ended."""
    sent = server.post_log(log(hand_line(1, WRONG, players="Zelda-Quimby-"), session=session, **fields))
    assert sent.status_code == 201, sent.text
    asked = server.post_audit(sessions=[sent.json()["id"]]).json()
    return ended(lambda: server.get(f"/v1/audits/{asked['id']}").json())


def listed(data, *options):
    return call("webhooks", "list", "--data", data, "--format", "json", *options).json


def last_covered(checkpoint, folder):
    """What the last entry of a checkpoint is about, which the register of a data folder signed and has."""
    store = Store(folder)
    try:
        found = seen(checkpoint.encode(), store.register_key.verifier).checkpoint
        assert found.root == store.register.tree(found.size).root()
        sql = "SELECT kind FROM register WHERE entry = ?"
        return store.connections.db.execute(sql, [found.size - 1]).fetchone()[0]
    finally:
        store.close()


def until(what):
    """Wait until something is so."""
    limit = time.monotonic() + 60
    while not what():
        assert time.monotonic() < limit
        time.sleep(0.05)


@pytest.mark.slow
def test_a_finished_audit_is_announced_after_two_failures_without_anything_of_the_log(tmp_path):
    with receiving(500, 503, 200) as receiver:
        written(tmp_path, receiver.port)
        with serving(tmp_path, settings=QUICK) as server:
            audit = audited(server)
            first, second, third = receiver.has(3)
            until(lambda: listed(tmp_path)[0]["state"] == "delivered")
            logged = server.logged()
    assert first.body == second.body == third.body
    assert len({each.headers["webhook-id"] for each in receiver.got}) == 1
    assert all(each.is_signed() for each in receiver.got)
    message = third.json
    assert message["type"] == "audit.finished"
    assert message["timestamp"] == audit["finished_at"]
    assert message["data"] == {
        "audit": 1, "state": "finished", "what_if": False, "rooms": ["WA-0417"], "day": None, "complete": True,
        "findings": audit["counts"]["severity"], "session_count": 1, "sessions": [1],
        "link": "https://audits.example/v1/audits/1",
    }  # fmt: skip
    assert sum(message["data"]["findings"].values()) > 0
    assert last_covered(message["checkpoint"], tmp_path) == "audit.finished"
    (row,) = listed(tmp_path)
    assert (row["endpoint"], row["fact"], row["attempts"], row["error"]) == ("tracker", "audit 1", 3, None)
    assert "it answers 503" in logged
    for never in ("Zelda", "t-secret", SECRET[6:]):
        assert never not in third.body.decode()
        assert never not in logged


@pytest.mark.slow
def test_an_overdue_log_is_announced_once_and_that_of_the_next_day_again(tmp_path):
    with receiving() as receiver:
        written(tmp_path, receiver.port, more='events = ["audit.failed", "log.overdue"]')
        with serving(tmp_path, settings=f"{QUICK}\ndeliveries.LOOK_SECONDS = 0.1", workers=2) as server:
            put = {**TERMS, "from": "2026-03-01", "logs_expected": {"every_days": 1, "overdue_hours": 12}}
            assert requests.put(f"{server.url}/v1/rooms/WA-0417", json=put, timeout=60).status_code == 201
            (late,) = receiver.has(1)
            assert server.post_log(log()).status_code == 201
            receiver.has(2)
            time.sleep(0.5)  # in which nothing is to come
    assert late.json["type"] == "log.overdue"
    assert {**late.json["data"], "hours": None} == {
        "room": "WA-0417", "last_day": None, "received_at": None, "day": "2026-03-01", "due_at": "2026-03-03T02:00:00Z",
        "hours": None, "link": "https://audits.example/v1/rooms/WA-0417",
    }  # fmt: skip
    assert [each.json["data"]["day"] for each in receiver.got] == ["2026-03-01", "2026-03-15"]


@pytest.mark.slow
def test_an_audit_that_fails_is_announced(tmp_path):
    breaks = "import auditor.jobs.claimed_audit as w\ndef breaks(*a, **o): raise ZeroDivisionError\nw.run_audit = breaks\n"
    with receiving() as receiver:
        written(tmp_path, receiver.port)
        with serving(tmp_path, settings=breaks + QUICK) as server:
            assert audited(server)["state"] == "failed"
            (got,) = receiver.has(1)
    data = got.json["data"]
    assert (got.json["type"], data["state"], data["complete"], data["findings"]) == (
        "audit.failed",
        "failed",
        None,
        None,
    )


@pytest.mark.slow
def test_several_processes_deliver_each_message_once(tmp_path):
    with receiving() as receiver:
        written(tmp_path, receiver.port)
        with serving(tmp_path, settings=QUICK, workers=3) as server:
            for number in range(8):
                audited(server, f"S-{number}")
            receiver.has(8)
            until(lambda: all(each["state"] == "delivered" for each in listed(tmp_path)))
    assert sorted(each.json["data"]["audit"] for each in receiver.got) == list(range(1, 9))
    assert [each["attempts"] for each in listed(tmp_path)] == [1] * 8


@pytest.mark.slow
def test_what_was_not_delivered_when_the_power_failed_is_delivered_after_the_start(tmp_path):
    with receiving() as receiver:
        written(tmp_path, receiver.port)
        with serving(tmp_path, settings=ASLEEP) as server:
            audited(server)
            server.kill()
        assert receiver.got == []
        with serving(tmp_path, settings=QUICK):
            (got,) = receiver.has(1)
            assert got.json["data"]["audit"] == 1


@pytest.mark.slow
def test_rows_that_somebody_wrote_into_the_outbox_are_dropped_and_what_is_true_is_sent(tmp_path):
    with receiving() as receiver:
        written(tmp_path, receiver.port)
        with serving(tmp_path, settings=ASLEEP) as server:
            audited(server)
        with altered_stores.altering(tmp_path) as db:
            for number, event, fact in (
                (7, "audit.failed", "audit 1"), (8, "audit.finished", "audit 9"), (9, "log.overdue", "room WA-0417 2026-03-01"),
            ):  # fmt: skip
                db.execute(
                    "INSERT INTO webhooks (id, message, endpoint, event, fact, created_at, due_at) "
                    "VALUES (?, ?, 'tracker', ?, ?, '', '')",
                    [number, f"msg_{number}", event, fact],
                )
            db.conn.commit()
        with serving(tmp_path, settings=QUICK) as server:
            until(lambda: [each["state"] for each in listed(tmp_path)] == ["delivered"])
            logged = server.logged()
    assert [(each.json["type"], each.json["data"]["audit"]) for each in receiver.got] == [
        ("audit.finished", 1)
    ]
    assert [each["fact"] for each in listed(tmp_path)] == ["audit 1"]
    assert logged.count("message dropped: what it is about is not so, or not for its endpoint") == 3


@pytest.mark.slow
def test_nothing_is_sent_of_an_audit_that_was_altered(tmp_path):
    with receiving() as receiver:
        written(tmp_path, receiver.port)
        with serving(tmp_path, settings=ASLEEP) as server:
            audited(server)
        spoil(tmp_path, "UPDATE audits SET counts = json_set(counts, '$.severity.major', 0)")
        with serving(tmp_path, settings=QUICK):
            until(lambda: listed(tmp_path)[0]["state"] == "failed")
        assert receiver.got == []
        assert listed(tmp_path)[0]["error"] == "the record is damaged, and nothing is sent of it"


@pytest.mark.slow
def test_a_message_that_was_being_sent_when_the_process_was_killed_is_sent_again_under_the_same_id(tmp_path):
    with receiving(0, 200) as receiver:
        written(tmp_path, receiver.port)
        with serving(tmp_path, settings=QUICK) as server:
            audited(server)
            receiver.has(1)
            server.kill()
        with serving(tmp_path, settings=QUICK):
            first, again = receiver.has(2)
            until(lambda: listed(tmp_path)[0]["state"] == "delivered")
    assert first.headers["webhook-id"] == again.headers["webhook-id"]
    assert listed(tmp_path)[0]["attempts"] == 2


@pytest.mark.slow
def test_a_message_that_is_given_up_degrades_the_health_until_it_is_sent_again(tmp_path):
    with receiving(500) as receiver:
        written(tmp_path, receiver.port)
        with serving(tmp_path, settings=QUICK) as server:
            audited(server)
            until(lambda: listed(tmp_path)[0]["state"] == "failed")
            assert len(receiver.got) == 8
            health = server.get("/healthz").json()
            assert health["status"] == "degraded"
            (reason,) = health["reasons"]
            assert (reason["part"], reason["status"]) == ("webhooks", "degraded")
            assert reason["reason"].startswith("1 message to the endpoint tracker could not be delivered.")
            shown = call("webhooks", "list", "--data", tmp_path, "--state", "failed").lines
            assert "tracker  audit.finished  audit 1  attempts: 8  (it answers 500)" in shown[0]
            receiver.statuses[:] = [204]
            assert call("webhooks", "retry", 1, "--data", tmp_path).out == "To be sent again: 1\n"
            receiver.has(9)
            until(lambda: listed(tmp_path)[0]["state"] == "delivered")
            assert server.get("/healthz").json()["status"] == "ok"
    refused = call("webhooks", "retry", 1, 7, "--data", tmp_path)
    assert (refused.status, refused.err) == (2, "auditor: Not failed, or not there: 1, 7.\n")


@pytest.mark.slow
def test_an_endpoint_gets_what_concerns_its_own_rooms(tmp_path):
    with receiving() as receiver:
        written(tmp_path, receiver.port, more='rooms = ["WA-0500"]')
        with serving(tmp_path, settings=QUICK) as server:
            audited(server)
            audited(server, "S-2", room="WA-0500")
            both = server.post_audit(sessions=[1, 2]).json()["id"]
            ended(lambda: server.get(f"/v1/audits/{both}").json())
            receiver.has(1)
    assert [each["fact"] for each in listed(tmp_path)] == ["audit 2"]
    assert [each.json["data"]["rooms"] for each in receiver.got] == [["WA-0500"]]


def test_an_endpoint_is_tested_from_the_command_line(tmp_path):
    with receiving(200, 401) as receiver:
        written(tmp_path, receiver.port)
        done = call("webhooks", "test", "tracker", "--data", tmp_path)
        (got,) = receiver.got
        assert (done.status, done.out) == (0, f"tracker: delivered ({got.headers['webhook-id']})\n")
        assert got.is_signed()
        assert (got.json["type"], got.json["data"]) == ("webhook.test", {})
        refused = call("webhooks", "test", "tracker", "--data", tmp_path)
        assert (refused.status, refused.err) == (1, "auditor: tracker: not delivered: it answers 401.\n")
    unknown = call("webhooks", "test", "other", "--data", tmp_path)
    assert (unknown.status, unknown.err) == (
        2,
        "auditor: There is no endpoint 'other'. Configured: tracker.\n",
    )
    written(tmp_path, 7).chmod(0o644)
    assert "mode 644" in call("webhooks", "test", "tracker", "--data", tmp_path).err


def test_a_service_does_not_start_with_a_configuration_that_cannot_be_used(tmp_path):
    written(tmp_path, 7, hosts='"hooks.example"')
    done = call("serve", "--data", tmp_path, "--port", 0)
    assert done.status == 2
    assert "127.0.0.1:7 is not among the hosts that the file lists" in done.err


@pytest.mark.slow
def test_a_silent_endpoint_does_not_delay_another_one(tmp_path):
    with receiving(0) as silent, receiving() as receiver:
        other = (
            f'[[endpoint]]\nname = "silent"\nurl = "http://127.0.0.1:{silent.port}/in"\nsecret = "{SECRET}"'
        )
        hosts = f'"127.0.0.1:{receiver.port}", "127.0.0.1:{silent.port}"'
        written(tmp_path, receiver.port, hosts=hosts, more=other)
        with serving(tmp_path, settings=QUICK) as server:
            for number in range(3):
                audited(server, f"S-{number}")
            receiver.has(3)
            assert len(silent.got) == 1


@pytest.mark.slow
def test_messages_to_an_endpoint_that_was_removed_are_given_up_and_degrade_nothing(tmp_path):
    with receiving() as receiver:
        path = written(tmp_path, receiver.port)
        with serving(tmp_path, settings=ASLEEP) as server:
            audited(server)
        path.write_text(path.read_text().replace('"tracker"', '"follower"'))
        with serving(tmp_path, settings=QUICK) as server:
            until(lambda: listed(tmp_path)[0]["state"] == "failed")
            assert listed(tmp_path)[0]["error"] == "no endpoint of this name is configured"
            assert server.get("/healthz").json()["status"] == "ok"
    assert receiver.got == []
