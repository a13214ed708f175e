"""State of the inbox in words, for health."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from auditor.store.inbox_folder import Inbox, InboxState
from auditor.store.inbox_key import UnusableInboxKey


def inbox_state(inbox: Inbox) -> InboxState:
    """State of an inbox; empty where nobody can say."""
    with suppress(OSError, UnusableInboxKey):
        return inbox.state()
    return InboxState()


def inbox_troubles(inbox: Inbox) -> Iterator[str]:
    """Sentences on what waits, was refused or is damaged; none of an empty inbox."""
    try:
        state = inbox.state()
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
    if state.refused:
        yield (
            f"{_uploads(state.refused)} of the inbox {'was' if state.refused == 1 else 'were'} refused when the record was sound "
            "again, and nothing of it is on record. `auditor doctor` says why; remove the files once that is dealt with."
        )
    if state.damaged:
        yield (
            f"{state.damaged:,} file{'s' if state.damaged > 1 else ''} of the inbox cannot be entered: not written by this "
            "program, or altered. `auditor doctor` names each."
        )


def _uploads(count: int) -> str:
    return f"{count:,} upload{'s' if count > 1 else ''}"
