"""A run over many logs: what it writes, what it keeps, and that it is equal to audits one by one."""

import datetime as dt
import gzip
import json
import re

import pyarrow as pa
import pytest
from msgspec.structs import replace

from auditor.bulk.bulk_errors import FolderInUse, NotOurFolder
from auditor.bulk.bulk_schemas import LOGS, TABLES
from auditor.bulk.folder import Folder
from auditor.registry import RegistryRecord, snapshot_of
from rules.audit import BytesSource, audit_log, audit_summary
from rules.audit.event_audit import audit_tournament
from rules.audit.files_of_event import read_beside
from rules.audit.room_day import room_day
from rules.audit.screened_audit import screened_audit
from rules.checks.catalogue import checks
from rules.controls.library import library
from simulation import simulate
from simulation.events import simulate_tournament
from tests.bulk.kit import ON_RECORD, TERMS, bulk, played, rows, written
from tests.cli.kit import REFUSED

LATE = "2026-03-14T23:00:00-07:00"
FIELDS = (
    "fingerprint",
    "code",
    "kind",
    "severity",
    "session",
    "hand",
    "seat",
    "player",
    "line",
    "money",
    "clause",
    "message",
)


@pytest.fixture
def folder(tmp_path):
    """Two logs: hand 2 of the first is paid 200 short."""
    made = tmp_path / "logs"
    made.mkdir()
    (made / "a.ndjson").write_bytes(played("s-1", 300, 100, number=1, closed_at=LATE))
    (made / "b.ndjson").write_bytes(played("s-2", 300, 300, number=2, table="T2", closed_at=LATE))
    return made


def files_of(folder):
    return sorted(folder.iterdir())


def compared(finding):
    """A finding of an audit as its row says it."""
    stated = {name: getattr(finding, name) for name in FIELDS}
    hands = None if finding.hands is None else list(finding.hands)
    return stated | {"hands": hands, "difference": finding.difference, "counted_in": finding.unit}


def same_as_single_audits(logs, out):
    """Compare each table with the audits of the logs one by one."""
    audits = [audit_log(BytesSource(each)) for each in logs]
    found = {each.log.sha256: each for each in audits}
    for sha256, audit in found.items():
        mine = [each for each in rows(out, "findings") if each["file_sha256"] == sha256]
        assert (
            [{name: each[name] for name in compared(audit.findings[0])} for each in mine]
            == [compared(each) for each in audit.findings]
            if audit.findings
            else mine == []
        )
        incidents = [each for each in rows(out, "incidents") if each["file_sha256"] == sha256]
        assert [
            (each["incident"], each["root"], each["misallocated"], each["misrecorded"]) for each in incidents
        ] == [(each.id, each.root, each.misallocated, each.misrecorded) for each in audit.incidents]
        tested = [each for each in rows(out, "coverage") if each["file_sha256"] == sha256]
        assert [(each["code"], each["tested"], each["differing"], each["untestable"]) for each in tested] == [
            (each.code, each.tested, each.differing, each.untestable) for each in audit.coverage
        ]
        hands = [each for each in rows(out, "hands") if each["log_sha256"] == sha256]
        assert len(hands) == audit.hands
        (log,) = [each for each in rows(out, "logs") if each["log_sha256"] == sha256]
        assert (log["hands"], log["testable"], log["misallocated"], log["misrecorded"]) == (
            audit.hands, audit.testable, audit.money_misallocated, audit.money_misrecorded,
        )  # fmt: skip


def test_a_run_finds_what_single_audits_find(folder, tmp_path):
    found = bulk(files_of(folder), tmp_path / "out")
    same_as_single_audits([each.read_bytes() for each in files_of(folder)], tmp_path / "out")
    assert found.files == {
        "found": 2, "same": 0, "audited": 2, "kept": 0, "refused": 0, "failed": 0, "incomplete": 0,
    }  # fmt: skip
    assert (found.hands, found.money["USD"].misallocated) == (4, 200)
    assert found.findings == [("discrepancy", "major", 2)]


@pytest.mark.slow
@pytest.mark.sampled(8, within=True)
def test_a_run_over_many_rulesets_finds_what_single_audits_find(tmp_path, share):
    names = [str(each) for each in library().rulesets()][-share(40) :]
    logs = [
        simulate(library().get(name), hands=40, seed=at, faults=0.1, session=f"s-{at}").log()
        for at, name in enumerate(names)
    ]
    for at, log in enumerate(logs):
        (tmp_path / f"{at}.ndjson").write_bytes(log)
    found = bulk(sorted(tmp_path.glob("*.ndjson")), tmp_path / "out")
    assert (found.files["audited"], found.not_audited) == (len(logs), [])
    assert sum(number for _, _, number in found.findings) > len(logs)
    same_as_single_audits(logs, tmp_path / "out")


