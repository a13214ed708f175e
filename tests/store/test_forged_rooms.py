"""Rooms and controls: somebody who has the store's file alters what facts make, and no rule, right or decision rests on it."""

import json
import threading
from contextlib import closing

import pytest

from auditor.approval import Approval
from auditor.errors import RecordDamaged
from auditor.facts.kinds.facts_of_rooms import ControlsApproved, RoomTermsSet
from auditor.filing import Filing
from auditor.registry import Registry, known
from auditor.room_terms import RoomTerms
from auditor.rooms import Rooms
from auditor.store import Store
from auditor.store.connection import StoreError
from auditor.store.fact_log import enter_fact
from auditor.store.rows import NewFile
from rules.controls.library import library
from tests import altered_stores
from tests.rules.filed import controls
from tests.services import empty_store
from tests.store.forging import faults, spoil
from tests.store.rooms_of_every_kind import AT, OTHER, ROOM, RULESET, TERMS, fill

DENIED, SUBMITTED, DRAFT = 2, 3, 4
_OF_ROOM = {"room": ROOM, "rooms": (ROOM,), "at": AT}


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rooms") / "data"
    empty_store(folder)
    with closing(Store(folder)) as store:
        fill(store)
    return folder


@pytest.fixture
def data(sound, tmp_path):
    altered_stores.copied(sound, tmp_path / "data")
    (tmp_path / "data").chmod(0o700)
    return tmp_path / "data"


class Desk:
    """What reads rooms and controls and decides about them, over one store."""

    def __init__(self, data):
        self.store = Store(data)
        registry = Registry(self.store, library())
        self.rooms = Rooms(self.store, registry)
        self.terms = RoomTerms(self.store, self.rooms)
        self.filing, self.approval = Filing(self.store, registry, self.rooms), Approval(self.store, registry)

    def damaged(self):
        return known(self.store, self.store.changes.latest()).damaged

    def close(self):
        self.store.close()


@pytest.fixture
def desk(data):
    with closing(Desk(data)) as made:
        assert made.damaged() == {}
        yield made


def is_refused(desk, act, words):
    """Whether something is refused as altered, with no entry of it."""
    before = desk.store.register.size()
    with pytest.raises(RecordDamaged, match=words):
        act()
    return desk.store.register.size() == before


def test_a_denied_revision_made_approved_is_in_force_nowhere(desk, data):
    spoil(data, f"UPDATE controls SET standing = 'approved' WHERE revision = {DENIED}")
    assert desk.damaged() == {ROOM: f"control {RULESET} 2 is not what was written"}
    for read in (
        lambda: desk.store.controls.get(RULESET, DENIED),
        lambda: desk.store.controls.of_room(ROOM, RULESET),
        lambda: desk.store.controls.of_standing("approved"),
    ):
        with pytest.raises(RecordDamaged, match=f"revision {RULESET} 2 is not what was written"):
            read()
    assert faults(data) == {("controls", f"{RULESET}, 2")}


def test_a_denied_revision_made_submitted_is_not_approved(desk, data):
    shown = desk.store.controls.get(RULESET, DENIED)
    spoil(data, f"UPDATE controls SET standing = 'submitted' WHERE revision = {DENIED}")
    words = f"revision {RULESET} 2 is not what was written"
    assert is_refused(desk, lambda: desk.approval.approve(shown, "Agent 12", "letter 9", None, {}), words)
    assert is_refused(desk, lambda: desk.approval.withdraw(shown, "Dana", None), words)
    assert faults(data) == {("controls", f"{RULESET}, 2")}


@pytest.mark.parametrize("column", ["source", "document", "digest", "starts", "title", "room", "change"])
def test_no_step_is_taken_on_a_revision_with_an_altered_column(desk, data, column):
    """Nor is the alteration made good by a step that does not state the column."""
    shown = desk.store.controls.get(RULESET, SUBMITTED)
    other = "7" if column == "change" else f"'{OTHER}'"
    spoil(data, f"UPDATE controls SET {column} = {other} WHERE revision = {SUBMITTED}")
    assert is_refused(
        desk, lambda: desk.approval.approve(shown, "Agent 12", "letter 9", None, {}), "is not what was"
    )
    assert faults(data) == {("controls", f"{RULESET}, 3")}


