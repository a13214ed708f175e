"""A purge is what its signed fact says: who has the store's file makes nothing look purged, nor lets purged evidence in again."""

from contextlib import closing

import pytest

from auditor.doctor import verify_register
from auditor.errors import EvidencePurged, RecordDamaged
from auditor.evidence import Evidence
from auditor.facts.canonical_record import from_record
from auditor.retention import purge
from auditor.store import Store
from auditor.store.connection import StoreError
from auditor.store.fact_log import enter_fact
from auditor.store.recheck import recheck
from auditor.store.store import FILE
from tests import altered_stores
from tests.http.kit import NDJSON
from tests.http.past import NEEDLE, old_log, planned, upload
from tests.importing.workbooks import put, written
from tests.store.purging.kit import INTO, NOW, OVER, hold, in_files, purged
from tests.store.purging.test_originals import old
from tests.store.test_doctor import alter, faults

SHA256 = Evidence(old_log()).sha256
LATER = "2099-01-01T08:00:00.000000Z"
ROW = f"evidence, {SHA256}"
REFUSED = f"What the store has of the purge of evidence {SHA256} is not what was written"


def named(folder):
    return {(each.table, each.row) for each in verify_register(folder / FILE).faults}


def test_a_forged_purge_makes_nothing_look_purged(client, store, folder):
    """Somebody removed the bytes, and says that they were purged."""
    upload(client, old_log())
    alter(
        folder,
        INTO.format(at=NOW, until=OVER),
    )
    alter(folder, "UPDATE evidence SET body = x''")
    for read in (
        lambda: store.sessions.get(1),
        lambda: store.purges.of_file(SHA256),
        lambda: store.evidence.get(SHA256),
    ):
        with pytest.raises(RecordDamaged, match=REFUSED):
            read()
    answer = client.post("/v1/sessions", data=old_log(), content_type=NDJSON)
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (503, "record-damaged")
    assert client.get("/v1/sessions/1").status_code == 503
    assert [(each.subject, each.key) for each in store.damage.all()] == [("purges", f"evidence {SHA256}")]
    assert recheck(store.connections, store.damage, store.authority) == 1
    alter(folder, "DELETE FROM purges")
    assert recheck(store.connections, store.damage, store.authority) == 0
    assert (
        client.post("/v1/sessions", data=old_log(), content_type=NDJSON).status_code == 200
    )  # which repairs it
    assert store.evidence.body(SHA256) == old_log()


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM purges",
        "UPDATE purges SET by = 'Mallory'",
        "UPDATE purges SET kept_until = '2016-06-30'",
        "UPDATE purges SET key = 'x'",
        "UPDATE purges SET subject = 'audits'",
        "UPDATE purges SET fact = fact - 1",
    ],
)
def test_purged_evidence_is_not_kept_again_where_its_purge_was_altered(client, store, folder, sql):
    upload(client, old_log())
    assert purged(folder).status == 0
    assert client.post("/v1/sessions", data=old_log(), content_type=NDJSON).status_code == 410
    alter(folder, sql)
    with pytest.raises(RecordDamaged, match=REFUSED):
        store.sessions.get(1)
    size = store.register.size()
    assert client.post("/v1/sessions", data=old_log(), content_type=NDJSON).status_code == 503
    assert (store.register.size(), store.evidence.body(SHA256)) == (size, b"")
    assert any(table == "purges" for table, _ in named(folder))


def test_a_forged_fact_of_a_purge_under_the_old_note_is_not_signed(client, store, folder):
    upload(client, old_log())
    upload(client, old_log(session="S-2", hand=2))
    found = planned(store)
    with altered_stores.altering(folder) as db:
        enter_fact(db, forged())
        db.conn.commit()
    with closing(Store(folder)) as again:
        with pytest.raises(StoreError, match="Nothing is written"):
            list(purge(again, found, "Dana"))
        with pytest.raises(StoreError, match="Nothing is written"):
            hold(again)
    assert ("checkpoints", "") in named(folder)


def forged():
    return from_record(
        b'{"at":"2026-01-01T00:00:00Z","clause":"c","kept_until":"2018-06-30","kind":"evidence.purged","last_day":"2015-03-14",'
        b'"number":1,"of":"%s","parameter":"p","sha256":"%s","size":1,"who":"Mallory","year_ends":"2015-06-30","years":3}'
        % (SHA256.encode(), SHA256.encode())
    )


