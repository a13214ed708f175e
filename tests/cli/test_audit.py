"""`auditor audit`: its statuses, its JSON, its text, its PDF."""

import gzip
import hashlib
import json
import re
import subprocess

import msgspec
import pytest
from msgspec.structs import replace

from auditor.cli import audit_command
from auditor.engine import program
from auditor.serialization import AuditDocument
from reports.incident_entries import EXHIBITS
from rules.checks.catalogue import checks
from rules.controls.library import library
from rules.results import Audit, Coverage, Finding, LogFacts, RulesetUsed
from rules.version import JUDGEMENT
from tests.cli import kit
from tests.cli.kit import call as run
from tests.cli.kit import hand, log, right
from tests.cli.kit import run as process
from tests.pdf import pages_of, text_of
from tests.rules.checks.pot_hands import CALLED
from tests.rules.checks.pot_hands import hand as played
from tests.rules.pot_exhibits import log_of
from tests.rules.pot_logs import pot_log

BANNED = ("fraud", "cheated", "proved", "clean", "compliant", "passed")


def verdict(done):
    """The sentences between what was audited and the incidents."""
    return done.lines[done.lines.index("") + 1]


def test_a_log_in_which_nothing_differs_ends_with_0(folder):
    done = process("audit", folder / "right.ndjson")
    assert (done.status, done.err) == (0, "")
    assert verdict(done).startswith("No difference in 3 testable hands.")


def test_a_wrong_net_exits_with_1_and_is_reported_with_hand_seat_line_and_clause(folder):
    done = run("audit", folder / "wrong.ndjson", "--findings")
    assert done.status == 1
    reported = [line.split("  ") for line in done.lines if "  SCR001  " in line]
    assert [line[:5] for line in reported] == [
        ["discrepancy", "major", "SCR001", "hand 2 seat 1 line 3", "WSGC-6d"],
        ["discrepancy", "major", "SCR001", "hand 2 seat 2 line 3", "WSGC-6d"],
    ]
    assert "the log records $1.00; $3.00 was due" in reported[0][5]


def test_the_text_has_the_identity_the_digest_and_the_money(folder):
    reported = run("audit", folder / "wrong.ndjson").lines
    facts = {line[:11].strip(): line[11:] for line in reported[: reported.index("")]}
    assert facts["Log"] == "WA-0417, table T1, session s-1"
    assert facts["Ruleset"].startswith("wsgc-base@1, ")
    assert re.fullmatch("[0-9a-f]{64}", facts["Digest"])
    assert facts["Hands"] == "3 recorded, 3 expected, 3 testable"
    assert facts["Money"] == "$2.00 was misallocated."
    assert "p-1  +$2.00" in reported
    assert "p-2  −$2.00" in reported


def test_the_text_begins_with_the_first_incidents(folder):
    reported = run("audit", folder / "wrong.ndjson").lines
    at = reported.index("Where to look first")
    assert reported[at + 1] == (
        "major  money  Hand 2, seats 1 and 2 (p-1 and p-2): nets off by $2.00, $2.00 misallocated; p-2 owes p-1 $2.00"
    )
    assert (
        reported[at + 2]
        == "    The recorded nets are $2.00 too low for seat 1 and $2.00 too high for seat 2."
    )
    assert reported[at + 3] == ""
    assert "Where to look first" not in run("audit", folder / "right.ndjson").lines


def test_the_text_reconciles_repayments_and_says_which_money_is_not_known():
    """Two dollars too much to seat 1 in hand 1, one too little in hand 2; both seats hold the same cards in hand 3."""
    twice = hand(3, 300, -300)
    twice["seats"][1] |= {row: twice["seats"][0][row] for row in ("front", "middle", "back")}
    reported = run("audit", "-", stdin=log(hand(1, 500, -500), hand(2, 200, -200), twice)).lines
    assert "           $3.00 owed hand by hand, less $2.00 owed the other way: $1.00 to repay." in reported
    assert (
        "           What was due is not known in 1 hand whose deal cannot have happened (DCK001, DCK002, DCK003)."
        in reported
    )


def test_the_text_has_a_row_of_coverage_for_every_check(folder):
    done = run("audit", folder / "wrong.ndjson", "--coverage")
    coverage = run("audit", folder / "wrong.ndjson", "--format", "json").json["coverage"]
    rows = {
        line.split()[0]: line.split()
        for line in done.lines[done.lines.index("Coverage") + 2 :]
        if line and not line.startswith("--")
    }
    assert list(rows) == [row["code"] for row in coverage]
    assert rows["SCR001"] == ["SCR001", "net-differs", "3", "2", "0", "1", "0", "0"]
    assert rows["POT001"] == ["POT001", "contribution-differs", "0", "0", "0", "0", "0", "3"]


