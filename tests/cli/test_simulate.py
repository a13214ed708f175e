"""`auditor simulate`: logs to a file or a pipe, with their answer key."""

import gzip
import json

import pytest

from tests.cli.kit import call as run
from tests.cli.kit import run as process

BASE = ("simulate", "--ruleset", "wsgc-full", "--hands", "40", "--seed", "5")


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_wherever_they_go(tmp_path):
    piped = process(*BASE)
    run(*BASE, "-o", tmp_path / "log.ndjson")
    run(*BASE, "-o", tmp_path / "log.ndjson.gz")
    assert (piped.status, piped.err) == (0, "")
    assert (tmp_path / "log.ndjson").read_text() == piped.out
    assert gzip.decompress((tmp_path / "log.ndjson.gz").read_bytes()).decode() == piped.out
    again = tmp_path / "again.gz"
    run(*BASE, "-o", again)
    assert again.read_bytes() == (tmp_path / "log.ndjson.gz").read_bytes()


@pytest.mark.slow
def test_without_faults_an_audit_finds_nothing_to_count():
    done = process("audit", "-", stdin=run(*BASE).out.encode())
    assert done.status == 0
    assert any(line.startswith("No difference in 40 testable hands.") for line in done.lines)


@pytest.mark.slow
def test_the_answer_key_says_what_is_wrong_and_the_audit_finds_it(tmp_path):
    log, key = tmp_path / "log.ndjson", tmp_path / "key.ndjson"
    assert run(*BASE, "--faults", "0.2", "--only", "net-digit", "--answers", key, "-o", log).status == 0
    answers = [json.loads(line) for line in key.read_text().splitlines()]
    assert answers
    assert {each["kind"] for each in answers} == {"net-digit"}
    found = run("audit", log, "--format", "json").json["findings"]
    reported = {(each["hand"], each["seat"]) for each in found if each["code"] == "SCR001"}
    assert reported == {(each["hand"], each["seat"]) for each in answers}


def test_the_session_line_is_as_requested():
    more = ("--room", "WA-0099", "--session", "x", "--table", "T7", "--unit", "250", "--players", "3")
    first, *others = [json.loads(line) for line in run(*BASE, *more).lines]
    assert (first["room"], first["session"], first["table"], first["unit"]) == ("WA-0099", "x", "T7", 250)
    assert {len(each["seats"]) for each in others if each["event"] == "chinese_hand"} == {3}


def test_what_cannot_be_simulated_is_said_before_a_byte_is_written(tmp_path):
    path = tmp_path / "x.ndjson"
    for extra in (("--players", "9"), ("--only", "nonsense"), ("--opened-at", "yesterday")):
        done = run(*BASE, *extra, "-o", path)
        assert (done.status, done.out) == (2, "")
        assert "This cannot be simulated:" in done.err
        assert not path.exists()
    assert run("simulate", "--ruleset", "none", "--hands", "1", "--seed", "1").status == 2
    assert run(*BASE, "--faults", "2").status == 2
    assert run(*BASE, "-o", path, "--answers", path).status == 2


def test_no_hands_at_all():
    done = run("simulate", "--ruleset", "wsgc-base", "--hands", "0", "--seed", "1")
    assert done.status == 0
    assert json.loads(done.lines[0])["event"] == "session"


def test_an_event_is_played_when_it_was_held():
    done = run("simulate", "--ruleset", "carnivale-ofc-2013", "--hands", "30", "--seed", "5")
    first, *others = [json.loads(line) for line in done.lines]
    hands = [each for each in others if each["event"] == "ofc_hand"]
    assert first["opened_at"] == "2013-07-13T17:00:00-07:00"
    assert [hand["level"] for hand in hands] == [1] * 9 + [2] * 9 + [3] * 9 + [4] * 3
    assert {hand["at"][:10] for hand in hands} == {"2013-07-13"}
    assert others[-1]["hands"] == len(hands) == 30


def test_without_hands_and_seed_it_is_an_evening_of_two_hundred_hands_of_seed_1():
    short = run("simulate", "--ruleset", "wsgc-base")
    full = run("simulate", "--ruleset", "wsgc-base", "--hands", "200", "--seed", "1")
    assert (short.status, short.out) == (0, full.out)
    assert short.out.count('"event":"chinese_hand"') == 200


POTS = ("simulate", "--ruleset", "olympic-cash", "--hands", "30", "--seed", "5")


def test_a_game_of_pots_is_chosen_with_its_limit():
    done = run(*POTS, "--game", "omaha", "--limit", "no_limit", "--unit", "250", "--players", "6")
    first, terms, *others = [json.loads(line) for line in done.lines]
    assert (first["ruleset"], first["currency"], "unit" in first) == ("olympic-cash@2", "EUR", False)
    assert (terms["game"], terms["limit"], terms["stakes"]["small_blind"]) == ("omaha", "no_limit", 250)
    hands = [each for each in others if each["event"] == "pot_hand"]
    assert [hand["hand"] for hand in hands] == list(range(1, 31))
    assert {hand["game"] for hand in hands} == {"omaha"}
    assert {len(hand["seats"]) for hand in hands} == {6}


def test_a_simulated_log_of_pots_replays_as_it_was_paid(tmp_path):
    path = tmp_path / "log.ndjson"
    assert run(*POTS, "--game", "horse", "-o", path).status == 0
    hands = [json.loads(line) for line in path.read_text().splitlines()]
    paid = [
        {seat["seat"]: seat["net"] for seat in each["seats"] if "net" in seat}
        for each in hands
        if each["event"] == "pot_hand"
    ]
    replayed = [json.loads(line) for line in run("replay", path).lines]
    assert [{seat["seat"]: seat["net"] for seat in each["seats"]} for each in replayed] == paid
    assert {each["game"]: each["ruleset"] for each in replayed} == {"pot": "olympic-cash@2"}


def test_a_game_that_a_ruleset_does_not_have_is_said():
    done = run(*POTS, "--game", "badugi")
    assert (done.status, done.out) == (2, "")
    assert "olympic-cash@2 has no game called 'badugi'; its games and mixes are: holdem, omaha, " in done.err
    other = run("simulate", "--ruleset", "wsgc-full", "--hands", "1", "--seed", "1", "--limit", "no_limit")
    assert "wsgc-full@1 is one game: a game and a limit are chosen of rulesets of pot games" in other.err
