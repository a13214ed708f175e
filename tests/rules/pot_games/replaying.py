"""Hands of pot games replayed for a test: dicts in, what `auditor replay` prints out."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from rules.controls.library import library
from rules.controls.ruleset import Ruleset
from rules.controls.sections.pots import PotGame
from rules.records.reader import LogReader
from rules.replay.pots.table.table_event_breaches import breaches
from rules.replay.pots.table_replay import TableLog
from tests.rules.pot_logs import pot_log

Rows = list[dict[str, Any]]
Under = str | Ruleset | PotGame  # a name of the library, a ruleset, or its parameters


def replayed(log: Rows, ruleset: Under = "olympic-cash") -> Rows:
    """Every hand of a log, in its order."""
    return _all(log, ruleset)[0]


def table_breaches(log: Rows, ruleset: Under = "olympic-cash") -> Rows:
    """The breaches of the table's own rules, by the index of the log's line."""
    return _all(log, ruleset)[1]


def illegal(hand: dict[str, Any], ruleset: Under = "olympic-cash") -> list[tuple[Any, ...]]:
    """What one hand breaks: act, seat, code, due."""
    (only,) = replayed([hand], ruleset)
    return [(each["act"], each["seat"], each["code"], each["due"]) for each in only["illegal"]]


def parameters(ruleset: Under) -> PotGame:
    """The parameters of a ruleset of pot games."""
    if isinstance(ruleset, PotGame):
        return ruleset
    found = (library().get(ruleset) if isinstance(ruleset, str) else ruleset).sections.pot
    assert found is not None
    return found


def _all(log: Rows, ruleset: Under) -> tuple[Rows, Rows]:
    rules, reader = parameters(ruleset), LogReader()
    hands: dict[int, dict[str, Any]] = {}
    table: TableLog | None = None
    for block in reader.blocks([pot_log(*log)]):
        assert reader.session is not None
        table = table or TableLog(rules, tournament=reader.session.tournament is not UNSET)
        found = table.add(block, reader.events)
        hands |= {int(block.line[hand]): found.presented(hand, "tested@1") for hand in range(len(block))}
    broken = breaches(table.taken if table else None, reader.events, rules.table) if rules.table else []
    return [hands[line] for line in sorted(hands)], [
        {"event": each.line - 1, "code": each.code} for each in broken
    ]
