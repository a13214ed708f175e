"""Documents of results for a copy of the log: each as one file by its root, whole or as a purge left it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.store.connection import Connections
from auditor.store.documents.document_contents import KEPT, DocumentAltered
from auditor.store.documents.verified_parts import VerifiedParts
from auditor.store.stored_documents import NO_ROOT

_DOCUMENTS = "SELECT root, salt IS NULL FROM result_documents WHERE root != ? ORDER BY root"
_DOCUMENT = "SELECT audit, contents, salt FROM result_documents WHERE root = ?"
_CHUNKS = "SELECT list, number, body FROM result_chunks WHERE audit = ? ORDER BY list, number"


class CopiedDocument(Struct, frozen=True, array_like=True):
    """A document: its contents, which state the digest of each part, its salt, and (list, number, compressed bytes) of its parts.

    salt: None once a purge erased it, with all parts but those of the summary and the coverage.
    """

    contents: bytes
    salt: bytes | None
    parts: list[tuple[str, int, bytes]]


class LogDocuments:
    """Documents of a store's results."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    @property
    def _db(self) -> Database:
        return self._connections.db

    def roots(self) -> Iterator[tuple[str, bool]]:
        """(root, whether a purge erased its parts) of each document, but of those that were altered before they became one."""
        for root, purged in self._db.execute(_DOCUMENTS, [NO_ROOT]).fetchall():
            yield root, bool(purged)

    def document(self, root: str) -> bytes | None:
        """A document as a file, in MessagePack; None where none with this root is whole."""
        for audit, contents, salt in self._db.execute(_DOCUMENT, [root]).fetchall():
            chunks = [
                (name, number, bytes(body)) for name, number, body in self._db.execute(_CHUNKS, [audit])
            ]
            found = CopiedDocument(bytes(contents), None if salt is None else bytes.fromhex(salt), chunks)
            if is_whole_document(found, root):
                return msgspec.msgpack.encode(found)
        return None


def is_whole_document(found: CopiedDocument, root: str) -> bool:
    """Whether a document has a root and all its parts; of one that was purged, those that stay."""
    stored = {(name, number): body for name, number, body in found.parts}
    try:
        parts = VerifiedParts(
            root, found.contents, found.salt, lambda name, number: stored.get((name, number))
        )
        stated = parts.contents
        there = [name for name in stated.names() if name in KEPT or found.salt is not None]
        for name in there:
            for number in range(stated.parts(name)):
                parts.body(name, number)
    except DocumentAltered:
        return False
    return len(stored) == sum(stated.parts(name) for name in there)
