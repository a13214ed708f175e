"""Bytes of a log as received: digest, and content once decompressed.

The first two bytes show gzip, never the name. Decompression is streamed within limits on size, ratio and members.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from rules.records.problems import Problem, Refused

GZIP_MAGIC = b"\x1f\x8b"
CHUNK = 1 << 20
LONGEST_FIRST_LINE = 1 << 16
# Bytes that are decompressed first of a member: what follows it is copied, so those of many short members must be few.
_FIRST_OF_MEMBER = 1 << 12
_GZIP_WINDOW = 31  # zlib's number for "a gzip header, the largest window"

NDJSON_TYPE = "application/x-ndjson"
GZIP_TYPE = "application/gzip"


class UnpackingLimits(Struct, frozen=True):
    """Limits of decompression. The ratio counts once more than ``free`` bytes came out.

    members: of a gzip file (RFC 1952, 2.2): some thousand where each hand is one, 2,000 where each 64 kB is.
    """

    decompressed: int = 4 << 30
    ratio: int = 200
    free: int = 16 << 20
    members: int = 20_000


LIMITS = UnpackingLimits()  # of a file on this machine
# Of a request: as much as it may bring without gzip. A session of 5,000 hands has 3 MB; with every placement recorded, 15.
SERVED = UnpackingLimits(decompressed=32 << 20)
NO_LIMITS = UnpackingLimits(decompressed=1 << 62, ratio=1 << 62, members=1 << 62)  # for what was taken once


class Unreadable(Refused):
    """Bytes of a file that cannot be decompressed."""

    def __init__(self, line: int, found: str, expected: str, sentence: str = "") -> None:
        super().__init__([Problem(line, "", found, expected)], 1, sentence=sentence)
        self.args = (sentence or f"The file was refused: it holds {found}; expected {expected}.",)


class TooLarge(Unreadable):
    """A log that decompresses beyond the limit."""


class Evidence:
    """A log in memory; ``sha256`` and ``size`` are of the bytes as received."""

    def __init__(self, body: bytes, limits: UnpackingLimits = LIMITS) -> None:
        self.body = body
        self.size = len(body)
        self.sha256 = hashlib.sha256(body).hexdigest()
        self._limits = limits
        self._content_sha256: str | None = None if self.compressed else self.sha256

    @property
    def compressed(self) -> bool:
        """Whether the bytes are gzip."""
        return self.body.startswith(GZIP_MAGIC)

    @property
    def media_type(self) -> str:
        """Media type by the bytes, whatever was declared."""
        return GZIP_TYPE if self.compressed else NDJSON_TYPE

    @property
    def content_sha256(self) -> str:
        """Digest of the decompressed log. Raises Unreadable."""
        if self._content_sha256 is None:
            digest = hashlib.sha256()
            for chunk in self.chunks():
                digest.update(chunk)
            self._content_sha256 = digest.hexdigest()
        return self._content_sha256

    def chunks(self) -> Iterator[bytes]:
        """The log decompressed, in pieces. Raises Unreadable."""
        pieces = (self.body[start : start + CHUNK] for start in range(0, self.size, CHUNK))
        return decompressed(pieces, self._limits)


def first_room(evidence: Evidence | FileEvidence) -> str | None:
    """Room on a log's first line; None where its first piece does not show it."""
    try:
        first = next(iter(evidence.chunks()), b"").partition(b"\n")[0][:LONGEST_FIRST_LINE]
        room = json.loads(first)["room"]
    except (Refused, ValueError, KeyError, TypeError, RecursionError):
        return None
    return room if isinstance(room, str) else None


class Digest(Protocol):
    """An incremental digest."""

    def update(self, piece: bytes, /) -> None: ...
    def hexdigest(self) -> str: ...


