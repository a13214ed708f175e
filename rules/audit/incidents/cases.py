"""What grouping works on: the violations and discrepancies of a log as columns."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from rules.audit.incidents.places import Places
from rules.checks.catalogue import by_code
from rules.findings.columns import NONE
from rules.findings.table import LogFindings
from rules.hands import Flags, Ints
from rules.results import AREAS, KINDS, Area


class Cases:
    """The breaches of a log in its order (M,). code: positions in ``codes``; seat: 0 where a case is of none.

    order (M,): the place of a case in the log; in_hand: whether that is in a hand. The place of several hands is the first.
    """

    def __init__(self, findings: LogFindings, places: Places) -> None:
        kind = findings.column("kind")
        breach = (kind == KINDS.index("violation")) | (kind == KINDS.index("discrepancy"))
        self.findings = findings.where(breach)
        self.codes, self.players = findings.columns.codes, findings.columns.players
        self.traces = findings.columns.traces
        self.code: NDArray[np.int16] = self.findings.column("check")
        self.seat: NDArray[np.int8] = self.findings.column("seat")
        self.player: NDArray[np.int32] = self.findings.column("player")
        self.trace: NDArray[np.int16] = self.findings.column("trace")
        self.sign: NDArray[np.int8] = self.findings.column("sign")
        self.number: Ints = self.findings.column("number")
        self.single = np.flatnonzero(self.findings.column("group") == NONE)
        self.order = np.int32(2) * places.positions(self.number) + np.int32(1)
        self.in_hand: Flags = np.ones(len(self), np.bool_)
        self.several: dict[int, list[int]] = {}  # the numbers of the hands of cases that concern many
        for at in self.single.tolist():
            finding = self.findings[at]
            place = places.of(finding)
            self.order[at], self.in_hand[at] = place.order, place.kind == "hand"
            if finding.hands is not None:
                self.several[at] = finding.hands

    def __len__(self) -> int:
        return len(self.findings)

    def ranks(self) -> NDArray[np.int32]:
        """(M,) by area and catalogue: of cases at one place, the lowest is the root."""
        ranked = np.array([rank(code) for code in self.codes], np.int32)
        found: NDArray[np.int32] = ranked[self.code] if len(self) else np.zeros(0, np.int32)
        return found

    def numbers(self) -> tuple[Ints, Ints]:
        """The hands that the cases concern: positions of cases, and numbers of hands."""
        alone = self.number != NONE
        alone[list(self.several)] = False
        cases = [np.flatnonzero(alone), *(np.full(len(each), at) for at, each in self.several.items())]
        numbers = [self.number[alone], *(np.array(each, np.int64) for each in self.several.values())]
        return np.concatenate(cases), np.concatenate(numbers)


def area_of(code: str) -> Area:
    """The area that the findings of a check belong to."""
    return by_code()[code].check.area


@cache
def rank(code: str) -> int:
    """By area and catalogue: of findings at one place, the lowest is the root."""
    return AREAS.index(area_of(code)) * len(by_code()) + list(by_code()).index(code)
