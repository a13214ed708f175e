"""The tables themselves: how they are set up, what they refuse, how they come about."""

import hashlib
import sqlite3
from multiprocessing.queues import Queue
from pathlib import Path

import pytest
from sqlite_utils import Database

from auditor.doctor.register_examined import register as register_faults
from auditor.evidence import Evidence
from auditor.store import Store, connection
from auditor.store.connection import StoreError
from auditor.store.legacy.entries_of_rows import append
from auditor.store.legacy.migrations import MIGRATIONS
from auditor.store.legacy.stored_seals import seal
from auditor.store.rows import NewChange
from rules.audit import read_facts
from tests.http.kit import hand_line, log
from tests.processes import forks
from tests.services import unprotected

pytestmark = pytest.mark.of_the_file

AT = "2026-03-15T08:00:00.000000Z"


def test_every_connection_keeps_a_log_of_changes_and_holds_references(store: Store):
    db = store.connections.db
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA synchronous").fetchone() == (1,)  # NORMAL: see test_turn.py
    assert db.execute("PRAGMA foreign_keys").fetchone() == (1,)
    assert db.execute("PRAGMA busy_timeout").fetchone() == (30_000,)


def test_every_table_is_strict(store: Store):
    tables = store.connections.db.execute("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'")
    ours = {name: strict for name, strict in tables if not name.startswith(("sqlite_", "_sqlite"))}
    assert set(ours) == {
        "evidence", "sessions", "audits", "audit_sessions", "result_documents", "result_chunks", "changes", "rooms", "filed",
        "controls", "gap_reports", "incidents", "session_results", "keys", "uploads", "repairs", "damage",
        "holds", "purges", "returns", "erasures",
        "webhooks", "leases", "register", "register_tiles", "checkpoints", "cosignatures",
        "room_incidents", "corrections", "incident_events", "attachments",
        "reports", "report_pulls", "engines", "people", "fact_parts", "credentials", "sign_in_factors", "sign_ins", "attempts",
        "originals", "imports", "derived_logs", "importer_looks", "pseudonym_keys",
        "keyed_drafts", "keyed_hands", "keyed_removed", "event_files",
        "samples", "sample_draws", "sample_hands", "sample_closings",
        "terms_proposals", "terms_decisions", "reminders",
        "screening_statistics", "screening_sums", "screening_lists", "screening_closings",
    }  # fmt: skip
    assert set(ours.values()) == {1}


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO audit_sessions VALUES (1, 0, 1, 0)",
        "UPDATE sessions SET day = 'some day'",
        "INSERT INTO audits (state, request, request_sha256, created_at, hands_total) VALUES ('running', '{}', '', '', 0)",
        "INSERT INTO audits (state, request, request_sha256, created_at, hands_total) VALUES ('failed', '{}', '', '', 0)",
        "INSERT INTO audits (state, request, request_sha256, created_at, hands_total) VALUES ('finished', '{}', '', '', 0)",
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_not_taken(store: Store, sql):
    evidence = Evidence(log())
    store.sessions.keep(evidence, read_facts(evidence), None, AT)
    with pytest.raises(StoreError):
        store.connections.db.execute(sql)


def test_a_session_has_one_first_file_and_each_file_one_correction(store: Store):
    for hand in (1, 2):
        evidence = Evidence(log(hand_line(hand), session=f"S-{hand}"))
        store.sessions.keep(evidence, read_facts(evidence), None, AT)
    db = store.connections.db
    with unprotected(db):
        with pytest.raises(StoreError, match="UNIQUE"):
            db.execute("UPDATE sessions SET session = 'S-1'")
        db.execute("UPDATE sessions SET supersedes = 1 WHERE id = 2")
        with pytest.raises(StoreError, match="UNIQUE"):
            db.execute("UPDATE sessions SET supersedes = 1 WHERE id = 1")
        db.execute("UPDATE sessions SET supersedes = NULL WHERE id = 2")


