"""`auditor replay`: NDJSON of what was due."""

import json

from tests.cli.kit import call as run
from tests.cli.kit import run as process

DRAFT = """
[ruleset]
id = "draft"
revision = 1
title = "A draft"
authority = "A room"
family = "chinese"
extends = ["wsgc-2-4@1"]
"""  # no day is named from which it is in force


def test_every_hand_is_a_line_with_what_was_due_whatever_was_recorded(folder):
    done = run("replay", folder / "wrong.ndjson")
    hands = [json.loads(line) for line in done.lines]
    assert (done.status, done.err) == (0, "")
    assert [each["hand"] for each in hands] == [1, 2, 3]
    assert [seat["net"] for seat in hands[1]["seats"]] == [300, -300]
    assert hands[1]["transfers"] == [{"payer": 2, "payee": 1, "units": 3, "amount": 300}]
    assert list(hands[0]) == [
        "hand", "game", "ruleset", "void", "seats", "pairs", "transfers", "pool", "winner", "eliminated", "undetermined",
    ]  # fmt: skip


def test_another_ruleset_gives_other_results(folder):
    hands = [
        json.loads(line) for line in run("replay", folder / "right.ndjson", "--ruleset", "wsgc-2-4@1").lines
    ]
    assert {each["ruleset"] for each in hands} == {"wsgc-2-4@1"}
    assert [each["seats"][0]["net"] for each in hands] == [400, 400, 400]


def test_of_a_refused_log_nothing_is_replayed(folder):
    data = (folder / "right.ndjson").read_bytes() + b'{"event":"chinese_hand"}\n'
    done = process("replay", "-", stdin=data)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("<stdin>:5: hand: found no such field;")


def test_an_unknown_ruleset_ends_with_2(folder):
    done = run("replay", folder / "right.ndjson", "--ruleset", "none")
    assert (done.status, done.out) == (2, "")
    assert "wsgc-base@1" in done.err


def test_a_file_of_controls_is_tried_as_if_it_were_in_force(folder):
    draft = folder / "draft.toml"
    draft.write_text(DRAFT)
    done = run("replay", folder / "right.ndjson", "--controls", draft)
    hands = [json.loads(line) for line in done.lines]
    assert (done.status, done.err) == (0, "")
    assert {each["ruleset"] for each in hands} == {"draft@1"}
    assert [each["seats"][0]["net"] for each in hands] == [400, 400, 400]


def test_controls_that_cannot_be_played_under_end_with_2(folder):
    draft = folder / "draft.toml"
    draft.write_text(DRAFT.replace("wsgc-2-4@1", "wsgc-2-5@1"))
    done = run("replay", folder / "right.ndjson", "--controls", draft)
    assert (done.status, done.out) == (2, "")
    assert f"{draft} cannot be played under." in done.err
    assert "wsgc-2-5@1" in done.err


def test_a_ruleset_and_a_file_of_controls_are_wrong_usage(folder):
    draft = folder / "draft.toml"
    draft.write_text(DRAFT)
    done = run("replay", folder / "right.ndjson", "--controls", draft, "--ruleset", "wsgc-2-4")
    assert (done.status, done.out) == (2, "")
    assert "--controls names the ruleset by its file; leave --ruleset out." in done.err


def pot_log(**fields):
    """A hand in which seat 6 raised a bet of 10.00 by 9.99, under the club's cash rules."""
    acts = [
        {"act": "post", "seat": 1, "kind": "small_blind", "amount": 100},
        {"act": "post", "seat": 2, "kind": "big_blind", "amount": 200},
        {"act": "call", "seat": 6}, {"act": "fold", "seat": 1}, {"act": "check", "seat": 2},
        {"act": "board", "street": "flop", "cards": "2c7dJh"},
        {"act": "bet", "seat": 2, "to": 1000}, {"act": "raise", "seat": 6, "to": 1999}, {"act": "fold", "seat": 2},
    ]  # fmt: skip
    session = {
        "event": "session", "format": "cardroom-log/1", "room": "T-1", "session": "S-1", "table": "1", "currency": "EUR",
        "opened_at": "2026-03-14T19:00:00+02:00", "ruleset": "olympic-cash",
    }  # fmt: skip
    seats = [{"seat": seat, "player": f"P{seat}", "stack": 100_000} for seat in (1, 2, 6)]
    hand = {
        "event": "pot_hand", "hand": 1, "game": "holdem", "limit": "no_limit", "dealer": 6,
        "stakes": {"small_blind": 100, "big_blind": 200}, "seats": seats, "acts": acts, **fields,
    }  # fmt: skip
    return b"".join(json.dumps(line).encode() + b"\n" for line in (session, hand))


def test_a_hand_of_a_pot_game_is_replayed_with_the_acts_that_were_against_the_rules():
    done = process("replay", "-", stdin=pot_log())
    hand = json.loads(done.out)
    assert (done.status, done.err, hand["ruleset"]) == (0, "", "olympic-cash@2")
    assert {seat["seat"]: seat["net"] for seat in hand["seats"]} == {1: -100, 2: -1200, 6: 1200}
    assert (hand["returned"], hand["rake"], hand["drop"]) == ([{"seat": 6, "amount": 999}], 100, 0)
    assert hand["illegal"] == [{"act": 7, "seat": 6, "code": "raise_too_small", "due": {"to": 2000}}]


def test_a_pot_log_without_a_ruleset_is_offered_those_of_pot_games():
    nameless = pot_log().replace(b', "ruleset": "olympic-cash"', b"")
    done = process("replay", "-", stdin=nameless)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "auditor: The log of session S-1 names no ruleset, and none was asked for. Ask for one of: olympic-cash@1, "
        "olympic-cash@2, standard-cash@1, standard-cash@2. Name one with --ruleset. `auditor rulesets` lists those there are.\n"
    )
    empty = process("replay", "-", stdin=nameless.splitlines()[0] + b"\n")
    assert (empty.status, empty.out) == (2, "")
    assert "Ask for one of: " in empty.err


def test_a_misspelt_ruleset_of_pot_games_is_recognised():
    done = process("replay", "-", "--ruleset", "olympic-csh@1", stdin=pot_log())
    assert (done.status, done.out) == (2, "")
    assert (
        "has no ruleset 'olympic-csh@1'. Did you mean olympic-cash@1? `auditor rulesets` lists those there are."
        in done.err
    )


def test_a_hand_of_a_pot_game_is_audited():
    done = process("audit", "-", "--findings", stdin=pot_log())
    assert done.status == 1, done.err
    assert (
        "Hand 1, seat 6, act 7: raised to €19.99; a raise comes to €20.00 at least (OLY-1.17-a)." in done.out
    )


def test_a_street_that_does_not_exist_refuses_a_pot_hand():
    wrong = [{"act": "board", "street": "fifth_draw", "cards": "2c7dJh"}]
    done = process("replay", "-", stdin=pot_log(acts=wrong))
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith('<stdin>:2: acts[0].street: found "fifth_draw"; expected')


def test_under_a_ruleset_of_another_game_a_pot_hand_says_so():
    done = process("replay", "-", "--ruleset", "wsgc-2-4", stdin=pot_log())
    (said,) = json.loads(done.out)["undetermined"]
    assert (said["code"], said["message"]) == (
        "CTL002",
        "the ruleset is not of pot games, and the hand was of one",
    )
