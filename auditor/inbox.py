"""Uploads that come while the record takes none: kept in the inbox, and entered once it is sound.

Where the register is not as it was signed no fact may be added. An upload waits then with all that it was sent with. It is
entered by the functions that take uploads, for the key that sent it, by the rights that this has at that time.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

import msgspec

from auditor.access.roles import Need, caller_of, must_be_permitted
from auditor.errors import (
    Conflict,
    DomainError,
    EvidencePurged,
    InboxFull,
    KeyExpired,
    KeyRevoked,
    LimitReached,
    NotPermitted,
    OriginalConflict,
    PurgeDamaged,
    RecordDamaged,
    RefusedEvent,
    RefusedLog,
    RefusedOriginal,
    TooManyAtOnce,
)
from auditor.event_files import EventFiles
from auditor.free_space import configured_least, free_space
from auditor.history_options import StatedOptions
from auditor.originals import Originals
from auditor.sessions import Sessions
from auditor.store import Store
from auditor.store.caller import Caller
from auditor.store.connection import StoreError
from auditor.store.inbox_folder import MOST_FILES, MOST_OF_KEY, KeptUpload, SentUpload, UploadKind
from auditor.store.inbox_key import UnusableInboxKey
from auditor.store.register_signing import UnsignedEntries
from auditor.store.service_clock import now
from rules.typed import from_plain

_NEEDS: dict[UploadKind, Need] = {
    "session": ("sessions", "upload"),
    "tournament": ("events", "upload"),
    "ledger": ("events", "upload"),
    "original": ("originals", "upload"),
}
_AGAIN_SECONDS = 3600  # after which an upload beyond a key's limit may be sent again
_stated = from_plain(StatedOptions)

log = logging.getLogger(__name__)


class KeptInInbox(Exception):
    """An upload that is kept and not on record yet: no failure of it. because: why the record takes none."""

    def __init__(self, kept: KeptUpload, because: str) -> None:
        super().__init__(
            "Kept, not on record yet: the record is not as it was signed and takes nothing. The file is on the disk of the "
            "service, and is entered by itself once whoever runs the service has put the record right. Nothing is to be done; "
            "to see what became of it, send the same file again."
        )
        self.kept = kept
        self.because = because


class _TakesUploads(Protocol):
    """A service as a caller sees it."""

    sessions: Sessions
    event_files: EventFiles
    originals: Originals


@contextmanager
def kept_while_damaged(store: Store, body: bytes, sent: SentUpload) -> Iterator[None]:
    """Block that takes an upload in: where the record is damaged it is kept in the inbox, and KeptInInbox raised.

    store: as the sender sees it. Raises InboxFull, LimitReached, OSError; and PurgeDamaged, as what was purged is not kept again.
    """
    try:
        yield
    except PurgeDamaged:
        raise
    except (RecordDamaged, UnsignedEntries) as damaged:
        kept = keep_in_inbox(store, body, sent)
        log.warning(
            "an upload is kept in the inbox",
            extra={"sha256": kept.sha256, "size": kept.size, "key": kept.key, "reason": f"{damaged}"},
        )
        raise KeptInInbox(kept, f"{damaged}") from damaged


def keep_in_inbox(store: Store, body: bytes, sent: SentUpload) -> KeptUpload:
    """Keep an upload of a store's caller. Raises InboxFull, LimitReached, OSError."""
    caller, inbox = store.caller, store.inbox
    used = inbox.used(caller.key)
    if used.of_key >= MOST_OF_KEY:
        raise LimitReached(
            f"More than {MOST_OF_KEY:,} uploads of one key are not kept while the record is damaged.",
            _AGAIN_SECONDS,
        )
    if caller.limits is not None and used.bytes_of_key + len(body) > caller.limits.bytes_a_day:
        raise LimitReached(
            f"More than {caller.limits.bytes_a_day:,} bytes of one key are not kept while the record is damaged.",
            _AGAIN_SECONDS,
        )
    free, least = free_space(store.folder, configured_least())
    if used.uploads >= MOST_FILES or free - len(body) < least:
        raise InboxFull(
            "The record is damaged and takes nothing, and the inbox has no room for this upload "
            f"({used.uploads:,} files wait, and the disk has {free:,} bytes free). Nothing of it is kept. Whoever runs the "
            "service puts the record right, or frees space; then send it again."
        )
    try:
        return inbox.keep(body, sent, caller.key, now())
    except UnusableInboxKey as error:
        raise InboxFull(
            f"The record is damaged and takes nothing. {error} Nothing of this upload is kept."
        ) from error


