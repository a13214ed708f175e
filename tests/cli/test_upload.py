"""`auditor upload` against a running service."""

import gzip
import hashlib

import pytest

from tests.cli import kit
from tests.cli.kit import call as run
from tests.services import listening

NO_ROOM = (
    "Room WA-0417 is not on record. Check the room's id. Until its terms are on record, days are those of the log, and no limits "
    "of an authority apply."
)


def warnings(done):
    """The warnings on standard error, each on one line."""
    return [each for each in done.err.replace("\n  ", " ").splitlines() if ": warning: " in each]


def test_a_log_is_created_once_and_the_same_after_that(url, folder):
    path = folder / "right.ndjson"
    packed = folder / "right.ndjson.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    done = run("upload", "--url", url, path, path, packed)
    assert done.status == 0
    assert warnings(done) == [f"auditor: {each}: warning: {NO_ROOM}" for each in (path, path, packed)]
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
    assert done.status == 0
    assert done.lines == [f"{path}: created session {at} (3 hands)" for at, path in enumerate(files, 1)]


def test_other_bytes_for_the_same_session_are_a_conflict(url, folder):
    run("upload", "--url", url, folder / "right.ndjson")
    done = run("upload", folder / "wrong.ndjson", AUDITOR_URL=url)
    assert done.status == 1
    assert f"{folder / 'wrong.ndjson'}: conflict: " in done.out
    assert hashlib.sha256(kit.right()).hexdigest() in done.out
    assert done.err == (
        f"auditor: {folder / 'wrong.ndjson'} differs from the log on record:\n"
        "  Hand 2, seat 1: net $3.00 → $1.00\n  Hand 2, seat 2: net −$3.00 → −$1.00\n"
    )


def test_ten_changes_of_a_correction_are_printed_and_the_others_counted(url, folder):
    run("upload", "--url", url, folder / "right.ndjson")
    of = {"sha256": hashlib.sha256(kit.right()).hexdigest(), "reason": "keyed wrong", "by": "s-104"}
    path = folder / "other.ndjson"
    path.write_bytes(kit.log(*(kit.hand(number) for number in range(4, 13)), supersedes=of))
    done = run("upload", "--url", url, path)
    assert done.lines == [f"{path}: created session 2 (9 hands)"]
    assert done.err.splitlines()[:12] == [
        f"auditor: {path} differs from the log on record:",
        *(
            each
            for number in (1, 2, 3)
            for each in (f"  Hand {number} is left out", f"  Hand {number + 3} is new")
        ),
        *(f"  Hand {number} is new" for number in range(7, 11)),
        "  and 2 more.",
    ]


def test_a_refused_log_is_reported_as_by_audit_and_the_other_logs_are_sent(url, folder):
    path = folder / "refused.ndjson"
    done = run("upload", "--url", url, path, folder / "right.ndjson")
    assert done.status == 2
    assert done.lines == [f"{folder / 'right.ndjson'}: created session 1 (3 hands)"]
    assert done.err.startswith(run("audit", path).err)


def test_an_empty_file_is_refused(url, folder):
    path = folder / "empty.ndjson"
    path.write_bytes(b"")
    done = run("upload", "--url", url, path)
    assert done.status == 2
    assert done.err == (
        f"auditor: {path}: The file is empty. Expected is a session log: lines of JSON in cardroom-log/1, plain or packed with "
        "gzip.\n"
    )


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


def test_a_file_of_another_kind_is_one_sentence(url, folder):
    path = folder / "scan.pdf"
    path.write_bytes(b"%PDF-1.7\n\xe2\xe3")
    done = run("upload", "--url", url, path)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        f"auditor: {path}: The file is a PDF. Expected is a session log: lines of JSON in cardroom-log/1, plain or packed with "
        "gzip. The bytes are on record under their SHA-256.\n"
    )


def test_what_no_audit_takes_is_refused_and_what_is_odd_is_a_warning_of_80_columns(url, folder):
    unknown, odd = folder / "unknown.ndjson", folder / "odd.ndjson"
    unknown.write_bytes(kit.right(ruleset="wsgc-ful"))
    odd.write_bytes(kit.right(session="s-2", closed_at="2099-03-14T23:00:00-07:00"))
    for options in (["--dry-run"], []):
        done = run("upload", "--url", url, *options, unknown, odd)
        assert done.status == 2
        assert (
            f'{unknown}:1: ruleset: found "wsgc-ful", which is neither in the library nor of the room'
            in done.err
        )
        assert "(did you mean 'wsgc-full'?)" in done.err
        assert any(
            "The session closed at 2099-03-14T23:00:00-07:00, which is in the future." in each
            for each in warnings(done)
        )
        lines = done.err.splitlines()
        assert [each for each in lines if each.startswith("  ")]  # they go on below
        assert [
            each for each in lines if each.startswith("  ") and len(each) > 80 and str(folder) not in each
        ] == []


def test_a_long_list_of_problems_is_ten_and_a_command_writes_all(url, folder):
    path = folder / "many.ndjson"
    path.write_bytes(kit.right() + b'{"event": "nothing"}\n' * 680)
    done = run("upload", "--url", url, path)
    assert sum(": found " in line for line in done.err.splitlines()) == 10
    assert "680 lines have problems." in done.err
    assert "and 670 more; `auditor problems FILE` writes all of them as CSV." in done.err
    listed = run("problems", path)
    assert listed.status == 2
    assert listed.lines[0] == "line,field,found,expected"
    assert (len(listed.lines), listed.lines[-1].partition(",")[0]) == (
        681,
        str(path.read_bytes().count(b"\n")),
    )
    target = folder / "all.csv"
    assert run("problems", path, "-o", target).status == 2
    assert target.read_text().splitlines() == listed.lines
    assert run("problems", folder / "right.ndjson").lines == ["line,field,found,expected"]
