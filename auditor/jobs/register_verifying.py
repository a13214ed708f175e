"""Thread that verifies the register at times, in one process of the service.

A reader compares a row with its fact. Only a fold of all facts shows a row that is missing, which takes too long for a reader.
What the thread finds stops the record from being served. A long register is verified in a process of its own, so that requests do
not take turns with it.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from contextlib import closing
from itertools import islice, takewhile
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO

from auditor.background import Background, has_lock
from auditor.doctor.fault import StoreFault, Unexamined
from auditor.doctor.register_examined import register
from auditor.jobs.child_process import Abandoned, answer_of, begin_in_child
from auditor.register.register_notes import Verifier
from auditor.store import Store
from auditor.store.connection import Connections, StoreError
from auditor.store.connections_of import connections_of
from auditor.store.sealed import REGISTER, VERIFICATION

LOCK = "verifying.lock"
FIRST_SECONDS = 10.0  # after the start: what does its work for less needs no verification
EVERY_SECONDS = 3600.0
MOST_NOTED = 5
SHORT = 5_000  # entries that a thread verifies: some tenths of a second
_NICE = 10  # requests come first

log = logging.getLogger(__name__)


class Verifying(Background):
    """Verifier until stopped; an unfinished verification is dropped."""

    def __init__(self, store: Store) -> None:
        super().__init__("verifying")
        self._store = store

    def _work(self) -> None:
        if self._stopping.wait(FIRST_SECONDS):
            return
        self._in_rounds(self._store.folder / LOCK, EVERY_SECONDS, self._verify_if_mine)

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
        named = self._mismatches()
        if named is None:
            return
        damage = self._store.damage
        for noted in damage.all():
            if noted.subject == VERIFICATION or (noted.subject == REGISTER and noted.key not in named):
                damage.forget(noted.subject, noted.key)
        for row, words in named.items():
            damage.note(REGISTER, row, words)
        if not named:
            self._store.authority.keep_snapshot()

    def _mismatches(self) -> dict[str, str] | None:
        """Rows that do not match with what is wrong; None when stopped. Raises StoreError, NoAnswer."""
        verifier, is_over = self._store.register_key.verifier, self._stopping.is_set
        if self._store.register.size() <= SHORT:
            return mismatches(self._store.connections, verifier, is_over)
        found = answer_of(_verify_apart, (self._store.folder, verifier), "verification", is_over)
        self._store.connections.bring_into_file()
        if isinstance(found, str):
            raise StoreError(found)
        return None if is_over() or isinstance(found, Abandoned) else found


def mismatches(
    connections: Connections, verifier: Verifier, is_over: Callable[[], bool]
) -> dict[str, str] | None:
    """First rows of the register that do not match, each with words for people; None where it is over before the end.

    Raises what kept it from looking at a row, unless others do not match.
    """
    looked_at = register(connections, verifier)
    # One moment, beside those who write. What is read halfway is closed: an open cursor would keep this thread from writing.
    with connections.reading(), closing(looked_at) as faults:
        found = list(islice(takewhile(lambda _: not is_over(), faults), MOST_NOTED))
    if is_over():
        return None
    sure = [each for each in found if not isinstance(each, Unexamined)]
    for each in found:
        if isinstance(each, Unexamined) and not sure:
            raise each.error  # nobody can say that something does not match
    return {each.row: _words(each) for each in sure}


def _verify_apart(folder: Path, verifier: Verifier, pipe: Connection) -> None:
    """Send the mismatches of a store, or the store's error as text. What breaks down is logged here, and ends the process."""
    begin_in_child()
    os.nice(_NICE)
    connections = connections_of(folder, read_only=True)
    try:
        pipe.send(mismatches(connections, verifier, lambda: False))
    except StoreError as error:
        pipe.send(f"{error}")
    except Exception:
        log.exception("the verification of the register broke down")
        sys.exit(1)
    finally:
        connections.close()


def _words(fault: StoreFault) -> str:
    place = f"{fault.table} {fault.row}".strip()
    return f"The register does not match: {place}: expected {fault.expected}; found {fault.found}."
