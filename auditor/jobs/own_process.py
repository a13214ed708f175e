"""Audits of much text in a process with a ceiling of memory, so that the service goes on.

A ceiling is a process's, so short audits in threads have none. The process also writes its result, which needs memory too.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from auditor import service_log
from auditor.engine import program
from auditor.errors import CannotAudit
from auditor.evidence import GZIP_TYPE, NO_LIMITS, decompressed
from auditor.jobs.child_process import Abandoned, NoAnswer, answer_of, begin_in_child
from auditor.jobs.claimed_audit import Ended, carry_out, written_progress
from auditor.memory import VARIABLE, at_most
from auditor.registry import Registry
from auditor.store import Store
from auditor.store.connection import StoreError
from auditor.store.queue import ClaimedAudit
from auditor.store.rows import AuditRecord, EventAuditRequest
from auditor.store.service_clock import now
from auditor.store.stored_event_files import Kind
from auditor.webhooks.webhook_configuration import read_webhooks
from rules.controls.library import library
from rules.records.problems import Refused
from rules.typed import from_plain

SHORT = 2 << 20  # bytes of text: some thousand hands, which no audit needs a ceiling for
_OTHER_PROGRAM = (
    "The files of the program were changed while the service ran, so that its engine would not be the one that audits. Restart "
    "the service, and audit the log again."
)

log = logging.getLogger(__name__)
_event_request = from_plain(EventAuditRequest)


def is_long(store: Store, asked: AuditRecord) -> bool:
    """Whether an audit's files are too much text for a thread; unreadable ones are not."""
    left = SHORT
    try:
        for size, media_type, body in _files(store, asked):
            left -= size if media_type != GZIP_TYPE or size > left else _text(body(), left)
            if left < 0:
                return True
    except (KeyError, CannotAudit, Refused):
        pass
    return False


def _files(store: Store, asked: AuditRecord) -> Iterator[tuple[int, str, Callable[[], bytes]]]:
    numbers: Sequence[int] = asked.sessions
    if asked.event is not None:
        request = _event_request(asked.request)
        own: Kind = "ledger" if asked.event.kind == "ledger" else "tournament"
        events: list[tuple[Kind, int]] = [(own, request.event)]
        events += [("tournament", each) for each in request.tournaments]
        events += [("ledger", each) for each in request.ledgers]
        numbers = request.sessions
        for kind, number in events:
            file = store.event_files.get(kind, number)
            if file is not None:
                yield file.size, file.media_type, partial(store.event_files.body, file)
    for number in numbers:
        session = store.sessions.get(number)
        if session is not None:
            yield session.bytes, session.media_type, partial(store.evidence.body, session.evidence)


def _text(body: bytes, enough: int) -> int:
    """Length of a gzip's text, up to enough."""
    size = 0
    for chunk in decompressed([body], NO_LIMITS):
        size += len(chunk)
        if size > enough:
            break
    return size


def carry_out_apart(
    store: Store, claimed: ClaimedAudit, most: int, is_over: Callable[[], bool]
) -> Ended | None:
    """Run an audit in a process with so many bytes; a killed one has failed. None: ended as it is over. Raises StoreError."""
    given = (store.folder, claimed, most, program().code)
    try:
        found = answer_of(_carry_out, given, f"audit {claimed.audit.id}", is_over)
    except NoAnswer as killed:
        return _killed(store, claimed, most, killed)
    if isinstance(found, str):
        raise StoreError(found)
    return None if isinstance(found, Abandoned) else found


def _killed(store: Store, claimed: ClaimedAudit, most: int, killed: NoAnswer) -> Ended:
    log.error("the process of audit %d was killed (%s)", claimed.audit.id, killed.how)
    reason = (
        f"The process of the audit was ended from outside ({killed.how}). That happens where the machine has too little memory "
        f"for the ceiling of an audit, {VARIABLE} (in bytes; it is {most}). Lower it, give the machine more memory, or split the "
        "log."
    )
    return Ended("failed", store.queue.fail(claimed.lease, reason, now()))


# ------------------------------------------------------------------------------- in the process


def _carry_out(folder: Path, claimed: ClaimedAudit, most: int, code: str, pipe: Connection) -> None:
    """Run an audit and send its end, or the store's error as text. code: the service's."""
    begin_in_child()
    service_log.begin(audit=claimed.audit.id)
    try:
        pipe.send(ended(folder, claimed, most, code))
    except StoreError as error:
        log.exception("the store failed")
        pipe.send(str(error))


def ended(folder: Path, claimed: ClaimedAudit, most: int, code: str) -> Ended:
    """Run an audit, unless the program's files have changed since the service with this code started."""
    store = Store(folder)
    try:
        if program().code != code:
            return Ended("failed", store.queue.fail(claimed.lease, _OTHER_PROGRAM, now()))
        webhooks = read_webhooks(folder)
        if webhooks.endpoints:
            store.outbox.listeners = webhooks.listeners
        registry = Registry(store, library())
        progress = written_progress(store, claimed)
        return carry_out(store, registry, claimed, progress, within=at_most(most))
    finally:
        store.close()
