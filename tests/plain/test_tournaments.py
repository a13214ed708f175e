"""The replay of tournaments against a plain scorer: simulated events of 20 to 300 players, honest and with faults."""

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
from simulation.events import simulate_tournament
from tests.cases.kept import CASES, differences
from tests.plain.tournaments import score

NAMES = ("olympic-tournament", "olympic-ranking", "carnivale-event-2013")
SMALL = [(NAMES[seed % 3], seed, 20 + seed * 7 % 31) for seed in range(20)]
LARGE = [(NAMES[seed % 3], seed, 20 + seed * 61 % 281) for seed in range(100, 600)]
READINGS = {
    "AMB-OLY-prizepool": "gross", "AMB-OLY-ranking-2pct": "on_top", "AMB-OLY-participants": "entries",
    "AMB-OLY-avg-buyin-base": "net", "AMB-OLY-band-gap": "rounded", "AMB-OLY-prize-161": "last_column",
    "AMB-OLY-prize-round": "whole_euro", "AMB-OLY-deal-position": "split", "AMB-OLY-ko-stack": "all_in_amount",
    "AMB-OLY-ko-cross-table": "tie", "AMB-OLY-bounty-winner": "house", "AMB-OLY-rank-tie": "better",
    "AMB-OLY-prize-own": "table", "AMB-OLY-dq-place": "no_place", "AMB-OLY-trf-base": "initial_pool",
    "AMB-OLY-trf-royal-is-sf": "both",
}  # fmt: skip


def lines(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def replayed(name: str, data: bytes, logs: list[bytes], readings: dict[str, str]) -> dict[str, Any]:
    """The replay as `auditor replay` prints it, without what is undetermined."""
    ruleset = library().get(name)
    under = ruleset.under(readings) if readings else ruleset
    found = shown(replay_tournament(read_tournament([data]), under, [read_table_log([log]) for log in logs]))
    plain: dict[str, Any] = json.loads(msgspec.json.encode(found))
    del plain["undetermined"]
    return plain


def compared(name: str, data: bytes, logs: list[bytes], readings: dict[str, str] | None = None) -> None:
    expected = score(lines(data), [lines(log) for log in logs], readings)
    assert replayed(name, data, logs, readings or {}) == expected


@pytest.mark.parametrize(("name", "seed", "players"), SMALL)
def test_a_simulated_event_comes_to_the_same(name, seed, players):
    event = simulate_tournament(library().get(name), players=players, seed=seed, tables=0)
    compared(name, event.data(), [])


@pytest.mark.slow
@pytest.mark.sampled(100)
@pytest.mark.parametrize(("name", "seed", "players"), LARGE)
def test_events_of_every_size_with_logs_and_faults_come_to_the_same(name, seed, players):
    event = simulate_tournament(
        library().get(name), players=players, seed=seed, tables=1, faults=seed % 4 * 3
    )
    compared(name, event.data(), [log.data() for log in event.logs])


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("ambiguity", "reading"), READINGS.items())
def test_an_event_comes_to_the_same_under_another_reading(ambiguity, reading):
    for seed in (3, 16):
        event = simulate_tournament(library().get("olympic-ranking"), players=40, seed=seed, tables=0)
        compared("olympic-ranking", event.data(), [], {ambiguity: reading})


@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", range(24))
def test_what_is_not_recorded_is_open_in_both(seed):
    """Busts of one hand with equal or unknown stacks and cards, counts and prices that were left out."""
    name = NAMES[seed % 3]
    event = simulate_tournament(library().get(name), players=30, seed=seed, tables=0)
    worn = [_worn(line, number + seed) for number, line in enumerate(lines(event.data()))]
    compared(name, b"".join(json.dumps(line).encode() + b"\n" for line in worn), [])


def _worn(line: dict[str, Any], number: int) -> dict[str, Any]:
    """A line that lacks something, or has what it shares with its neighbours."""
    found = dict(line)
    if line["event"] == "elimination":
        found |= {"table": "T1", "hand": number // 4, "stack": 1_000 * (number % 3 + 1)}
        if number % 5 == 0:
            found |= {"cards": ("AhKhQdJd9c", "AdKdQhJh9s")[number % 2]}
        for name, every in (("stack", 11), ("cards", 7), ("knocked_out_by", 13), ("hand", 17)):
            if number % every == 0:
                found.pop(name, None)
    elif line["event"] in ("entry", "count", "level", "move") and number % 9 == 0:
        found.pop("at", None)
        found.pop("chips", None)
    return found


OF_TOURNAMENTS = [case for case in CASES if "tournament" in case["files"]]


@pytest.mark.sampled(16)
@pytest.mark.parametrize("case", OF_TOURNAMENTS, ids=lambda case: case["id"])
def test_the_plain_scorer_comes_to_the_known_answers(case):
    """Those of the cases, which were typed by hand; it does not say what is undetermined."""
    due = {name: value for name, value in case["expected"].get("due", {}).items() if name != "undetermined"}
    found = score(case["files"]["tournament"], case["files"].get("sessions", []))
    assert differences(due, found) == []
