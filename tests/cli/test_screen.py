"""`auditor screen`: the innocent explanation before the number, at 80 columns, and a result a line for programs."""

import json

import pytest

from auditor.cli.screen_text import lines_of_room
from tests.cli.kit import call
from tests.http.evasions import evasion, put_room_of_evasions, send_evasions
from tests.http.filing import put_room
from tests.http.kit import NDJSON
from tests.http.test_screening import ROOM, send
from tests.http.test_screening_gains import upload
from tests.rules.screening.pot_screening_logs import header, showdown
from tests.services import application, listening


def made(folder, case):
    """A store with the audited logs of a case."""
    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        send(client, case)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return made(tmp_path_factory.mktemp("screen") / "data", "voids-of-losses")


@pytest.fixture
def run(folder):
    with listening(folder) as url:
        yield lambda *args: call("screen", *args, "--url", url)


def test_the_innocent_explanation_comes_before_the_number(run):
    done = run(ROOM)
    assert done.status == 0
    assert done.lines[:2] == [
        f"SCN006 void-when-losing: player P1, room {ROOM}",
        "  Innocent: misdeals found at the showdown are found by whoever loses.",
    ]
    first = done.out[: done.out.index("SCN006", 1)]
    assert (
        "  Of 200 hands of player P1, 16 are void; he was losing in all 16, where chance\n    gives 8.8.\n"
        in first
    )
    assert "E is 486; the limit at place" in first
    assert "An alarm since 2026-03-14." in first
    assert "Session s1002, hands 27, 30, 35," in first
    assert first.index("Innocent:") < first.index("Of 200 hands") < first.index("Next:")
    assert max(map(len, done.lines)) <= 80


def test_programs_get_a_result_a_line(run):
    done = run(ROOM, "--format", "json")
    found = [json.loads(line) for line in done.lines]
    assert [(each["indicator"], each["unit"], each["alarm"]) for each in found] == [
        ("SCN006", {"player": "P1"}, True),
        ("SCN006", {"supervisor": "S", "player": "P1"}, True),
    ]
    assert len(run(ROOM, "--every", "--format", "json").lines) > 20


