"""Every known answer of tournaments: the files read as they are uploaded, replayed under the rulesets of the library."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from rules.controls.library import library
from rules.tournaments.tournament_as_dicts import shown
from rules.tournaments.tournament_logs import read_table_log
from rules.tournaments.tournament_reader import read_tournament
from rules.tournaments.tournament_replay import replay_tournament
from tests.cases.kept import CASES, differences
from tests.rules.tournaments.build import written

OF_TOURNAMENTS = [case for case in CASES if "tournament" in case["files"]]
# Their logs have a hand without seats, which is refused; what is due in the tournament does not depend on it.
LOGS_REFUSED = {"TRN-LEVEL-11", "TRN-LEVEL-12"}
ALTERNATIVES = [(case, other) for case in OF_TOURNAMENTS for other in case.get("alternatives", [])]


def _replayed(case: dict[str, Any], readings: dict[str, str]) -> Any:
    """The replay of a case as `auditor replay` prints it."""
    file = read_tournament([written(*case["files"]["tournament"])])
    logs = [] if case["id"] in LOGS_REFUSED else case["files"].get("sessions", [])
    ruleset = library().get(str(file.header.ruleset))
    under = ruleset.under(readings) if readings else ruleset
    replay = replay_tournament(file, under, [read_table_log([written(*log)]) for log in logs])
    return json.loads(msgspec.json.encode(shown(replay)))


def test_there_are_cases_of_each_subject():
    assert len(OF_TOURNAMENTS) == 141
    assert len(ALTERNATIVES) == 22


@pytest.mark.sampled(16)
@pytest.mark.parametrize("case", OF_TOURNAMENTS, ids=lambda case: case["id"])
def test_a_case_comes_to_what_was_worked_out(case):
    assert differences(case["expected"].get("due", {}), _replayed(case, {})) == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("case", "other"),
    [
        pytest.param(case, other, id=f"{case['id']}-{'-'.join(other['readings'].values())}")
        for case, other in ALTERNATIVES
    ],
)
def test_a_case_comes_to_something_else_under_another_reading(case, other):
    assert differences(other["expected"].get("due", {}), _replayed(case, other["readings"])) == []


def test_what_a_case_says_is_compared():
    """A null asserts null, and lists have the same length."""
    case = next(each for each in OF_TOURNAMENTS if each["id"] == "TRN-BUST-03")
    found = _replayed(case, {})
    assert [(each["player"], each["place"]) for each in found["standing"]] == [
        ("P01", 1), ("P02", None), ("P03", None), ("P04", 4), ("P05", 5), ("P06", 6),
    ]  # fmt: skip
    found["standing"][1]["place"] = 2
    assert differences(case["expected"]["due"], found) == [".standing[1].place: 2 in place of None"]
