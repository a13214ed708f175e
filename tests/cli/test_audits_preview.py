"""`auditor audits preview --engine`: what another engine would make of incidents on record, of a real store and a real engine."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from sqlite_utils import Database

from auditor.engine import program
from auditor.preview import Wanted, preview
from auditor.store import Store
from auditor.store.connection import StoreError
from auditor.store.store import FILE
from rules.controls.library import library
from rules.version import JUDGEMENT
from tests import altered_stores, processes
from tests.cli.kit import ROOT, call, hand, log
from tests.http.filing import put_room
from tests.http.past import old_log, upload
from tests.services import application
from tests.store.purging.kit import purged

# An engine that pays double for all three rows: one line of its replay is another one.
SAME = "units = np.where(pairs.by_rows, scoring.rows[pairs.outcome], 0)"
DOUBLE = "units = np.where(pairs.by_rows, scoring.rows[pairs.outcome] * (1 + (pairs.outcome == 12) + (pairs.outcome == 3)), 0)"


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """Two rooms. Of three rows won, s-1 says 300 (which is due), s-2 says 600, s-3 says 500, and so does s-4 of a gaming day."""
    folder = tmp_path_factory.mktemp("previewed") / "data"
    with application(folder) as app:
        client = app.test_client()
        for room in ("WA-0417", "WA-0500"):
            put_room(client, room)
        for session, net in (("s-1", 300), ("s-2", 600), ("s-3", 500)):
            upload(client, log(hand(1, net, -net), session=session))
        upload(
            client,
            log(hand(1, 500, -500), session="s-4", room="WA-0500", opened_at="2026-03-15T18:00:00-07:00"),
        )
        assert client.post("/v1/audits", json={"sessions": [1, 2]}).json["state"] == "finished"
        assert (
            client.post("/v1/audits", json={"sessions": [1, 2, 3]}).json["state"] == "finished"
        )  # the newest
        assert client.put("/v1/rooms/WA-0500/days/2026-03-15/audit").json["state"] == "finished"
        tried = {"sessions": [1], "ruleset": "wsgc-1-6", "what_if": True}
        assert client.post("/v1/audits", json=tried).json["counts"]["findings"]
        assert client.post("/v1/audits/1/again", json={"known": "then"}).json["state"] == "finished"
        (incident,) = [
            each["id"]
            for each in client.get("/v1/rooms/WA-0417/incidents").json["incidents"]
            if each["session"] == "s-3"
        ]
        words = {"cause": "the dealer misread row 2", "corrective_action": "trained again"}
        answered = client.post(f"/v1/rooms/WA-0417/incidents/{incident}/answer", json=words)
        assert answered.json["state"] == "answered"
        assert client.post("/v1/audits/2/reports", json={}).json["id"] == 1
    return folder


@pytest.fixture
def data(record, tmp_path):
    altered_stores.copied(record, tmp_path / "data")
    (tmp_path / "data").chmod(0o700)
    return tmp_path / "data"


@pytest.fixture(scope="module")
def other_engine(tmp_path_factory):
    """Another installation: this program with one line of its replay altered, and a version of its own."""
    folder = tmp_path_factory.mktemp("engine")
    for package in ("auditor", "reports", "rules", "simulation", "verifier"):
        shutil.copytree(ROOT / package, folder / package)
    replay = folder / "rules" / "replay" / "by_rows.py"
    text = replay.read_text()
    assert text.count(SAME) == 1
    replay.write_text(text.replace(SAME, DOUBLE))
    (folder / "rules" / "version.py").write_text('VERSION, JUDGEMENT = "9.0.0", 99\n')
    return folder


def run(installation: Path, *args: object) -> subprocess.CompletedProcess[str]:
    """A command of another installation, in a process of its own."""
    code = "import rules, sys; assert rules.__file__.startswith(sys.argv.pop(1)); from auditor.cli import main; main()"
    env = {**os.environ, **processes.environment_of(*args), "PYTHONPATH": str(installation)}
    return subprocess.run(
        [sys.executable, "-c", code, str(installation), *map(str, args)],
        env=env, cwd=installation, capture_output=True, text=True, timeout=300,
    )  # fmt: skip


def files(folder):
    """Digests of a folder's files; what SQLite keeps beside a store that is open has no content of its own."""
    found = {each: each.read_bytes() for each in folder.rglob("*") if each.is_file()}
    return {
        str(each.relative_to(folder)): hashlib.sha256(body).hexdigest()
        for each, body in found.items()
        if body and not each.name.endswith("-shm")
    }


def brief(change):
    """(what, session, audit, code, state, money before, money after) of a change."""
    money = [
        each and (each["misallocated"], each["misrecorded"]) for each in (change["before"], change["after"])
    ]
    return (change["what"], change["session"], change["audit"], change["code"], change["state"], *money)


