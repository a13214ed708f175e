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


def _held(base: Mapping[str, Any], own: Mapping[str, Any], path: str, file: str) -> Iterator[str]:
    cites = ", ".join(as_list(base.get("cite", []))) or "what it extends"
    bounded = any(is_bound(key) for key in base)
    for key, stood in base.items():
        where, value = (f"{path}.{key}" if path else key), own.get(key)
        if isinstance(stood, Mapping):
            yield from _held(stood, value if isinstance(value, Mapping) else {}, where, file)
        elif key in _BESIDE or value == stood:
            continue
        elif base.get("fixed"):
            yield f"{file}: {where}: {value!r} where {stood!r} is fixed by {cites}"
        elif is_bound(key) and not (isinstance(value, int) and value <= stood):
            yield f"{file}: {where}: {value} goes past the {stood} that {cites} allows"
        elif bounded and isinstance(stood, str):
            yield f"{file}: {where}: {value!r} where the bound beside it is in {stood!r} by {cites}"
