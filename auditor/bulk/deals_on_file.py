"""Deals of a room's year as a file, sorted by their digests: what rooms exchange to find the same deals elsewhere.

A file begins with 257 numbers: how many deals come before each first byte of a digest. So a range of bytes is read of each room.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import Any
from urllib.parse import quote

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from auditor.bulk.folder import STATE, Folder
from auditor.store.kept_statistics import KeptStatistics
from rules.screening.repeated_deals import SessionDeals
from rules.typed import from_msgpack

BYTES = 256  # first bytes of a digest
_RECORD = np.dtype([("value", "<u8"), ("kind", "<u4"), ("session", "<u4"), ("place", "<u4")])
_FIRST = np.uint64(56)  # bits after the first byte
_BITS = 8  # of a kind's parts: seats, and of pot games cards of a seat, of the board, of the deck

Deals = NDArray[Any]  # of _RECORD


class DealtSession(Struct, frozen=True, array_like=True):
    """A session of the file. number: of its log in the room."""

    name: str
    day: date
    number: int


_sessions = from_msgpack(list[DealtSession])


def put_deals(folder: Folder, room: str, kept: Sequence[KeptStatistics]) -> dict[int, int]:
    """Write the deals of a room's sessions; how many of each kind there are."""
    sessions = [each for each in kept if each.session is not None]
    found = [_records(deals, place) for place, each in enumerate(sessions) for deals in each.sums.deals] or [
        np.zeros(0, _RECORD)
    ]
    deals = np.sort(np.concatenate(found), order=["value", "kind", "session", "place"])
    starts = np.searchsorted(deals["value"] >> _FIRST, np.arange(BYTES + 1, dtype=np.uint64))
    folder.write_bytes(_deals_part(room), starts.astype("<i8").tobytes() + deals.tobytes())
    named = [DealtSession(each.sums.session, each.sums.day, each.session or 0) for each in sessions]
    folder.write_bytes(_sessions_part(room), msgspec.msgpack.encode(named))
    return dict(Counter(deals["kind"].tolist()))


def read_deals(folder: Folder, room: str, first: int, last: int) -> Deals:
    """Deals of a room whose first bytes are from ``first`` to before ``last``."""
    with (folder.path / _deals_part(room)).open("rb") as stream:
        starts = np.frombuffer(stream.read(8 * (BYTES + 1)), "<i8")
        stream.seek(8 * (BYTES + 1) + int(starts[first]) * _RECORD.itemsize)
        content = stream.read(int(starts[last] - starts[first]) * _RECORD.itemsize)
    return np.frombuffer(content, _RECORD)


def read_sessions(folder: Folder, room: str) -> list[DealtSession]:
    """Sessions of a room's deals, by their places."""
    content = folder.read(_sessions_part(room))
    return [] if content is None else _sessions(content)


def kind_of(seats: int, shape: Sequence[int]) -> int:
    """Kind of a deal as a number."""
    return sum(part << _BITS * place for place, part in enumerate((seats, *shape)))


def parts_of_kind(kind: int) -> tuple[int, tuple[int, ...]]:
    """Seats and shape of a kind."""
    seats, *shape = (kind >> _BITS * place & 0xFF for place in range(4))
    return seats, tuple(shape) if any(shape) else ()


def _records(deals: SessionDeals, session: int) -> Deals:
    values = deals.values
    found = np.zeros(len(values), _RECORD)
    found["value"], found["kind"] = values.view("<u8"), kind_of(deals.seats, deals.shape)
    found["session"], found["place"] = session, np.arange(len(values))
    return found


def _deals_part(room: str) -> str:
    return f"{STATE}/deals/room={quote(room, safe='')}.deals"


def _sessions_part(room: str) -> str:
    return f"{STATE}/deals/room={quote(room, safe='')}.sessions"
