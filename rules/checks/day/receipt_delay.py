"""Delay of a log's receipt."""

from __future__ import annotations

import datetime as dt

from rules.card_room import Room
from rules.checks.day.session_summary import SessionSummary


def days_after(room: Room, sitting: SessionSummary, received_at: str | None) -> int | None:
    """Gaming days from a session's end to a receipt; None: unknown."""
    received = room.day(received_at) if received_at else None
    if received is None:
        return None
    return max((received - dt.date.fromisoformat(sitting.ended_day)).days, 0)


def first_received(sitting: SessionSummary) -> str | None:
    return sitting.versions[0].received_at if sitting.versions else sitting.received_at
