"""Hands by the names that their site gave them: the same hand in the files of two players has the same name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import UNSET, Struct, UnsetType, field

from auditor.importing.frame import Origin
from rules.typed import from_json


class _First(Struct):
    """What is read of the session line of a derived log."""

    room: str
    session: str
    origin: Origin | UnsetType = field(name="_derived_from", default=UNSET)


class _Line(Struct):
    """What is read of any other line."""

    event: str
    ident: str | UnsetType = field(name="_id", default=UNSET)


_first = from_json(_First)
_line = from_json(_Line)


def name_of(site: str, ident: str) -> str:
    """The name of a hand, such as `pokerstars-9201`."""
    return f"{site}-{ident}"


def derived_from(first: bytes) -> tuple[str, str | None]:
    """The room of a log, and the SHA-256 of the original that it was derived from. Raises msgspec.DecodeError."""
    said = _first(first)
    return said.room, None if said.origin is UNSET else said.origin.sha256


def named_hands(log: Iterable[bytes]) -> Iterator[tuple[str, str]]:
    """The name of each hand of a log that was derived from a site's hand history, and the log's session. log: its lines."""
    lines = iter(log)
    first = _first(next(lines))
    if first.origin is UNSET:
        return
    for text in lines:
        row = _line(text) if text.strip() else None
        if row is not None and row.event == "pot_hand" and row.ident is not UNSET:
            yield name_of(first.origin.importer, row.ident), first.session
