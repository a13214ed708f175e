"""Folder of a run: Parquet files, and markers for later runs.

`findings/room=WA-0417/month=2026-03/ab12….parquet` is of a table, with Hive's folders. `.auditor` has markers, written after
their Parquet files, so what has a marker is whole. Files are written under another name and renamed.
"""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from auditor.bulk.bulk_errors import FolderInUse, NotOurFolder

if TYPE_CHECKING:
    import pyarrow as pa

STATE = ".auditor"
NO_MONTH = "__HIVE_DEFAULT_PARTITION__"  # what databases read as null


class Folder:
    """Folder of a run. Parts are paths below it. made_by: the command."""

    def __init__(self, path: Path, made_by: str = "bulk") -> None:
        self.path = path
        self.state = path / STATE
        self._made_by = made_by

    def begin(self) -> None:
        """Make the folder, or go on in an earlier run's. Raises NotOurFolder, OSError."""
        if self.path.exists() and not self.state.is_dir() and any(self.path.iterdir()):
            raise NotOurFolder(
                f"{self.path} has other files in it. Name a new folder, or one that an earlier run wrote."
            )
        (self.state / "new").mkdir(parents=True, exist_ok=True)
        mark = self.state / "made-by"
        if not mark.exists():
            mark.write_text(self._made_by)
        elif mark.read_text() != self._made_by:
            raise NotOurFolder(
                f"{self.path} was written by `auditor {mark.read_text()}`. Name another folder."
            )

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Exclude other runs, and remove a killed run's leftovers. Raises FolderInUse."""
        with (self.state / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise FolderInUse(
                    f"Another run writes to {self.path} now. Wait for its end, or name another folder."
                ) from None
            for left in (self.state / "new").iterdir():
                left.unlink()
            yield

    def write(self, part: str, write: Callable[[Path], None]) -> None:
        """Write a part atomically. write: fills a file."""
        target, new = self.path / part, self.state / "new" / secrets.token_hex(12)
        try:
            write(new)
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(new, target)
        finally:
            new.unlink(missing_ok=True)

    def write_bytes(self, part: str, content: bytes) -> None:
        """Write a part of some bytes."""
        self.write(part, lambda path: _fill(path, content))

    def write_table(self, part: str, tables: Sequence[pa.Table]) -> None:
        """Write tables of a schema as a Parquet file, a row group each."""
        import pyarrow.parquet as pq

        def write(path: Path) -> None:
            with pq.ParquetWriter(path, tables[0].schema, compression="zstd") as writer:
                for each in tables:
                    writer.write_table(each)

        self.write(part, write)

    def read(self, part: str) -> bytes | None:
        """A part; None where there is none."""
        try:
            return (self.path / part).read_bytes()
        except FileNotFoundError:
            return None

    def remove(self, parts: Iterable[str]) -> None:
        """Remove replaced parts."""
        for each in parts:
            (self.path / each).unlink(missing_ok=True)

    def every_marker(self, kind: str) -> Iterator[str]:
        """Markers of a kind, in all rooms."""
        for each in sorted((self.state / kind).glob("*/*.json")):
            yield each.relative_to(self.path).as_posix()

    def rooms(self, kind: str) -> list[str]:
        """Rooms with markers of a kind, by name."""
        found = (unquote(each.name.removeprefix("room=")) for each in (self.state / kind).glob("room=?*"))
        return sorted(found)

    def markers(self, kind: str, room: str) -> Iterator[bytes]:
        """Markers of a kind and room, by name."""
        folder = self.path / marker_folder(kind, room)
        if folder.is_dir():
            for each in sorted(folder.iterdir()):
                yield each.read_bytes()


def _fill(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def marker(kind: str, room: str, name: str) -> str:
    """Part of the marker of a file, day or event."""
    return f"{marker_folder(kind, room)}/{quote(name, safe='')}.json"


def marker_folder(kind: str, room: str) -> str:
    """Folder of a kind's and room's markers. Empty room: unreadable."""
    return f"{STATE}/{kind}/{_room(room)}"


def parquet(table: str, room: str, day: str | None, name: str) -> str:
    """Part of a table's rows for a file, day or event."""
    month = NO_MONTH if day is None else day[:7]
    return f"{table}/{_room(room)}/month={month}/{quote(name, safe='')}.parquet"


def screened_part(room: str, day: str, name: str) -> str:
    """Part of a log's statistics for the screening of its room."""
    return f"screening/{_room(room)}/month={day[:7]}/{quote(name, safe='')}.msgpack"


def logs_part(room: str) -> str:
    """Part of a room's logs."""
    return f"logs/{_room(room)}/logs.parquet"


def _room(room: str) -> str:
    return f"room={quote(room, safe='')}"
