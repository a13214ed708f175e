"""A resolved revision: all its parameters with their citations, under its readings."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from rules.clauses import CONVENTION, Ambiguity, about, ambiguities, catalogue, series, states
from rules.controls.citing import STEP, called, citations
from rules.controls.citing import as_list as as_list  # part of what this module offers
from rules.controls.sections import Sections
from rules.typed import from_plain

BESIDE_HANDS = ("tournament", "ledger")  # families of rulesets under which no hand is played
ROOM = "room:"  # what a citation of a card room's own document begins with

_NOTHING: Mapping[str, str] = {}
_typed = from_plain(Sections)


class FixedCurrency(Struct, frozen=True):
    """The currency of the money of hands, and what fixes it: a ruleset (ID@REV) and its clause."""

    currency: str
    by: str
    clause: str


class Mandate(Struct, frozen=True, eq=False):
    """Mandatory limits of an authority in addition to a revision on some days.

    filed: the revision as it was filed. authority: its id; None: not on record. revisions: mandatory ones laid over it. laid:
    paths of their limits. unknown: paths of limits that may apply, with the reason. currency: fixed for the money of hands;
    currency_unknown: the reason.
    """

    filed: Ruleset
    authority: str | None = None
    revisions: tuple[Ruleset, ...] = ()
    laid: frozenset[str] = frozenset()
    unknown: Mapping[str, str] = field(default_factory=dict)
    currency: FixedCurrency | None = None
    currency_unknown: str | None = None


class Ruleset(Struct, frozen=True, eq=False, dict=True):
    """One revision of one ruleset. ``params``: its own parameters merged over those of the rulesets that it extends.

    readings: those that its file settles. leans: those that it takes instead of the catalogue's default and leaves open.
    reading_patches: parameters that readings set in this ruleset. corrects: the revision that it replaces on all of that
    one's days, as it left something out. ends: the last day that the file states. until: the last day in force, which a
    successor can bring forward. standing: draft, submitted, denied or approved for a card room's own controls; None for the
    library's. mandate: mandatory limits on the days of some hands, laid over ``params``. The digest leaves out corrects,
    until, standing and mandate.
    """

    id: str
    revision: int
    title: str
    authority: str
    family: str
    params: Mapping[str, Any]
    abstract: bool = False
    extends: tuple[str, ...] = ()
    starts: dt.date | None = None
    ends: dt.date | None = None
    until: dt.date | None = None
    readings: Mapping[str, str] = field(default_factory=dict)
    leans: Mapping[str, str] = field(default_factory=dict)
    summary: str = ""
    reading_patches: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    file: str = ""
    standing: str | None = None
    corrects: int | None = None
    mandate: Mandate | None = None

    def __str__(self) -> str:
        return f"{self.id}@{self.revision}"

    @property
    def in_force(self) -> dict[str, str]:
        """The first day (`from`) and the last day (`until`) in force, as text; a key is absent where there is no such day."""
        days = {"from": self.starts, "until": self.until}
        return {name: day.isoformat() for name, day in days.items() if day}

    def holds_on(self, day: dt.date) -> bool:
        """Whether the revision was in force on a day."""
        return (self.starts is None or self.starts <= day) and (self.until is None or day <= self.until)

    @property
    def played(self) -> bool:
        """Whether hands can be replayed under the revision: it is of a game, and no part of others."""
        return not self.abstract and self.family not in BESIDE_HANDS

    @property
    def as_filed(self) -> Ruleset:
        """The revision without the mandatory limits laid over it."""
        return self.mandate.filed if self.mandate is not None else self

    @property
    def laid(self) -> frozenset[str]:
        """The paths of mandatory limits laid over it."""
        return self.mandate.laid if self.mandate is not None else frozenset()

    @property
    def unknown(self) -> Mapping[str, str]:
        """Paths of mandatory limits that may apply, each with the reason that this is unknown."""
        return self.mandate.unknown if self.mandate is not None else _NOTHING

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the resolved canonical form."""
        if self.mandate is not None:
            return self.mandate.filed.digest
        canonical = {
            "id": self.id,
            "revision": self.revision,
            "family": self.family,
            "from": self.starts.isoformat() if self.starts else None,
            "readings": dict(self.readings),
            "reading": self.reading_patches,
            "params": self.params,
        }
        canonical |= {"leans": dict(self.leans)} if self.leans else {}
        canonical |= {"until": self.ends.isoformat()} if self.ends else {}
        return hashlib.sha256(msgspec.json.encode(canonical, order="deterministic")).hexdigest()

    @cached_property
    def sections(self) -> Sections:
        """The parameters as typed values. Raises msgspec.ValidationError where a section lacks a required one."""
        return _typed(self.params)

    def get(self, path: str, default: Any = None) -> Any:
        """A parameter by a path given as data, such as `stakes.unit_cap.max`; code with a fixed path uses `sections`."""
        value: Any = self.params
        for key in path.split("."):
            if not isinstance(value, Mapping) or key not in value:
                return default
            value = value[key]
        return value

    def citations(self, path: str) -> list[str]:
        """The clauses that the parameter at a path cites, else those of the nearest table around it; without conventions.

        For a list of tables, the clauses of every item; `royalty[back quads]` is one item.
        """
        found = self._citations.get(path)
        if found is None:
            cited = citations(self.params, path)
            found = self._citations[path] = [clause for clause in cited if about(clause, path)]
        return list(found)

    @cached_property
    def _citations(self) -> dict[str, list[str]]:
        """Citations looked up so far, by path."""
        return {}

    def cite(self, *paths: str, naming: Iterable[str] = (), otherwise: str | None = None) -> str:
        """The clause that a finding cites for the parameters it tests; always of a document that this ruleset cites.

        A card room's own section goes first, then the first clause that ``naming`` lists, then the first of all. For
        parameters without a clause: the first of ``naming`` that states one and binds the ruleset, else ``otherwise``, a
        clause that binds every game of its kind, else the first path, as ``convention:PATH``.
        """
        found = [clause for path in paths for clause in self.citations(path)]
        own = found[:1] if found and found[0].startswith(ROOM) else []
        named = own or [clause for clause in naming if clause in found] or found
        if not named and any(self.has(path) or self.get(path) is not None for path in paths):
            named = [clause for clause in naming if self.bound_by(clause) and _states_one(clause, paths)]
        return (named or [otherwise or f"{CONVENTION}:{paths[0]}"])[0]

    def bound_by(self, clause: str) -> bool:
        """Whether a clause is of a description that this ruleset follows, citing another clause of its series."""
        return series(clause) in self._series

    @cached_property
    def _series(self) -> frozenset[str]:
        return frozenset(series(each) for each in self.cited) - {
            "external",
            CONVENTION,
            ROOM.removesuffix(":"),
        }

    def left_open_by(self, ambiguity: Ambiguity) -> str:
        """The clause of this ruleset that leaves an ambiguity open, else the clause of a parameter that a reading sets."""
        mine = [clause for clause in ambiguity.clauses if clause in self.cited and clause != CONVENTION]
        paths = [path for each in ambiguity.readings.values() for path in each.sets]
        stated = [path for path in paths if self.has(path)]
        return mine[0] if mine else self.cite(*(stated or paths))

    @cached_property
    def cited(self) -> frozenset[str]:
        """Every clause that a parameter cites."""
        return frozenset(_cites(self.params))

    def cites_within(self, path: str) -> list[str]:
        """The clauses cited at any depth of the table at a path."""
        return list(_cites(self.get(path)))

    @cached_property
    def of_a_room(self) -> bool:
        """Whether these are a card room's own controls: filed as such, or citing the room's own document."""
        return self.standing is not None or any(each.startswith(ROOM) for each in self.cited)

    @cached_property
    def quoted(self) -> Mapping[str, str]:
        """The sentences that the controls quote from a card room's own document, by section (`room:4.2`)."""
        found: dict[str, list[str]] = {}
        for cites, text in _quotes(self.params):
            for cite in cites:
                quotes = found.setdefault(cite, [])
                quotes += [text] if text not in quotes else []
        return {cite: " ".join(quotes) for cite, quotes in found.items()}

    def wording(self, clause: str) -> str | None:
        """The text of a clause: the filed wording of a card room's own section, else the catalogue's statement."""
        if clause.startswith(ROOM):
            return self.quoted.get(clause)
        known = catalogue().get(clause)
        return known.statement if known else None

    def concerns(self, ambiguity: Ambiguity) -> bool:
        """Whether the ruleset cites a clause that leaves the ambiguity open.

        An ambiguity without a document (`convention`) concerns a ruleset that has a parameter that a reading sets.
        """
        if self.cited.isdisjoint(ambiguity.clauses):
            return False
        if ambiguity.clauses != [CONVENTION]:
            return True
        return any(self.has(path) for each in ambiguity.readings.values() for path in each.sets)

    def reading(self, ambiguity: Ambiguity) -> str:
        """The reading taken of an ambiguity."""
        return self.readings.get(ambiguity.id) or self.leans.get(ambiguity.id, ambiguity.default)

    def patch(self, ambiguity: Ambiguity, reading: str) -> Mapping[str, Any] | None:
        """The parameters that a reading sets in this ruleset, by path; None: the ruleset has none of them.

        Empty where the ruleset states that the reading changes nothing in it.
        """
        own = self.reading_patches.get(ambiguity.id, {})
        if reading not in own and not self.concerns(ambiguity):
            return None
        patch = own[reading] if reading in own else ambiguity.readings[reading].sets
        kept = {path: value for path, value in patch.items() if self.has(path)}
        return kept if kept or (not patch and reading in own) else None

    def under(self, readings: Mapping[str, str]) -> Ruleset:
        """This ruleset under other readings. Sections that they leave as they are are shared with it."""
        patches = [self.patch(ambiguities()[name], reading) or {} for name, reading in readings.items()]
        touched = {STEP.findall(path)[0][0] for patch in patches for path in patch}
        params = {
            name: deepcopy(section) if name in touched else section for name, section in self.params.items()
        }
        for patch in patches:
            for path, value in patch.items():
                set_path(params, path, value)
        return replace(self, params=params, readings={**self.readings, **readings})

    def has(self, path: str) -> bool:
        """Whether the ruleset has the parameter at a path; in a list, whether any item has it."""
        if "." not in path:
            return False
        *steps, (last, _) = STEP.findall(path)
        return any(last in target for target in _found(self.params, steps))


