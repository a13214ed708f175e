"""Purges: what goes and what stays, when, what holds it, and what is left in the files; with real processes that are killed."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from auditor.doctor import examine
from auditor.errors import EvidencePurged
from auditor.evidence import Evidence
from auditor.jobs.run import run_audit
from auditor.registry import Registry
from auditor.retention import purge
from auditor.store import Store
from auditor.store.migrations import MIGRATIONS
from auditor.store.purges import ChangedSince
from auditor.store.rows import NewHold
from auditor.store.store import FILE
from rules.audit import read_facts
from rules.controls.library import library
from tests.cli.kit import call, environment
from tests.http.filing import approved, put_room
from tests.http.kit import NDJSON, hand_line, log, zipped
from tests.http.past import NEEDLE, WRONG, old_log, planned, upload
from tests.rules.filed import controls
from tests.services import application
from tests.store.test_doctor import alter, faults

NOON = "T19:00:00.000000Z"  # noon in Seattle


@pytest.fixture
def app(tmp_path):
    """A service with a room whose fiscal year ends on June 30 and whose gaming day begins at six."""
    with application(tmp_path / "data") as made:
        put_room(made.test_client())
        yield made


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def store(app) -> Store:
    found: Store = app.extensions["auditor"].store
    return found


@pytest.fixture
def folder(store) -> Path:
    return store.folder


def due(store, day, clock=NOON):
    """What is over on a day, and what holds it."""
    return {each.purgeable.session: each.held for each in planned(store, f"{day}{clock}").due}


def purged(folder, *args):
    return call("purge", "--data", folder, "--yes", "--by", "Dana Reyes", *args)


def hold(store, room="WA-0417", session=None, first=None, last=None):
    return store.holds.make(
        NewHold(room, session, first, last, "case 12", "Agent 12"), "2026-01-01T00:00:00Z"
    )


# ----------------------------------------------------------------------------------------------- when


def test_the_first_day_after_three_fiscal_years_is_the_first_on_which_a_log_may_go(client, store):
    upload(client, old_log("2015-06-30", "June"))
    upload(client, old_log("2015-07-01", "July"))
    assert due(store, "2018-06-30") == {}
    assert due(store, "2018-07-01") == {"June": ()}
    assert due(store, "2019-06-30") == {"June": ()}
    assert due(store, "2019-07-01") == {"June": (), "July": ()}
    assert str(planned(store, f"2018-07-01{NOON}").next_on) == "2019-07-01"


def test_the_day_ends_with_the_gaming_day_of_the_room(client, store):
    """The gaming day of June 30 ends at six in the morning of July 1, which is 13:00 in UTC."""
    upload(client, old_log("2015-06-30", "June"))
    assert due(store, "2018-07-01", "T12:59:59.000000Z") == {}
    assert due(store, "2018-07-01", "T13:00:00.000000Z") == {"June": ()}


@pytest.mark.parametrize(
    ("closed", "first_day"),
    [("2015-07-01T05:59:00-07:00", "2018-07-01"), ("2015-07-01T06:00:00-07:00", "2019-07-01")],
)
def test_a_session_past_midnight_is_of_the_gaming_day_on_which_it_closed(client, store, closed, first_day):
    upload(client, old_log("2015-06-30", "night", closed_at=closed))
    year, rest = first_day[:4], first_day[4:]
    assert due(store, f"{int(year)}-06-30") == {}
    assert due(store, f"{year}{rest}") == {"night": ()}


def test_a_leap_day_is_the_end_of_february(client, store):
    put_room(client, fiscal_year_ends="02-29")
    upload(client, old_log("2016-02-29", "leap"))
    upload(client, old_log("2016-03-01", "after"))
    assert due(store, "2019-02-28") == {}
    assert due(store, "2019-03-01") == {"leap": ()}
    assert due(store, "2020-02-29") == {"leap": ()}
    assert due(store, "2020-03-01") == {"leap": (), "after": ()}


def test_a_room_that_is_not_on_record_keeps_calendar_years(client, store):
    upload(client, old_log("2015-06-30", "other", room="WA-1"))
    assert due(store, "2018-12-31") == {}
    (found,) = planned(store, f"2019-01-01{NOON}").due
    assert (found.purgeable.ground.parameter, found.purgeable.ground.clause) == (
        "default:retention.years",
        "convention",
    )


def test_the_rooms_own_controls_keep_their_days_longer(client, store):
    keeps = '\n[records]\nkeep_years = 5\ncite = "room:9.4"\ntext = "Records are kept for five years."\n'
    approved(client, controls(1, "2015-01-01") + keeps)
    upload(client, old_log("2015-06-30", "ours", ruleset="wa-0417-thirteen"))
    upload(
        client, old_log("2015-06-30", "another", hand=2)
    )  # names another ruleset: the room's own counts all the same
    upload(client, old_log("2014-12-31", "before"))
    assert due(store, "2020-06-30") == {"before": ()}
    found = {
        each.purgeable.session: each.purgeable.ground for each in planned(store, f"2020-07-01{NOON}").due
    }
    assert found["ours"].clause == found["another"].clause == "room:9.4"
    assert found["ours"].parameter == "wa-0417-thirteen@1:records.keep_years"
    assert (found["before"].years, found["before"].clause) == (3, "external:WAC-230-06-070-5")


def test_all_versions_of_a_session_go_with_the_one_that_is_kept_longest(client, store):
    first = old_log("2015-06-30", "S-1")
    upload(client, first)
    digest = Evidence(first).sha256
    again = old_log(
        "2015-06-30", "S-1", hand=2, closed_at="2015-07-02T01:00:00-07:00",
        supersedes={"sha256": digest, "reason": "closed later", "by": "s-1"},
    )  # fmt: skip
    upload(client, again)
    assert due(store, "2018-07-01") == {}
    (found,) = planned(store, f"2019-07-01{NOON}").due
    assert [sha256 for sha256, _ in found.purgeable.files] == [digest, Evidence(again).sha256]


def test_a_session_without_an_end_counts_from_the_day_it_came_in(client, store):
    upload(client, old_log("2015-06-30", "open", closed_at=None))
    assert planned(store).due == []


# ----------------------------------------------------------------------------------------------- what holds it


@pytest.mark.parametrize(
    ("scope", "covers"),
    [
        ({}, True),
        ({"session": "S-1"}, True),
        ({"session": "S-2"}, False),
        ({"room": "WA-1"}, False),
        ({"first": "2015-06-30", "last": "2015-06-30"}, True),
        ({"first": "2015-07-01"}, False),
        ({"last": "2015-06-29"}, False),
        ({"first": "2015-06-01"}, True),
        ({"last": "2015-07-31"}, True),
    ],
)
def test_a_hold_keeps_what_it_covers_until_it_is_lifted(client, store, folder, scope, covers):
    upload(client, old_log("2015-06-30", "S-1"))
    number = hold(store, **scope).id
    (found,) = planned(store).due
    assert found.held == ((f"hold {number} of 2026-01-01 by Agent 12: case 12",) if covers else ())
    assert (purged(folder).status, store.sessions.get(1).purged is None) == (0, covers)
    if covers:
        assert store.evidence.body(Evidence(old_log("2015-06-30", "S-1")).sha256)
        store.holds.lift(number, "closed", "Agent 12", "2026-02-01T00:00:00Z")
        assert purged(folder).status == 0
        assert store.sessions.get(1).purged is not None


def test_files_that_became_no_session_are_held_with_their_room_and_without_one_by_any_hold(client, store):
    upload(client, log(hand_line(1)))
    client.post("/v1/sessions", data=b"no log", content_type=NDJSON)
    client.post("/v1/sessions", data=log(hand_line(2)), content_type=NDJSON)  # a conflict
    hold(store, room="WA-1", first="2099-01-01")  # begins after the files came in
    of_another = hold(store, room="WA-1", last="2026-03-31").id
    ours = hold(store, session="S-9", first="2026-03-01", last="2026-03-31").id
    found = {each.what.split()[0]: each.held for each in planned(store, f"2099-01-01{NOON}").due}
    held = {name: [int(each.split()[1]) for each in words] for name, words in found.items()}
    assert held == {"session": [], "conflicting": [ours], "refused": [of_another, ours]}


def test_what_an_unfinished_audit_needs_waits(client, store, folder):
    number = upload(client, old_log())
    db = store.connections.db
    db.execute(
        "INSERT INTO audits (state, request, request_sha256, created_at, hands_total, owner) "
        "VALUES ('running', '{}', '', '2026-01-01T00:00:00Z', 1, 'somebody')"
    )
    db.execute("INSERT INTO audit_sessions VALUES (1, 0, ?, 0)", [number])
    (found,) = planned(store).due
    assert found.held == ("audit 1 is not finished",)
    db.execute("UPDATE audits SET state = 'failed', owner = NULL, error = 'no' WHERE id = 1")
    assert planned(store).due[0].held == ()


def test_a_hold_that_comes_between_the_list_and_the_purge_counts(client, store):
    upload(client, old_log())
    found = planned(store)
    hold(store)
    (done,) = purge(store, found, "Dana Reyes")
    assert done.left == "hold 1 was put on it"
    assert store.sessions.get(1).purged is None


def test_a_change_of_controls_or_of_the_files_between_leaves_everything(client, store):
    upload(client, old_log())
    found = planned(store)
    upload(
        client,
        old_log(
            "2015-06-30", hand=2, supersedes={"sha256": Evidence(old_log()).sha256, "reason": "x", "by": "s"}
        ),
    )
    with pytest.raises(ChangedSince, match="its files are not those that were looked at"):
        store.purges.purge(found.due[0].purgeable, "2026-01-01T00:00:00Z", "Dana", found.as_of)
    found = planned(store)
    put_room(client, tables=9)
    with pytest.raises(ChangedSince, match="rooms or controls were changed meanwhile"):
        store.purges.purge(found.due[0].purgeable, "2026-01-01T00:00:00Z", "Dana", found.as_of)


INTO = (
    "INSERT INTO purges (at, subject, key, sha256, size, room, session, first_day, last_day, year_ends, years, kept_until, "
    "parameter, clause, by) SELECT {at}, 'evidence', e.sha256, e.sha256, e.size, s.room, s.session, s.day, s.day, "
    "'2015-06-30', 3, {until}, 'p', 'c', 'somebody' FROM evidence AS e JOIN sessions AS s ON s.evidence = e.sha256"
)
NOW, OVER = "'2026-01-01T00:00:00Z'", "'2018-06-30'"


def test_no_program_purges_before_the_time_or_what_is_held(client, store):
    number = upload(client, old_log())
    client.post("/v1/audits", json={"sessions": [number]})
    hold(store)
    db = store.connections.db
    with pytest.raises(sqlite3.IntegrityError, match="nothing is purged that is held"):
        db.execute(INTO.format(at=NOW, until=OVER))
    store.holds.lift(1, "closed", None, "2026-01-01T00:00:00Z")
    with pytest.raises(sqlite3.IntegrityError, match="nothing is purged before its time"):
        db.execute(INTO.format(at=NOW, until="'2026-01-01'"))
    with pytest.raises(sqlite3.IntegrityError, match="a result is purged after all of its logs"):
        db.execute(INTO.format(at=NOW, until=OVER).replace("'evidence', e.sha256", "'audits', '1'"))
    for sql in (
        "UPDATE evidence SET body = x''",
        "DELETE FROM findings",
        "DELETE FROM incidents",
        "DELETE FROM session_results",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="is never"):
            db.execute(sql)


@pytest.mark.parametrize("table", ["holds", "lifts", "purges", "returns", "erasures"])
def test_what_is_on_record_of_holds_and_purges_stays(client, store, folder, table):
    upload(client, old_log())
    store.holds.lift(hold(store).id, "closed", None, "2026-01-02T00:00:00Z")
    assert purged(folder).status == 0
    client.post("/v1/sessions", data=old_log(), content_type=NDJSON)
    db = store.connections.db
    before = db.execute(f"SELECT * FROM {table}").fetchall()
    assert before
    for sql, says in (
        (f"UPDATE {table} SET at = 'never'", "never altered"),
        (f"DELETE FROM {table}", "never removed"),
        (f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}", "never replaced"),
    ):
        with pytest.raises(sqlite3.IntegrityError, match=says):
            db.execute(sql)
    with pytest.raises(sqlite3.IntegrityError, match="evidence is never altered"):
        db.execute("UPDATE evidence SET body = x'00'")
    assert db.execute(f"SELECT * FROM {table}").fetchall() == before


# ----------------------------------------------------------------------------------------------- what goes and what stays


def in_files(folder, *needles):
    """Which of some bytes are in any file of a folder."""
    found = b"".join(each.read_bytes() for each in folder.rglob("*") if each.is_file())
    return [needle for needle in needles if needle.encode() in found]


def test_the_bytes_are_in_no_file_of_the_store_afterwards(client, store, folder):
    number = upload(client, old_log())
    kept = upload(client, log(hand_line(1, WRONG), session="S-kept"))
    client.post("/v1/sessions", data=zipped(old_log()), content_type=NDJSON)  # the same log once more
    for session in (number, kept):
        assert client.post("/v1/audits", json={"sessions": [session]}).json["state"] == "finished"
    db = store.connections.db
    prints = [each for (each,) in db.execute("SELECT fingerprint FROM findings WHERE audit = 1")]
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
    before_purge = counts(store, "findings", "incidents")
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
    counted = counts(store, "findings", "incidents", "session_results")
    assert counted == [0, 0, 0]
    assert store.results.coverage(1)


def counts(store, *tables):
    return [store.connections.db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables]


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
    client.post("/v1/sessions", data=b'{"event": "needle-in-a-refused-file"}\n', content_type=NDJSON)
    (sha256, problems) = store.connections.db.execute("SELECT sha256, problems FROM evidence").fetchone()
    assert "needle-in-a-refused-file" in problems
    alter(folder, "UPDATE evidence SET received_at = '2015-03-14T00:00:00Z'")
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


def test_the_doctor_finds_nothing_after_a_purge(client, store, folder):
    upload(client, old_log())
    client.post("/v1/audits", json={"sessions": [1]})
    client.put("/v1/rooms/WA-0417/days/2015-03-14/audit")
    assert purged(folder).status == 0
    done = call("doctor", "--data", folder)
    assert (done.status, done.err) == (0, ""), done.out


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
    reader.close()
    assert purged(folder).status == 0  # nothing is due any more; what was left is erased
    assert in_files(folder, NEEDLE) == []
    assert examine(folder / FILE).sound


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


def test_a_store_of_before_is_protected_as_a_new_one(tmp_path):
    early = Database(tmp_path / FILE)
    MIGRATIONS.apply(early, stop_before="0016_retention")
    early.close()
    tmp_path.chmod(0o700)
    with closing(Store(tmp_path)) as store:
        evidence = Evidence(old_log())
        store.sessions.keep(evidence, read_facts(evidence), None, "2015-03-15T08:00:00.000000Z")
        with pytest.raises(sqlite3.IntegrityError, match="evidence is never altered: its bytes stay"):
            store.connections.db.execute("UPDATE evidence SET body = x''")
    assert examine(tmp_path / FILE).sound
    assert purged(tmp_path).status == 0
    assert in_files(tmp_path, NEEDLE) == []
    assert examine(tmp_path / FILE).sound


# ----------------------------------------------------------------------------------------------- forged purges


def test_a_purge_that_another_program_made_is_named(client, store, folder):
    upload(client, old_log())
    db = store.connections.db
    db.execute(INTO.format(at=NOW, until=OVER))
    db.execute("UPDATE evidence SET body = x''")
    db.execute("UPDATE purges SET done = 1")
    found = faults(folder)
    assert found["rows"] == [("purges", "1")]
    assert found["erasure"] == [("purges", "1")]


def test_bytes_that_were_removed_without_a_purge_are_named(client, folder):
    upload(client, old_log())
    alter(folder, "UPDATE evidence SET body = x''")
    assert faults(folder)["evidence"] == [("evidence", Evidence(old_log()).sha256)]


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("UPDATE purges SET kept_until = '2018-01-01'", "kept until 2018-06-30, 3 years from 2015-06-30"),
        ("UPDATE purges SET kept_until = '2099-01-01'", "a purge after 2099-01-01"),
        ("UPDATE purges SET done = 0", "a purge that was finished"),
        ("UPDATE evidence SET body = x'41'", "no bytes, after purge 1"),
        (
            "INSERT INTO holds (at, room, reason) VALUES ('2020-01-01', 'WA-0417', 'case 1')",
            "a purge of what nobody holds",
        ),
    ],
)
def test_a_purge_that_does_not_fit_what_is_there_is_named(client, folder, sql, says):
    upload(client, old_log())
    assert purged(folder).status == 0
    alter(folder, sql)
    (found,) = [each for each in examine(folder / FILE).checks if each.check == "purges"]
    assert [each.expected for each in found.faults] == [says]


def test_a_hold_that_ended_before_the_purge_is_no_fault(client, store, folder):
    upload(client, old_log())
    store.holds.lift(hold(store).id, "closed", None, "2026-02-01T00:00:00.000000Z")
    assert purged(folder).status == 0
    assert examine(folder / FILE).sound


# ----------------------------------------------------------------------------------------------- broken off

KILLED = """
import os, sys
from auditor.store import purges
calls, wanted = [], int(sys.argv[2])
def stops_after(real):
    def step(*given):
        made = real(*given)
        calls.append(real)
        if len(calls) == wanted:
            os.kill(os.getpid(), 9)
        return made
    return step
