"""A place for bytes by their SHA-256, outside of the database."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple, Protocol

from auditor.store.connection import StoreUnavailable

OWNER = "auditor-bytes"  # file or object that names whose bytes a place has


class BytesUnavailable(StoreUnavailable):
    """A place of bytes that does not answer or cannot be used, in words for whoever asked. why: more, for the operator."""

    def __init__(self, words: str, why: str = "") -> None:
        super().__init__(words)
        self.words, self.why = words, why

    def __str__(self) -> str:
        return f"{self.words} ({self.why})" if self.why else self.words


class StoredBlob(NamedTuple):
    """Bytes at a place. at: when they were put there, or last again."""

    sha256: str
    size: int
    at: dt.datetime


class Blobs(Protocol):
    """Place for bytes. Each method raises BytesUnavailable.

    words: the place for people, without a path. address: the place for the operator, without secrets.
    """

    @property
    def words(self) -> str:
        """The place for people."""

    @property
    def address(self) -> str:
        """The place for the operator."""

    @property
    def folder(self) -> Path | None:
        """The folder whose disk has the bytes; None: no disk of this machine."""

    @property
    def keeps_versions(self) -> bool:
        """Whether an erased object stays as an earlier version."""

    def owner(self) -> str | None:
        """Name of the register whose bytes the place has; None: nobody's yet."""

    def claim(self, owner: str) -> None:
        """Note whose bytes the place has, and make it if it is not there."""

    def get(self, sha256: str) -> bytes | None:
        """Bytes under a digest, damaged or not; None where there are none."""

    def put(self, sha256: str, body: bytes) -> bytes | None:
        """Put bytes under their digest, on its disk; what was there. The time of those that are there is now."""

    def keeping(self, bodies: Mapping[str, bytes]) -> AbstractContextManager[dict[str, bytes | None]]:
        """Block in which bytes that are put at its begin are not erased; what was there under each digest."""

    def erase(self, sha256: str, is_needed: Callable[[], bool], before: dt.datetime | None = None) -> bool:
        """Erase what is under a digest unless it is needed; whether nothing is left. before: only what was put there earlier."""

    def blobs(self) -> Iterator[StoredBlob]:
        """All bytes at the place."""

    def tidy(self, before: dt.datetime) -> None:
        """Remove what broken off puts from before a time left."""
