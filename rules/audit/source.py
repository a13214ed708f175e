"""Source of an audit: bytes of a log."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Protocol

from msgspec import Struct

from rules.hands import Hands
from rules.records.carried import CarriedReader
from rules.records.reader import LogReader

Reader = LogReader | CarriedReader  # what a log was found to hold, as far as it was read


class LogSource(Protocol):
    """A log at rest. ``sha256``, ``size``: of bytes as received; known once chunks were read."""

    def chunks(self) -> Iterator[bytes]:
        """The log's text, decompressed, in pieces, from the beginning at every call."""

    @property
    def sha256(self) -> str: ...

    @property
    def size(self) -> int: ...


class BytesSource(Struct, frozen=True, dict=True):
    """A log in memory, not compressed."""

    data: bytes

    def chunks(self) -> Iterator[bytes]:
        for start in range(0, len(self.data), 1 << 20):
            yield self.data[start : start + (1 << 20)]

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def size(self) -> int:
        return len(self.data)


class ReadLog(Struct, frozen=True):
    """A log read to its end, or elsewhere: reader and blocks. It serves one audit."""

    reader: Reader
    blocks: Iterable[Hands]