@pytest.mark.parametrize("command", ["audit", "replay"])
@pytest.mark.parametrize("empty", ["", "  "])
def test_an_empty_ruleset_is_a_mistake_and_not_the_logs_own(folder, command, empty):
    done = run(command, folder / "right.ndjson", "--ruleset", empty)
    assert (done.status, done.out) == (2, "")
    assert "the option is empty (unset shell variable?)" in done.err


def paid_right(name, nets, transfers):
    one = hand(1)
    seats = [each | {"net": net} for each, net in zip(one["seats"], nets, strict=True)]
    moved = [{"payer": payer, "payee": payee, "amount": amount} for payer, payee, amount in transfers]
    return log({**one, "seats": seats, "transfers": moved}, session=name)


def test_a_net_written_down_wrong_did_not_go_to_the_wrong_player():
    due = run("replay", "-", stdin=paid_right("s-1", (0, 0), [])).json["seats"]
    paid = [(2, 1, due[0]["net"])]
    done = run("audit", "-", stdin=paid_right("s-1", (100, -100), paid))
    reported, said = done.lines, verdict(done)
    written = f"${(due[0]['net'] - 100) / 100:.2f} was misrecorded"
    assert f"           {written}." in reported
    assert f"; {written}." in said
    assert "misallocated" not in said


def test_open_points_are_counted_apart_from_what_agrees():
    reported = run("audit", "-", "--coverage", stdin=wheel()).lines
    head = next(line.split() for line in reported if line.startswith("code "))
    row = next(line.split() for line in reported if line.startswith("SCR004 "))
    assert dict(zip(head, row, strict=False)) | {"open": "1", "differing": "0"} == dict(
        zip(head, row, strict=False)
    )


def test_what_people_read_has_none_of_the_words_to_avoid(folder):
    for name in ("right", "wrong"):
        text = run("audit", folder / f"{name}.ndjson", "--all").out.lower()
        assert [word for word in BANNED if re.search(rf"\b{word}", text)] == []


def test_the_text_is_plain_and_the_same_every_time(folder):
    first, second = (each("audit", folder / "wrong.ndjson").out for each in (run, process))
    assert first == second
    assert "\x1b" not in first


@pytest.mark.parametrize(("level", "status"), [("critical", 0), ("major", 1), ("minor", 1), ("note", 1)])
def test_fail_on_says_what_counts(folder, level, status):
    assert run("audit", folder / "wrong.ndjson", "--fail-on", level).status == status


def wheel():
    """A log whose only finding is an open point: whether A-2-3-4-5 is a straight."""
    rows = {
        1: {"front": "JsJd4h", "middle": "2s3c4s5sAs", "back": "KsKdKhQsQd"},
        2: {**kit.ROWS[2], "front": "5d6d8h"},
    }
    nets = {1: 300, 2: -300}
    return log(
        {**hand(1), "seats": [{"seat": n, "player": f"p-{n}", **rows[n], "net": nets[n]} for n in rows]}
    )


def test_undetermined_findings_count_only_on_request(folder):
    path = folder / "wheel.ndjson"
    path.write_bytes(wheel())
    assert run("audit", path, "--fail-on", "note").status == 0
    assert run("audit", path, "--fail-on", "note", "--count-undetermined").status == 1
    assert run("audit", path, "--count-undetermined").status == 0


def test_an_open_point_is_reported_with_its_readings(folder):
    reported = run("audit", "-", "--findings", stdin=wheel()).lines
    (place,) = [number for number, line in enumerate(reported) if "  SCR004  hand 1  WSGC-5b  " in line]
    assert reported[place + 1 : place + 4] == [
        "    reading low (taken): it is the lowest straight",
        "    reading second: it is second to A-K-Q-J-T (would move nothing here)",
        "    reading none: it is not a straight (would move 6 units and $6.00 in 1 hand)",
    ]


def test_text_and_json_name_the_parameters_that_no_audit_consults():
    """No row of coverage is about them. A ruleset without such parameters is not named."""
    given = right(ruleset="classic-surrender")
    assert run("audit", "-", "--format", "json", stdin=given).json["unaudited"] == [
        {"ruleset": "classic-surrender@1", "parameters": ["surrender.payees"]}
    ]
    said = (
        "Stated, not audited: classic-surrender@1 has a parameter of which no value changes an audit: "
        "surrender.payees."
    )
    assert said in run("audit", "-", "--coverage", stdin=given).lines
    assert said not in run("audit", "-", stdin=given).lines
    assert run("audit", "-", "--format", "json", stdin=right()).json["unaudited"] == []


