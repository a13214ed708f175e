"""Status, kind and further members of the problem of each error of the domain."""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable, Mapping
from traceback import walk_tb
from typing import Any

import msgspec
from flask import Flask, Response, request
from msgspec import Struct, field

from auditor import errors
from auditor.access import key_refusals
from auditor.http import resources
from auditor.http.answer_channel import channel
from auditor.http.answer_structs import shown
from auditor.http.original_resource import ImportProblemResource, OriginalProblemResource, derived_resource
from auditor.http.problem_answers import (
    HttpProblem,
    InvalidItemResource,
    LogProblemResource,
    ProblemResource,
    escaped,
    problem_response,
)
from auditor.keyed import keyed_refusals
from auditor.store.blobs.bytes_place import BytesUnavailable
from auditor.store.connection import StoreMissing, StoreUnavailable
from auditor.store.register_signing import UnsignedEntries

log = logging.getLogger(__name__)

_STORE = "auditor.store."  # modules that decode what the store has
RETRY_SECONDS = "1"
COSTLY_SECONDS = "5"  # what a gap report takes
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_DISK_FULL = (
    "A disk of the service is full: that of its data folder, or that of temporary files (TMPDIR). Nothing of this request was "
    "stored. Whoever runs the service has to free space; then try again."
)
_STORE_UNAVAILABLE = (
    "The store cannot be used at the moment: its disk may be full, or another program has it locked. "
    "Nothing of this request was stored. Try again; the service's log says what it was."
)
_UNREADABLE = (
    "A value in the store is not what was written and cannot be read, so that nothing of it is given. Whoever runs the service "
    "looks with `auditor doctor` for what was altered, and restores a backup."
)


def _no_members(_: Any) -> dict[str, Any]:
    return {}


class ProblemRow(Struct, frozen=True):
    """A problem's status, kind (the last part of its type), further members and struct."""

    status: int
    kind: str
    members: Callable[[Any], dict[str, Any]] = _no_members
    headers: Mapping[str, str] = field(default_factory=dict)
    struct: type[ProblemResource] = ProblemResource


def _in_parameter(name: str) -> Callable[[Any], dict[str, Any]]:
    """Members of an error in a member of the body, or in a query parameter."""

    def members(error: errors.DomainError) -> dict[str, Any]:
        where = {"parameter": name} if request.method == "GET" else {"pointer": f"#/{name}"}
        return {"errors": [InvalidItemResource(error.said(channel()), **where)]}

    return members


def _in_session(error: errors.CannotSelect) -> dict[str, Any]:
    return {"errors": [InvalidItemResource(error.said(channel()), f"#/sessions/{error.index}")]}


def _in_place(error: errors.CannotHold) -> dict[str, Any]:
    return {"errors": [InvalidItemResource(error.said(channel()), f"#/{error.place}")]}


def _in_sample(error: errors.CannotSample) -> dict[str, Any]:
    where = f"#/{error.field}" if error.field else "#"
    return {"errors": [InvalidItemResource(error.said(channel()), where)]}


def _without_place(error: errors.DomainError) -> dict[str, Any]:
    return {"errors": [InvalidItemResource(error.said(channel()))]}


def _of_log(error: errors.RefusedLog) -> dict[str, Any]:
    refused = error.refused
    problems = [shown(LogProblemResource, each) for each in refused.problems]
    return {"problems": problems, "problem_count": refused.count, "sha256": error.sha256}


def _of_conflict(error: errors.Conflict) -> dict[str, Any]:
    existing = error.existing
    named = existing and {
        "id": existing.id,
        "sha256": existing.evidence,
        "received_at": existing.received_at,
        "url": resources.session_url(existing.id),
    }
    return {"existing": named, **resources.difference_members(error.differences)}


def _of_event(error: errors.EventConflict) -> dict[str, Any]:
    existing = error.existing
    named = existing and {
        "id": existing.id,
        "sha256": existing.sha256,
        "received_at": existing.received_at,
        "url": resources.event_url(existing.kind, existing.id),
    }
    return {"existing": named}


