"""The frame of every importer: the bytes of an original in, one log for each table and session out, and what is wrong."""

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
    """Problem of a conversion, or a thing that should be looked at.

    where: a cell such as `Hands!F7`, a sheet, or a line such as `line 3`; empty where the file as a whole is meant. field: the
    title of the column. refuses: False for what may well be what happened (a card twice): the log is derived nevertheless.
    """

    where: str
    field: str
    found: str
    expected: str
    do: str
    refuses: bool = True


MOST_PROBLEMS = 1000  # that are listed and marked; the others are counted


class DerivedLog(Struct, frozen=True, kw_only=True):
    """A log in cardroom-log/1, as bytes of NDJSON, derived from an original."""

    room: str
    session: str
    table: str
    data: bytes


def file_name(log: DerivedLog) -> str:
    """ROOM-SESSION.ndjson, with nothing in it that a file system takes for something else."""
    plain = re.sub(r"[^A-Za-z0-9._-]", "_", f"{log.room}-{log.session}")
    return f"{plain.lstrip('.-') or 'log'}.ndjson"


class Imported(Struct, frozen=True, kw_only=True):
    """Logs and problems of an imported original. importer, version: None where no importer recognises it.

    room: that the original names; None where none is to be read. problems: at most `MOST_PROBLEMS`; problem_count: of all;
    refusals: of those that keep a log from being derived.
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
    """Content of an original as an importer reads it, with the counts of `Imported`."""

    logs: list[DerivedLog]
    room: str | None
    problems: list[ImportProblem]
    problem_count: int
    refusals: int


class Importer(Struct, frozen=True, kw_only=True):
    """A name, a version, and pure functions of the bytes of an original.

    recognises: whether it is of this importer, by its content. read: what it comes to with the options that it needs; it never
    raises for a bad original. The version, a number, goes up with every change of what is derived from the same bytes.
    media_type: of an original. title: what people call the format of a hand history.
    """

    name: str
    version: str
    media_type: Callable[[bytes], str]
    recognises: Callable[[bytes], bool]
    read: Callable[[bytes, Origin, ImportOptions], ReadOriginal]
    title: str = ""

    def imported(self, data: bytes, options: ImportOptions | None = None) -> Imported:
        """Logs and problems that an original comes to."""
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
    """Options that an original does not state itself, and the importer needs; None: not stated.

    zone: an IANA time zone. zones: those that the room had later, the first first, each with the time of its wall clock from
    which it counts. currency: ISO 4217. ruleset: for the session line. table: where the original names none. opened_at: when the
    session began, RFC 3339, where the original has no date. key: of the room, for the pseudonyms of names. served: the service
    asks for the options, and states zone and key itself; else the command line does. elsewhere: hands of sites that other logs
    have, by their names, with the sessions of these: they are left out.
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
        """The room's zone at a time of its wall clock, which has none."""
        begun = [zone for begins, zone in self.zones if begins <= clock.isoformat()]
        return begun[-1] if begun else self.zone

    def named(self, option: str) -> str:
        """Name of an option for who is asked for it: a parameter or field of the service, or an option of the command line."""
        return f"`{option}`" if self.served else f"--{option.replace('_', '-')}"


class Origin(Struct, frozen=True, kw_only=True):
    """Origin of a derived log, as its session line states it."""

    sha256: str
    importer: str
    version: str


def digest(data: bytes) -> str:
    """The SHA-256 of an original."""
    return hashlib.sha256(data).hexdigest()


def is_alike(one: bytes, other: bytes) -> bool:
    """Whether two derived logs say the same of the play, whichever version derived them and whichever log they supersede."""
    return _plain(one) == _plain(other)


def superseding(log: bytes, sha256: str, reason: str, by: str) -> bytes:
    """A derived log as the correction of an earlier one."""
    first, _, rest = log.partition(b"\n")
    session = msgspec.json.decode(first)
    session["supersedes"] = {"sha256": sha256, "reason": reason, "by": by}
    return msgspec.json.encode(session) + b"\n" + rest


def with_left_out(log: bytes, hands: int) -> bytes:
    """A derived log of a hand history, with how many hands of the file could not be read."""
    first, _, rest = log.partition(b"\n")
    session = msgspec.json.decode(first)
    session["history"]["left_out"] = hands
    return msgspec.json.encode(session) + b"\n" + rest


def _plain(log: bytes) -> tuple[dict[str, Any], bytes]:
    first, _, rest = log.partition(b"\n")
    session = msgspec.json.decode(first)
    return {name: value for name, value in session.items() if name not in (DERIVED_FROM, "supersedes")}, rest


def log_bytes(session: dict[str, Any], events: Iterable[Any], origin: Origin) -> bytes:
    """A log as NDJSON. The session line names the original and the importer under `_derived_from`."""
    first = {**session, DERIVED_FROM: msgspec.to_builtins(origin)}
    return msgspec.json.Encoder().encode_lines([first, *events])
