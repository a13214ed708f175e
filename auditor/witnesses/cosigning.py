"""Thread that asks witnesses for the last checkpoint, in one process."""

from __future__ import annotations

import logging
from typing import IO, TYPE_CHECKING

from auditor.background import Background, has_lock
from auditor.store.connection import StoreError
from auditor.store.service_clock import now
from auditor.witnesses.asking import WitnessNotSigned, asked

if TYPE_CHECKING:
    from auditor.store import Store
    from auditor.witnesses.witness_configuration import Witness, Witnesses

LOCK = "witnesses.lock"
PAUSE_SECONDS = 30.0  # between looks for a checkpoint that is not signed

log = logging.getLogger(__name__)


class Cosigning(Background):
    """Requests until stopped; interrupted ones are repeated."""

    def __init__(self, store: Store, witnesses: Witnesses) -> None:
        super().__init__("witnesses")
        self._store = store
        self._witnesses = witnesses

    def start(self) -> None:
        """Begin, where there is a witness."""
        if self._witnesses.each:
            super().start()

    def _work(self) -> None:
        self._in_rounds(self._store.folder / LOCK, PAUSE_SECONDS, self._look_if_mine)

    def _look_if_mine(self, lock: IO[str]) -> None:
        if has_lock(lock):  # else another process does it
            self._look()

    def _look(self) -> None:
        for each in self._witnesses.each:
            if self._stopping.is_set():
                return
            try:
                self._ask(each)
            except StoreError:
                log.exception("the store failed; witnesses are asked again in a moment")
            except Exception:  # what breaks at one witness does not keep the others from being asked
                log.exception("asking a witness broke down; it is asked again in a moment")

    def _ask(self, witness: Witness) -> None:
        register, key = self._store.register, str(witness.key)
        wanted = register.without_cosignature(key)
        if wanted is None:
            return
        try:
            signature = asked(
                witness,
                self._witnesses.private,
                wanted.note,
                register.tree(wanted.size),
                wanted.signed_before,
            )
        except WitnessNotSigned as error:
            log.warning(
                "not cosigned", extra={"witness": witness.key.name, "size": wanted.size, "why": str(error)}
            )
            return
        register.keep_cosignature(wanted.checkpoint, key, str(signature), now())
        log.info("cosigned", extra={"witness": witness.key.name, "size": wanted.size})
