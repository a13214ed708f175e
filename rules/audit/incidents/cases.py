"""What grouping works on: findings with what a finding does not say itself, and groups of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

from rules.audit.incidents.places import Place
from rules.audit.money import Astray
from rules.checks.catalogue import by_code
from rules.findings.build import Trace
from rules.results import AREAS, Area, Finding

NO_TRACE = Trace("", "")


class Case(NamedTuple):
    """A finding, its place in order of the log, and what it was tested by."""

    finding: Finding
    place: Place
    trace: Trace


@dataclass(eq=False)
class Group:
    """Findings that hang together, and the money that went astray in them. pattern: what repeats; None: nothing does.

    Whole once it is asked for its root or its hands.
    """

    cases: list[Case]
    astray: list[Astray] = field(default_factory=list)
    pattern: Pattern | None = None

    @cached_property
    def root(self) -> Case:
        """The finding that the others follow from: at the first place, by area, by the catalogue, by seat."""
        return min(self.cases, key=_rank)

    @cached_property
    def hands(self) -> set[int]:
        """The numbers of the hands that it concerns."""
        return {number for case in self.cases for number in numbers_of(case.finding)} | {
            each.hand for each in self.astray
        }


@dataclass(frozen=True)
class Pattern:
    """What the findings of a pattern have in common. scope: session, dealer or player, with who; or a diagnosis."""

    parameter: str
    sign: int
    scope: str
    who: str | None = None


def numbers_of(finding: Finding) -> list[int]:
    """The numbers of the hands that a finding is about."""
    if finding.hands is not None:
        return finding.hands
    return [] if finding.hand is None else [finding.hand]


def area_of(code: str) -> Area:
    return by_code()[code].check.area


def sign_of(finding: Finding) -> int:
    """Whether more (+1) or less (-1) was stated than is right; 0: neither can be said."""
    difference = finding.difference or 0
    return (difference > 0) - (difference < 0)


@cache
def _standing(code: str) -> tuple[int, int]:
    return AREAS.index(area_of(code)), list(by_code()).index(code)


def _rank(case: Case) -> tuple[int, int, int, int]:
    return (case.place.order, *_standing(case.finding.code), case.finding.seat or 0)
