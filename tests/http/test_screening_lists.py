"""Nights of a room: the lists as they were kept, with their digests, by the API and the command line."""

import gzip
import hashlib
import json

import pytest

from auditor.doctor import examine
from auditor.retention import purge
from auditor.store.store import FILE
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import NDJSON
from tests.http.past import planned
from tests.http.test_screening import ROOM, results, send
from tests.rules.screening.screened import logs_of
from tests.services import application, listening, unprotected

FIRST, SECOND = "2026-03-20T09:00:00.000000Z", "2026-03-21T09:00:00.000000Z"


def screened(folder):
    """A store with two nights: voids of a player's losses, then winners ruled dead too."""
    with application(folder) as app:
        client, service = app.test_client(), app.extensions["auditor"]
        put_room(client)
        send(client, "voids-of-losses")
        service.screening.list_night(ROOM, FIRST)
        send(client, "dead-winners")
        service.screening.list_night(ROOM, SECOND)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return screened(tmp_path_factory.mktemp("nights") / "data")


@pytest.fixture
def client(folder):
    with application(folder) as app:
        yield app.test_client()


def nights(client, **query):
    answer = client.get("/v1/screening/lists", query_string={"room": ROOM, **query})
    assert answer.status_code == 200, answer.json
    return answer.json


def test_the_nights_of_a_room_are_listed_with_their_entry_in_the_register(client):
    found = nights(client)
    assert [(each["at"], each["alarms"]) for each in found["lists"]] == [(SECOND, 3), (FIRST, 2)]
    assert found["pagination"]["total"] == 2
    entry = client.get(f"/v1/register/entries/{found['lists'][1]['entry']}").json
    assert found["lists"][1]["sha256"] in json.dumps(entry)
    (second,) = nights(client, page=2, page_size=1)["lists"]
    assert second["at"] == FIRST


def test_a_night_is_given_byte_for_byte_as_it_was_listed(client):
    night = nights(client)["lists"][1]
    answer = client.get(f"/v1/screening/lists/{night['id']}")
    assert (answer.status_code, answer.mimetype) == (200, NDJSON)
    assert hashlib.sha256(answer.data).hexdigest() == night["sha256"] == answer.headers["ETag"].strip('"')
    lines = [json.loads(line) for line in answer.data.splitlines()]
    assert [(each["indicator"], each["unit"]) for each in lines] == [
        ("SCN006", {"player": "P1"}), ("SCN006", {"supervisor": "S", "player": "P1"}),
    ]  # fmt: skip
    assert lines == results(client, as_of=night["as_of"])
    again = client.get(
        f"/v1/screening/lists/{night['id']}", headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("address", ["/v1/screening/lists/99", "/v1/screening/lists/99?room=WA-0417"])
def test_a_night_that_is_not_there_is_refused_in_words(client, address):
    answer = client.get(address)
    assert answer.status_code in (404, 422)
    assert "99" in answer.json["detail"] or answer.status_code == 422


def test_the_command_line_prints_a_night_as_it_was_listed(folder, client):
    night = nights(client)["lists"][1]
    listed = client.get(f"/v1/screening/lists/{night['id']}").data.decode()
    with listening(folder) as url:
        programs = call("screen", ROOM, "--night", "2026-03-20", "--format", "json", "--url", url)
        people = call("screen", ROOM, "--night", "2026-03-20", "--url", url)
        early = call("screen", ROOM, "--night", "2026-03-19", "--url", url)
    assert programs.out == listed
    assert people.lines[:3] == [
        f"List {night['id']} of room {ROOM}, kept at 2026-03-20 09:00:00 UTC: entry {night['entry']} of the register",
        "  has its SHA-256.",
        f"SCN006 void-when-losing: player P1, room {ROOM}",
    ]
    assert (early.status, early.lines) == (0, [f"{ROOM}: no list was kept by 2026-03-19."])


def faults(store, check):
    """Rows that a check of the doctor finds faults in."""
    (found,) = [each for each in examine(store.folder / FILE).checks if each.check == check]
    return [(each.table, each.row) for each in found.faults]


def past(folder):
    """A store with a night of 2015 whose list names a player."""
    with application(folder) as app:
        client, service = app.test_client(), app.extensions["auditor"]
        put_room(client)
        for path in logs_of("voids-of-losses"):
            body = (
                gzip.decompress(path.read_bytes()).replace(b"2026-", b"2015-").replace(b'"P1"', b'"needle-1"')
            )
            assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
        made = service.screening.list_night(ROOM, "2099-01-01T00:00:00.000000Z")
        assert made.alarms == 2
        yield client, service.store, made


def test_a_list_is_purged_with_the_last_log_that_it_rests_on(tmp_path):
    for client, store, made in past(tmp_path / "data"):
        address = f"/v1/screening/lists/{made.id}"
        assert b"needle-1" in client.get(address).data
        assert [done.left for done in purge(store, planned(store), "Dana Reyes")] == [None]
        answer = client.get(address)
        assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (410, "result-purged")
        assert made.sha256 in answer.json["detail"]
        assert nights(client)["lists"][0]["sha256"] == made.sha256
        assert store.connections.db.execute("SELECT body FROM screening_lists").fetchone() == (b"",)
        assert faults(store, "results") == []


def test_a_list_stays_while_a_log_that_it_rests_on_does(tmp_path):
    for client, store, made in past(tmp_path / "data"):
        send(client, "dead-winners")  # it came before the list, which states a later time
        list(purge(store, planned(store), "Dana Reyes"))
        assert b"needle-1" in client.get(f"/v1/screening/lists/{made.id}").data


def test_a_list_that_is_empty_without_a_purge_is_a_fault(tmp_path):
    with application(screened(tmp_path / "data")) as app:
        store = app.extensions["auditor"].store
        with unprotected(store.connections.db) as db:
            db.execute("UPDATE screening_lists SET body = x'' WHERE id = 1")
        assert app.test_client().get("/v1/screening/lists/1").status_code == 500
        assert faults(store, "results") == [("screening_lists", "1")]