def test_results_of_several_rooms_are_by_indicator_then_room(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        for room in ("WA-0500", "WA-0501"):
            put_room_of_evasions(client, room)
            for name in ("voids-of-losses", "winners-ruled-dead"):
                client.post("/v1/sessions", data=evasion(name, room), content_type=NDJSON)
        assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
    with listening(tmp_path / "data") as url:
        done = call("screen", "WA-0501", "WA-0500", "--format", "json", "--url", url)
    found = [(each["indicator"], each["room"]) for each in map(json.loads, done.lines) if each["alarm"]]
    assert found == sorted(found)
    assert {
        ("SCN006", "WA-0500"),
        ("SCN006", "WA-0501"),
        ("SCN007", "WA-0500"),
        ("SCN007", "WA-0501"),
    } <= set(found)


def test_a_period_without_alarms_says_so_and_ends_well(run):
    done = run(ROOM, "--from", "2026-03-15", "--to", "2026-04-01")
    assert (done.status, done.lines) == (0, [f"{ROOM}: no session of these days was screened."])
    assert run(ROOM, "--as-of", "1").lines == done.lines


def test_a_quiet_room_says_how_many_sessions_were_screened(tmp_path):
    with listening(made(tmp_path / "data", "cards-fair")) as url:
        done = call("screen", ROOM, "--url", url)
    assert done.lines == [f"{ROOM}: no indicator has reached its limit; 4 sessions were screened."]


def test_a_room_that_is_not_there_is_refused(run):
    done = run("WA-9")
    assert done.status == 2
    assert "Room WA-9 is not on record." in done.err


def test_facts_without_a_chance_follow_the_results(tmp_path):
    with application(tmp_path / "data") as app:
        put_room_of_evasions(app.test_client())
        send_evasions(app.test_client(), "tokes")
    with listening(tmp_path / "data") as url:
        text, alone, programs, results = (
            call("screen", "WA-0500", *each, "--url", url)
            for each in ((), ("--noticed",), ("--noticed", "--format", "json"), ("--format", "json"))
        )
    first = text.lines.index("Listed without a chance")
    assert text.lines[first:] == [
        "Listed without a chance",
        "  SCN014 tokes: table T1, session s03, 2026-03-05",
        "    After 40 of 40 hands every seat gave the same toke, $2.00.",
        "    First hands: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,",
        "      19, 20",
    ]
    assert alone.lines == text.lines[first:]
    (fact,) = map(json.loads, programs.lines)
    assert (fact["kind"], fact["session"], fact["figures"]) == ("toke_of_every_seat", "s03", [40, 40, 200])
    assert {each["indicator"] for each in map(json.loads, results.lines)} == {"SCN019"}


def test_a_room_without_facts_says_so(run):
    assert run(ROOM, "--noticed").lines == [f"{ROOM}: nothing is listed without a chance."]


def test_an_indicator_that_failed_to_run_is_named():
    tested = {"sessions": 2, "failed": {"SCN006": {"screening of SCN006 failed to run: ValueError": 2}}}
    assert list(lines_of_room("WA-1", [], tested, {"in_all": 0, "facts": []})) == [
        "WA-1: no indicator has reached its limit; 2 sessions were screened.",
        "SCN006 was not tested in 2 sessions: screening of SCN006 failed to run:",
        "  ValueError.",
    ]


def test_an_alarm_is_closed_by_its_id_for_a_reason(tmp_path):
    with listening(made(tmp_path / "data", "voids-of-losses")) as url:

        def run(*args):
            return call("screen", *args, "--url", url)

        first, second = (json.loads(line) for line in run(ROOM, "--format", "json").lines)
        done = run(ROOM, "--close", first["id"], "--reason", "the videos show no fault")
        said = f"SCN006 void-when-losing of room {ROOM} is closed: the videos show no fault"
        assert (done.status, done.lines) == (0, [said])
        assert [json.loads(line)["id"] for line in run(ROOM, "--format", "json").lines] == [second["id"]]
        again = run(ROOM, "--close", first["id"], "--reason", "once more")
        assert again.status == 2
        assert f"Room {ROOM} has no open alarm {first['id']}" in again.err
        assert run(ROOM, "--close", first["id"]).status == 2


@pytest.fixture(scope="module")
def pots(tmp_path_factory):
    """A room with a session of hold'em in which seat 2 won a pot of seats 1 and 3."""
    folder = tmp_path_factory.mktemp("gains") / "data"
    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        upload(client, [header(session="s1"), showdown(1)])
    return folder


def test_who_gained_from_whom_is_a_table_of_players_and_one_of_pairs(pots):
    with listening(pots) as url:
        done = call("screen", ROOM, "--gains", "--url", url)
    assert done.status == 0
    words = [line.split() for line in done.lines]
    assert done.lines[0] == f"{ROOM}: 1 session of 2026-03-14, big blind €2.00. Figures are in big blinds."
    assert ["P2", "0.0", "3.5", "3.5", "+€7.00"] in words
    assert ["P3", "P2", "1", "3.0", "€6.00"] in words
    assert max(map(len, done.lines)) <= 80


def test_programs_get_gains_as_the_api_has_them(pots):
    with listening(pots) as url:
        done = call("screen", ROOM, "--gains", "--format", "json", "--from", "2026-03-14", "--url", url)
        none = call("screen", ROOM, "--gains", "--from", "2026-03-15", "--url", url)
    assert [each["money"] for each in json.loads(done.out)["gains"]] == [100, 0, 0, 600]
    assert none.lines == [f"{ROOM}: no session of these days has pot hands that can be counted."]


@pytest.mark.parametrize(
    "others",
    [
        ("--close", "a" * 24, "--reason", "seen"),
        ("--noticed",),
        ("--gains",),
        ("--every",),
        ("--from", "2026-03-14"),
    ],
)
def test_a_night_stands_alone(run, others):
    """A closing beside a night would not be done, and nothing would say so."""
    done = run(ROOM, "--night", "2026-03-14", *others)
    assert done.status == 2
    assert "--night stands alone" in done.err


@pytest.mark.parametrize("others", [("--noticed",), ("--every",), ("--as-of", "3")])
def test_a_closing_goes_with_its_reason_alone(run, others):
    done = run(ROOM, "--close", "a" * 24, "--reason", "seen", *others)
    assert done.status == 2
    assert "--close goes with --reason alone" in done.err


def test_a_night_of_a_room_that_is_not_there_is_refused(run):
    done = run("WA-9", "--night", "2026-03-14")
    assert (done.status, done.err) == (
        2,
        "auditor: Room WA-9 is not on record. `auditor rooms` lists those there are.\n",
    )


def test_gains_stand_alone(run):
    done = run(ROOM, "--gains", "--every")
    assert done.status == 2
    assert "--gains stands alone" in done.err
