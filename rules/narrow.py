"""Columns of integers in the smallest type that holds them.

They are read only, since a written value or a sum may not fit. Compare, take, concatenate and sum them; widen them for
anything else.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

_AT_ONCE = 1 << 16  # rows that are converted together
_KINDS = tuple((int(np.iinfo(kind).max), kind) for kind in (np.int8, np.int16, np.int32))


def narrow(column: NDArray[Any]) -> NDArray[Any]:
    """Column (N, ...) in the smallest signed type for its values and their negatives, read only."""
    return only_read(column.astype(_kind(column), copy=False))


def only_read(column: NDArray[Any]) -> NDArray[Any]:
    found = column.view()
    found.flags.writeable = False
    return found


def narrow_rows(rows: NDArray[Any], names: Iterable[str]) -> NDArray[Any]:
    """Structured rows (N,) with some columns narrowed."""
    kinds = {name: rows.dtype[name] for name in rows.dtype.names or ()}
    kinds |= {name: np.dtype(_kind(rows[name])) for name in names}
    return rows.astype(list(kinds.items()))


def distinct(column: NDArray[Any]) -> NDArray[Any]:
    """Values of a column (N,), ascending; fast where equal ones adjoin."""
    if not len(column):
        return column
    return np.unique(column[np.concatenate([[True], column[1:] != column[:-1]])])


class LazyNumbers(Sequence[int]):
    """Numbers (N,) made on reading, equal to any same sequence."""

    def __init__(self, numbers: NDArray[Any]) -> None:
        self._numbers = narrow(numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> LazyNumbers: ...
    def __getitem__(self, at: int | slice) -> int | LazyNumbers:
        return LazyNumbers(self._numbers[at]) if isinstance(at, slice) else int(self._numbers[at])

    def __iter__(self) -> Iterator[int]:
        for piece in self.pieces():
            yield from piece.tolist()

    def pieces(self) -> Iterator[NDArray[Any]]:
        """Arrays (n,) of some thousand numbers."""
        for first in range(0, len(self._numbers), _AT_ONCE):
            yield self._numbers[first : first + _AT_ONCE]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # compared by content, as a list is

    def __repr__(self) -> str:
        return f"<{len(self):,} numbers>"


def in_pieces(numbers: Iterable[int]) -> Iterator[NDArray[Any]]:
    """Numbers as arrays (n,), small ones of LazyNumbers."""
    if isinstance(numbers, LazyNumbers):
        yield from numbers.pieces()
    else:
        yield np.array(list(numbers), np.int64)


class Kept:
    """Column over blocks of a log, of a type of `array`; one value is held once."""

    def __init__(self, kind: str) -> None:
        self._grown, self._kind = array(kind), np.dtype(kind)
        self._same: NDArray[Any] = np.zeros(0, self._kind)  # (1,) what the hands so far have
        self._many = 0

    def add(self, piece: NDArray[Any]) -> None:
        piece = piece.astype(self._kind, copy=False)
        if not self._grown:
            if not self._many:
                self._same = piece[:1].copy()
            if bool((piece == self._same).all()):
                self._many += len(piece)
                return
            self._grown.frombytes(np.repeat(self._same, self._many).tobytes())
            self._many = 0
        self._grown.frombytes(np.ascontiguousarray(piece).view(np.uint8).data)

    def __len__(self) -> int:
        return self._many or len(self._grown)

    def whole(self) -> NDArray[Any]:
        """(N,) the column, read only."""
        if self._grown:
            return only_read(np.frombuffer(self._grown, self._kind))
        return np.broadcast_to(self._same, self._many) if self._many else only_read(self._same)


class KeptRows:
    """Rows (N, W) over blocks of a log, in the smallest signed type, as wide as the widest.

    absent: fills missing columns; leading rows of it alone are not held.
    """

    def __init__(self, absent: int) -> None:
        self._absent, self._kind, self._width = absent, np.dtype(np.int8), 1
        self._grown, self._without = (
            array("b"),
            0,
        )  # bytes of all rows; how many rows before them have nothing

    def __len__(self) -> int:
        return self._without + len(self._grown) // (self._width * self._kind.itemsize)

    def add(self, rows: NDArray[Any]) -> None:
        """Take rows (n, w)."""
        rows = narrow(rows)
        self._fit(np.result_type(rows.dtype, self._kind), max(self._width, rows.shape[1]))
        self._grow(rows)

    def add_nothing(self, size: int) -> None:
        """Take rows without values."""
        if self._grown:
            self._grow(np.zeros((size, 0), self._kind))
        else:
            self._without += size

    def widen(self, width: int) -> None:
        self._fit(self._kind, max(self._width, width))

    def whole(self) -> NDArray[Any]:
        """(N, W) the rows, read only."""
        if not self._grown:
            return np.broadcast_to(np.int8(self._absent), (self._without, self._width))
        found = self._rows()
        if not self._without:
            return only_read(found)
        before = np.full((self._without, self._width), self._absent, self._kind)
        return only_read(np.concatenate([before, found]))

    def _rows(self) -> NDArray[Any]:
        return np.frombuffer(self._grown, self._kind).reshape(-1, self._width)

    def _grow(self, rows: NDArray[Any]) -> None:
        wide = np.full((len(rows), self._width), self._absent, self._kind)
        wide[:, : rows.shape[1]] = rows
        self._grown.frombytes(wide.tobytes())

    def _fit(self, kind: np.dtype[Any], width: int) -> None:
        if (kind, width) == (self._kind, self._width):
            return
        rows, self._grown, self._kind, self._width = self._rows(), array("b"), kind, width
        for first in range(0, len(rows), _AT_ONCE):
            self._grow(rows[first : first + _AT_ONCE])


def _kind(column: NDArray[Any]) -> type[np.signedinteger[Any]]:
    most = max(int(column.max(initial=0)), -int(column.min(initial=0)))
    return next((kind for largest, kind in _KINDS if most <= largest), np.int64)
