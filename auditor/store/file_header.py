"""Header of a SQLite file, read without SQLite, which may refuse the file."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import NamedTuple

_HEADER = struct.Struct(">16xHB5xII60xI4x")


class FileHeader(NamedTuple):
    """Parts of the header: page size in bytes (1: 65,536), last change, pages."""

    page: int
    write_version: int
    changes: int
    pages: int
    counted_after: int

    @classmethod
    def of(cls, path: Path) -> FileHeader:
        """Header of a file that has it whole."""
        with path.open("rb") as file:
            return cls(*_HEADER.unpack(file.read(_HEADER.size)))


def cut_short(path: Path) -> str | None:
    """Sentence that a file ends before its header's size; None where it does not, or where a log beside it may have the rest."""
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        return None
    found = path.stat().st_size
    if found < _HEADER.size:
        return f"the file ends after {found:,} of the {_HEADER.size} bytes of its header"
    header = FileHeader.of(path)
    expected = (1 << 16 if header.page == 1 else header.page) * header.pages
    counted = header.changes == header.counted_after  # otherwise SQLite counts the pages itself
    if not counted or expected <= found:
        return None
    return f"the file ends after {found:,} of {expected:,} bytes that its header states"
