"""Controls of rooms: drafts and their documents. `approval` has the later steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from msgspec import Struct
from msgspec.structs import replace

from auditor.controls_file import head_of
from auditor.errors import CannotFile, NoSuchControls, NoSuchDocument
from auditor.registry import Registry
from auditor.remedies import by_request
from auditor.rooms import Rooms
from auditor.store import Store
from auditor.store.rows import ControlsRecord, FiledChange, FiledRecord, NewChange, NewFile, Page
from auditor.store.service_clock import now
from rules.controls.examined_filing import Examined
from rules.controls.library import APPROVED
from rules.controls.ruleset import Ruleset

TOML_TYPE = "application/toml"
DRAFT, SUBMITTED, DENIED = "draft", "submitted", "denied"


class Filed(Struct, frozen=True):
    """A revision, its examination, and whether this call made it."""

    record: ControlsRecord
    examined: Examined
    new: bool = False


class Filing:
    """Drafts and documents over a store."""

    def __init__(self, store: Store, registry: Registry, rooms: Rooms) -> None:
        self._store = store
        self._registry = registry
        self._rooms = rooms

    def get(self, room: str, ruleset: str, revision: int) -> ControlsRecord:
        """A room's filed revision. Raises NoSuchRoom, NoSuchControls."""
        self._rooms.get(room)
        found = self.find(room, ruleset, revision)
        if found is None:
            raise NoSuchControls(
                f"Room {room} has filed no {ruleset}@{revision}.",
                by_request(
                    "Its list of controls shows what it has.",
                    f"GET /v1/rooms/{room}/controls",
                    "lists what it has.",
                    f"controls list {room}",
                ),
            )
        return found

    def find(self, room: str, ruleset: str, revision: int) -> ControlsRecord | None:
        """A room's filed revision, or None."""
        found = self._store.controls.get(ruleset, revision)
        return found if found is not None and found.room == room else None

    def page(self, room: str, page: Page) -> tuple[list[ControlsRecord], int]:
        """Page of a room's revisions by ruleset and number, and the total."""
        return self._store.controls.page(room, page)

    def history(self, record: ControlsRecord) -> list[FiledChange]:
        """The life of a revision."""
        return self._store.changes.of_controls(record.room, record.ruleset, record.revision)

    def file(self, sha256: str) -> tuple[FiledRecord, bytes]:
        """A file or document of controls, with its bytes."""
        return self.file_record(sha256), self._store.controls.body(sha256)

    def file_record(self, sha256: str) -> FiledRecord:
        """A file or document of controls."""
        found = self._store.controls.filed(sha256)
        assert found is not None  # it is referred to
        return found

    def document(self, record: ControlsRecord) -> tuple[FiledRecord, bytes]:
        """Document of a revision, with its bytes. Raises NoSuchDocument."""
        if record.document is None:
            address = f"/v1/rooms/{quote(record.room, safe='')}/controls/{record.ruleset}/{record.revision}"
            raise NoSuchDocument(
                f"{record.name} has no document.",
                by_request(
                    "Its page has the action that attaches one.",
                    f"PUT {address}/document",
                    "attaches one.",
                    f"controls attach {record.room} {record.name} DOCUMENT",
                ),
            )
        return self.file(record.document)

    def draft(
        self,
        room: str,
        body: bytes,
        filename: str | None,
        by: str | None,
        *,
        named: tuple[str, int] | None = None,
        dry_run: bool = False,
        seen: int | None = None,
    ) -> Filed:
        """File a draft, or replace an unapproved one. ``named``: the revision that the file must be.

        seen: the revision's last change that the caller saw. Raises NoSuchRoom, CannotFile, ChangedMeanwhile.
        """
        self._rooms.get(room)
        text, head = head_of(body)
        ruleset, revision = head["id"], head["revision"]
        file = NewFile(body, TOML_TYPE, filename)
        if not dry_run and (held := self._repaired(room, ruleset, revision, file, by)) is not None:
            return Filed(held, self._registry.examined(held))
        if named is not None and named != (ruleset, revision):
            raise CannotFile(
                f"The file says that it is {ruleset}@{revision}, and the address {named[0]}@{named[1]}. Send it to its own "
                "address, or change ruleset.id and ruleset.revision in it."
            )
        self._must_be_free(room, ruleset)
        examined = self._registry.examine(room, f"{ruleset}@{revision}", text)

        def draft(before: ControlsRecord | None, owner: str | None) -> ControlsRecord:
            _may_be_drafted(room, ruleset, before, owner)
            return _record(room, head, before, examined.ruleset)

        controls = self._store.controls
        if dry_run:
            record = controls.check_draft(room, ruleset, revision, draft, seen)
            return Filed(replace(record, source=""), examined)
        made, new = controls.put_draft(room, ruleset, revision, draft, file, now(), by, seen)
        return Filed(made, examined, new)

    def _repaired(
        self, room: str, ruleset: str, revision: int, file: NewFile, by: str | None
    ) -> ControlsRecord | None:
        held = self.find(room, ruleset, revision)
        if held is None or held.source != file.sha256 or not self._store.controls.repair(file, now(), by):
            return None
        return held

    def _must_be_free(self, room: str, ruleset: str) -> None:
        shipped = {each.id for each in self._registry.shipped.revisions()}
        if ruleset in shipped:
            raise CannotFile(
                f"{ruleset} is a ruleset of the library. Give the room's controls an id of their own in ruleset.id, such as "
                f"{room.lower()}-{ruleset}, and extend it."
            )

    def attach(
        self, record: ControlsRecord, file: NewFile, by: str | None, *, seen: int | None = None
    ) -> ControlsRecord:
        """Attach the controls' document; the attached one is put back where damaged. Raises CannotFile, ChangedMeanwhile.

        seen: the revision's last change that the caller saw; None permits any.
        """
        if file.sha256 == record.document and self._store.controls.repair(file, now(), by):
            return record

        def step(held: ControlsRecord, _: int) -> tuple[ControlsRecord, NewChange] | None:
            if held.standing in (SUBMITTED, APPROVED):
                raise CannotFile(
                    f"{held.name} is {held.standing}, and the document that it was submitted with stays."
                )
            if file.sha256 == held.document:
                return None
            change = NewChange("document", by, details={"document": file.sha256})
            return replace(held, document=file.sha256), change

        return self._store.controls.step(record, step, now(), file, seen)

    def discard(
        self, record: ControlsRecord, by: str | None, note: str | None = None, *, seen: int | None = None
    ) -> FiledChange:
        """Discard a draft; its number is free again, its steps stay on record.

        seen: the revision's last change that the caller saw. Raises CannotFile for a submitted or decided one, ChangedMeanwhile.
        """

        def change(held: ControlsRecord) -> NewChange:
            if held.standing != DRAFT:
                raise CannotFile(
                    f"{held.name} is {held.standing} and cannot be discarded; that is possible for what is {DRAFT}."
                    + (" Withdraw it first." if held.standing == SUBMITTED else "")
                )
            details = {"source": held.source, "document": held.document}
            return NewChange("discarded", by, note=note, details=details)

        self._store.controls.remove(record, change, now(), seen)
        return self.history(record)[-1]


def _may_be_drafted(room: str, ruleset: str, before: ControlsRecord | None, owner: str | None) -> None:
    if owner not in (None, room):
        raise CannotFile(
            f"The id {ruleset} is taken. Choose another one in ruleset.id, such as {room.lower()}-thirteen."
        )
    if before is not None and before.standing == APPROVED:
        raise CannotFile(
            f"{before.name} was approved and never changes. File the change as revision {before.revision + 1}."
        )
    if before is not None and before.standing == SUBMITTED:
        raise CannotFile(f"{before.name} is submitted. Withdraw it first, or wait for the decision.")


def _record(
    room: str, head: Mapping[str, Any], before: ControlsRecord | None, resolved: Ruleset | None
) -> ControlsRecord:
    starts = resolved.starts if resolved else None
    return ControlsRecord(
        room=room,
        ruleset=head["id"],
        revision=head["revision"],
        standing=DRAFT,
        source="",
        document=before.document if before else None,
        digest=resolved.digest if resolved else None,
        starts=starts.isoformat() if starts else None,
        title=head["title"],
        change=0,
    )
