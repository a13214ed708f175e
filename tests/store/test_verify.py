"""The register names what somebody altered who seals it all anew, as he can who has the store's file."""

import hashlib
import json

import pytest
from sqlite_utils.utils import sqlite3

from auditor.doctor import examine, verify_register
from auditor.doctor.register_examined import is_missing
from auditor.facts.canonical_record import to_record
from auditor.facts.tables import TABLES
from auditor.register import register_checkpoints, register_notes
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_entries import leaf
from auditor.store import Store
from auditor.store.connection import Connections
from auditor.store.fact_log import enter_fact
from auditor.store.register_head import RegisterHead, replace_head
from auditor.store.register_key import FILE as KEY_FILE
from auditor.store.register_key import UnusableKey, load
from auditor.store.store import FILE
from auditor.store.stored_fact_tables import MADE_BY_FACTS
from auditor.store.stored_keys import KeyRecord
from auditor.store.stored_register import append_record, recorded_facts, tree_of
from tests import altered_stores
from tests.cli.kit import call
from tests.facts.story import STORY
from tests.http.filing import approved, put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.rules.filed import controls
from tests.services import application, unprotected

KEY = KeyRecord(
    "aaaaaaaa", "0" * 64, "room", "Ann", True, ("WA-0417",), None, "2026-01-01T00:00:00Z", None, "2027-01-01T00:00:00Z"
)  # fmt: skip
RECORD = '{"at":"2026-01-01","kind":"controls.approved","of":3,"about":{},"key":null,"rooms":[],"seals":null}'


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A store with controls, logs and an audit: the engine as entry 0, entries 1 to 9, and a key as entry 10."""
    folder = tmp_path_factory.mktemp("verified") / "data"
    with application(folder) as app:
        client = app.test_client()
        put_room(client)  # 1
        approved(client, controls(1, "2026-01-01"))  # 2 to 4
        client.post(
            "/v1/sessions", data=log(hand_line(1, (0, 0, 0, 0)), hand_line(2)), content_type=NDJSON
        )  # 5
        client.post("/v1/sessions", data=b"no log", content_type=NDJSON)  # 6
        assert client.post("/v1/audits", json={"sessions": [1]}).json["counts"]["findings"]  # 7, 8
        client.post("/v1/holds", json={"room": "WA-0417", "reason": "case 12"})  # 9
        app.extensions["auditor"].store.keys.add(KEY)  # 10
    return folder


@pytest.fixture
def data(sound, tmp_path):
    """A copy of it, which a test may spoil."""
    altered_stores.copied(sound, tmp_path / "data")
    (tmp_path / "data").chmod(0o700)
    return tmp_path / "data"


OF_NO_ROW = next(to_record(fact).decode() for fact in STORY if fact.kind == "store.restored")


def alter(folder, *statements):
    store = Store(folder)
    with unprotected(store.connections.db) as db:
        for sql in statements:
            assert db.execute(sql).rowcount, sql
    store.close()


def found(folder):
    """(table, row) of each fault."""
    return [(each.table, each.row) for each in verify_register(folder / FILE).faults]


@pytest.mark.slow
def test_a_sound_register_is_verified_with_its_root(data):
    store = Store(data)
    root = store.register.tree().root().hex()
    store.close()
    verified = verify_register(data / FILE)
    assert (verified.size, verified.root, verified.faults) == (11, root, [])
    done = call("verify", "--register", "--data", data)
    key = str(load(data).verifier)
    assert (done.status, done.out) == (0, f"11 entries match. Root {root}\nSigned by {key}\n")
    as_json = json.loads(call("verify", "--register", "--data", data, "--format", "json").out)
    assert as_json == {
        "size": 11, "root": root, "key": key, "checkpoint": verified.checkpoint, "faults": [], "more": 0,
    }  # fmt: skip
    seen = register_checkpoints.seen(as_json["checkpoint"].encode(), register_notes.verifier(key)).checkpoint
    assert (seen.size, seen.root.hex()) == (11, root)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE audits SET counts = '{}'",
        "UPDATE audits SET finished_at = '2026-01-01T00:00:00Z'",
        "UPDATE rooms SET terms = replace(terms, 'Los_Angeles', 'Denver')",
        "UPDATE controls SET starts = '2020-01-01'",
        "UPDATE changes SET reference = 'letter 2' WHERE action = 'approved'",
        "DELETE FROM changes WHERE action = 'submitted'",
        "UPDATE filed SET filename = 'other.toml'",
        "UPDATE sessions SET hands = 1",
        "UPDATE evidence SET received_at = '2026-01-01T00:00:00Z'",
        "UPDATE evidence SET outcome = 'conflict' WHERE outcome = 'refused'",
        "UPDATE holds SET last_day = '2026-01-01'",
        "UPDATE keys SET rooms = NULL",
        "UPDATE keys SET secret_sha256 = replace(secret_sha256, '0', '1')",
    ],
)
def test_what_was_altered_is_named(data, sql):
    table = sql.removeprefix("DELETE FROM ").removeprefix("UPDATE ").split()[0]
    alter(data, sql)
    checks = {each.check for each in examine(data / FILE).checks if each.faults}
    assert "register" in checks
    assert found(data)[0][0] == table


def test_the_entry_of_an_altered_fact_is_named_with_what_was_entered(data):
    alter(data, "UPDATE changes SET reference = 'letter 2' WHERE action = 'approved'")
    done = call("verify", "--register", "--data", data)
    assert done.status == 1
    assert done.out == (
        "The first that does not match is changes 4.\n"
        "  changes 4: expected reference 'letter 1', as facts say; found 'letter 2'\n"
    )


def test_a_row_that_was_added_has_no_fact(data):
    alter(
        data,
        "INSERT INTO evidence (sha256, size, media_type, received_at, outcome, problem_count, body) "
        "VALUES (printf('%064d', 2), 1, 'text/plain', '', 'refused', 0, x'20')",
    )
    faults = verify_register(data / FILE).faults
    assert [(each.table, each.row, each.expected, each.found) for each in faults] == [
        ("evidence", f"{2:064}", "no such row", "a row that no fact makes")
    ]


def test_a_fact_that_was_removed_is_named_by_its_entry(data):
    alter(data, "DELETE FROM evidence WHERE outcome = 'refused'")
    fault, part = verify_register(data / FILE).faults
    assert (fault.table, fault.row, fault.found) == (
        "evidence",
        hashlib.sha256(b"no log").hexdigest(),
        "none",
    )
    assert (part.table, part.found) == ("fact_parts", "one that no row has")


def test_an_altered_record_does_not_fit_its_leaf(data):
    alter(data, "UPDATE register SET record = replace(record, 'letter 1', 'letter 9') WHERE entry = 4")
    rows = found(data)
    assert rows[0] == ("register", "4")
    assert ("changes", "4") in rows


def test_a_record_with_a_leaf_that_fits_does_not_fit_the_facts(data):
    nonce = bytes(32)
    hashed = leaf(nonce, RECORD.encode()).hex()
    alter(
        data,
        f"UPDATE register SET nonce = zeroblob(32), record = '{RECORD}', leaf = x'{hashed}' WHERE entry = 4",
    )
    assert ("changes", "4") in found(data)  # the approval has no entry any more


@pytest.mark.parametrize(
    ("entry", "fault"), [(0, ("register", "0")), (4, ("register", "4")), (10, ("keys", "aaaaaaaa"))]
)
def test_a_removed_entry_is_named(data, entry, fault):
    alter(data, f"DELETE FROM register WHERE entry = {entry}")
    assert fault in found(data)


def test_an_altered_tile_is_named(data):
    store = Store(data)
    with store.connections.writing() as db:
        for _ in range(300):
            append_record(db, OF_NO_ROW)
    store.close()
    assert found(data) == []
    alter(data, "UPDATE register_tiles SET root = zeroblob(32)")
    assert found(data) == [("register_tiles", "0/0")]
    alter(data, "DELETE FROM register_tiles")
    assert found(data) == [("register_tiles", "0/0")]


def beside(db, table):
    """Conditions of a table's rows, and what they have that facts do not make."""
    names = [name for (name,) in db.execute("SELECT name FROM pragma_table_info(?)", [table])]
    more = [name for name in names if name not in TABLES[table].columns]
    return [
        (
            " AND ".join(f"{name} = {row[name]!r}" for name in TABLES[table].key),
            {name: row[name] for name in more},
        )
        for row in (list(db.query(f"SELECT * FROM {table}")) if more else [])
    ]


