"""Thread that enters what waits in the inbox, in one process: at the start, and again while something waits."""

from __future__ import annotations

import logging
from typing import IO, Protocol

from auditor.background import Background, has_lock
from auditor.store import Store
from auditor.store.connection import StoreError
from auditor.store.inbox_key import UnusableInboxKey

LOCK = "entering.lock"
EVERY_SECONDS = 20.0  # a folder is listed; what it costs to find the record damaged is little

log = logging.getLogger(__name__)


class _Entering(Protocol):
    def enter_all(self) -> int: ...


class InboxWorker(Background):
    """Entry of an inbox until stopped. What was not entered follows later."""

    def __init__(self, store: Store, entering: _Entering) -> None:
        super().__init__("inbox")
        self._store = store
        self._entering = entering

    def _work(self) -> None:
        self._in_rounds(self._store.folder / LOCK, EVERY_SECONDS, self._enter_if_mine)

    def _enter_if_mine(self, lock: IO[str]) -> None:
        try:
            if not self._store.inbox.is_empty() and has_lock(lock):  # else another process does it
                self._entering.enter_all()
        except (OSError, StoreError, UnusableInboxKey):
            log.exception("the inbox could not be entered; it is tried again")
