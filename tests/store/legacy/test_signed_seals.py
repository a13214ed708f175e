"""Seals of an earlier store count as far as the register's key signed them, until this version brings it up to date."""

from contextlib import closing

import pytest
from sqlite_utils import Database

from auditor.doctor import examine, verify_register
from auditor.errors import RecordDamaged
from auditor.register import register_checkpoints, register_notes
from auditor.register.register_seals import SealHead, stated_seals
from auditor.store import Store
from auditor.store.legacy.stored_seals import seal
from auditor.store.register_head import read_head
from auditor.store.register_key import load
from auditor.store.store import FILE
from tests.services import application
from tests.store.legacy.test_adopted_rooms import ROOM, alter, folder

__all__ = ["folder"]  # of the program before rooms were facts

_FORGED = f"UPDATE rooms SET terms = replace(terms, 'Los_Angeles', 'Denver') WHERE id = '{ROOM}'"


def sealed_again(folder):
    """Alter a room and append a seal as the program did, with a chain that fits; its number."""
    alter(folder, _FORGED)
    with closing(Database(folder / FILE)) as db:
        seal(db, "rooms", ROOM)
        db.conn.commit()
        return ends(db).number


def ends(db):
    return SealHead(*db.execute("SELECT id, chain FROM seals ORDER BY id DESC LIMIT 1").fetchone())


def last_note(folder):
    with closing(Database(folder / FILE)) as db:
        return db.execute("SELECT note FROM checkpoints ORDER BY id DESC LIMIT 1").fetchone()[0]


def stated(note):
    return stated_seals(register_checkpoints.read(register_notes.parse(note.encode()).text))


def test_the_checkpoint_of_before_states_the_last_seal_and_later_ones_state_none(folder):
    with closing(Database(folder / FILE)) as db:
        assert stated(last_note(folder)) == ends(db)
    Store(folder).close()
    assert stated(last_note(folder)) is None
    with closing(Database(folder / FILE)) as db:
        made = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    assert not made & {"seals", "seal_shapes"}
    assert examine(folder / FILE).sound


def test_a_seal_that_was_not_signed_is_named_before_the_store_is_brought_up_to_date(folder):
    number = sealed_again(folder)
    named = [(each.table, each.row, each.found) for each in verify_register(folder / FILE).faults]
    assert ("seals", f"{number}", f'one of rooms ["{ROOM}"]') in named


def test_a_forged_row_with_a_seal_of_its_own_gets_no_fact_and_is_served_to_nobody(folder):
    number = sealed_again(folder)
    signed = stated(last_note(folder)).number
    assert number == signed + 1
    head = read_head(folder)
    with application(folder) as app:
        client = app.test_client()
        answer = client.get(f"/v1/rooms/{ROOM}")
        assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (503, "record-damaged")
        (reason,) = [
            each["reason"] for each in client.get("/healthz").json["reasons"] if each["part"] == "register"
        ]
        assert f"signed seal {signed}, and the last one is seal {number}" in reason
        assert "somebody else sealed rows" in reason
    assert read_head(folder) == head  # it moves on with the next start
    assert ("rooms", ROOM) in [(each.table, each.row) for each in verify_register(folder / FILE).faults]


def without_stated_seals(folder):
    """Put back what the program signed before it signed seals."""
    key = load(folder)
    found = register_checkpoints.read(register_notes.parse(last_note(folder).encode()).text)
    early = register_checkpoints.signed(
        register_checkpoints.Checkpoint(key.name, found.size, found.root), key
    )
    with closing(Database(folder / FILE)) as db:
        db.execute("DELETE FROM cosignatures")
        db.execute("DELETE FROM checkpoints")
        db.execute("INSERT INTO checkpoints (size, note) VALUES (?, ?)", [found.size, bytes(early).decode()])
        db.conn.commit()


def test_a_checkpoint_without_seals_does_not_take_the_place_of_one_with_them(folder):
    """The signature beside the key has the line that somebody removed from the store."""
    number = sealed_again(folder)
    without_stated_seals(folder)
    named = [(each.table, each.row) for each in verify_register(folder / FILE).faults]
    assert ("seals", f"{number}") in named
    with application(folder) as app:
        assert app.test_client().get(f"/v1/rooms/{ROOM}").status_code == 503


def test_rows_of_a_store_whose_seals_were_removed_get_no_fact(folder):
    with closing(Database(folder / FILE)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("DELETE FROM seals")
        db.conn.commit()
    with closing(Store(folder)) as store:
        assert store.signing.trouble.startswith("The register's key signed seal ")
        with pytest.raises(RecordDamaged, match=f"What the store has of room {ROOM} is not what was written"):
            store.rooms.get(ROOM)
