"""Bodies of messages, made of what signed facts say when a message is sent: nothing of them is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec

from auditor.overdue import overdue_log
from auditor.store.outbox import AUDIT_ENDED, LOG_OVERDUE, MOST_SESSIONS, number_of, room_and_day_of
from auditor.store.rows import encoded
from auditor.store.service_clock import now
from rules.results import SEVERITIES

if TYPE_CHECKING:
    from auditor.store import Store
    from auditor.store.outbox import Delivery
    from auditor.store.rows import AuditRecord
    from auditor.webhooks.webhook_configuration import Webhooks


def body_of(store: Store, webhooks: Webhooks, message: Delivery) -> bytes | None:
    """Body of a message as JSON; None where no fact says what it is about, or its endpoint is not to hear of it.

    Raises RecordDamaged.
    """
    about = (_of_audit if message.event in AUDIT_ENDED else _of_overdue_log)(store, webhooks, message)
    if about is None:
        return None
    at, rooms, data = about
    if message.endpoint not in webhooks.listeners(message.event, rooms):
        return None
    body = {"type": message.event, "timestamp": at, "data": data, "checkpoint": store.register.checkpoint()}
    return encoded(body).encode()


def _of_audit(
    store: Store, webhooks: Webhooks, message: Delivery
) -> tuple[str, tuple[str, ...], dict[str, Any]] | None:
    """Time, rooms and data of an ended audit."""
    number = number_of(message.fact)
    audit = None if number is None else store.audits.get(number)
    if audit is None or audit.finished_at is None or message.event != f"audit.{audit.state}":
        return None
    rooms = store.authority.rooms_of_audit(audit.id)
    return (audit.finished_at, rooms, _audit_data(audit, rooms, webhooks.service)) if rooms else None


def _audit_data(audit: AuditRecord, rooms: tuple[str, ...], service: str) -> dict[str, Any]:
    severities = (audit.counts or {}).get("severity")
    return {
        "audit": audit.id, "state": audit.state, "what_if": audit.knowledge.as_if, "rooms": [*rooms], "day": audit.day,
        "complete": None if audit.summary is None else audit.summary["complete"],
        "findings": severities and {each: severities[each] for each in SEVERITIES},
        "session_count": len(audit.sessions), "sessions": audit.sessions[:MOST_SESSIONS],
        "link": f"{service}/v1/audits/{audit.id}",
    }  # fmt: skip


def _of_overdue_log(
    store: Store, webhooks: Webhooks, message: Delivery
) -> tuple[str, tuple[str, ...], dict[str, Any]] | None:
    """Time, rooms and data of a log that is overdue now."""
    about = room_and_day_of(message.fact) if message.event == LOG_OVERDUE else None
    if about is None:
        return None
    (room, day), at = about, now()
    found = overdue_log(store, room, at)
    if found is None or found.day != day:
        return None
    data = {**msgspec.to_builtins(found), "link": f"{webhooks.service}/v1/rooms/{quote(room, safe='')}"}
    return at, (room,), data
