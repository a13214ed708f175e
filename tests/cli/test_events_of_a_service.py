"""Tournaments and ledgers sent to a running service, and the nights that audit them."""

import gzip

import pytest

from tests.cli.kit import call as run
from tests.cli.test_nightly import night, summary  # noqa: F401 - a fixture
from tests.cli.test_replay_tournament import log_of, written_to
from tests.rules.ledgers import build as ledgers
from tests.rules.tournaments.build import entries, header

UNDERPAID = [header(), *entries(2, paid=5000), *entries(3, paid=4500)[2:]]


def test_each_file_goes_where_its_first_line_says_also_from_gzip(url, tmp_path):
    file = written_to(tmp_path, "monday.ndjson", *UNDERPAID)
    book = written_to(tmp_path, "march.ndjson", ledgers.header())
    packed = tmp_path / "monday.ndjson.gz"
    packed.write_bytes(gzip.compress(file.read_bytes()))
    checked = run("upload", "--url", url, "--dry-run", packed)
    done = run("upload", "--url", url, file, packed, book)
    assert checked.lines == [f"{packed}: valid, and would be stored (4 lines)"]
    assert (done.status, done.err) == (0, "")
    assert done.lines == [
        f"{file}: created tournament 1 (4 lines)",
        f"{packed}: the same as tournament 1 (4 lines)",
        f"{book}: created ledger 2 (1 line)",
    ]


def test_a_refused_tournament_is_reported_with_its_lines(url, tmp_path):
    file = written_to(tmp_path, "monday.ndjson", header(buy_in="fifty"))
    done = run("upload", "--url", url, file)
    assert (done.status, done.out) == (2, "")
    assert f'{file}:1: buy_in: found "fifty"; expected a whole number' in done.err


@pytest.mark.slow
def test_a_night_audits_what_waits_and_a_late_log_makes_it_wait_again(url, night, tmp_path):  # noqa: F811
    run("upload", "--url", url, written_to(tmp_path, "monday.ndjson", *UNDERPAID))
    first = night()
    assert first.status == 1
    (line,) = (each for each in first.lines if "TRN006" in each)
    assert line.split("  ")[:7] == [
        "new", "violation", "major", "TRN006", "TEST-2 tournament T-1", "line 4", "OLY-3.1-a",
    ]  # fmt: skip
    assert "in 1 tournament or ledger" in summary(first)["New"]
    second = night()
    assert (second.status, summary(second)["New audits"]) == (0, "none")
    run(
        "upload", "--url", url, written_to(tmp_path, "t1.ndjson", *log_of(1, 2, ruleset="carnivale-ofc-2013"))
    )
    third = night("--pdf", tmp_path)
    assert summary(third)["New audits"] == "2, 3"  # of the log, and of the tournament with it
    assert (tmp_path / "tournament-TEST-2-T-1.pdf").read_bytes().startswith(b"%PDF")
