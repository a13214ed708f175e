"""Rooms and their controls: filed, submitted, approved or denied, each step on record and none of them undone."""

from __future__ import annotations

import datetime as dt
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlite_utils import Database

from auditor.registry import Registry, Snapshot
from auditor.store import Store, changes, controls, rooms
from auditor.store.rows import Change, ControlsRecord, RoomRecord
from auditor.store.times import now
from auditor.terms import gaming_day, terms_of
from rules.audit import rooms_own
from rules.controls.filing import Examined, NotText, text_of
from rules.controls.library import APPROVED, LONG_NUMBER, too_deep
from rules.controls.ruleset import Ruleset

TOML_TYPE = "application/toml"
LONGEST_NUMBER = 12
AUDITS_NAMED = 20  # in a warning
DRAFT, SUBMITTED, DENIED = "draft", "submitted", "denied"


_TOO_DEEP = "The file is not TOML that can be read: it is nested too deep."


class NoSuchRoom(ValueError):
    """A room that is not on record."""


class NoSuchControls(ValueError):
    """A revision that a room has not filed."""


class CannotFile(ValueError):
    """A step that a revision does not permit where it stands, or a file that is no room's controls."""


class NotControls(CannotFile):
    """A file that is no controls: no text, no TOML, or without a name."""


class ChangedMeanwhile(ValueError):
    """A room of which something changed after what the caller had seen of it."""


class NotApprovable(ValueError):
    """Controls that cannot be approved: everything that is wrong with them, what is asked for and was not given, and
    what was given and nobody asks for.
    """

    def __init__(self, name: str, problems: tuple[str, ...], missing: list[Any], unasked: list[str]) -> None:
        many = len(problems) + len(missing) + len(unasked)
        super().__init__(
            f"{name} cannot be approved: {many} thing{'s' * (many != 1)} to mend; see 'problems' and 'asked'."
        )
        self.problems = problems
        self.missing = missing
        self.unasked = unasked


@dataclass(frozen=True)
class Filed:
    """A revision, what an examination of it says, and whether this call made it or changed it."""

    record: ControlsRecord
    examined: Examined
    new: bool = False


