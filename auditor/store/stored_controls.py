"""Controls of card rooms: files, standings, and approvals at a moment."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from sqlite_utils import Database

from auditor.errors import CannotFile, ChangedMeanwhile, DocumentDamaged
from auditor.facts.recorded_fact import KeptFile
from auditor.store import bytes_by_digest, changes
from auditor.store.blobs.kept_bytes import bytes_of, column_of, writing_with
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.damage import Damage
from auditor.store.fact_log import FactLog
from auditor.store.rows import ControlsRecord, FiledRecord, NewChange, NewFile, Page
from auditor.store.sealed import Sealed

# New revision, of the present one (or None) and the room that has its ruleset (or None).
Draft = Callable[[ControlsRecord | None, str | None], ControlsRecord]
# New revision and its change, of the present one and the last change; None without a change.
Step = Callable[[ControlsRecord, int], tuple[ControlsRecord, NewChange] | None]

_SELECT = """
SELECT c.room, c.ruleset, c.revision, c.standing, c.source, c.document, c.digest, c.starts, c.title, c.change
FROM controls AS c
"""


class ControlsRows:
    """Revisions by ruleset id and number."""

    def __init__(
        self, connections: Connections, sealed: Sealed, damage: Damage, log: FactLog, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._damage = damage
        self._log = log
        self._caller = caller

    def get(self, ruleset: str, revision: int) -> ControlsRecord | None:
        """One revision."""
        found = _get(self._connections.db, ruleset, revision)
        if found is None or not self._caller.sees(found.room):
            return None
        self._must_be_as_written([found])
        return found

    def _must_be_as_written(self, revisions: list[ControlsRecord]) -> None:
        self._sealed.must_be_as_written("controls", ((each.ruleset, each.revision) for each in revisions))

    def of_room(self, room: str, ruleset: str) -> list[ControlsRecord]:
        """Revisions of a room's ruleset, oldest first."""
        if not self._caller.sees(room):
            return []
        rows = self._connections.db.execute(
            f"{_SELECT} WHERE c.room = ? AND c.ruleset = ? ORDER BY c.revision", [room, ruleset]
        )
        found = [ControlsRecord(*row) for row in rows]
        self._must_be_as_written(found)
        return found

    def page(self, room: str, page: Page) -> tuple[list[ControlsRecord], int]:
        """Page of a room's revisions by ruleset and number, and the total."""
        with self._connections.reading() as db:
            (total,) = db.execute("SELECT count(*) FROM controls WHERE room = ?", [room]).fetchone()
            rows = db.execute(
                f"{_SELECT} WHERE c.room = ? ORDER BY c.ruleset, c.revision LIMIT ? OFFSET ?",
                [room, page.size, page.offset],
            )
            found = [ControlsRecord(*row) for row in rows]
        self._must_be_as_written(found)
        return found, total

    def submitted(self) -> list[ControlsRecord]:
        """Submitted revisions of the caller's rooms, oldest first."""
        return self.of_standing("submitted")

    def of_standing(self, standing: str) -> list[ControlsRecord]:
        """Revisions of a standing in the caller's rooms, by last change."""
        seen, rooms = self._caller.where("c.room")
        rows = self._connections.db.execute(
            f"{_SELECT} WHERE c.standing = ? AND {seen} ORDER BY c.change", [standing, *rooms]
        )
        found = [ControlsRecord(*row) for row in rows]
        self._must_be_as_written(found)
        return found

    def undecided(self, room: str) -> list[ControlsRecord]:
        """Revisions of a room that may still be approved, by ruleset and number."""
        if not self._caller.sees(room):
            return []
        rows = self._connections.db.execute(
            f"{_SELECT} WHERE c.room = ? AND c.standing IN ('draft', 'submitted') ORDER BY c.ruleset, c.revision",
            [room],
        )
        found = [ControlsRecord(*row) for row in rows]
        self._must_be_as_written(found)
        return found

    def approved(self, as_of: int) -> list[tuple[str, str, int, str | None]]:
        """(room, ruleset, revision, text) approved by a change, in order; text None where the file was altered."""
        rows = self._connections.db.execute(
            """
            SELECT c.room, c.ruleset, c.revision, c.source, f.body
            FROM controls AS c JOIN filed AS f ON f.sha256 = c.source
            WHERE c.standing = 'approved' AND c.change <= ? ORDER BY c.ruleset, c.revision
            """,
            [as_of],
        )
        return [
            (room, ruleset, revision, self._text(source, bytes_of(body, source)))
            for room, ruleset, revision, source, body in rows
        ]

    def not_approved(self, as_of: int) -> list[tuple[str, str, int, str]]:
        """(room, ruleset, revision, standing now) not approved by a change, in order."""
        rows = self._connections.db.execute(
            "SELECT room, ruleset, revision, standing FROM controls WHERE standing <> 'approved' OR change > ? "
            "ORDER BY ruleset, revision",
            [as_of],
        )
        return [tuple(row) for row in rows]

    def filed(self, sha256: str) -> FiledRecord | None:
        """A file or document, without its bytes."""
        row = self._connections.db.execute(
            "SELECT sha256, size, media_type, filename, received_at FROM filed WHERE sha256 = ?", [sha256]
        ).fetchone()
        self._sealed.must_be_as_written("filed", [(sha256,)] if row else [])
        return FiledRecord(*row) if row else None

    def body(self, sha256: str) -> bytes:
        """Bytes of a file or document. Raises KeyError, DocumentDamaged."""
        row = self._connections.db.execute("SELECT body FROM filed WHERE sha256 = ?", [sha256]).fetchone()
        if row is None:
            raise KeyError(sha256)
        body = bytes_of(row[0], sha256)
        found = hashlib.sha256(body).hexdigest()
        if found != sha256:
            words = (
                f"A filed document is no longer what was filed: its SHA-256 was {sha256} and is now {found}. Send the same "
                "file again, or restore the store from a backup."
            )
            self._damage.note(bytes_by_digest.FILED, sha256, words)
            raise DocumentDamaged(words)
        return body

    def _text(self, sha256: str, body: bytes) -> str | None:
        if hashlib.sha256(body).hexdigest() == sha256:
            return body.decode("utf-8-sig")
        self._damage.note(
            bytes_by_digest.FILED, sha256, "An approved file of controls is no longer what was filed."
        )
        return None

    def repair(self, file: NewFile, at: str, by: str | None) -> bool:
        """Repair a damaged file or document; whether it was. by: the sender."""
        db = self._connections.db
        if not bytes_by_digest.is_kept(db, bytes_by_digest.FILED, file.sha256) or bytes_by_digest.is_whole(
            db, bytes_by_digest.FILED, file.sha256, file.body
        ):
            return False
        with writing_with(self._connections, {file.sha256: file.body}) as db:
            return bytes_by_digest.repair(
                db, bytes_by_digest.FILED, file.sha256, file.body, at, self._caller.key, by
            )

    def check_draft(
        self, room: str, ruleset: str, revision: int, draft: Draft, seen: int | None
    ) -> ControlsRecord:
        """Do `put_draft` without writing. Raises ChangedMeanwhile, and what ``draft`` raises."""
        with self._connections.reading() as db:
            changes.must_be_unchanged(db, room, seen)
            return draft(_get(db, ruleset, revision), _room_of(db, ruleset))

    def put_draft(
        self,
        room: str,
        ruleset: str,
        revision: int,
        draft: Draft,
        file: NewFile,
        at: str,
        by: str | None,
        seen: int | None,
    ) -> tuple[ControlsRecord, bool]:
        """File or replace a draft; whether it is the revision's first. The same file changes nothing.

        seen: the room's last change that the caller saw. Raises ChangedMeanwhile, and what ``draft`` raises.
        """
        with writing_with(self._connections, {file.sha256: file.body}) as db:
            changes.must_be_unchanged(db, room, seen)
            before = self._to_decide_on(db, ruleset, revision)
            record = draft(before, _room_of(db, ruleset))
            if before is not None and (before.source, before.standing) == (file.sha256, record.standing):
                _keep_bytes(db, file, at, self._caller.key, by)
                return before, False
            about = {"digest": record.digest, "starts": record.starts, "title": record.title}
            made = self._changed(db, record, NewChange("draft", by), at, file, **about)
            _keep_bytes(db, file, at, self._caller.key, by)
            return made, before is None

    def step(
        self,
        record: ControlsRecord,
        step: Step,
        at: str,
        file: NewFile | None = None,
        seen: int | None = None,
    ) -> ControlsRecord:
        """Take a step, which ``step`` makes of the revision as it is then. file: bytes that the step refers to.

        seen: the revision's last change that the caller saw. Raises CannotFile where discarded, ChangedMeanwhile, and what
        ``step`` raises.
        """
        bodies = {} if file is None else {file.sha256: file.body}
        with writing_with(self._connections, bodies) as db:
            before = self._to_decide_on(db, record.ruleset, record.revision)
            if before is None:
                raise CannotFile(f"{record.name} was discarded. File it again first.")
            if seen is not None and before.change != seen:
                raise ChangedMeanwhile
            taken = step(before, changes.latest(db))
            if taken is None:
                return before
            after, change = taken
            made = self._changed(db, after, change, at, file)
            if file is not None:
                _keep_bytes(db, file, at, self._caller.key, change.by)
            return made

    def remove(
        self,
        record: ControlsRecord,
        change: Callable[[ControlsRecord], NewChange],
        at: str,
        seen: int | None,
    ) -> None:
        """Remove a revision; its changes stay. ``change`` is made of the revision as it is then.

        seen: the room's last change that the caller saw. Raises ChangedMeanwhile, and what ``change`` raises.
        """
        with self._connections.writing() as db:
            changes.must_be_unchanged(db, record.room, seen)
            before = self._to_decide_on(db, record.ruleset, record.revision)
            if before is None or before.room != record.room:
                raise ChangedMeanwhile
            of = before.ruleset, before.revision
            changes.append(db, self._log, at, before.room, change(before), of, key=self._caller.key)

    def _to_decide_on(self, db: Database, ruleset: str, revision: int) -> ControlsRecord | None:
        """A revision as facts say, within a transaction. Raises RecordDamaged where its row says otherwise."""
        self._sealed.must_rest_on_facts("controls", ruleset, revision)
        return _get(db, ruleset, revision)

    def _changed(
        self,
        db: Database,
        after: ControlsRecord,
        change: NewChange,
        at: str,
        file: NewFile | None,
        **of_draft: str | None,
    ) -> ControlsRecord:
        """Enter a change of a revision, within a transaction, and return the revision as it is then."""
        of = after.ruleset, after.revision
        kept = None if file is None else KeptFile(file.sha256, len(file.body), file.media_type, file.filename)
        key = self._caller.key
        changes.append(db, self._log, at, after.room, change, of, key=key, file=kept, **of_draft)
        made = _get(db, *of)
        assert made is not None  # the change is of it
        return made


def _get(db: Database, ruleset: str, revision: int) -> ControlsRecord | None:
    row = db.execute(f"{_SELECT} WHERE c.ruleset = ? AND c.revision = ?", [ruleset, revision]).fetchone()
    return ControlsRecord(*row) if row else None


def _room_of(db: Database, ruleset: str) -> str | None:
    row = db.execute("SELECT room FROM controls WHERE ruleset = ? LIMIT 1", [ruleset]).fetchone()
    return row[0] if row else None


def _keep_bytes(db: Database, file: NewFile, at: str, key: str | None, who: str | None) -> None:
    """Keep the bytes of a file that a fact is of, within a transaction, or put them back where they were damaged."""
    new = "UPDATE filed SET body = ? WHERE sha256 = ? AND body IS NULL"
    if not db.execute(new, [column_of(file.sha256, file.body), file.sha256]).rowcount:
        bytes_by_digest.repair(db, bytes_by_digest.FILED, file.sha256, file.body, at, key, who)
