"""Somebody who has the store's file alters rows that others are read with: what is given, and what is decided, is by facts."""

import datetime as dt
import hashlib
from contextlib import closing

import pytest

from auditor.access import people
from auditor.errors import RecordDamaged
from auditor.store import Store
from auditor.store.caller import Caller
from tests.access.accounts import DANA, account
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.http.test_corrections import corrected
from tests.rules.tournaments.build import header, written
from tests.services import application, unprotected

DAMAGED = (503, "record-damaged")
ONE = "/v1/sessions/1"


@pytest.fixture
def served(tmp_path):
    with application(tmp_path / "data") as app:
        put_room(app.test_client())
        yield app


@pytest.fixture
def client(served):
    return served.test_client()


@pytest.fixture
def store(served) -> Store:
    return served.extensions["auditor"].store


def alter(store, sql, *values):
    with unprotected(store.connections.db) as db:
        assert db.execute(sql, values).rowcount == 1, sql


def upload(client, **session):
    answer = client.post("/v1/sessions", data=log(hand_line(1), **session), content_type=NDJSON)
    assert answer.status_code == 201, answer.json
    return answer.json["id"]


def problem(answer):
    return answer.status_code, answer.json.get("type", "").rpartition("/")[2].rpartition(":")[2]


def is_refused(store, act):
    """Whether a request is refused as of an altered record, with no entry of it."""
    before = store.register.size()
    return problem(act()) == DAMAGED and store.register.size() == before


def test_an_entry_is_given_as_it_was_signed_to_who_may_see_the_rooms_of_it(client, store):
    """The rooms of an entry are in its record: whoever alters them would show it to others."""
    upload(client)
    entry = store.register.size() - 1
    address = f"/v1/register/entries/{entry}"
    assert "WA-0417" in client.get(address).json["record"]
    alter(store, "UPDATE register SET record = replace(record, 'WA-0417', 'WA-0500') WHERE entry = ?", entry)
    assert problem(client.get(address)) == DAMAGED
    found = (
        store.register.size()
        and store.connections.db.execute(
            "SELECT nonce, record FROM register WHERE entry = ?", [entry]
        ).fetchone()
    )
    hashed = hashlib.sha256(b"\0" + hashlib.sha256(found[0] + found[1].encode()).digest()).digest()
    alter(store, "UPDATE register SET leaf = ? WHERE entry = ?", hashed, entry)
    assert problem(client.get(address)) == DAMAGED


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE audits SET error = 'nothing is wrong with it' WHERE id = 1",
        "UPDATE audits SET state = 'finished' WHERE id = 1",
    ],
)
def test_what_became_of_a_session_is_what_facts_say(client, store, sql):
    upload(client)
    alter(store, "UPDATE evidence SET body = x'00'")
    assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "failed"
    alter(store, "UPDATE evidence SET body = ?", log(hand_line(1)))
    assert client.get(ONE).json["state"] == "failed"
    alter(store, sql)
    assert problem(client.get(ONE)) == DAMAGED
    assert problem(client.get("/v1/sessions")) == DAMAGED


def test_no_audit_is_asked_for_on_an_altered_session(client, store):
    upload(client)
    alter(store, "UPDATE sessions SET evidence = (SELECT max(sha256) FROM evidence), hands = 9 WHERE id = 1")
    assert is_refused(store, lambda: client.post("/v1/audits", json={"sessions": [1]}))


def test_no_altered_audit_stands_for_the_one_that_is_asked_for(client, store):
    upload(client)
    address = "/v1/rooms/WA-0417/days/2026-03-14/audit"
    assert client.put(address).json["state"] == "finished"
    asked = {"sessions": [1]}, {"Idempotency-Key": "one"}
    assert client.post("/v1/audits", json=asked[0], headers=asked[1]).json["id"] == 2
    alter(store, "UPDATE audits SET finished_at = '2020-01-01T00:00:00.000000Z' WHERE id = 1")
    alter(store, "UPDATE audits SET finished_at = '2020-01-01T00:00:00.000000Z' WHERE id = 2")
    assert is_refused(store, lambda: client.put(address))
    assert is_refused(store, lambda: client.post("/v1/audits", json=asked[0], headers=asked[1]))


def test_an_audit_is_shown_by_the_rooms_that_facts_say_of_its_sessions(client, store):
    """Somebody of another room may see an audit once the rooms of its sessions are altered to be that one."""
    put_room(client, "WA-0500")
    upload(client)
    assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
    other = store.seen_by(Caller("key", ("WA-0500",)))
    assert other.audits.get(1) is None
    alter(store, "UPDATE sessions SET room = 'WA-0500' WHERE id = 1")
    with pytest.raises(RecordDamaged, match="of session 1"):
        other.audits.get(1)


def test_the_rooms_of_what_is_done_with_an_audit_are_those_of_the_fact_that_asked_for_it(client, store):
    upload(client)
    assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
    assert client.post("/v1/audits/1/reports", json={}).status_code == 201
    alter(store, "UPDATE sessions SET room = 'WA-0500' WHERE id = 1")
    store.reports.pulled(1, "report", "Dana", "2026-03-15T00:00:00.000000Z")
    assert '"rooms":["WA-0417"]' in store.register.entry(store.register.size() - 1).record
    alter(store, "UPDATE reports SET audit = 2 WHERE id = 1")
    with pytest.raises(RecordDamaged, match="of report 1"):
        store.reports.pulled(1, "report", "Dana", "2026-03-15T00:00:00.000000Z")


