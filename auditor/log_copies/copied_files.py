"""Files of a copy by a digest: parts of facts, bytes, and documents of results."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

from msgspec import Struct

from auditor.log_copies.copy_folder import DOCUMENTS, CopyFolder, digest_path
from auditor.store.log_documents import LogDocuments


class PutFiles(Struct, frozen=True):
    """Files that came or were erased. damaged, missing: as of `exported_log.ExportedLog`."""

    added: int = 0
    erased: int = 0
    damaged: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    def __add__(self, other: PutFiles) -> PutFiles:
        """Both together."""
        return PutFiles(
            self.added + other.added,
            self.erased + other.erased,
            self.damaged + other.damaged,
            self.missing + other.missing,
        )


def put_files(
    folder: CopyFolder,
    kind: str,
    wanted: set[str],
    read: Callable[[str], Iterable[bytes]],
    *,
    may_erase: bool,
) -> PutFiles:
    """Keep the files of a kind by their digests. read: what the store has under one. may_erase: entries say that some went."""
    kept, added, damaged = folder.digests(kind), 0, []
    for digest in sorted(wanted - kept):
        found = list(read(digest))
        whole = next((body for body in found if hashlib.sha256(body).hexdigest() == digest), None)
        if whole is not None:
            folder.write(digest_path(kind, digest), whole)
            added += 1
        elif found:
            damaged.append(digest)
    gone = sorted(kept - wanted)
    if not may_erase:
        return PutFiles(added, 0, tuple(damaged), tuple(gone))
    for digest in gone:
        folder.discard(digest_path(kind, digest))
    return PutFiles(added, len(gone), tuple(damaged))


def put_documents(folder: CopyFolder, documents: LogDocuments, *, may_erase: bool) -> PutFiles:
    """Keep documents of results by their roots; of one that was purged, what stays of it. may_erase: an entry says a purge."""
    kept, added, erased, damaged, wanted = folder.digests(DOCUMENTS), 0, 0, [], set()
    for root, purged in documents.roots():
        wanted.add(root)
        if root in kept and not (purged and may_erase):
            continue
        found = documents.document(root)
        if found is None:
            damaged.append(root)
        elif folder.put(digest_path(DOCUMENTS, root), found):
            added, erased = added + (root not in kept), erased + (root in kept)
    return PutFiles(added, erased, tuple(damaged), tuple(sorted(kept - wanted)))