@pytest.mark.slow
def test_the_same_engine_changes_nothing(data):
    before = files(data)
    done = call("audits", "preview", "--engine", "--data", data)
    named = f"{program().release}, judgement {JUDGEMENT}, library {library().digest[:12]}"
    assert (done.status, done.lines) == (
        0,
        [
            f"Engine on record  {named}", f"This engine       {named}", "Audited again: 2 of 2 audits of the record",
            "No incident would appear, change or vanish",
        ],
    )  # fmt: skip
    assert files(data) == before


@pytest.fixture(scope="module")
def seen(record, other_engine):
    """What the other engine says of the record; and that it wrote nothing."""
    before = files(record)
    done = run(other_engine, "audits", "preview", "--engine", "--data", record, "--format", "json")
    assert done.returncode == 1, done.stderr
    assert files(record) == before
    return json.loads(done.stdout)


@pytest.mark.slow
def test_another_engine_lists_what_appears_changes_and_vanishes_with_its_money(seen):
    assert [brief(each) for each in seen["changes"]] == [
        ("vanishes", "s-2", 2, "SCR001", "open", (300, None), None),
        ("changes", "s-3", 2, "SCR001", "answered", (200, None), (100, None)),
        ("appears", "s-1", 2, "SCR001", None, None, (300, None)),
        ("changes", "s-4", 3, "SCR001", "open", (200, None), (100, None)),
    ]
    assert [(each["room"], each["day"]) for each in seen["changes"]] == [
        ("WA-0417", "2026-03-14"), ("WA-0417", "2026-03-14"), ("WA-0417", "2026-03-14"), ("WA-0500", "2026-03-15"),
    ]  # fmt: skip
    assert (seen["of"], seen["audits"], seen["failed"], seen["purged"]) == (2, 2, [], [])


@pytest.mark.slow
def test_what_was_issued_in_a_report_is_named_with_it(seen):
    of_issued = {each["session"]: each["reports"] for each in seen["changes"] if each["audit"] == 2}
    appearing = [each["session"] for each in seen["changes"] if each["what"] == "appears"]
    assert {session: reports for session, reports in of_issued.items() if session not in appearing} == {
        "s-2": [1],
        "s-3": [1],
    }
    assert all(
        each["reports"] == [] for each in seen["changes"] if each["audit"] != 2 or each["what"] == "appears"
    )


@pytest.mark.slow
def test_the_engines_are_named(seen):
    assert seen["engine_on_record"] == msgspec.to_builtins(program().engine(library().digest))
    other = seen["engine"]
    assert (other["version"], other["judgement"], other["library"]) == ("9.0.0", 99, library().digest)
    assert len(other["code"]) == 64
    assert other["code"] != program().code


@pytest.mark.slow
def test_an_incident_that_changes_keeps_its_id(record, seen):
    store = Store(record, read_only=True)
    on_record = {each.id for audit in (2, 3) for _, each in store.results.incidents.every(audit)}
    store.close()
    kept = {each["incident"] for each in seen["changes"] if each["what"] != "appears"}
    assert kept <= on_record
    assert {each["incident"] for each in seen["changes"] if each["what"] == "appears"}.isdisjoint(on_record)


@pytest.mark.slow
def test_a_person_reads_a_line_and_the_money_of_each(record, other_engine):
    done = run(other_engine, "audits", "preview", "--engine", "--data", record, "--room", "WA-0500")
    lines = done.stdout.splitlines()
    assert done.returncode == 1
    assert lines[0].startswith(f"Engine on record  {program().release}, judgement {JUDGEMENT}, library ")
    assert re.fullmatch(
        r"This engine       9\.0\.0 \([0-9a-f]{8}\), judgement 99, library [0-9a-f]{12}", lines[1]
    )
    assert lines[2] == "Audited again: 1 of 1 audits of the record"
    assert lines[3].startswith("changes ")
    assert "  2026-03-15  WA-0500 s-4  audit 3  SCR001  open  " in lines[3]
    assert lines[4].strip() == "major, 200 misallocated -> major, 100 misallocated"
    assert lines[5] == "1 incident changes"


def test_only_days_from_one_on_are_looked_at(data):
    found = call(
        "audits", "preview", "--engine", "--data", data, "--since", "2026-03-15", "--format", "json"
    ).json
    assert (found["of"], found["audits"]) == (1, 1)


@pytest.mark.slow
def test_a_sample_is_drawn_again_with_its_seed(data):
    for _ in range(2):
        done = call("audits", "preview", "--engine", "--data", data, "--sample", 1, "--seed", 7)
        assert (done.status, done.lines[2]) == (
            0,
            "Audited again: 1 of 2 audits of the record, drawn with --seed 7",
        )
    drawn = call("audits", "preview", "--engine", "--data", data, "--sample", 1, "--format", "json").json
    again = call(
        "audits",
        "preview",
        "--engine",
        "--data",
        data,
        "--sample",
        1,
        "--seed",
        drawn["seed"],
        "--format",
        "json",
    ).json
    assert again == drawn


@pytest.mark.slow
def test_it_runs_beside_the_service(data):
    with application(data) as app:
        done = call("audits", "preview", "--engine", "--data", data)
        assert (done.status, done.lines[2]) == (0, "Audited again: 2 of 2 audits of the record")
        upload(app.test_client(), log(hand(1), session="s-9"))  # which goes on writing