def test_hands_are_as_the_log_records_them(folder, tmp_path):
    bulk(files_of(folder), tmp_path / "out")
    first, second = (each for each in rows(tmp_path / "out", "hands") if each["session"] == "s-1")
    assert (first["room"], first["month"], first["room_id"], first["table_name"], first["hand"]) == (
        "WA-0417", "2026-03", "WA-0417", "T1", 1,
    )  # fmt: skip
    assert (first["line"], first["day"], first["game"], first["currency"], first["unit"]) == (
        2, dt.date(2026, 3, 14), "chinese", "USD", 100,
    )  # fmt: skip
    assert (first["dealt_at"], first["ended_at"], first["void"]) == (
        None,
        None,
        None,
    )  # not recorded, and not 0
    assert second["seats"] == [
        {"seat": 1, "player": "p-1", "stack": None, "net": 100},
        {"seat": 2, "player": "p-2", "stack": None, "net": -100},
    ]


@pytest.mark.parametrize("table", [*TABLES, "logs"])
def test_amounts_are_integers_and_say_what_they_are_counted_in(table):
    schema = LOGS if table == "logs" else TABLES[table]
    amounts = {"unit", "money", "misallocated", "misrecorded"} & set(schema.names)
    assert {schema.field(name).type for name in amounts} <= {pa.int64()}
    assert {schema.field(name).metadata[b"unit"] for name in amounts} <= {b"minor units of `currency`"}
    assert not amounts or "currency" in schema.names


