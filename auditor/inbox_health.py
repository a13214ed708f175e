"""State of the inbox in words, for health."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from msgspec import Struct

from auditor.store.inbox import Inbox
from auditor.store.inbox_key import UnusableInboxKey


class InboxState(Struct, frozen=True):
    """Uploads that wait for a sound record. oldest: time at which the first was received, or None."""

    waiting: int = 0
    oldest: str | None = None


def inbox_state(inbox: Inbox) -> InboxState:
    """State of an inbox; empty where nobody can say."""
    with suppress(OSError, UnusableInboxKey):
        waiting = inbox.waiting()
        return InboxState(len(waiting), waiting[0].received_at if waiting else None)
    return InboxState()


def inbox_troubles(inbox: Inbox) -> Iterator[str]:
    """Sentences on what waits, was refused or is damaged; none of an empty inbox."""
    try:
        state, refused, damaged = inbox_state(inbox), inbox.refused(), inbox.damaged()
    except (OSError, UnusableInboxKey) as error:
        yield f"The inbox of uploads that are not on record yet cannot be read: {error}"
        return
    if state.waiting:
        one = state.waiting == 1
        yield (
            f"{_uploads(state.waiting)} {'is' if one else 'are'} kept and not on record yet, received {state.oldest} or later: "
            f"the record takes nothing until it is sound. {'It is entered by itself' if one else 'They are entered'} then. "
            "`auditor doctor` names each."
        )
    if refused:
        yield (
            f"{_uploads(len(refused))} of the inbox {'was' if len(refused) == 1 else 'were'} refused when the record was sound "
            "again, and nothing of it is on record. `auditor doctor` says why; remove the files once that is dealt with."
        )
    if damaged:
        yield (
            f"{len(damaged):,} file{'s' if len(damaged) > 1 else ''} of the inbox cannot be entered: not written by this "
            "program, or altered. `auditor doctor` names each."
        )


def _uploads(count: int) -> str:
    return f"{count:,} upload{'s' if count > 1 else ''}"
