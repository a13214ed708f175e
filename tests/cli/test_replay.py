"""`auditor replay`: NDJSON of what was due."""

import json

from tests.cli.kit import run


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
    done = run("replay", "-", stdin=data)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("<stdin>:5: hand: found no such field;")


def test_an_unknown_ruleset_ends_with_2(folder):
    done = run("replay", folder / "right.ndjson", "--ruleset", "none")
    assert (done.status, done.out) == (2, "")
    assert "wsgc-base@1" in done.err
