"""Uploads that are kept and not on record yet: each is named; one that is damaged or was refused is a fault."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.doctor.fault import Remark, StoreFault
from auditor.store.connection import Connections
from auditor.store.inbox_folder import FOLDER, Inbox, KeptUpload
from auditor.store.inbox_key import UnusableInboxKey


def inbox(connections: Connections) -> Iterator[StoreFault]:
    """Faults of the inbox, and what waits in it."""
    found = Inbox(connections.path.parent)
    try:
        for each in found.waiting():
            yield Remark("", "", "", f"{_words(each)} is kept, not on record yet")
        for each in found.refused():
            yield StoreFault(
                FOLDER, each.sha256[:16], "an upload that can be entered", f"{_words(each)}: {each.why}"
            )
        for damaged in found.damaged():
            yield StoreFault(FOLDER, damaged.name, "an upload as it was received", damaged.found)
    except UnusableInboxKey as error:
        yield StoreFault(FOLDER, "", "a key that opens the inbox", str(error))


def _words(kept: KeptUpload) -> str:
    what = "log" if kept.sent.kind == "session" else kept.sent.kind
    named = f" {kept.sent.filename}" if kept.sent.filename else ""
    by = "without a key" if kept.key is None else f"by key {kept.key}"
    return (
        f"{what}{named} ({kept.size:,} bytes, SHA-256 {kept.sha256[:16]}…), received {kept.received_at} {by},"
    )
