"""Outcomes of a file, of a room's gaming days, and of a run."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from rules.checks.day.session_summary import SessionSummary
from rules.records.problems import Problem
from rules.results import Engine, Failure, SkippedSession
from rules.shown_events import EventFacts

Status = Literal["audited", "refused", "failed"]


class LogOutline(Struct, frozen=True, kw_only=True):
    """Session as a log states it, as far as it can be read. hands: those that are recorded; 0 where it cannot be read.

    money: what its amounts are in, where it is known.
    """

    table: str = ""
    number: int | None = None
    currency: str = ""
    money: str | None = None
    ruleset: str | None = None
    closed_at: str | None = None
    hands: int = 0


class FileDone(Struct, frozen=True, kw_only=True):
    """A file that was looked at. refused: nothing can be audited of it; failed: it may go better another time.

    kind: session, tournament or ledger; null: it could not be read. name: of the session or event. day: the gaming day on which
    it was opened. tournament: that a session is of. basis: a digest of the controls and the engine. kept: an earlier run did
    this. findings: how many of each kind and severity; codes: of each code. parts: its Parquet files. outline: of a session, what
    its log says of it; summary: what it contributes to its days; facts: of an event. The last two do not go to the process that
    runs the tasks.
    """

    address: str
    sha256: str | None
    status: Status
    bytes: int = 0
    kind: str | None = None
    room: str | None = None
    name: str | None = None
    day: str | None = None
    tournament: str | None = None
    basis: str | None = None
    kept: bool = False
    supersedes: str | None = None
    hands: int | None = None
    testable: int | None = None
    misallocated: int | None = None
    misrecorded: int | None = None
    over_collected: int | None = None
    under_collected: int | None = None
    to_nobody: int | None = None
    unaccounted: int | None = None
    currency: str | None = None
    failures: list[Failure] = []
    findings: list[tuple[str, str, int]] = []
    codes: dict[str, int] = {}
    reason: str | None = None
    problems: list[Problem] = []
    problem_count: int = 0
    parts: list[str] = []
    outline: LogOutline = LogOutline()
    summary: SessionSummary | None = None
    facts: EventFacts | None = None

    @property
    def readable(self) -> bool:
        """Whether it can be read beside an event: also a log that names no ruleset to audit its hands under."""
        return self.status == "audited" or (self.status == "refused" and not self.problems)


class LeftOut(Struct, frozen=True, kw_only=True):
    """A log without which a gaming day was audited. closed_at: of its session; null: not known."""

    address: str
    closed_at: str | None
    session: SkippedSession


class WholeDone(Struct, frozen=True, kw_only=True):
    """A gaming day or an event that was audited as a whole. scope: day, tournament or ledger. reason: why it was not.

    left_out: the logs of a gaming day that could not be audited; with any, the day is incomplete.
    """

    scope: str
    room: str
    name: str
    basis: str | None = None
    kept: bool = False
    failures: list[Failure] = []
    findings: list[tuple[str, str, int]] = []
    codes: dict[str, int] = {}
    reason: str | None = None
    parts: list[str] = []
    left_out: list[LeftOut] = []


class RoomDone(Struct, frozen=True, kw_only=True):
    """A room's gaming days and events. on_record: without terms it has no gaming days.

    stale: logs of earlier runs that rest on other controls or another engine, and are left out.
    """

    room: str
    on_record: bool
    stale: int = 0
    wholes: list[WholeDone] = []


class UnauditedFile(Struct, frozen=True, kw_only=True):
    """A file, gaming day or event that was not audited as a whole, and why.

    status: incomplete where a check failed, and of a gaming day of which a log is not audited.
    """

    what: str
    status: Literal["refused", "failed", "incomplete", "left out"]
    reason: str
    problems: list[Problem] = []
    problem_count: int = 0


class DifferingMoney(Struct, frozen=True):
    """Money that differs over the logs, in minor units of a currency; null: not known of any."""

    misallocated: int | None
    misrecorded: int | None
    over_collected: int | None = None
    under_collected: int | None = None
    to_nobody: int | None = None
    unaccounted: int | None = None


class BulkSummary(Struct, frozen=True, kw_only=True):
    """Summary of a run. as_of: the change of the store whose controls it rests on; null: the library as it was shipped.

    files: by what became of them; same: files that have the bytes of another one. findings: of every log, day and event, by kind
    and severity. stale: logs of earlier runs that rest on other controls. not_on_record: rooms whose terms are not known, which
    have no gaming days.
    """

    engine: Engine
    as_of: int | None
    controls: str
    files: dict[str, int]
    wholes: dict[str, dict[str, int]]
    rooms: int
    not_on_record: int
    stale: int
    hands: int
    testable: int
    money: dict[str, DifferingMoney]
    findings: list[tuple[str, str, int]]
    codes: dict[str, int]
    not_audited: list[UnauditedFile]

    @property
    def head(self) -> dict[str, Any]:
        """The summary without the list of what was not audited, which is a file of its own."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name != "not_audited"}
