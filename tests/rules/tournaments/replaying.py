"""Tournaments of tests as `auditor replay` prints them."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from rules.controls.library import library
from rules.tournaments.tournament_as_dicts import shown
from rules.tournaments.tournament_logs import read_table_log
from rules.tournaments.tournament_replay import Replay, replay_tournament
from tests.rules.tournaments.build import Line, read, written


def replay(*lines: Line, logs: tuple[list[Line], ...] = (), **readings: str) -> Replay:
    """The replay of a file; readings as AMB_OLY_dq_place="no_place"."""
    file = read(*lines)
    ruleset = library().get(str(file.header.ruleset))
    taken = {name.replace("_", "-"): reading for name, reading in readings.items()}
    under = ruleset.under(taken) if taken else ruleset
    return replay_tournament(file, under, [read_table_log([written(*log)]) for log in logs])


def replayed(*lines: Line, logs: tuple[list[Line], ...] = (), **readings: str) -> dict[str, Any]:
    """The replay as JSON."""
    found: dict[str, Any] = json.loads(msgspec.json.encode(shown(replay(*lines, logs=logs, **readings))))
    return found


def by_player(found: dict[str, Any], name: str) -> dict[str, Any]:
    """A value of the standing by player, in its order."""
    return {each["player"]: each[name] for each in found["standing"]}


def reasons(found: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    """What is undetermined, with line and player."""
    return [(each["what"], each.get("line"), each.get("player")) for each in found["undetermined"]]
