"""A warning about a log that arrives."""

from __future__ import annotations

from msgspec import Struct


class ArrivalWarning(Struct, frozen=True):
    """Something odd about a log that is taken all the same.

    field: of the log, that it is about. message: what was found. do: what to look at.
    """

    code: str
    field: str
    message: str
    do: str

    def __str__(self) -> str:
        return f"{self.message} {self.do}"