for name in ("_purge_file", "_purge_results", "_open", "_close"):
    setattr(purges, name, stops_after(getattr(purges, name)))
if wanted == 0:
    purges.Purges.erase = lambda *given: os.kill(os.getpid(), 9)
from auditor.cli import main
main(["purge", "--data", sys.argv[1], "--yes", "--by", "Dana"], standalone_mode=False)
"""


@pytest.mark.parametrize("step", range(12))
def test_a_purge_that_is_killed_leaves_each_session_whole_or_purged(tmp_path, step):
    """Step 0: after every session, before the file is made anew. The others: somewhere within a session."""
    folder = tmp_path / "data"
    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        for number in range(3):
            upload(client, old_log(session=f"S-{number}", hand=number + 1))
            client.post("/v1/audits", json={"sessions": [number + 1]})
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(folder), f"{step}"],
        env=environment(),
        capture_output=True,
        timeout=120,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    assert os.path.exists(folder / FILE)
    store = Store(folder)
    db = store.connections.db
    for number in range(3):
        session, audit = store.sessions.get(number + 1), store.audits.get(number + 1)
        body = store.evidence.body(session.evidence)
        (findings,) = db.execute("SELECT count(*) FROM findings WHERE audit = ?", [number + 1]).fetchone()
        whole = old_log(session=f"S-{number}", hand=number + 1), None, audit.counts["findings"]
        gone = b"", session.purged, 0
        assert (body, session.purged, findings) == (whole if session.purged is None else gone)
        assert (audit.purged is None) == (session.purged is None)
    store.close()
    left = {check: named for check, named in faults(folder).items() if check != "erasure"}
    assert left == {}
    assert purged(folder).status == 0  # and the rest goes
    assert examine(folder / FILE).sound
    assert in_files(folder, NEEDLE) == []
