"""`auditor audit --jobs`: a second process reads the log, and everything that is printed is as without it."""

import gzip
import hashlib
import multiprocessing
import os
import signal
import threading
import time

import pytest

from auditor.cli import exits
from auditor.errors import CannotAudit
from auditor.evidence import FileEvidence
from auditor.reading_process import read_by_another
from rules.controls.library import library
from simulation import simulate
from tests.cli import kit
from tests.cli.kit import call, hand, log, right

pytestmark = pytest.mark.slow  # each starts a process


def audited(path, *options, stdin=b""):
    """Status, output and errors without a second process, which must be those with one."""
    alone = call("audit", path, *options, stdin=stdin)
    for jobs in (2, 3):
        done = call("audit", path, *options, "--jobs", jobs, stdin=stdin)
        assert (done.status, done.out, done.err) == (alone.status, alone.out, alone.err)
    return alone


@pytest.mark.night
def test_a_log_with_faults_has_the_same_bytes(tmp_path):
    path = tmp_path / "log.ndjson"
    path.write_bytes(simulate(library().get("wsgc-full"), hands=300, seed=3, faults=0.3).log())
    done = audited(path, "--format", "json")
    assert done.status == exits.FINDINGS
    assert done.json["log"]["bytes"] == path.stat().st_size


@pytest.mark.night
@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", ["carnivale-ofc-2013", "olympic-cash", "malayan"])
def test_other_games_have_the_same_bytes(name, tmp_path):
    path = tmp_path / "log.ndjson"
    path.write_bytes(simulate(library().get(name), hands=120, seed=4, faults=0.3).log())
    assert audited(path, "--format", "json").json["hands"] == 120


@pytest.mark.night
def test_a_log_of_many_blocks_has_the_same_bytes(tmp_path):
    path = tmp_path / "log.ndjson"
    path.write_bytes(simulate(library().get("wsgc-base"), hands=20_000, seed=5, evidence="rows").log())
    assert audited(path, "--format", "json").json["hands"] == 20_000


@pytest.mark.night
@pytest.mark.parametrize("shape", ["text", "json"])
@pytest.mark.parametrize("name", ["refused", "right", "wrong"])
def test_a_tiny_log_and_one_that_is_refused_end_in_the_same_way(name, shape, folder):
    assert (
        audited(folder / f"{name}.ndjson", "--format", shape).status
        == {"refused": 2, "right": 0, "wrong": 1}[name]
    )


def test_a_problem_after_many_hands_is_refused_in_the_same_words(tmp_path):
    path = tmp_path / "log.ndjson"
    path.write_bytes(right(9_000) + b'{"event": "chinese_hand", "hand": "one"}\n')
    done = audited(path)
    assert done.status == exits.REFUSED
    assert ":9002: hand: found " in done.err


def test_compressed_logs_and_standard_input_are_read_too(tmp_path):
    path = tmp_path / "log.ndjson.gz"
    path.write_bytes(gzip.compress(right(5)))
    assert "No difference in 5 testable hands." in audited(path).lines
    assert "No difference in 5 testable hands." in audited("-", stdin=right(5)).lines
    path.write_bytes(gzip.compress(right(5))[:-9])
    cut = audited(path)
    assert cut.status == exits.REFUSED
    assert "The file ends in the middle of its gzip data: it was cut off." in cut.err


def test_no_ruleset_is_said_in_the_same_words(tmp_path):
    path = tmp_path / "log.ndjson"
    path.write_bytes(log(hand(1), ruleset="no-such"))
    assert audited(path).status == exits.REFUSED


def killed():
    """End the process that reads, as the system does where memory is short."""
    (reading,) = multiprocessing.active_children()
    os.kill(reading.pid, signal.SIGKILL)


def test_a_reading_process_that_is_killed_halfway_gives_no_audit(tmp_path):
    path = tmp_path / "log.ndjson"
    lines = right(1).splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1] * 30_000)
    with read_by_another(FileEvidence(path), lambda done: None) as (_, read):
        blocks = iter(read.blocks)
        assert len(next(blocks)) >= 8192
        killed()
        with pytest.raises(CannotAudit, match=r"ended before it had read the log \(signal 9\)"):
            for _ in blocks:
                pass
    assert multiprocessing.active_children() == []


def test_a_command_whose_reading_process_is_killed_says_so(folder):
    def kill():
        while not multiprocessing.active_children():
            time.sleep(0.001)
        killed()

    killer = threading.Thread(target=kill)
    killer.start()
    done = call("audit", folder / "wrong.ndjson", "--jobs", 2)
    killer.join()
    assert (done.status, done.out) == (exits.INCOMPLETE, "")
    assert done.err == (
        "auditor: The second process ended before it had read the log (signal 9). Nothing was audited. "
        "Try again, or without --jobs.\n"
    )


def test_the_second_process_ends_with_the_audit(folder):
    with read_by_another(FileEvidence(folder / "right.ndjson"), lambda done: None) as (source, read):
        assert [len(block) for block in read.blocks] == [3]
        assert source.sha256 == FileEvidence(folder / "right.ndjson").sha256
        assert source.size == len(kit.right())
    assert multiprocessing.active_children() == []


def test_the_facts_of_a_log_of_many_pieces_are_those_of_its_file(tmp_path):
    path = tmp_path / "log.ndjson"
    lines = right(1).splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1] * 90_000)
    with read_by_another(FileEvidence(path), lambda done: None) as (source, read):
        assert sum(map(len, read.blocks)) == 90_000
        assert source.size == path.stat().st_size > 16 << 20
        assert source.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
