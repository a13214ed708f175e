"""The incidents of one log."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.audit.incidents.builder import IncidentBuilder, in_order
from rules.audit.incidents.cases import Case, Pattern
from rules.audit.incidents.explained import Explained, set_apart
from rules.audit.incidents.links import grouped
from rules.audit.incidents.patterns import merged
from rules.audit.incidents.places import Places
from rules.audit.money import Astray
from rules.checks.base import LogView
from rules.findings.build import Trace
from rules.hands import Hands, Ints
from rules.results import Finding, Incident


class Attendance:
    """Who dealt which hand, and in how many hands each player was."""

    def __init__(self) -> None:
        self._dealers: list[tuple[Ints, NDArray[np.int32]]] = []  # numbers of hands, and who dealt them
        self._seated = np.zeros(0, np.int64)  # hands by player
        self._names: Sequence[str] = ()
        self._players: Sequence[str] = ()

    def add(self, hands: Hands) -> None:
        """Take a block."""
        self._names, self._players = hands.names, hands.players
        reported = hands.dealer_id >= 0
        if reported.any():
            self._dealers.append((hands.number[reported], hands.dealer_id[reported]))
        seated = np.bincount(hands.player[hands.present], minlength=len(self._seated))
        seated[: len(self._seated)] += self._seated
        self._seated = seated

    def dealers(self) -> dict[int, str]:
        """Who dealt a hand, by its number; empty where nobody is on record."""
        return {
            number: self._names[who]
            for numbers, dealt in self._dealers
            for number, who in zip(numbers.tolist(), dealt.tolist(), strict=True)
        }

    def hands(self, scope: str, who: str | None) -> int | None:
        """How many hands a dealer dealt or a player was in; None: of the session."""
        if scope == "dealer":
            return sum(int((dealt == self._names.index(who or "")).sum()) for _, dealt in self._dealers)
        if scope == "player":
            return int(self._seated[list(self._players).index(who or "")])
        return None


@dataclass(frozen=True)
class Facts:
    """What grouping needs beside the findings. tested: hands by code; priced: numbers of the hands whose money is known."""

    log: LogView
    traces: Mapping[str, Trace]  # by fingerprint
    astray: Sequence[Astray]
    tested: Mapping[str, int]
    priced: frozenset[int]
    attendance: Attendance
    diagnosed: Sequence[Explained] = ()


def incidents_of_session(findings: Sequence[Finding], facts: Facts) -> list[Incident]:
    """The incidents of a log in their order, from its findings in the order of the log."""
    breaches = [each for each in findings if each.kind in ("violation", "discrepancy")]
    if not breaches and not facts.astray:
        return []
    places = Places(facts.log)
    cases = [Case(each, places.of(each), facts.traces[each.fingerprint]) for each in breaches]
    astray: dict[int, list[Astray]] = defaultdict(list)
    for each in facts.astray:
        astray[each.hand].append(each)
    groups = set_apart(grouped(cases, places, astray), facts.diagnosed)
    groups = merged(groups, _counting(facts), facts.attendance.dealers())
    builder = IncidentBuilder(facts.log.session, places, facts.priced)
    return in_order(builder.incidents(groups))


def _counting(facts: Facts) -> Callable[[str, Pattern], int]:
    """How many hands were tested under a code, within a scope."""
    kept: Counter[tuple[str, str | None]] = Counter()

    def tested(code: str, pattern: Pattern) -> int:
        whole = facts.tested[code]
        if pattern.scope == "session":
            return whole
        key = pattern.scope, pattern.who
        if key not in kept:
            kept[key] = facts.attendance.hands(*key) or 0
        return min(whole, kept[key])

    return tested
