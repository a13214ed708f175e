"""A warning about a log that arrives."""

from __future__ import annotations

from msgspec import Struct


class ArrivalWarning(Struct, frozen=True):
    """An oddity of a log that is taken. field: of the log; message: the fact; do: what to look at."""

    code: str
    field: str
    message: str
    do: str

    def __str__(self) -> str:
        return f"{self.message} {self.do}"
