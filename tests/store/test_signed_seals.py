"""Seals count as far as the register's key signed them: what somebody sees who has the store's file and not the key."""

import json
import shutil
from contextlib import closing

import pytest
from msgspec.structs import replace
from sqlite_utils import Database

from auditor.access.one_time_codes import digest
from auditor.doctor import examine, verify_register
from auditor.doctor.register_examined import register as register_faults
from auditor.facts.kinds.facts_of_log import EngineChanged
from auditor.register import register_checkpoints, tree
from auditor.register.register_seals import SealHead, stated_seals
from auditor.store import Store
from auditor.store.connection import Connections, StoreError
from auditor.store.fact_log import enter_fact
from auditor.store.legacy.stored_seals import seal
from auditor.store.register_head import FILE as HEAD_FILE
from auditor.store.register_head import read_head
from auditor.store.register_key import load
from auditor.store.sign_ins import GivenFactor, SignInRecord
from auditor.store.store import FILE
from tests.http.kit import NDJSON, hand_line, log
from tests.services import application
from tests.store.test_doctor import alter, sound

__all__ = ["sound"]  # a folder whose store has a row in every table

AT = "2026-03-15T08:00:00.000000Z"
_FORGED = "UPDATE rooms SET terms = replace(terms, 'Los_Angeles', 'Denver') WHERE id = 'WA-0417'"


@pytest.fixture
def data(sound, tmp_path):
    shutil.copytree(sound, tmp_path / "data")
    (tmp_path / "data").chmod(0o700)
    return tmp_path / "data"


def raw(folder):
    """The store's file as any SQLite program opens it, without the triggers."""
    db = Database(folder / FILE)
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        db.execute(f"DROP TRIGGER {name}")
    return db


def forged(folder, sql, *seals):
    """Alter rows and append a seal for each as the program does, with a chain that fits."""
    with closing(raw(folder)) as db:
        assert db.execute(sql).rowcount, sql
        for subject, *key in seals:
            seal(db, subject, *key)
        db.conn.commit()


def faults(folder):
    return [(each.table, each.row, each.found) for each in verify_register(folder / FILE).faults]


def last(folder):
    """The last checkpoint, its seals, and those that the store ends with."""
    with closing(Database(folder / FILE)) as db:
        (note,) = db.execute("SELECT note FROM checkpoints ORDER BY id DESC LIMIT 1").fetchone()
        ends = db.execute("SELECT id, chain FROM seals ORDER BY id DESC LIMIT 1").fetchone() or (0, "")
    found = register_checkpoints.seen(note.encode(), load(folder).verifier).checkpoint
    return found, stated_seals(found), SealHead(*ends)


def upload(client, session):
    return client.post("/v1/sessions", data=log(hand_line(1), session=session), content_type=NDJSON)


def test_a_store_is_sound_and_its_last_checkpoint_states_its_last_seal(data):
    checkpoint, stated, ends = last(data)
    assert stated == ends
    assert checkpoint.further == (ends.line,)
    assert faults(data) == []


def test_a_forged_row_with_a_seal_of_its_own_is_served_to_nobody(data):
    forged(data, _FORGED, ("rooms", "WA-0417"))
    _, stated, ends = last(data)
    assert ends.number == stated.number + 1
    with application(data) as app:
        answer = app.test_client().get("/v1/rooms/WA-0417")
        assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (503, "record-damaged")
        assert app.test_client().get("/v1/sessions/1").status_code == 200  # nothing of it was altered
    assert faults(data)[-1] == ("seals", f"{ends.number}", 'one of rooms ["WA-0417"]')
    found = {each.check: each.faults for each in examine(data / FILE).checks}
    assert ("seals", f"{ends.number}") in [(each.table, each.row) for each in found["register"]]


def test_no_later_signature_covers_a_forged_seal(data):
    forged(data, _FORGED, ("rooms", "WA-0417"))
    _, before, forgery = last(data)
    with application(data) as app:
        assert upload(app.test_client(), "S-after").status_code == 201
        reasons = app.test_client().get("/healthz").json["reasons"]
        (reason,) = [each["reason"] for each in reasons if each["part"] == "register"]
        assert f"signed seal {before.number:,}" in reason
        assert "somebody else sealed rows" in reason
    checkpoint, after, ends = last(data)
    assert (after, ends) == (before, forgery)
    with closing(Database(data / FILE)) as db:
        (record,) = db.execute("SELECT record FROM register ORDER BY entry DESC LIMIT 1").fetchone()
    assert json.loads(record)["kind"] == "upload.accepted"
    assert ("seals", f"{forgery.number}", 'one of rooms ["WA-0417"]') in faults(data)
    assert (
        checkpoint.size == read_head(data).checkpoint.size + 1
    )  # the head stays: the next start finds the same


