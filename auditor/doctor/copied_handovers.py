"""Keys of a copied log: the one that the copy names, and those that it was handed over to, by its records."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import msgspec

from auditor.facts.canonical_record import UnreadableFact, from_record
from auditor.facts.kinds.facts_of_log import LogKeyHandedOver
from auditor.log_copies.copied_records import CopiedRecord
from auditor.log_copies.copy_folder import CopyFolder
from auditor.register.key_handovers import KeyHandover, LogKeys, read_handover
from auditor.register.register_notes import NoteError, Verifier
from rules.typed import from_json

_KIND = b"log.key_handed_over"
_copied_record = from_json(CopiedRecord)


def keys_of_copy(folder: CopyFolder, trusted: Verifier) -> LogKeys:
    """Keys of a copy's log. Its records are not verified yet: both keys signed each handover."""
    return LogKeys.of(trusted, _handovers(folder))


def _handovers(folder: CopyFolder) -> Iterator[KeyHandover]:
    for path in sorted((folder.path / "records").rglob("*")):
        for line in path.read_bytes().splitlines() if path.is_file() else ():
            if _KIND in line:
                with suppress(msgspec.DecodeError, UnreadableFact, NoteError, UnicodeError):
                    fact = from_record(_copied_record(line).record.encode())
                    if isinstance(fact, LogKeyHandedOver):
                        yield read_handover(fact.note)
