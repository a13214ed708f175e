"""`auditor simulate --tournament`: an event's file, the logs of its tables, and the answer key."""

import json

import pytest
import requests

from tests.cli.kit import call as run

BASE = (
    "simulate",
    "--tournament",
    "--ruleset",
    "olympic-ranking",
    "--entries",
    "24",
    "--seed",
    "3",
    "--tables",
    "1",
)


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_an_event_is_written_with_its_logs_and_replays_as_it_was_paid(tmp_path):
    done = run(*BASE, "--kind", "reentry", "--out", tmp_path / "event")
    event, log = tmp_path / "event" / "tournament.ndjson", tmp_path / "event" / "sim-3-T1.ndjson"
    assert (done.status, done.lines) == (0, [str(event), str(log)])
    header, *others = lines(event)
    assert (header["kind"], header["ruleset"], others[-1]["event"]) == ("reentry", "olympic-ranking", "close")
    assert len({each["player"] for each in others if each["event"] == "entry"} & paid_in(others)) == 24
    assert {each["tournament"] for each in lines(log) if each["event"] == "session"} == {"sim-3"}
    replayed = run("replay", event, "--with", log).json
    due = {each["player"]: each["prize"] for each in replayed["standing"] if each["prize"]}
    assert due == {each["player"]: each["amount"] for each in others if each["event"] == "prize"}


def paid_in(others):
    """The players whose entry was not taken back."""
    gone = {each["entry"] for each in others if each["event"] == "unregister"}
    return {each["player"] for each in others if each["event"] == "entry" and each["entry"] not in gone}


def test_the_answer_key_names_the_finding_and_its_line(tmp_path):
    key = tmp_path / "key.ndjson"
    done = run(*BASE, "--fault", "points-wrong", "--answers", key, "--out", tmp_path)
    assert done.status == 0
    (answer,) = lines(key)
    wrong = lines(tmp_path / "tournament.ndjson")[answer["line"] - 1]
    assert (answer["kind"], answer["name"]) == ("points-wrong", "points-differ")
    assert answer["must"] == [{"name": "points-differ", "line": answer["line"], "session": None}]
    assert (wrong["event"], wrong["player"], wrong["points"]) == (
        "ranking_award",
        answer["player"],
        answer["recorded"],
    )


def test_so_many_faults_as_asked_for(tmp_path):
    key = tmp_path / "key.ndjson"
    assert run(*BASE, "--faults", "4", "--answers", key, "--out", tmp_path).status == 0
    assert len({each["kind"] for each in lines(key)}) == 4


@pytest.mark.parametrize(
    ("more", "because"),
    [
        (("--entries", "12"), "12 entries: a tournament has 20 to 300"),
        (("--faults", "0.5"), "a whole number of --faults"),
        (("--fault", "nonsense"), "no fault is called nonsense"),
        (("--ruleset", "olympic-cash"), "olympic-cash@2 is no ruleset of tournaments"),
    ],
)
def test_what_cannot_be_simulated_is_said_and_nothing_is_written(tmp_path, more, because):
    done = run(*BASE, "--out", tmp_path / "event", *more)
    assert done.status == 2
    assert because in done.err
    assert not (tmp_path / "event").exists()


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """Two events of one room and their table logs: hold'em, with and without a ranking."""
    folder = tmp_path_factory.mktemp("evening")
    for name, seed in (("olympic-ranking", 3), ("olympic-tournament", 5)):
        how = ("--entries", "20", "--seed", seed, "--tables", "1", "--kind", "freezeout")
        assert (
            run("simulate", "--tournament", "--ruleset", name, *how, "--out", folder / f"sim-{seed}").status
            == 0
        )
    return folder


@pytest.mark.slow
def test_simulated_events_go_through_a_bulk_run_as_they_are(evening, tmp_path):
    done = run("bulk", evening, "--out", tmp_path / "out", "--format", "json", "--jobs", "1")
    assert (done.status, done.err) == (0, "")
    assert (
        done.json["files"] | {"found": 4, "audited": 4, "refused": 0, "incomplete": 0} == done.json["files"]
    )
    assert done.json["wholes"]["tournament"] == {"audited": 2, "kept": 0, "not_audited": 0}
    assert set(done.json["codes"]) <= {"SCR004", "TRN057"}  # points that the club's rules leave open
    assert done.json["not_audited"] == []


@pytest.mark.slow
def test_simulated_events_go_through_an_upload_and_a_night_as_they_are(evening, url, tmp_path):
    sent = run("upload", "--url", url, *sorted(evening.glob("*/*.ndjson")))
    assert sent.status == 0
    night = run("nightly", "--url", url, "--state", tmp_path / "state.json", "--format", "json")
    assert (night.status, night.json["incomplete"]) == (0, [])
    assert {each["code"] for each in night.json["new"]} <= {"SCR004", "TRN057"}
    sessions = requests.get(f"{url}/v1/sessions", timeout=60).json()["sessions"]
    assert {each["session"]: each["ruleset"] for each in sessions} == {
        "sim-3-T1": "olympic-cash@2",
        "sim-5-T1": "olympic-cash@2",
    }
    assert [each["pending"] for each in sessions] == [False, False]


def test_an_event_needs_a_folder_and_is_asked_for_by_name():
    assert "--tournament needs --out" in run(*BASE).err
    done = run("simulate", "--ruleset", "wsgc-2-4", "--entries", "20")
    assert "--entries, --kind and --out are of a --tournament" in done.err
