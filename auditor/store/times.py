"""The service's clock. The rules have none: callers pass the time in."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """This moment as RFC 3339 in UTC, to the microsecond, so that texts sort as times do."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
