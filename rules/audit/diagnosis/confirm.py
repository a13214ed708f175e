"""The second pass: the stretches of hands that fit only another ruleset.

A stretch is a run of at least 20 consecutive testable hands of which at least 8 fit only the other ruleset and none fits
only its own. Runs are looked for over the session, among the hands that one person dealt, and in one player's results. The run
that explains most hands goes first, then the wider one; hands that are explained already tell nothing more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.audit.diagnosis import words
from rules.audit.diagnosis.fits import (
    LEAST_HANDS,
    LEAST_TELLING,
    Group,
    Results,
    groups,
    of_group,
    results_under,
    telling,
)
from rules.audit.diagnosis.screen import Screen
from rules.controls.difference import apart, differences
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Hands, Ints
from rules.replay.scoring import compiled
from rules.results import Diagnosis

SHOWN = 3  # of rulesets that fit a whole session alike
SCOPES = ("session", "dealer", "player")
CANDIDATES = 12  # rulesets that the log is read again for, those that fit most first


@dataclass(frozen=True)
class Diagnosed:
    """A diagnosis with the lines of the hands that it explains: those that fit the other ruleset and not their own."""

    diagnosis: Diagnosis
    lines: Ints
    player: str | None  # whose results alone it explains; None: the whole hands


class Run(NamedTuple):
    """A stretch: (n,) lines of its testable hands, which of them fit only the other ruleset, how many fit."""

    ruleset: Ruleset
    group: Group
    lines: Ints
    telling: Flags
    fitting: int

    @property
    def weight(self) -> int:
        return int(self.telling.sum())


_OTHER, _OWN, _FITS = 1, 2, 4  # fits only the other ruleset, only the own one; fits the other


class _Track:
    """The hands of one group under one ruleset, in the order of the log."""

    def __init__(self) -> None:
        self._parts: list[tuple[NDArray[np.int32], NDArray[np.uint8]]] = []

    def add(self, lines: Ints, other: Flags, own: Flags, fits: Flags) -> None:
        """Take the hands of a block (n,)."""
        flags = other * np.uint8(_OTHER) + own * np.uint8(_OWN) + fits * np.uint8(_FITS)
        self._parts.append((lines.astype(np.int32), flags.astype(np.uint8)))

    def columns(self) -> tuple[Ints, Flags, Flags, Flags]:
        """(n,) lines, fits only the other, fits only the own, fits the other."""
        lines, flags = (np.concatenate(each) for each in zip(*self._parts, strict=True))
        return lines, (flags & _OTHER) != 0, (flags & _OWN) != 0, (flags & _FITS) != 0


class Confirmation:
    """Counts how the hands of a log fit some rulesets, beside the own one that the audit replayed them under."""

    def __init__(self, screen: Screen) -> None:
        lines, blocks, starts = screen.own_results()
        self.candidates = screen.candidates()[:CANDIDATES]
        self._own = screen.own
        self._blocks, self._starts = blocks, starts
        self._order = np.argsort(lines, kind="stable")
        self._lines = lines[self._order]
        self._numbers = np.zeros(len(lines) + 1, np.int64)  # of the hands on those lines
        self._tracks: dict[tuple[Ruleset, Group], _Track] = defaultdict(_Track)
        self._distance: dict[Ruleset, tuple[bool, int, str]] = {}
        self._fitting: dict[Ruleset, list[int]] = {each: [0, 0] for each in self.candidates}

    def add(self, hands: Hands) -> None:
        """Take a block of the log as it is read again."""
        own = self._own_results(hands)
        self._numbers[np.searchsorted(self._lines, hands.line)] = hands.number
        for ruleset in self.candidates:
            if ruleset.family != hands.game:
                continue
            other = results_under(hands, compiled(ruleset))
            self._fitting[ruleset][0] += int(other.fits.sum())
            self._fitting[ruleset][1] += int(other.testable.sum())
            found = telling(own, other)
            both = own.testable & other.testable
            for group, at, seat in groups(hands):
                tested = both[at]
                at, seat = at[tested], seat[tested]
                for_other, for_own = of_group(found, at, seat)
                fits = other.right[at, seat] if len(seat) and seat[0] >= 0 else other.fits[at]
                self._tracks[ruleset, group].add(hands.line[at], for_other, for_own, fits)

    def diagnosed(self, own_fitting: int, own: str, session: str | None) -> list[Diagnosed]:
        """The stretches that were found; else the rulesets that fit the session as a whole better than its own.

        own: the ruleset that the audit went by. session: what the room said.
        """
        runs = self._best_runs()
        whole = words.whose(own, session)
        if any(self._is_whole(run) for run in runs) or not runs:
            return self._of_the_session(own_fitting, own, whole)
        return [self._diagnosed(run, own, whole) for run in sorted(runs, key=_first_line)]

    def _own_results(self, hands: Hands) -> Results:
        """What the first pass kept of the hands of a block; hands that it could not replay are not testable."""
        size, width = hands.seat.shape
        testable, right = np.zeros(size, np.bool_), np.ones((size, width), np.bool_)
        place = np.searchsorted(self._lines, hands.line)
        known = (place < len(self._lines)) & (
            self._lines[np.minimum(place, len(self._lines) - 1)] == hands.line
        )
        index = self._order[place[known]]
        block = np.searchsorted(self._starts, index, side="right") - 1
        targets = np.flatnonzero(known)
        for each in np.unique(block).tolist():
            mine = block == each
            kept, rows = self._blocks[each], index[mine] - self._starts[each]
            testable[targets[mine]] = kept.testable[rows]
            seats = min(width, kept.right.shape[1])
            right[targets[mine], :seats] = kept.right[rows, :seats]
        return Results(testable, right)

    def _best_runs(self) -> list[Run]:
        """The runs that explain most, one after the other; a run counts for what no run before it explains."""
        taken: list[Run] = []
        while found := self._runs(_explained(taken)):
            taken.append(max(found, key=self._rank))
        return taken

    def _runs(self, explained: Ints) -> list[Run]:
        return [
            run
            for (ruleset, group), track in self._tracks.items()
            for run in _runs(ruleset, group, track, explained)
        ]

    def _rank(self, run: Run) -> tuple[int, int, int, bool, int, str]:
        """What a run explains, then the scope, then how near its ruleset is to the audit's own."""
        other, far, name = self._far(run.ruleset)
        return run.weight, -SCOPES.index(run.group.scope), run.fitting, not other, -far, name

    def _alike(self, run: Run) -> int:
        """How many other candidates fit a stretch as well."""
        found = 0
        for ruleset in self.candidates:
            track = self._tracks.get((ruleset, run.group))
            if ruleset is run.ruleset or track is None:
                continue
            lines, _, _, fits = track.columns()
            found += int(fits[np.isin(lines, run.lines)].sum()) == run.fitting
        return found

    def _is_whole(self, run: Run) -> bool:
        """Whether a run is of the whole session: all of its hands that tell, and most of its hands."""
        if run.group.scope != "session":
            return False
        _, other, own, _ = self._tracks[run.ruleset, run.group].columns()
        return not own.any() and int(other.sum()) == run.weight

    def _of_the_session(self, own_fitting: int, own: str, whose: str) -> list[Diagnosed]:
        """The rulesets that fit best, and better than the audit's own, the nearest to it first."""
        better = [
            (right, of, each) for each, (right, of) in self._fitting.items() if right > own_fitting and right
        ]
        if not better:
            return []
        most = max(right for right, _, _ in better)
        best = sorted((found for found in better if found[0] == most), key=lambda found: self._far(found[2]))
        return [
            Diagnosed(
                Diagnosis(
                    ruleset=each.id,
                    revision=each.revision,
                    fitting=right,
                    of=of,
                    message=words.of_the_session(right, of, each, own_fitting, own, whose, len(best) - SHOWN),
                ),
                self._telling_lines(each),
                None,
            )
            for right, of, each in best[:SHOWN]
        ]

    def _telling_lines(self, ruleset: Ruleset) -> Ints:
        lines, other, _, _ = self._tracks[ruleset, Group("session", None)].columns()
        return lines[other]

    def _diagnosed(self, run: Run, own: str, whose: str) -> Diagnosed:
        """A stretch as it is reported."""
        ends = np.searchsorted(self._lines, [run.lines[0], run.lines[-1]])
        first, last = self._numbers[ends].tolist()
        group = run.group
        return Diagnosed(
            Diagnosis(
                ruleset=run.ruleset.id,
                revision=run.ruleset.revision,
                fitting=run.fitting,
                of=len(run.lines),
                message=words.of_a_stretch(
                    group.scope, group.who, first, last, run.fitting, len(run.lines), run.weight,
                    run.ruleset, own, whose, self._alike(run),
                ),
                scope=group.scope,  # type: ignore[arg-type]  # one of the three
                who=group.who,
                first=first,
                last=last,
            ),
            run.lines[run.telling],
            group.who if group.scope == "player" else None,
        )  # fmt: skip

    def _far(self, ruleset: Ruleset) -> tuple[bool, int, str]:
        """How far a ruleset is from the audit's own: another authority's, then by parameters that differ."""
        if self._own is None:
            return False, 0, ruleset.id
        if ruleset not in self._distance:
            differing, _ = apart(differences(self._own, ruleset))
            self._distance[ruleset] = ruleset.authority != self._own.authority, len(differing), ruleset.id
        return self._distance[ruleset]


def _explained(taken: Iterable[Run]) -> Ints:
    """Lines of the hands that runs explain."""
    return np.concatenate([np.zeros(0, np.int64), *(run.lines[run.telling] for run in taken)])


def _runs(ruleset: Ruleset, group: Group, track: _Track, explained: Ints) -> list[Run]:
    """The stretches of one group under one ruleset."""
    lines, other, own, fits = track.columns()
    other = other & ~np.isin(lines, explained)
    run = np.cumsum(own)
    tells = np.bincount(run, weights=other)
    size = np.bincount(run) - np.bincount(run, weights=own).astype(np.int64)
    found = []
    for each in np.flatnonzero((tells >= LEAST_TELLING) & (size >= LEAST_HANDS)).tolist():
        inside = np.flatnonzero((run == each) & ~own)
        known = np.flatnonzero(other[inside])
        kept = inside[known[0] : known[-1] + 1]
        found.append(Run(ruleset, group, lines[kept], other[kept], int(fits[kept].sum())))
    return found


def _first_line(run: Run) -> int:
    return int(run.lines[0])