def rewrite(folder, key=None):
    """What somebody does who rewrites the whole register over the rows as they are; signed, if he has a key.

    Whoever has the register's own key has what is kept beside it, too.
    """
    path = folder / KEY_FILE
    secret = path.read_text()
    store = Store(folder)
    store.connections.signing = None
    with unprotected(
        store.connections.db, references=False
    ) as db:  # other rows refer to those that are made anew
        kept = {table: beside(db, table) for table in MADE_BY_FACTS}
        records = [text for (text,) in db.execute("SELECT record FROM register ORDER BY entry").fetchall()]
        for table in ("register", "register_tiles", "checkpoints", *MADE_BY_FACTS):
            db.execute(f"DELETE FROM {table}")
        with store.connections.writing() as db:
            for fact in recorded_facts(text.replace("letter 1", "letter 2") for text in records):
                if fact is not None:
                    enter_fact(db, fact)
            for table, rows in kept.items():
                for where, values in rows:
                    sets = ", ".join(f"{name} = ?" for name in values)
                    db.execute(f"UPDATE {table} SET {sets} WHERE {where}", [*values.values()])
            if key:
                tree = tree_of(db)
                note = bytes(
                    register_checkpoints.signed(Checkpoint(key.name, tree.size, tree.root()), key)
                ).decode()
                db.execute("INSERT INTO checkpoints (size, note) VALUES (?, ?)", [tree.size, note])
    store.close()
    path.write_text(secret)
    if key and key.verifier == load(folder).verifier:
        replace_head(folder, RegisterHead.of(key.verifier, note))


