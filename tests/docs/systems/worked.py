"""The hand that a page works through: a case with a known answer, replayed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from rules.clauses import catalogue
from rules.controls.library import library
from rules.controls.ruleset import Ruleset
from rules.records.reader import LogReader
from rules.replay.chinese import Replayed, replay
from rules.replay.explain import explained
from rules.replay.scoring import compiled

CASES = Path(__file__).parents[2] / "cases" / "chinese.ndjson"
LETTERS = "ABCDEFGHJK"
MOST = 4  # hands on a page


@dataclass(frozen=True)
class Worked:
    """A case under a ruleset; ``own``: it is a case of this very ruleset."""

    case: dict[str, Any]
    ruleset: Ruleset
    own: bool = True

    @cached_property
    def replayed(self) -> Replayed:
        (hands,) = LogReader().blocks(
            ["".join(json.dumps(line) + "\n" for line in self.case["log"]).encode()]
        )
        return replay(hands, compiled(self.ruleset))

    @cached_property
    def told(self) -> dict[str, Any]:
        """The replay, as `auditor replay` writes it."""
        return explained(self.replayed, 0)

    @property
    def hand(self) -> dict[str, Any]:
        """The hand as the log has it."""
        return next(line for line in self.case["log"] if line["event"] == "chinese_hand")

    @property
    def currency(self) -> str:
        return str(self.case["log"][0]["currency"])

    @property
    def unit(self) -> int:
        return int(self.hand["unit"])

    @property
    def seats(self) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """Each seat as it was recorded and as it was replayed."""
        recorded = {each["seat"]: each for each in self.hand["seats"]}
        return [(recorded[told["seat"]], told) for told in self.told["seats"]]

    def name(self, seat: int) -> str:
        """The players are called A, B, C and D, in the order of their seats."""
        return LETTERS[[told["seat"] for told in self.told["seats"]].index(seat)]

    def of_column(self, column: int) -> str:
        """A player by the column of his seat in the replay."""
        return self.name(int(self.replayed.hands.seat[0, column]))

    def under(self, ruleset: Ruleset) -> Worked:
        """The same hand under another ruleset."""
        return Worked(self.case, ruleset, own=False)


@cache
def cases() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(line) for line in CASES.read_text("utf-8").splitlines())


@cache
def worked(ruleset: Ruleset) -> tuple[Worked, ...]:
    """The most telling case of a ruleset, and up to three more that show what it does not; else of what it extends."""
    for one in (ruleset, *_behind(ruleset)):
        found = [Worked(case, ruleset, one is ruleset) for case in cases() if case["ruleset"] == one.id]
        if found:
            return tuple(_chosen(found))
    return ()


def _chosen(found: list[Worked]) -> Iterator[Worked]:
    first = max(found, key=_telling)
    yield first
    seen = features(first)
    for _ in range(MOST - 1):
        more = max(found, key=lambda one: (len(features(one) - seen), _telling(one)))
        if not features(more) - seen:
            return
        yield more
        seen |= features(more)


def _behind(ruleset: Ruleset) -> Iterable[Ruleset]:
    """The rulesets that one is built on and that can be played under, the nearest first."""
    known = {str(each): each for each in library().rulesets()}
    near = [known[name] for name in ruleset.extends if name in known]
    return [*near, *(each for one in near for each in _behind(one))]


def _telling(one: Worked) -> tuple[bool, int, bool, int, int]:
    """Hands with no open point first; then the documents' own examples; then those with most to see."""
    shows = [clause for clause in catalogue().values() if one.case["id"] in clause.shown_by]
    return (
        not one.told["undetermined"],
        len(shows),
        one.case["from_source"],
        len(features(one)),
        len(one.told["seats"]),
    )


def features(one: Worked) -> set[str]:
    """What there is to see in a hand: the parts that are not nothing, and chips that limit a payment."""
    parts = (pair["parts"] or {} for pair in one.told["pairs"])
    found = {name for each in parts for name, units in each.items() if units}
    stakes = one.replayed.stakes
    return found | ({"chips"} if stakes is not None and 0 in stakes.limited else set())
