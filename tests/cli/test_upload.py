"""`auditor upload` against a running service."""

import gzip
import hashlib

import pytest

from tests.cli import kit
from tests.cli.kit import call as run
from tests.services import listening


def test_a_log_is_created_once_and_the_same_after_that(url, folder):
    path = folder / "right.ndjson"
    packed = folder / "right.ndjson.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    done = run("upload", "--url", url, path, path, packed)
    assert (done.status, done.err) == (0, "")
    assert done.lines == [
        f"{path}: created session 1 (3 hands)",
        f"{path}: the same as session 1 (3 hands)",
        f"{packed}: the same as session 1 (3 hands)",
    ]


@pytest.mark.slow
def test_more_logs_than_are_taken_at_once_are_sent_in_their_turn(tmp_path, monkeypatch):
    monkeypatch.setenv("AUDITOR_UPLOADS_PER_SECOND", "2")
    files = [tmp_path / f"{number}.ndjson" for number in range(4)]
    for path in files:
        path.write_bytes(kit.right(session=path.stem))
    with listening(tmp_path / "store") as url:
        done = run("upload", "--url", url, *files)
    assert (done.status, done.err) == (0, "")
    assert done.lines == [f"{path}: created session {at} (3 hands)" for at, path in enumerate(files, 1)]


def test_other_bytes_for_the_same_session_are_a_conflict(url, folder):
    run("upload", "--url", url, folder / "right.ndjson")
    done = run("upload", folder / "wrong.ndjson", AUDITOR_URL=url)
    assert done.status == 1
    assert f"{folder / 'wrong.ndjson'}: conflict: " in done.out
    assert hashlib.sha256(kit.right()).hexdigest() in done.out


def test_a_refused_log_is_reported_as_by_audit_and_the_other_logs_are_sent(url, folder):
    path = folder / "refused.ndjson"
    done = run("upload", "--url", url, path, folder / "right.ndjson")
    assert done.status == 2
    assert done.lines == [f"{folder / 'right.ndjson'}: created session 1 (3 hands)"]
    assert done.err == run("audit", path).err


def test_an_empty_file_is_refused(url, folder):
    path = folder / "empty.ndjson"
    path.write_bytes(b"")
    done = run("upload", "--url", url, path)
    assert done.status == 2
    assert done.err == f"{path}:1: found an empty file; expected a session log\n"


def test_a_dry_run_stores_nothing(url, folder):
    path = folder / "right.ndjson"
    first = run("upload", "--url", url, "--dry-run", path)
    assert first.lines == [f"{path}: valid, and would be stored (3 hands)"]
    assert run("upload", "--url", url, path).lines == [f"{path}: created session 1 (3 hands)"]
    again = run("upload", "--url", url, "--dry-run", path)
    assert again.lines == [f"{path}: valid, and on record as session 1 (3 hands)"]
    refused = run("upload", "--url", url, "--dry-run", folder / "refused.ndjson")
    assert refused.status == 2
    assert f"{folder / 'refused.ndjson'}:2: hand: " in refused.err


def test_no_service_is_5_and_one_sentence(folder):
    done = run("upload", "--url", "http://127.0.0.1:1", folder / "right.ndjson")
    assert (done.status, done.out) == (5, "")
    assert done.err.startswith("auditor: The service at http://127.0.0.1:1 cannot be reached")
    assert done.err.count("\n") == 1


def test_what_is_no_address(folder):
    done = run("upload", "--url", "localhost", folder / "right.ndjson")
    assert done.status == 2
    assert "is no address of a service" in done.err
