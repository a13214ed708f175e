"""Mandatory limits of a room's authority, by the hand's day.

A mandatory ruleset binds by its own bounds and fixed values. They are laid over the revision in force, so that checks test a
hand once, under the stricter, and cite its source.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from rules.controls.authority import Authority
from rules.controls.bounds import binds, breach
from rules.controls.fixed_currency import fixed_by, fixes_currency
from rules.controls.ruleset import BESIDE_HANDS, Mandate, Ruleset, as_list

if TYPE_CHECKING:
    from rules.card_room import Room

NO_ROOM = "the room is not on record, so that the limits of its authority are not known"
NO_AUTHORITY = "the authority of the room is not on record, so that its limits are not known"
KEPT = 512  # revisions that a library keeps with limits laid over them; drafts come and go
_MONEY_IN = "currency"  # the currency of amounts, which is no limit by itself
_OF_FEES = f"fees.{_MONEY_IN}"


class RevisionSource(Protocol):
    """Part of a library that limits need."""

    @property
    def authorities(self) -> Mapping[str, Authority]: ...
    @property
    def limited(self) -> dict[Any, Ruleset]: ...
    def revisions(self) -> list[Ruleset]: ...


class MandatoryPart(NamedTuple):
    """A mandatory revision, with its own part."""

    revision: Ruleset
    params: Mapping[str, Any]

    @property
    def paths(self) -> list[str]:
        return list(_paths(self.params, ""))


class MandatoryLimits:
    """Mandatory limits of each day. ``authority``: id on a day, None: not on record."""

    def __init__(
        self,
        registry: RevisionSource,
        authority: Callable[[dt.date], str | None],
        because: str = NO_AUTHORITY,
    ) -> None:
        self._registry, self._authority, self._because = registry, authority, because
        self._made: dict[Any, Ruleset] = {}

    @classmethod
    def of_room(
        cls, registry: RevisionSource, room: Room | None, authority: str | None = None
    ) -> MandatoryLimits:
        """Limits of a room's authority, or of ``authority`` without a room."""
        if room is None:
            return cls(registry, lambda _: authority, NO_ROOM)
        return cls(registry, lambda day: room.on(day).authority)

    def authority(self, day: dt.date) -> Authority | None:
        """Authority on a day; None: not on record, or unknown."""
        return self._registry.authorities.get(self._authority(day) or "")

    @cached_property
    def revisions(self) -> list[Ruleset]:
        """Revisions mandatory for some room."""
        return [part.revision for part in self.parts]

    @property
    def parts(self) -> list[MandatoryPart]:
        """Parts mandatory for some room."""
        return [part for parts in self._parts.values() for part in parts]

    @cached_property
    def _parts(self) -> dict[str, list[MandatoryPart]]:
        if self._registry not in _PARTS:
            _PARTS[self._registry] = _mandatory_parts(self._registry)
        return _PARTS[self._registry]

    def mandatory(self, day: dt.date, family: str) -> list[MandatoryPart]:
        authority = self.authority(day)
        return list(self._in_force(authority.mandatory, day, family)) if authority else []

    def _for(self, name: str, family: str) -> list[MandatoryPart]:
        return [part for part in self._parts[name] if concerns(part.revision.family, family)]

    def _in_force(self, names: Iterable[str], day: dt.date, family: str) -> Iterator[MandatoryPart]:
        for name in names:
            yield from (part for part in self._for(name, family) if part.revision.holds_on(day))

    def _possible(self, day: dt.date, family: str) -> list[MandatoryPart]:
        """Parts that may be mandatory on a day: of each ruleset the revision in force, else all."""
        return [
            part
            for parts in (self._for(name, family) for name in self._parts)
            for part in [each for each in parts if each.revision.holds_on(day)] or parts
        ]

    def over(self, revision: Ruleset, day: dt.date) -> Ruleset:
        """Revision under a day's mandatory limits; equal arguments give one object."""
        authority = self.authority(day)
        family = revision.family
        parts = self.mandatory(day, family) if authority else self._possible(day, family)
        laid = tuple(str(part.revision) for part in parts)
        key = (revision, authority.id if authority else None, self._because, laid)
        if key not in self._made:
            kept = self._registry.limited
            if len(kept) >= KEPT:
                kept.clear()
            self._made[key] = kept.get(key) or kept.setdefault(key, self._over(revision, authority, parts))
        return self._made[key]

    def _over(
        self, revision: Ruleset, authority: Authority | None, parts: Sequence[MandatoryPart]
    ) -> Ruleset:
        if authority is None:
            unknown = dict.fromkeys(sorted({path for part in parts for path in part.paths}), self._because)
            because = self._because if any(fixes_currency(part.params) for part in parts) else None
            return replace(revision, mandate=Mandate(revision, unknown=unknown, currency_unknown=because))
        unknown = self._not_in_force(authority, {part.revision.id for part in parts}, revision.family)
        params, laid = dict(revision.params), []
        for part in parts:
            if other := _other_money(revision, part):
                unknown |= dict.fromkeys(part.paths, other)
                continue
            params, _ = laid_over(params, part.params)
            laid.append(part)
        mandatory = tuple(part.revision for part in laid)
        limits = frozenset(path for part in laid for path in part.paths)
        currency = fixed_by(parts, revision)
        lapsed = None if currency else self._currency_not_in_force(authority, parts, revision.family)
        mandate = Mandate(revision, authority.id, mandatory, limits, unknown, currency, lapsed)
        return replace(revision, params=params, mandate=mandate)

    def _currency_not_in_force(
        self, authority: Authority, parts: Sequence[MandatoryPart], family: str
    ) -> str | None:
        """Reason why no revision that fixes the currency was in force; None: one was."""
        there = {part.revision.id for part in parts}
        for name in authority.mandatory:
            if name not in there and any(fixes_currency(part.params) for part in self._for(name, family)):
                return _lapsed(name, family)
        return None

    def _not_in_force(self, authority: Authority, there: set[str], family: str) -> dict[str, str]:
        """Limits without a revision in force, with reasons."""
        return {
            path: _lapsed(name, family)
            for name in authority.mandatory
            if name not in there
            for part in self._for(name, family)
            for path in part.paths
        }


