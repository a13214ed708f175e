"""The steps of incidents on record: in the register, before the doctor, and in a store of before."""

import hashlib
import json

import pytest
from sqlite_utils import Database

from auditor.doctor import verify_register
from auditor.errors import CannotStep, DocumentDamaged, RecordDamaged
from auditor.facts.salted_parts import part_digest
from auditor.incident_selection import IncidentSelection
from auditor.store import Store
from auditor.store.legacy.migrations import MIGRATIONS
from auditor.store.store import FILE
from tests.golden.test_stores import read, unpacked
from tests.services import application, unprotected
from tests.store.incidents.kit import (
    MEMO,
    ROOM,
    WORDS,
    answer,
    decide,
    faults,
    listed,
)

# --- the register and the doctor -----------------------------------------------------------------------------------------


def entered(service):
    rows = service.store.connections.db.execute(
        "SELECT record FROM register WHERE kind LIKE 'incident.%' ORDER BY entry"
    )
    return [json.loads(text) for (text,) in rows]


def part(service, digest):
    db = service.store.connections.db
    return db.execute("SELECT salt, body FROM fact_parts WHERE digest = ?", [digest]).fetchone()


def test_each_step_is_entered_with_digests_and_without_its_words(service, folder):
    incident = listed(service)[0].record.incident
    answer(service, incident, MEMO)
    decide(service, incident, "returned", reason="which dealer?")
    answer(service, incident)
    decide(service, incident, "accepted")
    decide(service, incident, "closed")
    found = entered(service)
    assert [each["kind"] for each in found] == [
        f"incident.{each}" for each in ("answered", "returned", "answered", "accepted", "closed")
    ]
    first = found[0]
    assert (first["rooms"], first["number"], first["who"], first["audit"]) == ([ROOM], 1, "Dana Reyes", 1)
    assert first["files"] == [{"sha256": MEMO.sha256, "size": 13, "media_type": "application/pdf"}]
    assert first["incident"] == incident
    salt, body = part(service, first["parts"]["words"])
    assert json.loads(body) == {**WORDS, "files": [MEMO.filename]}
    assert first["parts"]["words"] == part_digest(salt, body) != hashlib.sha256(body).hexdigest()
    assert {"parts", "files", "due"}.isdisjoint(found[3])  # an acceptance without a note
    assert "needle" not in json.dumps(found)
    assert verify_register(folder / FILE).faults == []
    assert faults(folder) == []


def test_a_refused_step_enters_nothing(service):
    incident = listed(service)[0].record.incident
    before = service.store.register.size()
    with pytest.raises(CannotStep):
        decide(service, incident, "accepted")
    assert service.store.register.size() == before


@pytest.mark.parametrize(
    ("sql", "table", "row"),
    [
        ("UPDATE incident_events SET by = 'nobody'", "incident_events", "1"),
        ("UPDATE incident_events SET files = '[]'", "incident_events", "1"),
        ("UPDATE incident_events SET words = NULL", "incident_events", "1"),
        ("UPDATE room_incidents SET day = '2020-01-01' WHERE position = 0", "room_incidents", None),
        ("DELETE FROM room_incidents WHERE position = 0", "room_incidents", None),
        ("UPDATE fact_parts SET body = x'00'", "incident_events", "1"),
        ("DELETE FROM fact_parts", "incident_events", "1"),
        ("UPDATE attachments SET body = x'00'", "attachments", MEMO.sha256),
        ("UPDATE attachments SET received_at = '2020-01-01'", "attachments", MEMO.sha256),
        ("DELETE FROM attachments", "attachments", MEMO.sha256),
    ],
)
def test_the_doctor_names_what_was_altered(service, folder, sql, table, row):
    answer(service, listed(service)[0].record.incident, MEMO)
    with unprotected(service.store.connections.db, references=False) as db:
        db.execute(sql)
    named = faults(folder)
    assert (table, row or named[0][1]) in {(each[0], each[1]) for each in named}


@pytest.mark.parametrize("sql", ["UPDATE fact_parts SET body = x'00'", "DELETE FROM fact_parts"])
def test_words_that_are_not_what_was_written_are_not_given(service, sql):
    one, two = (each.record.incident for each in listed(service))
    answer(service, one)
    answer(service, two)
    with unprotected(service.store.connections.db) as db:
        db.execute(f"{sql} WHERE digest = (SELECT words FROM incident_events WHERE id = 1)")
    with pytest.raises(RecordDamaged, match="What the store has of step 1 is not what was written"):
        service.incidents.get(ROOM, one)
    assert service.incidents.get(ROOM, two).events[0].words == WORDS


def test_a_damaged_file_is_not_given_out_and_not_relied_on(service):
    one, two = (each.record.incident for each in listed(service))
    answer(service, one, MEMO)
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE attachments SET body = x'00'")
    with pytest.raises(DocumentDamaged, match="Restore the store from a backup"):
        service.incidents.file(ROOM, one, MEMO.sha256)
    with pytest.raises(DocumentDamaged, match="Nothing of this answer is kept"):
        answer(service, two, MEMO)
    assert service.incidents.get(ROOM, two).state == "open"
    assert [each.subject for each in service.store.damage.all()] == ["attachments"]


# --- a store of before ---------------------------------------------------------------------------------------------------


@pytest.mark.of_the_file
@pytest.mark.slow
def test_a_store_of_before_has_its_incidents_after_the_migration(tmp_path):
    """Those of its audits of the room, but for what was only tried; they can be answered."""
    before = unpacked("7c518d4", tmp_path / "before")
    old = read(before / FILE)["audits"].values()
    asked = {each["id"]: json.loads(each["request"]) for each in old}
    tried = {number for number, each in asked.items() if each.get("what_if") or each.get("room") == "EE-001"}
    of_audit = {
        audit["id"]: {json.loads(row["incident"])["id"] for row in audit["incidents"]}
        for audit in old
        if not audit["gone"]
    }
    expected = set().union(*(ids for number, ids in of_audit.items() if number not in tried))
    others = set().union(*(ids for number, ids in of_audit.items() if number in tried)) - expected
    assert expected
    assert others
    with application(before) as app:
        service = app.extensions["auditor"]
        on_record = set(service.incidents.ids(ROOM, IncidentSelection()))
        assert (expected - on_record, others & on_record) == (set(), set())
        answer(service, min(expected), MEMO)
    assert faults(before) == []
    assert verify_register(before / FILE).faults == []


@pytest.mark.of_the_file
def test_a_store_without_the_tables_is_examined_all_the_same(tmp_path):
    early = Database(tmp_path / FILE)
    MIGRATIONS.apply(early, stop_before="0022_incidents_of_rooms")
    early.close()
    (tmp_path / FILE).chmod(0o600)
    tables = {each[0] for each in faults(tmp_path)}
    assert tables.isdisjoint({"incident_events", "incident_words", "attachments", "register"})
    Store(tmp_path).close()
