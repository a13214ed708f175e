"""`auditor audit` of a tournament and of a ledger, with the files that belong to them."""

import gzip
import json
from pathlib import Path

from tests.cli.kit import call as run
from tests.cli.test_replay_tournament import log_of, written_to
from tests.rules.ledgers import build as ledgers
from tests.rules.tournaments.build import entries, header

UNDERPAID = [
    header(starts_at="2026-03-14T19:00:00+02:00"),
    *entries(2, paid=5000),
    *entries(3, paid=4500)[2:],
]
BOOK = [ledgers.header(), {"event": "drop", "account": "olympic", "amount": 500, "hands": 4, "session": "A"}]


def test_a_tournament_is_audited_and_what_differs_is_a_line(tmp_path):
    file = written_to(tmp_path, "monday.ndjson", *UNDERPAID)
    done = run("audit", file, "--findings")
    assert (done.status, done.err) == (1, "")
    lines = done.out.splitlines()
    assert lines[0] == "Tournament TEST-2, T-1"
    assert lines[1] == "Period     from 2026-03-14T19:00:00+02:00"
    assert "Read with  no other file" in lines
    assert (
        "violation  major  TRN006  entry 3 line 4  OLY-3.1-a  "
        "Line 4, entry 3 (P03): €45.00 was paid; the price is €50.00 (OLY-3.1-a)."
    ) in lines


def test_the_json_says_what_was_audited_with_which_files(tmp_path):
    file, log = (
        written_to(tmp_path, "monday.ndjson", *UNDERPAID),
        written_to(tmp_path, "t1.ndjson", *log_of(1, 2, 3)),
    )
    found = json.loads(run("audit", file, "--with", log, "--format", "json").out)
    assert found["log"] is None
    event = found["event"]
    assert (event["kind"], event["id"], event["lines"], event["day"]) == (
        "tournament",
        "T-1",
        4,
        "2026-03-14",
    )
    assert [(each["kind"], each["id"], each["table"], each["hands"]) for each in event["files"]] == [
        ("session", "A", "T1", 1)
    ]
    assert event["missing"] == []
    assert event["due"] == json.loads(run("replay", file, "--with", log).out)
    (first, *_) = found["findings"]
    assert (first["entry"], first["player"], first["table"], first["total"], first["account"], first["session"]) == (
        3, "P03", None, None, None, "",
    )  # fmt: skip
    assert [each["title"] for each in found["incidents"]] == ["Another amount than the price was paid by P03"]


def test_one_wrong_fact_is_one_incident_that_names_it(tmp_path):
    lines = [header(starts_at="2026-03-14T19:00:00+02:00", buy_in=4900), *entries(4, paid=5000)]
    file = written_to(tmp_path, "monday.ndjson", *lines)
    says = "The file's buy-in is €49.00, and 4 lines have €50.00."
    assert (
        "major  money  Gaming day 2026-03-14: the file's buy-in differs from its lines, €4.00 over-collected; "
        f"4 payments of €4.00. {says} The amounts follow from the file as it is; with this one "
        "fact as the rest of the record has it, none of them is left."
    ) in run("audit", file).out.splitlines()
    (only,) = json.loads(run("audit", file, "--format", "json").out)["incidents"]
    fact = {"line": 1, "field": "buy_in", "stated": 4900, "implied": 5000, "message": says}
    assert only["cause"] == fact


def test_a_ledger_names_the_sessions_that_are_missing(tmp_path):
    file = written_to(tmp_path, "march.ndjson", *BOOK)
    done = run("audit", file, "--findings")
    assert done.status == 1
    assert "Missing    A: what needs them is untestable" in done.out.splitlines()
    assert "€5.00 was dropped by 4 hands, which pay at most €1.00 each, €4.00 in all (OLY-4.3)." in done.out
    there = run("audit", file, "--with", written_to(tmp_path, "t1.ndjson", *log_of(1, 2)), "--format", "json")
    assert json.loads(there.out)["event"]["missing"] == []


