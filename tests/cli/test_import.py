"""`auditor import`: workbooks into logs, and the workbook to fill in."""

import json

import pytest

from auditor.importing.frame import DerivedLog, digest, file_name
from tests.cli.kit import call as run
from tests.cli.kit import run as process
from tests.importing.histories.originals import originals
from tests.importing.workbooks import SESSION, content, put, table, written

CONFLICT = (
    "auditor: {}/EE-001-pokerstars-159212572783.ndjson exists with other content and stays as it is; move it, or name "
    "another folder.\n"
)


def saved(path, sheets):
    path.write_bytes(written(sheets))
    return path


def test_a_workbook_becomes_a_log_that_the_audit_takes(tmp_path):
    original = saved(tmp_path / "evening.xlsx", content())
    done = run("import", original, "-o", tmp_path)
    log = tmp_path / "WA-0417-s-1.ndjson"
    assert (done.status, done.err) == (0, "")
    assert done.lines == [f"{log}: written"]
    first = json.loads(log.read_text().splitlines()[0])
    assert first["_derived_from"]["sha256"] == digest(original.read_bytes())
    audited = run("audit", log, "--format", "json")
    assert audited.status in (0, 1)
    assert (audited.json["log"]["sha256"], audited.json["log"]["hands"]) == (digest(log.read_bytes()), 2)


def test_the_name_of_the_file_does_not_matter_and_a_pipe_is_read(tmp_path):
    saved(tmp_path / "evening.csv", content())
    assert run("import", tmp_path / "evening.csv", "-o", tmp_path).status == 0
    assert process("import", "-", "-o", str(tmp_path), stdin=written(content())).status == 0


@pytest.mark.parametrize(
    ("named", "near"),
    [("wsgc-ful", "wsgc-full"), ("wsgc-full@9", "wsgc-full@1"), ("house-rules", None)],
)
def test_a_ruleset_that_the_library_does_not_have_is_noted_and_the_log_is_written(tmp_path, named, near):
    sheets = {**content(), "Session": table([{**SESSION, "ruleset": named}])}
    original = saved(tmp_path / "evening.xlsx", sheets)
    done = run("import", original, "-o", tmp_path, "--marked", tmp_path / "marked.xlsx")
    hint = f" (did you mean '{near}'?)" if near else ""
    assert done.status == 0
    assert done.lines == [f"{tmp_path / 'WA-0417-s-1.ndjson'}: written"]
    assert done.err.splitlines()[0] == (
        f'{original}:note: ruleset: found "{named}", which is not in the library; expected a ruleset of the library{hint}, '
        "or one of the room's own controls. Where it is none of the room's own controls, correct it and import the file "
        "again: no audit takes the log."
    )
    (problem,) = run("import", original, "-o", tmp_path, "--format", "json").json["files"][0]["problems"]
    assert (problem["field"], problem["refuses"]) == ("ruleset", False)
    assert not (tmp_path / "marked.xlsx").exists()  # no cell of it can be marked


def test_the_ruleset_that_is_stated_for_a_hand_history_is_looked_up_too(tmp_path):
    (tmp_path / "hands.txt").write_text(originals("pokerstars")["pokerstars/italy-159212572783.txt"])
    (tmp_path / "key").write_bytes(bytes(range(32)))
    given = ("import", tmp_path / "hands.txt", "-o", tmp_path, "--room", "EE-001", "--zone", "Europe/Tallinn",
             "--key", tmp_path / "key", "--ruleset")  # fmt: skip
    slip, right = run(*given, "standard-cahs"), run(*given, "standard-cash")
    assert (slip.status, right.status, right.err) == (0, 1, CONFLICT.format(tmp_path))
    assert 'ruleset: found "standard-cahs", which is not in the library; ' in slip.err
    assert "(did you mean 'standard-cash'?)" in slip.err


def test_a_log_is_never_written_over_another(tmp_path):
    original = saved(tmp_path / "evening.xlsx", content())
    log = tmp_path / "WA-0417-s-1.ndjson"
    run("import", original, "-o", tmp_path)
    before = log.read_bytes()
    again = run("import", original, "-o", tmp_path)
    assert (again.status, again.lines) == (0, [f"{log}: is there already, the same"])
    sheets = content()
    put(sheets, "Hands", 2, "net", 3)
    refused = run("import", saved(tmp_path / "other.xlsx", sheets), "-o", tmp_path)
    assert refused.status == 1
    assert f"{log} exists with other content and stays as it is" in refused.err
    assert log.read_bytes() == before


def test_what_cannot_be_converted_is_listed_and_the_other_session_is_written(tmp_path):
    sheets = {"Session": table([SESSION, {**SESSION, "session": "s-2"}])}
    where = put(sheets, "Session", 3, "unit", "a lot")
    original = saved(tmp_path / "evening.xlsx", sheets)
    done = run("import", original, "-o", tmp_path, "--marked", tmp_path / "marked.xlsx")
    assert done.status == 2
    assert done.lines == [f"{tmp_path / 'WA-0417-s-1.ndjson'}: written"]
    problem, last, marked = done.err.splitlines()
    assert problem.startswith(
        f'{original}:{where}: unit: found "a lot"; expected an amount with at most 2 decimals'
    )
    assert (
        last == f"auditor: {original}: 1 place could not be converted. Correct it and import the file again."
    )
    assert marked == f"auditor: {tmp_path / 'marked.xlsx'} shows the places."
    assert not (tmp_path / "WA-0417-s-2.ndjson").exists()
    assert (tmp_path / "marked.xlsx").exists()


