"""Keys and accounts: somebody who has the store's file alters what facts make, or forges facts, and none is believed."""

from contextlib import closing

import pytest

from auditor.access import keys
from auditor.doctor import verify_register
from auditor.errors import RecordDamaged
from auditor.facts.kinds.facts_of_keys import KeyMade, KeyRevokedOnRecord, PersonReset
from auditor.register import register_checkpoints, register_notes
from auditor.register.register_checkpoints import Checkpoint
from auditor.store import Store
from auditor.store.connection import StoreError
from auditor.store.fact_log import enter_fact
from auditor.store.register_key import load
from auditor.store.store import FILE
from auditor.store.stored_register import tree_of
from tests import altered_stores
from tests.store.forging import copy_of_every_row, faults, spoil

AT = "2026-03-20T20:00:00.000000Z"
MALLORY = KeyMade(
    at=AT, id="mallory2", secret_sha256="a" * 64, role="regulator", name="Mallory", person=True,
    expires_at="2999-01-01T00:00:00Z",
)  # fmt: skip


@pytest.fixture
def data(tmp_path):
    return copy_of_every_row(tmp_path / "data")


@pytest.mark.parametrize(
    "fact",
    [MALLORY, KeyRevokedOnRecord(at=AT, id="aaaaaaaa"), PersonReset(at=AT, person=1, until="2999-01-01T00:00:00Z")],
    ids=lambda fact: fact.kind,
)  # fmt: skip
def test_a_forged_fact_with_what_it_makes_is_not_believed_and_nothing_is_written_over_it(data, fact):
    """It is entered as the program would, under the note that is there."""
    with altered_stores.altering(data) as db:
        number = enter_fact(db, fact)
        db.conn.commit()
    assert ("checkpoints", "") in faults(data)
    with closing(Store(data)) as store:
        assert not store.authority.is_as_facts_say("keys", "mallory2")
        assert store.keys.is_whole("aaaaaaaa") is not isinstance(fact, KeyRevokedOnRecord)
        with pytest.raises(StoreError, match=f"{number + 1:,} entries, and its key signed {number:,}"):
            store.keys.revoke("aaaaaaaa", AT)
    assert ("checkpoints", "") in faults(data)  # nobody signed it meanwhile


def test_a_forged_fact_under_the_note_of_another_key_is_not_believed(data):
    other = register_notes.new_signer(load(data).name, b"\x07" * 32)
    with altered_stores.altering(data) as db:
        enter_fact(db, MALLORY)
        tree = tree_of(db)
        found = Checkpoint(other.name, tree.size, tree.root())
        note = bytes(register_checkpoints.signed(found, other)).decode()
        db.execute("INSERT INTO checkpoints (size, note) VALUES (?, ?)", [tree.size, note])
        db.conn.commit()
    assert "checkpoints" in {table for table, _ in faults(data)}
    with closing(Store(data)) as store:
        with pytest.raises(RecordDamaged, match="its last checkpoint is not signed with its key"):
            store.keys.is_whole("mallory2")
        with pytest.raises(StoreError, match="is not signed with its key"):
            store.keys.revoke("aaaaaaaa", AT)


def test_an_altered_record_of_a_fact_stops_the_use_of_keys(data):
    spoil(
        data,
        'UPDATE register SET record = replace(record, \'"role":"room"\', \'"role":"regulator"\') '
        "WHERE kind = 'key.made' AND record LIKE '%aaaaaaaa%'",
    )
    with (
        closing(Store(data)) as store,
        pytest.raises(RecordDamaged, match="are not those that were signed"),
    ):
        store.keys.is_whole("aaaaaaaa")


def test_nothing_is_made_good_by_what_follows(data):
    """A key's role is altered; it has no successor then, and after its revocation its role is still named."""
    spoil(data, "UPDATE keys SET role = 'administrator', rooms = NULL WHERE id = 'aaaaaaaa'")
    with closing(Store(data)) as store:
        with pytest.raises(
            RecordDamaged, match="key aaaaaaaa is not what was written, so that it has no successor"
        ):
            keys.rotate(store, "aaaaaaaa")
        assert store.keys.revoke("aaaaaaaa", AT).revoked_at == AT
        assert not store.keys.is_whole("aaaaaaaa")
    found = {(each.row, each.found) for each in verify_register(data / FILE).faults}
    assert ("aaaaaaaa", "'administrator'") in found


def test_a_decision_on_a_row_that_no_fact_makes_is_refused(data):
    spoil(
        data,
        "INSERT INTO keys (id, secret_sha256, role, name, person, made_at, expires_at) VALUES ('mallory2', "
        f"'{'a' * 64}', 'regulator', 'Mallory', 1, '{AT}', '2999-01-01T00:00:00Z')",
    )
    with closing(Store(data)) as store:
        size = store.register.size()
        with pytest.raises(
            RecordDamaged, match="does not follow from those before it: keys has no row mallory2"
        ):
            store.keys.revoke("mallory2", AT)
        assert store.register.size() == size
        assert store.keys.is_whole("aaaaaaaa")


def test_a_store_whose_keys_were_removed_is_not_open_to_a_first_administrator(data):
    spoil(data, "DELETE FROM keys WHERE id = 'aaaaaaaa'")
    with altered_stores.altering(data) as db:
        db.execute("DELETE FROM keys")
        db.conn.commit()
    with closing(Store(data)) as store:
        assert keys.make_first(store) is None
        with pytest.raises(keys.KeyNotPossible, match="has keys, and is not served without them"):
            keys.must_have_none(store)
