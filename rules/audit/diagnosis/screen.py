"""First pass: rulesets that may explain a stretch of differing hands.

Each differing hand is kept with the next agreeing one, which refutes chance fits, and replayed under the library by the thousand.
Where many of a block differ, all are replayed and kept as bits; if one ruleset explains them, no other is tried.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from rules.audit.diagnosis.diagnosed_groups import Grouped, GroupNumbers, SeatedNames
from rules.audit.diagnosis.fits import LEAST_TELLING, FittedResults, fits_all, telling
from rules.controls.library import Library
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Hands, Ints
from rules.narrow import narrow
from rules.replay.many_scorings import Together
from rules.replay.row_replay import ReplayedRows
from rules.replay.scoring import compiled

AT_ONCE = 2048  # kept hands that are replayed under the library together
MOST_AT_ONCE = 4096
MOST_OF_THEM = 0.9  # of the differing hands fit a ruleset that may explain the session without any stretch
SAMPLE = 16  # hands that differ, of those that are remembered
MOSTLY = 0.5  # of the hands of a block are kept: every ruleset is tried on all of them
OFTEN = 0.1  # of them are kept: a ruleset that may explain all that differs is tried on all of them


class Remembered(Struct, frozen=True):
    """A block replayed under the library: numbers (H,), who sat, results as bits."""

    number: Ints
    seated: SeatedNames
    results: dict[Ruleset, list[NDArray[np.uint8]]] = field(default_factory=lambda: defaultdict(list))


class ScreenedBlock(NamedTuple):
    """Results of a block under its own revision. line (H,)."""

    line: NDArray[Any]
    own: FittedResults
    remembered: Remembered | None

    def under(self, ruleset: Ruleset) -> FittedResults | None:
        """Results under another ruleset; None: not remembered."""
        if self.remembered is None or ruleset not in self.remembered.results:
            return None
        packed = np.concatenate(self.remembered.results[ruleset])
        return (
            FittedResults.unpacked(packed, self.own.right.shape[1]) if len(packed) == len(self.line) else None
        )


class _Kept(NamedTuple):
    hands: Hands
    which: Ints
    own: FittedResults
    ruleset: Ruleset
    remembered: Remembered | None

    @property
    def mostly(self) -> bool:
        return len(self.which) > MOSTLY * len(self.hands)

    def alone(self) -> _Kept:
        which = self.which
        own = FittedResults(self.own.testable[which], self.own.right[which])
        return _Kept(self.hands.take(which, acts=False), np.arange(len(which)), own, self.ruleset, None)

    def explained_in_a_sample(self, rulesets: Sequence[Ruleset]) -> list[Ruleset]:
        """Rulesets that explain a sample of differing hands: no other can explain all."""
        differing = np.flatnonzero(self.own.testable & ~self.own.fits)
        if not len(differing):
            return []
        sample = Together(self.hands.take(differing[:: max(1, len(differing) // SAMPLE)], acts=False))
        return [each for each in rulesets if fits_all(sample.replay(compiled(each)))]


class _Tried:
    def __init__(self, kept: _Kept) -> None:
        self._kept, self._together = kept, Together(kept.hands)
        self._results: dict[Ruleset, FittedResults] = {}

    def explaining(self, rulesets: Iterable[Ruleset]) -> dict[Ruleset, Flags]:
        """Rulesets that explain every differing hand and none refutes, with the hands that tell."""
        own = self._kept.own
        differing = own.testable & ~own.fits
        return {
            each: flags
            for each, flags in self.telling(rulesets).items()
            if not (differing & ~self._results[each].fits).any() and not (flags & own.each).any()
        }

    def telling(self, rulesets: Iterable[Ruleset]) -> dict[Ruleset, Flags]:
        return {each: telling(self._kept.own, self._under(each)) for each in rulesets}

    def _under(self, ruleset: Ruleset) -> FittedResults:
        found = self._results.get(ruleset)
        if found is None:
            found = self._results[ruleset] = FittedResults.of(self._together.replay(compiled(ruleset)))
            if self._kept.remembered is not None:
                self._kept.remembered.results[ruleset].append(found.packed)
        return found


class Screen:
    """Results of every hand under its own ruleset; the library tried on those that differ."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._kept: list[_Kept] = []
        self._size = 0
        self._numbers = GroupNumbers()
        self._tallies: dict[Ruleset, _Tally] = defaultdict(_Tally)
        self._explaining: set[Ruleset] = set()  # all of the last hands that any explained
        self.blocks: list[ScreenedBlock] = []
        self.names: Sequence[str] = ()  # of the whole log
        self.players: Sequence[str] = ()
        self.differing = 0
        self.own: Ruleset | None = None

    def add(self, replayed: ReplayedRows) -> None:
        """Take a block under its own revision."""
        hands, results = replayed.hands, FittedResults.of(replayed)
        self.names, self.players = hands.names, hands.players
        differing = results.testable & ~results.fits
        which = np.flatnonzero(differing | _next_agreeing(differing, results.fits))
        remembered = None
        often = len(which) > max(OFTEN * len(hands), 2 * SAMPLE)
        if often or len(which) > MOSTLY * len(hands):
            remembered = Remembered(hands.number, SeatedNames.of(hands))
        self.blocks.append(ScreenedBlock(narrow(hands.line), results, remembered))
        if not len(which):
            return
        self.differing += int(differing.sum())
        self.own = replayed.scoring.ruleset
        self._keep(hands, which, results, remembered)
        if self._size >= AT_ONCE:
            self._try_the_library()

    def candidates(self) -> list[Ruleset]:
        """Rulesets that may explain a stretch or most differences, best first; without rooms' own."""
        self._try_the_library()
        found = [
            (-tally.fitting, -tally.longest, each.id, each.revision, each)
            for each, tally in self._tallies.items()
            if tally.fitting >= MOST_OF_THEM * self.differing or tally.longest >= LEAST_TELLING
        ]
        return [each for *_, each in sorted(found, key=lambda row: row[:-1])]

    def remembers(self, ruleset: Ruleset, hands: int) -> bool:
        """Whether results are remembered for every hand of a log."""
        return sum(len(each.line) for each in self.blocks) == hands and all(
            each.under(ruleset) is not None for each in self.blocks
        )

    def _keep(self, hands: Hands, which: Ints, own: FittedResults, remembered: Remembered | None) -> None:
        assert self.own is not None
        taken = which if remembered is None else np.arange(len(hands))
        kept = np.zeros(len(hands), np.bool_)
        kept[which] = True
        for begin in range(0, len(taken), MOST_AT_ONCE):
            some = taken[begin : begin + MOST_AT_ONCE]
            results = FittedResults(own.testable[some], own.right[some])
            self._kept.append(
                _Kept(hands.take(some, acts=False), np.flatnonzero(kept[some]), results, self.own, remembered)
            )
            self._size += len(some)

    def _try_the_library(self) -> None:
        kept, self._kept, self._size = self._kept, [], 0
        for hands in kept:
            each, tells = self._telling(hands)
            grouped = self._numbers.of(SeatedNames.of(each.hands), each.which, 0)
            right = each.own.each[grouped.hand, grouped.column]
            for ruleset, flags in tells.items():
                self._tallies[ruleset].add(
                    grouped, flags[grouped.hand, grouped.column], right, len(each.which)
                )

    def _telling(self, kept: _Kept) -> tuple[_Kept, dict[Ruleset, Flags]]:
        """Hands tried, and (H, 1 + S) by ruleset where it differs in fit.

        Of remembered hands only rulesets that explain all, if any.
        """
        others, tried = self._others(kept.ruleset), _Tried(kept)
        if kept.remembered is None:
            return kept, tried.telling(others)
        explaining = tried.explaining(each for each in others if each in self._explaining)
        explaining = explaining or tried.explaining(kept.explained_in_a_sample(others))
        if explaining:
            self._explaining = set(explaining)
            return kept, explaining
        if kept.mostly:
            return kept, tried.telling(others)
        alone = kept.alone()
        return alone, _Tried(alone).telling(others)

    def _others(self, own: Ruleset) -> list[Ruleset]:
        return [
            each
            for each in self._library.rulesets()
            if each.family == own.family and each.digest != own.digest and each.standing is None
        ]


