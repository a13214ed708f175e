"""Controls that need somebody: approvals, drafts, open points."""

from __future__ import annotations

import datetime as dt
from itertools import islice
from typing import TYPE_CHECKING

from auditor.filing import DRAFT
from auditor.home.sections import MOST, AwaitedApproval, ControlsGaps, HomeSection, OpenDraft, first
from auditor.overdue import gaming_today
from auditor.store.rows import Page
from rules.controls.ruleset import Ruleset

if TYPE_CHECKING:
    from auditor.service import Service

_ROOMS = 20  # whose controls are looked at


def approvals(service: Service) -> HomeSection[AwaitedApproval]:
    """Revisions that await the authority, oldest first."""
    found = [
        AwaitedApproval(record.room, record.name, record.ruleset, record.revision, change.at, change.by)
        for record, change in service.approval.queue()
    ]
    found += [
        AwaitedApproval(each.room, None, None, each.id, each.at, each.by)
        for each in service.room_terms.waiting()
    ]
    return first(sorted(found, key=lambda each: each.at))


def drafts(service: Service) -> HomeSection[OpenDraft]:
    """Drafts of controls, and unfinished keyed sessions."""
    controls = service.store.controls.of_standing(DRAFT)
    changes = service.store.changes.of_numbers(each.change for each in controls)
    found = [
        OpenDraft(each.room, each.name, each.ruleset, each.revision, changes[each.change].at)
        for each in controls
    ]
    found += [
        OpenDraft(each.room, None, None, each.id, each.changed_at, each.hands)
        for each in service.store.keyed.latest(MOST)
    ]
    return first(sorted(found, key=lambda each: each.at or "", reverse=True))


def gaps(service: Service, at: str) -> HomeSection[ControlsGaps]:
    """Open points of rooms' controls in force, most first, then unexamined ones."""
    rooms, _ = service.rooms.page(Page(1, _ROOMS))
    found = []
    for room in islice(rooms, _ROOMS):
        today: dt.date = gaming_today(room.terms, at)
        found += [_of(service, room.id, each) for each in service.rooms.in_force(room.id, today)]
    found = [each for each in found if each.points != 0 or each.questions != 0]
    return first(sorted(found, key=lambda each: (-(each.points or 0), each.room, each.ruleset)))


def _of(service: Service, room: str, ruleset: Ruleset) -> ControlsGaps:
    kept = service.kept_gaps(ruleset)
    points, questions = (None, None) if kept is None else (len(kept.points), len(kept.questions))
    return ControlsGaps(room, ruleset.id, ruleset.revision, ruleset.title, points, questions)
