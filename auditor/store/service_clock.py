"""The service's clock, passed to the rules, which have none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

_moved = timedelta(0)


def now() -> str:
    """RFC 3339 in UTC to the microsecond, sortable as text."""
    return _written(datetime.now(UTC) + _moved)


@contextmanager
def moved_to(moment: datetime) -> Iterator[None]:
    """Process-wide clock that begins at another moment, for a demonstration."""
    global _moved
    before = _moved
    _moved = moment - datetime.now(UTC)
    try:
        yield
    finally:
        _moved = before


def after(at: str, **time: float) -> str:
    """A later time. time: as of a `timedelta`, such as ``minutes=5``."""
    return _written(datetime.fromisoformat(at) + timedelta(**time))


def written(seconds: float) -> str:
    """Seconds since 1970 as a time. Raises ValueError, OverflowError, OSError."""
    return _written(datetime.fromtimestamp(seconds, UTC))


def of_instant(microseconds: int) -> str:
    """Microseconds since 1970 as a time."""
    return _written(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=microseconds))


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")