def test_a_transaction_that_breaks_leaves_nothing(store: Store):
    def breaks() -> None:
        with store.connections.writing() as db:
            db.execute(
                "INSERT INTO evidence (sha256, size, media_type, received_at, outcome, problem_count, body)"
                " VALUES (?, 1, '', '', 'refused', 0, x'00')",
                ["0" * 64],
            )
            raise RuntimeError

    with pytest.raises(RuntimeError):
        breaks()
    assert store.evidence.totals() == {}


def test_opening_a_store_again_changes_nothing(tmp_path: Path):
    for _ in range(2):
        store = Store(tmp_path)
        names = [migration.name for migration in MIGRATIONS.applied(store.connections.db)]
        assert names == [
            "0001_evidence_and_sessions", "0002_audits", "0003_open_points", "0004_rooms_and_controls", "0005_knowledge",
            "0006_inapplicable", "0007_incidents", "0008_discarded_drafts", "0009_finishes", "0010_session_results",
            "0011_keys", "0012_protection", "0013_damage", "0014_seals", "0015_uploads", "0016_retention", "0017_webhooks",
            "0018_sealed_keys", "0019_register", "0020_checkpoints", "0021_cosignatures", "0022_incidents_of_rooms",
            "0023_register_by_fact",
            "0024_issued_reports", "0025_engines", "0026_people", "0027_originals", "0028_keyed", "0029_samples",
            "0030_incidents_by_day", "0031_keyed_removed", "0032_import_options",
            "0033_events", "0034_event_audits", "0035_incidents_of_events",
            "0036_engine_code",
            "0037_sign_in_codes",
            "0038_money", "0039_corrections", "0040_room_terms", "0041_reminders", "0042_screening", "0043_screening_lists",
            "0044_screened_edition", "0045_purged_lists_of_screening", "0046_screening_sums",
            "0047_facts_of_keys", "0048_facts_of_people", "0049_result_documents", "0050_leases",
            "0051_facts_of_rooms", "0052_facts_of_holds",
            "0054_facts_of_engines", "0055_facts_of_samples", "0056_facts_of_reports",
            "0057_facts_of_originals", "0058_facts_of_uploads", "0059_facts_of_audits",
            "0060_sign_in_factors",
            "0061_facts_of_purges",
            "0062_facts_of_screening",
            "0063_facts_of_incidents", "0064_facts_of_room_incidents", "0066_store_adopted", "0069_facts_alone",
            "0070_sessions_by_number",
            "0071_messages_without_bodies",
            "0072_codes_of_drafts",
            "0073_codes_of_attempts",
        ]  # fmt: skip
        numbers = [int(name[:4]) for name in names]
        assert numbers == sorted(set(numbers))
        store.close()


def insert_report(db: Database, number: int, edition: str) -> None:
    with unprotected(db):
        db.execute(
            "INSERT INTO reports (id, at, audit, edition, made_sha256, sha256, size, engine, body) "
            "VALUES (?, ?, 1, ?, ?, ?, 1, 'e', x'')",
            [number, AT, edition, "a" * 64, f"{number:064}"],
        )  # fmt: skip


def test_reports_of_a_store_from_before_stay_and_may_have_screening_from_then_on(tmp_path: Path):
    early = Database(tmp_path / "auditor.sqlite")
    MIGRATIONS.apply(early, stop_before="0044_screened_edition")
    insert_report(early, 1, "full")
    with pytest.raises(StoreError, match="edition IN"):
        insert_report(early, 2, "screened")
    MIGRATIONS.apply(early, stop_before="0056_facts_of_reports")
    insert_report(early, 2, "screened")
    with pytest.raises(StoreError, match="edition IN"):
        insert_report(early, 3, "short")
    MIGRATIONS.apply(early)
    early.conn.commit()
    early.close()
    seen = Database(tmp_path / "auditor.sqlite")
    assert seen.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert seen.execute("SELECT id, edition FROM reports").fetchall() == [(1, "full"), (2, "screened")]
    seen.close()


def test_a_store_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path):
    early = Database(tmp_path / "auditor.sqlite")
    MIGRATIONS.apply(early, stop_before="0002_audits")
    assert "audits" not in early.table_names()
    early.close()
    store = Store(tmp_path)
    assert store.audits.by_state() == {}
    store.close()


