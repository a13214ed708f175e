"""Faults of simulated tournaments: each changes what its key says, on the line that the key names."""

from __future__ import annotations

import copy
import json
from functools import cache
from random import Random

import pytest

from rules.controls.library import library
from rules.tournaments.tournament_logs import read_table_log
from rules.tournaments.tournament_reader import read_tournament
from rules.tournaments.tournament_replay import replay_tournament
from simulation.events import simulate_tournament
from simulation.events.faults.event_fault_catalogue import EVENT_FAULTS, altered, event_fault_names

# Events among which each fault finds one that it can be in: ruleset, kind, seed, players.
EVENTS = (
    ("olympic-ranking", "reentry", 3, 30), ("olympic-tournament", "rebuy_broke", 4, 30),
    ("carnivale-event-2013", "", 2, 30), ("olympic-tournament", "rebuy_any", 11, 30),
    ("olympic-ranking", "freezeout", 6, 40), ("olympic-ranking", "freezeout", 20, 60),
    ("olympic-tournament", "freezeout", 2, 60), ("olympic-tournament", "reentry", 14, 40),
    ("olympic-ranking", "double_chance", 5, 50), ("olympic-tournament", "freezeout", 9, 80),
    ("olympic-tournament", "freezeout", 13, 130), ("olympic-ranking", "reentry", 24, 60),
    ("olympic-tournament", "freezeout", 0, 30),
)  # fmt: skip


@cache
def honest(name, kind, seed, players):
    return simulate_tournament(library().get(name), players=players, seed=seed, kind=kind, tables=1)


@cache
def with_fault(fault):
    """An event with one fault, and the honest one."""
    for each in EVENTS:
        before = honest(*each)
        after = copy.deepcopy(before)
        try:
            (key,) = altered(after, library().get(each[0]), Random(fault), 1, (fault,))
        except ValueError:
            continue
        return before, after, key
    raise AssertionError(f"no event can have {fault}")


def lines(data):
    return [json.loads(line) for line in data.splitlines()]


def log_line(event, key):
    log = next(each for each in event.logs if each.session.session == key.session)
    return lines(log.data())[key.line - 1]


@pytest.mark.slow
@pytest.mark.sampled(16)
@pytest.mark.parametrize("fault", event_fault_names())
def test_the_key_names_the_line_and_the_field_that_a_fault_changed(fault):
    before, after, key = with_fault(fault)
    assert key.kind == fault
    changed = [each for each in lines(after.data()) if each not in lines(before.data())]
    if key.session is not None:
        assert key.player in [seat["player"] for seat in log_line(after, key)["seats"]]
    elif key.line is not None:
        there = lines(after.data())[key.line - 1]
        assert there in changed or key.field.partition(".")[0] in after.data().decode()
        assert key.entry in (None, there.get("entry"), *_inside(there))
    assert (
        changed or len(lines(after.data())) < len(lines(before.data())) or len(after.logs) > len(before.logs)
    )


def _inside(line):
    """The entries that a line names in its lists."""
    groups = [line.get("seats", []), *([each.get("stacks", []) for each in line.get("tables", [])])]
    return [each["entry"] for group in groups if isinstance(group, list) for each in group]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("fault", event_fault_names())
def test_an_event_with_a_fault_is_taken_and_replayed(fault):
    _, after, _ = with_fault(fault)
    file = read_tournament([after.data()])
    logs = [read_table_log([log.data()]) for log in after.logs]
    assert replay_tournament(file, library().get(str(after.header.ruleset)), logs).field.players


def test_there_are_faults_of_every_subject():
    assert len(EVENT_FAULTS) >= 60
    assert len({each.finding for each in EVENT_FAULTS}) >= 55
    assert len(set(event_fault_names())) == len(EVENT_FAULTS)
    assert all(each.description.endswith(".") for each in EVENT_FAULTS)


def test_a_prize_that_is_wrong_is_wrong_by_the_replay():
    _, after, key = with_fault("prize-wrong")
    replay = replay_tournament(read_tournament([after.data()]), library().get(str(after.header.ruleset)))
    assert replay.due[key.player] == key.true != key.recorded


@pytest.mark.slow
def test_a_count_that_is_too_high_is_not_what_is_due():
    _, after, key = with_fault("count-too-high")
    replay = replay_tournament(read_tournament([after.data()]), library().get(str(after.header.ruleset)))
    wrong = [(each.line, each.counted - (each.due or 0)) for each in replay.chips if each.due != each.counted]
    assert wrong == [(key.line, 5_000)]


def test_a_stack_that_is_sold_short_shows_at_the_next_count_and_at_no_other():
    _, after, key = with_fault("starting-stack-short")
    replay = replay_tournament(read_tournament([after.data()]), library().get(str(after.header.ruleset)))
    wrong = [each.line for each in replay.chips if each.due != each.counted]
    assert wrong == [each.line for each in key.must if each.name == "chips-not-conserved"]


@pytest.mark.slow
def test_several_faults_change_different_lines_and_the_same_seed_the_same():
    one, again = (
        simulate_tournament(library().get("olympic-ranking"), players=40, seed=5, tables=1, faults=8)
        for _ in range(2)
    )
    assert len(one.key) == 8
    assert len({each.kind for each in one.key}) == 8
    assert (one.data(), one.key) == (again.data(), again.key)


def test_a_fault_that_an_event_cannot_have_is_said():
    how = {"players": 20, "seed": 1, "tables": 0}
    with pytest.raises(ValueError, match="no fault is called nonsense; the faults are: entry-paid-less, "):
        simulate_tournament(library().get("olympic-tournament"), only=("nonsense",), **how)
    with pytest.raises(ValueError, match="this event cannot have the fault points-wrong"):
        simulate_tournament(library().get("olympic-tournament"), only=("points-wrong",), **how)
    with pytest.raises(ValueError, match="-1 faults"):
        simulate_tournament(library().get("olympic-tournament"), faults=-1, **how)
