"""Fit of rulesets to groups of hands, and stretches among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.audit.diagnosis.diagnosed_groups import Grouped
from rules.audit.diagnosis.fits import LEAST_HANDS, LEAST_TELLING, FittedResults, telling
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Ints

_OTHER, _OWN, _FITS, _TESTED = 1, 2, 4, 8  # fits only the other ruleset, only the own one; fits the other


class Run(NamedTuple):
    """A stretch of a group. weight: hands that fit only the other ruleset; fitting: all that fit it."""

    group: int
    rows: slice
    weight: int
    fitting: int


class Track(NamedTuple):
    """Testable hands of a group (n,) in log order; those that fit only one ruleset."""

    hands: Ints
    other: Flags
    own: Flags
    fits: Flags


class Tracks:
    """Hands of all groups, and what they show of each ruleset: N rows."""

    def __init__(self, rulesets: Iterable[Ruleset]) -> None:
        self._groups: list[NDArray[np.int32]] = []
        self._hands: list[NDArray[np.int32]] = []
        self._flags: dict[Ruleset, list[NDArray[np.uint8]]] = {each: [] for each in rulesets}
        self._starts: Ints | None = None  # (G,) of the groups; None: blocks are still taken

    def add(
        self, hand: Ints, grouped: Grouped, own: FittedResults, under: Mapping[Ruleset, FittedResults]
    ) -> None:
        """Take a block. hand (H,): positions in the log; under: results by ruleset."""
        self._groups.append(grouped.number)
        self._hands.append(hand.astype(np.int32)[grouped.hand])
        at, right = (grouped.hand, grouped.column), own.each
        for ruleset, flags in self._flags.items():
            other = under.get(ruleset)
            flags.append(np.zeros(len(at[0]), np.uint8) if other is None else _flags(own, right, other)[at])

    def of(self, ruleset: Ruleset, group: int) -> Track:
        """A group under a ruleset."""
        starts, hands, flags = self._in_groups(ruleset)
        end = starts[group + 1] if group + 1 < len(starts) else len(hands)
        return _track(hands, flags, slice(int(starts[group]), int(end)))

    def hands(self, ruleset: Ruleset, run: Run) -> Track:
        """Testable hands of a stretch."""
        _, hands, flags = self._in_groups(ruleset)
        return _track(hands, flags, run.rows)

    def runs(self, ruleset: Ruleset, explained: Flags) -> list[Run]:
        """Stretches that explain most. explained (L,): hands of the log that tell nothing more."""
        starts, hands, flags = self._in_groups(ruleset)
        tells = np.flatnonzero((flags & _OTHER != 0) & ~explained[hands])
        if len(tells) < LEAST_TELLING:
            return []
        begins = np.union1d(starts, np.flatnonzero(flags & _OWN))
        run = np.searchsorted(begins, tells, side="right") - 1
        weight = np.bincount(run, minlength=len(begins))
        size = np.add.reduceat(flags & (_TESTED | _OWN) == _TESTED, begins, dtype=np.int64)
        weight[size < LEAST_HANDS] = 0
        most = int(weight.max())
        found = []
        for each in np.flatnonzero(weight == most).tolist() if most >= LEAST_TELLING else ():
            first, end = np.searchsorted(run, [each, each + 1])
            rows = slice(int(tells[first]), int(tells[end - 1]) + 1)
            group = int(np.searchsorted(starts, rows.start, side="right")) - 1
            found.append(Run(group, rows, most, int((flags[rows] & _FITS != 0).sum())))
        return found

    def _in_groups(self, ruleset: Ruleset) -> tuple[Ints, NDArray[np.int32], NDArray[np.uint8]]:
        if self._starts is None:
            number = np.concatenate(self._groups)
            order = np.argsort(number, kind="stable")
            self._starts = np.searchsorted(number, np.arange(int(number.max(initial=-1)) + 1), sorter=order)
            self._hands = [np.concatenate(self._hands)[order]]
            self._flags = {each: [np.concatenate(flags)[order]] for each, flags in self._flags.items()}
            self._groups = []
        return self._starts, self._hands[0], self._flags[ruleset][0]


def _flags(own: FittedResults, right: Flags, other: FittedResults) -> NDArray[np.uint8]:
    tested = (own.testable & other.testable)[:, None]
    fits = other.each
    apart = telling(own, other)
    found: NDArray[np.uint8] = (
        (apart & fits) * np.uint8(_OTHER)
        | (apart & right) * np.uint8(_OWN)
        | (tested & fits) * np.uint8(_FITS)
        | tested * np.uint8(_TESTED)
    )
    return found


def _track(hands: NDArray[np.int32], flags: NDArray[np.uint8], rows: slice) -> Track:
    mine = flags[rows]
    tested = (mine & _TESTED) != 0
    mine = mine[tested]
    return Track(
        hands[rows][tested].astype(np.int64), (mine & _OTHER) != 0, (mine & _OWN) != 0, (mine & _FITS) != 0
    )
