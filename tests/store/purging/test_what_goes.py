"""What a purge removes and what it leaves, in the store and in its files."""

from contextlib import closing

import pytest
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from auditor.doctor import examine
from auditor.errors import EvidencePurged
from auditor.evidence import Evidence
from auditor.jobs.audit_from_store import run_audit
from auditor.registry import Registry
from auditor.retention import purge
from auditor.store import Store
from auditor.store.legacy.migrations import MIGRATIONS
from auditor.store.store import FILE
from rules.audit import read_facts
from rules.controls.library import library
from rules.records.problems import Refused
from tests.cli.kit import call
from tests.http.kit import NDJSON, hand_line, log, zipped
from tests.http.past import NEEDLE, WRONG, old_log, planned, upload
from tests.store.purging.kit import in_files, purged
from tests.store.test_doctor import alter, faults


@pytest.mark.of_the_file
@pytest.mark.slow
def test_the_bytes_are_in_no_file_of_the_store_afterwards(client, store, folder):
    number = upload(client, old_log())
    kept = upload(client, log(hand_line(1, WRONG), session="S-kept"))
    client.post("/v1/sessions", data=zipped(old_log()), content_type=NDJSON)  # the same log once more
    for session in (number, kept):
        assert client.post("/v1/audits", json={"sessions": [session]}).json["state"] == "finished"
    db = store.connections.db
    gone = (
        "SELECT hex(body) FROM result_chunks WHERE audit = 1 AND list NOT IN ('summary', 'coverage') "
        "AND body NOT IN (SELECT body FROM result_chunks WHERE audit = 2)"  # such as one code, of all rows
    )
    prints = [bytes.fromhex(each) for (each,) in db.execute(gone)]
    prints += db.execute("SELECT salt FROM result_documents WHERE audit = 1").fetchone()
    assert in_files(folder, NEEDLE, *prints) == [NEEDLE, *prints]
    assert purged(folder).status == 0
    assert prints
    assert in_files(folder, NEEDLE, *prints) == []
    assert store.purges.is_erased()
    assert db.execute("PRAGMA freelist_count").fetchone() == (0,)
    assert client.get(f"/v1/sessions/{kept}/log").data == log(hand_line(1, WRONG), session="S-kept")


def test_the_rows_stay_with_the_ground_of_the_purge(client, store, folder):
    upload(client, old_log())
    client.post("/v1/audits", json={"sessions": [1]})
    before, audit = store.sessions.get(1), store.audits.get(1)
    before_purge = [audit.counts["findings"], *counts(store, "incidents")]
    assert min(before_purge) > 0
    assert purged(folder).status == 0
    after, audited = store.sessions.get(1), store.audits.get(1)
    assert after.purged is not None
    assert (after.evidence, after.bytes, after.facts, after.received_at) == (
        before.evidence, before.bytes, before.facts, before.received_at,
    )  # fmt: skip
    found = after.purged
    assert (found.sha256, found.size, found.by) == (before.evidence, len(old_log()), "Dana Reyes")
    assert (found.day, found.year_ends, found.years, found.kept_until) == (
        "2015-03-14",
        "2015-06-30",
        3,
        "2018-06-30",
    )
    assert (found.parameter, found.clause) == ("wsgc:retention.years", "external:WAC-230-06-070-5")
    assert (audited.counts, audited.summary, audited.result_sha256) == (
        audit.counts,
        audit.summary,
        audit.result_sha256,
    )
    assert audited.purged.sha256 == audit.result_sha256
    assert audited.purged.size == sum(before_purge)
    counted = counts(store, "incidents", "session_results", "screening_statistics", "screening_sums")
    assert counted == [0, 0, 0, 0]
    kept = store.connections.db.execute("SELECT DISTINCT list FROM result_chunks ORDER BY list").fetchall()
    assert kept == [("coverage",), ("summary",)]
    assert store.connections.db.execute("SELECT salt FROM result_documents").fetchall() == [(None,)]
    assert store.results.coverage(1)


def counts(store, *tables):
    return [store.connections.db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables]


@pytest.mark.slow
def test_the_findings_of_an_audit_stay_while_one_of_its_logs_does(client, store, folder):
    old = upload(client, old_log())
    new = upload(client, log(hand_line(1, WRONG), session="S-new"))
    client.post("/v1/audits", json={"sessions": [old, new]})
    before = client.get("/v1/audits/1/report.json").data
    done = purged(folder)
    assert "with the findings" not in done.out
    assert client.get("/v1/audits/1/report.json").data == before
    assert store.audits.get(1).purged is None
    assert examine(folder / FILE).sound