def test_a_day_is_not_audited_beside_an_altered_number_of_another_day(client, store):
    """A number counts as missing unless a session of another day has it."""
    for number, day in ((1, "2026-03-14"), (2, "2026-03-15"), (3, "2026-03-14")):
        session = {"session": f"S-{number}", "number": number, "opened_at": f"{day}T16:00:00-07:00"}
        line = {**hand_line(1), "at": f"{day}T17:01:00-07:00"}
        answer = client.post("/v1/sessions", data=log(line, **session), content_type=NDJSON)
        assert answer.status_code == 201, answer.json
    alter(store, "UPDATE sessions SET day = '2026-03-16' WHERE id = 2")
    address = "/v1/rooms/WA-0417/days/2026-03-14/audit"
    assert is_refused(store, lambda: client.put(address))


def test_a_tournament_is_not_audited_after_an_altered_one(client, store):
    for number in (7, 10):
        body = written(header(tournament=f"T-{number}", number=number, room="WA-0417"))
        assert client.post("/v1/tournaments", data=body, content_type=NDJSON).status_code == 201
    alter(store, "UPDATE event_files SET facts = json_set(facts, '$.number', 9) WHERE id = 1")
    assert is_refused(store, lambda: client.put("/v1/tournaments/2/audit"))


def test_who_sent_a_correction_is_said_by_facts(client, store):
    """Of altered logs and audits nothing is counted."""
    corrected(client)
    sent = store.results.corrections.sent(store.sessions.get(2))
    assert (sent.first_audit, sent.sent.sender) == (1, 1)
    alter(store, "UPDATE audits SET finished_at = '2020-01-01T00:00:00.000000Z' WHERE id = 1")
    session = store.sessions.get(2)
    with pytest.raises(RecordDamaged, match="of audit 1"):
        store.results.corrections.sent(session)
    alter(store, "UPDATE sessions SET table_name = 'T9' WHERE id = 2")
    with pytest.raises(RecordDamaged, match="of session 2"):
        store.results.corrections.sent(session)


def test_a_log_is_overdue_by_the_last_one_that_facts_say(client, store):
    upload(client)
    assert store.sessions.last_log("WA-0417", "2026-03-14")[0] == "2026-03-14"
    alter(store, "UPDATE sessions SET day = '2026-03-13' WHERE id = 1")
    with pytest.raises(RecordDamaged, match="of session 1"):
        store.sessions.last_log("WA-0417", "2026-03-14")


def test_a_file_is_corrected_late_by_the_time_that_facts_say(client, store):
    corrected(client, audit_first=False)
    room, year = "WA-0417", dt.datetime.now(dt.UTC).year
    assert store.screening.months(room, year, store.register.size()) == []  # the month is not over
    alter(store, "UPDATE sessions SET received_at = '2020-01-01T00:00:00.000000Z' WHERE id = 2")
    with pytest.raises(RecordDamaged, match="of session 2"):
        store.screening.months(room, year, store.register.size())


def test_accounts_and_keys_are_listed_as_facts_say(store):
    at = "2026-01-01T00:00:00.000000Z"
    person = account(store, at=at)
    before = people.accounts(store, at)
    listed = store.keys.all()
    alter(store, "UPDATE keys SET role = 'administrator', name = 'Mallory', rooms = NULL")
    alter(store, "UPDATE people SET last = 'reset', until = '2999-01-01T00:00:00Z'")
    alter(store, "UPDATE credentials SET totp_since = '2020-01-01', issuer = 'https://mallory.example'")
    assert people.accounts(store, at) == before
    assert people.account(store, person.id, at).person.key.name == "Dana Reyes"
    assert store.keys.all() == listed
    assert [(each.role, each.name) for each in listed] == [("room", "Dana Reyes")]
    assert people.accounts(store, at)[0].person.email == DANA


def test_mail_goes_to_whoever_wanted_it_by_facts(store):
    at = "2026-01-01T00:00:00.000000Z"
    person = account(store, at=at).id
    store.reminders.want_summary(person, True, at)
    alter(store, "UPDATE reminders SET daily = 0")
    assert [each.person for each in store.reminders.daily()] == [person]
    assert store.reminders.get(person).daily
    store.reminders.keep_calendar(person, "c" * 64, at)
    alter(store, "UPDATE reminders SET person = 9")
    assert store.reminders.daily() == []


def test_the_room_of_a_sample_is_what_facts_say(client, store):
    upload(client)
    drawn = {
        "room": "WA-0417",
        "from": "2026-03-14",
        "until": "2026-03-14",
        "hands": 1,
        "source": "dice",
        "value": "3 5 1",
    }
    assert client.post("/v1/samples", json=drawn).status_code == 201
    alter(store, "UPDATE samples SET room = 'WA-0500'")
    for act in (
        lambda: client.put("/v1/samples/1/hands/1", json={"unseen": "no video"}),
        lambda: client.post("/v1/samples/1/close", json={}),
    ):
        assert is_refused(store, act)


def test_damage_that_a_transaction_meets_is_noted_by_the_next_reader(client, store):
    """A note of it within the transaction would be undone with it, and begin another one."""
    upload(client)
    alter(store, "UPDATE sessions SET hands = 9 WHERE id = 1")
    with pytest.raises(RecordDamaged), store.connections.writing():
        store.sessions.get(1)
    assert store.damage.all() == []
    with pytest.raises(RecordDamaged):
        store.sessions.get(1)
    assert [(each.subject, each.key) for each in store.damage.all()] == [("sessions", "1")]
    with closing(Store(store.folder)) as again, again.connections.writing():
        pass  # nobody holds the turn