def test_a_key_that_somebody_wrote_into_the_store_opens_nothing(data):
    forged(
        data,
        "INSERT INTO keys (id, secret_sha256, role, name, rooms, authority, made_at, made_by, expires_at, person) "
        f"SELECT 'mallory2', '{'a' * 64}', 'regulator', 'Mallory', NULL, authority, made_at, made_by, '2999-01-01T00:00:00Z', 1 "
        "FROM keys LIMIT 1",
        ("keys", "mallory2"),
    )
    with closing(Store(data)) as store:
        assert not store.keys.is_whole("mallory2")
        (other,) = [each.id for each in store.keys.all() if each.name == "Ann"]
        assert store.keys.is_whole(other)


def test_entries_that_the_key_did_not_sign_are_not_written_over(data):
    with closing(raw(data)) as db:
        enter_fact(db, EngineChanged(at=AT, number=9, version="9", library="a" * 64))
        db.conn.commit()
    size = last(data)[0].size
    with closing(Store(data)) as store, pytest.raises(StoreError) as refused:
        store.keys.revoke("aaaaaaaa", AT)
    assert str(refused.value).startswith(
        f"The register has {size + 1:,} entries, and its key signed {size:,}: this program did not enter the others"
    )
    assert last(data)[0].size == size


def test_an_entry_that_was_exchanged_is_in_no_later_signature(data):
    with closing(raw(data)) as db:
        db.execute(
            "UPDATE register SET leaf = randomblob(32) WHERE entry = (SELECT max(entry) FROM register)"
        )
        db.conn.commit()
    with closing(Store(data)) as store, pytest.raises(StoreError, match="are not those that were signed"):
        store.keys.revoke("aaaaaaaa", AT)


def test_a_process_carries_the_tree_on_from_what_it_signed(data):
    """An older entry is altered while the service runs: what is signed next has the root of the right entries."""
    with closing(Store(data)) as store:
        read = "SELECT leaf FROM register ORDER BY entry"
        store.keys.revoke("aaaaaaaa", AT)
        right = [bytes(leaf) for (leaf,) in store.connections.db.execute(read)]
        alter(data, "UPDATE register SET leaf = zeroblob(32) WHERE entry = 0")
        other = store.people.all()[0].key.id
        store.keys.revoke(other, AT)
        new = [bytes(leaf) for (leaf,) in store.connections.db.execute(read)]
    checkpoint, _, _ = last(data)
    assert checkpoint.root == tree.root([*right, *new[len(right) :]])
    assert ("register", "0") in [(table, row) for table, row, _ in faults(data)]


def test_without_its_checkpoints_a_store_is_not_taken_for_a_new_one(data):
    with closing(raw(data)) as db:
        db.execute("DELETE FROM cosignatures")
        db.execute("DELETE FROM checkpoints")
        db.conn.commit()
    with application(data) as app:
        client = app.test_client()
        assert client.get("/v1/rooms/WA-0417").status_code == 503
        reasons = [
            each["reason"] for each in client.get("/healthz").json["reasons"] if each["part"] == "register"
        ]
        assert reasons[0].startswith("The register has no checkpoint, and size ")


def test_a_checkpoint_without_seals_does_not_take_the_place_of_one_with_them(data):
    """Somebody puts back what the program signed before it signed seals: the line is on record beside the key."""
    key = load(data)
    checkpoint, stated, _ = last(data)
    early = register_checkpoints.signed(
        register_checkpoints.Checkpoint(key.name, checkpoint.size, checkpoint.root), key
    )
    forged(data, _FORGED, ("rooms", "WA-0417"))
    with closing(raw(data)) as db:
        db.execute("DELETE FROM cosignatures")
        db.execute("DELETE FROM checkpoints")
        db.execute(
            "INSERT INTO checkpoints (size, note) VALUES (?, ?)", [checkpoint.size, bytes(early).decode()]
        )
        db.conn.commit()
    assert ("seals", f"{stated.number + 1}", 'one of rooms ["WA-0417"]') in faults(data)
    with application(data) as app:
        assert app.test_client().get("/v1/rooms/WA-0417").status_code == 503
    assert last(data)[1] == stated


