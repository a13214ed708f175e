"""A room's controls against mandatory rules, before approval."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rules.controls.fee_completeness import fee_problems
from rules.controls.filing_warnings import law_warnings, open_procedures
from rules.controls.library import Library
from rules.controls.mandatory_limits import MandatoryLimits, beyond, breaches
from rules.controls.record_levels_demanded import level_problems
from rules.controls.ruleset import Ruleset, as_list

if TYPE_CHECKING:
    from rules.card_room import Room

_CLASSES = "fees.classes"


def limit_problems(draft: Ruleset, registry: Library, room: Room | None) -> list[str]:
    """Contradictions between a draft and what is mandatory on its days.

    Each names parameter, values and clause. Without a room the draft's authority counts.
    """
    found = list(_ended(draft, registry))
    if draft.starts is None:  # that is a problem of its own
        return found
    limits = (
        MandatoryLimits.of_room(registry, room)
        if room
        else MandatoryLimits(registry, lambda _: _named(draft, registry))
    )
    for day in _days(draft, limits, room):
        if limits.authority(day) is None:
            found += _without(draft, registry, room, day)
        else:
            found += _of_the_day(draft, registry, limits, room, day)
    return list(dict.fromkeys(found))


def limit_warnings(draft: Ruleset, registry: Library, room: Room | None) -> list[str]:
    """Mandatory rules that could not be checked, and other warnings."""
    opened = list(open_procedures(draft))
    if draft.starts is None:
        return opened
    limits = (
        MandatoryLimits.of_room(registry, room)
        if room
        else MandatoryLimits(registry, lambda _: _named(draft, registry))
    )
    days = _days(draft, limits, room)
    beside = dict.fromkeys(each for day in days for each in law_warnings(draft, registry, limits, day))
    return [*_unclassed(draft, registry, limits, room), *beside, *opened]


def _unclassed(draft: Ruleset, registry: Library, limits: MandatoryLimits, room: Room | None) -> list[str]:
    if room is None:
        return []
    kinds = _filed_kinds(draft, registry)
    unclassed = [
        day
        for day in _days(draft, limits, room)
        if kinds and limits.mandatory(day, draft.family) and room.on(day).licence_class is None
    ]
    return [
        f"the licence class of room {room.id} is not on record on {day.isoformat()}: whether it may take "
        f"{' or '.join(kinds)} was not tested"
        for day in unclassed[:1]
    ]


def _named(draft: Ruleset, registry: Library) -> str | None:
    return next((each.id for each in registry.authorities.values() if each.title == draft.authority), None)


def _days(draft: Ruleset, limits: MandatoryLimits, room: Room | None) -> list[dt.date]:
    """First day of a draft, and days on which terms or mandatory rules change."""
    assert draft.starts is not None
    terms = [each.starts for each in room.terms] if room else []
    changes = [*terms, *(each.starts for each in limits.revisions)]
    last = draft.ends or dt.date.max
    return sorted({draft.starts, *(day for day in changes if day and draft.starts < day <= last)})


def _without(draft: Ruleset, registry: Library, room: Room | None, day: dt.date) -> list[str]:
    if room is None:
        return []
    listed = ", ".join(f"{each.id} ({each.title})" for each in registry.authorities.values())
    return [
        f"{draft.file}: the authority of room {room.id} is not on record on {day.isoformat()}, so that the limits that hold "
        f"for it are not known. Put it on record: 'auditor rooms put {room.id} --authority ID …', or \"authority\" in PUT "
        f"/v1/rooms/{room.id}; the library has {listed or 'none'}."
    ]


def _of_the_day(
    draft: Ruleset, registry: Library, limits: MandatoryLimits, room: Room | None, day: dt.date
) -> Iterator[str]:
    authority = limits.authority(day)
    assert authority is not None
    name = room.id if room else ""
    if authority.licenses and draft.authority != authority.title:
        yield (
            f"{draft.file}: ruleset.authority: {draft.authority!r}, where room {name} is licensed by "
            f"{authority.title!r} ({', '.join(authority.cites)})"
        )
    elif not authority.licenses and (named := _named(draft, registry)):
        yield (
            f"{draft.file}: ruleset.authority: {draft.authority!r}, where by its terms no authority of the library licenses "
            f"room {name} on {day.isoformat()}. If that one does, put it on record ({named}); if not, the controls extend "
            "other rules"
        )
    for part in limits.mandatory(day, draft.family):
        yield from breaches(draft, part)
    held = limits.over(draft, day)
    yield from fee_problems(held)
    yield from level_problems(held)
    if room is not None:
        yield from _of_the_class(draft, registry, held, room, day)


def _of_the_class(
    draft: Ruleset, registry: Library, held: Ruleset, room: Room, day: dt.date
) -> Iterator[str]:
    """Filed kinds of fees that the licence does not allow."""
    name = room.on(day).licence_class
    allowed: list[str] | None = held.get(_CLASSES, {}).get(name) if name else None
    for kind in _filed_kinds(draft, registry) if allowed is not None else ():
        if allowed is not None and kind not in allowed:
            yield (
                f"{draft.file}: fees.{kind}: filed, and the licence of room {room.id} is of class {name} on "
                f"{day.isoformat()}; that class may take {', '.join(allowed) or 'none'} ({held.cite(_CLASSES)})"
            )


def _filed_kinds(draft: Ruleset, registry: Library) -> list[str]:
    """Kinds of fees that a room's controls regulate themselves."""
    kinds = dict.fromkeys(
        kind
        for part in MandatoryLimits(registry, lambda _: None).parts
        for allowed in part.params.get("fees", {}).get("classes", {}).values()
        if isinstance(allowed, list)
        for kind in allowed
    )
    bases = list(_bases_of_the_authority(draft, {str(each): each for each in registry.revisions()}))
    return [kind for kind in kinds if _says_more(draft.get(f"fees.{kind}"), kind, bases)]


def _says_more(own: Any, kind: str, bases: Iterable[Ruleset]) -> bool:
    if not isinstance(own, Mapping):
        return False
    for base in bases:
        own = beyond(own, base.get(f"fees.{kind}", {}))
    return bool(own)


def _bases_of_the_authority(draft: Ruleset, held: Mapping[str, Ruleset]) -> Iterator[Ruleset]:
    for name in draft.extends:
        base = held.get(name)
        if base is not None and base.standing:
            yield from _bases_of_the_authority(base, held)
        elif base is not None and base.authority == draft.authority:
            yield base


def _ended(draft: Ruleset, registry: Library) -> Iterator[str]:
    """Bases that ended before the controls begin."""
    held = {str(each): each for each in registry.revisions()}
    for name in draft.extends:
        base = held.get(name)
        if (
            base is None
            or base.standing
            or draft.starts is None
            or base.until is None
            or base.until >= draft.starts
        ):
            continue
        now = next(
            (each for each in registry.revisions() if each.id == base.id and each.holds_on(draft.starts)),
            None,
        )
        instead = f"extend {now}, which is" if now else "no revision of it is"
        clause = _clause(base, registry)
        yield (
            f"{draft.file}: ruleset.extends: {name} was in force until {base.until.isoformat()}, and these controls begin on "
            f"{draft.starts.isoformat()}; {instead} in force on that day{f' ({clause})' if clause else ''}"
        )


def _clause(base: Ruleset, registry: Library) -> str:
    """Clause that makes a ruleset mandatory, else its first."""
    makes = next((each for each in registry.authorities.values() if base.id in each.mandatory), None)
    found = makes.cites if makes else [*as_list(base.get("fees", {}).get("cite", [])), *sorted(base.cited)]
    return found[0] if found else ""
