"""Bodies of messages: made of signed facts when they are sent, so that nobody has the service sign what he wrote into a row."""

import json
from contextlib import closing

import pytest

from auditor.errors import RecordDamaged
from auditor.store import Store
from auditor.store.outbox import Delivery, number_of, room_and_day_of
from auditor.webhooks.message_bodies import body_of
from auditor.webhooks.webhook_configuration import read_webhooks
from tests import altered_stores
from tests.http.filing import TERMS, approved, put_room, surrender
from tests.http.kit import hand_line, log
from tests.http.past import WRONG, upload
from tests.rules.filed import controls
from tests.services import application
from tests.store.forging import spoil
from tests.webhooks.kit import written

AT = "2026-03-15T08:00:00.000000Z"
EXPECTED = {**TERMS, "from": "2026-03-01", "logs_expected": {"every_days": 1, "overdue_hours": 12}}


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A finished audit of WA-0417; the log of WA-0500 is overdue."""
    folder = tmp_path_factory.mktemp("messages") / "data"
    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        approved(client, controls(1, "2026-01-01", surrender=surrender(2)))
        upload(client, log(hand_line(1, WRONG)))
        assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
        assert client.put("/v1/rooms/WA-0500", json=EXPECTED).status_code == 201
    return folder


@pytest.fixture
def data(sound, tmp_path):
    """A copy with the endpoint tracker, which hears of WA-0417 and WA-0500."""
    altered_stores.copied(sound, tmp_path / "data")
    (tmp_path / "data").chmod(0o700)
    written(tmp_path / "data", 7, more='rooms = ["WA-0417", "WA-0500"]')
    return tmp_path / "data"


def body(folder, event, fact, endpoint="tracker"):
    """Body that a message gets, or None."""
    message = Delivery(1, "msg_1", endpoint, event, fact, "pending", 1, AT, AT, None, None)
    with closing(Store(folder)) as store:
        made = body_of(store, read_webhooks(folder), message)
    return None if made is None else json.loads(made)


def test_a_message_says_what_facts_say_of_an_audit_and_of_an_overdue_log(data):
    made = body(data, "audit.finished", "audit 1")
    with closing(Store(data)) as store:
        audit, checkpoint = store.audits.get(1), store.register.checkpoint()
    assert (made["type"], made["timestamp"], made["checkpoint"]) == (
        "audit.finished", audit.finished_at, checkpoint,
    )  # fmt: skip
    assert made["data"] == {
        "audit": 1, "state": "finished", "what_if": False, "rooms": ["WA-0417"], "day": None, "complete": True,
        "findings": audit.counts["severity"], "session_count": 1, "sessions": [1],
        "link": "https://audits.example/v1/audits/1",
    }  # fmt: skip
    late = body(data, "log.overdue", "room WA-0500 2026-03-01")["data"]
    assert (late["room"], late["day"], late["due_at"]) == ("WA-0500", "2026-03-01", "2026-03-03T02:00:00Z")
    assert late["link"] == "https://audits.example/v1/rooms/WA-0500"


@pytest.mark.parametrize(
    ("event", "fact"),
    [
        ("audit.failed", "audit 1"),
        ("audit.finished", "audit 2"),
        ("audit.finished", "audit 1 and 2"),
        ("audit.finished", "room WA-0500 2026-03-01"),
        ("log.overdue", "room WA-0500 2026-03-02"),
        ("log.overdue", "room WA-0417 2026-03-01"),
        ("log.overdue", "room WA-0999 2026-03-01"),
        ("log.overdue", "audit 1"),
        ("control.approved", "audit 1"),
    ],
)
def test_a_message_that_no_fact_says_has_no_body(data, event, fact):
    assert body(data, event, fact) is None


def test_an_endpoint_gets_no_message_of_another_ones_rooms(data):
    written(data, 7, more='rooms = ["WA-0500"]')
    assert body(data, "audit.finished", "audit 1") is None
    assert body(data, "log.overdue", "room WA-0500 2026-03-01")["data"]["room"] == "WA-0500"
    assert body(data, "log.overdue", "room WA-0500 2026-03-01", endpoint="other") is None


@pytest.mark.parametrize(
    ("sql", "event", "fact"),
    [
        ("UPDATE audits SET counts = json_set(counts, '$.severity.major', 9)", "audit.finished", "audit 1"),
        ("UPDATE audits SET day = '2026-03-14', room = 'WA-0500'", "audit.finished", "audit 1"),
        ("DELETE FROM audit_sessions", "audit.finished", "audit 1"),
        ("UPDATE rooms SET terms = '[]' WHERE id = 'WA-0500'", "log.overdue", "room WA-0500 2026-03-01"),
    ],
)
def test_nothing_is_made_of_a_row_that_is_not_as_facts_say(data, sql, event, fact):
    spoil(data, sql)
    with pytest.raises(RecordDamaged, match="is not what was written"):
        body(data, event, fact)


def test_the_subject_of_a_message_is_read_whole():
    assert (number_of("audit 12"), number_of("audit 012"), number_of("audit 1" + "0" * 18)) == (
        12,
        None,
        None,
    )
    assert number_of("room A 2026-03-01") is None
    assert room_and_day_of("room A b 2026-03-01") == ("A b", "2026-03-01")
    assert (room_and_day_of("room A"), room_and_day_of("audit 1")) == (None, None)
