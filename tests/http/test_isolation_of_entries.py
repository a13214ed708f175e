"""Entries of the register: shown to who may see all their rooms; and without nonce or salt nothing is guessed of them."""

import hashlib
import json

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.facts.salted_parts import part_body, part_digest
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.services import application

ONE, OTHER = "WA-0417", "WA-0500"


def filled(client):
    """A log of each of two rooms, and an audit of both."""
    for room in (ONE, OTHER):
        put_room(client, room)
        assert (
            client.post("/v1/sessions", data=log(hand_line(1), room=room), content_type=NDJSON).status_code
            == 201
        )
    assert client.post("/v1/audits", json={"sessions": [1, 2]}).json["state"] == "finished"
    client.post("/v1/sessions", data=b"no log", content_type=NDJSON)


@pytest.fixture
def served(tmp_path):
    with application(tmp_path / "data", filled=filled) as app:
        yield app


@pytest.fixture
def store(served):
    return served.extensions["auditor"].store


def shown(served, store, *rooms):
    """Entries that a key for some rooms is shown."""
    _, text = keys.make(store, NewKey("compliance", "Mara", rooms=rooms))
    served.config["AUDITOR_OPEN"] = False
    client, headers = served.test_client(), {"Authorization": f"Bearer {text}"}
    answers = {
        entry: client.get(f"/v1/register/entries/{entry}", headers=headers)
        for entry in range(store.register.size())
    }
    assert {each.status_code for each in answers.values()} <= {200, 404}
    return {entry for entry, each in answers.items() if each.status_code == 200}


def rooms_of(store):
    """Rooms of each entry."""
    rows = store.connections.db.execute("SELECT entry, record FROM register").fetchall()
    return {entry: set(json.loads(record).get("rooms", ())) for entry, record in rows}


@pytest.mark.parametrize("rooms", [(ONE,), (OTHER,), (ONE, OTHER), ("WA-0600",)])
def test_an_entry_is_shown_to_who_may_see_all_its_rooms(served, store, rooms):
    """One of the service, such as a key that was made or a file that is no log, is for those who see every room."""
    of = rooms_of(store)
    assert {frozenset(each) for each in of.values()} == {
        frozenset(), frozenset({ONE}), frozenset({OTHER}), frozenset({ONE, OTHER}),
    }  # fmt: skip
    assert shown(served, store, *rooms) == {
        entry for entry, each in of.items() if each and each <= set(rooms)
    }


def test_tiles_say_nothing_of_a_record_that_somebody_guesses(served, store):
    """The record of a fact may be guessed whole: what is public has 32 random bytes in it."""
    client = served.test_client()
    size = store.register.size()
    bundle = client.get(f"/v1/register/tile/entries/000.p/{size}").data
    tile = client.get(f"/v1/register/tile/0/000.p/{size}").data
    rows = store.connections.db.execute("SELECT nonce, record FROM register").fetchall()
    assert len({nonce for nonce, _ in rows}) == size
    for nonce, record in rows:
        guessed = record.encode()
        whole = hashlib.sha256(nonce + guessed).digest()
        assert whole in bundle
        for of in (guessed, bytes(32) + guessed, guessed + bytes(32)):
            plain = hashlib.sha256(of).digest()
            assert plain not in bundle
            assert hashlib.sha256(b"\0" + plain).digest() not in tile
        assert nonce not in bundle


def test_a_part_is_not_guessed_from_its_digest_once_its_salt_is_gone(store):
    """The digest stays in the record of the fact, which some are shown."""
    digest, salt, body = store.connections.db.execute("SELECT digest, salt, body FROM fact_parts").fetchone()
    assert part_digest(salt, body) == digest
    assert len(salt) == 32
    (record,) = store.connections.db.execute(
        "SELECT record FROM register WHERE record LIKE ?", [f"%{digest}%"]
    ).fetchone()
    for guess in (body, part_body(json.loads(body)), bytes(32) + body):
        assert hashlib.sha256(guess).hexdigest() != digest
    assert salt.hex() not in record
    assert body.decode() not in record
