"""Columns of integers in the smallest type that holds them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

_KINDS = tuple((int(np.iinfo(kind).max), kind) for kind in (np.int8, np.int16, np.int32))


def narrow(column: NDArray[Any]) -> NDArray[Any]:
    """A column (N, ...) in the smallest signed type that holds every value and its negative; its sums are of 64 bits."""
    return column.astype(_kind(column), copy=False)


def narrow_rows(rows: NDArray[Any], names: Iterable[str]) -> NDArray[Any]:
    """Structured rows (N,) with the columns of some names narrowed."""
    kinds = {name: rows.dtype[name] for name in rows.dtype.names or ()}
    kinds |= {name: np.dtype(_kind(rows[name])) for name in names}
    return rows.astype(list(kinds.items()))


class Numbers(Sequence[int]):
    """Numbers (N,) that are made when they are read. Equal to any sequence of the same."""

    def __init__(self, numbers: NDArray[Any]) -> None:
        self._numbers = narrow(numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> Numbers: ...
    def __getitem__(self, at: int | slice) -> int | Numbers:
        return Numbers(self._numbers[at]) if isinstance(at, slice) else int(self._numbers[at])

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers.tolist())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # compared by content, as a list is

    def __repr__(self) -> str:
        return f"<{len(self):,} numbers>"


def _kind(column: NDArray[Any]) -> type[np.signedinteger[Any]]:
    most = max(int(column.max(initial=0)), -int(column.min(initial=0)))
    return next((kind for largest, kind in _KINDS if most <= largest), np.int64)