class InboxEntering:
    """Entry of what waits in a store's inbox. seen_by: the service as a caller sees it."""

    def __init__(self, store: Store, seen_by: Callable[[Caller], _TakesUploads]) -> None:
        self._store = store
        self._seen_by = seen_by
        self._broke_down: set[str] = set()  # of which the log has the cause

    def enter_all(self) -> int:
        """Enter what waits, oldest first, until the record takes nothing; number of uploads that left the inbox.

        Raises StoreError, OSError, UnusableInboxKey.
        """
        done = 0
        for kept in self._store.inbox.waiting():
            try:
                done += self._enter(kept)
            except (RecordDamaged, UnsignedEntries) as damaged:
                log.warning("the inbox is entered later", extra={"reason": f"{damaged}"})
                break
        return done

    def _enter(self, kept: KeptUpload) -> bool:
        """Enter one; whether it left the inbox. Raises RecordDamaged, UnsignedEntries, StoreError, OSError."""
        body = self._store.inbox.body(kept)
        if body is None:
            self._say_once(kept, "an upload of the inbox has other bytes than were received, or none")
            return False
        try:
            outcome = self._take(kept, body)
        except (RecordDamaged, StoreError, OSError):
            raise
        except (LimitReached, TooManyAtOnce):
            return False  # it is tried again
        except DomainError as refused:
            return self._refuse(kept, refused)
        except Exception:  # of one upload, which is in no other one's way
            self._say_once(kept, "an upload of the inbox could not be entered")
            return False
        return self._done(kept, outcome)

    def _say_once(self, kept: KeptUpload, words: str) -> None:
        if kept.name not in self._broke_down:
            self._broke_down.add(kept.name)
            log.error(words, extra=_about(kept), exc_info=sys.exc_info()[0] is not None)

    def _take(self, kept: KeptUpload, body: bytes) -> str:
        """Take an upload in for the key that sent it; what it became, in words."""
        service, sent = self._seen_by(self._caller_of(kept)), kept.sent
        if sent.kind == "session":
            done = service.sessions.upload(body, sent.filename, room=sent.room)
            return f"session {done.session.id}" if done.session is not None else "nothing"
        if sent.kind == "original":
            stated: StatedOptions = _stated(sent.stated)
            taken = service.originals.upload(body, sent.filename, room=sent.room, stated=stated)
            return f"original {taken.original.id}" if taken.original is not None else "nothing"
        event = service.event_files.upload(sent.kind, body, sent.filename, room=sent.room)
        return f"{sent.kind} {event.file.id}" if event.file is not None else "nothing"

    def _caller_of(self, kept: KeptUpload) -> Caller:
        """Caller whose key sent an upload, with the rights that it has now. Raises NotPermitted, KeyExpired, KeyRevoked."""
        store = self._store
        if kept.key is None:
            if store.keys.is_any():
                raise NotPermitted("It was sent while the service ran without keys, and it has keys now.")
            return Caller(open=True)
        key = store.keys.get(kept.key)
        if key is None:
            raise NotPermitted(f"Key {kept.key}, which sent it, is not on record.")
        if not store.keys.is_whole(key.id):
            raise RecordDamaged(f"What the store has of key {key.id} is not what was written.")
        if key.revoked_at is not None:
            raise KeyRevoked(key.id)
        if key.expires_at <= now():
            raise KeyExpired(key.id, key.expires_at)
        need = _NEEDS[kept.sent.kind]
        must_be_permitted(key, need)
        return caller_of(store, key, need)

    def _refuse(self, kept: KeptUpload, refused: DomainError) -> bool:
        """Let what is on record as refused go, and keep apart of what nothing is on record."""
        if _is_on_record(refused):
            return self._done(kept, f"refused: {refused}")
        why = refused.said("command")
        self._store.inbox.set_aside(kept, why)
        log.warning("an upload of the inbox was refused", extra={**_about(kept), "reason": why})
        return True

    def _done(self, kept: KeptUpload, outcome: str) -> bool:
        self._store.inbox.remove(kept)
        log.info("an upload of the inbox was entered", extra={**_about(kept), "became": outcome})
        return True


def _is_on_record(refused: DomainError) -> bool:
    """Whether a refused upload's bytes are on record, or were purged, and so are not to be kept."""
    if isinstance(refused, RefusedOriginal):
        return refused.original is not None
    if isinstance(refused, OriginalConflict):
        return refused.original is not None
    if isinstance(refused, RefusedEvent):
        return False
    return isinstance(refused, RefusedLog | Conflict | EvidencePurged)


def _about(kept: KeptUpload) -> dict[str, object]:
    return {"sha256": kept.sha256, "received_at": kept.received_at, "key": kept.key, "kind": kept.sent.kind}


def stated_plainly(stated: StatedOptions) -> dict[str, object]:
    """Options of a hand history as the inbox keeps them."""
    plain: dict[str, object] = msgspec.to_builtins(stated)
    return plain
