"""Drafts of a room's controls for the tests: the library's rulesets with a room's file on top."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from rules.controls.ruleset import Ruleset
from simulation.gaps import GapReport, gap_report
from simulation.gaps.gap_results import Point, Question, SettledPoint, Unpriced
from tests.rules.rulesets import beside_the_library

DEALS = 400


@cache
def draft(body: str = "", extends: str = "wsgc-full@1", head: str = "", family: str = "chinese") -> Ruleset:
    """A room's draft, checked as every ruleset file is. ``head`` goes below its title."""
    text = (
        f'[ruleset]\nid = "room"\nrevision = 1\ntitle = "A room’s game"\nauthority = "A room"\n'
        f'family = "{family}"\nextends = ["{extends}"]\n{head}\n{body}\n'
    )
    found = beside_the_library({"room/1.toml": text}).get("room")
    return replace(found, standing="draft")


def report(ruleset: Ruleset, **asked: Any) -> GapReport:
    """A report on few deals."""
    return gap_report(ruleset, **({"deals": DEALS} | asked))


def without(ruleset: Ruleset, *paths: str, **sections: Any) -> Ruleset:
    """The ruleset without some sections or keys (`surrender.amount`), and with others."""
    params = dict(ruleset.params)
    for path in paths:
        section, _, key = path.partition(".")
        if key:
            params[section] = {name: value for name, value in params[section].items() if name != key}
        else:
            params.pop(section, None)
    return replace(ruleset, params=params | sections)


def point(found: GapReport, id_: str) -> Point:
    return next(each for each in found.points if each.id == id_)


def settled(found: GapReport, id_: str) -> SettledPoint:
    return next(each for each in found.settled if each.id == id_)


def unpriced(found: GapReport, path: str) -> Unpriced | None:
    return next((each for each in found.unpriced if each.path == path), None)


def question(found: GapReport, id_: str) -> Question | None:
    return next((each for each in found.questions if each.id == id_), None)
