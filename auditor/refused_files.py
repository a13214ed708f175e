"""Files sent as logs and refused: kept as evidence with their problems."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from msgspec import Struct

from auditor.errors import EvidenceDamaged, EvidencePurged, NoSuchFile
from auditor.evidence import NO_LIMITS, Evidence, first_room
from auditor.listed_problems import every_problem
from auditor.quoted_lines import Quote, quotes
from auditor.rooms import Rooms
from auditor.store import Store
from auditor.store.rows import EvidenceRecord, Purged
from auditor.store.service_clock import of_instant
from auditor.terms import instants_of
from rules.records.foreign import BEGIN, foreign_kind
from rules.records.problems import Problem

_HEAD = 1 << 16  # bytes of a file in which its first line is looked for


class RefusedFile(Struct, frozen=True):
    """A refused file. brought_by: whose key; None without keys. room: that it names."""

    record: EvidenceRecord
    brought_by: str | None
    room: str | None
    purged: Purged | None


def kept_evidence(store: Store, sha256: str) -> Evidence:
    """Bytes on record as received. Raises EvidencePurged, EvidenceDamaged."""
    evidence = Evidence(store.evidence.body(sha256), NO_LIMITS)
    if evidence.sha256 == sha256:
        return evidence
    purged = store.purges.of_file(sha256)
    if purged is not None:
        raise EvidencePurged(purged.words("This file"))
    raise EvidenceDamaged(
        f"The file with the SHA-256 {sha256} is no longer what was received. Upload the same file again, or restore the store "
        "from a backup."
    )


class RefusedFiles:
    """Refused files over a store."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms

    def of_day(self, room: str, day: dt.date) -> list[RefusedFile]:
        """Refused files received for a room within a gaming day, in order. Raises NoSuchRoom.

        A file is of each room of its key, or of the one among these that its first line names; only a caller who sees all of them
        sees it.
        """
        begins, ends = map(of_instant, instants_of(self._rooms.get(room).terms, day))
        found = self._store.refused.between(begins, ends)
        return [
            each
            for record, key in found
            if (key is None or key.rooms is None or room in key.rooms)
            and (each := self._file(record, key.name if key else None)).room in (None, room)
        ]

    def get(self, room: str, sha256: str) -> RefusedFile:
        """A room's refused file. Raises NoSuchRoom, NoSuchFile."""
        self._rooms.get(room)
        found = self._store.refused.get(sha256)
        if found is not None:
            record, key = found
            file = self._file(record, key.name if key else None)
            if file.room in (None, room) and (key is None or key.rooms is None or room in key.rooms):
                return file
        raise NoSuchFile(f"No file with the SHA-256 {sha256[:64]} was refused in room {room}.")

    def quotes(self, file: RefusedFile, most: int) -> Mapping[Problem, Quote]:
        """First problems of a refused text file, each with its line. Raises EvidenceDamaged."""
        problems = [Problem(**each) for each in file.record.problems[:most]]
        foreign = foreign_kind(self._store.refused.head(file.record.sha256, BEGIN)) is not None
        found = (
            {} if file.purged or foreign else quotes(kept_evidence(self._store, file.record.sha256), problems)
        )
        return {each: found.get(each, Quote("", "", "", False, False)) for each in problems}

    def every_problem(self, file: RefusedFile) -> Sequence[Problem]:
        """All problems as read now; the recorded ones where the file was purged. Raises EvidenceDamaged."""
        found = () if file.purged else every_problem(kept_evidence(self._store, file.record.sha256))
        return found or [Problem(**each) for each in file.record.problems]

    def _file(self, record: EvidenceRecord, brought_by: str | None) -> RefusedFile:
        head = self._store.refused.head(record.sha256, _HEAD)
        room = first_room(Evidence(head, NO_LIMITS))
        return RefusedFile(record, brought_by, room, self._store.purges.of_file(record.sha256))