def test_a_file_that_belongs_to_no_tournament_is_named(tmp_path):
    file, book = (
        written_to(tmp_path, "monday.ndjson", *UNDERPAID),
        written_to(tmp_path, "march.ndjson", *BOOK),
    )
    done = run("audit", file, "--with", book)
    assert done.status == 2
    assert done.out == ""
    assert "march.ndjson: This is a ledger." in done.err


def test_what_belongs_to_a_tournament_does_not_belong_to_a_log(tmp_path):
    log = written_to(tmp_path, "t1.ndjson", *log_of(1, 2))
    done = run("audit", log, "--with", log, "--ruleset", "carnivale-ofc-2013")
    assert done.status == 2
    assert "--with belongs to the file of a tournament or to a ledger." in done.err


def test_a_refused_log_beside_a_tournament_ends_the_audit_with_its_lines(tmp_path):
    file = written_to(tmp_path, "monday.ndjson", *UNDERPAID)
    broken = tmp_path / "broken.ndjson"
    broken.write_text('{"event": "session"}\n')
    done = run("audit", file, "--with", broken)
    assert done.status == 2
    assert "broken.ndjson:1:" in done.err


def test_a_file_of_another_room_and_one_that_is_there_twice_end_the_audit(tmp_path):
    file = written_to(tmp_path, "monday.ndjson", *UNDERPAID)
    first, *lines = log_of(1, 2, 3)
    log = written_to(tmp_path, "t1.ndjson", first, *lines)
    theirs = written_to(tmp_path, "theirs.ndjson", {**first, "room": "TEST-9"}, *lines)
    done = run("audit", file, "--with", theirs)
    assert (done.status, done.out) == (2, "")
    assert (
        "theirs.ndjson: This is a file of room TEST-9, and the one that is read is of room TEST-2."
        in done.err
    )
    again = written_to(tmp_path, "again.ndjson", first, *lines)
    done = run("audit", file, "--with", log, "--with", again)
    assert (done.status, done.out) == (2, "")
    assert "again.ndjson has the same content as" in done.err
    assert run("audit", file, "--with", log, "--with", log).out == run("audit", file, "--with", log).out


def test_a_first_line_that_cannot_be_read_is_the_one_problem_of_a_tournament(tmp_path):
    """The other lines are none of a log's."""
    file = tmp_path / "monday.ndjson"
    whole = Path(written_to(tmp_path, "whole.ndjson", *UNDERPAID)).read_bytes()
    for wrong in (whole.replace(b'"buy_in": 5000', b'"buy_in": 1e400'), whole.replace(b"}\n", b"\n", 1)):
        assert wrong != whole
        file.write_bytes(wrong)
        done = run("audit", str(file))
        assert done.status == 2
        (first, last) = done.err.splitlines()
        assert 'monday.ndjson:1: found {"event": "tournament",' in first
        assert last.endswith("was refused: 1 line has a problem. Mend the file and try again.")


def test_a_first_line_that_is_missing_is_the_one_problem_of_a_tournament(tmp_path):
    file = written_to(tmp_path, "monday.ndjson", *UNDERPAID[1:])
    for command in ("audit", "replay"):
        done = run(command, file)
        assert (done.status, done.out) == (2, "")
        (first, last) = done.err.splitlines()
        assert first.endswith(
            'monday.ndjson:1: event: found an event "entry"; expected the "tournament" event on the first line'
        )
        assert last.endswith("was refused: 1 line has a problem. Mend the file and try again.")


def test_a_ledger_is_audited_with_the_ledger_before_it(tmp_path):
    before = ledgers.header(ledger="L-2", number=2)
    done = run(
        "audit", written_to(tmp_path, "march.ndjson", ledgers.header(ledger="L-3", number=3)),
        "--with", written_to(tmp_path, "february.ndjson", before, ledgers.drop(500)), "--findings",
    )  # fmt: skip
    assert done.status == 1
    assert "Read with  1 ledger" in done.out.splitlines()
    assert "the opening is stated as €10,000.00; ledger L-2 ends with €10,005.00" in done.out


