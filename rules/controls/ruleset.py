"""A resolved revision, with citations and readings."""

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
    """Currency of money, with the ruleset (ID@REV) and clause that fix it."""

    currency: str
    by: str
    clause: str


class Mandate(Struct, frozen=True, eq=False):
    """Mandatory limits over a revision on some days.

    authority: None: not on record. revisions: mandatory ones. laid: paths of limits. unknown: paths that may apply, with
    reasons. currency: fixed, with currency_unknown where it is not known.
    """

    filed: Ruleset
    authority: str | None = None
    revisions: tuple[Ruleset, ...] = ()
    laid: frozenset[str] = frozenset()
    unknown: Mapping[str, str] = field(default_factory=dict)
    currency: FixedCurrency | None = None
    currency_unknown: str | None = None


class Ruleset(Struct, frozen=True, eq=False, dict=True):
    """One revision. ``params``: merged over those of its bases.

    readings: settled; leans: taken and left open. reading_patches: parameters that readings set. corrects: the revision
    replaced on all its days. ends: stated last day; until: last day in force, which a successor can bring forward. standing:
    of a room's own controls, None: library. mandate: limits laid over ``params``. The digest omits corrects, until, standing
    and mandate.
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
        """Days in force as text, `from` and `until`, if any."""
        days = {"from": self.starts, "until": self.until}
        return {name: day.isoformat() for name, day in days.items() if day}

    def holds_on(self, day: dt.date) -> bool:
        return (self.starts is None or self.starts <= day) and (self.until is None or day <= self.until)

    @property
    def played(self) -> bool:
        """Whether hands can be replayed under it."""
        return not self.abstract and self.family not in BESIDE_HANDS

    @property
    def as_filed(self) -> Ruleset:
        """The revision without mandatory limits."""
        return self.mandate.filed if self.mandate is not None else self

    @property
    def laid(self) -> frozenset[str]:
        return self.mandate.laid if self.mandate is not None else frozenset()

    @property
    def unknown(self) -> Mapping[str, str]:
        """Paths of limits that may apply, with reasons."""
        return self.mandate.unknown if self.mandate is not None else _NOTHING

    @cached_property
    def digest(self) -> str:
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
        """Typed parameters. Raises msgspec.ValidationError for a missing one."""
        return _typed(self.params)

    def get(self, path: str, default: Any = None) -> Any:
        """Parameter at a path from data; code uses `sections`."""
        value: Any = self.params
        for key in path.split("."):
            if not isinstance(value, Mapping) or key not in value:
                return default
            value = value[key]
        return value

    def citations(self, path: str) -> list[str]:
        """Clauses of a parameter, else of the nearest table; no conventions.

        For a list, those of all items; `royalty[back quads]` is one.
        """
        found = self._citations.get(path)
        if found is None:
            cited = citations(self.params, path)
            found = self._citations[path] = [clause for clause in cited if about(clause, path)]
        return list(found)

    @cached_property
    def _citations(self) -> dict[str, list[str]]:
        return {}

    def cite(self, *paths: str, naming: Iterable[str] = (), otherwise: str | None = None) -> str:
        """Clause that a finding cites, of a document that this ruleset cites.

        A room's own section comes first, then one in ``naming``, then any. Without a clause: one of ``naming`` that states a
        parameter and binds, else ``otherwise``, else ``convention:PATH``.
        """
        found = [clause for path in paths for clause in self.citations(path)]
        own = found[:1] if found and found[0].startswith(ROOM) else []
        named = own or [clause for clause in naming if clause in found] or found
        if not named and any(self.has(path) or self.get(path) is not None for path in paths):
            named = [clause for clause in naming if self.bound_by(clause) and _states_one(clause, paths)]
        return (named or [otherwise or f"{CONVENTION}:{paths[0]}"])[0]

    def bound_by(self, clause: str) -> bool:
        """Whether a clause is of a series that this ruleset cites."""
        return series(clause) in self._series

    @cached_property
    def _series(self) -> frozenset[str]:
        return frozenset(series(each) for each in self.cited) - {
            "external",
            CONVENTION,
            ROOM.removesuffix(":"),
        }

    def left_open_by(self, ambiguity: Ambiguity) -> str:
        """Clause that leaves an ambiguity open, else of a parameter of its readings."""
        mine = [clause for clause in ambiguity.clauses if clause in self.cited and clause != CONVENTION]
        paths = [path for each in ambiguity.readings.values() for path in each.sets]
        stated = [path for path in paths if self.has(path)]
        return mine[0] if mine else self.cite(*(stated or paths))

    @cached_property
    def cited(self) -> frozenset[str]:
        return frozenset(_cites(self.params))

    def cites_within(self, path: str) -> list[str]:
        """Clauses within a table."""
        return list(_cites(self.get(path)))

    @cached_property
    def of_a_room(self) -> bool:
        """Whether these are a room's own controls, by filing or citation."""
        return self.standing is not None or any(each.startswith(ROOM) for each in self.cited)

    @cached_property
    def quoted(self) -> Mapping[str, str]:
        """Quotations of the room's own document, by section (`room:4.2`)."""
        found: dict[str, list[str]] = {}
        for cites, text in _quotes(self.params):
            for cite in cites:
                quotes = found.setdefault(cite, [])
                quotes += [text] if text not in quotes else []
        return {cite: " ".join(quotes) for cite, quotes in found.items()}

    def wording(self, clause: str) -> str | None:
        """Text of a clause: as the room filed it, else of the catalogue."""
        if clause.startswith(ROOM):
            return self.quoted.get(clause)
        known = catalogue().get(clause)
        return known.statement if known else None

    def concerns(self, ambiguity: Ambiguity) -> bool:
        """Whether the ruleset cites a clause that leaves the ambiguity open.

        Without a document (`convention`): whether it has a parameter of a reading.
        """
        if self.cited.isdisjoint(ambiguity.clauses):
            return False
        if ambiguity.clauses != [CONVENTION]:
            return True
        return any(self.has(path) for each in ambiguity.readings.values() for path in each.sets)

    def reading(self, ambiguity: Ambiguity) -> str:
        return self.readings.get(ambiguity.id) or self.leans.get(ambiguity.id, ambiguity.default)

    def patch(self, ambiguity: Ambiguity, reading: str) -> Mapping[str, Any] | None:
        """Parameters that a reading sets here, by path; None: it has none of them.

        Empty: the ruleset says that it changes nothing.
        """
        own = self.reading_patches.get(ambiguity.id, {})
        if reading not in own and not self.concerns(ambiguity):
            return None
        patch = own[reading] if reading in own else ambiguity.readings[reading].sets
        kept = {path: value for path, value in patch.items() if self.has(path)}
        return kept if kept or (not patch and reading in own) else None

    def under(self, readings: Mapping[str, str]) -> Ruleset:
        """Ruleset under other readings; unchanged sections are shared."""
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
        """Whether the parameter is there; in a list, in any item."""
        if "." not in path:
            return False
        *steps, (last, _) = STEP.findall(path)
        return any(last in target for target in _found(self.params, steps))


def _states_one(clause: str, paths: Iterable[str]) -> bool:
    return clause in states() and any(about(clause, path) for path in paths)


def _cites(node: Any) -> Iterator[str]:
    if isinstance(node, Mapping):
        yield from as_list(node.get("cite", []))
        yield from node.get("cited", {}).values()
    for child in node.values() if isinstance(node, Mapping) else node if isinstance(node, list) else ():
        if isinstance(child, Mapping | list):
            yield from _cites(child)


def _quotes(node: Any) -> Iterator[tuple[list[str], str]]:
    if isinstance(node, Mapping) and isinstance(node.get("text"), str):
        yield [cite for cite in as_list(node.get("cite", [])) if cite.startswith(ROOM)], node["text"]
    for child in node.values() if isinstance(node, Mapping) else node if isinstance(node, list) else ():
        if isinstance(child, Mapping | list):
            yield from _quotes(child)


def set_path(params: dict[str, Any], path: str, value: Any) -> None:
    """Set a parameter: `a.b`, `list[].key`, `list[name].key`."""
    *steps, (last, _) = STEP.findall(path)
    for target in _targets(params, steps):
        target[last] = value


def _found(node: Any, steps: list[tuple[str, str]]) -> Iterator[Mapping[str, Any]]:
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