def test_what_was_quoted_of_a_refused_file_goes_too(client, store, folder):
    evidence = Evidence(b'{"event": "needle-in-a-refused-file"}\n')
    with pytest.raises(Refused) as refused:
        read_facts(evidence)
    assert store.evidence.keep_refused(evidence, refused.value, None, "2015-03-14T00:00:00Z")
    sha256 = evidence.sha256
    assert any("needle-in-a-refused-file" in each["found"] for each in store.evidence.get(sha256).problems)
    done = purged(folder)
    assert f"refused file {sha256[:12]} of no known room, 2015-03-14" in done.out
    assert in_files(folder, "needle-in-a-refused-file") == []
    record = store.evidence.get(sha256)
    assert (record.outcome, record.message, record.problems, record.problem_count > 0) == (
        "refused",
        None,
        [],
        True,
    )
    assert store.connections.db.execute("SELECT count(*) FROM fact_parts").fetchone() == (0,)
    assert examine(folder / FILE).sound


@pytest.mark.slow
def test_the_doctor_finds_nothing_after_a_purge(client, store, folder):
    upload(client, old_log())
    client.post("/v1/audits", json={"sessions": [1]})
    client.put("/v1/rooms/WA-0417/days/2015-03-14/audit")
    assert purged(folder).status == 0
    done = call("doctor", "--data", folder)
    assert (done.status, done.err) == (0, ""), done.out


@pytest.mark.of_the_file
def test_while_another_program_reads_an_earlier_state_the_bytes_are_not_said_to_be_gone(
    client, store, folder
):
    upload(client, old_log())
    reader = sqlite3.connect(folder / FILE, isolation_level=None)
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM evidence").fetchone() == (1,)
    (done,) = purge(store, planned(store), "Dana Reyes")
    assert done.left is None
    store.connections.db.execute("PRAGMA busy_timeout = 50")
    assert not store.purges.erase("2026-01-01T00:00:00Z")
    assert faults(folder)["erasure"] == [("purges", "1")]
    health = client.get("/healthz").json
    assert (health["status"], [each["part"] for each in health["reasons"]]) == ("degraded", ["purges"])
    reader.close()
    assert purged(folder).status == 0  # nothing is due any more; what was left is erased
    assert client.get("/healthz").json["status"] == "ok"
    assert in_files(folder, NEEDLE) == []
    assert examine(folder / FILE).sound


@pytest.mark.of_the_file
def test_a_purge_survives_a_backup_and_its_restore(client, folder, tmp_path):
    upload(client, old_log())
    assert purged(folder).status == 0
    assert call("backup", tmp_path / "copy.sqlite", "--data", folder).status == 0
    assert in_files(tmp_path, NEEDLE) == []
    assert call("restore", tmp_path / "copy.sqlite", "--data", tmp_path / "restored").status == 0
    with closing(Store(tmp_path / "restored")) as store:
        assert store.sessions.get(1).purged.by == "Dana Reyes"


def test_what_was_noticed_to_be_damaged_and_then_purged_is_not_damaged(client, store, folder):
    upload(client, old_log())
    alter(folder, "UPDATE evidence SET body = x'00'")
    assert client.get("/v1/sessions/1/log").status_code == 500
    assert client.get("/healthz").json["status"] == "degraded"
    assert purged(folder).status == 0
    assert client.get("/v1/sessions/1/log").status_code == 410
    assert client.get("/healthz").json["status"] == "ok"


def test_an_audit_that_finds_its_log_purged_fails_with_the_reason(client, store, folder):
    upload(client, old_log())
    client.post("/v1/audits", json={"sessions": [1]})
    assert purged(folder).status == 0
    with pytest.raises(
        EvidencePurged, match=r"The log of session 1 \(WA-0417, S-old\) was purged on 20.* by Dana Reyes"
    ):
        run_audit(store, Registry(store, library()), store.audits.get(1), lambda hands: None)


@pytest.mark.of_the_file
def test_a_store_of_before_is_purged_as_a_new_one(tmp_path):
    early = Database(tmp_path / FILE)
    MIGRATIONS.apply(early, stop_before="0016_retention")
    early.close()
    tmp_path.chmod(0o700)
    with closing(Store(tmp_path)) as store:
        evidence = Evidence(old_log())
        store.sessions.keep(evidence, read_facts(evidence), None, "2015-03-15T08:00:00.000000Z")
    assert examine(tmp_path / FILE).sound
    assert purged(tmp_path).status == 0
    assert in_files(tmp_path, NEEDLE) == []
    assert examine(tmp_path / FILE).sound
