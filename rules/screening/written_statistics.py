"""Statistics of a session as bytes, and back: msgpack by zlib, some thirty bytes a hand; and the sums made of them."""

from __future__ import annotations

import zlib

import msgspec

from rules.screening.session_statistics import SCREENING, SessionStatistics
from rules.screening.session_sums import SUMS, SessionSums
from rules.typed import from_msgpack

_decoded = from_msgpack(SessionStatistics)
_decoded_sums = from_msgpack(SessionSums)
_LEVEL = 9
_FAST = 1  # level of sums, which are made again if need be


def statistics_as_bytes(statistics: SessionStatistics) -> bytes:
    """Bytes of the statistics, the same for the same statistics."""
    return zlib.compress(msgspec.msgpack.encode(statistics), _LEVEL)


def statistics_of_bytes(written: bytes) -> SessionStatistics | None:
    """Statistics of such bytes; None: another version of the program made them, so that they do not count."""
    found = _decoded(zlib.decompress(written))
    return found if found.version == SCREENING else None


def sums_as_bytes(sums: SessionSums) -> bytes:
    """Bytes of sums."""
    return zlib.compress(msgspec.msgpack.encode(sums), _FAST)


def sums_of_bytes(written: bytes) -> SessionSums | None:
    """Sums of such bytes; None: another version of the program made them, so that they are made again."""
    found = _decoded_sums(zlib.decompress(written))
    return found if (found.version, found.sums) == (SCREENING, SUMS) else None