def test_a_revision_that_no_fact_makes_is_neither_given_nor_decided(desk, data):
    shown = desk.store.controls.get(RULESET, SUBMITTED)
    spoil(data, f"""INSERT INTO controls SELECT ruleset, 9, room, standing, source, document, digest, starts, title, change, fact
                    FROM controls WHERE revision = {SUBMITTED}""")  # fmt: skip
    forged = type(shown)(**{name: getattr(shown, name) for name in shown.__struct_fields__} | {"revision": 9})
    words = f"revision {RULESET} 9 is not what was written"
    assert is_refused(desk, lambda: desk.approval.approve(forged, "Agent 12", "letter 9", None, {}), words)
    assert is_refused(desk, lambda: desk.store.controls.get(RULESET, 9), words)
    assert faults(data) == {("controls", f"{RULESET}, 9")}


def test_a_removed_revision_is_not_filed_again_over(desk, data):
    shown = desk.store.controls.get(RULESET, DENIED)
    spoil(data, f"DELETE FROM controls WHERE revision = {DENIED}")
    file = NewFile(controls(DENIED, "2026-02-01").encode(), "application/toml", None)
    words = f"revision {RULESET} 2 is not what was written"

    def put():
        desk.store.controls.put_draft(ROOM, RULESET, DENIED, lambda *_: shown, file, AT, None, None)

    assert is_refused(desk, put, words)
    assert desk.damaged() == {ROOM: f"control {RULESET} 2 is not what was written"}
    assert faults(data) == {("controls", f"{RULESET}, 2")}


@pytest.mark.parametrize(("authority", "sql"), [("wsgc", "null"), ("mallory", '"mallory"')])
def test_who_may_see_a_room_is_what_facts_say(desk, data, authority, sql):
    """A room's authority was taken away, or given to somebody."""
    before = desk.store.rooms.of_authority(authority)
    assert before == ((ROOM, OTHER) if authority == "wsgc" else ())
    spoil(data, f"UPDATE rooms SET terms = replace(terms, '\"wsgc\"', '{sql}') WHERE id = '{ROOM}'")
    assert desk.store.rooms.of_authority(authority) == before
    with pytest.raises(RecordDamaged, match=f"room {ROOM} is not what was written"):
        desk.store.rooms.get(ROOM)
    assert desk.damaged() == {ROOM: f"room {ROOM} is not what was written"}
    assert desk.store.rooms.get(OTHER).terms == [TERMS]


@pytest.mark.parametrize(
    "sql",
    [f"UPDATE rooms SET terms = '[]' WHERE id = '{ROOM}'", f"DELETE FROM rooms WHERE id = '{ROOM}'"],
)
def test_terms_are_not_decided_on_an_altered_room(desk, data, sql):
    (waiting,) = desk.store.room_terms.waiting(ROOM)
    spoil(data, sql)
    words = f"room {ROOM} is not what was written"
    put = lambda: desk.store.rooms.put(ROOM, AT, lambda _: [TERMS], lambda *_: "", None)  # noqa: E731
    assert is_refused(desk, put, words)
    assert is_refused(desk, lambda: desk.terms.approve(waiting, "Agent 12", "letter 9"), words)
    assert is_refused(desk, lambda: desk.store.room_terms.propose(ROOM, TERMS, "Dana", AT), words)
    assert faults(data) == {("rooms", ROOM)}


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("UPDATE terms_proposals SET terms = replace(terms, '10', '99') WHERE id = 4", "proposal of terms 4"),
        ("UPDATE terms_proposals SET id = 9 WHERE id = 4", "proposal of terms 4"),
        ("INSERT INTO terms_decisions (proposal, at, standing, reference) VALUES (4, 'x', 'refused', 'letter 9')",
         "the decision about proposal of terms 4"),
    ],
)  # fmt: skip
def test_altered_terms_are_not_decided(desk, data, sql, words):
    (waiting,) = desk.store.room_terms.waiting(ROOM)
    spoil(data, sql)
    assert is_refused(desk, lambda: desk.terms.approve(waiting, "Agent 12", "letter 9"), words)
    assert is_refused(desk, lambda: desk.store.room_terms.of_room(ROOM), "of terms [49] is not what was")


