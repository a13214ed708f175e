"""`auditor replay` of a ledger."""

import json

import pytest

from tests.cases.kept import CASES, differences
from tests.cli.kit import call
from tests.rules.ledgers.build import JACKPOT, RANKING, bad_beat, drop, header, royal, written

BY_ID = {case["id"]: case for case in CASES}


def put(folder, name, *lines):
    path = folder / name
    path.write_bytes(written(*lines))
    return str(path)


def case_files(folder, case):
    """FILE and the options --with of a case."""
    beside = [*case["files"].get("tournaments", ()), *case["files"].get("sessions", ())]
    paths = [put(folder, f"{place}.ndjson", *lines) for place, lines in enumerate(beside)]
    return [
        put(folder, "ledger.ndjson", *case["files"]["ledger"]),
        *(word for path in paths for word in ("--with", path)),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["LED-POOL-01", "LED-ROYAL-05", "LED-RANK-09", "LED-POOL-09"])
def test_it_prints_what_is_due(tmp_path, name):
    done = call("replay", *case_files(tmp_path, BY_ID[name]))
    assert done.status == 0, done.err
    assert differences(BY_ID[name]["expected"]["due"], json.loads(done.out)) == []


@pytest.mark.slow
def test_controls_that_are_tried_are_those_of_the_accounts_that_they_are_for(tmp_path):
    draft = tmp_path / "draft.toml"
    draft.write_text(
        '[ruleset]\nid = "own"\nrevision = 1\ntitle = "Own"\nauthority = "Room"\nfamily = "ledger"\n'
        'extends = ["olympic-jackpots@1"]\nin_force = {}\nreadings = { "AMB-OLY-jp-level" = "actual_for_royal" }\n',
        "utf-8",
    )
    ledger = put(tmp_path, "ledger.ndjson", header(JACKPOT, RANKING), drop(5), royal(2))
    (before,), (after,) = (
        json.loads(call("replay", ledger, *options).out)["hits"]
        for options in ([], ["--controls", str(draft)])
    )
    assert (before["level"], after["level"]) == (1_000_000, 1_000_005)


def test_what_is_no_ledger_of_its_accounts_is_refused(tmp_path):
    ledger = put(tmp_path, "ledger.ndjson", header(RANKING))
    done = call("replay", ledger, "--ruleset", "olympic-jackpots")
    assert done.status == 2
    assert "olympic-jackpots@1 is for no account of the ledger L-1, whose accounts are: ranking." in done.err
    unknown = put(tmp_path, "unknown.ndjson", header(JACKPOT | {"ruleset": "olympic-jackpot"}), bad_beat())
    done = call("replay", unknown)
    assert done.status == 2
    assert "The library has no ruleset 'olympic-jackpot'." in done.err


def test_a_refused_ledger_is_not_replayed(tmp_path):
    done = call("replay", put(tmp_path, "ledger.ndjson", header(), drop(5), drop("all")))
    assert (done.status, done.out) == (2, "")
    assert '3: amount: found "all"; expected a whole number' in done.err


def test_a_file_of_another_room_does_not_belong_to_a_ledger(tmp_path):
    ledger = put(tmp_path, "ledger.ndjson", header())
    done = call("replay", ledger, "--with", put(tmp_path, "theirs.ndjson", header(room="TEST-9")))
    assert done.status == 2
    assert (
        "theirs.ndjson: This is a file of room TEST-9, and the one that is read is of room TEST-2."
        in done.err
    )
