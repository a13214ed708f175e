"""Checks that a parameter's flips change: beside those of the first audit that shows a flip, each that states the parameter as
its rule is looked for in samples that it tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from rules.controls.ruleset import Ruleset
from simulation.flips.facts import codes_that_differ
from simulation.flips.gate import Flip, FlipAudit, Gate, Verdict, unlike_places

MOST_FOR_CHECK = 16  # audits in which one check is looked for, over the flips of a parameter


class FlipTry(Struct, frozen=True):
    """A legal flip at one place, over one sample."""

    flip: Flip
    place: int
    ruleset: Ruleset
    sample: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """Flip, revision, place and sample as text."""
        return self.flip.id, str(self.ruleset), self.flip.places[self.place].leaf.path, self.sample


def with_holders(
    gate: Gate,
    every: Iterable[Flip],
    verdicts: Iterable[Verdict],
    known: Mapping[str, Verdict],
    wanted: Wanted,
) -> Iterator[Verdict]:
    """The verdicts of a path's flips, with further audits (`Verdict.also`) that show the checks ``wanted`` of it. A flip of
    figures that had no verdict gets one where it shows a check first. known: earlier verdicts by id, whose audits come first.
    """
    by_path: dict[str, list[Flip]] = {}
    for flip in every:
        by_path.setdefault(flip.path, []).append(flip)
    found: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        found.setdefault(verdict.path, []).append(verdict)
    for path, flips in by_path.items():
        mine = found.get(path, [])
        shows = any(each.shown is not None for each in mine)
        yield from HolderSearch(gate, flips, mine, known).searched(wanted(path)) if shows else mine


Wanted = Callable[[str], Iterable[str]]  # codes of the checks to look for, by the path of a parameter


class HolderSearch:
    """Search for the checks that the flips of one parameter change."""

    def __init__(
        self, gate: Gate, flips: list[Flip], verdicts: list[Verdict], known: Mapping[str, Verdict]
    ) -> None:
        self._gate, self._known = gate, known
        self._verdicts = {each.id: each for each in verdicts}
        of_shown = {each.id for each in verdicts if each.shown is not None}
        self._flips = sorted(flips, key=lambda each: each.id not in of_shown)
        self._codes = {code for each in verdicts for code in each.codes}
        self._tries = list(self._in_turn())
        self._done: set[tuple[str, str, str, str]] = set()

    def searched(self, wanted: Iterable[str]) -> list[Verdict]:
        """The verdicts with what was found, in the order of the flips."""
        earlier = {
            (flip.id, each.ruleset, each.leaf, each.sample)
            for flip in self._flips
            for each in self._also(flip)
        }
        for each in self._tries:
            if each.key in earlier:
                self._audit(each)
        for code in sorted(wanted):
            self._look_for(code)
        order = {flip.id: at for at, flip in enumerate(self._flips)}
        return sorted(self._verdicts.values(), key=lambda each: order[each.id])

    def _also(self, flip: Flip) -> tuple[FlipAudit, ...]:
        known = self._known.get(flip.id)
        return known.also if known is not None else ()

    def _in_turn(self) -> Iterator[FlipTry]:
        """One sample of each place of each flip in turn."""
        rows = [self._at(flip, place, made) for flip in self._flips for place, made in self._unlike(flip)]
        return (each for turn in zip_longest(*rows) for each in turn if each is not None)

    def _unlike(self, flip: Flip) -> list[tuple[int, Ruleset]]:
        made, _ = self._gate.legal(flip)
        return [(place, made[place]) for place in unlike_places(flip, made)]

    def _at(self, flip: Flip, place: int, made: Ruleset) -> list[FlipTry]:
        names = self._gate.samples_of(flip.places[place].ruleset)
        return [FlipTry(flip, place, made, name) for name in names]

    def _look_for(self, code: str) -> None:
        """Audits samples that a check tests, those with findings of it first, until one changes it, or enough were tried."""
        left = MOST_FOR_CHECK
        for each in sorted(self._tries, key=lambda each: -self._weight(each, code)):
            if code in self._codes or not left or not self._weight(each, code):
                return
            if each.key not in self._done:
                left -= self._audit(each)

    def _weight(self, each: FlipTry, code: str) -> int:
        return self._gate.before(each.sample).weights.get(code, 0)

    def _audit(self, each: FlipTry) -> int:
        """Whether the sample's audit consults the ruleset: its checks that no flip changed before are kept."""
        self._done.add(each.key)
        before, leaf = self._gate.before(each.sample), each.flip.places[each.place].leaf
        if each.flip.places[each.place].ruleset.digest not in before.used:
            return 0
        after = self._gate.tried(each.ruleset, self._gate.sample(each.sample))
        codes = codes_that_differ(before.facts, after) if after is not None else ()
        new = tuple(code for code in codes if code not in self._codes)
        if new:
            self._codes |= set(new)
            self._keep(each.flip, FlipAudit(str(each.ruleset), leaf.path, each.sample, new))
        return 1

    def _keep(self, flip: Flip, audit: FlipAudit) -> None:
        if flip.id not in self._verdicts:
            known = self._known.get(flip.id)
            self._verdicts[flip.id] = self._gate.verdict(flip, known)
        found = self._verdicts[flip.id]
        self._verdicts[flip.id] = replace(found, also=(*found.also, audit))
