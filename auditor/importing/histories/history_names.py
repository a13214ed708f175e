"""Hands by their site's names, the same in two players' files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import UNSET, Struct, UnsetType, field

from auditor.importing.frame import Origin
from rules.typed import from_json


class _First(Struct):
    room: str
    session: str
    origin: Origin | UnsetType = field(name="_derived_from", default=UNSET)


class _Line(Struct):
    event: str
    ident: str | UnsetType = field(name="_id", default=UNSET)


_first = from_json(_First)
_line = from_json(_Line)


def name_of(site: str, ident: str) -> str:
    """Name of a hand, such as `pokerstars-9201`."""
    return f"{site}-{ident}"


def derived_from(first: bytes) -> tuple[str, str | None]:
    """Room of a log, and its original's SHA-256, or None. Raises msgspec.DecodeError."""
    said = _first(first)
    return said.room, None if said.origin is UNSET else said.origin.sha256


def named_hands(log: Iterable[bytes]) -> Iterator[tuple[str, str]]:
    """Name of each hand of a derived log's lines, with the session."""
    lines = iter(log)
    first = _first(next(lines))
    if first.origin is UNSET:
        return
    for text in lines:
        row = _line(text) if text.strip() else None
        if row is not None and row.event == "pot_hand" and row.ident is not UNSET:
            yield name_of(first.origin.importer, row.ident), first.session
