"""Statistics of logs for the screening of their rooms, a part for each log in the folder of a run.

`screening/room=WA-0417/month=2026-03/ab12….msgpack` is an array of two byte strings: statistics and sums, as stores keep them. A
later run into the folder adds its logs to them.
"""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec import Struct

from auditor.bulk.folder import Folder
from auditor.store.kept_statistics import KeptStatistics
from rules.screening.session_statistics import SessionStatistics
from rules.screening.session_sums import sums_of
from rules.screening.written_statistics import (
    statistics_as_bytes,
    statistics_of_bytes,
    sums_as_bytes,
    sums_of_bytes,
)
from rules.typed import from_msgpack


class ScreenedPart(Struct, frozen=True, array_like=True):
    """Statistics of a log, and their sums."""

    statistics: bytes
    sums: bytes


_part = from_msgpack(ScreenedPart)


def put_screened(folder: Folder, part: str, statistics: SessionStatistics) -> None:
    """Write the statistics of a log."""
    content = ScreenedPart(statistics_as_bytes(statistics), sums_as_bytes(sums_of(statistics)))
    folder.write_bytes(part, msgspec.msgpack.encode(content))


def read_screened(folder: Folder, part: str, number: int, sha256: str) -> KeptStatistics | None:
    """Statistics of a log by its number and digest; None: another version of the program made them, or they are gone."""
    content = folder.read(part)
    if content is None:
        return None
    kept = _part(content)
    sums = sums_of_bytes(kept.sums)
    if sums is not None:
        return KeptStatistics(number, sha256, sums, partial(_rows, kept.statistics))
    statistics = statistics_of_bytes(kept.statistics)
    return None if statistics is None else KeptStatistics.of(number, sha256, statistics)


def _rows(written: bytes) -> SessionStatistics:
    found = statistics_of_bytes(written)
    assert found is not None  # this version made the sums of it
    return found
