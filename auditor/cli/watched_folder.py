"""Folder of `auditor watch`: complete files, and their moves. Nothing is deleted or overwritten."""

from __future__ import annotations

import datetime as dt
import errno
import fcntl
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic, time
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure

if TYPE_CHECKING:
    from auditor.evidence import FileEvidence

TAKEN, REFUSED = "taken", "refused"
REASON = ".refused.txt"
_LOCK = ".auditor-watch.lock"
_SUFFIXES = (".ndjson", ".jsonl", ".json")
_UNFINISHED = (".tmp", ".part")
_LONGEST_NAME = 200  # bytes, so that there is room for a number and for what is added
_LONGEST_LAST_LINE = 1 << 20


class FileState(NamedTuple):
    """State of a file, which changes with it."""

    device: int
    inode: int
    size: int
    modified: int  # ns


class Sight(NamedTuple):
    """A file as last seen, and since when (monotonic seconds)."""

    state: FileState
    since: float
    over: bool | None = None  # whether nothing more is to come; None: not looked at


class LeftFile(NamedTuple):
    """Reason for which a file stays. kind: `waiting`, `unreadable`, or `left` for no log."""

    kind: str
    words: str


class WatchedFolder:
    """A folder in which logs appear.

    settle: seconds without change before a file is complete; unclosed: of a log without `close`, which may go on.
    """

    def __init__(self, path: Path, *, settle: float, unclosed: float) -> None:
        self.path = path
        self._settle, self._unclosed = settle, unclosed
        self._seen: dict[str, Sight] = {}

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other watchers out. Raises Failure where one runs, or the folder is unusable."""
        for name in (TAKEN, REFUSED):
            below = self.path / name
            below.mkdir(exist_ok=True)
            if below.is_symlink():
                raise CommandFailure(f"{below} is a symbolic link; a folder is expected.", exits.REFUSED)
        descriptor = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise CommandFailure(
                    f"Another `auditor watch` works in {self.path}; stop it first.", exits.REFUSED
                ) from error
            yield
        finally:
            os.close(descriptor)

    def look(self) -> tuple[list[str], dict[str, LeftFile]]:
        """Complete files, longest known first, and why others stay, by name.

        Temporary names (dot, *.tmp, *.part) are left out.
        """
        complete: list[str] = []
        left: dict[str, LeftFile] = {}
        seen: dict[str, Sight] = {}
        with os.scandir(self.path) as entries:
            for entry in sorted(entries, key=lambda each: each.name):
                try:
                    if not _is_of_others(entry):
                        found = _why_not(entry) or self._look_at(entry.name, seen)
                        complete += [entry.name] if found is True else []
                        left |= {entry.name: found} if isinstance(found, LeftFile) else {}
                except FileNotFoundError:
                    continue  # it went away
                except OSError as error:
                    left[entry.name] = LeftFile("unreadable", f"it cannot be read: {error.strerror}")
        self._seen = seen
        return sorted(complete, key=lambda name: seen[name].since), left

    def _look_at(self, name: str, seen: dict[str, Sight]) -> bool | LeftFile:
        seen[name] = sight = self._sight(name)
        if sight.over is None:
            return False
        # Its age counts too, so that a run of `--once` does not wait for ever.
        age = max(monotonic() - sight.since, time() - sight.state.modified / 1e9)
        if sight.over or age >= self._unclosed:
            return True
        return LeftFile(
            "waiting",
            f'its last line is no "close", so its session may go on; it is sent once it has not changed for '
            f"{self._unclosed:g} seconds",
        )

    def _sight(self, name: str) -> Sight:
        path = self.path / name
        state = state_of(os.lstat(path))
        before = self._seen.get(name)
        if before is None or before.state != state:
            return Sight(state, monotonic())
        if before.over is None and monotonic() - before.since >= self._settle:
            return before._replace(over=_is_over(path))
        return before

    @contextmanager
    def opened(self, name: str) -> Iterator[BinaryIO]:
        """A file of the folder, through no symbolic link. Raises OSError."""
        descriptor = os.open(self.path / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as stream:
            yield stream

    def take(self, name: str, sent: FileState) -> Path | None:
        """Move a sent file; its new path, or None where it changed. Raises OSError."""
        day = dt.date.today().isoformat()
        with self._below(TAKEN, day) as (source, folder):
            new = next(each for each in _names(name) if not _is_there(each, folder))
            return self._path_of(_moved(name, source, new, folder, sent), name, TAKEN, day)

    def refuse(self, name: str, sent: FileState, reason: str) -> Path | None:
        """Move a refused file, as `take` does, after writing the reason beside it, so that an interrupted run can go on."""
        if state_of(os.lstat(self.path / name)) != sent:
            return None
        with self._below(REFUSED) as (source, folder):
            for new in _names(name):
                if not _is_there(new, folder) and _has_or_gets(new + REASON, folder, reason):
                    return self._path_of(_moved(name, source, new, folder, sent), name, REFUSED)
        raise AssertionError("there is always another name")

    def _path_of(self, moved: str | None, name: str, *below: str) -> Path | None:
        if moved is None:
            return None
        self._seen.pop(name, None)
        return self.path.joinpath(*below, moved)

    @contextmanager
    def _below(self, *names: str) -> Iterator[tuple[int, int]]:
        """Descriptors of the folder and a made one below, through no link. Raises OSError."""
        with ExitStack() as opened:
            root = folder = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            opened.callback(os.close, root)
            for at, name in enumerate(names, 1):
                with suppress(FileExistsError):
                    os.mkdir(name, dir_fd=folder)
                folder = _open_folder(name, folder, "/".join(names[:at]))
                opened.callback(os.close, folder)
            yield root, folder


def _open_folder(name: str, within: int, shown: str) -> int:
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        return os.open(name, flags, dir_fd=within)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            raise OSError(
                error.errno, f"{shown} is no folder (a symbolic link is not followed); move it away"
            ) from error
        raise


def _moved(name: str, source: int, new: str, folder: int, sent: FileState) -> str | None:
    """Move a file to a free name; None where it was replaced since."""
    if state_of(os.stat(name, dir_fd=source, follow_symlinks=False)) != sent:
        return None
    os.rename(name, new, src_dir_fd=source, dst_dir_fd=folder)  # this program is alone in the new folder
    if state_of(os.stat(new, dir_fd=folder, follow_symlinks=False)) != sent and not _is_there(name, source):
        os.rename(new, name, src_dir_fd=folder, dst_dir_fd=source)
        return None
    return new


def state_of(found: os.stat_result) -> FileState:
    """The state of a file."""
    return FileState(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def _is_of_others(entry: os.DirEntry[str]) -> bool:
    if entry.name in (TAKEN, REFUSED):
        return entry.is_dir(follow_symlinks=False)
    return entry.name.startswith(".") or entry.name.lower().endswith(_UNFINISHED)


def _why_not(entry: os.DirEntry[str]) -> LeftFile | None:
    why = None
    if entry.is_symlink():
        why = "it is a symbolic link, which is not followed; put the file itself here"
    elif entry.is_dir(follow_symlinks=False):
        why = "it is a folder, which is not looked into; put its files here"
    elif not stat.S_ISREG(entry.stat(follow_symlinks=False).st_mode):
        why = "it is no file"
    elif not entry.name.lower().removesuffix(".gz").endswith(_SUFFIXES):
        why = f"its name is not that of a log; one ends in {', '.join(_SUFFIXES)}, or in these and .gz"
    elif len(os.fsencode(entry.name)) > _LONGEST_NAME:
        why = f"its name has more than {_LONGEST_NAME} bytes"
    return LeftFile("left", why) if why else None


def _is_over(path: Path) -> bool:
    """Whether a log is over: it ends with `close`, or can only be refused."""
    from auditor.evidence import FileEvidence
    from rules.records.problems import Refused

    try:
        first, last = _ends(FileEvidence(path))
    except Refused:  # such as a gzip file that is cut off
        return False
    if first is not None and _event(first) != "session":
        return True
    return _event(last) == "close"


def _ends(evidence: FileEvidence) -> tuple[bytes | None, bytes]:
    """First line of a log (None if unended) and last, perhaps cut off."""
    first, tail = None, b""
    head: bytes = b""
    for chunk in evidence.chunks():
        if first is None:
            head += chunk
            if b"\n" in head or len(head) > _LONGEST_LAST_LINE:
                first = head.partition(b"\n")[0]
        tail = (tail + chunk)[-_LONGEST_LAST_LINE:]
    return first, tail.rstrip().rpartition(b"\n")[2]


def _event(line: bytes) -> str | None:
    import msgspec

    try:
        found = msgspec.json.decode(line)
    except (ValueError, RecursionError):
        return None
    return found.get("event") if isinstance(found, dict) else None


def _names(name: str) -> Iterable[str]:
    stem, dot, suffixes = name.partition(".")
    yield name
    number = 2
    while True:
        yield f"{stem}.{number}{dot}{suffixes}"
        number += 1


def _is_there(name: str, folder: int) -> bool:
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def _has_or_gets(name: str, folder: int, text: str) -> bool:
    """Whether a file has a text, writing it where absent."""
    data = text.encode("utf-8", "backslashreplace")
    made = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        descriptor = os.open(name, made, 0o644, dir_fd=folder)
    except FileExistsError:
        return _content(name, folder, len(data) + 1) == data
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return True


def _content(name: str, folder: int, most: int) -> bytes | None:
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    except OSError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        return file.read(most) if stat.S_ISREG(os.fstat(descriptor).st_mode) else None