def _lapsed(name: str, family: str) -> str:
    when = "the day of the event" if family in BESIDE_HANDS else "the hand's day"
    return f"no revision of {name} was in force on {when}"


def concerns(mandatory: str, family: str) -> bool:
    """Whether a mandatory ruleset concerns a family: of any game, or the same event."""
    return mandatory == family or not {mandatory, family} & set(BESIDE_HANDS)


def _other_money(revision: Ruleset, part: MandatoryPart) -> str | None:
    """Reason why limits are in another currency; None: they are not."""
    own, theirs = revision.get(_OF_FEES), part.params.get("fees", {}).get(_MONEY_IN)
    if own is None or theirs is None or own == theirs:
        return None
    return f"the controls have fees in {own}, and the limits of {part.revision} are in {theirs}"


def breaches(ruleset: Ruleset, part: MandatoryPart) -> list[str]:
    """Excesses over a mandatory part, with both values and the clause."""
    _, found = laid_over(ruleset.params, part.params)
    return [f"{ruleset.file}: {each}" for each in found]


def laid_over(
    own: Mapping[str, Any], law: Mapping[str, Any], path: str = ""
) -> tuple[dict[str, Any], list[str]]:
    """Parameters under the binding values, stricter ones kept, and breaches."""
    made, found = dict(own), []
    for key, binding in law.items():
        where, value = (f"{path}.{key}" if path else key), own.get(key)
        if isinstance(binding, Mapping):
            inner, below = laid_over(value if isinstance(value, Mapping) else {}, binding, where)
            found += below
            if inner:
                made[key] = inner
        elif binds(law, key):
            wrong = None if value is None else breach(law, key, value)
            found += [f"{where}: {wrong}"] if wrong else []
            if value is None or value == binding or wrong:
                made[key] = deepcopy(binding)
                _cite(made, own, law, key)
    if made and not own and "cite" in law:
        made["cite"] = deepcopy(law["cite"])
        made.pop("cited", None)
    return made, found


def _cite(made: dict[str, Any], own: Mapping[str, Any], law: Mapping[str, Any], key: str) -> None:
    """Cite the law for one parameter of a table."""
    if own and "cite" in law and own.get("cite") != law["cite"]:
        made["cited"] = {**made.get("cited", {}), key: as_list(law["cite"])[0]}


_PARTS: WeakKeyDictionary[RevisionSource, dict[str, list[MandatoryPart]]] = WeakKeyDictionary()


def _mandatory_parts(registry: RevisionSource) -> dict[str, list[MandatoryPart]]:
    """Mandatory revisions by id, oldest first."""
    named = {ruleset for each in registry.authorities.values() for ruleset in each.mandatory}
    revisions = {str(each): each for each in registry.revisions()}
    return {
        name: [MandatoryPart(each, _own(each, revisions)) for each in revisions.values() if each.id == name]
        for name in sorted(named)
    }


def _own(revision: Ruleset, revisions: Mapping[str, Ruleset]) -> dict[str, Any]:
    params = dict(revision.params)
    for base in revision.extends:
        params = beyond(params, revisions[base].params if base in revisions else {})
    return params


def beyond(params: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters stated beyond others."""
    found = {}
    for key, value in params.items():
        if isinstance(value, Mapping) and isinstance(base.get(key), Mapping):
            inner = beyond(value, base[key])
            if inner:
                found[key] = inner
        elif value != base.get(key):
            found[key] = value
    return found


def _paths(node: Mapping[str, Any], path: str) -> Iterator[str]:
    """Paths of bounds and fixed values, without currencies."""
    for key, value in node.items():
        where = f"{path}.{key}" if path else key
        if isinstance(value, Mapping):
            yield from _paths(value, where)
        elif binds(node, key) and key != _MONEY_IN:
            yield where
