"""A claimed audit, run and handed in."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Literal

from msgspec import Struct

from auditor.errors import CannotAudit, ResultDamaged
from auditor.jobs.audit_from_store import run_audit
from auditor.jobs.logs_read_at_upload import ReadLogs
from auditor.registry import Registry
from auditor.store import Store
from auditor.store.connection import StoreError
from auditor.store.queue import ClaimedAudit
from auditor.store.service_clock import now

PROGRESS_SECONDS = 0.5

log = logging.getLogger(__name__)


class Stopped(Exception):
    """Raised by an audit's progress when the service stops, or another has the audit."""


class Ended(Struct, frozen=True):
    """End of an audit. held: it was written, as nobody had taken the lease."""

    state: Literal["finished", "failed"]
    held: bool


def carry_out(
    store: Store,
    registry: Registry,
    claimed: ClaimedAudit,
    progress: Callable[[int], None],
    reads: ReadLogs | None = None,
    within: AbstractContextManager[None] | None = None,
) -> Ended:
    """Run a claimed audit, and write its result or failure. Raises StoreError, and what progress raises.

    within: block of running and writing, which may raise CannotAudit.
    """
    number, lease = claimed.audit.id, claimed.lease
    try:
        with within or nullcontext():
            outcome = run_audit(store, registry, claimed.audit, progress, reads)
            held = store.queue.finish(lease, outcome.audit, now(), outcome.sessions)
        return Ended("finished", held)
    except (CannotAudit, ResultDamaged) as error:
        reason = str(error)
    except (StoreError, Stopped):
        raise
    except Exception:  # the boundary of a job: whatever breaks in it must end the job and not the worker
        log.exception("audit %d broke down", number)
        reason = broke_down(number)
    return Ended("failed", store.queue.fail(lease, reason, now()))


def written_progress(store: Store, claimed: ClaimedAudit) -> Callable[[int], None]:
    """Writer of progress into the queue at intervals."""
    written = time.monotonic()

    def progress(hands: int) -> None:
        nonlocal written
        if time.monotonic() - written >= PROGRESS_SECONDS:
            store.queue.progress(claimed.lease, min(hands, claimed.audit.hands_total))
            written = time.monotonic()

    return progress


def broke_down(number: int) -> str:
    """Message of an audit on which the program broke down."""
    return (
        "The auditor broke down on this audit, which has no result. The cause is "
        f"in the service's log under 'audit {number} broke down'. Please report it; the evidence is kept "
        "and can be audited again."
    )
