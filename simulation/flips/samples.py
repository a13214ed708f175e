"""Samples for flips: logs, gaming days and events, and their audits' facts."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from rules.audit import BytesSource, audit_summary, combine, with_day
from rules.audit.audit_of_log import checked
from rules.audit.block_pass import LogAuditRequest
from rules.audit.event_audit import audit_ledger, audit_tournament
from rules.audit.files_of_event import read_beside
from rules.audit.room_day import room_day
from rules.card_room import Room
from rules.checks.day.session_summary import DayTotals, Numbered
from rules.controls.library import Library
from rules.controls.mandatory_limits import MandatoryLimits
from rules.controls.ruleset import Ruleset
from rules.results import Audit, Coverage, Finding

_NAMES = re.compile(r'"ruleset": ?"([^"]+)"')
_GAMES = re.compile(r'"game": ?"([^"]+)"')
Kind = Literal["log", "day", "tournament", "ledger"]


class StatedFlip(Struct, frozen=True):
    """Statements of an audit. used: digests of revisions consulted. failed: codes. due: by part of an event."""

    findings: Sequence[Finding]
    coverage: Sequence[Coverage]
    used: frozenset[str]
    failed: tuple[str, ...] = ()
    due: Mapping[str, Any] = {}


class FlipSample(Struct, frozen=True, kw_only=True, dict=True):
    """Source of an audit, with options.

    files: a log; logs of a day; or an event and companions. own: controls of the room. numbered, totals, tables: as `room_day`
    takes them. codes, clauses: that it is aimed at.
    """

    name: str
    kind: Kind
    files: tuple[bytes, ...]
    ruleset: str | None = None
    as_if: bool = False
    room: Room | None = None
    authority: str | None = None
    own: tuple[Ruleset, ...] = ()
    day: dt.date | None = None
    numbered: list[Numbered] = field(default_factory=list)
    totals: DayTotals | None = None
    tables: list[str] | None = None
    received: Sequence[str] = ()
    codes: frozenset[str] = frozenset()
    clauses: frozenset[str] = frozenset()

    @cached_property
    def games(self) -> frozenset[str | None]:
        return frozenset(name for file in self.files for name in _GAMES.findall(file.decode()))

    def named(self, shipped: Library) -> Iterator[Ruleset]:
        """Revisions that its audit may consult."""
        yield from self.own
        texts = [file.decode() for file in self.files]
        names = {self.ruleset or "", *(name for text in texts for name in _NAMES.findall(text))}
        laid = {name for each in shipped.authorities.values() for name in each.mandatory}
        names = {name.partition("@")[0] for name in names} | (laid if self.room or self.authority else set())
        yield from (each for each in shipped.listed() if each.id in names)

    def registry(self, shipped: Library) -> Library:
        return shipped.holding([*shipped.revisions(), *self.own]) if self.own else shipped

    def stated(self, registry: Library) -> StatedFlip:
        """Statements under a library. Raises NoRuleset, UnknownRuleset or NotApproved."""
        if self.kind == "log":
            return self._of_log(registry)
        audit = self._of_day(registry) if self.kind == "day" else self._of_event(registry)
        return StatedFlip(
            audit.findings,
            audit.coverage,
            frozenset(each.digest for each in audit.rulesets),
            tuple(each.code for each in audit.failures),
            (audit.event.due or {}) if audit.event is not None else {},
        )

    def _of_log(self, registry: Library) -> StatedFlip:
        """Findings and coverage alone, from which the rest follows."""
        limits = MandatoryLimits.of_room(registry, self.room, self.authority)
        source = BytesSource(self.files[0])
        found = checked(LogAuditRequest(source, registry, self.ruleset, self.room, self.as_if, limits))
        runner, used = found.blocks.runner, found.blocks.used
        laid = {part.digest for each in used if each.mandate is not None for part in each.mandate.revisions}
        digests = frozenset(each.digest for each in used) | laid
        return StatedFlip(
            found.findings, runner.coverage(), digests, tuple(each.code for each in runner.failures())
        )

    def _of_event(self, registry: Library) -> Audit:
        how: dict[str, Any] = {
            "ruleset": self.ruleset,
            "library": registry,
            "room": self.room,
            "as_if": self.as_if,
        }
        source, *rest = (BytesSource(each) for each in self.files)
        if self.kind == "ledger":
            return audit_ledger(source, [read_beside(each, "ledger") for each in rest], **how)
        beside = [read_beside(each, "tournament") for each in rest]
        return audit_tournament(source, beside, authority=self.authority, **how)

    def _of_day(self, registry: Library) -> Audit:
        assert self.room is not None and self.day is not None, "a gaming day has a room and a date"
        sources = [BytesSource(each) for each in self.files]
        parts = [audit_summary(each, library=registry, room=self.room, as_if=self.as_if) for each in sources]
        summaries = [each for _, each in parts]
        if self.received:
            summaries = [
                replace(each, received_at=at) for each, at in zip(summaries, self.received, strict=True)
            ]
        across = room_day(
            self.room, self.day, summaries, numbered=self.numbered, totals=self.totals, tables=self.tables
        )
        return with_day(combine([each for each, _ in parts]), across)