class FileEvidence:
    """A log in a file, read in pieces; ``sha256`` and ``size`` are of the file as it is."""

    def __init__(
        self, path: Path, limits: UnpackingLimits = LIMITS, digest: Callable[[], Digest] = hashlib.sha256
    ) -> None:
        """digest: maker of the SHA-256 over the pieces."""
        self.path = path
        self.limits = limits
        self._digest = digest
        self._sha256: str | None = None
        self._size = 0

    @property
    def sha256(self) -> str:
        """Digest of the file; reads it unless `chunks` was read to its end."""
        if self._sha256 is None:
            for _ in self._raw():
                pass
        assert self._sha256 is not None
        return self._sha256

    @property
    def size(self) -> int:
        """The file's bytes."""
        return self._size if self._sha256 is not None else self.path.stat().st_size

    def chunks(self) -> Iterator[bytes]:
        """The log decompressed, in pieces. Raises Unreadable, OSError."""
        return decompressed(self._raw(), self.limits)

    def _raw(self) -> Iterator[bytes]:
        digest, size = self._digest(), 0
        with self.path.open("rb") as file:
            while piece := file.read(CHUNK):
                digest.update(piece)
                size += len(piece)
                yield piece
        self._sha256, self._size = digest.hexdigest(), size


def decompressed(pieces: Iterable[bytes], limits: UnpackingLimits = LIMITS) -> Iterator[bytes]:
    """The pieces, decompressed where they are gzip. Raises Unreadable."""
    pieces = iter(pieces)
    first = next(pieces, b"")
    if not first.startswith(GZIP_MAGIC):
        yield first
        yield from pieces
        return
    inflater = _Inflater(limits)
    yield from inflater.take(first)
    for piece in pieces:
        yield from inflater.take(piece)
    inflater.finish()


class _Inflater:
    def __init__(self, limits: UnpackingLimits) -> None:
        self._limits = limits
        self._member = zlib.decompressobj(_GZIP_WINDOW)
        self._taken = self._given = 0
        self._members = 1
        self._step = CHUNK  # bytes that are decompressed at once
        self._line = 1

    def take(self, piece: bytes) -> Iterator[bytes]:
        self._taken += len(piece)
        start = 0
        while start < len(piece):
            if self._member.eof:
                self._next_member(piece[start : start + 2])
            part = piece[start : start + self._step]
            yield from self._inflate(part)
            start += len(part) - len(self._member.unused_data)
            self._step = _FIRST_OF_MEMBER if self._member.eof else min(2 * self._step, CHUNK)

    def _inflate(self, piece: bytes) -> Iterator[bytes]:
        rest = piece
        while True:
            try:
                out = self._member.decompress(rest, CHUNK)
            except zlib.error as error:
                reason = str(error).split(": ")[-1]
                raise Unreadable(
                    self._line, f"gzip data that is damaged ({reason})", "a whole gzip file (RFC 1952)"
                ) from error
            if out:
                self._count(out)
                yield out
            if self._member.eof:  # what follows is in unused_data; there may be an unconsumed tail, too
                return
            rest = self._member.unconsumed_tail
            if not rest and len(out) < CHUNK:
                return

    def _next_member(self, rest: bytes) -> None:
        # A piece may end within the two bytes; zlib refuses the second one if it is not gzip's.
        if not GZIP_MAGIC.startswith(rest[:2]):
            raise Unreadable(
                self._line,
                "bytes after the end of the gzip data that are not gzip",
                "nothing after it, or another gzip member",
            )
        self._members += 1
        if self._members > self._limits.members:
            raise TooLarge(
                self._line,
                f"gzip data of more than {self._limits.members:,} members",
                f"at most {self._limits.members:,}; compress the log as a whole",
            )
        self._member = zlib.decompressobj(_GZIP_WINDOW)

    def _count(self, out: bytes) -> None:
        self._given += len(out)
        self._line += out.count(b"\n")
        cap, ratio = self._limits.decompressed, self._limits.ratio
        if self._given > cap:
            raise TooLarge(
                self._line,
                f"more than {cap:,} bytes once decompressed",
                f"at most {cap:,} bytes decompressed; split the log or ask for a larger cap",
            )
        if self._given > self._limits.free and self._given > ratio * self._taken:
            times = self._given // max(self._taken, 1)
            raise TooLarge(
                self._line,
                f"gzip data that grows {times:,} times on decompression",
                f"a log that grows at most {ratio:,} times",
            )

    def finish(self) -> None:
        """Raise Unreadable where the data ends within a member."""
        if not self._member.eof:
            raise Unreadable(
                self._line,
                "gzip data that ends in the middle",
                "a whole gzip file; it was cut off, so send it again",
                "The file ends in the middle of its gzip data: it was cut off. Send the whole file.",
            )
