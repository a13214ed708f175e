"""Other numbers of entries, wherever an event names them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


def renumber(records: Sequence[object], first: int) -> None:
    """Adds 1 to every entry from a number on."""
    for each in records:
        _raise(each, first)


def _raise(record: object, first: int) -> None:
    if isinstance(record, list):
        renumber(record, first)
    elif isinstance(record, Struct):
        for name in record.__struct_fields__:
            value = getattr(record, name)
            if name == "entry" and isinstance(value, int):
                setattr(record, name, value + (value >= first))
            elif name == "knocked_out_by" and isinstance(value, list):
                setattr(record, name, [each + (each >= first) for each in value])
            else:
                _raise(value, first)