def _of_original(error: errors.RefusedOriginal) -> dict[str, Any]:
    return {
        "problems": [shown(ImportProblemResource, each) for each in error.problems],
        "problem_count": error.count,
        "sha256": error.sha256,
        "original": error.original,
    }


def _of_logs(error: errors.OriginalConflict) -> dict[str, Any]:
    return {"logs": [derived_resource(each) for each in error.logs], "original": error.original}


def _of_approval(error: errors.NotApprovable) -> dict[str, Any]:
    wrong = [InvalidItemResource(each) for each in error.problems]
    missing = [
        InvalidItemResource(each.message, f"#/special/{escaped(each.parameter)}") for each in error.missing
    ]
    unasked = [
        InvalidItemResource(
            f"{each!r}: no approval of that name is asked for; leave it out, or write it as it is asked for.",
            f"#/special/{escaped(each)}",
        )
        for each in error.unasked
    ]
    return {"errors": [*wrong, *missing, *unasked]}


_BAD_TOKEN = {"WWW-Authenticate": 'Bearer error="invalid_token"'}  # RFC 6750

TABLE: dict[type[Exception], ProblemRow] = {
    errors.NoSuchRoom: ProblemRow(404, "no-such-room"),
    errors.NoSuchControls: ProblemRow(404, "no-such-controls"),
    errors.NoSuchDocument: ProblemRow(404, "no-document"),
    errors.NoSuchRuleset: ProblemRow(404, "no-such-ruleset"),
    errors.NoSuchSession: ProblemRow(404, "no-such-session"),
    errors.NoSuchHand: ProblemRow(404, "no-such-hand"),
    errors.NoSuchAudit: ProblemRow(404, "no-such-audit"),
    errors.NoSuchCorrection: ProblemRow(404, "no-such-correction"),
    errors.NoSuchDay: ProblemRow(404, "no-such-day"),
    errors.NoSuchTotals: ProblemRow(404, "no-totals"),
    errors.RefusedLog: ProblemRow(422, "log-refused", _of_log),
    errors.NotALog: ProblemRow(422, "not-a-log", _of_log),
    errors.LogTooLarge: ProblemRow(413, "log-too-large", _of_log),
    errors.Conflict: ProblemRow(409, "session-conflict", _of_conflict),
    errors.NoSuchEvent: ProblemRow(404, "no-such-event"),
    errors.RefusedEvent: ProblemRow(422, "event-refused", _of_log),
    errors.EventConflict: ProblemRow(409, "event-conflict", _of_event),
    errors.OtherFormat: ProblemRow(422, "other-format"),
    errors.NoSuchOriginal: ProblemRow(404, "no-such-original"),
    errors.RefusedOriginal: ProblemRow(422, "original-refused", _of_original, struct=OriginalProblemResource),
    errors.OriginalConflict: ProblemRow(409, "original-conflict", _of_logs, struct=OriginalProblemResource),
    errors.EvidencePurged: ProblemRow(410, "evidence-purged"),
    errors.OtherRoom: ProblemRow(409, "other-room"),
    errors.CannotState: ProblemRow(409, "cannot-be-stated"),
    errors.CannotStateRuleset: ProblemRow(409, "ruleset-cannot-be-stated"),
    errors.ResultPurged: ProblemRow(410, "result-purged"),
    errors.NoSuchReport: ProblemRow(404, "no-such-report"),
    errors.CannotSign: ProblemRow(503, "cannot-sign"),
    errors.CannotVerify: ProblemRow(503, "cannot-verify"),
    errors.CannotBundle: ProblemRow(409, "no-bundle"),
    errors.NothingScreened: ProblemRow(409, "nothing-screened"),
    errors.UnusableRedactionKey: ProblemRow(500, "redaction-key"),
    errors.NoSuchSample: ProblemRow(404, "no-such-sample"),
    errors.CannotSample: ProblemRow(422, "cannot-sample", _in_sample),
    errors.HandEntered: ProblemRow(409, "hand-entered"),
    errors.SampleClosed: ProblemRow(409, "sample-closed"),
    errors.NoSuchHold: ProblemRow(404, "no-such-hold"),
    errors.CannotHold: ProblemRow(422, "cannot-hold", _in_place),
    errors.HoldLifted: ProblemRow(409, "hold-lifted"),
    errors.NoSuchIncident: ProblemRow(404, "no-such-incident"),
    errors.NoSuchAlarm: ProblemRow(404, "no-such-alarm"),
    errors.NoSuchNight: ProblemRow(404, "no-such-list"),
    errors.NoSuchMoment: ProblemRow(400, "no-such-moment", _in_parameter("as_of")),
    errors.NoSuchFile: ProblemRow(404, "no-such-file"),
    errors.NoSuchCalendar: ProblemRow(404, "no-such-calendar"),
    errors.CannotStep: ProblemRow(409, "incident-state"),
    errors.IncidentPurged: ProblemRow(410, "incident-purged"),
    errors.EvidenceDamaged: ProblemRow(500, "evidence-damaged"),
    errors.RecordDamaged: ProblemRow(503, "record-damaged"),
    errors.PurgeDamaged: ProblemRow(503, "record-damaged"),
    errors.DocumentDamaged: ProblemRow(500, "document-damaged"),
    errors.ControlsUnreadable: ProblemRow(500, "controls-unreadable"),
    errors.CannotAudit: ProblemRow(409, "cannot-audit"),
    errors.OutOfMemory: ProblemRow(409, "cannot-audit"),
    errors.CannotSelect: ProblemRow(422, "cannot-audit", _in_session),
    errors.SessionsNotAuditable: ProblemRow(409, "cannot-audit"),
    errors.DayNotOver: ProblemRow(409, "day-not-over"),
    errors.KeyUsed: ProblemRow(422, "idempotency-key-used"),
    errors.ResultDamaged: ProblemRow(500, "result-damaged"),
    errors.AuditFailed: ProblemRow(409, "audit-failed"),
    errors.AuditNotFinished: ProblemRow(409, "audit-not-finished", headers={"Retry-After": RETRY_SECONDS}),
    errors.TooManyAtOnce: ProblemRow(429, "too-many-at-once", headers={"Retry-After": COSTLY_SECONDS}),
    errors.NoIncidents: ProblemRow(409, "no-incidents"),
    errors.NoWhatIf: ProblemRow(409, "no-what-if"),
    errors.RequestedRulesetUnknown: ProblemRow(422, "unknown-ruleset", _in_parameter("ruleset")),
    errors.RequestedRulesetNotApproved: ProblemRow(422, "not-approved", _in_parameter("ruleset")),
    errors.RequestedRulesetNotTriable: ProblemRow(422, "cannot-be-tried", _in_parameter("ruleset")),
    errors.SessionRulesetUnknown: ProblemRow(409, "unknown-ruleset", _without_place),
    errors.SessionNamesNoRuleset: ProblemRow(409, "no-ruleset"),
    errors.CannotTry: ProblemRow(409, "cannot-be-tried"),
    errors.CannotChangeTerms: ProblemRow(409, "terms-are-of-logs"),
    errors.NoSuchProposal: ProblemRow(404, "no-such-proposal"),
    errors.TermsDecided: ProblemRow(409, "terms-are-decided"),
    errors.CannotFile: ProblemRow(409, "cannot-be-filed"),
    errors.NotControls: ProblemRow(422, "not-controls"),
    errors.NotApprovable: ProblemRow(422, "not-approvable", _of_approval),
    errors.ChangedMeanwhile: ProblemRow(412, "changed-meanwhile"),
    errors.IsThereAlready: ProblemRow(412, "is-there-already"),
    errors.BadCursor: ProblemRow(400, "bad-cursor", _in_parameter("since")),
    errors.UnknownCursor: ProblemRow(409, "unknown-cursor"),
    key_refusals.NoKey: ProblemRow(401, "no-key", headers={"WWW-Authenticate": "Bearer"}),
    key_refusals.BadKey: ProblemRow(401, "bad-key", headers=_BAD_TOKEN),
    key_refusals.KeyExpired: ProblemRow(401, "key-expired", headers=_BAD_TOKEN),
    key_refusals.KeyRevoked: ProblemRow(401, "key-revoked", headers=_BAD_TOKEN),
    key_refusals.KeyDamaged: ProblemRow(401, "key-damaged", headers=_BAD_TOKEN),
    errors.NotPermitted: ProblemRow(403, "not-permitted"),
    errors.LimitReached: ProblemRow(429, "limit-reached"),
    errors.InboxFull: ProblemRow(507, "inbox-full"),
    keyed_refusals.NoSuchDraft: ProblemRow(404, "no-such-draft"),
    keyed_refusals.CannotKey: ProblemRow(422, "cannot-key"),
    keyed_refusals.Mistyped: ProblemRow(422, "cannot-key"),
    keyed_refusals.KeyedMeanwhile: ProblemRow(409, "keyed-meanwhile"),
    keyed_refusals.NetsMissing: ProblemRow(409, "nets-missing"),
}


