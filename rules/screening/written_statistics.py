"""Statistics of a session as bytes, and back: msgpack by zlib, some thirty bytes a hand."""

from __future__ import annotations

import zlib

import msgspec

from rules.screening.session_statistics import SCREENING, SessionStatistics
from rules.typed import from_msgpack

_decoded = from_msgpack(SessionStatistics)
_LEVEL = 9


def statistics_as_bytes(statistics: SessionStatistics) -> bytes:
    """Bytes of the statistics, the same for the same statistics."""
    return zlib.compress(msgspec.msgpack.encode(statistics), _LEVEL)


def statistics_of_bytes(written: bytes) -> SessionStatistics | None:
    """Statistics of such bytes; None: another version of the program made them, so that they do not count."""
    found = _decoded(zlib.decompress(written))
    return found if found.version == SCREENING else None