class Filing:
    """Rooms and controls over a store."""

    def __init__(self, store: Store, registry: Registry) -> None:
        self._store = store
        self._registry = registry

    # ------------------------------------------------------------------------------------------------ rooms

    def put_room(
        self, room: str, terms: Mapping[str, Any], by: str | None, *, seen: int | None = None
    ) -> tuple[RoomRecord, bool, bool]:
        """Put terms of a room on record, from their day on; whether the room is new, and whether anything changed.

        seen: the change up to which the caller has seen the room. Raises ChangedMeanwhile.
        """

        terms_of(terms)  # as the rules take them: what they could not take is never written

        def change(before: list[dict[str, Any]]) -> list[dict[str, Any]]:
            others = [each for each in before if each["from"] != terms["from"]]
            return sorted([*others, dict(terms)], key=lambda each: each["from"] or "")

        with self._store.connections.writing() as db:
            _unchanged(db, room, seen)
            return rooms.put(db, room, now(), change, gaming_day, by)

    def room(self, room: str) -> RoomRecord:
        """A room. Raises NoSuchRoom."""
        found = self._store.rooms.get(room)
        if found is None:
            raise NoSuchRoom(
                f"Room {room} is not on record. PUT /v1/rooms/{room} puts it there; GET /v1/rooms lists those there are."
            )
        return found

    # --------------------------------------------------------------------------------------------- controls

    def get(self, room: str, ruleset: str, revision: int) -> ControlsRecord:
        """A revision that a room has filed. Raises NoSuchRoom, NoSuchControls."""
        self.room(room)
        found = self._store.controls.get(ruleset, revision)
        if found is None or found.room != room:
            raise NoSuchControls(
                f"Room {room} has filed no {ruleset}@{revision}. GET /v1/rooms/{room}/controls lists what it has."
            )
        return found

    def history(self, record: ControlsRecord) -> list[Change]:
        """The life of a revision."""
        return self._store.changes.of_controls(record.room, record.ruleset, record.revision)

    def warnings(self, record: ControlsRecord, examined: Examined) -> list[str]:
        """What whoever approves a revision has to know: what was not tested, and that its first day is past already."""
        return [*examined.warnings, *self._past(record)]

    def _past(self, record: ControlsRecord) -> Iterator[str]:
        room = self._registry.known().rooms[record.room]
        today = room.day(now())
        if record.starts is None or today is None or record.starts >= today.isoformat():
            return
        audits = self._store.audits.of_hands_since(record.room, record.starts)
        yield f"the first day, {record.starts}, is past: {_of_audits(audits)}"

    def examined(self, record: ControlsRecord) -> Examined:
        """What an examination of a revision says now; of an approved one, what it comes to."""
        return self._registry.examined(record)

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
        """File a draft, or replace one that was not approved. ``named``: what the file must be. Raises CannotFile.

        seen: the change up to which the caller has seen the revision. Raises ChangedMeanwhile.
        """
        self.room(room)
        text, head = _head(body)
        ruleset, revision = head["id"], head["revision"]
        if named is not None and named != (ruleset, revision):
            raise CannotFile(
                f"The file says that it is {ruleset}@{revision}, and the address {named[0]}@{named[1]}. Send it to its own "
                "address, or change ruleset.id and ruleset.revision in it."
            )
        self._is_free(room, ruleset)
        name = f"{ruleset}@{revision}"
        examined = self._registry.examine(room, name, text)
        at = now()
        with self._store.connections.writing() as db:
            _unchanged(db, room, seen)
            before = controls.get(db, ruleset, revision)
            self._may_be_drafted(db, room, ruleset, before)
            record = _record(room, head, before, examined.ruleset)
            if dry_run:
                return Filed(replace(record, source=""), examined)
            source = controls.keep_filed(db, body, TOML_TYPE, filename, at)
            if before is not None and before.source == source and before.standing == DRAFT:
                return Filed(before, examined)
            details = {"source": source, "digest": record.digest}
            number = changes.append(db, at, room, "draft", (ruleset, revision), by=by, details=details)
            made = replace(record, source=source, change=number)
            controls.put(db, made)
            return Filed(made, examined, new=before is None)

    def _is_free(self, room: str, ruleset: str) -> None:
        """A room's ruleset has an id of its own."""
        shipped = {each.id for each in self._registry.shipped.revisions()}
        if ruleset in shipped:
            raise CannotFile(
                f"{ruleset} is a ruleset of the library. Give the room's controls an id of their own in ruleset.id, such as "
                f"{room.lower()}-{ruleset}, and extend it."
            )

    @staticmethod
    def _may_be_drafted(db: Database, room: str, ruleset: str, before: ControlsRecord | None) -> None:
        owner = controls.room_of(db, ruleset)
        if owner not in (None, room):
            raise CannotFile(f"{ruleset} is another room's ruleset. Choose another id in ruleset.id.")
        if before is not None and before.standing == APPROVED:
            raise CannotFile(
                f"{before.name} was approved and never changes. File the change as revision {before.revision + 1}."
            )
        if before is not None and before.standing == SUBMITTED:
            raise CannotFile(f"{before.name} is submitted. Withdraw it first, or wait for the decision.")

    def attach(
        self, record: ControlsRecord, body: bytes, media_type: str, filename: str | None, by: str | None
    ) -> ControlsRecord:
        """Attach the document that the controls are taken from, by its digest. Raises CannotFile."""

        def step(db: Database, held: ControlsRecord, at: str) -> ControlsRecord:
            if held.standing in (SUBMITTED, APPROVED):
                raise CannotFile(
                    f"{held.name} is {held.standing}, and the document that it was submitted with stays."
                )
            document = controls.keep_filed(db, body, media_type, filename, at)
            if document == held.document:
                return held
            number = changes.append(
                db,
                at,
                held.room,
                "document",
                (held.ruleset, held.revision),
                by=by,
                details={"document": document},
            )
            return replace(held, document=document, change=number)

        return self._step(record, step)

    def submit(self, record: ControlsRecord, by: str, note: str | None) -> ControlsRecord:
        """Hand a draft to the authority. Raises CannotFile."""
        return self._move(record, (DRAFT,), SUBMITTED, "submitted", by, note=note)

    def withdraw(self, record: ControlsRecord, by: str, note: str | None) -> ControlsRecord:
        """Take what was submitted back, to be changed. Raises CannotFile."""
        return self._move(record, (SUBMITTED,), DRAFT, "withdrawn", by, note=note)

    def discard(
        self, record: ControlsRecord, by: str | None, note: str | None = None, *, seen: int | None = None
    ) -> Change:
        """Take back a draft that was filed by mistake: its number is free again, and what was done stays on record.

        seen: the change up to which the caller has seen the revision. Raises CannotFile for what was submitted or decided,
        ChangedMeanwhile where somebody changed or discarded it before.
        """
        with self._store.connections.writing() as db:
            _unchanged(db, record.room, seen)
            held = controls.get(db, record.ruleset, record.revision)
            if held is None or held.room != record.room:
                raise ChangedMeanwhile(record.room)
            if held.standing != DRAFT:
                raise CannotFile(
                    f"{held.name} is {held.standing} and cannot be discarded; that is possible for what is {DRAFT}."
                    + (" Withdraw it first." if held.standing == SUBMITTED else "")
                )
            details = {"source": held.source, "document": held.document}
            controls.remove(db, held.ruleset, held.revision)
            changes.append(
                db,
                now(),
                held.room,
                "discarded",
                (held.ruleset, held.revision),
                by=by,
                note=note,
                details=details,
            )
        return self._store.changes.of_controls(held.room, held.ruleset, held.revision)[-1]

    def deny(self, record: ControlsRecord, by: str, reference: str, reason: str) -> ControlsRecord:
        """Put on record that the authority denied what was submitted. Raises CannotFile."""
        return self._move(record, (SUBMITTED,), DENIED, "denied", by, note=reason, reference=reference)

    def approve(
        self,
        record: ControlsRecord,
        by: str,
        reference: str,
        note: str | None,
        special: Mapping[str, str],
    ) -> ControlsRecord:
        """Put on record that the authority approved what was submitted. From then on it never changes.

        special: references of approvals by name, by the parameters that ask for one. Raises CannotFile, NotApprovable.
        """

        def step(db: Database, held: ControlsRecord, at: str) -> ControlsRecord:
            _must_stand(held, (SUBMITTED,), "approved")
            examined = self._registry.examined(held, self._registry.known(changes.latest(db)))
            missing = [each for each in examined.asked if not special.get(each.parameter)]
            unasked = sorted(special.keys() - {each.parameter for each in examined.asked})
            if examined.problems or missing or unasked or examined.ruleset is None:
                raise NotApprovable(held.name, examined.problems, missing, unasked)
            details = {"digest": examined.ruleset.digest, "source": held.source, "document": held.document}
            number = changes.append(
                db,
                at,
                held.room,
                "approved",
                (held.ruleset, held.revision),
                by=by,
                reference=reference,
                note=note,
                details=details | ({"special": dict(special)} if special else {}),
            )
            return replace(held, standing=APPROVED, digest=examined.ruleset.digest, change=number)

        return self._step(record, step)

    def _move(
        self,
        record: ControlsRecord,
        stands: tuple[str, ...],
        standing: str,
        action: str,
        by: str,
        *,
        note: str | None,
        reference: str | None = None,
    ) -> ControlsRecord:
        def step(db: Database, held: ControlsRecord, at: str) -> ControlsRecord:
            _must_stand(held, stands, action)
            number = changes.append(
                db,
                at,
                held.room,
                action,
                (held.ruleset, held.revision),
                by=by,
                note=note,
                reference=reference,
            )
            return replace(held, standing=standing, change=number)

        return self._step(record, step)

    def _step(
        self, record: ControlsRecord, step: Callable[[Database, ControlsRecord, str], ControlsRecord]
    ) -> ControlsRecord:
        """A step in a revision's life, on what it is at that moment."""
        with self._store.connections.writing() as db:
            held = controls.get(db, record.ruleset, record.revision)
            if held is None:  # somebody discarded it
                raise CannotFile(f"{record.name} was discarded. File it again first.")
            made = step(db, held, now())
            if made != held:
                controls.put(db, made)
            return made

    def in_force(self, room: str, day: dt.date, known: Snapshot | None = None) -> list[Ruleset]:
        """The revisions of a room's controls that are in force on a day, one of each of its rulesets at most."""
        held = known or self._registry.known()
        return rooms_own(held.rooms.get(room), day, held.library)

    def source(self, record: ControlsRecord) -> bytes:
        """A revision's file as it was filed."""
        return self._store.controls.body(record.source)

    def to_try(self, name: str | None) -> tuple[Snapshot, str | None]:
        """What is known now, and the file of a revision that was not approved where the name is of one.

        Then the revision is among what is known. Raises CannotFile where it cannot be played under.
        """
        known = self._registry.known()
        ruleset, _, revision = (name or "").partition("@")
        record = self._store.controls.get(ruleset, int(revision)) if _is_number(revision) else None
        if record is None or record.standing == APPROVED:
            return known, None
        examined = self._registry.examined(record, known)
        if examined.ruleset is None or not examined.playable:
            listed = "; ".join(examined.problems[:5])
            raise CannotFile(f"{name} ({record.standing}) cannot be tried: its file does not load. {listed}")
        return known.with_draft(examined.ruleset), record.source