def answer_errors(app: Flask) -> None:
    """Answer errors of the domain, of the store and of full disks with their problems."""
    for kind in TABLE:
        app.register_error_handler(kind, _problem)
    app.register_error_handler(StoreUnavailable, _store_failed)
    app.register_error_handler(BytesUnavailable, _bytes_failed)
    app.register_error_handler(OSError, _disk_failed)
    app.register_error_handler(msgspec.DecodeError, _unreadable)


def _problem(error: errors.DomainError) -> Response:
    row = TABLE[type(error)]
    return problem_response(
        HttpProblem(
            row.status,
            row.kind,
            error.said(channel()),
            headers={**row.headers, **_retry(error)},
            struct=row.struct,
            **row.members(error),
        )
    )


def _retry(error: Exception) -> dict[str, str]:
    seconds = getattr(error, "retry_after", None)
    return {} if seconds is None else {"Retry-After": str(seconds)}


def _store_failed(error: Exception) -> Response:
    if isinstance(error, UnsignedEntries):
        log.error("nothing is written: %s", error)
        return problem_response(HttpProblem(503, "record-damaged", f"{error}"))
    missing = isinstance(error, StoreMissing)
    log.error("the store failed: %s", error, exc_info=None if missing else error)
    words = str(error) if missing else _STORE_UNAVAILABLE
    return problem_response(HttpProblem(503, "store-unavailable", words, headers={"Retry-After": "5"}))


def _bytes_failed(error: BytesUnavailable) -> Response:
    log.error("bytes cannot be kept or read: %s", error)
    words = f"{error.words[0].upper()}{error.words[1:]}. Nothing of this request was stored."
    return problem_response(HttpProblem(503, "store-unavailable", words, headers={"Retry-After": "5"}))


def _unreadable(error: msgspec.DecodeError) -> Response:
    """Answer a value that the store has and cannot decode; any other is a fault of the service."""
    *_, (frame, _) = walk_tb(error.__traceback__)
    if not frame.f_globals["__name__"].startswith(_STORE):
        raise error
    log.error("a value in the store cannot be read", exc_info=error)
    return problem_response(HttpProblem(503, "record-damaged", _UNREADABLE))


def _disk_failed(error: OSError) -> Response:
    """Answer a full disk; any other error of the system is a fault of the service."""
    if error.errno not in _FULL:
        raise error
    log.error("a disk is full: %s", error, exc_info=error)
    return problem_response(HttpProblem(503, "store-unavailable", _DISK_FULL, headers={"Retry-After": "60"}))