def test_coverage_stored_without_open_points_has_none(tmp_path: Path):
    early = Database(tmp_path / "auditor.sqlite")
    MIGRATIONS.apply(early, stop_before="0003_open_points")
    early.execute("PRAGMA foreign_keys = OFF")
    early.execute(
        "INSERT INTO audits (id, state, request, request_sha256, created_at, hands_total, summary, counts, finished_at) "
        """VALUES (1, 'finished', '{}', '', '', 3, '{}', '{"findings": 0}', '')"""
    )
    early.execute("INSERT INTO coverage VALUES (1, 0, 'SCR001', 'net-differs', 3, 2, 1, 0, '[]')")
    early.conn.commit()
    early.close()
    store = Store(tmp_path)
    (row,) = store.results.coverage(1)
    assert (row["agreeing"], row["differing"], row["open"], row["untestable"]) == (2, 1, 0, 0)
    store.close()


def test_what_was_filed_before_drafts_could_be_discarded_stays(tmp_path: Path):
    early = Database(tmp_path / "auditor.sqlite")
    MIGRATIONS.apply(early, stop_before="0008_discarded_drafts")
    for statement in (
        """INSERT INTO changes VALUES (7, 'then', 'WA-1', 'terms', NULL, NULL, 'agent', NULL, NULL, '{"terms":[]}')""",
        f"""INSERT INTO changes VALUES (9, 'then', 'WA-1', 'draft', 'wa-1', 1, NULL, NULL, 'first',
            '{{"source":"{"0" * 64}","digest":null}}')""",
        "INSERT INTO rooms VALUES ('WA-1', '[]', 7)",
        f"INSERT INTO filed VALUES ('{'0' * 64}', 1, 'application/toml', NULL, 'then', x'00')",
        f"INSERT INTO controls VALUES ('wa-1', 1, 'WA-1', 'draft', '{'0' * 64}', NULL, NULL, NULL, 'Ours', 9)",
    ):
        early.execute(statement)
    early.conn.commit()
    early.close()
    store = Store(tmp_path)
    db = store.connections.db
    assert [(each.id, each.action, each.by) for each in store.changes.of_room("WA-1")] == [
        (7, "terms", "agent"),
        (9, "draft", None),
    ]
    held = store.controls.get("wa-1", 1)
    assert held is not None
    assert (held.room, held.title, held.change) == ("WA-1", "Ours", 9)
    assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    change = NewChange("discarded", details={"source": held.source, "document": held.document})
    store.controls.remove(held, lambda _: change, "now", seen=9)
    assert (store.changes.latest(), store.controls.get("wa-1", 1)) == (10, None)
    store.close()


def test_audits_of_before_are_numbered_in_the_order_in_which_they_finished(tmp_path: Path):
    early = Database(tmp_path / "auditor.sqlite")
    MIGRATIONS.apply(early, stop_before="0009_finishes")
    for number, state, finished in ((1, "finished", "b"), (2, "queued", None), (3, "finished", "a")):
        summary = "{}" if state == "finished" else None
        early.execute(
            "INSERT INTO audits (id, state, request, request_sha256, created_at, hands_total, finished_at, summary)"
            " VALUES (?, ?, '{}', '', '', 0, ?, ?)",  # counts are null: an engine of then counted nothing
            [number, state, finished, summary],
        )
    early.conn.commit()
    early.close()
    store = Store(tmp_path)
    rows = store.connections.db.execute("SELECT id, finish FROM audits ORDER BY id").fetchall()
    assert rows == [(1, 2), (2, None), (3, 1)]
    store.close()


def test_imports_of_before_had_no_options(tmp_path: Path):
    early = Database(tmp_path / "auditor.sqlite")
    MIGRATIONS.apply(early, stop_before="0032_import_options")
    digest = hashlib.sha256(b"a workbook").hexdigest()
    early.execute(
        "INSERT INTO originals (sha256, size, media_type, received_at, room, body) VALUES (?, 10, 'text/csv', ?, 'WA-0417', ?)",
        [digest, AT, b"a workbook"],
    )
    early.execute(
        "INSERT INTO imports (original, at, importer, version, problem_count, refusals, problems) "
        "VALUES (1, ?, 'csv', '1', 1, 1, '[]')",
        [AT],
    )
    seal(early, "originals", 1)
    seal(early, "imports", 1)
    append(early, "original.refused", 1)
    early.conn.commit()
    early.close()
    store = Store(tmp_path)
    (only,) = store.originals.get(1).imports
    assert (only.importer, only.options) == ("csv", None)
    assert store.pseudonym_keys.get("WA-0417") is None
    assert list(register_faults(store.connections)) == []
    store.close()


