"""Where the recorded nets are wrong under the session's ruleset and right under another one of the library."""

from __future__ import annotations

import numpy as np

from rules.audit.restitution import testable_hands
from rules.controls.library import Library
from rules.controls.ruleset import Ruleset
from rules.hands import Hands, any_seat, every_seat
from rules.replay.chinese import Replayed, replay
from rules.replay.scoring import compiled
from rules.results import Diagnosis

SAMPLE = 2048  # differing hands on which the library is tried before the whole log is read again
ENOUGH = 0.9  # of the sample must fit for a ruleset to be tried on the whole log


class DifferingHands:
    """A sample of the hands whose recorded nets differ, to try the library on."""

    def __init__(self) -> None:
        self.blocks: list[Hands] = []
        self.count = 0
        self.ruleset: Ruleset | None = None

    def add(self, replayed: Replayed) -> None:
        testable = testable_hands(replayed)
        differing = testable & any_seat((replayed.net != replayed.hands.net) & replayed.hands.present)
        if differing.any():
            self.ruleset = replayed.scoring.ruleset
            if self.count < SAMPLE:
                self.blocks.append(replayed.hands.take(np.flatnonzero(differing)))
            self.count += int(differing.sum())

    def candidates(self, library: Library) -> list[Ruleset]:
        """Rulesets of the same family under which nearly all of the sample fits."""
        if self.ruleset is None:
            return []
        sampled = sum(len(block) for block in self.blocks)
        others = [
            each
            for each in library.rulesets()
            if each.family == self.ruleset.family and each.digest != self.ruleset.digest
        ]
        return [each for each in others if sum(fitting(b, each)[0] for b in self.blocks) >= ENOUGH * sampled]


def fitting(hands: Hands, ruleset: Ruleset) -> tuple[int, int]:
    """How many hands' recorded nets fit a ruleset, of how many that could be tested."""
    replayed = replay(hands, compiled(ruleset))
    testable = testable_hands(replayed)
    right = every_seat((replayed.net == hands.net) | ~hands.present)
    return int((testable & right).sum()), int(testable.sum())


class Fit:
    """Counts the fitting hands of a log for some rulesets."""

    def __init__(self, rulesets: list[Ruleset]) -> None:
        self._counts = {ruleset: [0, 0] for ruleset in rulesets}

    def add(self, hands: Hands) -> None:
        for ruleset, counts in self._counts.items():
            right, of = fitting(hands, ruleset)
            counts[0] += right
            counts[1] += of

    def told(self, own_fitting: int, own: str, session: str | None) -> list[Diagnosis]:
        """The rulesets that fit better than the audit's own, the best first; ``session``: what the room said."""
        whose = "the ruleset of the session" if session is None or own == session else "the ruleset asked for"
        better = [
            (right, of, each) for each, (right, of) in self._counts.items() if right > own_fitting and right
        ]
        better.sort(key=lambda found: (-found[0], found[2].id))
        if not better:
            return []
        most = better[0][0]
        return [
            Diagnosis(
                ruleset=each.id,
                revision=each.revision,
                fitting=right,
                of=of,
                message=(
                    f"The results of {right:,} of {of:,} hands fit {each.id}; "
                    f"under {own}, {whose}, {own_fitting:,} do."
                ),
            )
            for right, of, each in better
            if right == most
        ]
