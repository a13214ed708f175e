"""The gate: flips tried over samples until an audit changes."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from rules.audit import NoRuleset
from rules.checks.coverage import stating
from rules.controls.library import Library, NotApproved, UnknownRuleset
from rules.controls.ruleset import Ruleset
from rules.records.problems import Refused
from simulation.flips.facts import Fact, ShownByFlip, codes_that_differ, facts_of, first_difference
from simulation.flips.flipped import Illegal, flipped, with_flipped
from simulation.flips.leaves import Leaf, leaves
from simulation.flips.samples import FlipSample
from simulation.flips.values import other_values

NOT_AUDITED = (Refused, NoRuleset, UnknownRuleset, NotApproved)  # of a sample: it shows nothing
MOST_TRIES = 60  # audits for one flip, over all rulesets that state the value
FEW_WORDS = 6  # of a choice; of one with more, such as the patterns of hands, one other word is enough


class FlipPlace(Struct, frozen=True):
    ruleset: Ruleset
    leaf: Leaf


class Before(Struct, frozen=True, dict=True):
    """Facts under unchanged rulesets, and digests of those consulted."""

    facts: Counter[Fact]
    used: frozenset[str]

    @cached_property
    def weights(self) -> Mapping[Hashable, int]:
        """Chance that a flip changes a check, by its code: 2 with a finding of it, 1 where it tests anything, else 0."""
        found: defaultdict[Hashable, int] = defaultdict(int)
        for what, code, _, *counts in self.facts:
            weight = 2 if what == "finding" else int(what == "coverage" and counts[0] != 0)
            found[code] = max(found[code], weight)
        return found


class Flip(Struct, frozen=True):
    """Another value of a parameter, wherever rulesets state the first."""

    path: str  # without names of items
    value: Any
    other: Any
    places: tuple[FlipPlace, ...]

    @property
    def id(self) -> str:
        return flip_id(self.path, self.value, self.other)

    @property
    def of_words(self) -> bool:
        """Whether it is a switch or a choice of few words, of which each is tried."""
        kind = self.places[0].leaf.kind
        return kind is not None and kind.what in ("choice", "switch") and len(kind.words) <= FEW_WORDS


class FlipAudit(Struct, frozen=True):
    """An audit that a flip changes. leaf: the whole path flipped. codes: the checks that state otherwise."""

    ruleset: str
    leaf: str
    sample: str
    codes: tuple[str, ...]


class Verdict(Struct, frozen=True, kw_only=True):
    """Result of a flip. refused: reason against the value. shown: changed fact; None: none of ``tried``. leaf: whole path that
    showed it. codes: checks that state otherwise there. also: further audits that it changes, each by a check new to them.
    """

    path: str
    value: Any
    other: Any
    refused: str | None = None
    shown: ShownByFlip | None = None
    ruleset: str | None = None
    leaf: str | None = None
    sample: str | None = None
    tried: int = 0
    codes: tuple[str, ...] = ()
    also: tuple[FlipAudit, ...] = ()

    @property
    def id(self) -> str:
        return flip_id(self.path, self.value, self.other)

    @property
    def every_code(self) -> frozenset[str]:
        """The checks that state otherwise in any of its audits."""
        return frozenset(self.codes).union(*(each.codes for each in self.also))


def flip_id(path: str, value: Any, other: Any) -> str:
    """Unique text of a flip."""
    return f"{path}: {_written(value)} to {_written(other)}"


def flips(rulesets: Iterable[Ruleset]) -> Iterator[Flip]:
    """Each stated value with each other legal candidate: one flip for all places with that value."""
    stated: defaultdict[tuple[str, str], list[FlipPlace]] = defaultdict(list)
    for each in rulesets:
        for leaf in leaves(each):
            stated[leaf.general, _written(leaf.value)].append(FlipPlace(each, leaf))
    for (path, _), places in stated.items():
        first = places[0].leaf
        for other in other_values(first.value, first.kind):
            yield Flip(path, first.value, other, tuple(places))


def verdicts_of(gate: Gate, every: Iterable[Flip], known: Mapping[str, Verdict]) -> Iterator[Verdict]:
    """Verdicts. known: earlier ones by `Flip.id`. One flip that shows is enough for a path of figures, texts or lists."""
    shown: set[str] = set()
    for flip in every:
        if flip.of_words or flip.path not in shown:
            found = gate.verdict(flip, known.get(flip.id))
            shown |= {flip.path} if found.shown is not None else set()
            yield found


def unlike_places(flip: Flip, made: Iterable[int]) -> Iterator[int]:
    """First places that differ in ruleset, game or clauses."""
    found = set()
    for place in made:
        each = flip.places[place]
        key = (each.ruleset.digest, each.leaf.game, each.leaf.clauses)
        if key not in found:
            found.add(key)
            yield place


def _written(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=lambda day: day.isoformat())


class Gate:
    """Flips over samples. One that differs is tried first for the next of its path or section."""

    def __init__(
        self, registry: Library, samples: Sequence[FlipSample], before: dict[str, Before] | None = None
    ) -> None:
        self._registry = registry
        self._samples = {each.name: each for each in samples}
        self._before = {} if before is None else before
        self._of: defaultdict[str, list[str]] = defaultdict(list)
        self._proven: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for each in samples:
            for ruleset in each.named(registry):
                self._of[ruleset.digest].append(each.name)

    def before(self, name: str) -> Before:
        """Audit of a sample under unchanged rulesets; computed once."""
        if name not in self._before:
            self._before[name] = self._stated(self._samples[name])
        return self._before[name]

    def sample(self, name: str) -> FlipSample:
        """A sample by name. Raises KeyError."""
        return self._samples[name]

    def samples_of(self, ruleset: Ruleset) -> Sequence[str]:
        """Names of the samples whose audits may consult a ruleset."""
        return self._of[ruleset.digest]

    def _stated(self, sample: FlipSample) -> Before:
        """Facts of an audit; none where the sample is refused or has no ruleset."""
        try:
            stated = sample.stated(sample.registry(self._registry))
        except NOT_AUDITED:
            return Before(Counter(), frozenset())
        return Before(facts_of(stated), stated.used)

    def verdict(self, flip: Flip, known: Verdict | None = None) -> Verdict:
        said = {"path": flip.path, "value": flip.value, "other": flip.other}
        made, refused = self.legal(flip)
        if not made:
            return Verdict(**said, refused=refused)
        tried = 0
        for place, name in (*self._as_known(flip, made, known), *self._order(flip, made)):
            if tried == MOST_TRIES:
                break
            if flip.places[place].ruleset.digest not in self.before(name).used:
                continue
            tried += 1
            after = self.tried(made[place], self._samples[name])
            shown = first_difference(self.before(name).facts, after) if after is not None else None
            if after is not None and shown is not None:
                self._learn(flip.path, name)
                changed, codes = flip.places[place], codes_that_differ(self.before(name).facts, after)
                return Verdict(
                    **said, shown=shown, ruleset=str(changed.ruleset), leaf=changed.leaf.path, sample=name,
                    tried=tried, codes=codes,
                )  # fmt: skip
        return Verdict(**said, tried=tried)

    def _as_known(
        self, flip: Flip, made: Mapping[int, Ruleset], known: Verdict | None
    ) -> Iterator[tuple[int, str]]:
        """Place and sample of an earlier verdict that still exist."""
        if known is not None and known.sample in self._samples:
            for place in made:
                each = flip.places[place]
                if (str(each.ruleset), each.leaf.path) == (known.ruleset, known.leaf):
                    yield place, known.sample

    def tried(self, ruleset: Ruleset, sample: FlipSample) -> Counter[Fact] | None:
        """Facts under a flipped ruleset; None where the sample is refused."""
        registry = with_flipped(sample.registry(self._registry), ruleset)
        try:
            return facts_of(sample.stated(registry))
        except NOT_AUDITED:
            return None

    def legal(self, flip: Flip) -> tuple[dict[int, Ruleset], str | None]:
        """Flipped rulesets by place, else why the value is illegal."""
        made, refused = {}, None
        for place, each in enumerate(flip.places):
            try:
                made[place] = flipped(each.ruleset, each.leaf.steps, flip.other)
            except Illegal as error:
                refused = refused or str(error)
        return made, refused

    def _order(self, flip: Flip, made: Mapping[int, Ruleset]) -> list[tuple[int, str]]:
        """(place, sample), the likeliest first; at equal chances one of each place in turn."""
        holding, proven = stating(flip.path), self._proven_of(flip.path)
        ranked = []
        for place in unlike_places(flip, made):
            each = flip.places[place]
            for turn, name in enumerate(self._of[each.ruleset.digest]):
                weight = proven(name) + 500 * self._aimed(each.leaf, self._samples[name], holding)
                ranked.append((-weight, turn, place, name))
        return [(place, name) for *_, place, name in sorted(ranked)]

    def _proven_of(self, path: str) -> Callable[[str], int]:
        """Rank by samples that showed the path, its table and its section."""
        table, section = path.rpartition(".")[0], path.partition(".")[0]
        of_path, of_table, of_section = (self._proven[each] for each in (path, table, section))
        return lambda name: 10_000 * of_path[name] + 100 * min(of_table[name], 50) + min(of_section[name], 50)

    def _aimed(self, leaf: Leaf, sample: FlipSample, holding: frozenset[str]) -> int:
        """Closeness of a sample to a leaf: clause, game, checks of it (``holding``)."""
        aimed = 6 * len(sample.clauses.intersection(leaf.clauses)) if sample.clauses else 0
        return aimed + len(holding & sample.codes) + 4 * (leaf.game in sample.games)

    def _learn(self, path: str, name: str) -> None:
        for each in (path, path.rpartition(".")[0], path.partition(".")[0]):
            self._proven[each][name] += 1
