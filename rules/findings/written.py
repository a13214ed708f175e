"""Audits as JSON, written piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from rules.narrow import LazyNumbers
from rules.results import Incident

AT_ONCE = 256  # findings or fingerprints that are written together


def _listed(value: Any) -> Any:
    if not isinstance(value, LazyNumbers):
        return list(value)
    return msgspec.Raw(
        b"[" + b",".join(msgspec.json.encode(each.tolist())[1:-1] for each in value.pieces()) + b"]"
    )


_encoder = msgspec.json.Encoder(enc_hook=_listed)


def json_text(value: Any) -> bytes:
    """JSON of a value, also with lazy findings or fingerprints."""
    return _encoder.encode(value)


def json_pieces(audit: msgspec.Struct) -> Iterator[bytes]:
    """The bytes of `json_text` for an audit, in pieces."""
    fields = {name: getattr(audit, name) for name in audit.__struct_fields__}
    yield from json_object(fields)


def json_object(fields: dict[str, Any]) -> Iterator[bytes]:
    """A JSON object; its findings and incidents may be any iterable."""
    for number, (name, value) in enumerate(fields.items()):
        yield (b"," if number else b"{") + _encoder.encode(name) + b":"
        if name in _PIECEWISE and value is not None:
            yield from _PIECEWISE[name](value)
        else:
            yield _encoder.encode(value)
    yield b"}"


def _items(items: Iterable[Any]) -> Iterator[bytes]:
    rest, begins = iter(items), b"["
    while some := list(islice(rest, AT_ONCE)):
        yield begins + _encoder.encode(some)[1:-1]
        begins = b","
    yield b"[]" if begins == b"[" else b"]"


def _incidents(incidents: Iterable[Incident]) -> Iterator[bytes]:
    yield b"["
    for number, incident in enumerate(incidents):
        if number:
            yield b","
        if len(incident.findings) > AT_ONCE:
            yield from json_pieces(incident)
        else:
            yield _encoder.encode(incident)
    yield b"]"


_PIECEWISE: dict[str, Callable[[Iterable[Any]], Iterator[bytes]]] = {
    "findings": _items,
    "incidents": _incidents,
}