@pytest.mark.slow
def test_duckdb_reads_the_files_as_they_are(folder, tmp_path):
    import duckdb

    bulk([*files_of(folder)], tmp_path / "out")
    for table, schema in {**TABLES, "logs": LOGS}.items():
        found = duckdb.sql(
            f"SELECT {', '.join(schema.names)} FROM '{tmp_path}/out/{table}/**/*.parquet'"
        ).fetchall()
        assert len(found) == len(rows(tmp_path / "out", table)) > 0
    owed = duckdb.sql(
        f"SELECT room, month, session, hand, seat, difference, currency FROM '{tmp_path}/out/findings/**/*.parquet' "
        "WHERE code = 'SCR001' ORDER BY seat"
    ).fetchall()
    assert owed == [
        ("WA-0417", "2026-03", "s-1", 2, 1, -200, "USD"), ("WA-0417", "2026-03", "s-1", 2, 2, 200, "USD"),
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------- files that are no good


def test_a_refused_log_costs_no_other_one(folder, tmp_path):
    (folder / "refused.ndjson").write_bytes(REFUSED)
    (folder / "no-log.json").write_bytes(b"[]")
    (folder / "headless.ndjson").write_bytes(b'{"event":"entry","entry":1,"player":"P01"}\n')
    (folder / "cut.ndjson.gz").write_bytes(gzip.compress(played("s-9", 300))[:-20])
    found = bulk(files_of(folder), tmp_path / "out")
    assert (found.files["audited"], found.files["refused"]) == (2, 4)
    listed = json.loads((tmp_path / "out" / "not-audited.json").read_bytes())
    problems = {each["what"].rsplit("/")[-1]: each["problems"][0]["found"] for each in listed}
    assert problems == {
        "cut.ndjson.gz": "gzip data that ends in the middle", "no-log.json": "[]", "refused.ndjson": '"one"',
        "headless.ndjson": 'an event "entry"',
    }  # fmt: skip
    assert {each["session"] for each in rows(tmp_path / "out", "hands")} == {"s-1", "s-2"}


def test_a_log_of_no_ruleset_is_refused_with_the_reason(folder, tmp_path):
    (folder / "c.ndjson").write_bytes(played("s-3", 300, ruleset="no-such"))
    (refused,) = bulk(files_of(folder), tmp_path / "out").not_audited
    assert (refused.status, refused.what) == ("refused", str(folder / "c.ndjson"))
    assert "The library has no ruleset 'no-such'" in refused.reason


def test_a_file_that_is_not_there_is_tried_again(folder, tmp_path):
    gone = folder / "later.ndjson"
    (failed,) = bulk([*files_of(folder), gone], tmp_path / "out").not_audited
    assert (failed.status, failed.reason) == (
        "failed",
        "it cannot be read or written: No such file or directory",
    )
    gone.write_bytes(played("s-3", 300))
    again = bulk(files_of(folder), tmp_path / "out")
    assert (again.files["audited"], again.files["kept"], again.not_audited) == (1, 2, [])


def test_a_check_that_breaks_leaves_a_log_incomplete_and_it_is_audited_again(folder, tmp_path, monkeypatch):
    def broken(view):
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        some = tuple(replace(each, run=broken) if each.code == "DCK001" else each for each in checks())
        patch.setattr("rules.audit.audit_of_log.checks", lambda: some)
        found = bulk(files_of(folder), tmp_path / "out")
    assert found.files["incomplete"] == 2
    assert {each.status for each in found.not_audited} == {"incomplete"}
    assert all("DCK001 failed to run" in each.reason for each in found.not_audited)
    again = bulk(files_of(folder), tmp_path / "out")
    assert (again.files["audited"], again.files["incomplete"], again.not_audited) == (2, 0, [])


def test_an_audit_that_breaks_down_fails_alone(folder, tmp_path, monkeypatch):
    import auditor.bulk.file_task as module

    def broken(source, **how):
        if source.path.name == "a.ndjson":
            raise ZeroDivisionError("for the test")
        return screened_audit(source, **how)

    monkeypatch.setattr(module, "screened_audit", broken)
    found = bulk(files_of(folder), tmp_path / "out")
    (failed,) = found.not_audited
    assert (failed.what, failed.status) == (str(folder / "a.ndjson"), "failed")
    assert re.fullmatch(r"the program broke down \(fault [0-9a-f]{8}\)", failed.reason)
    assert {each["session"] for each in rows(tmp_path / "out", "hands")} == {"s-2"}


# ------------------------------------------------------------------------------------------- again


def test_a_second_run_does_nothing(folder, tmp_path):
    (folder / "refused.ndjson").write_bytes(REFUSED)
    first = bulk(files_of(folder), tmp_path / "out", ON_RECORD)
    before = written(tmp_path / "out")
    second = bulk(files_of(folder), tmp_path / "out", ON_RECORD)
    assert written(tmp_path / "out") == before != {}
    assert (second.files["kept"], second.files["audited"], second.wholes["day"]["kept"]) == (2, 0, 1)
    assert (second.findings, second.hands, second.money, second.not_audited) == (
        first.findings, first.hands, first.money, first.not_audited,
    )  # fmt: skip


def test_only_what_is_new_is_audited(folder, tmp_path):
    bulk(files_of(folder), tmp_path / "out")
    before = written(tmp_path / "out")
    (folder / "c.ndjson").write_bytes(played("s-3", 100, number=3))
    found = bulk(files_of(folder), tmp_path / "out")
    after = written(tmp_path / "out")
    assert (found.files["audited"], found.files["kept"]) == (1, 2)
    assert {name: after[name] for name in before} == before
    assert len(after) == len(before) + 5  # four tables and the marker of the new log


@pytest.mark.slow
def test_other_controls_audit_again_and_leave_nothing_of_before(folder, tmp_path):
    early = {
        **TERMS,
        "gaming_day_begins": "17:00",
    }  # the sessions of 16:00 are of the day before, of April 30
    for each in files_of(folder):
        each.write_bytes(
            each.read_bytes()
            .replace(b"2026-03-14T18", b"2026-05-01T16")
            .replace(b"2026-03-14T23", b"2026-05-01T20")
        )
    bulk(files_of(folder), tmp_path / "out")
    again = bulk(files_of(folder), tmp_path / "out", RegistryRecord(as_of=2, terms={"WA-0417": [early]}))
    assert (again.files["audited"], again.files["kept"], again.stale) == (2, 0, 0)
    months = {each["month"] for each in rows(tmp_path / "out", "hands")}
    assert (months, len(rows(tmp_path / "out", "hands"))) == ({"2026-04"}, 4)


@pytest.mark.slow
def test_what_another_run_audited_with_other_controls_is_left_and_counted(folder, tmp_path):
    a, b = files_of(folder)
    bulk([a, b], tmp_path / "out")
    found = bulk([a], tmp_path / "out", ON_RECORD)
    assert found.stale == 1
    assert {each["session"]: each["current"] for each in rows(tmp_path / "out", "logs")} == {
        "s-1": True,
        "s-2": False,
    }
    (day,) = found.not_audited  # one log of it is missing
    assert (day.what, day.status) == ("day 2026-03-14 of room WA-0417", "incomplete")
    assert "session s-2" in day.reason
    assert "run again with its log in the source" in day.reason


def test_the_same_bytes_at_two_addresses_count_once(folder, tmp_path):
    (folder / "copy.ndjson").write_bytes((folder / "a.ndjson").read_bytes())
    found = bulk(files_of(folder), tmp_path / "out")
    assert (found.files["found"], found.files["same"], found.hands) == (3, 1, 4)
    assert found.money["USD"].misallocated == 200


def test_a_folder_of_something_else_is_not_written_to(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(NotOurFolder, match="has other files in it"):
        Folder(tmp_path).begin()
    assert [each.name for each in tmp_path.iterdir()] == ["thesis.txt"]


def test_two_runs_at_once_into_a_folder_are_refused(folder, tmp_path):
    other = Folder(tmp_path / "out")
    other.begin()
    with other.locked(), pytest.raises(FolderInUse, match="Another run writes to"):
        bulk(files_of(folder), tmp_path / "out")


# ------------------------------------------------------------------------------------------- days and events


def test_a_gaming_day_has_what_only_the_whole_day_shows(folder, tmp_path):
    (folder / "b.ndjson").write_bytes(played("s-2", 300, number=3, table="T2", closed_at=LATE))
    found = bulk(files_of(folder), tmp_path / "out", ON_RECORD)
    room = snapshot_of(ON_RECORD, library()).rooms["WA-0417"]
    summaries = [audit_summary(BytesSource(each.read_bytes()), room=room)[1] for each in files_of(folder)]
    due = room_day(room, dt.date(2026, 3, 14), summaries)
    mine = [each for each in rows(tmp_path / "out", "findings") if each["scope"] == "day"]
    assert [(each["code"], each["fingerprint"], each["message"]) for each in mine] == [
        (each.code, each.fingerprint, each.message) for each in due.findings
    ]
    assert "LOG009" in {each["code"] for each in mine}  # number 2 is missing
    assert found.wholes["day"] == {"audited": 1, "kept": 0, "not_audited": 0}
    covered = [each for each in rows(tmp_path / "out", "coverage") if each["scope"] == "day"]
    assert [(each["code"], each["tested"], each["counts"]) for each in covered] == [
        (each.code, each.tested, "sessions") for each in due.coverage
    ]


@pytest.mark.slow
def test_a_new_log_of_a_day_audits_the_day_again(folder, tmp_path):
    (folder / "b.ndjson").write_bytes(played("s-2", 300, number=3, table="T2", closed_at=LATE))
    bulk(files_of(folder), tmp_path / "out", ON_RECORD)
    (folder / "c.ndjson").write_bytes(played("s-3", 300, number=2, table="T3", closed_at=LATE))
    again = bulk(files_of(folder), tmp_path / "out", ON_RECORD)
    assert again.wholes["day"]["audited"] == 1
    assert "LOG009" not in {each["code"] for each in rows(tmp_path / "out", "findings")}


def test_a_day_with_a_refused_log_is_audited_without_it_and_names_it(folder, tmp_path):
    good = (folder / "b.ndjson").read_bytes()
    (folder / "b.ndjson").write_bytes(good.replace(b'"hand":1', b'"hand":"one"'))
    (folder / "c.ndjson").write_bytes(played("s-4", 300, number=4, table="T3", closed_at=LATE))
    found = bulk(files_of(folder), tmp_path / "out", ON_RECORD)
    refused, day = found.not_audited
    assert (refused.status, day.status) == ("refused", "incomplete")
    assert day.reason.startswith(
        f"it was audited without table T2, session s-2 ({folder / 'b.ndjson'}): its log was refused: line 2, hand: "
    )
    (gap,) = [each for each in rows(tmp_path / "out", "findings") if each["scope"] == "day"]
    assert (gap["code"], "3" in gap["message"]) == ("LOG009", True)  # number 2 is there, and cannot be read
    assert found.wholes["day"] == {"audited": 1, "kept": 0, "not_audited": 0}
    again = bulk(files_of(folder), tmp_path / "out", ON_RECORD)
    assert (again.wholes["day"]["kept"], again.not_audited) == (1, found.not_audited)
    (folder / "b.ndjson").write_bytes(good)
    mended = bulk(files_of(folder), tmp_path / "out", ON_RECORD)
    assert (mended.wholes["day"]["audited"], mended.not_audited) == (1, [])


def test_a_day_of_which_no_log_is_audited_is_not_clean(folder, tmp_path):
    for each in files_of(folder):
        each.write_bytes(each.read_bytes().replace(b"wsgc-base", b"wsgc-bas"))
    found = bulk(files_of(folder), tmp_path / "out", ON_RECORD)
    *refused, day = found.not_audited
    assert [each.status for each in refused] == ["refused", "refused"]
    assert (day.status, day.reason.count("it names a ruleset that is not in the library: wsgc-bas")) == (
        "incomplete",
        2,
    )


def test_a_correction_that_cannot_be_audited_takes_the_place_of_the_first_log(folder, tmp_path):
    first = folder / "a.ndjson"
    corrects = {"sha256": BytesSource(first.read_bytes()).sha256, "reason": "a slip", "by": "f-1"}
    correction = played("s-1", 300, 300, number=1, closed_at=LATE, supersedes=corrects, ruleset="no-such")
    (folder / "c.ndjson").write_bytes(correction)
    found = bulk(files_of(folder), tmp_path / "out", ON_RECORD)
    (day,) = [each for each in found.not_audited if each.what.startswith("day ")]
    assert (
        f"session s-1 ({folder / 'c.ndjson'}): it names a ruleset that is not in the library: no-such"
        in day.reason
    )
    current = {each["address"]: each["current"] for each in rows(tmp_path / "out", "logs")}
    assert [current[str(each)] for each in files_of(folder)] == [False, True, False]


@pytest.mark.slow
def test_two_logs_of_a_session_leave_it_out_and_a_correction_takes_the_place_of_the_first(folder, tmp_path):
    (folder / "c.ndjson").write_bytes(played("s-1", 300, 300, number=1, closed_at=LATE))
    found = bulk(files_of(folder), tmp_path / "out", ON_RECORD)
    assert found.not_audited[0].status == "incomplete"
    assert "session s-1" in found.not_audited[0].reason
    assert (
        "there are several logs of it, and none says that it supersedes the others"
        in found.not_audited[0].reason
    )
    sha256 = next(
        each["log_sha256"] for each in rows(tmp_path / "out", "logs") if each["misallocated"] == 200
    )
    corrects = {"sha256": sha256, "reason": "a slip", "by": "f-1"}
    (folder / "c.ndjson").write_bytes(played("s-1", 300, 300, number=1, closed_at=LATE, supersedes=corrects))
    again = bulk(files_of(folder), tmp_path / "other", ON_RECORD)
    assert (again.not_audited, again.wholes["day"]["audited"]) == ([], 1)
    current = {each["address"]: each["current"] for each in rows(tmp_path / "other", "logs")}
    assert [current[str(each)] for each in files_of(folder)] == [False, True, True]


def test_a_room_that_is_not_on_record_has_no_gaming_days(folder, tmp_path):
    found = bulk(files_of(folder), tmp_path / "out")
    assert (found.rooms, found.not_on_record, found.wholes["day"]["audited"]) == (1, 1, 0)


@pytest.mark.slow
def test_a_tournament_is_audited_with_the_logs_of_its_tables(tmp_path):
    made = simulate_tournament(
        library().get("olympic-ranking"), players=20, seed=3, kind="freezeout", tables=1
    )
    logs = {f"{at}.ndjson": each.data() for at, each in enumerate(made.logs)}
    (tmp_path / "event.ndjson").write_bytes(made.data())
    for name, log in logs.items():
        (tmp_path / name).write_bytes(log)
    found = bulk(sorted(tmp_path.glob("*.ndjson")), tmp_path / "out")
    due = audit_tournament(
        BytesSource(made.data()), [read_beside(BytesSource(each), "tournament") for each in logs.values()]
    )
    mine = [each for each in rows(tmp_path / "out", "findings") if each["scope"] == "tournament"]
    assert sorted(each["fingerprint"] for each in mine) == sorted(each.fingerprint for each in due.findings)
    tested = {
        each["code"]: each["tested"]
        for each in rows(tmp_path / "out", "coverage")
        if each["scope"] == "tournament"
    }
    assert tested == {each.code: each.tested for each in due.coverage}
    assert found.wholes["tournament"] == {"audited": 1, "kept": 0, "not_audited": 0}
    again = bulk(sorted(tmp_path.glob("*.ndjson")), tmp_path / "out")
    assert again.wholes["tournament"] == {"audited": 0, "kept": 1, "not_audited": 0}
