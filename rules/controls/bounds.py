"""Whether a ruleset stays within what those that it extends bound and fix, however it came to its figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.controls.ruleset import Ruleset, as_list

_BESIDE = ("cite", "cited", "text", "fixed")  # of a table: what is said of its figures


def is_bound(key: str) -> bool:
    """Whether a figure is the most that who extends a file may set: `max`, or `max_` and what it counts."""
    return key == "max" or key.startswith("max_")


def past_bounds(ruleset: Ruleset, bases: Iterable[Ruleset]) -> Iterator[str]:
    """What goes past a bound of a base, changes what one fixes, or counts a bound in something else.

    It looks at what the ruleset comes to, so that it holds for what readings set as well.
    """
    for base in bases:
        yield from _held(base.params, ruleset.params, "", ruleset.file)


def binds(table: Mapping[str, Any], key: str) -> bool:
    """Whether a parameter of a table holds for who extends it: a bound, what one is counted in, or what is fixed."""
    if key in _BESIDE or isinstance(table[key], Mapping):
        return False
    beside = isinstance(table[key], str) and any(is_bound(each) for each in table)
    return bool(table.get("fixed")) or is_bound(key) or beside


def breach(table: Mapping[str, Any], key: str, value: Any) -> str | None:
    """What is wrong with a value where a table binds a parameter, with both values and the clause; None: nothing."""
    stood = table[key]
    if not binds(table, key) or value == stood:
        return None
    cites = ", ".join(as_list(table.get("cite", []))) or "what it extends"
    if table.get("fixed"):
        return f"{value!r} where {stood!r} is fixed by {cites}"
    if is_bound(key):
        within = isinstance(value, int) and value <= stood
        return None if within else f"{value} goes past the {stood} that {cites} allows"
    return f"{value!r} where the bound beside it is in {stood!r} by {cites}"


def _held(base: Mapping[str, Any], own: Mapping[str, Any], path: str, file: str) -> Iterator[str]:
    for key, stood in base.items():
        where, value = (f"{path}.{key}" if path else key), own.get(key)
        if isinstance(stood, Mapping):
            yield from _held(stood, value if isinstance(value, Mapping) else {}, where, file)
        elif wrong := breach(base, key, value):
            yield f"{file}: {where}: {wrong}"
