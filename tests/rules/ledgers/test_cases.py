"""The known answers of ledgers: what is due of jackpots, pools and the quarter's ranking, under every reading that they name."""

import json

import pytest

from rules.controls.library import library
from rules.ledgers.ledger_as_dicts import shown
from rules.ledgers.ledger_reader import read_ledger
from rules.ledgers.ledger_replay import replay_ledger
from rules.tournaments.tournament_reader import read_tournament
from tests.cases.kept import CASES, differences
from tests.folding import of_every
from tests.rules.ledgers.build import written

LEDGERS = [case for case in CASES if "ledger" in case["files"]]
ALTERNATIVES = [(case, each) for case in LEDGERS for each in case.get("alternatives", ())]


def replayed(case, readings=None):
    """What the replay of a case's files writes, under some readings."""
    file = read_ledger([written(*case["files"]["ledger"])])
    tournaments = [read_tournament([written(*each)]) for each in case["files"].get("tournaments", ())]
    rulesets = {
        each.account: library().get(each.ruleset).under(readings or {})
        for each in file.header.accounts
        if isinstance(each.ruleset, str)
    }
    return json.loads(json.dumps(shown(replay_ledger(file, rulesets, tournaments))))


def test_the_known_answers_are_there():
    assert len(LEDGERS) == 35
    assert {case["id"].rpartition("-")[0] for case in LEDGERS} == {
        "LED-BBJ",
        "LED-ROYAL",
        "LED-POOL",
        "LED-RANK",
    }


@of_every("case", LEDGERS, ids=lambda case: case["id"])
def test_what_is_due(case):
    assert differences(case["expected"].get("due", {}), replayed(case)) == []


@of_every(
    ("case", "other"), ALTERNATIVES, ids=[f"{case['id']} {other['readings']}" for case, other in ALTERNATIVES]
)
def test_what_is_due_under_another_reading(case, other):
    assert differences(other["expected"].get("due", {}), replayed(case, other["readings"])) == []


def test_an_answer_that_differs_is_named():
    (case,) = (each for each in LEDGERS if each["id"] == "LED-BBJ-06")
    assert differences({"hits": [{"amount": 1}]}, replayed(case)) == [".hits[0].amount: 440741 in place of 1"]
    assert differences({"hits": []}, replayed(case))
    assert differences({"other": 1}, replayed(case)) == [".other: missing"]


@pytest.mark.parametrize("case", LEDGERS[:1], ids=lambda case: case["id"])
def test_the_replay_has_the_keys_of_its_contract(case):
    found = replayed(case)
    assert list(found) == ["ledger", "accounts", "hits", "ranking"]
    assert list(found["accounts"]["olympic"]) == ["days", "balance"]
    assert list(found["hits"][0]) == ["line", "level", "amount", "shares"]
