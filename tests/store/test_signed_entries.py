"""Entries count as far as the register's key signed them: what somebody sees who has the store's file and not the key."""

from contextlib import closing

import pytest
from msgspec.structs import replace

from auditor.access.one_time_codes import digest
from auditor.doctor import verify_register
from auditor.doctor.register_examined import register as register_faults
from auditor.facts.canonical_record import to_record
from auditor.facts.kinds.facts_of_log import EngineChanged
from auditor.register import register_checkpoints, tree
from auditor.register.register_entries import NONCE_BYTES, leaf
from auditor.store import Store, connections_of
from auditor.store.connection import StoreError
from auditor.store.fact_log import enter_fact
from auditor.store.register_head import FILE as HEAD_FILE
from auditor.store.register_head import read_head
from auditor.store.register_key import load
from auditor.store.sign_ins import GivenFactor, SignInRecord
from auditor.store.store import FILE
from tests import altered_stores
from tests.http.filing import TERMS
from tests.http.kit import NDJSON, hand_line, log
from tests.services import application, unprotected
from tests.store.test_doctor import alter, sound

__all__ = ["sound"]  # a folder whose store has a row in every table

AT = "2026-03-15T08:00:00.000000Z"


@pytest.fixture
def data(sound, tmp_path):
    altered_stores.copied(sound, tmp_path / "data")
    (tmp_path / "data").chmod(0o700)
    return tmp_path / "data"


def faults(folder):
    return [(each.table, each.row, each.found) for each in verify_register(folder / FILE).faults]


def last(folder):
    """The last checkpoint."""
    with altered_stores.altering(folder) as db:
        (note,) = db.execute("SELECT note FROM checkpoints ORDER BY id DESC LIMIT 1").fetchone()
    return register_checkpoints.seen(note.encode(), load(folder).verifier).checkpoint


def entries(folder):
    """Records of the register."""
    with altered_stores.altering(folder) as db:
        return [record for (record,) in db.execute("SELECT record FROM register ORDER BY entry")]


def upload(client, session):
    return client.post("/v1/sessions", data=log(hand_line(1), session=session), content_type=NDJSON)


def test_entries_that_the_key_did_not_sign_are_not_written_over(data):
    with altered_stores.altering(data) as db:
        enter_fact(db, EngineChanged(at=AT, number=9, version="9", library="a" * 64))
        db.conn.commit()
    size = last(data).size
    with closing(Store(data)) as store, pytest.raises(StoreError) as refused:
        store.keys.revoke("aaaaaaaa", AT)
    assert str(refused.value).startswith(
        f"The register has {size + 1:,} entries, and its key signed {size:,}: this program did not enter the others"
    )
    assert last(data).size == size


def test_an_entry_that_was_exchanged_is_in_no_later_signature(data):
    with altered_stores.altering(data) as db:
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
    checkpoint = last(data)
    assert checkpoint.root == tree.root([*right, *new[len(right) :]])
    assert ("register", "0") in [(table, row) for table, row, _ in faults(data)]


def test_without_its_checkpoints_a_store_is_not_taken_for_a_new_one(data):
    with altered_stores.altering(data) as db:
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


FORGED = to_record(EngineChanged(at=AT, number=9, version="9", library="a" * 64)).decode()
NONCE = b"n" * NONCE_BYTES
COLUMNS = f"x'{NONCE.hex()}', '{FORGED}', x'{leaf(NONCE, FORGED.encode()).hex()}'"
TRIGGERS = {  # that somebody makes who has the file: the next transaction would sign what they do
    "adds an entry": (
        "AFTER INSERT ON register WHEN NEW.record != OLD_RECORD BEGIN INSERT INTO register (entry, nonce, record, leaf) "
        f"VALUES (NEW.entry + 1, {COLUMNS}); END"
    ).replace("OLD_RECORD", f"'{FORGED}'"),
    "alters the entry": (
        f"AFTER INSERT ON register BEGIN UPDATE register SET (nonce, record, leaf) = ({COLUMNS}) WHERE entry = NEW.entry; END"
    ),
    "removes the entry": "AFTER INSERT ON register BEGIN DELETE FROM register WHERE entry = NEW.entry; END",
    "takes no entry": "BEFORE INSERT ON register BEGIN SELECT RAISE(IGNORE); END",
}


@pytest.mark.of_the_file
@pytest.mark.parametrize("what", TRIGGERS)
def test_a_trigger_gets_nothing_signed(data, what):
    before, records = last(data), entries(data)
    with altered_stores.altering(data) as db:
        db.execute(f"CREATE TRIGGER quiet {TRIGGERS[what]}")
        db.conn.commit()
    with application(data) as app:
        client = app.test_client()
        kept = upload(client, "S-kept")
        assert (kept.status_code, kept.json["kept"]) == (202, True)
        refused = client.put("/v1/rooms/WA-0999", json=TERMS)
        assert (refused.status_code, refused.json["type"].rpartition(":")[2]) == (503, "record-damaged")
    assert (last(data), entries(data)) == (before, records)
    with altered_stores.altering(data) as db:
        db.execute("DROP TRIGGER quiet")
        db.conn.commit()
    with closing(Store(data)) as store:
        store.keys.revoke("aaaaaaaa", AT)
    assert (last(data).size, len(entries(data))) == (before.size + 1, len(records) + 1)
    assert FORGED not in entries(data)
    assert faults(data) == []


# --- the last signature, beside the key -------------------------------------------------------------------------------


def test_the_last_signature_is_kept_beside_the_key_for_its_owner_alone(data):
    with application(data) as app:
        assert upload(app.test_client(), "S-new").status_code == 201
    head, checkpoint = read_head(data), last(data)
    assert (head.key, head.checkpoint, checkpoint.further) == (load(data).verifier, checkpoint, ())
    assert (data / HEAD_FILE).stat().st_mode & 0o777 == 0o600


def test_what_is_signed_while_the_register_is_verified_is_no_fault(data):
    with closing(connections_of.connections_of(data, read_only=True)) as seen, application(data) as app:
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
    with altered_stores.altering(data) as db:
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
            with unprotected(db, references=False):
                db.execute(f"UPDATE sign_ins SET {column} = ? WHERE token = ?", [value, digest("renewed")])
                assert store.sign_ins.get(digest("renewed")) is None, column
                db.execute(f"UPDATE sign_ins SET {column} = ? WHERE token = ?", [before, digest("renewed")])
        assert store.sign_ins.get(digest("renewed")) is not None
