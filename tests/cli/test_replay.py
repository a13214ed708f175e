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
