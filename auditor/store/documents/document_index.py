"""Index of a document: columns by which rows of a list are found without reading it.

A column has each distinct value once, and for each row the number of its value. It is a part of the document, so its root
names it. Fingerprints are found by a checksum of four bytes: rows that share one are told apart in their chunk.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.results import Finding, Incident
from rules.typed import from_msgpack

Value = int | str | bool | None
_WIDTHS = (np.dtype("u1"), np.dtype("<u2"), np.dtype("<u4"))
_PLACE = _WIDTHS[-1]
FINDING_COLUMNS = ("code", "kind", "severity", "session", "player", "hand", "fingerprint")
INCIDENT_COLUMNS = ("area", "severity", "pattern", "session", "id")


class IndexColumn(Struct, frozen=True, array_like=True):
    """A column. values: None where numbers are checksums. width: bytes of a number. places: of a column with several values or
    none in a row, the row of each number; None: a number for each row, in order.
    """

    values: list[int | str | bool | None] | None
    width: int
    numbers: bytes
    places: bytes | None = None

    def rows(self, wanted: Collection[Value]) -> NDArray[Any]:
        """Rows that have one of some values, ascending. Of checksums: rows that may have one of some texts."""
        if self.values is None:
            return self._with(checksum(f"{each}") for each in wanted)
        known = {value: number for number, value in enumerate(self.values) if value in wanted}
        return self._with(known[each] for each in wanted if each in known)

    def rows_where(self, holds: Callable[[Value], bool]) -> NDArray[Any]:
        """Rows of which a value fits, ascending."""
        return self._with(number for number, value in enumerate(self.values or ()) if holds(value))

    def _with(self, wanted: Iterable[int]) -> NDArray[Any]:
        numbers = np.frombuffer(self.numbers, _WIDTHS[self.width.bit_length() - 1])
        (found,) = np.nonzero(np.isin(numbers, np.array(list(wanted), _PLACE)))
        return found if self.places is None else np.unique(np.frombuffer(self.places, _PLACE)[found])


def checksum(text: str) -> int:
    """Checksum of a fingerprint, of 32 bits."""
    return zlib.crc32(text.encode())


column_of = from_msgpack(IndexColumn)


class ColumnMaker:
    """A column that grows by rows."""

    def __init__(self) -> None:
        self._values: dict[Value, int] = {}
        self._numbers = array("I")

    @property
    def values(self) -> list[Value]:
        """Distinct values so far."""
        return list(self._values)

    def add(self, value: Value) -> None:
        """Add the next row."""
        self._numbers.append(self._values.setdefault(value, len(self._values)))

    def made(self) -> bytes:
        """Bytes of the column, in the least width for its numbers."""
        return _bytes(list(self._values), self._numbers, len(self._values))


class HandColumnMaker:
    """A column of the hands of findings: any number of a row."""

    def __init__(self) -> None:
        self._values: dict[Value, int] = {}
        self._numbers, self._places = array("I"), array("I")
        self._row = 0

    def add(self, hands: Iterable[int]) -> None:
        """Add the next row, with its hands, each once."""
        for hand in dict.fromkeys(hands):
            self._numbers.append(self._values.setdefault(hand, len(self._values)))
            self._places.append(self._row)
        self._row += 1

    def made(self) -> bytes:
        """Bytes of the column."""
        return _bytes(list(self._values), self._numbers, len(self._values), self._places)


class ChecksumColumnMaker:
    """A column of fingerprints' checksums."""

    def __init__(self) -> None:
        self._numbers = array("I")

    def add(self, text: str) -> None:
        """Add the next row."""
        self._numbers.append(checksum(text))

    def made(self) -> bytes:
        """Bytes of the column."""
        return _bytes(None, self._numbers, 1 << 32)


def _bytes(
    values: list[Value] | None, numbers: array[int], distinct: int, places: array[int] | None = None
) -> bytes:
    kind = next(each for each in _WIDTHS if distinct <= 1 << 8 * each.itemsize)
    column = IndexColumn(
        values,
        kind.itemsize,
        np.array(numbers, kind).tobytes(),
        None if places is None else np.array(places, _PLACE).tobytes(),
    )
    return msgspec.msgpack.encode(column)


class FindingIndex:
    """Index of findings, made as they are written."""

    def __init__(self) -> None:
        self._plain = {name: ColumnMaker() for name in ("code", "kind", "severity", "session", "player")}
        self._hands, self._fingerprints = HandColumnMaker(), ChecksumColumnMaker()

    def add(self, session: int | None, finding: Finding) -> None:
        """Add the next finding. session: its number in the store."""
        plain = self._plain
        plain["code"].add(finding.code)
        plain["kind"].add(finding.kind)
        plain["severity"].add(finding.severity)
        plain["session"].add(session)
        plain["player"].add(finding.player)
        self._hands.add(_hands_of(finding))
        self._fingerprints.add(finding.fingerprint)

    def sessions(self) -> list[int]:
        """Numbers of the findings' sessions, ascending."""
        return sorted(each for each in self._plain["session"].values if isinstance(each, int))

    def columns(self) -> Iterator[tuple[str, bytes]]:
        """Names and bytes of the columns, in order."""
        for name in FINDING_COLUMNS[:-2]:
            yield name, self._plain[name].made()
        yield "hand", self._hands.made()
        yield "fingerprint", self._fingerprints.made()


class IncidentIndex:
    """Index of incidents, made as they are written."""

    def __init__(self) -> None:
        self._columns = {name: ColumnMaker() for name in INCIDENT_COLUMNS}

    def add(self, session: int | None, incident: Incident) -> None:
        """Add the next incident. session: its number in the store."""
        for name in ("area", "severity", "pattern", "id"):
            self._columns[name].add(getattr(incident, name))
        self._columns["session"].add(session)

    def columns(self) -> Iterator[tuple[str, bytes]]:
        """Names and bytes of the columns, in order."""
        return ((name, self._columns[name].made()) for name in INCIDENT_COLUMNS)


def _hands_of(finding: Finding) -> Iterator[int]:
    if finding.hand is not None:
        yield finding.hand
    yield from finding.hands or ()
