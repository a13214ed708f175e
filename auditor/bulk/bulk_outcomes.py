"""Outcomes of files, rooms' days, and a run."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from rules.checks.day.session_summary import SessionSummary
from rules.records.problems import Problem
from rules.results import Engine, Failure, SkippedSession
from rules.shown_events import EventFacts

Status = Literal["audited", "refused", "failed"]


class LogOutline(Struct, frozen=True, kw_only=True):
    """Session as its log states it. hands: recorded ones, 0 if unreadable. money: unit, where known."""

    table: str = ""
    number: int | None = None
    currency: str = ""
    money: str | None = None
    ruleset: str | None = None
    closed_at: str | None = None
    hands: int = 0


class FileDone(Struct, frozen=True, kw_only=True):
    """A file looked at. refused: nothing can be audited; failed: may succeed another time.

    kind: session, tournament, ledger, or null. name: session or event. day: of opening. tournament: of a session. basis: digest
    of controls and engine. kept: by an earlier run. findings: by kind and severity; codes: by code. parts: Parquet files.
    outline: of a session; screened: part with its statistics; opened_at: as written; summary: for its days; facts: of an event
    (the last two stay with the worker).
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
    screened: str | None = None
    opened_at: str | None = None
    summary: SessionSummary | None = None
    facts: EventFacts | None = None

    @property
    def readable(self) -> bool:
        """Whether it can be read beside an event, even without a ruleset."""
        return self.status == "audited" or (self.status == "refused" and not self.problems)


class LeftOut(Struct, frozen=True, kw_only=True):
    """A log missing from a day's audit. closed_at: null unknown."""

    address: str
    closed_at: str | None
    session: SkippedSession


class WholeDone(Struct, frozen=True, kw_only=True):
    """A day or event audited as a whole. scope: day, tournament, ledger. reason: why not.

    left_out: unaudited logs of the day, which is then incomplete.
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
    """A room's days and events. on_record: without terms it has no days.

    stale: earlier runs' logs under other controls or engine, left out.
    """

    room: str
    on_record: bool
    stale: int = 0
    wholes: list[WholeDone] = []


class UnauditedFile(Struct, frozen=True, kw_only=True):
    """A file, day or event not audited as a whole, and why.

    status: incomplete for a failed check, or a day without some log.
    """

    what: str
    status: Literal["refused", "failed", "incomplete", "left out"]
    reason: str
    problems: list[Problem] = []
    problem_count: int = 0


class DifferingMoney(Struct, frozen=True):
    """Differing money of the logs, minor units; null: unknown."""

    misallocated: int | None
    misrecorded: int | None
    over_collected: int | None = None
    under_collected: int | None = None
    to_nobody: int | None = None
    unaccounted: int | None = None


class ScreenedRun(Struct, frozen=True, kw_only=True):
    """Screening of a run. sessions: on which it rests; between_rooms: pairs of rooms with the same deals; year: the last one;
    untestable: by code, how many sessions could not be tested for which reason.
    """

    rooms: int
    sessions: int
    alarms: int
    listed: int
    between_rooms: int
    year: int | None
    untestable: dict[str, dict[str, int]] = {}


class BulkSummary(Struct, frozen=True, kw_only=True):
    """Summary of a run. as_of: the store's change, null for the shipped library.

    files: by outcome; same: equal bytes. findings: by kind and severity. stale: earlier logs under other controls. not_on_record:
    rooms without terms, hence days.
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
    screened: ScreenedRun | None = None

    @property
    def head(self) -> dict[str, Any]:
        """The summary without the list of unaudited things, a file of its own."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name != "not_audited"}
