"""Audits and what they found: somebody who has the store's file alters what facts make, and nothing rests on it."""

import hashlib
import json
from contextlib import closing

import pytest

from auditor.errors import RecordDamaged, ResultDamaged
from auditor.facts.canonical_record import from_record
from auditor.store import Store
from auditor.store.connection import StoreError
from auditor.store.fact_log import enter_fact
from auditor.store.rows import FindingFilter, NewAudit, Page, Selection
from auditor.store.stored_documents import document_of, insert_chunks, insert_document
from auditor.store.stored_reports import NewReport, ReportFilter
from tests import altered_stores
from tests.http.filing import approved, put_room, surrender
from tests.http.kit import hand_line, log
from tests.http.past import WRONG, upload
from tests.rules.filed import controls
from tests.services import application
from tests.store.documents.kept_parts import SALT
from tests.store.forging import faults, spoil
from tests.store.test_doctor import with_another_amount

AT = "2026-12-01T00:00:00.000000Z"
ALL = Page(1, 1_000)
SESSIONS = 3


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """Three sessions of a day, with an audit of each, and one that waits; 4 is of the day."""
    folder = tmp_path_factory.mktemp("audits") / "data"
    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        approved(client, controls(1, "2026-01-01", surrender=surrender(2)))
        for number in range(1, SESSIONS + 1):
            upload(client, log(hand_line(1, WRONG), hand_line(2), session=f"S-{number}"))
            assert client.post("/v1/audits", json={"sessions": [number]}).json["state"] == "finished"
        client.put("/v1/rooms/WA-0417/days/2026-03-14/totals", json={"currency": "USD", "fees": {}})
        assert client.put("/v1/rooms/WA-0417/days/2026-03-14/audit").json["state"] == "finished"
    with closing(Store(folder)) as store:
        store.audits.ask(
            Selection(ids=(1, 2)), lambda found: NewAudit({}, "", None, [], None, AT, tuple(found))
        )
    return folder


@pytest.fixture
def data(sound, tmp_path):
    altered_stores.copied(sound, tmp_path / "data")
    (tmp_path / "data").chmod(0o700)
    return tmp_path / "data"


@pytest.mark.parametrize(
    ("sql", "named"),
    [
        ("UPDATE audits SET counts = json_set(counts, '$.findings', 0) WHERE id = 1", ("audits", "1")),
        ("UPDATE audits SET summary = json_set(summary, '$.complete', 0) WHERE id = 1", ("audits", "1")),
        ("UPDATE audits SET first_fact = fact WHERE id = 1", ("audits", "1")),
        ("UPDATE audits SET root = (SELECT root FROM audits WHERE id = 2) WHERE id = 1", ("audits", "1")),
        ("UPDATE audit_sessions SET session = 2 WHERE audit = 1", ("audit_sessions", "1, 0")),
        ("DELETE FROM audit_sessions WHERE audit = 1", ("audit_sessions", "1, 0")),
        ("INSERT INTO audit_sessions VALUES (1, 1, 2, 0, NULL)", ("audit_sessions", "1, 1")),
    ],
)
def test_an_altered_audit_is_not_given_and_no_report_is_issued_of_it(data, sql, named):
    spoil(data, sql)
    report = NewReport(1, "full", None, "d" * 64, None, "0.2.0", "Dana", b"%PDF")
    with closing(Store(data)) as store:
        for read in (lambda: store.audits.get(1), lambda: store.nights.read(0)):
            with pytest.raises(RecordDamaged, match="audit 1 is not what was written"):
                read()
        piece = store.leases.claim("report", "1", "me")
        with pytest.raises(RecordDamaged, match="audit 1 is not what was written"):
            store.reports.add(report, AT, piece)
        assert store.reports.page(ReportFilter(), ALL) == ([], 0)
        assert store.audits.get(2).state == "finished"
    assert named in faults(data)


def test_findings_are_those_of_the_root_that_the_fact_has(data):
    """A whole document in place of another one, with the root in both rows."""
    with altered_stores.altering(data) as db:
        another = with_another_amount(document_of(db, 1))
    spoil(data, "DELETE FROM result_documents WHERE audit = 1")
    with altered_stores.altering(data) as db:
        db.execute("DELETE FROM result_chunks WHERE audit = 1")
        insert_chunks(db, 1, another.parts)
        insert_document(db, 1, another.root, another.contents, SALT, another.sessions)
        db.conn.commit()
    words = "The result of audit 1 is no longer what was stored"
    with closing(Store(data)) as store, pytest.raises(ResultDamaged, match=words):
        store.results.page(1, FindingFilter(), ALL)
    with altered_stores.altering(data) as db:
        db.execute("UPDATE audits SET root = ? WHERE id = 1", [another.root])
        db.conn.commit()
    with closing(Store(data)) as store:
        for read in (
            lambda: store.results.page(1, FindingFilter(), ALL),
            lambda: store.results.coverage(1),
            lambda: list(store.results.findings(1)),
        ):
            with pytest.raises(ResultDamaged, match=words):
                read()
        assert store.results.page(2, FindingFilter(), ALL)[1] > 0
    assert ("audits", "1") in faults(data)


