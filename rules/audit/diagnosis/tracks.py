"""How the groups of hands of a log fit one ruleset, hand by hand, and the stretches among them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.audit.diagnosis.fits import LEAST_HANDS, LEAST_TELLING, Results, telling
from rules.audit.diagnosis.grouped import Grouped
from rules.hands import Flags, Ints

_TELLS, _OWN, _FITS = 1, 2, 4  # fits one of the two rulesets only; fits the own one; fits the other


class Run(NamedTuple):
    """A stretch of a group: (n,) its testable hands, which of them fit only the other ruleset, how many fit it."""

    group: int
    hands: Ints
    telling: Flags
    fitting: int

    @property
    def weight(self) -> int:
        return int(self.telling.sum())


class Track(NamedTuple):
    """Testable hands (n,), group by group, each in the order of the log; which fit only the other ruleset, or the own."""

    group: NDArray[np.int32]
    hand: NDArray[np.int32]
    other: Flags
    own: Flags
    fits: Flags


class Tracks:
    """The hands of all groups under one ruleset."""

    def __init__(self) -> None:
        self._parts: list[tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8]]] = []
        self._track: Track | None = None

    def add(self, hand: Ints, grouped: Grouped, own: Results, other: Results) -> None:
        """Take a block. hand (H,): the position of its hands in the log."""
        tested = np.flatnonzero((own.testable & other.testable)[grouped.hand])
        at = grouped.hand[tested], grouped.column[tested]
        right = other.each[at]
        flags = (
            telling(own, other)[at] * np.uint8(_TELLS)
            + own.each[at] * np.uint8(_OWN)
            + right * np.uint8(_FITS)
        )
        self._parts.append((grouped.number[tested], hand[at[0]].astype(np.int32), flags))

    def whole(self) -> Track:
        """All groups; to be read once every block was taken."""
        if self._track is None:
            group, hand, flags = (np.concatenate(each) for each in zip(*self._parts, strict=True))
            self._parts = []
            order = np.argsort(group, kind="stable")
            flags = flags[order]
            tells, own = (flags & _TELLS) != 0, (flags & _OWN) != 0
            self._track = Track(group[order], hand[order], tells & ~own, tells & own, (flags & _FITS) != 0)
        return self._track

    def of(self, group: int) -> Track:
        """One group."""
        track = self.whole()
        low, high = np.searchsorted(track.group, [group, group + 1])
        here = slice(int(low), int(high))
        return Track(
            track.group[here], track.hand[here], track.other[here], track.own[here], track.fits[here]
        )

    def runs(self, explained: Flags) -> list[Run]:
        """The stretches of all groups. explained (L,): hands of the log that tell nothing more."""
        track = self.whole()
        other = track.other & ~explained[track.hand]
        starts = np.flatnonzero((np.diff(track.group, prepend=-1) != 0) | track.own)
        if not len(starts):
            return []
        tells = np.add.reduceat(other, starts, dtype=np.int64)
        ends = np.append(starts[1:], len(other))
        size = ends - starts - track.own[starts]
        found = []
        for each in np.flatnonzero((tells >= LEAST_TELLING) & (size >= LEAST_HANDS)).tolist():
            inside = slice(int(starts[each]), int(ends[each]))
            known = np.flatnonzero(other[inside])
            kept = slice(inside.start + int(known[0]), inside.start + int(known[-1]) + 1)
            found.append(
                Run(
                    int(track.group[kept.start]),
                    track.hand[kept].astype(np.int64),
                    other[kept],
                    int(track.fits[kept].sum()),
                )
            )
        return found
