"""The service's clock. The rules have none: callers pass the time in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

_moved = timedelta(0)


def now() -> str:
    """This moment as RFC 3339 in UTC, to the microsecond, so that texts sort as times do."""
    return _written(datetime.now(UTC) + _moved)


@contextmanager
def moved_to(moment: datetime) -> Iterator[None]:
    """A clock of this whole process that begins at another moment: only a demonstration, whose days are over, needs one."""
    global _moved
    before = _moved
    _moved = moment - datetime.now(UTC)
    try:
        yield
    finally:
        _moved = before


def after(at: str, **time: float) -> str:
    """A time that is so much later, as this module writes times. time: as of a `timedelta`, such as ``minutes=5``."""
    return _written(datetime.fromisoformat(at) + timedelta(**time))


def written(seconds: float) -> str:
    """Seconds since 1970 as a time. Raises ValueError, OverflowError, OSError for what no clock shows."""
    return _written(datetime.fromtimestamp(seconds, UTC))


def of_instant(microseconds: int) -> str:
    """A time since 1970, as this module writes times."""
    return _written(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=microseconds))


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")
