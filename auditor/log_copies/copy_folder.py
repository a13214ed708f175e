"""Folder of a copy of a log.

`log.json` names the log's public key, `checkpoint` what was copied last; `tile/` has what `/v1/register/tile/` serves.
`records/` has lines of JSON for each bundle of entries, `checkpoints/` for each bundle of checkpoints. `parts/` and `bytes/`
have files by their SHA-256, `documents/` by the roots of results. The checkpoint
comes last, so that a run that broke off is gone on with. Files are written under another name and renamed.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from auditor.log_copies.copy_errors import CopyInUse, UnusableCopy
from auditor.register import register_notes
from auditor.register.key_handovers import LogKeys
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_notes import NoteError, Verifier
from auditor.register.tiles import Tile
from rules.typed import from_json

FORMAT = "cardroom-log-copy/1"
MARK, CHECKPOINT, LOCK = "log.json", "checkpoint", ".lock"
PARTS, BYTES, DOCUMENTS = "parts", "bytes", "documents"
_NEW = ".new"  # end of the names of files that are being written


class _Mark(Struct, frozen=True):
    format: str
    key: str


class CopiedHead(Struct, frozen=True):
    """Last checkpoint of a copy, as it was signed."""

    note: str
    checkpoint: Checkpoint


_mark = from_json(_Mark)


class CopyFolder:
    """A copy's folder. Each method raises OSError where it cannot be read or written."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def key(self) -> Verifier | None:
        """Public key of the copied log; None of a new or an empty folder. Raises UnusableCopy."""
        try:
            found = _mark((self.path / MARK).read_bytes())
            if found.format == FORMAT:
                return register_notes.verifier(found.key)
            why = f"its format is {found.format!r}"
        except FileNotFoundError:
            if not self.path.exists() or not any(each.name != LOCK for each in self.path.iterdir()):
                return None
            raise UnusableCopy(
                f"{self.path} has other files in it, and no {MARK} of a copy. Name a new folder, or that of a copy."
            ) from None
        except (msgspec.DecodeError, NoteError, UnicodeDecodeError) as error:
            why = f"{error}"
        raise UnusableCopy(
            f"{self.path / MARK} does not say which log was copied ({why}). Copy the log into another folder."
        )

    def head(self, keys: LogKeys) -> CopiedHead | None:
        """Last checkpoint that was copied, or None. Raises UnusableCopy."""
        path = self.path / CHECKPOINT
        try:
            note = path.read_bytes()
            return CopiedHead(note.decode(), keys.seen(note))
        except FileNotFoundError:
            return None
        except (NoteError, UnicodeDecodeError) as error:
            raise UnusableCopy(
                f"{path} is no checkpoint that {keys.last.name} signed ({error}). Copy the log into another folder, and keep "
                "this one: somebody altered it."
            ) from error

    @contextmanager
    def locked(self, key: Verifier) -> Iterator[None]:
        """Block in which this run alone writes. Makes the folder, for its owner alone. Raises CopyInUse."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (self.path / LOCK).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise CopyInUse(self.path) from None
            if self.key() != key:  # new, or the key was handed over
                self.write(MARK, msgspec.json.encode(_Mark(FORMAT, str(key))) + b"\n")
            yield

    def read(self, part: str) -> bytes | None:
        """Bytes of a file below the folder, or None."""
        try:
            return (self.path / part).read_bytes()
        except FileNotFoundError:
            return None

    def write(self, part: str, body: bytes) -> None:
        """Write a file below the folder, whole or not at all, and to the disk."""
        target = self.path / part
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = target.with_name(target.name + _NEW)
        try:
            with new.open("wb") as file:
                file.write(body)
                file.flush()
                os.fsync(file.fileno())
            new.replace(target)
        except OSError:
            with suppress(OSError):
                new.unlink(missing_ok=True)
            raise

    def put(self, part: str, body: bytes) -> bool:
        """Write a file below the folder, unless it is there with these bytes; whether it was written."""
        is_other = self.read(part) != body
        if is_other:
            self.write(part, body)
        return is_other

    def finish(self, note: str, tiles: set[Tile]) -> None:
        """Keep a checkpoint, once all that it covers is written, and remove partial tiles of before. tiles: its partial ones."""
        self.write(CHECKPOINT, note.encode())
        wanted = {self.path / tile_path(each) for each in tiles}
        for partial in (self.path / "tile").rglob("*.p/*"):
            if partial not in wanted:
                partial.unlink()
                with suppress(OSError):
                    partial.parent.rmdir()

    def digests(self, kind: str) -> set[str]:
        """Digests of the files of a kind: parts, bytes or documents."""
        return {each.name for each in (self.path / kind).glob("??/*") if not each.name.endswith(_NEW)}

    def files(self) -> set[str]:
        """Places of all files below the folder, but for the one that a run locks."""
        return {
            each.relative_to(self.path).as_posix()
            for each in self.path.rglob("*")
            if not each.is_dir() and each != self.path / LOCK
        }

    def discard(self, part: str) -> None:
        """Remove a file below the folder, if it is there."""
        (self.path / part).unlink(missing_ok=True)


def tile_path(tile: Tile) -> str:
    """Place of a tile or bundle below the folder."""
    return f"tile/{tile.path}"


def records_path(bundle: Tile) -> str:
    """Place of the records of a bundle's entries below the folder."""
    return f"records/{_numbered(bundle.index)}.ndjson"


def checkpoints_path(bundle: int) -> str:
    """Place of a bundle of checkpoints below the folder, by its number."""
    return f"checkpoints/{_numbered(bundle)}.ndjson"


def _numbered(number: int) -> str:
    return Tile(None, number).path.removeprefix("entries/")


def digest_path(kind: str, digest: str) -> str:
    """Place of a file by its digest below the folder."""
    return f"{kind}/{digest[:2]}/{digest}"
