"""The replay of ledgers against a plain scorer: simulated months, honest and with faults, and the known answers."""

from __future__ import annotations

import json

import pytest

from rules.controls.library import library
from rules.ledgers.ledger_as_dicts import shown
from rules.ledgers.ledger_reader import read_ledger
from rules.ledgers.ledger_replay import replay_ledger
from simulation.ledgers import simulate_ledgers
from tests.cases.kept import CASES, differences
from tests.folding import of_every
from tests.plain.ledgers import score
from tests.rules.ledgers.build import written

USUAL = [case for case in CASES if "ledger" in case["files"] and "tournaments" not in case["files"]]


def replayed(data, before):
    """The replay of a ledger as `auditor replay` prints it."""
    file, earlier = read_ledger([data]), [read_ledger([each]) for each in before]
    rulesets = {
        each.account: library().get(each.ruleset)
        for each in file.header.accounts
        if isinstance(each.ruleset, str)
    }
    return json.loads(json.dumps(shown(replay_ledger(file, rulesets, (), earlier))))


def lines(data):
    return [json.loads(line) for line in data.splitlines()]


@pytest.mark.slow
@pytest.mark.sampled(12)
@pytest.mark.parametrize("seed", range(12))
def test_simulated_months_come_to_the_same(seed):
    """Three or four months of a room; two of three have faults."""
    made = simulate_ledgers(
        library().get("olympic-jackpots"), months=3 + seed % 2, seed=seed, faults=seed % 3 * 4
    )
    before = []
    for ledger in made.ledgers:
        data = ledger.data()
        assert replayed(data, before) == score(lines(data), [lines(each) for each in before])
        before.append(data)


@of_every("case", USUAL, ids=lambda case: case["id"])
def test_the_plain_scorer_comes_to_the_known_answers(case):
    found = score(case["files"]["ledger"])
    assert differences(case["expected"].get("due", {}), found) == []
    assert replayed(written(*case["files"]["ledger"]), []) == found
