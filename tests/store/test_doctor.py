"""`auditor doctor` names what is wrong: an altered row of any table, and whatever else a store may suffer."""

import hashlib
import os
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from auditor.doctor import examine
from auditor.incident_selection import IncidentSelection
from auditor.store import Store
from auditor.store.documents.document_making import document_of_lists
from auditor.store.documents.document_rows import ResultLists
from auditor.store.rows import NewFile, Page, encoded
from auditor.store.store import FILE
from auditor.store.stored_documents import document_of, insert_chunks, insert_document
from auditor.store.stored_keys import KeyRecord
from rules.screening.room_year import screened_year
from rules.screening.screening_result import result_of_unit
from tests import altered_stores
from tests.access.accounts import account
from tests.cli.kit import call
from tests.http.filing import approved, put_room, surrender
from tests.http.kit import NDJSON, hand_line, log, serving
from tests.http.past import old_log
from tests.importing.histories.originals import originals
from tests.importing.workbooks import content, written
from tests.rules.filed import controls
from tests.rules.ledgers import build as ledgers
from tests.rules.screening.screened import logs_of, statistics
from tests.rules.tournaments.build import written as written_lines
from tests.services import application, unprotected
from tests.store.documents.kept_parts import SALT


def alarm():
    """An alarm of a room, whose store has no hands that would make one."""
    (found,) = [each for each in screened_year(statistics(logs_of("dead-winners"))) if each.since is not None]
    return result_of_unit(found, "WA-0417", 2026, 1, 3)


def with_another_amount(result):
    """A document that differs from a result in the money of its third finding."""
    findings = list(result.findings())
    session, third = findings[2]
    findings[2] = session, replace(third, money=1)
    lists = ResultLists(
        encoded(result.summary()), result.coverage(), findings, result.incidents(), result.corrections()
    )
    return document_of_lists(lists, SALT)


KEY = KeyRecord(
    "aaaaaaaa", "0" * 64, "room", "Ann", True, ("WA-0417",), None, "2026-01-01T00:00:00Z", None, "2027-01-01T00:00:00Z"
)  # fmt: skip


