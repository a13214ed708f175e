"""Uploads that are not taken in, counted by why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from werkzeug.exceptions import HTTPException

from auditor.errors import (
    Conflict,
    EvidencePurged,
    LimitReached,
    NotPermitted,
    OriginalConflict,
    OtherRoom,
    RefusedLog,
    RefusedOriginal,
    TooManyAtOnce,
)
from auditor.http.context import telemetry

_OUTCOMES: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((RefusedLog, RefusedOriginal), "refused"),
    ((Conflict, OriginalConflict), "conflict"),
    ((EvidencePurged,), "purged"),
    ((LimitReached, TooManyAtOnce), "limited"),
    ((NotPermitted, OtherRoom, HTTPException), "rejected"),
)


@contextmanager
def refusals_counted() -> Iterator[None]:
    """Count an upload that ends in an exception, which goes on."""
    try:
        yield
    except Exception as error:  # only counted: it goes on
        outcome = next((outcome for kinds, outcome in _OUTCOMES if isinstance(error, kinds)), None)
        if outcome is not None:
            telemetry().uploaded(outcome)
        raise
