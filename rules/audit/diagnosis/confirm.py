"""Second pass: stretches of hands that fit only another ruleset.

A stretch has 20 consecutive testable hands or more, 8 of which fit only the other ruleset and none only its own, in a session, of
a dealer or a player. The one that explains most is first, then the wider scope; each hand counts once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from rules.audit.diagnosis import diagnosis_words
from rules.audit.diagnosis.diagnosed_groups import SESSION, GroupNumbers, HandGroup, SeatedNames
from rules.audit.diagnosis.fits import FittedResults, results_under
from rules.audit.diagnosis.screen import Screen
from rules.audit.diagnosis.tracks import Run, Tracks
from rules.controls.difference import apart, differences
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Hands, Ints
from rules.replay.many_scorings import Together
from rules.replay.scoring import compiled
from rules.results import Diagnosis

SHOWN = 3  # of rulesets that fit a whole session alike
SCOPES = ("session", "dealer", "player")
CANDIDATES = 12  # rulesets that the log is read again for, those that fit most first
KEPT = 4096  # pairs of rulesets, and how far apart they are; a service sees ever new drafts


class Diagnosed(Struct, frozen=True):
    """A diagnosis with lines of the hands that fit only the other ruleset."""

    diagnosis: Diagnosis
    lines: Ints
    player: str | None  # whose results alone it explains; None: the whole hands


class _Found(NamedTuple):
    ruleset: Ruleset
    group: HandGroup
    run: Run
    hands: Ints
    telling: Flags


class Confirmation:
    """Fit of a log's hands to some rulesets, beside the audit's own."""

    def __init__(self, screen: Screen) -> None:
        self.candidates = screen.candidates()[:CANDIDATES]
        self._screen = screen
        self._own = screen.own
        lines = np.concatenate([each.line for each in screen.blocks])
        self._starts = np.cumsum([0, *(len(each.line) for each in screen.blocks)])
        self._order = np.argsort(lines, kind="stable")
        self._lines = lines[self._order]
        self._hand_numbers = np.zeros(len(lines), np.int64)  # of the hands on those lines
        self._groups = GroupNumbers()
        self._tracks = Tracks(self.candidates)
        self._taken = 0  # blocks
        self._fitting: dict[Ruleset, list[int]] = {each: [0, 0] for each in self.candidates}

    def recall(self, hands: int) -> bool:
        """Take the first pass's results of all hands; whether it has them."""
        if not all(self._screen.remembers(each, hands) for each in self.candidates):
            return False
        for block in self._screen.blocks:
            assert block.remembered is not None
            under = {each: block.under(each) for each in self.candidates}
            known = {each: results for each, results in under.items() if results is not None}
            self._take(block.line, block.remembered.number, block.remembered.seated, block.own, known)
        self._screen.blocks.clear()  # nothing else needs them
        return True

    def add(self, hands: Hands) -> None:
        """Take a block that is read again."""
        own = self._own_results(hands)
        tried = [each for each in self.candidates if each.family == hands.game]
        under = results_under(Together(hands), map(compiled, tried))
        self._take(hands.line, hands.number, SeatedNames.of(hands), own, dict(zip(tried, under, strict=True)))

    def diagnosed(
        self, own_fitting: int, own: str, session: str | None, *, approved: bool = False
    ) -> list[Diagnosed]:
        """Stretches found; else rulesets that fit the session better. own: the audit's. session: the stated
        one. approved: own is the room's approved controls.
        """
        runs = self._best_runs()
        whole = diagnosis_words.whose(own, session, approved=approved)
        if any(self._is_whole(run) for run in runs) or not runs:
            return self._of_the_session(own_fitting, own, whole)
        return [self._diagnosed(run, own, whole) for run in sorted(runs, key=_first)]

    def _own_results(self, hands: Hands) -> FittedResults:
        size, width = hands.seat.shape
        testable, right = np.zeros(size, np.bool_), np.ones((size, width), np.bool_)
        place, known = self._places(hands.line)
        index = self._order[place[known]]
        block = np.searchsorted(self._starts, index, side="right") - 1
        targets = np.flatnonzero(known)
        for each in np.unique(block).tolist():
            mine = block == each
            kept, rows = self._screen.blocks[each].own, index[mine] - self._starts[each]
            testable[targets[mine]] = kept.testable[rows]
            seats = min(width, kept.right.shape[1])
            right[targets[mine], :seats] = kept.right[rows, :seats]
        return FittedResults(testable, right)

    def _places(self, lines: Ints) -> tuple[Ints, Flags]:
        place = np.minimum(np.searchsorted(self._lines, lines), len(self._lines) - 1)
        return place, self._lines[place] == lines

    def _take(
        self,
        lines: Ints,
        numbers: Ints,
        seated: SeatedNames,
        own: FittedResults,
        under: dict[Ruleset, FittedResults],
    ) -> None:
        place, known = self._places(lines)
        self._hand_numbers[place[known]] = numbers[known]
        grouped = self._groups.of(seated, np.arange(len(lines)), self._taken)
        self._taken += 1
        self._tracks.add(place, grouped, own, under)
        for ruleset, other in under.items():
            self._fitting[ruleset][0] += int(other.fits.sum())
            self._fitting[ruleset][1] += int(other.testable.sum())

    def _best_runs(self) -> list[_Found]:
        taken: list[_Found] = []
        explained = np.zeros(len(self._lines), np.bool_)
        groups = self._groups.groups(self._screen.names, self._screen.players)
        while found := self._runs(explained):
            ruleset, run = max(found, key=lambda each: self._rank(each[0], each[1], groups))
            track = self._tracks.hands(ruleset, run)
            tells = track.other & ~explained[track.hands]
            taken.append(_Found(ruleset, groups[run.group], run, track.hands, tells))
            explained[track.hands[tells]] = True
        return taken

    def _runs(self, explained: Flags) -> list[tuple[Ruleset, Run]]:
        met = self._groups.met
        found = [
            (met[run.group], place, ruleset, run)
            for place, ruleset in enumerate(self.candidates)
            for run in self._tracks.runs(ruleset, explained)
        ]
        return [(ruleset, run) for _, _, ruleset, run in sorted(found, key=lambda each: each[:2])]

    def _rank(
        self, ruleset: Ruleset, run: Run, groups: Sequence[HandGroup]
    ) -> tuple[int, int, int, bool, int, str]:
        other, far, name = self._far(ruleset)
        return run.weight, -SCOPES.index(groups[run.group].scope), run.fitting, not other, -far, name

    def _alike(self, found: _Found) -> int:
        there = np.zeros(len(self._lines), np.bool_)
        there[found.hands] = True
        alike = 0
        for ruleset in self.candidates:
            if ruleset is not found.ruleset:
                track = self._tracks.of(ruleset, found.run.group)
                alike += int(track.fits[there[track.hands]].sum()) == found.run.fitting
        return alike

    def _is_whole(self, found: _Found) -> bool:
        if found.group.scope != "session":
            return False
        track = self._tracks.of(found.ruleset, found.run.group)
        return not track.own.any() and int(track.other.sum()) == found.run.weight

    def _of_the_session(self, own_fitting: int, own: str, whose: str) -> list[Diagnosed]:
        """Rulesets that fit best, and better than the own, most similar first."""
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
                    message=diagnosis_words.of_the_session(
                        right, of, each, own_fitting, own, whose, len(best) - SHOWN
                    ),
                ),
                self._telling_lines(each),
                None,
            )
            for right, of, each in best[:SHOWN]
        ]

    def _telling_lines(self, ruleset: Ruleset) -> Ints:
        track = self._tracks.of(ruleset, SESSION)
        return self._lines[track.hands[track.other]]

    def _diagnosed(self, found: _Found, own: str, whose: str) -> Diagnosed:
        ruleset, group, run, hands, tells = found
        first, last = self._hand_numbers[hands[[0, -1]]].tolist()
        return Diagnosed(
            Diagnosis(
                ruleset=ruleset.id,
                revision=ruleset.revision,
                fitting=run.fitting,
                of=len(hands),
                message=diagnosis_words.of_a_stretch(
                    group.scope, group.who, first, last, run.fitting, len(hands), run.weight,
                    ruleset, own, whose, self._alike(found),
                ),
                scope=group.scope,  # type: ignore[arg-type]  # one of the three
                who=group.who,
                first=first,
                last=last,
            ),
            self._lines[hands[tells]],
            group.who if group.scope == "player" else None,
        )  # fmt: skip

    def _far(self, ruleset: Ruleset) -> tuple[bool, int, str]:
        """Distance from the audit's ruleset: authority, then differing parameters."""
        if self._own is None:
            return False, 0, ruleset.id
        return ruleset.authority != self._own.authority, _differing(self._own, ruleset), ruleset.id


@lru_cache(maxsize=KEPT)
def _differing(own: Ruleset, other: Ruleset) -> int:
    differing, _ = apart(differences(own, other))
    return len(differing)


def _first(found: _Found) -> int:
    return int(found.hands[0])
