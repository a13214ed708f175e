"""Options that a hand history lacks, from its uploader, the room's terms, and the store."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from auditor.errors import NoSuchRoom, NotPermitted, RecordDamaged
from auditor.importing.frame import ImportOptions
from auditor.importing.importers import reads_history
from auditor.remedies import by_request
from auditor.store import Store
from auditor.store.pseudonym_keys import BYTES
from auditor.store.service_clock import now
from auditor.terms import terms_of
from rules.typed import from_plain
from rules.zones import zone_of

_recorded = from_plain(ImportOptions)
_OF_SERVICE = ("key", "served", "elsewhere")  # never put on record
_WORDS = {"opened_at": "opened at", "zone": "time zone", "zones": "later time zones"}
_CLOCK = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?")
_NO_KEY = bytes(BYTES)  # of a dry run before the room has one: its pseudonyms are never kept


class StatedOptions(Struct, frozen=True):
    """The uploader's options; None: not stated.

    opened_at: RFC 3339, or without an offset on the room's clock. corrects: SHA-256 of superseded logs, for a reason, by whose
    id.
    """

    currency: str | None = None
    ruleset: str | None = None
    table: str | None = None
    opened_at: str | None = None
    corrects: Sequence[str] = ()
    reason: str = ""
    by: str = ""


def options_of(
    store: Store, body: bytes, room: str | None, stated: StatedOptions, *, dry_run: bool
) -> ImportOptions | None:
    """Options of a file for a room; None where it is no hand history.

    A room's first history makes its pseudonyms' key, unless a dry run. Raises NotPermitted, NoSuchRoom, RecordDamaged.
    """
    if not reads_history(body):
        return None
    if room is None:
        return ImportOptions(served=True)
    if not store.caller.sees(room):
        raise NotPermitted(
            f"The file was sent for room {room!r}, and this key is not for that room. Nothing was stored. Send it with a key "
            "of its room."
        )
    found = store.rooms.get(room)
    if found is None:
        raise NoSuchRoom(
            f"Room {room} is not on record, so that its time zone is not known. Nothing was stored.",
            by_request(
                "An administrator puts it on record.",
                f"PUT /v1/rooms/{room}",
                "puts it there.",
                f"rooms put {room}",
            ),
        )
    keys = store.pseudonym_keys
    key = keys.get(room) or _NO_KEY if dry_run else keys.get_or_make(room, now())
    first, later = _zones(found.terms)
    made = ImportOptions(
        room=room, zone=first, zones=later, key=key, served=True, currency=stated.currency, ruleset=stated.ruleset,
        table=stated.table, opened_at=stated.opened_at,
    )  # fmt: skip
    return msgspec.structs.replace(made, opened_at=_with_offset(made))


def to_record(options: ImportOptions | None) -> dict[str, Any] | None:
    """Options as recorded, without the key."""
    if options is None:
        return None
    plain = msgspec.json.decode(msgspec.json.encode(msgspec.structs.replace(options, key=None)))
    return {name: value for name, value in plain.items() if value and name not in _OF_SERVICE}


def of_record(store: Store, recorded: Mapping[str, Any] | None) -> ImportOptions | None:
    """An import's options from the record. Raises RecordDamaged where the room's key is gone."""
    if recorded is None:
        return None
    options: ImportOptions = _recorded(recorded)
    key = None if options.room is None else store.pseudonym_keys.get(options.room)
    if options.room is not None and key is None:
        raise RecordDamaged(
            f"The key of room {options.room} for pseudonyms is not in the store, so that its hand histories are not read again. "
            "Whoever runs the service restores a backup that has it."
        )
    return msgspec.structs.replace(options, key=key, served=True)


def differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Options that differ between two imports, in words."""
    names = [
        name
        for name in (*before, *(each for each in after if each not in before))
        if before.get(name) != after.get(name)
    ]
    parts = [
        f"{_WORDS.get(name, name)} {_words(before.get(name))} then, {_words(after.get(name))} now"
        for name in names
    ]
    return f"The same file was read with other options before: {'; '.join(parts)}." if parts else ""


def _with_offset(options: ImportOptions) -> str | None:
    """When the session began, with the offset of the room's zone where it has none."""
    stated = options.opened_at
    if stated is None or not _CLOCK.fullmatch(stated):
        return stated
    try:
        clock = dt.datetime.fromisoformat(stated)
    except ValueError:
        return stated  # which the importer names
    return clock.replace(tzinfo=zone_of(options.zone_at(clock) or "UTC")).isoformat()


def _words(value: Any) -> str:
    if value is None:
        return "not stated"
    return (
        repr(value)
        if isinstance(value, str)
        else ", ".join(f"{zone} from {begins}" for begins, zone in value)
    )


def _zones(terms: Sequence[Mapping[str, Any]]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """A room's first time zone, and the later ones, each with the wall-clock time from which it counts."""
    first, *others = map(terms_of, terms)
    later: list[tuple[str, str]] = []
    for each in others:
        if each.zone != (later[-1][1] if later else first.zone):
            assert each.starts is not None  # only the first terms can be from the beginning
            later.append((dt.datetime.combine(each.starts, each.day_begins).isoformat(), each.zone))
    return first.zone, tuple(later)