class _Tally:
    """Fit of a ruleset to kept hands: differing hands, and the most separating ones in a run."""

    def __init__(self) -> None:
        self.fitting = 0
        self.longest = 0
        self._open = np.zeros(0, np.int64)  # by group: telling hands since one that refutes

    def add(self, grouped: Grouped, tells: Flags, own: Flags, hands: int) -> None:
        """Add to runs left open before. tells (N,): fits one ruleset only; own (N,): the own one. hands: the
        first, the session's.
        """
        found = np.flatnonzero(tells)
        if not len(found):
            return
        number, refutes = grouped.number[found], own[found]
        self.fitting += int((~refutes[: np.searchsorted(found, hands)]).sum())
        first = np.diff(number, prepend=-1) != 0
        starts = np.flatnonzero(first | refutes)  # of runs
        counts = np.add.reduceat(~refutes, starts, dtype=np.int64)
        group = number[starts]
        self._open = np.pad(self._open, (0, max(0, int(group.max()) + 1 - len(self._open))))
        goes_on = ~refutes[starts]
        counts[goes_on] += self._open[group[goes_on]]
        self.longest = max(self.longest, int(counts.max()))
        lasts = np.flatnonzero(np.diff(group, append=-1) != 0)
        self._open[group[lasts]] = counts[lasts]


def _next_agreeing(differing: Flags, agreeing: Flags) -> Flags:
    found = np.zeros(len(differing), np.bool_)
    places = np.flatnonzero(agreeing)
    after = np.searchsorted(places, np.flatnonzero(differing))
    found[places[after[after < len(places)]]] = True
    return found