@pytest.mark.slow
def test_a_register_that_was_rewritten_cannot_be_signed_without_the_key(data):
    alter(data, "UPDATE changes SET reference = 'letter 2' WHERE action = 'approved'")
    assert found(data) != []
    rewrite(data)
    assert found(data) == [("checkpoints", ""), ("checkpoints", "of register.head")]
    other = register_notes.new_signer(load(data).name, b"\x07" * 32)
    rewrite(data, other)
    fault, *_ = verify_register(data / FILE).faults
    assert (fault.table, fault.found) == ("checkpoints", "none that is right")
    assert fault.expected == f"the signature of {load(data).verifier}"
    assert "register" in {each.check for each in examine(data / FILE).checks if each.faults}


def test_a_register_that_was_rewritten_with_the_key_is_found_by_a_checkpoint_that_left(data, tmp_path):
    left = tmp_path / "left.txt"
    left.write_text(verify_register(data / FILE).checkpoint)
    verify = ("verify", "--register", "--data", data, "--checkpoint", left)
    assert call(*verify).status == 0
    alter(data, "UPDATE changes SET reference = 'letter 2' WHERE action = 'approved'")
    rewrite(data, load(data))
    assert found(data) == []  # by itself it is whole
    done = call(*verify)
    assert (done.status, done.lines[0]) == (1, f"The first that does not match is checkpoints {left}.")


def test_a_register_that_is_shorter_than_a_checkpoint_is_named(data, tmp_path):
    left = tmp_path / "left.txt"
    left.write_text(verify_register(data / FILE).checkpoint)
    alter(
        data,
        "DELETE FROM keys",
        "DELETE FROM register WHERE entry = 10",
        "DELETE FROM checkpoints WHERE size = 11",
    )
    done = call("verify", "--register", "--data", data, "--checkpoint", left)
    assert (done.status, f"checkpoints {left}: expected 11 entries; found 10" in done.out) == (1, True)


def test_a_checkpoint_of_another_register_is_refused(data, tmp_path):
    left = tmp_path / "left.txt"
    left.write_bytes(
        bytes(
            register_checkpoints.signed(
                Checkpoint("other", 1, bytes(32)), register_notes.new_signer("other", b"1" * 32)
            )
        )
    )
    done = call("verify", "--register", "--data", data, "--checkpoint", left)
    assert (done.status, "None of the known keys signed this" in done.err) == (2, True)
    done = call("verify", "--register", "--data", data, "--key", "nonsense")
    assert (done.status, "NAME+ID+KEY" in done.err) == (2, True)


def test_a_copy_of_the_store_is_verified_with_the_key_that_is_stated(data, tmp_path):
    copy = tmp_path / "copy"
    copy.mkdir()
    altered_stores.kept_aside(data, tmp_path / "aside")
    altered_stores.put_back(tmp_path / "aside", copy)
    done = call("verify", "--register", "--data", copy)
    assert (done.status, done.lines[1]) == (
        0,
        "No key is known, so that no signature was verified. State it with --key.",
    )
    key = str(load(data).verifier)
    assert call("verify", "--register", "--data", copy, "--key", key).lines[1] == f"Signed by {key}"
    other = str(register_notes.new_signer(load(data).name, b"1" * 32).verifier)
    assert call("verify", "--register", "--data", copy, "--key", other).status == 1


def test_an_altered_checkpoint_is_named(data):
    alter(data, "UPDATE checkpoints SET note = 'nonsense' WHERE id = 2")
    assert found(data) == [("checkpoints", "2")]
    alter(data, "UPDATE checkpoints SET note = (SELECT note FROM checkpoints WHERE id = 3) WHERE id = 2")
    assert found(data) == [("checkpoints", "2")]


# --- the key ----------------------------------------------------------------------------------------------------------