def with_every_table(folder: Path) -> None:
    """Make a store that has a row in every table."""
    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        approved(client, controls(1, "2026-01-01", surrender=surrender(2)))
        for session in ("S-1", "S-2"):
            body = log(hand_line(1, (0, 0, 0, 0)), hand_line(2), session=session)
            assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
        client.post("/v1/sessions", data=b"no log", content_type=NDJSON)
        client.post("/v1/sessions", data=log(hand_line(9)), content_type=NDJSON)  # a conflict
        store = app.extensions["auditor"].store
        db = store.connections.db
        (body,) = db.execute("SELECT body FROM evidence WHERE outcome = 'refused'").fetchone()
        alter(folder, "UPDATE evidence SET body = x'00' WHERE outcome = 'refused'")
        client.post("/v1/sessions", data=bytes(body), content_type=NDJSON)  # a repair
        assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
        client.put("/v1/rooms/WA-0417/days/2026-03-14/totals", json={"currency": "USD", "fees": {}})
        assert client.put("/v1/rooms/WA-0417/days/2026-03-14/audit").json["state"] == "finished"
        (first, *_), _ = app.extensions["auditor"].incidents.page("WA-0417", IncidentSelection(), Page())
        app.extensions["auditor"].incidents.answer(
            "WA-0417", first.record.incident, {"cause": "c"}, (NewFile(b"memo", "text/plain", None),), "Dana"
        )
        assert client.post("/v1/audits/1/reports", json={}).status_code == 201
        assert client.get("/v1/reports/1/report.pdf").status_code == 200
        drawn = {
            "room": "WA-0417",
            "from": "2026-03-14",
            "until": "2026-03-14",
            "hands": 1,
            "source": "dice",
            "value": "3 5 1",
        }
        assert client.post("/v1/samples", json=drawn).status_code == 201
        assert client.put("/v1/samples/1/hands/1", json={"unseen": "no video"}).status_code == 201
        assert client.post("/v1/samples/1/close", json={}).status_code == 200
        first = log(hand_line(1, (0, 0, 0, 0)), session="S-9")
        supersedes = {"sha256": hashlib.sha256(first).hexdigest(), "reason": "keyed wrong", "by": "E-7"}
        for body in (first, log(hand_line(1), session="S-9", supersedes=supersedes)):
            assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
        assert (
            client.post("/v1/audits", json={"pending": True}).json["id"] == 4
        )  # 3 is of the log that is corrected
        store.keys.add(KEY)
        account(store, at=store.keys.get(KEY.id).made_at)
        store.gap_reports.keep("wa-0417-thirteen@1", "0.1.0", b"{}")
        assert client.post("/v1/holds", json={"room": "WA-0417", "reason": "case 12"}).json["id"] == 1
        assert client.post("/v1/holds/1/lift", json={"reason": "closed"}).status_code == 200
        assert put_room(client, tables=9).status_code == 202
        refusal = {"by": "Agent 12", "reference": "letter 9", "reason": "no"}
        assert client.post("/v1/rooms/WA-0417/terms/1/refuse", json=refusal).status_code == 200
        assert client.post("/v1/sessions", data=old_log(), content_type=NDJSON).status_code == 201
        assert client.post("/v1/originals", data=written(content())).status_code == 201
        book = written_lines(ledgers.header())
        assert client.post("/v1/ledgers", data=book, content_type=NDJSON).status_code == 201
        history = next(iter(originals("ggpoker").values()))
        of_room = {"room": "WA-0417", "currency": "USD", "ruleset": "standard-cash"}
        sent = client.post("/v1/originals", data=history, content_type="text/plain", query_string=of_room)
        assert sent.status_code == 201
        of_screening = app.extensions["auditor"].screening
        of_screening.list_night("WA-0417", "2026-03-16T08:00:00.000000Z")
        store.screening_lists.close(alarm(), "looked at", "Dana", "2026-03-16T09:00:00.000000Z")
        assert call("purge", "--data", folder, "--yes", "--by", "Dana").status == 0
        assert client.post("/v1/sessions", data=old_log(), content_type=NDJSON).status_code == 410


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A folder whose store has a row in every table."""
    folder = tmp_path_factory.mktemp("doctor") / "data"
    with_every_table(folder)
    return folder


@pytest.fixture
def data(sound, tmp_path):
    """A copy of it, which a test may spoil."""
    altered_stores.copied(sound, tmp_path / "data")
    (tmp_path / "data").chmod(0o700)
    return tmp_path / "data"


def alter(folder: Path, *statements: str) -> None:
    """What somebody does who drops the triggers, alters rows, and puts the triggers back."""
    with altered_stores.altering(folder) as opened, unprotected(opened, references=False) as db:
        for statement in statements:
            assert db.execute(statement).rowcount, statement


def faults(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """(table, row) of each fault, by check."""
    checks = examine(folder / FILE).checks
    return {each.check: [(fault.table, fault.row) for fault in each.faults] for each in checks if each.faults}


def test_a_sound_store_has_no_faults(data):
    found = examine(data / FILE)
    assert found.sound
    assert [each.check for each in found.checks] == [
        "database", "migrations", "schema", "evidence", "originals", "events", "documents", "results",
        "attachments", "reports", "purges",
        "register", "erasure", "bytes", "inbox", "disk", "clock", "permissions", "signing", "authenticators", "openid",
    ]  # fmt: skip
    done = call("doctor", "--data", str(data))
    assert (done.status, done.err, done.lines[0].split()[0]) == (0, "", "database")


OF_DOCUMENTS = [
    ("incidents", "UPDATE incidents SET severity = 'minor' WHERE audit = 1 AND position = 0", "0 of audit 1"),
    ("incidents", "UPDATE incidents SET id = 'x' WHERE audit = 1 AND position = 0", "0 of audit 1"),
    ("incidents", "UPDATE incidents SET session = NULL WHERE audit = 1 AND position = 0", "0 of audit 1"),
    ("incidents", "UPDATE incidents SET incident = '{}' WHERE audit = 1 AND position = 0", "0 of audit 1"),
    ("incidents", "DELETE FROM incidents WHERE audit = 1 AND position = 0", "0 of audit 1"),
    ("incidents",
     "INSERT INTO incidents SELECT audit, 900, session, id, area, severity, pattern, incident FROM incidents LIMIT 1", None),
    ("corrections", "UPDATE corrections SET correction = '{}' WHERE audit = 4", "0 of audit 4"),
    ("corrections", "DELETE FROM corrections WHERE audit = 4", "0 of audit 4"),
]  # fmt: skip


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("table", "sql", "row"), OF_DOCUMENTS)
def test_a_row_that_its_document_has_otherwise_is_named(data, table, sql, row):
    alter(data, sql)
    found = faults(data)
    assert {each[0] for each in found["results"]} >= {table}
    assert row is None or (table, row) in found["results"]
    assert found.keys() <= {"results", "register"}  # a correction may be gone from what a purge left


@pytest.mark.parametrize(
    ("table", "sql", "row", "found"),
    [
        ("keys", "UPDATE keys SET role = 'administrator', rooms = NULL", "aaaaaaaa", "'administrator'"),
        ("keys", "UPDATE keys SET secret_sha256 = printf('%064d', 7)", "aaaaaaaa", None),
        ("keys", "UPDATE keys SET expires_at = '2999-01-01T00:00:00Z'", "aaaaaaaa", "'2999-01-01T00:00:00Z'"),
        ("keys", "UPDATE keys SET fact = 0", "aaaaaaaa", "0"),
        ("pseudonym_keys", "UPDATE pseudonym_keys SET made_at = '2020-01-01'", "WA-0417", "'2020-01-01'"),
        ("pseudonym_keys", "UPDATE pseudonym_keys SET secret = (SELECT email FROM people)", "WA-0417", None),
        ("people", "UPDATE people SET last = 'reset'", "1", "'reset'"),
        ("credentials", "UPDATE credentials SET totp_since = '2020-01-01'", "1", "'2020-01-01'"),
        ("credentials", "DELETE FROM credentials", "1", "none"),
        ("holds", "UPDATE holds SET last_day = '2020-01-01'", "1", "'2020-01-01'"),
        ("engines", "UPDATE engines SET library = lower(hex(randomblob(32)))", "1", None),
        ("reports", "UPDATE reports SET edition = 'redacted'", "1", "'redacted'"),
        ("report_pulls", "UPDATE report_pulls SET at = '2020-01-01'", "1", "'2020-01-01'"),
        ("samples", "UPDATE samples SET value = '6 6 6'", "1", "'6 6 6'"),
        ("samples", "UPDATE samples SET sessions = '[]'", "1", "another text, or none"),
        ("sample_draws", "UPDATE sample_draws SET drawn = '[]'", "1", "[]"),
        ("sample_hands", "UPDATE sample_hands SET seen = (SELECT email FROM people)", "1", None),
        ("sample_closings", "UPDATE sample_closings SET results = '[]'", "1", "another text, or none"),
        ("holds", "UPDATE holds SET lift_by = 'somebody'", "1", "'somebody'"),
        ("changes", "UPDATE changes SET by = 'nobody' WHERE id = 1", "1", "'nobody'"),
        ("changes", "INSERT INTO changes (id, at, room, action, details) VALUES (99, '2026-01-01', 'WA-0417', 'terms', '{}')",
         "99", "a row that no fact makes"),
        ("changes", "DELETE FROM changes WHERE id = (SELECT max(id) FROM changes)", "5", "none"),
        ("rooms", "UPDATE rooms SET terms = json_set(terms, '$[0].tables', 99)", "WA-0417", None),
        ("filed", "UPDATE filed SET filename = 'other.toml'", None, "'other.toml'"),
        ("controls", "UPDATE controls SET title = 'Ours'", "wa-0417-thirteen, 1", "'Ours'"),
        ("controls", "UPDATE controls SET standing = 'draft'", "wa-0417-thirteen, 1", "'draft'"),
        ("evidence", "UPDATE evidence SET received_at = '2020-01-01' WHERE outcome = 'session'", None, "'2020-01-01'"),
        ("evidence", "UPDATE evidence SET problems = (SELECT email FROM people) WHERE outcome = 'refused'", None, None),
        ("sessions", "UPDATE sessions SET hands = 7 WHERE id = 2", "2", "7"),
        ("sessions", "UPDATE sessions SET day = '2026-03-16' WHERE id = 1", "1", "'2026-03-16'"),
        ("sessions", "UPDATE sessions SET facts = '{}' WHERE id = 1", "1", "another text, or none"),
        ("event_files", "UPDATE event_files SET name = 'L-2'", "1", "'L-2'"),
        ("event_files", "UPDATE event_files SET facts = '{}'", "1", "another text, or none"),
        ("terms_proposals", "UPDATE terms_proposals SET terms = json_set(terms, '$.tables', 7)", "1", None),
        ("room_incidents", "UPDATE room_incidents SET code = 'SCR009' WHERE audit = 1 AND position = 0", None, "'SCR009'"),
        ("room_incidents", "UPDATE room_incidents SET session = NULL WHERE audit = 1 AND position = 0", None, "None"),
        ("incident_events", "UPDATE incident_events SET at = '2020-01-01'", "1", "'2020-01-01'"),
        ("incident_events", "UPDATE incident_events SET files = json_set(files, '$[0].media_type', 'text/html')", "1", None),
        ("incident_events", "UPDATE incident_events SET words = (SELECT email FROM people)", "1", None),
        ("attachments", "UPDATE attachments SET received_at = '2020-01-01'", None, "'2020-01-01'"),
        ("terms_decisions", "UPDATE terms_decisions SET reference = 'letter 10'", "1", "'letter 10'"),
        ("screening_lists", "UPDATE screening_lists SET at = '2020-01-01'", "1", "'2020-01-01'"),
        ("screening_closings", "UPDATE screening_closings SET by = 'nobody'", "1", "'nobody'"),
        ("purges", "UPDATE purges SET by = 'somebody'", "evidence, ", "'somebody'"),
        ("returns", "UPDATE returns SET at = '2020-01-01'", "1", "'2020-01-01'"),
        ("erasures", "UPDATE erasures SET at = '2020-01-01'", "1", "'2020-01-01'"),
        ("repairs", "UPDATE repairs SET by = 'somebody'", "1", "'somebody'"),
        ("originals", "UPDATE originals SET filename = 'other.xlsx'", "1", "'other.xlsx'"),
        ("imports", "UPDATE imports SET refusals = 7", "1", "7"),
        ("imports", "UPDATE imports SET options = '{}' WHERE options NOT NULL", "2", "{}"),
        ("derived_logs", "UPDATE derived_logs SET table_name = 'T9'", "1, 0", "'T9'"),
        ("audits", "UPDATE audits SET counts = json_set(counts, '$.findings', 0) WHERE id = 1", "1", None),
        ("audits", "UPDATE audits SET result_sha256 = lower(hex(randomblob(32))) WHERE id = 2", "2", None),
        ("audits", "UPDATE audits SET summary = '{}' WHERE id = 1", "1", "another text, or none"),
        ("audit_sessions", "UPDATE audit_sessions SET what_if = 1 WHERE audit = 1 AND position = 1", "1, 1", "True"),
        ("session_results", "UPDATE session_results SET summary = '{}' WHERE session = 1", None, "another text, or none"),
        ("screening_statistics", "UPDATE screening_statistics SET day = '2026-01-01' WHERE session = 1", None,
         "'2026-01-01'"),
        ("screening_sums", "UPDATE screening_sums SET version = 7", None, "7"),
        ("result_documents", "UPDATE result_documents SET sessions = '[]' WHERE audit = 1", "1", "[]"),
        ("result_documents", "UPDATE result_documents SET salt = NULL WHERE audit = 1", "1", "none"),
        ("result_documents", "DELETE FROM result_documents WHERE audit = 1", "1", "no document"),
        ("result_documents", "UPDATE result_documents SET root = printf('%064d', 0) WHERE audit = 1", "1", "0" * 64),
    ],
)  # fmt: skip
def test_an_altered_row_that_facts_make_is_named(data, table, sql, row, found):
    alter(data, sql)
    named = {
        (fault.table, fault.row, fault.found)
        for check in examine(data / FILE).checks
        for fault in check.faults
    }
    assert any(
        each[0] == table and each[1].startswith(row or "") and found in (None, each[2]) for each in named
    )
    beside = {"result_chunks", "audits"} if table in ("audits", "result_documents") else {"fact_parts"}
    assert {each[0] for each in named} <= {table, *beside}


def test_the_last_use_of_a_key_is_no_fault(data):
    alter(data, "UPDATE keys SET last_used_at = '2026-02-01T00:00:00Z'")
    assert faults(data) == {}


@pytest.mark.parametrize(("table", "check"), [("evidence", "evidence"), ("filed", "documents")])
def test_altered_bytes_are_named_by_their_digest(data, table, check):
    alter(
        data,
        f"UPDATE {table} SET body = CAST(substr(body, 1, length(body) - 1) || x'20' AS BLOB) WHERE length(body) > 100",
    )
    with altered_stores.altering(data) as db:
        expected = {
            (table, sha256)
            for (sha256,) in db.execute(f"SELECT sha256 FROM {table} WHERE length(body) > 100")
        }
    assert set(faults(data)[check]) == expected
    assert expected


def test_a_result_is_also_put_together_again(data):
    """A row that was altered together with its seal: the digest of the result, in another table, does not fit."""
    with closing(Store(data)) as store, unprotected(store.connections.db) as db:
        another = with_another_amount(document_of(db, 1))
        for table in ("result_documents", "result_chunks"):
            db.execute(f"DELETE FROM {table} WHERE audit = 1")
        insert_chunks(db, 1, another.parts)
        insert_document(db, 1, another.root, another.contents, another.salt, another.sessions)
    assert faults(data)["results"] == [("result_documents", "1"), ("audits", "1")]


@pytest.mark.parametrize("name", ["findings", "coverage", "findings.hand", "incidents", "summary"])
def test_an_altered_or_removed_chunk_of_a_result_is_named(data, name):
    place = f"list = '{name}' AND number = 0 AND audit ="
    alter(
        data,
        f"UPDATE result_chunks SET body = x'00' WHERE {place} 1",
        f"DELETE FROM result_chunks WHERE {place} 2",
    )
    (found,) = [each for each in examine(data / FILE).checks if each.check == "results"]
    named = [(each.row, each.found) for each in found.faults if each.table == "result_chunks"]
    assert [row for row, _ in named] == ["of audit 1", "of audit 2"]
    assert named[0][1].startswith(f"Part 0 of {name} has other bytes than the ")
    assert named[1][1] == f"Part 0 of {name} is missing."


def test_a_removed_last_checkpoint_is_named(data):
    with altered_stores.altering(data) as db:
        (entries,) = db.execute("SELECT count(*) FROM register").fetchone()
        (before,) = db.execute("SELECT max(size) FROM checkpoints WHERE size < ?", [entries]).fetchone()
    alter(data, f"DELETE FROM checkpoints WHERE size = {entries}")
    (found,) = [each for each in examine(data / FILE).checks if each.check == "register"]
    assert ("checkpoints", f"a last checkpoint of all {entries} entries", f"one of {before}") in [
        (each.table, each.expected, each.found) for each in found.faults
    ]


# ----------------------------------------------------------------------------------------------- what is around the rows


@pytest.mark.of_the_file
def test_a_trigger_that_somebody_made_is_named(data):
    with closing(sqlite3.connect(data / FILE, isolation_level=None)) as conn:
        conn.execute("CREATE TRIGGER quiet AFTER INSERT ON result_chunks BEGIN DELETE FROM incidents; END")
    (found,) = [each for each in examine(data / FILE).checks if each.check == "schema"]
    assert [(each.table, each.row, each.expected) for each in found.faults] == [
        ("result_chunks", "quiet", "no trigger")
    ]


def test_a_reference_to_no_row_is_named(data):
    alter(data, "UPDATE sessions SET supersedes = 99 WHERE id = 1")
    assert faults(data)["database"] == [("sessions", "1")]


def test_a_clock_before_the_newest_record_is_named(data):
    alter(data, "UPDATE changes SET at = '2999-01-01T00:00:00.000000Z' WHERE id = 1")
    found = next(each for each in examine(data / FILE).checks if each.check == "clock").faults
    assert [each.table for each in found] == ["changes"]
    assert "a clock at 2999-01-01T00:00:00.000000Z or later" in found[0].expected


def test_a_folder_that_others_may_enter_is_named(data):
    data.chmod(0o755)
    (fault,) = next(each for each in examine(data / FILE).checks if each.check == "permissions").faults
    assert (fault.expected, fault.found) == ("mode 700", "mode 755")


@pytest.mark.of_the_file
def test_a_damaged_page_is_found(data):
    db = Database(data / FILE)
    (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sessions'").fetchone()
    db.close()
    with (data / FILE).open("r+b") as file:
        file.seek(4096 * (page - 1))
        file.write(os.urandom(4096))
    found = {each.check: each.faults for each in examine(data / FILE).checks}
    assert any("sessions" in fault.found or f"page {page}" in fault.found for fault in found["database"])
    assert any("malformed" in each.found for each in found["register"])
    assert found["permissions"] == []  # and the other checks are made all the same


@pytest.mark.of_the_file
def test_what_is_no_store_cannot_be_read(tmp_path):
    done = call("doctor", "--data", str(tmp_path))
    assert (done.status, "There is no store at" in done.err) == (2, True)
    (tmp_path / FILE).write_bytes(b"no database at all, but long enough to look like one" * 100)
    done = call("doctor", "--data", str(tmp_path))
    assert (done.status, "file is not a database" in done.err) == (2, True)
    sqlite3.connect(tmp_path / "other").close()
    (tmp_path / FILE).write_bytes(b"")
    assert call("doctor", "--data", str(tmp_path)).status == 2


@pytest.mark.slow
def test_it_works_beside_a_running_service(tmp_path):
    with serving(tmp_path / "data") as server:
        server.post_log(log())
        done = call("doctor", "--data", str(tmp_path / "data"))
        assert (done.status, done.err) == (0, "")
        assert server.post_log(log(session="S-2")).status_code == 201
        alter(tmp_path / "data", "UPDATE sessions SET table_name = 'T9' WHERE id = 1")
        done = call("doctor", "--data", str(tmp_path / "data"))
        assert "sessions 1: expected table_name 'T1', as facts say; found 'T9'" in done.out
