"""Audits as JSON, written piece by piece: findings are made as they are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(enc_hook=list)  # what is made when it is read is written as a list
_PIECEWISE = ("findings", "incidents")


def json_text(value: Any) -> bytes:
    """A value as JSON; it may hold findings or fingerprints that are made when they are read."""
    return _encoder.encode(value)


def json_pieces(audit: msgspec.Struct) -> Iterator[bytes]:
    """An audit as JSON: the bytes that `json_text` gives, in pieces."""
    fields = {name: getattr(audit, name) for name in audit.__struct_fields__}
    yield from json_object(fields)


def json_object(fields: dict[str, Any]) -> Iterator[bytes]:
    """A JSON object; its findings and incidents may be any iterable."""
    for number, (name, value) in enumerate(fields.items()):
        yield (b"," if number else b"{") + _encoder.encode(name) + b":"
        if name in _PIECEWISE and value is not None:
            yield from _items(value)
        else:
            yield _encoder.encode(value)
    yield b"}"


def _items(items: Iterable[Any]) -> Iterator[bytes]:
    yield b"["
    for number, item in enumerate(items):
        yield (b"," if number else b"") + _encoder.encode(item)
    yield b"]"
