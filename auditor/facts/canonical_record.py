"""Canonical bytes of facts: JSON with sorted keys, without spaces and without fields that have their default.

Of a fact there is one text only, so that its digest names it.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

import msgspec
from msgspec import Struct

from auditor.facts.kinds import KINDS
from auditor.facts.recorded_fact import RecordedFact
from rules.typed import from_json


class UnreadableFact(ValueError):
    """Bytes that are no fact, or not its canonical ones."""


class UnknownFact(Struct, frozen=True):
    """A fact of a later version: it is kept and shown, and nothing is written after it. record: its bytes."""

    kind: str
    at: str
    by: str | None
    rooms: tuple[str, ...]
    record: bytes


class _Envelope(Struct, frozen=True):
    kind: str
    at: str
    by: str | None = None
    rooms: tuple[str, ...] = ()


_fact = from_json(reduce(or_, KINDS.values()))
_envelope = from_json(_Envelope)


def to_record(fact: RecordedFact) -> bytes:
    """Canonical bytes of a fact."""
    return msgspec.json.encode(fact, order="sorted")


def from_record(record: bytes) -> RecordedFact | UnknownFact:
    """A fact of its canonical bytes. Raises UnreadableFact."""
    try:
        fact: RecordedFact = _fact(record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return _unknown(record, error)
    if to_record(fact) != record:
        raise UnreadableFact(f"These are not the canonical bytes of a fact {fact.kind!r}: {_start(record)}")
    return fact


def from_signed_record(record: bytes) -> RecordedFact | UnknownFact:
    """A fact of bytes that are those that were signed, and so canonical: they are not made again. Raises UnreadableFact."""
    try:
        fact: RecordedFact = _fact(record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return _unknown(record, error)
    return fact


def _unknown(record: bytes, error: Exception) -> UnknownFact:
    try:
        found = _envelope(record)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise UnreadableFact(f"These bytes are no fact ({error}): {_start(record)}") from error
    if found.kind in KINDS:
        raise UnreadableFact(f"These bytes are no fact {found.kind!r} ({error}): {_start(record)}") from error
    return UnknownFact(found.kind, found.at, found.by, found.rooms, record)


def _start(record: bytes) -> str:
    return record[:80].decode(errors="replace")
