"""`auditor replay` of a tournament's file, with the logs of its tables."""

import json

from tests.cases.kept import CASES
from tests.cli.kit import call as run
from tests.rules.tournaments.build import busts, entries, header, written

PLAYED = [
    header(fee=500, bounty=1000, starts_at="2026-03-14T19:00:00+02:00"),
    *entries(3),
    {"event": "elimination", "entry": 3, "table": "T1", "hand": 7, "knocked_out_by": [1, 2]},
    {"event": "elimination", "entry": 2, "table": "T1", "hand": 7, "knocked_out_by": [1]},
]


def written_to(folder, name, *lines):
    path = folder / name
    path.write_bytes(written(*lines))
    return path


def log_of(*stacks, **session):
    """A log of the table in which both went out."""
    seats = [{"seat": n, "player": f"P{n:02}", "stack": stack, "net": 0} for n, stack in enumerate(stacks, 1)]
    opening = {
        "event": "session", "format": "cardroom-log/1", "room": "TEST-2", "session": "A", "table": "T1", "currency": "EUR",
        "opened_at": "2026-03-14T19:00:00+02:00", "tournament": "T-1",
    }  # fmt: skip
    return [opening | session, {"event": "ofc_hand", "variant": "ofc", "hand": 7, "seats": seats}]


def test_it_is_one_object_with_what_was_due(tmp_path):
    done = run("replay", written_to(tmp_path, "monday.ndjson", *PLAYED))
    found = json.loads(done.out)
    assert (done.status, done.err) == (0, "")
    assert list(found) == [
        "tournament", "ruleset", "field", "money", "prizes", "standing", "levels", "chips", "royal", "satellite", "undetermined",
    ]  # fmt: skip
    assert (found["tournament"], found["ruleset"]) == ("T-1", "olympic-tournament")
    assert found["field"] == {"players": 3, "entries": 3, "reentries": 0, "rebuys": 0, "add_ons": 0}
    assert found["money"] == {
        "collected": 15000, "fees": 1500, "bounties": 3000, "royal": 0, "added": 0, "prize_pool": 10500, "ranking": 0,
        "distributable": 10500,
    }  # fmt: skip
    assert found["prizes"] == [6300, 4200]
    assert found["standing"][0] == {
        "place": 1, "player": "P01", "tied": False, "prize": 6300, "bounty": 2500, "points": None,
    }  # fmt: skip
    assert [(each["player"], each["place"], each["tied"]) for each in found["standing"][1:]] == [
        ("P02", None, None), ("P03", None, None),
    ]  # fmt: skip
    assert [each["player"] for each in found["undetermined"]] == ["P02", "P03"]
    assert found["undetermined"][0]["what"] == "place"


def test_a_log_of_the_table_shows_the_stacks_that_decide(tmp_path):
    file = written_to(tmp_path, "monday.ndjson", *PLAYED)
    log = written_to(tmp_path, "t1.ndjson", *log_of(20000, 4000, 6000))
    found = json.loads(run("replay", file, "--with", log).out)
    assert [(each["player"], each["place"]) for each in found["standing"]] == [
        ("P01", 1), ("P03", 2), ("P02", 3),
    ]  # fmt: skip
    assert found["undetermined"] == []


def test_another_ruleset_is_asked_for(tmp_path):
    file = written_to(tmp_path, "monday.ndjson", header(ranking=True), *entries(2), *busts(2))
    found = json.loads(run("replay", file, "--ruleset", "olympic-ranking@1").out)
    assert found["ruleset"] == "olympic-ranking"
    assert found["money"]["ranking"] == 200
    assert [each["points"] for each in found["standing"]] == [90, 72]


def test_a_file_of_controls_is_tried(tmp_path):
    draft = tmp_path / "own.toml"
    draft.write_text(
        '[ruleset]\nid = "own"\nrevision = 1\ntitle = "Our own"\nauthority = "A room"\nfamily = "tournament"\n'
        'extends = ["olympic-tournament@1"]\nreadings = { "AMB-OLY-prizepool" = "gross" }\n'
    )
    found = json.loads(run("replay", written_to(tmp_path, "monday.ndjson", *PLAYED), "--controls", draft).out)
    assert (found["ruleset"], found["money"]["prize_pool"]) == ("own", 15000)


def test_a_file_that_names_no_ruleset(tmp_path):
    nameless = {key: value for key, value in header().items() if key != "ruleset"}
    done = run("replay", written_to(tmp_path, "monday.ndjson", nameless))
    assert (done.status, done.out) == (2, "")
    assert "The tournament T-1 names no ruleset, and none was asked for." in done.err
    assert "olympic-tournament@1" in done.err


def test_a_day_on_which_the_ruleset_was_not_in_force(tmp_path):
    file = written_to(
        tmp_path,
        "late.ndjson",
        header(ruleset="carnivale-event-2013", starts_at="2013-07-15T12:00:00-07:00"),
    )
    done = run("replay", file)
    assert (done.status, done.out) == (2, "")
    assert "No revision of carnivale-event-2013 was in force on 2013-07-15" in done.err


def test_a_file_that_is_refused_is_named_with_the_line(tmp_path):
    file = written_to(tmp_path, "monday.ndjson", header(), {"event": "entry", "entry": 1})
    done = run("replay", file)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"{file}:2: player: found no such field; expected this field")


def test_a_log_beside_it_that_is_refused_is_named(tmp_path):
    file, log = (
        written_to(tmp_path, "monday.ndjson", *PLAYED),
        written_to(tmp_path, "t1.ndjson", *log_of(1), {}),
    )
    done = run("replay", file, "--with", log)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"{log}:3: event: found no such field")


def test_only_logs_go_beside_a_tournament_and_nothing_beside_a_log(tmp_path):
    file = written_to(tmp_path, "monday.ndjson", *PLAYED)
    log = written_to(tmp_path, "t1.ndjson", *log_of(1, 2))
    done = run("replay", file, "--with", file)
    assert (done.status, done.out) == (2, "")
    assert (
        "monday.ndjson: This is the file of a tournament. With a tournament belong the logs of its tables."
        in done.err
    )
    done = run("replay", log, "--with", log)
    assert (done.status, done.out) == (2, "")
    assert "--with belongs to the file of a tournament or to a ledger." in done.err


def test_a_case_with_logs_is_replayed(tmp_path):
    case = next(each for each in CASES if each["id"] == "TRN-LOGS-01")
    file = written_to(tmp_path, "event.ndjson", *case["files"]["tournament"])
    logs = [
        written_to(tmp_path, f"{place}.ndjson", *log) for place, log in enumerate(case["files"]["sessions"])
    ]
    done = run("replay", file, *(part for log in logs for part in ("--with", log)))
    assert (done.status, done.err) == (0, "")
    assert json.loads(done.out)["chips"] == [{"line": 10, "due": 60000}]