def _states_one(clause: str, paths: Iterable[str]) -> bool:
    """Whether a clause is known to state one of some parameters."""
    return clause in states() and any(about(clause, path) for path in paths)


def _cites(node: Any) -> Iterator[str]:
    """The clauses cited at any depth."""
    if isinstance(node, Mapping):
        yield from as_list(node.get("cite", []))
        yield from node.get("cited", {}).values()
    for child in node.values() if isinstance(node, Mapping) else node if isinstance(node, list) else ():
        if isinstance(child, Mapping | list):
            yield from _cites(child)


def _quotes(node: Any) -> Iterator[tuple[list[str], str]]:
    """(sections of a card room's own document, the text that quotes them) at any depth"""
    if isinstance(node, Mapping) and isinstance(node.get("text"), str):
        yield [cite for cite in as_list(node.get("cite", [])) if cite.startswith(ROOM)], node["text"]
    for child in node.values() if isinstance(node, Mapping) else node if isinstance(node, list) else ():
        if isinstance(child, Mapping | list):
            yield from _quotes(child)


def set_path(params: dict[str, Any], path: str, value: Any) -> None:
    """Set a parameter: `a.b`, `list[].key` for every item, `list[name].key` for the item of that name."""
    *steps, (last, _) = STEP.findall(path)
    for target in _targets(params, steps):
        target[last] = value


def _found(node: Any, steps: list[tuple[str, str]]) -> Iterator[Mapping[str, Any]]:
    """The existing tables that a path leads to."""
    if not steps:
        if isinstance(node, Mapping):
            yield node
        return
    (key, wanted), *rest = steps
    child = node.get(key) if isinstance(node, Mapping) else None
    for item in child if isinstance(child, list) else [child]:
        if not isinstance(child, list) or wanted in ("", called(item or {})):
            yield from _found(item, rest)


def _targets(node: Any, steps: list[tuple[str, str]]) -> Iterator[dict[str, Any]]:
    if not steps:
        yield node
        return
    (key, wanted), *rest = steps
    child = node.setdefault(key, {})
    if not isinstance(child, list):
        yield from _targets(child, rest)
        return
    for item in child:
        if wanted in ("", called(item)):
            yield from _targets(item, rest)
