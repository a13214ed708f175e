"""Steps of a room's controls from a draft to the authority's decision, each on record and none undone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from auditor.errors import CannotFile, NotApprovable
from auditor.filing import DENIED, DRAFT, SUBMITTED
from auditor.registry import Registry
from auditor.store import Store
from auditor.store.rows import ControlsRecord, FiledChange, NewChange
from auditor.store.service_clock import now
from rules.controls.examined_filing import Examined
from rules.controls.library import APPROVED

AUDITS_NAMED = 20  # in a warning
TO_COME, IN_FORCE, SUPERSEDED, ENDED = "to come", "in force", "superseded", "ended"


class Approval:
    """Steps of filed revisions over a store."""

    def __init__(self, store: Store, registry: Registry) -> None:
        self._store = store
        self._registry = registry

    def examined(self, record: ControlsRecord) -> Examined:
        """Examination of a revision as of now."""
        return self._registry.examined(record)

    def warnings(self, record: ControlsRecord, examined: Examined) -> list[str]:
        """Warnings for whoever approves a revision; none once it is approved."""
        return [] if record.standing == APPROVED else [*examined.warnings, *self._past(record)]

    def _past(self, record: ControlsRecord) -> Iterator[str]:
        room = self._registry.snapshot().rooms[record.room]
        today = room.day(now())
        if record.starts is None or today is None or record.starts >= today.isoformat():
            return
        audits = self._store.audits.of_hands_since(record.room, record.starts)
        yield f"the first day, {record.starts}, is past: {_of_audits(audits)}"

    def days(self, record: ControlsRecord, examined: Examined) -> tuple[str | None, str | None]:
        """First and last day in force: as the library has them once approved, else as the file says."""
        if record.standing == APPROVED:
            snapshot = self._registry.snapshot()
            snapshot.must_be_readable(record.room)
            held = snapshot.library.choice(record.name).revisions[0]
            return held.in_force.get("from"), held.in_force.get("until")
        ends = examined.ruleset.ends if examined.ruleset is not None else None
        return record.starts, ends.isoformat() if ends else None

    def state(self, record: ControlsRecord, days: tuple[str | None, str | None]) -> str:
        """Standing of a revision; of an approved one, whether it is in force today."""
        if record.standing != APPROVED:
            return record.standing
        first, last = days
        snapshot, at = self._registry.snapshot(), now()
        snapshot.must_be_readable(record.room)
        today = (snapshot.rooms[record.room].day(at) or dt.date.fromisoformat(at[:10])).isoformat()
        if first and today < first:
            return TO_COME
        if not last or last >= today:
            return IN_FORCE
        revisions = snapshot.library.choice(record.ruleset).revisions
        return SUPERSEDED if any(each.revision > record.revision for each in revisions) else ENDED

    def queue(self) -> list[tuple[ControlsRecord, FiledChange]]:
        """Submitted revisions of the caller's rooms with their submissions, oldest first."""
        waiting = self._store.controls.submitted()
        submissions = self._store.changes.of_numbers(each.change for each in waiting)
        return [(each, submissions[each.change]) for each in waiting]

    # seen, in the steps below: the last change of the revision that the caller has seen; None permits any.

    def submit(
        self, record: ControlsRecord, by: str, note: str | None, *, seen: int | None = None
    ) -> ControlsRecord:
        """Submit a draft to the authority. Raises CannotFile, ChangedMeanwhile."""
        return self._move(record, DRAFT, SUBMITTED, NewChange("submitted", by, note=note), seen)

    def withdraw(
        self, record: ControlsRecord, by: str, note: str | None, *, seen: int | None = None
    ) -> ControlsRecord:
        """Withdraw a submission. Raises CannotFile, ChangedMeanwhile."""
        return self._move(record, SUBMITTED, DRAFT, NewChange("withdrawn", by, note=note), seen)

    def deny(
        self, record: ControlsRecord, by: str, reference: str, reason: str, *, seen: int | None = None
    ) -> ControlsRecord:
        """Record the authority's denial. Raises CannotFile, ChangedMeanwhile."""
        return self._move(record, SUBMITTED, DENIED, NewChange("denied", by, reference, reason), seen)

    def approve(
        self,
        record: ControlsRecord,
        by: str,
        reference: str,
        note: str | None,
        special: Mapping[str, str],
        *,
        seen: int | None = None,
    ) -> ControlsRecord:
        """Record the authority's approval; the revision never changes afterwards.

        special: references of approvals by name, by parameter. Raises CannotFile, NotApprovable, ChangedMeanwhile.
        """

        def step(held: ControlsRecord, latest: int) -> tuple[ControlsRecord, NewChange]:
            _must_be(held, SUBMITTED, "approved")
            digest = self._approvable(held, latest, special)
            details: dict[str, Any] = {"digest": digest, "source": held.source, "document": held.document}
            if special:
                details["special"] = dict(special)
            change = NewChange("approved", by, reference, note, details)
            return replace(held, standing=APPROVED, digest=digest), change

        return self._store.controls.step(record, step, now(), seen=seen)

    def _approvable(self, held: ControlsRecord, latest: int, special: Mapping[str, str]) -> str:
        examined = self._registry.examined(held, self._registry.snapshot(latest))
        missing = [each for each in examined.asked if not special.get(each.parameter)]
        unasked = sorted(special.keys() - {each.parameter for each in examined.asked})
        if examined.problems or missing or unasked or examined.ruleset is None:
            raise NotApprovable(held.name, examined.problems, missing, unasked)
        return examined.ruleset.digest

    def _move(
        self, record: ControlsRecord, before: str, after: str, change: NewChange, seen: int | None
    ) -> ControlsRecord:
        def step(held: ControlsRecord, _: int) -> tuple[ControlsRecord, NewChange]:
            _must_be(held, before, change.action)
            return replace(held, standing=after), change

        return self._store.controls.step(record, step, now(), seen=seen)


def _must_be(held: ControlsRecord, standing: str, action: str) -> None:
    if held.standing != standing:
        raise CannotFile(
            f"{held.name} is {held.standing} and cannot be {action}; that is possible for what is {standing}."
        )


def _of_audits(audits: list[int]) -> str:
    if not audits:
        return "no audit has hands of that day or later"
    if len(audits) == 1:
        return f"audit {audits[0]} has hands of that day or later, and was made without this revision; ask for it again"
    listed = ", ".join(map(str, audits[:AUDITS_NAMED]))
    more = f" and {len(audits) - AUDITS_NAMED} more" if len(audits) > AUDITS_NAMED else ""
    return f"audits {listed}{more} have hands of that day or later, and were made without this revision; ask for them again"