def test_json_lists_logs_and_problems(tmp_path):
    sheets = content()
    where = put(sheets, "Hands", 3, "front", "KcQhJc")
    original = saved(tmp_path / "evening.xlsx", sheets)
    done = run("import", original, "-o", tmp_path, "--format", "json")
    assert done.status == 0
    (file,) = done.json["files"]
    assert (file["importer"], file["version"], file["sha256"]) == (
        "workbook",
        "1",
        digest(original.read_bytes()),
    )
    (log,) = file["logs"]
    data = (tmp_path / "WA-0417-s-1.ndjson").read_bytes()
    assert (log["session"], log["sha256"], log["bytes"], log["outcome"]) == (
        "s-1",
        digest(data),
        len(data),
        "written",
    )
    (problem,) = file["problems"]
    assert (problem["where"], problem["field"], problem["refuses"]) == (where, "front", False)
    assert "note: front: found" in done.err


def test_a_file_that_is_no_workbook(tmp_path):
    (tmp_path / "x.xlsx").write_bytes(b"nothing of the kind")
    done = run("import", tmp_path / "x.xlsx", "-o", tmp_path)
    assert done.status == 2
    assert (
        "found a file of an unknown format; expected a workbook in the .xlsx format, or CSV, or a hand history "
        "of 888, Bovada, ClubGG," in done.err
    )


def test_the_template_is_written_once(tmp_path):
    path = tmp_path / "evening.xlsx"
    assert run("import", "--template", "wsgc-full", "-o", path).status == 0
    before = path.read_bytes()
    again = run("import", "--template", "wsgc-full", "-o", path)
    assert (again.status, path.read_bytes()) == (2, before)
    assert "exists, and may be filled in" in again.err
    assert run("import", "--template", "olympic-cash", "-o", tmp_path / "pots.xlsx").status == 0
    unknown = run("import", "--template", "none", "-o", tmp_path / "y.xlsx")
    assert unknown.status == 2
    assert not (tmp_path / "y.xlsx").exists()


def test_wrong_usage_is_said_before_anything_is_written(tmp_path):
    original = saved(tmp_path / "evening.xlsx", content())
    for arguments in (
        (), ("--template", "wsgc-full"), ("--template", "wsgc-full", "-o", tmp_path / "t.xlsx", original),
        (original, "-o", tmp_path / "none"), (original, original, "--marked", tmp_path / "m.xlsx"),
    ):  # fmt: skip
        assert run("import", *arguments).status == 2
    assert [path.name for path in tmp_path.iterdir()] == ["evening.xlsx"]


def test_an_id_never_leads_out_of_the_folder():
    log = DerivedLog(room="../..", session="a/b:c\\d é", table="T1", data=b"")
    assert file_name(log) == "_..-a_b_c_d__.ndjson"


def test_a_hand_history_becomes_a_log_with_what_it_does_not_say_from_the_options(tmp_path):
    (name, text), *_ = originals("phh").items()
    (tmp_path / "hand.phh").write_text(text)
    (tmp_path / "key").write_bytes(bytes(range(32)))
    stated = (
        "--room",
        "EE-001",
        "--zone",
        "Europe/Tallinn",
        "--currency",
        "USD",
        "--ruleset",
        "standard-cash",
    )
    done = run(
        "import", tmp_path / "hand.phh", "-o", tmp_path, *stated, "--key", tmp_path / "key",
        "--opened-at", "2026-03-14T20:00:00+02:00", "--table", "t-1",
    )  # fmt: skip
    assert (done.status, done.err) == (0, ""), name
    (log,) = tmp_path.glob("*.ndjson")
    first, hand = map(json.loads, log.read_text().splitlines())
    assert (first["room"], first["table"], first["ruleset"]) == ("EE-001", "t-1", "standard-cash")
    assert first["opened_at"] == "2026-03-14T20:00:00+02:00"
    replayed = run("replay", log)
    assert (replayed.status, replayed.err) == (0, "")
    assert json.loads(replayed.out.splitlines()[0])["hand"] == hand["hand"]


def test_a_hand_history_without_its_options_says_which_to_state(tmp_path):
    (_, text), *_ = originals("phh").items()
    (tmp_path / "hand.phh").write_text(text)
    done = run("import", tmp_path / "hand.phh", "-o", tmp_path)
    assert done.status == 2
    assert "State it with --room." in done.err
    assert "State its file with --key: 32 random bytes." in done.err
    assert done.err.endswith("3 places could not be converted. Correct them and import the file again.\n")
    assert list(tmp_path.glob("*.ndjson")) == []


def test_a_hand_that_is_left_out_is_listed_with_its_line_and_in_the_marked_workbook(tmp_path):
    text = originals("pokerstars")["pokerstars/italy-159212572783.txt"]
    other = text.replace("#159212572783", "#159212572784").replace("k12sat: folds", "k12sat: juggles")
    (tmp_path / "hands.txt").write_text(f"{text}\n\n{other}")
    (tmp_path / "key").write_bytes(bytes(range(32)))
    done = run(
        "import", tmp_path / "hands.txt", "-o", tmp_path, "--room", "EE-001", "--zone", "Europe/Tallinn",
        "--key", tmp_path / "key", "--marked", tmp_path / "marked.xlsx",
    )  # fmt: skip
    log = tmp_path / "EE-001-pokerstars-159212572783.ndjson"
    assert (done.status, done.lines) == (2, [f"{log}: written"])
    assert [json.loads(line)["event"] for line in log.read_text().splitlines()] == ["session", "pot_hand"]
    problem, *_ = done.err.splitlines()
    line = f"{text}\n\n{other}".split("\n").index("k12sat: juggles") + 1
    assert problem == (
        f'{tmp_path / "hands.txt"}:line {line}: hand 159212572784: found "k12sat: juggles"; expected a line of a hand history of '
        "PokerStars. Correct the line, or take it out if it says nothing of the play. The hand is left out."
    )
    assert (tmp_path / "marked.xlsx").exists()