def test_an_audit_that_a_row_alone_puts_into_the_queue_is_not_begun(data):
    """One that has finished, one that no fact makes, and one that waits with other logs than were asked for."""
    spoil(
        data,
        "UPDATE audits SET state = 'queued', owner = NULL WHERE id = 1",
        "INSERT INTO audits (id, state, request, skipped, request_sha256, attempts, created_at, hands_total, open) "
        "VALUES (9, 'queued', '{}', '[]', '', 0, '', 1, 0)",
        "UPDATE audit_sessions SET session = 3 WHERE audit = 5 AND position = 0",
    )
    with closing(Store(data)) as store:
        size = store.register.size()
        assert store.queue.claim("me", AT) is None
        assert store.register.size() == size
    assert {("audits", "1"), ("audits", "9"), ("audit_sessions", "5, 0")} <= faults(data)


def test_an_audit_whose_row_is_altered_while_it_is_done_does_not_finish(data):
    with closing(Store(data)) as store:
        claimed = store.queue.claim("me", AT)
        assert claimed.audit.id == 5
        done = store.results.audit(1, store.audits.get(1).summary)
        spoil(data, "UPDATE audit_sessions SET what_if = 1 WHERE audit = 5 AND position = 0")
        with pytest.raises(RecordDamaged, match="the sessions of audit 5 is not what was written"):
            store.queue.finish(claimed.lease, done, AT)
        assert store.queue.fail(claimed.lease, "it broke down", AT)
        assert store.audits.state(5) == "failed"
    assert ("audit_sessions", "5, 0") in faults(data)  # nothing was made good


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE session_results SET result = json_set(result, '$.complete', 0) WHERE session = 1",
        "UPDATE session_results SET summary_sha256 = printf('%064d', 1) WHERE session = 1",
        "UPDATE session_results SET audit = 2 WHERE session = 1",
        "UPDATE session_results SET fact = (SELECT fact FROM audits WHERE id = 2) WHERE session = 1",
    ],
)
def test_an_altered_result_of_a_session_is_not_used(data, sql):
    with altered_stores.altering(data) as db:
        (basis,) = db.execute("SELECT basis FROM session_results WHERE session = 1").fetchone()
    spoil(data, sql)
    with closing(Store(data)) as store:
        assert store.session_results.get(1, basis) is None
        assert store.session_results.summary(1, basis) is None
        assert ("session_results", f"1 {basis}") in {(each.subject, each.key) for each in store.damage.all()}
    assert ("session_results", f"1, {basis}") in faults(data)


@pytest.mark.parametrize("table", ["screening_statistics", "screening_sums"])
def test_altered_statistics_are_not_used(data, table):
    spoil(data, f"UPDATE {table} SET size = size + 1 WHERE id = 1")
    with (
        closing(Store(data)) as store,
        pytest.raises(RecordDamaged, match="for screening 1 is not what was written"),
    ):
        store.screening.of_year("WA-0417", 2026, store.screening.entries())
    assert (table, "1") in faults(data)


def test_a_forged_result_with_its_fact_is_not_believed_and_nothing_is_signed_over_it(data):
    """The waiting audit is finished by a fact that is entered as the program would, under the note that is there."""
    with altered_stores.altering(data) as db:
        find = "SELECT record FROM register WHERE entry = (SELECT fact FROM audits WHERE id = 1)"
        about = json.loads(db.execute(find).fetchone()[0])
        kept = {name: [] for name in ("sessions", "new_incidents", "statistics", "sums")}
        forged = (
            about | {"number": 5, "finish": 5, "summary_sha256": hashlib.sha256(b"{}").hexdigest()} | kept
        )
        forged = {name: value for name, value in forged.items() if value != []}
        fact = from_record(json.dumps(forged, sort_keys=True, separators=(",", ":")).encode())
        number = enter_fact(db, fact)
        db.execute("UPDATE audits SET summary = '{}' WHERE id = 5")
        db.conn.commit()
    assert ("checkpoints", "") in faults(data)
    with closing(Store(data)) as store:
        with pytest.raises(RecordDamaged, match="audit 5 is not what was written"):
            store.audits.get(5)
        with pytest.raises(StoreError, match=f"{number + 1:,} entries, and its key signed {number:,}"):
            store.audits.ask(
                Selection(ids=(1,)), lambda found: NewAudit({}, "", None, [], None, AT, tuple(found))
            )
    assert ("checkpoints", "") in faults(data)
