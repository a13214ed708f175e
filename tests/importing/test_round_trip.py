"""A log as a workbook and back: equal, except for what a workbook has no place for."""

import json

import pytest

from auditor.importing.importers import import_original
from auditor.importing.workbook.filled import rows_of_log
from auditor.importing.workbook.workbook_columns import AFTER
from auditor.importing.workbook.writing import write_log
from rules.controls.library import library
from rules.records.accepted import ACCEPTED
from simulation import simulate
from tests.importing.workbooks import events, table, written
from tests.rules.lines import every_line, full_session
from tests.rules.pot_lines import every_pot_line

RULESETS = (
    "wsgc-full", "wsgc-surrender", "classic-pool", "classic-house", "hawaiian-gardens-aces", "malayan", "ofc-cash",
    "ofc-pineapple", "carnivale-ofc-2013",
)  # fmt: skip
NO_PLACE = {"pool", "placements", "clock_calls"}  # of a hand, in a workbook


def expressible(value):
    """What a workbook can express of a log."""
    if isinstance(value, dict):
        return {
            key: expressible(each)
            for key, each in value.items()
            if key not in NO_PLACE and not key.startswith("_") and each not in ([], "")
        }
    return [expressible(each) for each in value] if isinstance(value, list) else value


def simulated(ruleset, evidence, seed=3, hands=40):
    made = simulate(library().get(ruleset), hands=hands, seed=seed, evidence=evidence, faults=0.2)
    return [json.loads(line) for line in made.lines()]


@pytest.mark.sampled(9)
@pytest.mark.parametrize("evidence", ["rows", "full"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_log_comes_back_from_a_workbook(ruleset, evidence):
    lines = simulated(ruleset, evidence)
    imported = import_original(write_log(lines))
    assert [problem for problem in imported.problems if problem.refuses] == []
    assert [expressible(line) for line in events(imported.logs[0])] == [expressible(line) for line in lines]


def test_events_outside_of_hands_find_their_place_by_their_times():
    lines = simulated("wsgc-full", "full")
    rows = rows_of_log(lines)
    assert any(row[AFTER] for row in rows["Chips"])
    for row in rows["Chips"]:
        del row[AFTER]
    imported = import_original(written({name: table(each) for name, each in rows.items() if each}))
    assert [expressible(line) for line in events(imported.logs[0])] == [expressible(line) for line in lines]


def test_every_event_of_the_format_has_a_sheet():
    placed = {}
    for event in (*every_line(), *every_pot_line()):
        if event["event"] not in ("session", "close"):
            rows = rows_of_log([full_session(), event])
            placed[event["event"]] = {name for name, each in rows.items() if each and name != "Session"}
    assert {*placed, "session", "close"} == set(ACCEPTED.names)
    assert [name for name, sheets in placed.items() if not sheets] == []
    assert (placed["toke"], placed["jackpot"]) == ({"Chips"}, {"Jackpots"})


def test_the_same_log_gives_the_same_workbook():
    lines = simulated("wsgc-full", "rows")
    assert write_log(lines) == write_log(lines)
