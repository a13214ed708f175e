"""The first pass: which rulesets of the library may explain a stretch of the hands that differ.

Each hand that differs is kept with the next one that agrees: a ruleset that differs from the session's own is refuted by
the agreeing hands between two that it happens to fit. Kept hands are replayed under the library some thousand at a time,
and dropped.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from rules.audit.diagnosis.fits import LEAST_TELLING, Group, Results, groups, of_group, results_under, telling
from rules.controls.library import Library
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Hands, Ints
from rules.replay.engine import Replayed
from rules.replay.scoring import compiled

AT_ONCE = 2048  # kept hands that are replayed under the library together
MOST_OF_THEM = 0.9  # of the differing hands fit a ruleset that may explain the session without any stretch


class Screen:
    """Keeps the results of every hand under its own ruleset, and tries the library on those that differ."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._kept: list[tuple[Hands, Results, Ruleset]] = []
        self._size = 0
        self._open: dict[tuple[Ruleset, Group], int] = defaultdict(
            int
        )  # telling hands since one that refutes
        self._stretched: dict[Ruleset, int] = defaultdict(int)  # the most telling hands of a run
        self._fitting: dict[Ruleset, int] = defaultdict(int)  # differing hands that fit
        self._lines: list[Ints] = []
        self._states: list[Results] = []
        self.differing = 0
        self.own: Ruleset | None = None

    def add(self, replayed: Replayed) -> None:
        """Take a block under its own revision."""
        hands, results = replayed.hands, Results.of(replayed)
        self._lines.append(hands.line)
        self._states.append(results)
        differing = results.testable & ~results.fits
        if not differing.any():
            return
        self.differing += int(differing.sum())
        self.own = replayed.scoring.ruleset
        which = np.flatnonzero(differing | _next_agreeing(differing, results.fits))
        kept = Results(results.testable[which], results.right[which])
        self._kept.append((hands.take(which, acts=False), kept, self.own))
        self._size += len(which)
        if self._size >= AT_ONCE:
            self._try_the_library()

    def candidates(self) -> list[Ruleset]:
        """Rulesets that may explain a stretch, or most of what differs; those that fit most first. No room's own."""
        self._try_the_library()
        found = [
            each
            for each, fitting in self._fitting.items()
            if fitting >= MOST_OF_THEM * self.differing or self._stretched[each] >= LEAST_TELLING
        ] + [
            each
            for each in self._stretched
            if each not in self._fitting and self._stretched[each] >= LEAST_TELLING
        ]
        return sorted(
            found, key=lambda each: (-self._fitting[each], -self._stretched[each], each.id, each.revision)
        )

    def own_results(self) -> tuple[Ints, list[Results], list[int]]:
        """The results of all hands under their own revisions: (N,) lines, the blocks, and where each block begins."""
        starts = np.cumsum([0, *(len(lines) for lines in self._lines)]).tolist()
        lines = np.concatenate(self._lines) if self._lines else np.zeros(0, np.int64)
        return lines, self._states, starts

    def _try_the_library(self) -> None:
        kept, self._kept, self._size = self._kept, [], 0
        for hands, own_results, own in kept:
            grouped = groups(hands)
            for ruleset in self._others(own):
                found = telling(own_results, results_under(hands, compiled(ruleset)))
                if found.other.any():
                    self._fitting[ruleset] += int(found.other.sum())
                for group, at, seat in grouped:
                    self._extend(ruleset, group, *of_group(found, at, seat))

    def _extend(self, ruleset: Ruleset, group: Group, other: Flags, own: Flags) -> None:
        """Add to the run that is open at the end of the hands before."""
        before = self._open.get((ruleset, group), 0)
        if not other.any() and (not before or not own.any()):
            return
        counts = np.bincount(np.cumsum(own), weights=other)
        counts[0] += before
        self._stretched[ruleset] = max(self._stretched[ruleset], int(counts.max()))
        self._open[ruleset, group] = int(counts[-1])

    def _others(self, own: Ruleset) -> Iterator[Ruleset]:
        for each in self._library.rulesets():
            if each.family == own.family and each.digest != own.digest and each.standing is None:
                yield each


def _next_agreeing(differing: Flags, agreeing: Flags) -> Flags:
    """(H,) the first agreeing hand after each that differs."""
    found = np.zeros(len(differing), np.bool_)
    places = np.flatnonzero(agreeing)
    after = np.searchsorted(places, np.flatnonzero(differing))
    found[places[after[after < len(places)]]] = True
    return found