def test_the_json_has_every_key_and_no_other(folder):
    audit = run("audit", folder / "wrong.ndjson", "--format", "json").json
    for struct, value in (
        (AuditDocument, audit),
        (LogFacts, audit["log"]),
        (RulesetUsed, audit["rulesets"][0]),
        (Coverage, audit["coverage"][0]),
        (Finding, audit["findings"][0]),
    ):
        of_histories = ("history",) if struct is LogFacts else ()  # a key that other logs do not have
        assert (*value, *of_histories) == struct.__struct_fields__
    for key in ("sha256", "bytes", "room", "session", "hands", "events"):
        assert key in audit["log"]
    assert audit["engine"] == msgspec.to_builtins(program().engine(library().digest))
    assert msgspec.convert(audit, Audit).findings


def test_the_text_names_the_engine(folder):
    engine = f"{program().release}, judgement {JUDGEMENT}"
    assert f"Engine     {engine}" in run("audit", folder / "wrong.ndjson").lines


def test_the_json_is_one_line_of_utf_8(folder):
    done = run("audit", folder / "wrong.ndjson", "--format", "json")
    assert done.out.count("\n") == 1
    assert done.status == 1


def test_a_refused_log_ends_with_2_and_every_problem_on_standard_error(folder):
    path = folder / "refused.ndjson"
    done = process("audit", path)
    assert (done.status, done.out) == (2, "")
    assert done.err.splitlines() == [
        f'{path}:2: hand: found "one"; expected a whole number',
        f"{path}:3: seats: found no such field; expected this field, which every such event must have",
        f"auditor: {path} was refused: 2 lines have problems. Mend the file and try again.",
    ]


def test_a_refused_log_is_json_for_programs(folder):
    done = run("audit", folder / "refused.ndjson", "--format", "json")
    assert (done.status, done.err) == (2, "")
    assert done.json["error"] == "log-refused"
    assert done.json["problem_count"] == 2
    assert done.json["problems"][0] == {
        "line": 2,
        "field": "hand",
        "found": '"one"',
        "expected": "a whole number",
    }


def test_the_first_ten_problems_the_count_and_where_the_others_are(folder):
    path = folder / "many.ndjson"
    path.write_bytes(log(*({"event": "nothing"} for _ in range(150))))
    said = run("audit", path).err.splitlines()
    assert len(said) == 12
    assert [line.partition(" ")[0] for line in said[:10]] == [f"{path}:{number}:" for number in range(2, 12)]
    assert said[10:] == [
        f"auditor: {path} was refused: 150 lines have problems. Mend the file and try again.",
        "auditor: and 140 more; `auditor problems FILE` writes all of them as CSV.",
    ]


def test_an_unknown_ruleset_ends_with_2_and_the_library(folder):
    done = run("audit", folder / "right.ndjson", "--ruleset", "wsgc-2-5")
    assert done.status == 2
    assert "no ruleset 'wsgc-2-5'" in done.err
    assert "wsgc-2-4@1" in done.err
    assert done.out == ""


def test_no_ruleset_ends_with_2_and_the_library():
    without = kit.session()
    del without["ruleset"]
    data = msgspec.json.encode(without) + b"\n" + msgspec.json.encode(hand(1)) + b"\n"
    done = run("audit", "-", "--format", "json", stdin=data)
    assert done.status == 2
    assert done.json["error"] == "no-ruleset"
    assert "wsgc-base@1" in done.json["rulesets"]


def test_a_file_that_is_not_there_is_wrong_usage(folder):
    done = run("audit", folder / "nothing.ndjson")
    assert done.status == 2
    assert "Usage: auditor audit" in done.err
    assert "does not exist" in done.err


def test_another_ruleset_is_a_what_if(folder):
    done = run("audit", folder / "right.ndjson", "--ruleset", "wsgc-2-4")
    assert done.status == 1
    assert "What if    the room said it played wsgc-base" in done.lines
    see = "auditor rulesets diff wsgc-base@1 wsgc-2-4@1"
    assert f"Controls   wsgc-base@1 and wsgc-2-4@1 differ in 8 parameters: {see}" in done.lines
    assert "8 parameters differ; " in run(*see.split()[1:]).out


