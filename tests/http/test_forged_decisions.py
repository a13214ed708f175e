"""Decisions over HTTP on a row that somebody altered who has the store's file: each is refused at once, with no entry of it."""

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from tests.http.filing import AT, ONE, approved, decided, file, put_room, step
from tests.http.kit import NDJSON, hand_line, log
from tests.rules.filed import controls
from tests.services import application, unprotected

BY = {"by": "Agent 12", "reference": "letter 9"}
WRONG = (300, 200, 300, -800)
INCIDENTS = "/v1/rooms/WA-0417/incidents"
DENIED = f"{AT}/wa-0417-thirteen/2"


def filled(client):
    """A room with its controls, of which revision 2 was denied; incidents, one answered; a hold; a proposal of terms."""
    put_room(client)
    decided(client, tables=6)
    approved(client, controls(1, "2026-01-01"))
    file(client, controls(2, "2026-02-01"))
    step(client, "submit", DENIED)
    assert step(client, "deny", DENIED, reference="letter 2", reason="no clause").json["standing"] == "denied"
    for session in ("S-1", "S-2"):
        body = log(hand_line(1, WRONG), session=session)
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
    assert client.post("/v1/audits", json={"sessions": [1, 2]}).json["state"] == "finished"
    first = client.get(INCIDENTS).json["incidents"][0]["id"]
    assert answered(client, first).status_code == 200
    assert client.post("/v1/holds", json={"room": "WA-0417", "reason": "case 12"}).status_code == 201
    assert put_room(client, tables=9).status_code == 202


def answered(client, incident):
    words = {"cause": "misread", "corrective_action": "trained"}
    return client.post(f"{INCIDENTS}/{incident}/answer", json=words)


@pytest.fixture
def served(tmp_path):
    with application(tmp_path / "data", filled=filled) as app:
        yield app


@pytest.fixture
def client(served):
    return served.test_client()


@pytest.fixture
def store(served):
    return served.extensions["auditor"].store


def incidents(client):
    """An incident of each state, as facts say."""
    return {each["state"]: each["id"] for each in client.get(INCIDENTS).json["incidents"]}


def is_refused(store, act):
    """Whether a request is refused as of an altered record, and enters nothing."""
    before = store.register.size()
    answer = act()
    assert answer.json["type"].endswith(("record-damaged", "result-damaged")), answer.json
    return store.register.size() == before


STEP = """
INSERT INTO incident_events (id, at, room, incident, action, audit, stated_sha256, files, fact)
SELECT 9, '2026-03-20', room, incident, 'answered', audit, printf('%064d', 0), '[]', NULL FROM room_incidents
WHERE incident = '{open}'
"""
DECISIONS = {  # what is decided: what is altered, and the request
    "approval of a denied revision": (
        "UPDATE controls SET standing = 'submitted' WHERE revision = 2",
        lambda client, _: step(client, "approve", DENIED, reference="letter 3"),
    ),
    "submission of an approved revision": (
        "UPDATE controls SET standing = 'draft' WHERE revision = 1",
        lambda client, _: step(client, "submit", ONE),
    ),
    "terms of an altered proposal": (
        "UPDATE terms_proposals SET terms = json_set(terms, '$.tables', 15) WHERE id = 2",
        lambda client, _: client.post("/v1/rooms/WA-0417/terms/2/approve", json=BY),
    ),
    "terms that were decided": (
        "DELETE FROM terms_decisions WHERE proposal = 1",
        lambda client, _: client.post("/v1/rooms/WA-0417/terms/1/refuse", json={**BY, "reason": "no"}),
    ),
    "acceptance of what nobody answered": (
        STEP,
        lambda client, found: client.post(f"{INCIDENTS}/{found['open']}/accept", json={}),
    ),
    "acceptance of an altered answer": (
        "UPDATE incident_events SET stated_sha256 = printf('%064d', 0)",
        lambda client, found: client.post(f"{INCIDENTS}/{found['answered']}/accept", json={}),
    ),
    "answer of an altered incident": (
        "UPDATE room_incidents SET day = '2026-01-01' WHERE incident = '{open}'",
        lambda client, found: answered(client, found["open"]),
    ),
    "answer of an altered result": (
        "UPDATE incidents SET incident = json_set(incident, '$.misallocated', 1) "
        "WHERE id = '{open}'",
        lambda client, found: answered(client, found["open"]),
    ),
    "lift of an altered hold": (
        "UPDATE holds SET reason = 'nothing'",
        lambda client, _: client.post("/v1/holds/1/lift", json={"reason": "closed"}),
    ),
    "report of an altered audit": (
        "UPDATE audits SET counts = json_set(counts, '$.findings', 0)",
        lambda client, _: client.post("/v1/audits/1/reports", json={}),
    ),
    "audit of an altered log": (
        "UPDATE sessions SET ruleset = 'wsgc-full', hands = 9 WHERE id = 1",
        lambda client, _: client.post("/v1/audits", json={"sessions": [1]}),
    ),
}  # fmt: skip


@pytest.mark.parametrize("decision", DECISIONS)
def test_no_decision_is_made_on_an_altered_row(client, store, decision):
    found = incidents(client)
    sql, request = DECISIONS[decision]
    with unprotected(store.connections.db, references=False) as db:
        assert db.execute(sql.format(**found)).rowcount == 1, sql
    assert is_refused(store, lambda: request(client, found))


def test_a_correction_of_an_altered_log_waits_in_the_inbox(client, store):
    incidents(client)
    with unprotected(store.connections.db) as db:
        db.execute("UPDATE sessions SET received_at = '2020-01-01' WHERE id = 1")
    size = store.register.size()
    answer = client.post("/v1/sessions", data=log(hand_line(1), session="S-1"), content_type=NDJSON)
    assert (answer.status_code, answer.json["kept"]) == (202, True)
    assert store.register.size() == size
    assert [each.sha256 for each in store.inbox.waiting()] == [answer.json["sha256"]]


@pytest.mark.parametrize("decision", DECISIONS)
def test_each_decision_or_its_refusal_is_another_one_on_a_sound_record(client, store, decision):
    """So that what is refused above is refused for the alteration."""
    answer = DECISIONS[decision][1](client, incidents(client))
    assert answer.status_code in (200, 201, 409), answer.json


@pytest.mark.parametrize(
    "changed",
    [
        "role = 'administrator', rooms = NULL",
        "rooms = '[\"WA-0500\"]'",
        "expires_at = '2999-01-01T00:00:00.000000Z'",
        "id = 'mallory2'",
    ],
)
def test_no_request_is_answered_with_a_key_that_was_altered(served, client, store, changed):
    record, text = keys.make(store, NewKey("room", "Dana", rooms=("WA-0417",)))
    served.config["AUDITOR_OPEN"] = False
    whole = {"Authorization": f"Bearer {text}"}
    assert client.get("/v1/sessions", headers=whole).status_code == 200
    with unprotected(store.connections.db, references=False) as db:
        assert db.execute(f"UPDATE keys SET {changed} WHERE id = ?", [record.id]).rowcount == 1
    for secret in {text, text.replace(record.id, "mallory2")}:
        answer = client.post(
            "/v1/audits", json={"sessions": [1]}, headers={"Authorization": f"Bearer {secret}"}
        )
        assert answer.status_code == 401, answer.json
    if not changed.startswith("id"):
        answer = client.get("/v1/sessions", headers=whole)
        assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (401, "key-damaged")
