"""Parsed blocks serialised for a second process: a `CarriedReader` of `pieces` equals a `LogReader`."""

from __future__ import annotations

import copyreg
import pickle
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from rules.hands import Hands
from rules.one_value import has_one_value
from rules.records.events import Close, Session, TableEvent
from rules.records.reader import LogReader
from rules.records.table_events import TableEvents
from rules.typed import from_json


class CarriedPiece(Struct, frozen=True):
    """Blocks of a stretch of lines, and what is new. blocks: without players and names. events: as JSON, faster
    than a pickle. events_read: so far.
    """

    blocks: list[Hands]
    players: list[str]
    names: list[str]
    events: bytes
    session: Session | None
    close: tuple[int, Close] | None
    events_read: int


_events = from_json(list[tuple[int, TableEvent]])


def pieces(chunks: Iterable[bytes]) -> Iterator[CarriedPiece]:
    """Pieces of a log. Raises Refused at the end where the file has problems."""
    reader = LogReader()
    players = names = events = 0
    for blocks in reader.stretches(chunks):
        named = blocks[-1].names if blocks else ()
        yield CarriedPiece(
            blocks=[replace(each, players=(), names=()) for each in blocks],
            players=reader.players[players:],
            names=list(named[names:]),
            events=msgspec.json.encode(list(reader.events.at(range(events, len(reader.events))))),
            session=reader.session,
            close=reader.close,
            events_read=reader.events_read,
        )
        players, names, events = len(reader.players), max(names, len(named)), len(reader.events)


def _reduced(column: NDArray[Any]) -> Any:
    if has_one_value(column):
        return np.broadcast_to, (column[(0,) * column.ndim], column.shape)
    return column.__reduce_ex__(_PROTOCOL)


_PROTOCOL = 5  # the first that sends arrays without copying them twice


class _Pickler(pickle.Pickler):
    dispatch_table = copyreg.dispatch_table | {np.ndarray: _reduced}


def pickled(message: object) -> memoryview:
    """A message for another process of the same command."""
    into = BytesIO()
    _Pickler(into, _PROTOCOL).dump(message)
    return into.getbuffer()


def unpickled(message: memoryview) -> Any:
    """A message of a process started to read. Never use it on other bytes."""
    return pickle.loads(message)


class CarriedReader:
    """A log as another process reads it, with the fields of a `LogReader`."""

    def __init__(self) -> None:
        self.session: Session | None = None
        self.close: tuple[int, Close] | None = None
        self.events = TableEvents()
        self.events_read = 0
        self.players: list[str] = []
        self._names: list[str] = []

    def blocks(self, carried: Iterable[CarriedPiece]) -> Iterator[Hands]:
        """Blocks of the pieces. A piece is taken once the last one's blocks were."""
        for piece in carried:
            self.session, self.close = piece.session, piece.close
            self.events_read = piece.events_read
            self.events.extend(_events(piece.events))
            self.players += piece.players
            self._names += piece.names
            for block in piece.blocks:
                yield replace(block, players=self.players, names=self._names)