def test_the_limits_of_an_authority_apply_to_a_tournament_where_it_is_stated(tmp_path):
    stated = header(currency="USD", buy_in=20000, fee=11000, starts_at="2026-03-14T19:00:00-07:00")
    file = written_to(tmp_path, "monday.ndjson", stated, *entries(1))
    done = run("audit", file, "--authority", "wsgc", "--findings")
    assert done.status == 1
    assert (
        "the entry fees of P01 come to $110.00 in the tournament; the limit for a player is $100.00"
        in done.out
    )
    audit = json.loads(run("audit", file, "--format", "json").out)
    (row,) = (each for each in audit["coverage"] if each["code"] == "TRN058")
    assert [each["code"] for each in audit["findings"] if each["code"] == "TRN058"] == []
    assert [each["reason"] for each in row["because"]] == [
        "the room is not on record, so that the limits of its authority are not known"
    ]


OWN = """
[ruleset]
id = "{name}"
revision = 1
title = "Tried"
authority = "Olympic Poker Club"
family = "{family}"
extends = ["{base}"]
in_force = {{ from = 2026-01-01 }}
"""


def controls(tmp_path, family, base):
    """A file of controls that extends a ruleset of the library."""
    file = tmp_path / f"{family}.toml"
    file.write_text(OWN.format(name=f"club-{family}", family=family, base=base))
    return file


def test_a_tournament_is_tried_under_controls_of_tournaments_and_under_no_others(tmp_path):
    file = written_to(tmp_path, "monday.ndjson", *UNDERPAID)
    tried = run(
        "audit", file, "--controls", controls(tmp_path, "tournament", "olympic-tournament@1"), "--findings"
    )
    assert (tried.status, tried.err) == (1, "")
    assert "Ruleset    club-tournament@1, Tried" in tried.lines
    assert [line.split("  ")[2] for line in tried.lines if line.startswith("violation")] == ["TRN006"]
    for how in (("--controls", controls(tmp_path, "pot", "olympic-cash@1")), ("--ruleset", "olympic-cash")):
        done = run("audit", file, *how)
        assert (done.status, done.out) == (2, "")
        assert "is of no tournament (its family is pot), and the tournament T-1 cannot be audited" in done.err
        assert "olympic-tournament@1" in done.err


def test_a_ledger_is_tried_under_controls_of_its_accounts_and_under_no_others(tmp_path):
    file = written_to(tmp_path, "march.ndjson", *BOOK)
    tried = run("audit", file, "--controls", controls(tmp_path, "ledger", "olympic-jackpots@1"), "--findings")
    assert "Ruleset    club-ledger@1, Tried" in tried.lines
    assert [line.split("  ")[2] for line in tried.lines if line.startswith("discrepancy")] == ["JKP009"]
    done = run("audit", file, "--controls", controls(tmp_path, "pot", "olympic-cash@1"))
    assert (done.status, done.out) == (2, "")
    assert "club-pot@1 is for no account of the ledger L-1, whose accounts are: jackpot" in done.err


def test_controls_that_are_none_are_named_with_what_they_lack(tmp_path):
    file = written_to(tmp_path, "monday.ndjson", *UNDERPAID)
    book = written_to(tmp_path, "march.ndjson", *BOOK)
    for wrong, words in ((book, "not TOML"), (tmp_path / "none.toml", "does not exist")):
        done = run("audit", file, "--controls", wrong)
        assert (done.status, done.out) == (2, "")
        assert words in done.err
        assert "Traceback" not in done.err


def test_a_file_that_was_cut_off_is_refused_at_its_last_line_and_as_gzip_to_be_sent_again(tmp_path):
    for name, lines in (("monday.ndjson", UNDERPAID), ("march.ndjson", BOOK)):
        whole = written_to(tmp_path, name, *lines).read_bytes()
        cut, packed = tmp_path / f"cut-{name}", tmp_path / f"cut-{name}.gz"
        cut.write_bytes(whole[:-9])
        packed.write_bytes(gzip.compress(whole)[:-30])
        done = run("audit", cut)
        assert (done.status, done.out) == (2, "")
        assert done.err == (
            f"auditor: {cut}: The file ends in the middle of line {len(lines)}: it was cut off. Send the whole file.\n"
        )
        done = run("audit", packed)
        assert (done.status, done.out) == (2, "")
        assert (
            "The file ends in the middle of its gzip data: it was cut off. Send the whole file." in done.err
        )
