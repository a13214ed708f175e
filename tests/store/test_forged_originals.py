"""Originals that somebody altered who has the store's file: nothing of them is given, and no fact rests on them."""

import pytest
from msgspec.structs import replace

from auditor.doctor import verify_register
from auditor.errors import RecordDamaged
from auditor.facts.canonical_record import from_record
from auditor.originals import _Made, _new_import
from auditor.repeated_hands import import_once
from auditor.store.connection import StoreError
from auditor.store.fact_log import enter_fact
from auditor.store.rows import NewHold
from auditor.store.service_clock import now
from auditor.store.store import FILE
from tests import altered_stores
from tests.http.filing import put_room
from tests.importing.workbooks import HANDS, SESSION, content, put, table, written
from tests.services import application

AT = "/v1/originals"


@pytest.fixture
def service(tmp_path):
    with application(tmp_path / "data") as app:
        put_room(app.test_client())
        yield app.test_client(), tmp_path / "data", app.extensions["auditor"].store


def two():
    hands = [{**row, "session": name} for name in ("s-1", "s-2") for row in HANDS]
    return written(
        {"Session": table([{**SESSION, "session": name} for name in ("s-1", "s-2")]), "Hands": table(hands)}
    )


def forge(folder, *statements):
    with altered_stores.altering(folder) as db:
        for sql in statements:
            assert db.execute(sql).rowcount == 1, sql
        db.conn.commit()


def faults(folder):
    return {(each.table, each.row) for each in verify_register(folder / FILE).faults}


@pytest.mark.parametrize(
    ("sql", "words", "named"),
    [
        ("UPDATE originals SET room = 'WA-9999'", "original 1", ("originals", "1")),
        ("UPDATE originals SET key = NULL, filename = 'x'", "original 1", ("originals", "1")),
        ("UPDATE imports SET importer = 'x'", "import 1", ("imports", "1")),
        ("UPDATE imports SET fact = fact - 1", "import 1", ("imports", "1")),
        ("UPDATE derived_logs SET session_id = 1 WHERE position = 1", "a log of import 1", ("derived_logs", "1, 1")),
        ("DELETE FROM derived_logs WHERE position = 0", "a log of import 1", ("derived_logs", "1, 0")),
        ("INSERT INTO derived_logs SELECT import, 2, room, session, table_name, sha256, outcome, session_id, message, fact "
         "FROM derived_logs WHERE position = 0", "a log of import 1", ("derived_logs", "1, 2")),
    ],
)  # fmt: skip
def test_an_altered_row_is_not_given_and_no_import_rests_on_it(service, sql, words, named):
    client, folder, store = service
    data = two()
    assert client.post(AT, data=data).status_code == 201
    forge(folder, sql)
    with pytest.raises(RecordDamaged, match=f"What the store has of {words} is not what was written"):
        store.originals.get(1)
    size = store.register.size()
    answer = client.post(AT, data=data)
    assert (answer.status_code, answer.json["kept"]) == (202, True)
    assert f"What the store has of {words}" in answer.json["detail"]
    assert store.register.size() == size
    assert named in faults(folder)


def test_problems_that_were_removed_or_altered_without_a_purge_are_missed(service):
    client, folder, store = service
    sheets = content()
    put(sheets, "Hands", 2, "net", "a lot")
    assert client.post(AT, data=written(sheets)).status_code == 422
    assert store.originals.get(1).last.problems[0]["where"]
    forge(folder, "UPDATE fact_parts SET body = x'5b5d'")
    with pytest.raises(RecordDamaged, match="import 1 is not what was written"):
        store.originals.get(1)
    forge(folder, "DELETE FROM fact_parts")
    with pytest.raises(RecordDamaged, match="import 1 is not what was written"):
        store.originals.get(1)
    assert ("imports", "1") in faults(folder)


def test_a_forged_import_under_the_old_note_is_not_believed_and_nothing_follows_it(service):
    client, folder, store = service
    client.post(AT, data=written(content()))
    with altered_stores.altering(folder) as db:
        (record,) = db.execute("SELECT record FROM register WHERE kind = 'original.accepted'").fetchone()
        enter_fact(db, forged(record))
        db.conn.commit()
    with pytest.raises(RecordDamaged, match="import 2 is not what was written"):
        store.originals.get(1)
    with pytest.raises(StoreError, match="and its key signed"):
        store.holds.make(a_hold(), "2026-12-01T00:00:00.000000Z")
    assert ("checkpoints", "") in faults(folder)


def forged(record):
    return replace(from_record(record.encode()), number=2, importer="mallory")


def a_hold():
    return NewHold("WA-0417", None, None, None, "case 12", "Agent 12")


def test_an_import_after_one_that_was_removed_has_a_number_of_its_own(service):
    client, folder, store = service
    client.post(AT, data=written(content()))
    forge(folder, "DELETE FROM derived_logs", "DELETE FROM imports", "DELETE FROM originals")
    assert client.post(AT, data=two()).status_code in (200, 201, 409)
    found = store.originals.get(2)
    assert (found.id, found.last.id) == (2, 2)
    assert {("originals", "1"), ("imports", "1"), ("derived_logs", "1, 0")} <= faults(folder)


def test_an_import_again_names_when_and_from_whom_the_original_came(service):
    """So that either fact makes the same original."""
    client, _, store = service
    data = written(content())
    client.post(AT, data=data, headers={"Content-Disposition": 'attachment; filename="a.xlsx"'})
    first = store.originals.get(1)
    again = _again(store, data)
    assert [each.id for each in again.imports] == [1, 2]
    record = store.register.entry(again.last.entry).record
    assert f'"first":{{"at":"{first.received_at}"}}' in record
    assert (again.received_at, again.filename) == (first.received_at, first.filename)


def _again(store, data):
    """Another import of the same bytes, as a newer importer makes it."""
    imported = replace(import_once(store, data, None), importer="workbook 2")
    new = _new_import(data, None, _Made(imported, None), list(store.originals.get(1).last.logs))
    found, _ = store.originals.keep(new, now())
    return found