def test_a_what_if_says_how_much_of_the_controls_differs_to_programs_too(folder):
    path = folder / "right.ndjson"
    reported = run("audit", path, "--ruleset", "wsgc-2-4", "--format", "json").json
    assert reported["what_if"] is True
    assert reported["controls"] == [
        {
            "as_played": "wsgc-base@1",
            "as_tried": "wsgc-2-4@1",
            "differing": 8,
            "command": "auditor rulesets diff wsgc-base@1 wsgc-2-4@1",
        }
    ]
    assert run("audit", path, "--format", "json").json["controls"] == []


def test_a_what_if_of_an_unknown_ruleset_reports_that_the_two_cannot_be_compared(folder):
    data = right(ruleset="house-rules")
    done = run("audit", "-", "--ruleset", "wsgc-2-4", stdin=data)
    missing = "the library does not have both house-rules and wsgc-2-4@1: what differs is not known"
    assert f"Controls   {missing}" in done.lines
    reported = run("audit", "-", "--ruleset", "wsgc-2-4", "--format", "json", stdin=data).json["controls"]
    assert [list(each.values()) for each in reported] == [["house-rules", "wsgc-2-4@1", None, None]]


def test_a_what_if_reports_no_misallocated_money(folder):
    done = run("audit", folder / "right.ndjson", "--ruleset", "wsgc-2-4")
    tried = done.lines
    assert "Money      $3.00 would have gone to different players." in tried
    assert "Would have gone to different players: those who would have had more (+), or less (−)" in tried
    assert "; $3.00 would have gone to different players." in verdict(done)
    nothing = run("audit", folder / "right.ndjson", "--ruleset", "wsgc-base-bonuses").lines
    assert "Money      No money would have gone to different players." in nothing
    for text in ("\n".join(tried), "\n".join(nothing)):
        assert "misallocated" not in text
        assert "Owed" not in text


def test_the_diagnosis_names_the_ruleset_that_fits():
    data = log(*(hand(number, 400, -400) for number in range(1, 6)))
    done = run("audit", "-", stdin=data)
    reported = [line for line in done.lines if line.startswith("Diagnosis")]
    assert "The results of 5 of 5 hands fit wsgc-2-4;" in reported[0]


@pytest.mark.slow
def test_standard_input_gzip_and_a_pipe_give_what_the_file_gives(folder):
    path = folder / "wrong.ndjson"
    plain = run("audit", path).lines
    (folder / "packed.ndjson.gz").write_bytes(gzip.compress(path.read_bytes()))
    packed = run("audit", folder / "packed.ndjson.gz").lines
    piped = run("audit", "-", stdin=path.read_bytes()).lines
    fifo = f"{' '.join(kit.command('audit'))} <(cat {path})"
    substituted = subprocess.run(["bash", "-c", fifo], capture_output=True, text=True, timeout=60)
    assert piped == plain
    assert substituted.stdout.splitlines() == plain
    assert [line for line in packed if not line.startswith("File")] == [
        line for line in plain if not line.startswith("File")
    ]


def test_the_pdf_is_written_whole_and_nothing_else_is_left(folder):
    path = folder / "report.pdf"
    done = run("audit", folder / "wrong.ndjson", "--pdf", path)
    assert done.status == 1
    assert path.read_bytes().startswith(b"%PDF-")
    assert sorted(each.name for each in folder.iterdir()) == [
        "refused.ndjson", "report.pdf", "right.ndjson", "wrong.ndjson",
    ]  # fmt: skip


def test_the_pdf_does_not_go_over_the_log_or_into_nowhere(folder):
    path = folder / "wrong.ndjson"
    before = path.read_bytes()
    over = run("audit", path, "--pdf", path)
    nowhere = run("audit", path, "--pdf", folder / "none" / "x.pdf")
    assert (over.status, nowhere.status) == (2, 2)
    assert "names the log itself" in over.err
    assert "There is no folder" in nowhere.err
    assert path.read_bytes() == before


def test_a_refused_log_leaves_no_pdf(folder):
    run("audit", folder / "refused.ndjson", "--pdf", folder / "x.pdf")
    assert not (folder / "x.pdf").exists()


def test_text_of_a_log_cannot_act_on_a_terminal():
    data = log(hand(1, 100, -100), session="s-\x1b[2J")
    done = run("audit", "-", stdin=data)
    assert "\x1b" not in done.out + done.err


