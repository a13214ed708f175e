"""Thread that keeps each night's lists of screening, in one process: a list a day for a room in which something changed."""

from __future__ import annotations

import logging
from typing import IO, Protocol

from auditor.background import Background, has_lock
from auditor.errors import DomainError
from auditor.store import Store
from auditor.store.connection import StoreError
from auditor.store.service_clock import now
from auditor.store.stored_screening_lists import NightlyList

LOCK = "screening.lock"
FIRST_SECONDS = 60.0  # after the start
EVERY_SECONDS = 600.0  # between looks at whether it is another day

log = logging.getLogger(__name__)


class _Screening(Protocol):
    def due(self, at: str) -> list[str]: ...
    def list_night(self, room: str, at: str) -> NightlyList: ...


class ScreeningNights(Background):
    """Lists of each night until stopped."""

    def __init__(self, store: Store, screening: _Screening) -> None:
        super().__init__("screening")
        self._store = store
        self._screening = screening

    def _work(self) -> None:
        if self._stopping.wait(FIRST_SECONDS):
            return
        self._in_rounds(self._store.folder / LOCK, EVERY_SECONDS, self.list_if_mine)

    def list_if_mine(self, lock: IO[str]) -> None:
        """Keep the lists that are due, unless another process does it."""
        at = now()
        try:
            rooms = self._screening.due(at) if has_lock(lock) else []
        except (DomainError, StoreError):
            log.exception("the rooms whose lists are due cannot be read; they are looked for again later")
            return
        for room in rooms:
            if self._stopping.is_set():
                return
            self._list(room, at)

    def _list(self, room: str, at: str) -> None:
        """Keep the list of a room. What breaks is logged, holds up no other room, and is tried again later."""
        try:
            made = self._screening.list_night(room, at)
        except (DomainError, StoreError) as error:
            log.warning("the list of screening of room %s was not kept: %s", room, error)
        except Exception:
            log.exception("the screening of room %s broke down", room)
        else:
            log.info("the list of screening of room %s was kept", room, extra={"alarms": made.alarms})
