"""Frame of importers: an original's bytes in; a log for each table and session, and problems, out."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct, field

DERIVED_FROM = (
    "_derived_from"  # of the session line; the format keeps fields that begin with _ and ignores them
)


class ImportProblem(Struct, frozen=True, kw_only=True):
    """Problem of a conversion.

    where: a cell `Hands!F7`, a sheet, `line 3`, or "" for the file; field: column title. refuses: False where the log is derived
    nevertheless (a card twice).
    """

    where: str
    field: str
    found: str
    expected: str
    do: str
    refuses: bool = True


MOST_PROBLEMS = 1000  # that are listed and marked; the others are counted


class DerivedLog(Struct, frozen=True, kw_only=True):
    """A derived log in cardroom-log/1, as NDJSON."""

    room: str
    session: str
    table: str
    data: bytes


def file_name(log: DerivedLog) -> str:
    """ROOM-SESSION.ndjson, safe for file systems."""
    plain = re.sub(r"[^A-Za-z0-9._-]", "_", f"{log.room}-{log.session}")
    return f"{plain.lstrip('.-') or 'log'}.ndjson"


class Imported(Struct, frozen=True, kw_only=True):
    """Logs and problems of an original. importer, version: None unrecognised.

    room: as named, or None. problems: at most `MOST_PROBLEMS`; problem_count: of all; refusals: of those that prevent a log.
    """

    sha256: str  # of the original
    importer: str | None = None
    version: str | None = None
    logs: tuple[DerivedLog, ...] = ()
    room: str | None = None
    problems: tuple[ImportProblem, ...] = ()
    problem_count: int = 0
    refusals: int = 0

    @property
    def refused(self) -> bool:
        """Whether something could not be converted."""
        return self.refusals > 0


class ReadOriginal(Struct, frozen=True, kw_only=True):
    """Content of an original, with the counts of `Imported`."""

    logs: list[DerivedLog]
    room: str | None
    problems: list[ImportProblem]
    problem_count: int
    refusals: int


class Importer(Struct, frozen=True, kw_only=True):
    """Name, version, and pure functions of an original's bytes.

    recognises: by content. read: never raises. version: goes up with every change of derived logs. media_type: of an original.
    title: of a history's format.
    """

    name: str
    version: str
    media_type: Callable[[bytes], str]
    recognises: Callable[[bytes], bool]
    read: Callable[[bytes, Origin, ImportOptions], ReadOriginal]
    title: str = ""

    def imported(self, data: bytes, options: ImportOptions | None = None) -> Imported:
        """Logs and problems of an original."""
        origin = Origin(sha256=digest(data), importer=self.name, version=self.version)
        read = self.read(data, origin, options or ImportOptions())
        return Imported(
            sha256=origin.sha256,
            importer=self.name,
            version=self.version,
            logs=tuple(read.logs),
            room=read.room,
            problems=tuple(read.problems),
            problem_count=read.problem_count,
            refusals=read.refusals,
        )


class ImportOptions(Struct, frozen=True, kw_only=True):
    """Options that an original lacks; None: not stated.

    zone: IANA; zones: later ones, each with the wall-clock time from which it counts. currency: ISO 4217. ruleset: for the
    session line. table, opened_at (RFC 3339): where the original has none. key: for pseudonyms. served: asked for by the service,
    which states zone and key. elsewhere: sessions by name of hands in other logs, left out here.
    """

    room: str | None = None
    zone: str | None = None
    currency: str | None = None
    ruleset: str | None = None
    table: str | None = None
    opened_at: str | None = None
    key: bytes | None = None
    zones: tuple[tuple[str, str], ...] = ()
    served: bool = False
    elsewhere: Mapping[str, str] = field(default_factory=dict)

    def zone_at(self, clock: dt.datetime) -> str | None:
        """The room's zone at a wall-clock time."""
        begun = [zone for begins, zone in self.zones if begins <= clock.isoformat()]
        return begun[-1] if begun else self.zone

    def named(self, option: str) -> str:
        """Name of an option: a service's field, or the command line's option."""
        return f"`{option}`" if self.served else f"--{option.replace('_', '-')}"


class Origin(Struct, frozen=True, kw_only=True):
    """Origin of a derived log, on its session line."""

    sha256: str
    importer: str
    version: str


def digest(data: bytes) -> str:
    """The SHA-256 of an original."""
    return hashlib.sha256(data).hexdigest()


def is_alike(one: bytes, other: bytes) -> bool:
    """Whether two derived logs state the same play, whatever version or superseded log."""
    return _plain(one) == _plain(other)


def superseding(log: bytes, sha256: str, reason: str, by: str) -> bytes:
    """A derived log as a correction."""
    first, _, rest = log.partition(b"\n")
    session = msgspec.json.decode(first)
    session["supersedes"] = {"sha256": sha256, "reason": reason, "by": by}
    return msgspec.json.encode(session) + b"\n" + rest


def with_left_out(log: bytes, hands: int) -> bytes:
    """A history's derived log with its number of unreadable hands."""
    first, _, rest = log.partition(b"\n")
    session = msgspec.json.decode(first)
    session["history"]["left_out"] = hands
    return msgspec.json.encode(session) + b"\n" + rest


def _plain(log: bytes) -> tuple[dict[str, Any], bytes]:
    first, _, rest = log.partition(b"\n")
    session = msgspec.json.decode(first)
    return {name: value for name, value in session.items() if name not in (DERIVED_FROM, "supersedes")}, rest


def log_bytes(session: dict[str, Any], events: Iterable[Any], origin: Origin) -> bytes:
    """A log as NDJSON, with original and importer under `_derived_from`."""
    first = {**session, DERIVED_FROM: msgspec.to_builtins(origin)}
    return msgspec.json.Encoder().encode_lines([first, *events])
