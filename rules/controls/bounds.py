"""Bounds and fixed values of bases, and whether a ruleset keeps them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from rules.controls.ruleset import Ruleset, as_list
from rules.hands import FAMILIES
from rules.record_levels import least_of

_ABOUT_FIGURES = ("cite", "cited", "text", "fixed")  # keys of a table that describe its other values


def is_bound(key: str) -> bool:
    """Whether a figure bounds extending rulesets: `max`, or `max_` and a name."""
    return key == "max" or key.startswith("max_")


def is_floor(key: str) -> bool:
    """Whether levels of record are a lower bound for extending rulesets."""
    return key == "least_level"


def past_bounds(ruleset: Ruleset, bases: Iterable[Ruleset]) -> Iterator[str]:
    """Values that break a base's bound, fixed value or unit.

    Resolved parameters count, so that those of readings are checked.
    """
    for base in bases:
        yield from _past(base.params, ruleset.params, "", ruleset.file)


def binds(table: Mapping[str, Any], key: str) -> bool:
    """Whether a parameter binds extending rulesets: a bound, its unit, a least level, a fixed value."""
    if key in _ABOUT_FIGURES or isinstance(table[key], Mapping):
        return False
    unit_of_bound = isinstance(table[key], str) and any(is_bound(each) for each in table)
    return bool(table.get("fixed")) or is_bound(key) or is_floor(key) or unit_of_bound


def breach(table: Mapping[str, Any], key: str, value: Any) -> str | None:
    """Fault of a value under a binding table, with its clause; None: no fault."""
    bound = table[key]
    if not binds(table, key) or value == bound:
        return None
    cites = ", ".join(as_list(table.get("cite", []))) or "what it extends"
    if table.get("fixed"):
        return f"{value!r} where {bound!r} is fixed by {cites}"
    if is_floor(key):
        lower = any(least_of(each, as_list(value)) < least_of(each, as_list(bound)) for each in FAMILIES)
        return f"{value!r} is less than the {bound!r} that {cites} demands" if lower else None
    if is_bound(key):
        within = isinstance(value, int) and value <= bound
        return None if within else f"{value} goes past the {bound} that {cites} allows"
    return f"{value!r} where the bound beside it is in {bound!r} by {cites}"


class Bound(NamedTuple):
    """A binding value, and the ruleset's own. own: None: not stated. kept: within it. by: the binding ruleset (ID@REV)."""

    parameter: str
    allowed: Any
    fixed: bool
    own: Any
    kept: bool
    by: str
    cites: tuple[str, ...]


def bounds(ruleset: Ruleset, binding: Iterable[tuple[str, Mapping[str, Any]]]) -> list[Bound]:
    """Bindings of a ruleset, by binding ruleset in file order.

    Equal values by the same clauses count once, under the last.
    """
    found = [each for name, params in binding for each in _bounds(params, ruleset.params, "", name)]
    once = {(each.parameter, repr(each.allowed), each.cites): each for each in found}
    return list(once.values())


def _bounds(base: Mapping[str, Any], own: Mapping[str, Any], path: str, by: str) -> Iterator[Bound]:
    for key, allowed in base.items():
        where, value = (f"{path}.{key}" if path else key), own.get(key)
        if isinstance(allowed, Mapping):
            yield from _bounds(allowed, value if isinstance(value, Mapping) else {}, where, by)
        elif binds(base, key):
            kept = value is None or breach(base, key, value) is None
            cites = tuple(as_list(base.get("cite", [])))
            yield Bound(where, allowed, bool(base.get("fixed")), value, kept, by, cites)


def _past(base: Mapping[str, Any], own: Mapping[str, Any], path: str, file: str) -> Iterator[str]:
    for key, bound in base.items():
        where, value = (f"{path}.{key}" if path else key), own.get(key)
        if isinstance(bound, Mapping):
            yield from _past(bound, value if isinstance(value, Mapping) else {}, where, file)
        elif wrong := breach(base, key, value):
            yield f"{file}: {where}: {wrong}"