def _of_audits(audits: list[int]) -> str:
    """Which audits a revision that begins in the past affects."""
    if not audits:
        return "no audit has hands of that day or later"
    if len(audits) == 1:
        return f"audit {audits[0]} has hands of that day or later, and was made without this revision; ask for it again"
    listed = ", ".join(map(str, audits[:AUDITS_NAMED]))
    more = f" and {len(audits) - AUDITS_NAMED} more" if len(audits) > AUDITS_NAMED else ""
    return f"audits {listed}{more} have hands of that day or later, and were made without this revision; ask for them again"


def _unchanged(db: Database, room: str, seen: int | None) -> None:
    """Hold a change to what the caller has seen of a room."""
    if seen is not None and changes.latest(db, room) > seen:
        raise ChangedMeanwhile(room)


def _is_number(text: str) -> bool:
    """Whether a text is the number of a revision that the store can hold."""
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER


def _must_stand(held: ControlsRecord, stands: tuple[str, ...], action: str) -> None:
    if held.standing not in stands:
        raise CannotFile(
            f"{held.name} is {held.standing} and cannot be {action}; that is possible for what is {' or '.join(stands)}."
        )


def _head(body: bytes) -> tuple[str, dict[str, Any]]:
    """The text of a file and what says which revision it is. Raises NotControls."""
    try:
        text = text_of(body)
        data = tomllib.loads(text)
    except NotText as error:
        raise NotControls(str(error)) from error
    except tomllib.TOMLDecodeError as error:
        raise NotControls(f"The file is not TOML: {error}.") from error
    except RecursionError as error:
        raise NotControls(_TOO_DEEP) from error
    except ValueError as error:  # a whole number of thousands of digits
        raise NotControls(f"The file is {LONG_NUMBER}.") from error
    if too_deep(data):
        raise NotControls(_TOO_DEEP)
    head = data.get("ruleset")
    if not isinstance(head, dict):
        raise NotControls(
            "The file has no [ruleset] section, which says what it is: id, revision, title, authority, family."
        )
    wrong = _wrong_head(head)
    if wrong:
        raise NotControls(
            f"The file's [ruleset] section does not say which revision it is: {'; '.join(wrong)}."
        )
    return text, head


def _wrong_head(head: Mapping[str, Any]) -> list[str]:
    from rules.controls.schema.game import Head

    errors = Head().validate(dict(head))
    wanted = ("id", "revision", "title")
    return [
        f"{name}: {' '.join(map(str, errors[name])).lower().rstrip('.')}" for name in wanted if name in errors
    ]


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
