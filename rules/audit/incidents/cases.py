"""Violations and discrepancies of a log as columns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.audit.incidents.incident_places import LogPlaces, Positions
from rules.checks.catalogue import by_code
from rules.findings.finding_columns import NONE
from rules.findings.finding_table import LogFindings
from rules.hands import Flags, Ints
from rules.narrow import narrow
from rules.results import AREAS, KINDS, Area


class Cases:
    """Breaches of a log in order (M,). code: position in ``codes``; seat 0: none. order, in_hand: (M,) place in
    the log, a hand or not.
    """

    def __init__(self, findings: LogFindings, places: LogPlaces) -> None:
        kind = findings.column("kind")
        breach = (kind == KINDS.index("violation")) | (kind == KINDS.index("discrepancy"))
        self.findings = findings.where(breach)
        self.places = np.flatnonzero(breach)  # (M,) positions among all findings
        self.codes, self.players = findings.columns.codes, findings.columns.players
        self.traces = findings.columns.traces
        self.code: NDArray[np.int16] = self.findings.column("check")
        self.seat: NDArray[np.int8] = self.findings.column("seat")
        self.player: NDArray[np.signedinteger[Any]] = narrow(self.findings.column("player"))
        self.trace: NDArray[np.int16] = self.findings.column("trace")
        self.sign: NDArray[np.int8] = self.findings.column("sign")
        self.number: Ints = self.findings.column("number")
        self.single = np.flatnonzero(self.findings.column("group") == NONE)
        self.order = np.int32(2) * places.positions(self.number) + np.int32(1)
        self.in_hand: Flags = np.ones(len(self), np.bool_)
        self.several: dict[int, Sequence[int]] = {}  # the numbers of the hands of cases that concern many
        for at in self.single.tolist():
            finding = self.findings[at]
            place = places.of(finding)
            self.order[at], self.in_hand[at] = place.order, place.kind == "hand"
            if finding.hands is not None:
                self.several[at] = finding.hands

    def __len__(self) -> int:
        return len(self.findings)

    def ranks(self) -> NDArray[np.int16]:
        """(M,) by area and catalogue: the lowest at a place is the root."""
        ranked = np.array([rank(code) for code in self.codes], np.int16)
        found: NDArray[np.int16] = ranked[self.code] if len(self) else np.zeros(0, np.int16)
        return found

    def numbers(self) -> tuple[Positions, Ints]:
        """Positions of cases, and numbers of the hands that they concern."""
        alone = self.number != NONE
        alone[list(self.several)] = False
        many = [np.full(len(each), at, np.int32) for at, each in self.several.items()]
        numbers = [narrow(np.array(each, np.int64)) for each in self.several.values()]
        cases = np.flatnonzero(alone).astype(np.int32)
        return np.concatenate((cases, *many)), np.concatenate((self.number[alone], *numbers))


def area_of(code: str) -> Area:
    """Area of a check's findings."""
    return by_code()[code].check.area


@cache
def rank(code: str) -> int:
    """Rank by area and catalogue: the lowest at a place is the root."""
    return AREAS.index(area_of(code)) * len(by_code()) + list(by_code()).index(code)
