"""Hands of an incident, made on reading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from rules.narrow import LazyNumbers
from rules.results import IncidentHand


class IncidentHands(Sequence[IncidentHand]):
    """Hands of a session by number. Equal to any sequence of the same."""

    def __init__(self, session: str, numbers: LazyNumbers) -> None:
        self._session, self._numbers = session, numbers

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, at: int) -> IncidentHand: ...
    @overload
    def __getitem__(self, at: slice) -> IncidentHands: ...
    def __getitem__(self, at: int | slice) -> IncidentHand | IncidentHands:
        if isinstance(at, slice):
            return IncidentHands(self._session, self._numbers[at])
        return IncidentHand(self._session, self._numbers[at])

    def __iter__(self) -> Iterator[IncidentHand]:
        return (IncidentHand(self._session, number) for number in self._numbers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # compared by content, as a list is

    def __repr__(self) -> str:
        return f"<{len(self):,} hands of {self._session}>"