def test_a_decision_that_was_taken_away_is_not_made_again(desk, data):
    shown = desk.store.room_terms.get(ROOM, 2)
    spoil(data, "DELETE FROM terms_decisions WHERE proposal = 2")
    words = "the decision about proposal of terms 2 is not what was written"
    assert is_refused(desk, lambda: desk.terms.approve(shown, "Agent 12", "letter 9"), words)
    assert is_refused(desk, lambda: desk.store.room_terms.waiting(ROOM), words)
    assert faults(data) == {("terms_decisions", "2")}


@pytest.mark.parametrize(
    ("sql", "number"),
    [
        ("UPDATE changes SET reference = 'letter 9' WHERE id = 8", 8),
        ("UPDATE changes SET fact = fact + 1 WHERE id = 8", 8),
        (f"UPDATE changes SET room = '{OTHER}' WHERE id = 8", 8),
        ("INSERT INTO changes SELECT 99, at, room, action, ruleset, revision, by, reference, note, details, key, fact "
         "FROM changes WHERE id = 8", 99),
        ("INSERT INTO changes (id, at, room, action, details) VALUES (99, 'x', 'WA-0417', 'terms', '{}')", 99),
    ],
)  # fmt: skip
def test_an_altered_change_is_not_given(desk, data, sql, number):
    spoil(data, sql)
    with pytest.raises(RecordDamaged, match=f"change {number} is not what was written"):
        desk.store.changes.of_numbers([number])
    assert ("changes", f"{number}") in faults(data)
    terms = known(desk.store, desk.store.changes.latest()).terms[ROOM]
    assert [each["tables"] for each in terms] == [5, 7]  # whatever the rows say


def test_two_changes_that_were_swapped_are_both_named(desk, data):
    spoil(
        data,
        "UPDATE changes SET id = 0 WHERE id = 8",
        "UPDATE changes SET id = 8 WHERE id = 11",
        "UPDATE changes SET id = 11 WHERE id = 0",
    )
    for number in (8, 11):
        with pytest.raises(RecordDamaged, match=f"change {number} is not what was written"):
            desk.store.changes.of_numbers([number])
    assert faults(data) >= {("changes", "8"), ("changes", "11")}


def test_totals_of_a_day_are_what_facts_say(desk, data):
    spoil(data, "UPDATE changes SET details = replace(details, '500', '900') WHERE action = 'totals'")
    with pytest.raises(RecordDamaged, match="change 18 is not what was written"):
        desk.store.days.totals(ROOM, "2026-03-14")


def test_the_number_of_a_removed_change_is_not_given_again(desk, data):
    spoil(data, "DELETE FROM changes WHERE id = 19")
    assert [each["tables"] for each in known(desk.store, 18).terms[ROOM]] == [5]
    assert [each["tables"] for each in known(desk.store, 19).terms[ROOM]] == [5, 7]
    made, *_ = desk.store.rooms.put(OTHER, AT, lambda _: [{**TERMS, "tables": 99}], lambda *_: "", None)
    assert made.change == 20
    assert faults(data) == {("changes", "19")}


def test_a_change_whose_fact_was_altered_with_it_is_not_given(desk, data):
    """A running process knows the leaf of the fact as it was signed; one that starts finds that the root is another one."""
    spoil(
        data,
        "UPDATE changes SET reference = 'letter 9' WHERE id = 8",
        "UPDATE register SET record = replace(record, 'letter 1', 'letter 9') WHERE kind = 'controls.approved'",
    )
    with pytest.raises(RecordDamaged, match="change 8 is not what was written"):
        desk.store.changes.of_numbers([8])
    with closing(Store(data)) as again, pytest.raises(RecordDamaged, match="are not those that were signed"):
        again.rooms.get(OTHER)


