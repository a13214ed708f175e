"""The period of a ledger's file."""

from __future__ import annotations

from datetime import date, timedelta

from msgspec import UNSET

from rules.ledgers.ledger_records import Ledger


def outside(header: Ledger, at: str) -> bool:
    """Whether a time is before the first gaming day, or later than the day after the last."""
    day = at[:10]
    if header.from_ is not UNSET and day < header.from_:
        return True
    return header.until is not UNSET and date.fromisoformat(day) - timedelta(days=1) > date.fromisoformat(
        header.until
    )