def test_a_purge_after_one_that_was_removed_has_a_number_of_its_own(client, store, folder):
    upload(client, old_log())
    assert purged(folder).status == 0
    upload(client, old_log(session="S-2", hand=2))
    found = planned(store)
    alter(folder, "DELETE FROM erasures")
    alter(folder, "DELETE FROM purges")
    with pytest.raises(RecordDamaged, match=REFUSED):
        planned(store)
    store.purges.purge(found.due[0].purgeable, "2026-02-01T00:00:00Z", "Dana", found.as_of)
    (number,) = store.connections.db.execute("SELECT id FROM purges").fetchone()
    assert number == 2
    assert {("purges", ROW), ("erasures", "1")} <= named(folder)


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("UPDATE derived_logs SET table_name = 'T9'", "a log of import 1 is not what was written"),
        ("UPDATE imports SET at = '2015-01-01'", "import 1 is not what was written"),
        ("UPDATE originals SET received_at = '2015-01-01'", "original 1 is not what was written"),
    ],
)
def test_an_original_that_was_altered_does_not_go_with_its_session(client, store, folder, sql, words):
    data = written(old("s-1"))
    assert client.post("/v1/originals", data=data).status_code == 201
    before = planned(store, LATER)
    alter(folder, sql)
    with pytest.raises(RecordDamaged, match=words):
        store.purges.purge(before.due[0].purgeable, LATER, "Dana", before.as_of)
    assert bytes(store.connections.db.execute("SELECT body FROM originals").fetchone()[0]) == data


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("UPDATE derived_logs SET session_id = NULL", "a log of import 1 is not what was written"),
        ("DELETE FROM derived_logs", "a log of import 1 is not what was written"),
        ("DELETE FROM imports", "An import of original 1 is missing"),
    ],
)
def test_an_original_whose_logs_are_hidden_is_not_purged_by_itself(client, store, folder, sql, words):
    data = written(old("s-1"))
    assert client.post("/v1/originals", data=data).status_code == 201
    alter(folder, sql)
    (due,) = (each for each in planned(store, LATER).due if each.what.startswith("refused original"))
    with pytest.raises(RecordDamaged, match=words):
        store.purges.purge(due.purgeable, LATER, "Dana", planned(store, LATER).as_of)
    assert bytes(store.connections.db.execute("SELECT body FROM originals").fetchone()[0]) == data


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("UPDATE sessions SET hands = 7", "session 1 is not what was written"),
        ("UPDATE evidence SET media_type = 'x'", f"file {SHA256} is not what was written"),
        ("UPDATE audits SET request_sha256 = 'x'", "audit 1 is not what was written"),
        ("UPDATE audit_sessions SET what_if = 1", "the sessions of audit 1 is not what was written"),
    ],
)
def test_a_log_is_not_purged_on_rows_that_facts_do_not_make(client, store, folder, sql, words):
    number = upload(client, old_log())
    assert client.post("/v1/audits", json={"sessions": [number]}).json["state"] == "finished"
    found = planned(store)
    alter(folder, sql)
    with pytest.raises(RecordDamaged, match=words):
        store.purges.purge(found.due[0].purgeable, LATER, "Dana", found.as_of)
    assert store.evidence.body(SHA256) == old_log()


def test_what_rests_on_a_log_whose_purge_was_forged_stays(client, store, folder):
    """An original and an audit of two sessions go with the last of them; of the other one somebody made a row of a purge."""
    data = written(old("s-1", "s-2"))
    assert client.post("/v1/originals", data=data).status_code == 201
    assert client.post("/v1/audits", json={"sessions": [1, 2]}).json["state"] == "finished"
    hold(store, session="s-2")
    found = planned(store)
    (due,) = (each for each in found.due if each.purgeable.session == "s-1")
    alter(folder, f"{INTO.format(at=NOW, until=OVER)} WHERE s.id = 2")
    with pytest.raises(RecordDamaged, match="the purge of evidence"):
        store.purges.purge(due.purgeable, LATER, "Dana", found.as_of)
    assert bytes(store.connections.db.execute("SELECT body FROM originals").fetchone()[0]) == data
    assert store.register.of_fact("evidence.purged", 2) is None
    alter(folder, "DELETE FROM purges")
    assert store.purges.purge(due.purgeable, LATER, "Dana", found.as_of) == []
    assert store.originals.get(1).purged is None


def test_nothing_of_what_is_purged_is_left_in_parts_or_beside_the_file(client, store, folder, monkeypatch):
    """Bytes of a log, and what a refused original quotes."""
    upload(client, old_log())
    sheets = old("s-1")
    put(sheets, "Hands", 2, "net", "a lot of money")
    client.post("/v1/originals", data=written(sheets))
    assert store.connections.db.execute("SELECT body FROM fact_parts").fetchone() is not None
    monkeypatch.setattr("auditor.retention.now", lambda: LATER)
    found = planned(store, LATER)
    assert [each.left for each in purge(store, found, "Dana")] == [None, None]
    assert store.purges.erase(LATER)
    assert store.connections.db.execute("SELECT * FROM fact_parts").fetchall() == []
    assert in_files(folder, NEEDLE, "a lot of money") == []
    assert faults(folder).keys() <= {"clock"}


def test_a_part_that_is_left_after_its_purge_is_named(client, store, folder, monkeypatch):
    sheets = old("s-1")
    put(sheets, "Hands", 2, "net", "a lot of money")
    client.post("/v1/originals", data=written(sheets))
    row = store.connections.db.execute("SELECT digest, salt, body FROM fact_parts").fetchone()
    monkeypatch.setattr("auditor.retention.now", lambda: LATER)
    assert [each.left for each in purge(store, planned(store, LATER), "Dana")] == [None]
    assert store.originals.get(1).last.problems == []
    with altered_stores.altering(folder) as db:
        db.execute("INSERT INTO fact_parts (digest, salt, body) VALUES (?, ?, ?)", row)
        db.conn.commit()
    assert ("imports", "1") in named(folder)


def test_a_return_is_noted_once_for_each_key_as_a_fact(client, store, folder):
    upload(client, old_log())
    assert purged(folder).status == 0
    for _ in range(2):
        assert client.post("/v1/sessions", data=old_log(), content_type=NDJSON).status_code == 410
    entry = store.register.of_fact("upload.returned", 1)
    assert f'"sha256":"{SHA256}"' in entry.record
    assert store.register.of_fact("upload.returned", 2) is None
    with pytest.raises(EvidencePurged):
        client.application.extensions["auditor"].sessions.upload(old_log(), None)
