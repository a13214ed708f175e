"""Where the recorded nets are wrong under the session's ruleset and right under another one of the library."""

from __future__ import annotations

import numpy as np

from rules.audit.restitution import testable_hands
from rules.controls.difference import apart, differences
from rules.controls.library import Library
from rules.controls.ruleset import Ruleset
from rules.hands import Hands, any_seat, every_seat
from rules.replay.chinese import Replayed, replay
from rules.replay.scoring import compiled
from rules.results import Diagnosis

SAMPLE = 2048  # differing hands on which the library is tried before the whole log is read again
SHOWN = 3  # of rulesets that fit alike
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
                self.blocks.append(replayed.hands.take(np.flatnonzero(differing), acts=False))
            self.count += int(differing.sum())

    def candidates(self, library: Library) -> list[Ruleset]:
        """Rulesets of the same family under which nearly all of the sample fits: of the library, and no room's own."""
        if self.ruleset is None:
            return []
        sampled = sum(len(block) for block in self.blocks)
        others = [
            each
            for each in library.rulesets()
            if each.family == self.ruleset.family
            and each.digest != self.ruleset.digest
            and each.standing is None
        ]
        return [each for each in others if sum(fitting(b, each)[0] for b in self.blocks) >= ENOUGH * sampled]


def fitting(hands: Hands, ruleset: Ruleset) -> tuple[int, int]:
    """How many hands' recorded nets fit a ruleset, of how many that could be tested."""
    replayed = replay(hands, compiled(ruleset))
    testable = testable_hands(replayed)
    right = every_seat((replayed.net == hands.net) | ~hands.present)
    return int((testable & right).sum()), int(testable.sum())


class Fit:
    """Counts the fitting hands of a log for some rulesets, beside the ``own`` one that the audit replayed under."""

    def __init__(self, rulesets: list[Ruleset], own: Ruleset | None) -> None:
        self._counts = {ruleset: [0, 0] for ruleset in rulesets}
        self._own = own

    def add(self, hands: Hands) -> None:
        for ruleset, counts in self._counts.items():
            if ruleset.family != hands.game:
                continue
            right, of = fitting(hands, ruleset)
            counts[0] += right
            counts[1] += of

    def told(self, own_fitting: int, own: str, session: str | None) -> list[Diagnosis]:
        """The rulesets that fit best, and better than the audit's own, the nearest to it first.

        session: what the room said. Where many fit alike the first few are named, and how many more there are.
        """
        whose = "the ruleset of the session" if session is None or own == session else "the ruleset asked for"
        better = [
            (right, of, each) for each, (right, of) in self._counts.items() if right > own_fitting and right
        ]
        if not better:
            return []
        most = max(right for right, _, _ in better)
        best = sorted((found for found in better if found[0] == most), key=lambda found: self._far(found[2]))
        more = f" {len(best) - SHOWN} more rulesets fit as well." if len(best) > SHOWN else ""
        return [
            Diagnosis(
                ruleset=each.id,
                revision=each.revision,
                fitting=right,
                of=of,
                message=(
                    f"The results of {right:,} of {of:,} hands fit {each.id}; "
                    f"under {own}, {whose}, {own_fitting:,} do.{more}"
                ),
            )
            for right, of, each in best[:SHOWN]
        ]

    def _far(self, ruleset: Ruleset) -> tuple[bool, int, str]:
        """How far a ruleset is from the audit's own: another authority's, then by parameters that differ."""
        if self._own is None:
            return False, 0, ruleset.id
        differing, _ = apart(differences(self._own, ruleset))
        return ruleset.authority != self._own.authority, len(differing), ruleset.id
