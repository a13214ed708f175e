"""Uploads that are kept while the record takes none: bytes by digest, and beside them how they were sent, under the inbox's key.

A folder `inbox` in the data folder has a file for each body, named by its SHA-256, and for each way in which it was sent a file
`SHA256.KEY-WAY.json`. Files are on the disk, with their names, before they count.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from auditor.store.inbox_key import InboxKey
from auditor.store.private_files import private
from auditor.store.store_backup import sync
from rules.typed import from_json

FOLDER, REFUSED = "inbox", "refused"  # the folder, and that within it of what was refused
_SURE = 2_000_000_000  # nanoseconds after which another change of a folder has another time
_LOCK = "inbox.lock"  # of who adds to it or removes from it
MOST_FILES = 10_000  # that the inbox has at a time
MOST_OF_KEY = 2_000  # and of one key
_RECORD = re.compile(r"([0-9a-f]{64})\.([A-Za-z0-9_-]{0,64})-([0-9a-f]{16})\.json")
_OF_NOBODY = (
    "bytes of which no file says who sent them: it was removed, or the upload broke off; send the file again"
)
UploadKind = Literal["session", "tournament", "ledger", "original"]


class SentUpload(Struct, frozen=True, forbid_unknown_fields=True):
    """An upload as it was sent. room: that it was sent for, or None. stated: of a hand history, by name."""

    kind: UploadKind
    filename: str | None = None
    room: str | None = None
    stated: dict[str, Any] = field(default_factory=dict)


class KeptUpload(Struct, frozen=True, forbid_unknown_fields=True):
    """An upload in the inbox. key: id of that which sent it; None: the service ran without keys. why: of a refused one."""

    sha256: str
    size: int
    received_at: str
    key: str | None
    sent: SentUpload
    why: str = ""

    @property
    def name(self) -> str:
        """Name of the file that says how it was sent: the same for the same bytes, sent alike with the same key."""
        way = hashlib.sha256(_bytes([self.key, self.sent])).hexdigest()[:16]
        return f"{self.sha256}.{self.key or ''}-{way}.json"


class DamagedUpload(Struct, frozen=True):
    """A file of the inbox that enters nothing. found: what is wrong with it, in words."""

    name: str
    found: str


class InboxState(Struct, frozen=True):
    """Uploads that wait for a sound record, were refused, or are damaged. oldest: time at which the first was received."""

    waiting: int = 0
    oldest: str | None = None
    refused: int = 0
    damaged: int = 0


class UsedInbox(Struct, frozen=True):
    """Use of an inbox. uploads: all; of_key, bytes_of_key: those of a key."""

    uploads: int
    of_key: int
    bytes_of_key: int


class _Signed(Struct, frozen=True, forbid_unknown_fields=True):
    upload: KeptUpload
    mac: str


_signed = from_json(_Signed)


class Inbox:
    """Inbox of a data folder, for all threads and processes."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FOLDER
        self._lock = folder / _LOCK
        self._key = InboxKey(folder)
        self._looked_at: tuple[tuple[int, ...], InboxState] | None = None

    def keep(self, body: bytes, sent: SentUpload, key: str | None, at: str) -> KeptUpload:
        """Keep an upload, on the disk; the one that is there, if it was sent alike before.

        Raises OSError, UnusableInboxKey.
        """
        kept = KeptUpload(hashlib.sha256(body).hexdigest(), len(body), at, key, sent)
        with self._alone():
            self.path.mkdir(mode=0o700, exist_ok=True)
            if self._body(self.path, kept.sha256) is None:
                _write(self.path / kept.sha256, body)
            before = self._read(kept.name)
            if isinstance(before, KeptUpload):
                kept = before
            else:
                self._write_record(kept, self.path)
            sync(self.path)
            sync(self.path.parent)
        return kept

    def waiting(self) -> list[KeptUpload]:
        """Uploads to be entered, in the order in which they came. Raises UnusableInboxKey, OSError."""
        found = [each for each in self._records(self.path) if isinstance(each, KeptUpload)]
        return sorted(found, key=lambda each: (each.received_at, each.name))

    def refused(self) -> list[KeptUpload]:
        """Uploads that were refused when they were to be entered, and of which nothing is on record."""
        found = [each for each in self._records(self.path / REFUSED) if isinstance(each, KeptUpload)]
        return sorted(found, key=lambda each: (each.received_at, each.name))

    def damaged(self, *, read: bool = True) -> list[DamagedUpload]:
        """Files that enter nothing: not written by this program, or altered. read: also by the digests of bytes."""
        found: list[DamagedUpload] = []
        for folder in (self.path, self.path / REFUSED):
            records = list(self._records(folder))
            found += [each for each in records if isinstance(each, DamagedUpload)]
            bodies = {each.sha256 for each in records if isinstance(each, KeptUpload)}
            found += [DamagedUpload(each, _OF_NOBODY) for each in sorted(_bodies(folder) - bodies)]
            found += [
                DamagedUpload(each, "other bytes than its name says, or none")
                for each in sorted(bodies)
                if (self._body(folder, each) is None if read else not (folder / each).exists())
            ]
        return found

    def body(self, kept: KeptUpload) -> bytes | None:
        """Bytes of an upload; None where they are gone, or have not its digest. Raises OSError."""
        return self._body(self.path, kept.sha256)

    def remove(self, kept: KeptUpload) -> None:
        """Remove an upload that is on record; its bytes once no other one has them. Raises OSError."""
        with self._alone():
            (self.path / kept.name).unlink(missing_ok=True)
            if not any(match[1] == kept.sha256 for match in _matches(self.path)):
                (self.path / kept.sha256).unlink(missing_ok=True)
            sync(self.path)

    def set_aside(self, kept: KeptUpload, why: str) -> None:
        """Keep an upload that was refused, of which nothing is on record, apart. Raises OSError."""
        apart = self.path / REFUSED
        apart.mkdir(mode=0o700, exist_ok=True)
        body = self.body(kept)
        if body is not None:
            _write(apart / kept.sha256, body)
        self._write_record(replace(kept, why=why), apart)
        sync(apart)
        self.remove(kept)

    def used(self, key: str | None) -> UsedInbox:
        """Use of the inbox, in all and by a key. Raises OSError."""
        matches = list(_matches(self.path))
        mine = [match[1] for match in matches if match[2] == (key or "")]
        size = 0
        for each in set(mine):
            with suppress(FileNotFoundError):
                size += (self.path / each).stat().st_size
        return UsedInbox(len(matches), len(mine), size)

    def state(self) -> InboxState:
        """State, read again once files came or went. Raises UnusableInboxKey, OSError."""
        changed = tuple(_changed(each) for each in (self.path, self.path / REFUSED))
        if self._looked_at is None or self._looked_at[0] != changed:
            waiting = self.waiting()
            oldest = waiting[0].received_at if waiting else None
            found = InboxState(len(waiting), oldest, len(self.refused()), len(self.damaged(read=False)))
            if time.time_ns() - max(changed) < _SURE:
                return found
            self._looked_at = changed, found
        return self._looked_at[1]

    def is_empty(self) -> bool:
        """Whether no upload waits."""
        return next(_matches(self.path), None) is None

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Block in which no other thread or process adds or removes. Raises OSError."""
        with open(self._lock, "w", opener=private) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _body(self, folder: Path, sha256: str) -> bytes | None:
        try:
            body = (folder / sha256).read_bytes()
        except FileNotFoundError:
            return None
        return body if hashlib.sha256(body).hexdigest() == sha256 else None

    def _write_record(self, kept: KeptUpload, folder: Path) -> None:
        signed = _Signed(kept, self._key.mac(_bytes(kept)))
        _write(folder / kept.name, msgspec.json.format(_bytes(signed)))

    def _records(self, folder: Path) -> Iterator[KeptUpload | DamagedUpload]:
        for match in _matches(folder):
            found = self._read(match[0], folder)
            if found is not None:
                yield found

    def _read(self, name: str, folder: Path | None = None) -> KeptUpload | DamagedUpload | None:
        """What a file says; None where it has gone meanwhile."""
        try:
            signed = _signed(((folder or self.path) / name).read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError, UnicodeError) as error:
            return DamagedUpload(name, f"a file that cannot be read ({error})")
        if not self._key.is_right(_bytes(signed.upload), signed.mac) or signed.upload.name != name:
            return DamagedUpload(name, "a file that this program did not write, or another inbox.key")
        return signed.upload


def copied_inbox(source: Path, target: Path) -> int:
    """Copy an inbox, with what was refused, into a folder where its files are not yet; number of files. Raises OSError."""
    count = 0
    for found, into in ((source, target), (source / REFUSED, target / REFUSED)):
        names = [match[0] for match in _matches(found)] + sorted(_bodies(found))
        if not names:
            continue
        for folder in dict.fromkeys((target, into)):
            folder.mkdir(mode=0o700, exist_ok=True)
        for name in names:
            with suppress(FileNotFoundError):  # it was entered meanwhile
                _write(into / name, (found / name).read_bytes())
                count += 1
        sync(into)
    return count


def _changed(folder: Path) -> int:
    """Time of a folder's last change, in nanoseconds; 0 without one."""
    try:
        return folder.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _matches(folder: Path) -> Iterator[re.Match[str]]:
    for name in _names(folder):
        match = _RECORD.fullmatch(name)
        if match is not None:
            yield match


def _bodies(folder: Path) -> set[str]:
    return {each for each in _names(folder) if re.fullmatch(r"[0-9a-f]{64}", each)}


def _names(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return []


def _write(path: Path, body: bytes) -> None:
    """Write a file, whole and on the disk, in place of any. Raises OSError."""
    partial = path.with_name(f".{secrets.token_hex(8)}.partial")
    try:
        with open(partial, "wb", opener=private) as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def _bytes(record: Mapping[str, Any] | Struct | list[Any]) -> bytes:
    return msgspec.json.encode(record, order="deterministic")