def test_what_was_at_work_before_there_were_leases_is_taken_up(tmp_path: Path):
    early = Database(tmp_path / "auditor.sqlite")
    MIGRATIONS.apply(early, stop_before="0050_leases")
    early.execute(
        "INSERT INTO audits (id, state, request, request_sha256, created_at, hands_total, owner, attempts)"
        " VALUES (1, 'running', '{}', '', ?, 0, '7-of-then', 1)",
        [AT],
    )
    for number, state, ended, owner in ((3, "delivered", AT, None), (5, "pending", None, "7-of-then")):
        early.execute(
            "INSERT INTO webhooks (id, message, endpoint, event, fact, body, state, attempts, created_at, due_at, owner,"
            " ended_at) VALUES (?, ?, 'tracker', 'audit.failed', ?, '{}', ?, 1, ?, ?, ?, ?)",
            [number, f"msg_{number}", f"audit {number}", state, AT, AT, owner, ended],
        )
    early.conn.commit()
    early.close()
    store = Store(tmp_path)
    assert store.queue.take_back("me", AT) == 1
    assert store.connections.db.execute("SELECT state, owner FROM audits").fetchall() == [("queued", None)]
    claimed = store.outbox.claim("me", "tracker", AT)
    assert (claimed.delivery.id, claimed.delivery.message, claimed.delivery.attempts) == (5, "msg_5", 2)
    assert store.outbox.claim("you", "tracker", AT) is None
    assert store.outbox.delivered(claimed.lease, AT) is True
    assert [(each.id, each.state) for each in store.outbox.all()] == [(3, "delivered"), (5, "delivered")]
    assert store.connections.db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    store.close()


def test_the_folder_is_its_owners_alone(tmp_path: Path):
    Store(tmp_path / "a" / "data").close()
    assert (tmp_path / "a" / "data").stat().st_mode & 0o777 == 0o700


def _open_and_upload(folder: str, name: str, count: int, results: "Queue[str]") -> None:
    try:
        store = Store(Path(folder))
        for number in range(count):
            evidence = Evidence(log(session=f"{name}-{number}"))
            store.sessions.keep(evidence, read_facts(evidence), None, AT)
        store.close()
        results.put("")
    except StoreError as error:
        results.put(str(error))


@pytest.mark.slow
def test_many_processes_open_a_new_store_and_write_to_it_at_once(tmp_path: Path):
    results = forks.Queue()
    processes = [
        forks.Process(target=_open_and_upload, args=(str(tmp_path), name, 50, results))
        for name in ("a", "b", "c", "d")
    ]
    for process in processes:
        process.start()
    assert [results.get(timeout=60) for _ in processes] == [""] * 4
    for process in processes:
        process.join()
    store = Store(tmp_path)
    assert store.sessions.count() == 200
    store.close()


def test_the_sqlite_is_one_without_the_wal_reset_bug(store: Store):
    version = store.connections.db.sqlite_version
    if version < (3, 51, 3):
        assert sqlite3.sqlite_version_info == version, "pysqlite3 is installed and is to be used"


def test_an_sqlite_that_is_too_old_is_refused_before_there_is_a_store(tmp_path, monkeypatch):
    monkeypatch.setattr(connection.sqlite3, "sqlite_version_info", (3, 43, 2))
    monkeypatch.setattr(connection.sqlite3, "sqlite_version", "3.43.2")
    with pytest.raises(connection.UnsupportedSqlite, match=r"needs SQLite 3\.44 or later.* uses 3\.43\.2"):
        Store(tmp_path)
    assert list(tmp_path.glob("*.sqlite")) == []
