"""Tournaments and ledgers over HTTP: kept as they came, corrected as a chain, refused with their lines, seen by their room."""

import hashlib

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.doctor import examine
from auditor.http.context import OPEN
from auditor.store.store import FILE
from tests.cli.test_replay_tournament import log_of
from tests.http.filing import put_room
from tests.http.kit import NDJSON, zipped
from tests.rules.ledgers import build as ledgers
from tests.rules.tournaments.build import entries, header, written
from tests.services import unprotected

FIRST = written(header(title="Monday", starts_at="2026-03-14T03:00:00-07:00", room="WA-0417"), *entries(2))


def send(client, body, kind="tournaments", **query):
    return client.post(f"/v1/{kind}", data=body, content_type=NDJSON, query_string=query)


def correcting(sha256, *lines):
    first = header(
        room="WA-0417", supersedes={"sha256": sha256, "reason": "an entry was left out", "by": "s-1"}
    )
    return written(first, *lines)


def digest(body):
    return hashlib.sha256(body).hexdigest()


def test_the_file_of_a_tournament_is_kept_as_it_came(client):
    put_room(client)
    answer = send(client, FIRST)
    assert (answer.status_code, answer.headers["Location"]) == (201, "/v1/tournaments/1")
    found = client.get("/v1/tournaments/1").json
    assert (found["room"], found["tournament"], found["title"], found["currency"]) == (
        "WA-0417",
        "T-1",
        "Monday",
        "EUR",
    )
    assert found["day"] == "2026-03-13"  # the room's day begins later in the morning
    assert (found["sha256"], found["bytes"]) == (digest(FIRST), len(FIRST))
    assert (found["supersedes"], found["superseded_by"], found["sessions"]) == (None, None, [])
    assert found["facts"]["lines"] == 3
    file = client.get("/v1/tournaments/1/file")
    assert (file.data, file.headers["ETag"]) == (FIRST, f'"{digest(FIRST)}"')
    assert (
        client.get("/v1/tournaments/1/file", headers={"If-None-Match": file.headers["ETag"]}).status_code
        == 304
    )


def test_the_same_file_again_also_as_gzip_is_the_one_on_record(client):
    send(client, FIRST)
    for body in (FIRST, zipped(FIRST)):
        again = send(client, body)
        assert (again.status_code, again.json["id"], again.json["already_stored"]) == (200, 1, True)
    assert client.get("/v1/tournaments").json["pagination"]["total"] == 1


def test_other_bytes_for_a_tournament_are_a_conflict_unless_they_correct_it(client):
    send(client, FIRST)
    other = send(client, written(header(room="WA-0417"), *entries(3)))
    assert (other.status_code, other.json["type"].rpartition(":")[2]) == (409, "event-conflict")
    assert (
        "Other bytes are on record for tournament 'T-1' of room 'WA-0417': tournament 1"
        in other.json["detail"]
    )
    assert (other.json["existing"]["url"], other.json["existing"]["sha256"]) == (
        "/v1/tournaments/1",
        digest(FIRST),
    )
    corrected = send(client, correcting(digest(FIRST), *entries(3)))
    assert (corrected.status_code, corrected.json["supersedes"]) == (201, 1)
    assert client.get("/v1/tournaments/1").json["superseded_by"] == 2
    late = send(client, correcting(digest(FIRST), *entries(4)))
    assert late.status_code == 409
    assert "which is not the current file" in late.json["detail"]


def test_a_correction_of_what_was_never_here_is_refused_as_a_conflict(client):
    answer = send(client, correcting("0" * 64, *entries(2)))
    assert answer.status_code == 409
    assert "no file is on record for tournament 'T-1'" in answer.json["detail"]
    assert answer.json["existing"] is None


def test_a_file_that_cannot_be_read_is_refused_with_its_lines_and_not_kept(client):
    answer = send(client, written(header(buy_in="fifty"), *entries(1)))
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (422, "event-refused")
    (problem,) = answer.json["problems"]
    assert (problem["line"], problem["field"], problem["found"]) == (1, "buy_in", '"fifty"')
    assert answer.json["detail"].endswith("Nothing was stored.")
    assert client.get("/v1/tournaments").json["tournaments"] == []


