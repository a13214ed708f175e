"""`auditor bulk`: as a person or a program calls it, and as it ends."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from auditor.bulk.pools import LocalPools
from tests.bulk.kit import Threads, played, rows
from tests.cli.kit import REFUSED, call, command, environment
from tests.rules.screening.screened import logs_of
from tests.stores import store  # noqa: F401 - a fixture


@pytest.fixture
def logs(tmp_path):
    made = tmp_path / "logs"
    made.mkdir()
    (made / "a.ndjson").write_bytes(played("s-1", 300, 100))
    (made / "b.ndjson").write_bytes(played("s-2", 300, 300))
    return made


@pytest.fixture
def threads(monkeypatch):
    """The tasks in a thread of this process, in place of processes."""
    monkeypatch.setattr(LocalPools, "opened", lambda self, alone=False: Threads().opened())


@pytest.mark.usefixtures("threads")
def test_the_summary_says_what_was_audited_and_what_differs(logs, tmp_path):
    done = call("bulk", logs, "--out", tmp_path / "out")
    assert (done.status, done.err) == (1, "")
    assert done.lines[1:] == [
        "Controls     as shipped; no store",
        "Files        2 found, 0 same, 2 audited, 0 kept, 0 refused, 0 failed, 0 incomplete",
        "Not on record: 1 of 1 rooms, whose gaming days are not audited; --data names a store that has them",
        "Hands        4 recorded, 4 testable",
        "Money        200 misallocated, 0 went to or came from nobody (minor units of USD)",
        "Findings     2 discrepancy major",
        f"Written      {tmp_path / 'out'}",
    ]
    assert json.loads((tmp_path / "out" / "summary.json").read_bytes())["codes"] == {"SCR001": 2}
    assert call("bulk", logs, "--out", tmp_path / "out", "--fail-on", "critical").status == 0


@pytest.mark.usefixtures("threads")
def test_rooms_are_screened_where_it_is_asked_for(tmp_path):
    """An alarm is no finding: the status is that of the audit."""
    log = gzip.decompress(logs_of("dead-winners")[0].read_bytes())
    for place, room in enumerate(("WA-0417", "WA-0500")):
        (tmp_path / f"{place}.ndjson").write_bytes(log.replace(b"WA-0417", room.encode()))
    (tmp_path / "list").write_text("0.ndjson\n1.ndjson\n")
    plain = call("bulk", tmp_path / "list", "--out", tmp_path / "plain")
    done = call("bulk", tmp_path / "list", "--out", tmp_path / "out", "--screen")
    assert done.status == plain.status
    assert [line for line in done.lines if line not in plain.lines] == [
        "Screening    2 rooms, 2 sessions: 3 alarms, 3 listed, 1 pair of rooms with the same deals (screening.ndjson)",
        "Untestable   SCN013: no drop box was counted",
        "Untestable   SCN015: files in a folder have no time at which they came",
        f"Written      {tmp_path / 'out'}",
    ]
    found = list(map(json.loads, (tmp_path / "out" / "screening.ndjson").read_text("utf-8").splitlines()))
    assert [(each["indicator"], each["room"], each["k"]) for each in found] == [
        ("SCN002", "WA-0417", 200), ("SCN007", "WA-0417", 12), ("SCN007", "WA-0500", 12),
    ]  # fmt: skip
    as_json = json.loads(
        call("bulk", tmp_path / "list", "--out", tmp_path / "out", "--screen", "--format", "json").out
    )
    assert as_json["screened"] == {
        "rooms": 2, "sessions": 2, "alarms": 3, "listed": 3, "between_rooms": 1, "year": 2026,
        "untestable": {
            "SCN013": {"no drop box was counted": 2},
            "SCN015": {"files in a folder have no time at which they came": 2},
        },
    }  # fmt: skip


@pytest.mark.usefixtures("threads")
def test_for_programs_the_summary_is_json_with_what_was_not_audited(logs, tmp_path):
    (logs / "c.ndjson").write_bytes(REFUSED)
    done = call(
        "bulk",
        "-",
        "--out",
        tmp_path / "out",
        "--format",
        "json",
        stdin=f"{logs / 'a.ndjson'}\n{logs / 'c.ndjson'}\n".encode(),
    )
    assert done.status == 2
    assert (done.json["files"]["audited"], done.json["files"]["refused"], done.json["as_of"]) == (1, 1, None)
    (refused,) = done.json["not_audited"]
    assert (refused["what"], refused["status"], refused["problem_count"]) == (
        str(logs / "c.ndjson"),
        "refused",
        2,
    )
    assert refused["problems"][0]["found"] == '"one"'


@pytest.mark.usefixtures("threads")
def test_a_refused_log_is_printed_with_its_place(logs, tmp_path):
    (logs / "c.ndjson").write_bytes(REFUSED)
    done = call("bulk", logs, "--out", tmp_path / "out")
    assert done.status == 2
    path = logs / "c.ndjson"
    assert f'{path}:2: hand: found "one"; expected a whole number' in done.err
    assert (
        f"auditor: refused: {path}: The log was refused: 2 lines cannot be read as cardroom-log/1."
        in done.err
    )


@pytest.mark.usefixtures("threads")
def test_the_controls_of_a_store_apply_and_the_store_is_only_read(logs, tmp_path, store):  # noqa: F811
    before = {each.name: each.stat().st_mtime_ns for each in store.folder.iterdir() if each.is_file()}
    done = call("bulk", logs, "--out", tmp_path / "out", "--data", store.folder, "--format", "json")
    assert (done.status, done.json["as_of"]) == (1, store.changes.latest())
    assert {name: (store.folder / name).stat().st_mtime_ns for name in before} == before
    late = call("bulk", logs, "--out", tmp_path / "out", "--data", store.folder, "--as-of", 99)
    assert (late.status, late.err) == (
        2,
        f"auditor: --as-of 99: the last change of {store.folder} is {store.changes.latest()}.\n",
    )


def test_what_cannot_begin_ends_with_2_and_says_what_to_do(logs, tmp_path):
    out = tmp_path / "out"
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("")
    for words, said in (
        ((tmp_path / "none",), f"There is no folder or list {tmp_path / 'none'}."),
        ((logs / "a.ndjson",), "is a log, and no list of logs"),
        (("gopher://x",), "gopher://x cannot be read: Protocol not known: gopher"),
        ((logs, "--as-of", 3), "--as-of needs --data"),
        ((logs, "--data", tmp_path / "none"), f"{tmp_path / 'none'} is not the data folder of a service."),
        ((logs, "--jobs", 2, "--scheduler", "tcp://x:1"), "--jobs are processes of this machine"),
    ):
        done = call("bulk", *words, "--out", out)
        assert (done.status, said in done.err) == (2, True), done.err
    done = call("bulk", logs, "--out", tmp_path / "mine")
    assert (done.status, "has other files in it" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("missing", "words", "extra"), [("pyarrow", (), "bulk"), ("distributed", ("--scheduler", "x"), "cluster")]
)
def test_without_the_extra_the_command_says_which_to_install(
    logs, tmp_path, monkeypatch, missing, words, extra
):
    monkeypatch.setitem(sys.modules, missing, None)
    done = call("bulk", logs, "--out", tmp_path / "out", *words)
    assert done.status == 2
    assert done.err == (
        f"auditor: The program was installed without {missing}, which this needs: pip install 'cardroom-auditor[{extra}]'\n"
    )


# ------------------------------------------------------------------------------------------- real processes, killed


@pytest.fixture
def many(tmp_path):
    """Forty logs of sixty hands, of which the last has a wrong net."""
    made = tmp_path / "many"
    made.mkdir()
    for at in range(40):
        nets = [300] * 40 if at < 39 else [300] * 39 + [100]
        (made / f"{at:02}.ndjson").write_bytes(played(f"s-{at}", *nets))
    return made


def started(many, out):
    return subprocess.Popen(
        command("bulk", many, "--out", out, "--jobs", 2, "--format", "json"),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
    )  # fmt: skip


def finished(many, out):
    """The summary of a run."""
    process = started(many, out)
    return json.loads(process.communicate(timeout=120)[0])


def first_marker(out):
    """Wait until a file was audited."""
    for _ in range(600):
        if list((out / ".auditor").rglob("files/*/*.json")):
            return
        time.sleep(0.02)
    pytest.fail("no file was audited in 12 seconds")


def workers_of(process):
    """The processes of the pool: those whose parent is the server that forks them, without the one that counts its resources."""
    found = {}
    for folder in filter(lambda each: each.name.isdecimal(), Path("/proc").iterdir()):
        with suppress(FileNotFoundError, ProcessLookupError):
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            found[int(folder.name)] = parent, (folder / "cmdline").read_text()
    servers = [each for each, (parent, words) in found.items() if parent == process and "forkserver" in words]
    return [each for each, (parent, _) in found.items() if parent in servers]


@pytest.mark.night
@pytest.mark.slow
def test_a_worker_that_is_killed_costs_nothing(many, tmp_path):
    process = started(many, tmp_path / "out")
    first_marker(tmp_path / "out")
    os.kill(workers_of(process.pid)[0], signal.SIGKILL)
    out, err = process.communicate(timeout=120)
    found = json.loads(out)
    assert (process.returncode, err) == (1, b"")
    assert (found["files"]["audited"] + found["files"]["kept"], found["not_audited"]) == (40, [])
    assert [
        (each["session"], each["hand"])
        for each in rows(tmp_path / "out", "findings")
        if each["code"] == "SCR001"
    ] == [("s-39", 40)] * 2


@pytest.mark.night
@pytest.mark.slow
def test_a_run_that_is_killed_leaves_no_half_file_and_is_gone_on_with(many, tmp_path):
    process = started(many, tmp_path / "out")
    first_marker(tmp_path / "out")
    process.kill()
    process.communicate()
    for path in (tmp_path / "out").rglob("*.parquet"):
        assert pq.read_table(path, partitioning=None).num_rows
    done = finished(many, tmp_path / "out")
    assert done["files"]["kept"] >= 1
    assert done["files"]["kept"] + done["files"]["audited"] == 40
    whole = finished(many, tmp_path / "other")
    assert {name: done[name] for name in ("hands", "money", "findings", "codes", "not_audited")} == {
        name: whole[name] for name in ("hands", "money", "findings", "codes", "not_audited")
    }
