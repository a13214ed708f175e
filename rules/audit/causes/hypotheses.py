"""Hypotheses of one fact: recorded value, value that other lines imply, corrected file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import fields, replace

from rules.audit.causes.edited import Edited

Path = tuple[str | int, ...]
Value = bool | int | str | None


class Hypothesis(Struct, frozen=True):
    """One fact otherwise than recorded; None: no value.

    title None: the root's. message: ``{line}`` and ``{other}`` stand for lines. line: of the fact, or above a missing one. field
    None: the whole line. stated, implied: by the line, and by others.
    """

    title: str | None
    message: str
    edited: Edited[Any]
    line: int
    field: str | None = None
    stated: Value = None
    implied: Value = None
    other: int | None = None


def leaves(record: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Recorded single values of a record with paths."""
    if isinstance(record, Struct):
        for each in fields(record):
            yield from leaves(getattr(record, each.name), (*path, each.name))
    elif isinstance(record, list | tuple):
        for place, item in enumerate(record):
            yield from leaves(item, (*path, place))
    elif isinstance(record, dict):
        for key, item in record.items():
            yield from leaves(item, (*path, key))
    elif record is not UNSET:
        yield path, record


def with_value(record: Any, path: Path, value: Any) -> Any:
    """A record with another value at a path."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(record, Struct):
        name = str(step)
        return replace(record, **{name: with_value(getattr(record, name), rest, value)})
    changed = dict(record) if isinstance(record, dict) else list(record)
    changed[step] = with_value(record[step], rest, value)  # type: ignore[index]
    return changed


def named(path: Path) -> str:
    """A path as the format writes it: ``rebuy.price``, ``structure[2].minutes``."""
    found = ""
    for step in path:
        found += f"[{step}]" if isinstance(step, int) else f".{str(step).rstrip('_')}"
    return found.lstrip(".")