@pytest.mark.parametrize(
    ("at", "body", "words"),
    [
        (
            "sessions",
            written(*entries(2)),
            "This is the file of a tournament. Nothing was stored. POST /v1/tournaments takes it.",
        ),
        (
            "sessions",
            FIRST,
            "This is the file of a tournament. Nothing was stored. POST /v1/tournaments takes it.",
        ),
        (
            "ledgers",
            FIRST,
            "This is the file of a tournament. Nothing was stored. POST /v1/tournaments takes it.",
        ),
        (
            "tournaments",
            written(ledgers.header()),
            "This is a ledger. Nothing was stored. POST /v1/ledgers takes it.",
        ),
        (
            "tournaments",
            written(*log_of(1, 2)),
            "This is a session log. Nothing was stored. POST /v1/sessions takes it.",
        ),
    ],
    ids=[
        "a tournament without its first line among logs",
        "a tournament among logs",
        "a tournament among ledgers",
        "a ledger among tournaments",
        "a log among tournaments",
    ],
)
def test_a_file_that_belongs_elsewhere_is_sent_there(client, at, body, words):
    answer = send(client, body, at)
    assert (answer.status_code, answer.json["detail"]) == (422, words)


def test_a_dry_run_keeps_nothing(client):
    answer = send(client, FIRST, dry_run="true")
    assert (answer.status_code, answer.json["id"], answer.json["already_stored"]) == (200, None, False)
    assert answer.json["facts"]["id"] == "T-1"
    assert client.get("/v1/tournaments/1").status_code == 404
    send(client, FIRST)
    other = send(client, written(header(room="WA-0417"), *entries(3)), dry_run="true")
    assert other.status_code == 409


def test_a_tournament_names_the_sessions_on_record_that_belong_to_it(client):
    send(client, written(header(), *entries(2)))
    log = client.post("/v1/sessions", data=written(*log_of(1, 2)), content_type=NDJSON)
    assert log.status_code == 201
    assert log.json["facts"]["tournament"] == "T-1"
    assert client.get("/v1/tournaments/1").json["sessions"] == [log.json["id"]]


def test_a_ledger_is_kept_beside_a_tournament_of_the_same_name(client):
    send(client, FIRST)
    book = written(ledgers.header(ledger="T-1", room="WA-0417"))
    answer = send(client, book, "ledgers")
    assert (answer.status_code, answer.headers["Location"]) == (201, "/v1/ledgers/2")
    assert (answer.json["ledger"], answer.json["ruleset"]) == ("T-1", None)
    assert client.get("/v1/tournaments/2").status_code == 404
    assert "There is no tournament 2." in client.get("/v1/tournaments/2").json["detail"]
    assert [each["id"] for each in client.get("/v1/ledgers").json["ledgers"]] == [2]


def test_a_key_of_another_room_neither_sends_nor_sees_it(app, client):
    send(client, FIRST)
    store = app.extensions["auditor"].store
    key = keys.make(store, NewKey("room", "Dana", rooms=("WA-0500",)))[1]
    app.config[OPEN] = False
    headers = {"Authorization": f"Bearer {key}"}
    sent = client.post("/v1/tournaments", data=FIRST + b"\n", content_type=NDJSON, headers=headers)
    assert (sent.status_code, "this key is not for that room" in sent.json["detail"]) == (403, True)
    assert client.get("/v1/tournaments", headers=headers).json["tournaments"] == []
    assert client.get("/v1/tournaments/1", headers=headers).status_code == 404


def test_damaged_bytes_are_named_and_put_back_by_the_same_file(app, client):
    send(client, FIRST)
    store = app.extensions["auditor"].store
    with unprotected(store.connections.db) as db:
        db.execute("UPDATE event_files SET body = x'00'")
    assert client.get("/v1/tournaments/1/file").status_code == 500
    faults = [
        fault
        for each in examine(store.folder / FILE).checks
        if each.check == "events"
        for fault in each.faults
    ]
    assert [fault.row for fault in faults] == [digest(FIRST)]
    assert send(client, FIRST).status_code == 200
    assert client.get("/v1/tournaments/1/file").data == FIRST


def test_the_register_has_an_entry_of_each_file(app, client):
    send(client, FIRST)
    db = app.extensions["auditor"].store.connections.db
    (record,) = db.execute("SELECT record FROM register WHERE kind = 'event.accepted'").fetchone()
    assert f'"sha256":"{digest(FIRST)}"' in record
    assert '"event":"tournament"' in record