def test_an_audit_whose_evidence_was_damaged_is_named_and_the_others_are_done(data):
    with Store(data).connections.writing() as db:
        for name, _ in db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute(
            "UPDATE evidence SET body = x'00' WHERE sha256 = (SELECT evidence FROM sessions WHERE id = 3)"
        )
    before = files(data)
    done = call("audits", "preview", "--engine", "--data", data)
    assert (done.status, done.lines[2]) == (3, "Audited again: 1 of 2 audits of the record")
    assert any(
        line.startswith("NOT DONE AGAIN audit 2: The evidence of session 3 is no longer what was")
        for line in done.lines
    )
    assert files(data) == before  # nor is the damage noted


BREAKS = [  # where an engine breaks down: the file, what it says there, what it says in place of that; and what is said of it
    ("replay/by_rows.py", DOUBLE, "raise RuntimeError('no rows')", "REPLAY failed to run: The step REPLAY failed"),
    (
        "audit/incidents/titles.py", "def title(", "def title(*_):\n    raise RuntimeError('no title')\n\n\ndef other(",
        "This engine could not audit it: the program broke down (fault ",
    ),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.sampled(4)
@pytest.mark.parametrize(("file", "line", "other", "says"), BREAKS, ids=[each[0] for each in BREAKS])
def test_an_engine_that_breaks_down_on_an_audit_says_so(
    record, other_engine, tmp_path, file, line, other, says
):
    broken = tmp_path / "broken"
    shutil.copytree(other_engine, broken)
    path = broken / "rules" / file
    assert line in path.read_text()
    path.write_text(path.read_text().replace(line, other))
    done = run(broken, "audits", "preview", "--engine", "--data", record, "--room", "WA-0500")
    assert done.returncode == 3, done.stderr
    assert f"NOT DONE AGAIN audit 3: {says}" in done.stdout


@pytest.mark.slow
def test_what_was_purged_is_left_out(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        upload(client, old_log("2015-06-30", "June"))
        upload(client, log(hand(1), session="s-1"))
        assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
        assert client.post("/v1/audits", json={"sessions": [2]}).json["state"] == "finished"
    assert purged(tmp_path / "data").status == 0
    found = call("audits", "preview", "--engine", "--data", tmp_path / "data", "--format", "json")
    assert (found.status, found.json["of"], found.json["audits"]) == (0, 1, 1)


# --- stores that are not looked at as they are --------------------------------------------------------------------------


@pytest.fixture
def earlier(record, tmp_path):
    """A store of before engines were on record, as a folder."""
    folder = tmp_path / "earlier"
    folder.mkdir(mode=0o700)
    shutil.copyfile(record / FILE, folder / FILE)
    db = Database(folder / FILE)
    db.execute("PRAGMA journal_mode = DELETE")
    db.execute("DROP TABLE engines")
    db.execute("DELETE FROM _sqlite_migrations WHERE name IN ('0025_engines', '0036_engine_code')")
    db.conn.commit()
    db.close()
    return folder


@pytest.mark.of_the_file
def test_a_store_of_an_earlier_version_is_refused_with_what_to_do(earlier):
    before = files(earlier)
    done = call("audits", "preview", "--engine", "--data", earlier)
    assert done.status == 2
    assert "it lacks 0025_engines" in done.err
    assert "auditor backup" in done.err
    assert "--backup" in done.err
    assert files(earlier) == before


@pytest.mark.of_the_file
@pytest.mark.slow
def test_a_backup_of_an_earlier_version_is_brought_up_to_date_in_a_copy(earlier):
    before = files(earlier)
    done = call("audits", "preview", "--engine", "--backup", earlier / FILE)
    assert (done.status, done.lines[0]) == (0, "Engine on record  none")
    assert done.lines[2] == "Audited again: 2 of 2 audits of the record"
    assert files(earlier) == before


def test_a_store_of_a_later_version_is_refused(data):
    with altered_stores.altering(data) as db:
        db.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('auditor', '9999_later', 'then')"
        )
    done = call("audits", "preview", "--engine", "--data", data)
    assert (done.status, "made by a later version of the program (it has 9999_later)" in done.err) == (
        2,
        True,
    )


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--data", "nowhere"), "nowhere is not the data folder of a service"),
        (("--data", "nowhere", "--seed", "1"), "--seed draws a --sample"),
        (("--backup", str(ROOT / "README.md")), "README.md cannot be"),
    ],
)
def test_what_cannot_be_previewed_is_said(args, says):
    done = call("audits", "preview", "--engine", *args)
    assert (done.status, says in done.err) == (2, True), done.err


def test_a_store_that_is_read_takes_nothing(data):
    store = Store(data, read_only=True)
    assert preview(store, library(), Wanted(room="WA-0500")).changes == []
    with pytest.raises(StoreError, match=r"read.?only"), store.connections.writing() as db:
        db.execute("DELETE FROM damage")
    store.close()
