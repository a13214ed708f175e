"""Thread that verifies the register at times, in one process.

A reader notices an altered row by its seal. Forged seals show only in the register, which takes too long for a reader. What the
thread finds stops the record from being served.
"""

from __future__ import annotations

import logging
from contextlib import closing
from itertools import islice, takewhile
from typing import IO

from auditor.background import Background, has_lock
from auditor.doctor.fault import StoreFault, Unexamined
from auditor.doctor.register_examined import register
from auditor.store import Store
from auditor.store.connection import StoreError
from auditor.store.private_files import private
from auditor.store.sealed import REGISTER, VERIFICATION

LOCK = "verifying.lock"
FIRST_SECONDS = 10.0  # after the start: what does its work for less needs no verification
EVERY_SECONDS = 3600.0
MOST_NOTED = 5

log = logging.getLogger(__name__)


class Verifying(Background):
    """Verifier until stopped; an unfinished verification is dropped."""

    def __init__(self, store: Store) -> None:
        super().__init__("verifying")
        self._store = store

    def _work(self) -> None:
        if self._stopping.wait(FIRST_SECONDS):
            return
        with open(self._store.folder / LOCK, "w", opener=private) as lock:
            while True:
                self._verify_if_mine(lock)
                if self._stopping.wait(EVERY_SECONDS):
                    return

    def _verify_if_mine(self, lock: IO[str]) -> None:
        try:
            if has_lock(lock):  # else another process does it
                self._verify()
        except StoreError:
            log.exception("the store failed; the register is verified again later")
        except Exception:  # what breaks here must not look as if all matched
            log.exception("the verification of the register broke down; it is tried again later")
            self._store.damage.note(
                VERIFICATION, "", "The register could not be verified; the service's log says why."
            )

    def _verify(self) -> None:
        """Note new mismatches, and forget repaired ones; neither when stopped halfway."""
        looked_at = register(self._store.connections, self._store.register_key.verifier)
        # One moment, beside those who write. What is read halfway is closed: an open cursor would keep this thread from writing.
        with self._store.connections.reading(), closing(looked_at) as faults:
            found = list(islice(takewhile(lambda _: not self._stopping.is_set(), faults), MOST_NOTED))
        if self._stopping.is_set():
            return
        sure = [each for each in found if not isinstance(each, Unexamined)]
        for each in found:
            if isinstance(each, Unexamined) and not sure:
                raise each.error  # nobody can say that something does not match
        named = {each.row: _words(each) for each in sure}
        damage = self._store.damage
        for noted in damage.all():
            if noted.subject == VERIFICATION or (noted.subject == REGISTER and noted.key not in named):
                damage.forget(noted.subject, noted.key)
        for row, words in named.items():
            damage.note(REGISTER, row, words)
        if not found:
            self._store.authority.keep_snapshot()


def _words(fault: StoreFault) -> str:
    place = f"{fault.table} {fault.row}".strip()
    return f"The register does not match: {place}: expected {fault.expected}; found {fault.found}."