def test_the_key_is_made_once_for_its_owner_alone(tmp_path):
    Store(tmp_path / "data").close()
    path = tmp_path / "data" / KEY_FILE
    secret = path.read_text()
    assert (path.stat().st_mode & 0o777, secret.startswith("PRIVATE+KEY+cardroom-auditor.invalid/")) == (
        0o600,
        True,
    )
    Store(tmp_path / "data").close()
    assert path.read_text() == secret
    assert sorted(each.name for each in path.parent.iterdir() if each.name.startswith(".")) == []


def test_a_register_has_the_name_that_it_is_given(tmp_path, monkeypatch):
    monkeypatch.setenv("AUDITOR_REGISTER_NAME", "auditor.example.org/register")
    Store(tmp_path / "data").close()
    assert load(tmp_path / "data").name == "auditor.example.org/register"
    monkeypatch.setenv("AUDITOR_REGISTER_NAME", "two words")
    with pytest.raises(UnusableKey, match="AUDITOR_REGISTER_NAME: The name of a key has no spaces"):
        Store(tmp_path / "other")


@pytest.mark.of_the_file
def test_a_key_that_was_lost_is_followed_by_one_of_the_same_name(data):
    before = load(data)
    (data / KEY_FILE).unlink()
    Store(data).close()
    after = load(data)
    assert (after.name, after.seed == before.seed) == (before.name, False)
    # another key than the one that signed last, with which nothing is signed
    assert found(data) == [("checkpoints", "11"), ("register.head", "")]
    (data / "register.head").unlink()  # on purpose
    last = rows(data, "SELECT note FROM checkpoints ORDER BY id DESC LIMIT 1")[0][0]
    for _ in range(2):
        Store(data).close()
    assert found(data) == []
    sizes = [size for (size,) in rows(data, "SELECT size FROM checkpoints ORDER BY id")]
    assert sizes[-2:] == [11, 12]
    (record,) = rows(data, "SELECT record FROM register WHERE entry = 11")[0]
    root = register_checkpoints.seen(last.encode(), before.verifier).checkpoint.root.hex()
    name = f"{before.name}+{before.verifier.key_id.hex()}"
    said = {
        "kind": "log.key_replaced",
        "before": name,
        "after": f"{after.verifier}",
        "size": 11,
        "root": root,
    }
    assert said.items() <= json.loads(record).items()
    (note,) = examine(data / FILE).notes
    assert note.endswith(
        f"the register's key was replaced without a handover: {name} signed the first 11 entries, root {root}, and "
        f"{after.verifier} signs since."
    )


def rows(folder, sql):
    with altered_stores.altering(folder) as db:
        return db.execute(sql).fetchall()


def test_a_key_file_that_is_none_is_not_replaced(data):
    (data / KEY_FILE).write_text("nonsense")
    altered_stores.forget_keys(data)
    with pytest.raises(UnusableKey, match="is not the key of a register"):
        Store(data)
    assert (data / KEY_FILE).read_text() == "nonsense"
    done = call("keys", "list", "--data", data)
    assert (done.status, "is not the key of a register" in done.err) == (2, True)


def test_each_transaction_that_enters_something_ends_with_a_checkpoint(data):
    assert rows(data, "SELECT size FROM checkpoints ORDER BY id") == [(size,) for size in range(1, 12)]


def test_what_a_purge_and_a_repair_change_of_rows_is_no_fault(data):
    """Rows may change where a later fact says so; the doctor's own store has each of these."""
    body = log(hand_line(3), session="S-2")
    with application(data.parent / "other") as app:
        client = app.test_client()
        put_room(client)
        client.post("/v1/sessions", data=body, content_type=NDJSON)
        store = app.extensions["auditor"].store
        sha256 = hashlib.sha256(body).hexdigest()
        with unprotected(store.connections.db) as db:
            db.execute("UPDATE evidence SET body = x'00'")
        client.post("/v1/sessions", data=body, content_type=NDJSON)
        assert store.evidence.body(sha256) == body
        store.keys.add(KEY)
        store.keys.revoke(KEY.id, "2026-04-01T00:00:00Z")
        assert found(store.folder) == []


@pytest.mark.of_the_file
def test_a_folder_without_a_store_or_register_cannot_be_verified(data, tmp_path):
    done = call("verify", "--register", "--data", tmp_path)
    assert (done.status, "There is no store" in done.err) == (2, True)
    conn = sqlite3.connect(data / FILE)
    conn.execute("DROP TABLE register")
    conn.commit()
    conn.close()
    done = call("verify", "--register", "--data", data)
    assert (done.status, "has no register yet" in done.err) == (2, True)
    connections = Connections(data / FILE, read_only=True)
    assert is_missing(connections.db)
    connections.close()
