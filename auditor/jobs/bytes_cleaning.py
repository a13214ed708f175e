"""Thread that erases bytes at their place that no row points to, in one process of a data folder."""

from __future__ import annotations

import datetime as dt
import logging
from typing import IO

from auditor.background import Background, has_lock
from auditor.store import Store
from auditor.store.blobs.named_place import BYTES_VARIABLE, place_of_bytes
from auditor.store.blobs.removed_bytes import UnneededBytes, clean_place
from auditor.store.connection import StoreError

LOCK = "bytes.lock"
FIRST_SECONDS = 5.0  # after the start: a purge that was killed may have left bytes
EVERY_SECONDS = 6 * 3600.0

log = logging.getLogger(__name__)


class BytesCleaning(Background):
    """Cleaning until stopped, where bytes are outside of the database."""

    def __init__(self, store: Store) -> None:
        super().__init__("bytes")
        self._store = store

    def start(self) -> None:
        """Begin, where there is something to do."""
        if place_of_bytes() is not None:
            super().start()

    def _work(self) -> None:
        if self._stopping.wait(FIRST_SECONDS):
            return
        self._in_rounds(self._store.folder / LOCK, EVERY_SECONDS, self.clean_if_mine)

    def clean_if_mine(self, lock: IO[str]) -> None:
        """Clean, unless another process does it."""
        try:
            erased = self._clean() if has_lock(lock) else None
        except StoreError as error:
            log.warning("the bytes that %s names are cleaned later: %s", BYTES_VARIABLE, error)
            return
        except Exception:
            log.exception(
                "the cleaning of the bytes that %s names broke down; it is tried again later", BYTES_VARIABLE
            )
            return
        if erased is not None and (erased.purged or erased.orphans):
            log.info(
                "bytes that nothing on record points to were erased",
                extra={"purged": len(erased.purged), "orphans": erased.orphans, "bytes": erased.orphan_bytes},
            )

    def _clean(self) -> UnneededBytes:
        is_sound = self._store.signing.trouble is None and not self._store.damage.all()
        return clean_place(self._store.connections, dt.datetime.now(dt.UTC), orphans_too=is_sound)