def test_a_filed_document_is_not_given_under_another_name(desk, data):
    record = desk.store.controls.get(RULESET, DRAFT)
    spoil(data, f"UPDATE filed SET media_type = 'text/html' WHERE sha256 = '{record.document}'")
    with pytest.raises(RecordDamaged, match=f"filed document {record.document} is not what was written"):
        desk.store.controls.filed(record.document)
    assert faults(data) == {("filed", record.document)}


def approval(desk):
    held = desk.store.controls.get(RULESET, SUBMITTED)
    return ControlsApproved(
        number=20, ruleset=RULESET, revision=SUBMITTED, digest=held.digest, source=held.source, **_OF_ROOM
    )


def test_a_forged_fact_with_what_it_makes_is_not_believed_and_nothing_is_written_over_it(desk, data):
    """They are entered as the program would, under the note that is there."""
    stolen = RoomTermsSet(number=21, terms=[{**TERMS, "authority": "mallory"}], **_OF_ROOM)
    with altered_stores.altering(data) as db:
        for fact in (approval(desk), stolen):
            last = enter_fact(db, fact)
        db.conn.commit()
    assert ("checkpoints", "") in faults(data)
    assert desk.store.rooms.of_authority("mallory") == ()
    with pytest.raises(RecordDamaged, match=f"revision {RULESET} 3 is not what was written"):
        desk.store.controls.get(RULESET, SUBMITTED)
    assert ROOM in desk.damaged()
    with pytest.raises(StoreError, match=f"{last + 1:,} entries, and its key signed {last - 1:,}"):
        desk.store.rooms.put(OTHER, AT, lambda _: [{**TERMS, "tables": 99}], lambda *_: "", None)
    assert ("checkpoints", "") in faults(data)  # nobody signed it meanwhile


def test_a_reader_of_an_earlier_moment_has_the_facts_of_it(desk):
    """Another thread writes meanwhile: nothing that the reader sees was altered."""
    with desk.store.connections.reading() as db:
        assert db.execute("SELECT count(*) FROM changes").fetchone() == (19,)
        thread = threading.Thread(
            target=lambda: desk.rooms.put(OTHER, {**TERMS, "authority": None, "tables": 9}, None)
        )
        thread.start()
        thread.join()
        assert desk.store.rooms.get(OTHER).terms == [TERMS]
        assert desk.store.rooms.of_authority("wsgc") == (ROOM, OTHER)
        assert desk.damaged() == {}
    assert desk.store.rooms.get(OTHER).terms[0]["tables"] == 9
    assert desk.store.rooms.of_authority("wsgc") == (ROOM,)


def test_a_store_that_was_put_back_under_a_running_process_is_not_believed(desk, data):
    """A decision is taken out with its entries and checkpoints: the process knows that there was one."""
    number = desk.store.register.size()
    spoil(data, "UPDATE controls SET standing = 'draft' WHERE revision = 4")  # as it is: drops the triggers
    desk.rooms.put(OTHER, {**TERMS, "authority": None, "tables": 9}, None)
    assert desk.store.rooms.of_authority("wsgc") == (ROOM,)
    with altered_stores.altering(data) as db:
        db.execute("DELETE FROM checkpoints WHERE size > ?", [number])
        db.execute("DELETE FROM register WHERE entry >= ?", [number])
        db.execute("UPDATE rooms SET terms = ?, change = 2, fact = (SELECT fact FROM changes WHERE id = 2) WHERE id = ?",
                   [json.dumps([TERMS]), OTHER])  # fmt: skip
        db.execute("DELETE FROM changes WHERE id = 20")
        db.conn.commit()
    assert desk.store.rooms.of_authority("wsgc") == (ROOM,)
    with pytest.raises(RecordDamaged, match=f"room {OTHER} is not what was written"):
        desk.store.rooms.get(OTHER)