def test_an_incomplete_audit_ends_with_3(folder, monkeypatch):
    def broken(view):
        raise ZeroDivisionError("for the test")

    some = tuple(replace(each, run=broken) if each.code == "DCK001" else each for each in checks())
    monkeypatch.setattr("rules.audit.audit_of_log.checks", lambda: some)
    for name in ("right", "wrong"):
        done = run("audit", folder / f"{name}.ndjson")
        assert done.status == 3
        assert "The check DCK001 failed: the program has a fault in it. Its result is not known." in done.out
        assert "Traceback" not in done.err


def test_the_sample_has_what_its_answer_key_says():
    sample = kit.SAMPLE
    found = run("audit", sample, "--format", "json")
    assert found.status == 1
    reported = {(each["hand"], each["seat"], each["code"]) for each in found.json["findings"]}
    assert reported >= {
        (48, 2, "SCR001"), (48, 4, "SCR001"), (106, 2, "DCK004"), (106, 4, "DCK004"), (114, 2, "SET005"),
        (122, 2, "SCR001"), (180, 4, "SCR001"), (205, 2, "DCK001"), (205, 4, "DCK001"),
    }  # fmt: skip
    hands = {hand for hand, _, code in reported if hand is not None}
    assert hands == {45, 48, 106, 114, 122, 180, 183, 205}
    assert json.loads(sample.read_text().splitlines()[0])["room"] == "WA-0417"


@pytest.mark.slow
def test_the_pdf_shows_the_requested_number_of_exhibits(folder):
    drawn = {}
    for asked in ("0", "1", "all"):
        path = folder / f"{asked}.pdf"
        run("audit", folder / "wrong.ndjson", "--pdf", path, "--exhibits", asked)
        drawn[asked] = text_of(path).count("first seat")
    assert drawn == {"0": 0, "1": 1, "all": 1}
    for odd in ("some", "-1", ""):
        done = run("audit", folder / "wrong.ndjson", "--exhibits", odd)
        assert done.status == 2
        assert f"{odd!r} is neither a number of exhibits nor all." in done.err


@pytest.mark.parametrize(("options", "declared"), [((), False), (("--authority", "wsgc"), True)])
def test_the_pdf_has_the_declaration_of_the_authority_that_is_named(folder, options, declared):
    path = folder / "declared.pdf"
    run("audit", folder / "wrong.ndjson", *options, "--pdf", path)
    assert ("under penalty of perjury" in pages_of(path)[-1]) is declared


def test_the_list_of_incidents_is_the_one_whose_digest_the_pdf_prints(folder):
    pdf, listed = folder / "r.pdf", folder / "incidents.csv"
    run("audit", folder / "wrong.ndjson", "--pdf", pdf, "--csv", listed)
    assert listed.read_text().startswith("id,title,severity,area,pattern,root,hands,")
    digest = hashlib.sha256(listed.read_bytes()).hexdigest()
    assert digest in text_of(pdf)
    over = run("audit", folder / "wrong.ndjson", "--csv", folder / "wrong.ndjson")
    assert (over.status, "--csv names the log itself; name another file." in over.err) == (2, True)


def test_the_pdf_of_a_named_moment_is_the_same_again(folder, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1773648720")
    for each, name in ((process, "one.pdf"), (run, "two.pdf")):
        each("audit", folder / "wrong.ndjson", "--pdf", folder / name)
    assert (folder / "one.pdf").read_bytes() == (folder / "two.pdf").read_bytes()
    text = pages_of(folder / "one.pdf")[0]
    assert "Audit and report made 2026-03-16 08:12 UTC." in " ".join(text.split())


def test_the_default_of_exhibits_is_that_of_the_report():
    assert audit_command.EXHIBITS == EXHIBITS


def test_what_another_reading_would_move_in_pots_is_money_or_acts_and_no_units():
    odd = run("audit", "-", "--findings", stdin=log_of("POT-ODD-03")).lines
    assert "    reading position: by position, as between equal hands (would move €1.00 in 1 hand)" in odd
    raised = run("audit", "-", "--findings", stdin=log_of("POT-BET-01")).lines
    assert (
        "    reading by_double: by at least twice the bet (would move nothing; other acts would be against the rules in 1 hand)"
        in raised
    )


def test_what_a_reading_would_move_in_a_hand_that_is_cut_off_is_not_known():
    short = (*CALLED[:-2], "2 checks", "flop 2c7dJh", "2 bets 1000", "6 raises 1500", "2 raises 2500")
    given = pot_log(played(*short, stacks={6: 1700}))
    lines = run("audit", "-", "--findings", "--ruleset", "olympic-cash", stdin=given).lines
    (exclusive,) = [line for line in lines if line.startswith("    reading exclusive")]
    assert exclusive.endswith("more than half (would change 1 hand; what it would move is not known)")
