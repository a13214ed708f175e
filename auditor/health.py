"""Health of the service, with reasons where it cannot work, or not for long."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Callable, Iterator
from typing import Literal

from msgspec import Struct

from auditor.errors import RecordDamaged
from auditor.free_space import configured_least, free_space
from auditor.inbox_health import inbox_state, inbox_troubles
from auditor.memory import VARIABLE
from auditor.service import Service
from auditor.signing.validity import trouble
from auditor.store.blobs.bytes_place import BytesUnavailable
from auditor.store.blobs.named_place import place_of_bytes
from auditor.store.connection import StoreError, StoreMissing
from auditor.store.inbox_folder import InboxState
from auditor.store.service_clock import after, now

Status = Literal["ok", "degraded", "failing"]
RegisterState = Literal["witnessed", "unwitnessed"]
MOST_NAMED = 5
WITNESSED_WITHIN = dt.timedelta(minutes=10)
ENDED_WITHIN = 1  # days


class HealthProblem(Struct, frozen=True):
    """A problem. ``part``: disk, store, bytes, inbox, schema, evidence, documents, results, keys, record, purges, controls,
    webhooks, witnesses, signing, audits, worker.
    """

    part: str
    status: Status
    reason: str


class Health(Struct, frozen=True):
    """degraded: works but needs attention; failing: does not work. ``waiting``: audits.

    register: unwitnessed where nobody else signs its checkpoints, so that only what left the machine shows another history of it.
    """

    status: Status
    reasons: list[HealthProblem]
    store: bool
    worker: bool
    waiting: int
    register: RegisterState
    inbox: InboxState


_NAME_NOTHING = (
    "disk",
    "store",
    "bytes",
    "inbox",
    "schema",
    "purges",
    "signing",
    "worker",
)  # parts whose reasons no room can be known by
_NOT_FOR_ANYBODY = "Bring a key that may read /metrics to see what it is; `auditor doctor` and the service's log say it, too."


def for_anybody(reasons: list[HealthProblem]) -> list[HealthProblem]:
    """The reasons without texts that could name a room or a record, for callers without a key."""
    general = [
        each
        if each.part in _NAME_NOTHING
        else HealthProblem(
            each.part, each.status, f"Something is wrong with: {each.part}. {_NOT_FOR_ANYBODY}"
        )
        for each in reasons
    ]
    return list(dict.fromkeys(general))


def health(service: Service, least_free: int | None = None) -> Health:
    """Health of a service now. least_free: least free bytes; None: as configured."""
    store, waiting = True, 0
    reasons = list(_of_disk(service, configured_least() if least_free is None else least_free))
    inbox = service.store.inbox
    reasons += _of_bytes(configured_least() if least_free is None else least_free)
    reasons += [HealthProblem("inbox", "degraded", each) for each in inbox_troubles(inbox)]
    try:
        service.store.connections.must_be_in_place()
        waiting = service.auditing.waiting()
        for look in _LOOKS:
            reasons += _looked_at(look, service)
    except StoreMissing as error:
        store = False
        reasons.append(HealthProblem("store", "failing", str(error)))
    except StoreError as error:
        store = False
        reasons.append(HealthProblem("store", "failing", f"The store does not answer: {error}."))
    reasons += _of_worker(service)
    statuses = {each.status for each in reasons}
    status: Status = "failing" if "failing" in statuses else "degraded" if statuses else "ok"
    register: RegisterState = "witnessed" if service.witnesses.each else "unwitnessed"
    return Health(status, reasons, store, service.worker.alive, waiting, register, inbox_state(inbox))


def _of_disk(service: Service, least_free: int) -> Iterator[HealthProblem]:
    folder = service.store.folder
    try:
        free, least = free_space(folder, least_free)
        read_only = os.statvfs(folder).f_flag & os.ST_RDONLY
    except OSError:
        return  # the folder is gone, which is said of the store
    if read_only:
        yield HealthProblem(
            "disk", "failing", "The disk of the data folder can only be read. Nothing can be stored."
        )
    if free < least:
        status: Status = "failing" if free < least // 10 else "degraded"
        yield HealthProblem(
            "disk",
            status,
            f"The disk of the data folder has {free:,} bytes free, fewer than {least:,}. Uploads and audits fail when it is "
            "full: free space, or move the data folder to a larger disk.",
        )


def _of_bytes(least_free: int) -> Iterator[HealthProblem]:
    """Problems of the place of bytes outside of the database."""
    try:
        place = place_of_bytes()
        if place is None:
            return
        if place.owner() is None:
            reason = f"{place.words} is not there, or is another one"
            yield HealthProblem("bytes", "failing", f"Bytes cannot be kept or read: {reason}.")
        elif place.folder is not None:
            free, least = free_space(place.folder, least_free)
            if free < least:
                yield HealthProblem(
                    "bytes",
                    "failing" if free < least // 10 else "degraded",
                    f"The disk of the folder of bytes has {free:,} bytes free, fewer than {least:,}. Uploads fail when it is "
                    "full.",
                )
    except BytesUnavailable as error:
        yield HealthProblem("bytes", "failing", f"Bytes cannot be kept or read: {error.words}.")
    except OSError:
        return  # the folder went away in between


def _of_schema(service: Service) -> Iterator[HealthProblem]:
    later = service.store.connections.later_migrations()
    if later:
        yield HealthProblem(
            "schema",
            "failing",
            f"A later version of the program changed the store ({', '.join(later)}). Restart the service with that version.",
        )


def _of_memory(service: Service) -> Iterator[HealthProblem]:
    since = after(now(), days=-ENDED_WITHIN)
    numbers = service.store.queue.failed_for(VARIABLE, since)
    if numbers:
        named = ", ".join(map(str, numbers[:MOST_NAMED])) + (
            " and others" if len(numbers) > MOST_NAMED else ""
        )
        yield HealthProblem(
            "audits",
            "degraded",
            f"Within a day, audits ended because they need more memory than one may: {named}. Each "
            "says what to do.",
        )


_PARTS = {  # of damaged rows by their table; of the others: record
    "evidence": "evidence", "filed": "documents", "attachments": "documents", "keys": "keys", "audits": "results",
    "audit_sessions": "results", "result_documents": "results", "result_chunks": "results", "incidents": "results",
    "corrections": "results", "session_results": "results", "screening_statistics": "results",
    "screening_sums": "results",
    "originals": "evidence",
}  # fmt: skip


def _of_damage(service: Service) -> Iterator[HealthProblem]:
    found = service.store.damage.all()
    for each in found[:MOST_NAMED]:
        yield HealthProblem(
            _PARTS.get(each.subject, "record"), "degraded", f"{each.words} (noticed {each.noticed_at})"
        )
    if len(found) > MOST_NAMED:
        yield HealthProblem(
            "store",
            "degraded",
            f"{len(found) - MOST_NAMED} more damaged rows were noticed; `auditor doctor` names them all.",
        )


def _of_register(service: Service) -> Iterator[HealthProblem]:
    signing = service.store.signing
    if signing.refused is not None:
        yield HealthProblem("register", "failing", f"Nothing is served. {signing.refused}")
    elif signing.trouble is not None:
        yield HealthProblem("register", "degraded", signing.trouble)


def _of_purges(service: Service) -> Iterator[HealthProblem]:
    if not service.store.purges.is_erased():
        yield HealthProblem(
            "purges",
            "degraded",
            "The store's file may still have bytes of what was purged. `auditor purge --yes` makes it anew.",
        )


def _of_controls(service: Service) -> Iterator[HealthProblem]:
    for reason in service.registry.snapshot().unreadable.values():
        yield HealthProblem("controls", "degraded", reason)


def _of_witnesses(service: Service) -> Iterator[HealthProblem]:
    register = service.store.register
    for each in service.witnesses.each:
        wanted = register.without_cosignature(str(each.key))
        if wanted is not None and register.is_older(wanted.size - 1, WITNESSED_WITHIN):
            yield HealthProblem(
                "witnesses",
                "degraded",
                f"The witness {each.key.name} has not signed the register's last checkpoint (size {wanted.size:,}). The "
                "service's log says why (event: not cosigned).",
            )


def _of_signing(service: Service) -> Iterator[HealthProblem]:
    wrong = None if service.signing is None else trouble(service.signing, dt.datetime.now(dt.UTC))
    if wrong is not None:
        yield HealthProblem("signing", "degraded", wrong)


def _of_webhooks(service: Service) -> Iterator[HealthProblem]:
    for endpoint, count in service.store.outbox.failed().items():
        if endpoint in service.webhooks.endpoints:
            yield HealthProblem(
                "webhooks",
                "degraded",
                f"{count:,} message{'s' if count > 1 else ''} to the endpoint {endpoint} could not be delivered. `auditor "
                "webhooks list --state failed` says why; `auditor webhooks retry` sends them again.",
            )


def _of_worker(service: Service) -> Iterator[HealthProblem]:
    if service.worker.alive:
        return
    if _others_audit(service):
        yield HealthProblem(
            "worker",
            "degraded",
            "This process audits nothing; another one does. Restart the service if it should have a worker.",
        )
    else:
        yield HealthProblem(
            "worker", "failing", "No worker runs: audits wait and none is begun. Restart the service."
        )


def _others_audit(service: Service) -> bool:
    try:
        return service.worker.others_audit()
    except StoreError:
        return False


_LOOKS: tuple[Callable[[Service], Iterator[HealthProblem]], ...] = (
    _of_schema, _of_damage, _of_register, _of_memory, _of_purges, _of_controls, _of_webhooks, _of_witnesses, _of_signing,
)  # fmt: skip


def _looked_at(look: Callable[[Service], Iterator[HealthProblem]], service: Service) -> list[HealthProblem]:
    """Problems that a look finds; an altered register, over which it cannot look, is one."""
    try:
        return list(look(service))
    except RecordDamaged as error:
        return [HealthProblem("register", "degraded", f"{error}")]
