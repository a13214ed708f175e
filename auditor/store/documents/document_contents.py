"""Contents of a document: its parts in order, with rows, bytes and digests. The root is the SHA-256 of the contents."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

import msgspec
import numpy as np
from msgspec import Struct

from auditor.facts.salted_parts import part_digest
from rules.typed import from_msgpack

FORMAT = 1  # of contents, parts and index; another one is another number
KEPT = ("summary", "coverage")  # lists that stay when a result is purged; parts of others have salted digests
_ROOT_OF = b"cardroom-auditor result document\n"
_COUNT = np.dtype("<u4")


class DocumentAltered(ValueError):
    """A part, the contents or the root of a document that are not what was stated."""


class PartNumbers(Struct, frozen=True, array_like=True):
    """Parts of one list in order. rows, sizes (N,): rows and bytes of each, as little-endian uint32. digests: N of 32 bytes."""

    rows: bytes
    sizes: bytes
    digests: bytes


class DocumentContents(Struct, frozen=True, array_like=True):
    """Parts by list. A column of the index is a list of one part, such as ``findings.code``."""

    format: int
    lists: dict[str, PartNumbers]


class StatedPart(Struct, frozen=True):
    """Rows, bytes and digest of a part, which the contents state."""

    rows: int
    size: int
    digest: bytes


_contents = from_msgpack(DocumentContents)


def digest_of(name: str, salt: bytes, body: bytes) -> bytes:
    """Digest of a part's bytes, before they are compressed: 32 bytes. salt: of the document, 32 bytes."""
    return hashlib.sha256(body).digest() if name in KEPT else bytes.fromhex(part_digest(salt, body))


def to_contents(parts: Mapping[str, Iterable[StatedPart]]) -> bytes:
    """Bytes of the contents: lists in the order given."""
    lists = {}
    for name, several in parts.items():
        stated = list(several)
        lists[name] = PartNumbers(
            np.array([each.rows for each in stated], _COUNT).tobytes(),
            np.array([each.size for each in stated], _COUNT).tobytes(),
            b"".join(each.digest for each in stated),
        )
    return msgspec.msgpack.encode(DocumentContents(FORMAT, lists))


def root_of(contents: bytes) -> str:
    """Root of a document by its contents: 64 hexadecimal digits."""
    return hashlib.sha256(_ROOT_OF + contents).hexdigest()


class VerifiedContents:
    """Contents that have a stated root. Raises DocumentAltered."""

    def __init__(self, contents: bytes, root: str) -> None:
        found = root_of(contents)
        if found != root:
            raise DocumentAltered(f"The contents have the root {found}, and {root} is stated.")
        self._lists = _decoded(contents).lists

    def names(self) -> list[str]:
        """Lists, in order."""
        return list(self._lists)

    def parts(self, name: str) -> int:
        """Number of a list's parts."""
        return len(self._numbers(name).rows) // _COUNT.itemsize

    def starts(self, name: str) -> list[int]:
        """Place of each part's first row in its list, and the number of all rows at the end."""
        rows = np.frombuffer(self._numbers(name).rows, _COUNT)
        return [0, *np.cumsum(rows, dtype=np.int64).tolist()]

    def part(self, name: str, number: int) -> StatedPart:
        """Rows, bytes and digest that are stated of a part."""
        its = self._numbers(name)
        rows, size = (int(np.frombuffer(each, _COUNT)[number]) for each in (its.rows, its.sizes))
        return StatedPart(rows, size, its.digests[32 * number : 32 * (number + 1)])

    def _numbers(self, name: str) -> PartNumbers:
        return self._lists[name]


def _decoded(contents: bytes) -> DocumentContents:
    try:
        found = _contents(contents)
    except msgspec.DecodeError as error:
        raise DocumentAltered(f"The contents cannot be read ({error}).") from error
    if found.format != FORMAT:
        raise DocumentAltered(f"The contents are of format {found.format}, and this version reads {FORMAT}.")
    return found
