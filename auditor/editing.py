"""Drafts of controls while they are written: begun, checked, and saved unless somebody else did."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from auditor.controls_file import head_of
from auditor.controls_form import with_readings, written
from auditor.errors import CannotFile, ChangedMeanwhile, IsThereAlready, NotControls
from auditor.filing import Filed, Filing
from auditor.rooms import Rooms
from auditor.store import Store
from auditor.store.rows import ControlsRecord, NewFile, Page
from rules.controls.examined_filing import RequiredApproval
from rules.controls.library import sample
from rules.controls.places_in_file import PlacedProblem, placed

_EVERY = 10_000  # revisions of a room
Named = tuple[str, int]  # the id of a ruleset, and a revision of it


class ExaminedDraft(Struct, frozen=True):
    """Examination of a draft. name: of its revision, "" where not stated."""

    name: str
    problems: tuple[PlacedProblem, ...]
    asked: tuple[RequiredApproval, ...] = ()
    warnings: tuple[str, ...] = ()


class Editing:
    """Drafts over a store."""

    def __init__(self, store: Store, filing: Filing, rooms: Rooms) -> None:
        self._store = store
        self._filing = filing
        self._rooms = rooms

    def begin(self, room: str, after: ControlsRecord | None) -> str:
        """Text of a new draft: the revision after a filed one, else the sample with the room's name. Raises NoSuchRoom."""
        self._rooms.get(room)
        if after is None:
            slug = re.sub(r"[^a-z0-9]+", "-", room.lower()).strip("-") or "room"
            return sample().replace("wa-0000", slug).replace("WA-0000", room)
        every, _ = self._filing.page(room, Page(1, _EVERY))
        number = max(each.revision for each in every if each.ruleset == after.ruleset) + 1
        return written(self.text(after), {"/ruleset/revision": str(number)})

    def text(self, record: ControlsRecord) -> str:
        """Text of a revision as filed."""
        return self._filing.file(record.source)[1].decode("utf-8-sig")

    def check(self, room: str, text: str, named: Named | None) -> ExaminedDraft:
        """Problems of a draft with their lines; nothing is kept. named: the revision that it must be. Raises NoSuchRoom."""
        body = text.encode()
        try:
            _, head = head_of(body)
        except NotControls as error:
            return ExaminedDraft("", tuple(placed([str(error)], "", text)))
        name = f"{head['id']}@{head['revision']}"
        try:
            examined = self._filing.draft(room, body, None, None, named=named, dry_run=True).examined
        except CannotFile as error:
            return ExaminedDraft(name, (PlacedProblem("ruleset.id", None, str(error)),))
        return ExaminedDraft(
            name, tuple(placed(examined.problems, name, text)), examined.asked, examined.warnings
        )

    def save(self, room: str, text: str, by: str | None, named: Named | None, seen: int) -> Filed:
        """File a draft. seen: the revision's last change seen, 0 for none.

        Raises NoSuchRoom, CannotFile, ChangedMeanwhile, IsThereAlready.
        """
        latest = self._store.changes.latest()
        body = text.encode()
        _, head = head_of(body)
        held = self._filing.find(room, head["id"], head["revision"])
        if held is not None and not seen:
            raise IsThereAlready
        if named in (None, (head["id"], head["revision"])) and (held.change if held else 0) != seen:
            raise ChangedMeanwhile
        return self._filing.draft(room, body, None, by, named=named, seen=latest)

    def settle(self, record: ControlsRecord, readings: Mapping[str, str], by: str | None, seen: int) -> Filed:
        """Write readings into a draft, by point. Raises what `save` raises."""
        text = with_readings(self.text(record), readings)
        return self.save(record.room, text, by, (record.ruleset, record.revision), seen)

    def attach(self, record: ControlsRecord, file: NewFile, by: str | None, seen: int) -> ControlsRecord:
        """Attach the document. Raises CannotFile, ChangedMeanwhile."""
        return self._filing.attach(record, file, by, seen=seen)

    def discard(self, record: ControlsRecord, by: str | None, seen: int) -> None:
        """Discard a draft. Raises CannotFile, ChangedMeanwhile."""
        latest = (
            self._store.changes.latest()
        )  # before the revision is read, so that no change after it is missed
        held = self._filing.find(record.room, record.ruleset, record.revision)
        if held is None or held.change != seen:
            raise ChangedMeanwhile
        self._filing.discard(held, by, seen=latest)