# --- the last signature, beside the key -------------------------------------------------------------------------------


def test_the_last_signature_is_kept_beside_the_key_for_its_owner_alone(data):
    with application(data) as app:
        assert upload(app.test_client(), "S-new").status_code == 201
    head, (checkpoint, stated, _) = read_head(data), last(data)
    assert (head.key, head.checkpoint, head.seals) == (load(data).verifier, checkpoint, stated)
    assert (data / HEAD_FILE).stat().st_mode & 0o777 == 0o600


def test_what_is_signed_while_the_register_is_verified_is_no_fault(data):
    with closing(Connections(data / FILE, read_only=True)) as seen, application(data) as app:
        faults = register_faults(seen)
        with seen.reading() as db:
            (entries,) = db.execute("SELECT count(*) FROM register").fetchone()
            assert upload(app.test_client(), "S-meanwhile").status_code == 201
            assert read_head(data).checkpoint.size > entries
            assert list(faults) == []


def trouble(folder):
    with application(folder) as app:
        reasons = app.test_client().get("/healthz").json["reasons"]
        return [each["reason"] for each in reasons if each["part"] == "register"]


def test_a_head_that_is_none_is_named(data):
    (data / HEAD_FILE).write_text("nonsense\n")
    (words,) = trouble(data)
    assert words.startswith(f"{data / HEAD_FILE} is not the last signature of a register")
    assert (data / HEAD_FILE).read_text() == "nonsense\n"


# --- sign-ins ---------------------------------------------------------------------------------------------------------


def test_a_sign_in_that_somebody_wrote_into_the_store_opens_nothing(data):
    columns = "token, person, made_at, seen_at, ends_at, factor_at, address, client"
    values = [digest("mine"), 1, AT, AT, "2999-01-01T00:00:00Z", AT, "127.0.0.1", "browser"]
    with closing(raw(data)) as db:
        db.execute(
            f"INSERT INTO sign_ins ({columns}, code) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", [*values, "0" * 64]
        )
        db.conn.commit()
    with closing(Store(data)) as store:
        assert store.sign_ins.get(digest("mine")) is None
        assert store.sign_ins.of(1) == []


def test_a_sign_in_counts_until_a_value_of_it_is_altered(data):
    with closing(Store(data)) as store:
        (person,) = store.people.all()
        new = SignInRecord(
            0, digest("mine"), person.id, AT, AT, "2999-01-01T00:00:00Z", None, "127.0.0.1", "browser"
        )
        way = store.people.credentials(person.id)
        assert store.sign_ins.add(new, 9, way.way)
        assert store.sign_ins.get(new.token).person == person.id
        store.sign_ins.note_use(new.token, "2026-03-15T09:00:00.000000Z", "2026-03-15T08:30:00.000000Z")
        assert store.sign_ins.get(new.token).seen_at == "2026-03-15T09:00:00.000000Z"
        way = replace(way, totp="o" * 9, totp_since=AT)
        store.people.change(person.id, lambda *_: way, AT)
        assert store.sign_ins.renew(
            new.token, digest("renewed"), GivenFactor(person.key.id, "authenticator", AT)
        )
        assert (store.sign_ins.get(new.token), store.sign_ins.get(digest("renewed")).factor_at) == (None, AT)
        for column, value in (
            ("ends_at", "2999-12-31T00:00:00Z"),
            ("factor_at", None),
            ("person", 2),
            ("seen_at", "2998"),
        ):
            db = store.connections.db
            (before,) = db.execute(
                f"SELECT {column} FROM sign_ins WHERE token = ?", [digest("renewed")]
            ).fetchone()
            db.execute("PRAGMA foreign_keys = OFF")
            db.execute(f"UPDATE sign_ins SET {column} = ? WHERE token = ?", [value, digest("renewed")])
            assert store.sign_ins.get(digest("renewed")) is None, column
            db.execute(f"UPDATE sign_ins SET {column} = ? WHERE token = ?", [before, digest("renewed")])
        assert store.sign_ins.get(digest("renewed")) is not None
