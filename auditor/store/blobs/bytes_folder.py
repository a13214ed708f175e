"""Bytes in a folder: `aa/SHA256`, for its owner alone, on the disk with their names before they count."""

from __future__ import annotations

import datetime as dt
import fcntl
import os
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from auditor.store.blobs.bytes_place import OWNER, BytesUnavailable, StoredBlob
from auditor.store.private_files import private
from auditor.store.store_backup import sync

_DIGEST = re.compile(r"[0-9a-f]{64}")
_SHARD = re.compile(r"[0-9a-f]{2}")
_LOCK, _PARTIAL = ".lock", ".partial"
_MODE = 0o700


class BytesFolder:
    """Folder of bytes, for all threads and processes. Whoever erases has the lock of the digest's subfolder alone."""

    words = "the folder that AUDITOR_BYTES names"
    keeps_versions = False

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def address(self) -> str:
        """The folder's path."""
        return f"{self.path}"

    @property
    def folder(self) -> Path | None:
        """The folder."""
        return self.path

    def owner(self) -> str | None:
        """Name of the register whose bytes these are; None: nobody's yet."""
        with self._in_words("read"):
            try:
                return (self.path / OWNER).read_text("utf-8").strip()
            except FileNotFoundError:
                return None

    def claim(self, owner: str) -> None:
        """Make the folder, and note whose bytes it has."""
        with self._in_words("written"):
            if not self.path.is_dir():
                self.path.mkdir(mode=_MODE)
                sync(self.path.parent)
            _write(self.path / OWNER, f"{owner}\n".encode())
            sync(self.path)

    def get(self, sha256: str) -> bytes | None:
        """Bytes under a digest; None where the folder has none."""
        with self._in_words("read"):
            try:
                return self._file(sha256).read_bytes()
            except FileNotFoundError:
                self._must_be_there()
                return None

    def put(self, sha256: str, body: bytes) -> bytes | None:
        """Put bytes, on the disk; what was there."""
        found = self.get(sha256)
        with self._in_words("written"):
            self._must_be_there()
            path = self._made(sha256)
            if found == body:
                os.utime(path)
                sync(path)
            else:
                _write(path, body)
            sync(path.parent)
        return found

    @contextmanager
    def keeping(self, bodies: Mapping[str, bytes]) -> Iterator[dict[str, bytes | None]]:
        """Block in which nobody erases in the subfolders of some digests; what was there under each."""
        with ExitStack() as locks:
            with self._in_words("written"):
                self._must_be_there()
                for sha256 in {each[:2]: each for each in sorted(bodies)}.values():
                    locks.enter_context(self._locked(sha256, fcntl.LOCK_SH))
            yield {sha256: self.put(sha256, body) for sha256, body in bodies.items()}

    def erase(self, sha256: str, is_needed: Callable[[], bool], before: dt.datetime | None = None) -> bool:
        """Erase bytes unless they are needed, or were put there at a time or later; whether none are left."""
        with self._in_words("written"), self._locked(sha256, fcntl.LOCK_EX):
            path = self._file(sha256)
            try:
                changed = _changed(path)
            except FileNotFoundError:
                self._must_be_there()
                return True
            if (before is not None and changed >= before) or is_needed():
                return False
            path.unlink()
            sync(path.parent)
        return True

    def blobs(self) -> Iterator[StoredBlob]:
        """All bytes in the folder."""
        for path in self._files():
            if _DIGEST.fullmatch(path.name) and path.name.startswith(path.parent.name):
                try:
                    found = path.stat()
                except FileNotFoundError:
                    continue  # erased meanwhile
                yield StoredBlob(path.name, found.st_size, _time(found.st_mtime))

    def tidy(self, before: dt.datetime) -> None:
        """Remove partial files from before a time."""
        for path in self._files():
            with self._in_words("written"):
                if path.name.endswith(_PARTIAL) and _changed(path) < before:
                    path.unlink()

    def _files(self) -> Iterator[Path]:
        with self._in_words("read"):
            self._must_be_there()
            shards = sorted(each.name for each in self.path.iterdir() if _SHARD.fullmatch(each.name))
        for shard in shards:
            with self._in_words("read"):
                names = sorted(os.listdir(self.path / shard))
            yield from (self.path / shard / name for name in names)

    def _file(self, sha256: str) -> Path:
        return self.path / sha256[:2] / sha256

    def _made(self, sha256: str) -> Path:
        """The path of some bytes, whose folder is on the disk."""
        path = self._file(sha256)
        if not path.parent.is_dir():
            path.parent.mkdir(mode=_MODE, exist_ok=True)
            sync(self.path)
        return path

    @contextmanager
    def _locked(self, sha256: str, how: int) -> Iterator[None]:
        self._must_be_there()
        with open(self._made(sha256).with_name(_LOCK), "w", opener=private) as lock:
            fcntl.flock(lock, how)
            yield

    def _must_be_there(self) -> None:
        """Raise FileNotFoundError where the folder is gone, such as that of a disk that is not mounted."""
        (self.path / OWNER).stat()

    @contextmanager
    def _in_words(self, how: str) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError as error:
            raise BytesUnavailable(
                f"{self.words} is not there, or is another one: it has no file {OWNER}. Mount its disk, or put it back"
            ) from error
        except OSError as error:
            raise BytesUnavailable(f"{self.words} cannot be {how}: {error.strerror}") from error


def _changed(path: Path) -> dt.datetime:
    return _time(path.stat().st_mtime)


def _time(seconds: float) -> dt.datetime:
    return dt.datetime.fromtimestamp(seconds, dt.UTC)


def _write(path: Path, body: bytes) -> None:
    """Write a file, whole and on the disk, in place of any; its name is not on the disk yet."""
    partial = path.with_name(f".{secrets.token_hex(8)}{_PARTIAL}")
    try:
        with open(partial, "wb", opener=private) as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
