"""Costly work over all processes: a few pieces at a time for each caller, each piece once."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress

from auditor.errors import TooManyAtOnce
from auditor.store.connection import StoreError
from auditor.store.lease_holder import LeaseHolder
from auditor.store.leases import Lease, Leases

AT_ONCE = 2  # for each caller; without keys, for the service as a whole
PLACE, PIECE = "place", "piece"  # kinds of leases
_LOOK_SECONDS = 0.1  # between looks at whether a piece of work is free

log = logging.getLogger(__name__)


class CostlyWork:
    """Places of callers, and pieces of work, as leases."""

    def __init__(self, leases: Leases, holder: LeaseHolder) -> None:
        self._leases = leases
        self._holder = holder

    @contextmanager
    def place_of(self, caller: str | None, what: str = "costly reports are being made") -> Iterator[None]:
        """A place of a caller (None: without a key). what: the work. Raises TooManyAtOnce.

        Where the store cannot be written there is no limit, so that what only reads is done nevertheless.
        """
        kept: AbstractContextManager[None] = nullcontext()
        try:
            lease = self._place(caller)
        except StoreError:
            log.exception("the store failed; costly work is done without a place")
        else:
            if lease is None:
                raise TooManyAtOnce(
                    f"{AT_ONCE} {what} for this caller already. Ask again when one of them is finished."
                )
            kept = self._kept(lease)
        with kept:
            yield

    @contextmanager
    def piece(self, work: str) -> Iterator[Lease]:
        """The lease of a piece of work, after its present holder. Its result ends the lease in its transaction."""
        while (lease := self._leases.claim(PIECE, work, self._holder.id)) is None:
            time.sleep(_LOOK_SECONDS)
        with self._kept(lease):
            yield lease

    def _place(self, caller: str | None) -> Lease | None:
        claims = (self._leases.claim(PLACE, f"{caller} {place}", self._holder.id) for place in range(AT_ONCE))
        return next((each for each in claims if each is not None), None)

    @contextmanager
    def _kept(self, lease: Lease) -> Iterator[None]:
        with self._holder.keeping(lease):
            try:
                yield
            finally:
                with suppress(StoreError):  # then it ends by itself
                    self._leases.give_up([lease.epoch])
