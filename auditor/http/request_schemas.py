"""Schemas of requests, and the shapes of resources. marshmallow does not validate logs."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from marshmallow.validate import Length, OneOf, Range, Regexp
from webargs.fields import DelimitedList

from auditor.http.component_fields import ComponentField
from auditor.http.paging import PagedQuery
from auditor.session_states import STATES as SESSION_STATES
from auditor.store.rows import INCIDENT_STATES, STATES
from reports.incident_entries import EXHIBITS
from rules.results import AREAS, KINDS, SEVERITIES

LARGEST_NUMBER = 10**18 - 1
MOST_SESSIONS = 10_000


def printable(text: str) -> None:
    """Text that can be in a log at all: no control characters, no halves of surrogate pairs, and not only spaces."""
    if not text.isprintable():
        raise ma.ValidationError("Must be printable characters.")
    if text and not text.strip():
        raise ma.ValidationError("Must not be blank.")


def text(describe: str, most: int = 64, **options: Any) -> ma.fields.String:
    """A field for an id as logs have it."""
    return ma.fields.String(
        validate=[Length(1, most), printable], metadata={"description": describe}, **options
    )


def number(describe: str, least: int = 1, **options: Any) -> ma.fields.Integer:
    """A field for a number."""
    return ma.fields.Integer(
        strict=False, validate=Range(least, LARGEST_NUMBER), metadata={"description": describe}, **options
    )


class UploadQuery(ma.Schema):
    """Way in which a log is taken in."""

    dry_run = ma.fields.Boolean(
        load_default=False, metadata={"description": "validate the log and store nothing of it"}
    )


class DaysQuery(ma.Schema):
    """Days from and until, both included, by when a session was opened in the room's own time."""

    first = ma.fields.Date(data_key="from", metadata={"description": "the first day"})
    last = ma.fields.Date(data_key="until", metadata={"description": "the last day, included"})

    @ma.validates_schema
    def in_order(self, data: dict[str, Any], **_: Any) -> None:
        """A range that ends before it begins selects nothing, and is a slip."""
        if "first" in data and "last" in data and data["first"] > data["last"]:
            raise ma.ValidationError("Must not be before 'from'.", "until")


class SessionsQuery(DaysQuery, PagedQuery):
    """Sessions by where and when they were played."""

    room = text("the card room's licence id")
    table = text("the table")
    pending = ma.fields.Boolean(
        metadata={"description": "true: not superseded and not yet audited under the ruleset they name"}
    )
    current = ma.fields.Boolean(metadata={"description": "true: not superseded by a correction"})
    state = ma.fields.String(
        validate=OneOf(SESSION_STATES),
        metadata={
            "description": "what became of them: one of `waiting`, `cannot-be-audited` and the other states"
        },
    )


class AuditsQuery(DaysQuery, PagedQuery):
    """A page of audits. Days are gaming days of what was audited."""

    room = text("audits with something of this card room")
    state = DelimitedList(
        ma.fields.String(validate=OneOf(STATES)),
        metadata={"description": "how far they are, such as queued,running"},
    )


class HandQuery(ma.Schema):
    """Way in which a hand is replayed."""

    ruleset = text("replay under this ruleset (ID or ID@REV) instead of the session's own")


class FindingsQuery(ma.Schema):
    """Findings by what they are and where; several values are separated by commas."""

    code = DelimitedList(
        ma.fields.String(validate=Regexp(r"^[A-Z]{3}[0-9]{3}\Z", error="Must be codes such as SCR001.")),
        metadata={"description": "such as SCR001, or SCR001,PAY001"},
    )
    kind = DelimitedList(ma.fields.String(validate=OneOf(KINDS)), metadata={"description": "kinds"})
    severity = DelimitedList(
        ma.fields.String(validate=OneOf(SEVERITIES)), metadata={"description": "severities"}
    )
    hand = number("the hand's number, also where one finding covers many hands", least=0)
    session = number("the id of one of the audit's sessions")
    player = text("the player's id")


class NightQuery(ma.Schema):
    """Since when."""

    since = ma.fields.String(metadata={"description": "the `cursor` of an earlier answer"})


class FindingsPageQuery(FindingsQuery, PagedQuery):
    """A page of findings."""


class ReportQuery(ma.Schema):
    """Extent of an audit that its report shows."""

    exhibits = ma.fields.String(
        load_default=str(EXHIBITS),
        validate=Regexp(r"^(all|[0-9]{1,6})\Z", error="Must be a number of exhibits, or all."),
        metadata={"description": "how many places are shown in full, or all"},
    )


class IncidentsQuery(ma.Schema):
    """Incidents by what they are and where; several values are separated by commas."""

    area = DelimitedList(ma.fields.String(validate=OneOf(AREAS)), metadata={"description": "areas"})
    severity = DelimitedList(
        ma.fields.String(validate=OneOf(SEVERITIES)), metadata={"description": "severities"}
    )
    pattern = ma.fields.Boolean(
        metadata={"description": "true: one fault that repeats over many hands; false: the others"}
    )
    session = number("the id of one of the audit's sessions")


class IncidentsPageQuery(IncidentsQuery, PagedQuery):
    """A page of incidents, also by what became of them."""

    state = DelimitedList(
        ma.fields.String(validate=OneOf(INCIDENT_STATES)),
        metadata={"description": "what became of them, such as open,returned; none of a what-if"},
    )


class AuditRequest(DaysQuery):
    """Subject of an audit: `sessions`, or `room` with or without days, or `pending`; exactly one of the three."""

    sessions = ma.fields.List(
        ma.fields.Integer(strict=True, validate=Range(1, LARGEST_NUMBER)),
        validate=Length(1, MOST_SESSIONS),
        metadata={"description": "the sessions' ids, audited together in this order"},
    )
    room = text("all current sessions of this card room")
    pending = ma.fields.Boolean(
        truthy={True}, falsy=set(), metadata={"description": "true: all sessions that are pending"}
    )
    ruleset = text("audit under this ruleset (ID or ID@REV) instead of the sessions' own")
    what_if = ma.fields.Boolean(
        truthy={True},
        falsy={False},
        metadata={"description": "true: try `ruleset` as if it were in force on every day, approved or not"},
    )

    @ma.validates_schema(skip_on_field_errors=False)
    def one_selector(self, data: dict[str, Any], **_: Any) -> None:
        """Exactly one way to select the sessions."""
        given = [name for name in ("sessions", "room", "pending") if name in data]
        if len(given) != 1:
            found = "none of them" if not given else " and ".join(f"'{name}'" for name in given)
            raise ma.ValidationError(
                f"Give exactly one of 'sessions' (ids), 'room' (with 'from' and 'until' if wanted) or "
                f"'pending' (true); found {found}."
            )
        if data.get("what_if") and "ruleset" not in data:
            raise ma.ValidationError("A what-if tries a ruleset: name it.", "ruleset")
        if "room" not in data and ("first" in data or "last" in data):
            raise ma.ValidationError("'from' and 'until' go with 'room' only.")


class AgainRequest(ma.Schema):
    """State that an audit which is done again rests on."""

    known = ma.fields.String(
        required=True,
        validate=OneOf(["then", "now"]),
        metadata={"description": "then: as it was when the audit was requested; now: as it is on record now"},
    )


class KnowledgeSchema(ma.Schema):
    """The state of rooms, controls and engine that an audit rests on: that of the moment when it was requested."""

    as_of = ma.fields.Integer(
        required=True, metadata={"description": "the last change of rooms and controls"}
    )
    as_if = ma.fields.Boolean(required=True)
    tried = ma.fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "SHA-256 of the file of an unapproved revision"},
    )
    standing = ma.fields.String(required=True, allow_none=True)
    engine = ma.fields.String(required=True, metadata={"description": "the version of the engine"})
    library = ma.fields.String(required=True, metadata={"description": "digest of the rulesets"})
    code = ma.fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "digest of what can change a result; null: of an engine before 0.2.0"},
    )
    judgement = ma.fields.Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "two engines with the same number judge alike; null: of an engine before 0.2.0"
        },
    )


class PurgedSchema(ma.Schema):
    """Purge of something that was kept long enough: when, by whom, and on which ground."""

    id = ma.fields.Integer(required=True)
    at = ma.fields.String(required=True)
    by = ma.fields.String(required=True)
    sha256 = ma.fields.String(required=True, metadata={"description": "of the log, or of the audit's result"})
    fiscal_year_ends = ma.fields.Date(
        required=True, metadata={"description": "the last day of the fiscal year from which the years count"}
    )
    years = ma.fields.Integer(required=True)
    kept_until = ma.fields.Date(required=True, metadata={"description": "the last day"})
    parameter = ma.fields.String(required=True, metadata={"description": "what sets the years"})
    clause = ma.fields.String(required=True, metadata={"description": "that it cites"})


class SessionSchema(ma.Schema):
    """One version of a table session."""

    id = ma.fields.Integer(required=True)
    room = ma.fields.String(required=True)
    session = ma.fields.String(required=True)
    table = ma.fields.String(required=True)
    currency = ma.fields.String(required=True)
    day = ma.fields.Date(
        required=True, metadata={"description": "when it was opened, in the room's own time"}
    )
    hands = ma.fields.Integer(required=True)
    ruleset = ma.fields.String(required=True, allow_none=True)
    sha256 = ma.fields.String(required=True, metadata={"description": "of the bytes as they were received"})
    content_sha256 = ma.fields.String(required=True, metadata={"description": "of the log without gzip"})
    bytes = ma.fields.Integer(required=True)
    media_type = ma.fields.String(required=True)
    received_at = ma.fields.String(required=True)
    key = ma.fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "the key that it was uploaded with, by its id"},
    )
    supersedes = ma.fields.Integer(required=True, allow_none=True)
    superseded_by = ma.fields.Integer(required=True, allow_none=True)
    pending = ma.fields.Boolean(required=True)
    state = ma.fields.String(
        required=True,
        validate=OneOf(SESSION_STATES),
        metadata={
            "description": "what became of it: whether it waits for its audit, is audited, or cannot be"
        },
    )
    reason = ma.fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "why it cannot be audited, or why its audit failed"},
    )
    video_until = ma.fields.Date(
        required=True,
        allow_none=True,
        metadata={
            "description": "the last day on which the video of its gaming day has to be kept; null: none is set"
        },
    )
    video_over = ma.fields.Boolean(
        required=True,
        allow_none=True,
        metadata={"description": "whether that day is over, so that the video may be gone"},
    )
    purged = ma.fields.Nested(
        PurgedSchema, required=True, allow_none=True, metadata={"description": "the log; null: it is kept"}
    )
    facts = ComponentField("LogFacts", required=True, metadata={"description": "what the log says of itself"})
    links = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.String(), required=True)


class ArrivalWarningSchema(ma.Schema):
    """Something odd about a log that is taken all the same."""

    code = ma.fields.String(
        required=True, metadata={"description": "what it is, such as same-evening; a reader takes new ones"}
    )
    field = ma.fields.String(required=True, metadata={"description": "of the log, such as opened_at"})
    message = ma.fields.String(required=True, metadata={"description": "what was found"})
    do = ma.fields.String(required=True, metadata={"description": "what to look at"})


def warnings() -> ma.fields.List:
    """The warnings about a log, in an answer."""
    return ma.fields.List(
        ma.fields.Nested(ArrivalWarningSchema),
        required=True,
        metadata={"description": "what is odd about the log, and whether it can be audited yet"},
    )


class DifferencesSchema(ma.Schema):
    """Changes by a log to the one that it corrects, in the words of the game."""

    differences = ma.fields.List(
        ma.fields.String(),
        required=True,
        allow_none=True,
        metadata={
            "description": "the first 10 changes, such as `Hand 17, seat 2: net $2.00 → $4.00`; null: it corrects no log, or one "
            "that is not kept"
        },
    )
    difference_count = ma.fields.Integer(
        required=True, allow_none=True, metadata={"description": "how many changes there are in all"}
    )


class UploadSchema(SessionSchema, DifferencesSchema):
    """A session, whether its log was here before, what it changes of the one that it corrects, and what is odd about it."""

    already_stored = ma.fields.Boolean(required=True)
    warnings = warnings()


class DryRunSchema(DifferencesSchema):
    """Result of a dry run of an upload."""

    dry_run = ma.fields.Boolean(required=True)
    already_stored = ma.fields.Boolean(required=True)
    session = ma.fields.Integer(
        required=True, allow_none=True, metadata={"description": "the session that the log already is"}
    )
    facts = ComponentField("LogFacts", required=True)
    warnings = warnings()


class SessionPageSchema(ma.Schema):
    sessions = ma.fields.List(ma.fields.Nested(SessionSchema), required=True)
    pagination = ComponentField("Pagination", required=True)


class ProgressSchema(ma.Schema):
    hands = ma.fields.Integer(required=True, metadata={"description": "done"})
    of = ma.fields.Integer(required=True)


class CountsSchema(ma.Schema):
    findings = ma.fields.Integer(required=True)
    kind = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.Integer(), required=True)
    severity = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.Integer(), required=True)


class SkippedSchema(ma.Schema):
    session = ma.fields.Integer(required=True)
    reason = ma.fields.String(required=True)


class AuditReconciliationSchema(ma.Schema):
    """Reconciliation from what was owed hand by hand to the repayments, in minor units: gross - offset = net."""

    gross = ma.fields.Integer(required=True)
    unbalanced = ma.fields.Integer(
        required=True, metadata={"description": "of gross: owed to or by nobody at the table"}
    )
    offset = ma.fields.Integer(
        required=True, metadata={"description": "owed in one hand to who owes in another"}
    )
    net = ma.fields.Integer(required=True, metadata={"description": "what the repayments add up to"})


def _listed(component: str, means: str) -> ma.fields.List:
    """A list of values of one of the rules' types; null before the audit has ended, and in audits of engines without it."""
    return ma.fields.List(
        ComponentField(component), required=True, allow_none=True, metadata={"description": means}
    )


class AuditSchema(ma.Schema):
    """An audit and its progress. Members that only a finished audit has are null before."""

    id = ma.fields.Integer(required=True)
    state = ma.fields.String(required=True, validate=OneOf(STATES))
    error = ma.fields.String(required=True, allow_none=True, metadata={"description": "why it failed"})
    request = ma.fields.Dict(
        required=True,
        metadata={
            "title": "AsSent",  # else generators call it AuditRequest, which is a component
            "description": "the request as it was sent",
        },
    )
    ruleset = ma.fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "the ruleset that the request names: a what-if"},
    )
    sessions = ma.fields.List(ma.fields.Integer(), required=True)
    skipped = ma.fields.List(
        ma.fields.Nested(SkippedSchema),
        required=True,
        metadata={"description": "sessions of the selection that cannot be audited, and why"},
    )
    created_at = ma.fields.String(required=True)
    started_at = ma.fields.String(required=True, allow_none=True)
    finished_at = ma.fields.String(required=True, allow_none=True)
    attempts = ma.fields.Integer(required=True)
    progress = ma.fields.Nested(ProgressSchema, required=True)
    complete = ma.fields.Boolean(
        required=True,
        allow_none=True,
        metadata={
            "description": "false: a check failed to run, see failures, or a session of the gaming day was left out, see skipped"
        },
    )
    failures = ma.fields.List(ma.fields.Dict(), required=True, allow_none=True)
    what_if = ma.fields.Boolean(required=True, allow_none=True)
    controls_decided = ma.fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "what was due: by the room's `approved` controls, or by the ruleset that the log, or who asked, "
            "`named`; null: an earlier engine did not say"
        },
    )
    hands = ma.fields.Integer(required=True, allow_none=True)
    testable = ma.fields.Integer(required=True, allow_none=True)
    counts = ma.fields.Nested(CountsSchema, required=True, allow_none=True)
    money_misallocated = ma.fields.Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "went to the wrong player, or in a what-if would have gone to another; minor units"
        },
    )
    money_misrecorded = ma.fields.Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "was written down wrong: the recorded transfers are right, or nets do not balance"
        },
    )
    money = _listed("MoneyTotal", "by kind and unit, with what is not known and why")
    parties = _listed(
        "PartyMoney", "of each party: what is on record, what was due, and how they differ by kind"
    )
    lacking = _listed("Lacking", "what nobody can be asked for")
    repayments = _listed("Repayment", "who owes whom over all hands, netted")
    evidence = ma.fields.Dict(
        keys=ma.fields.String(),
        values=ma.fields.Integer(),
        required=True,
        allow_none=True,
        metadata={
            "description": "hands by level of record, as the log format names them; `void`: declared void, `none`: less than fees"
        },
    )
    record = ComponentField(
        "RecordFacts",
        required=True,
        allow_none=True,
        metadata={"description": "hands with too little on record, who declared deals void, and tokes"},
    )
    impossible = ma.fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "hands whose money is unknown, for their deal cannot have happened"},
    )
    reconciliation = ma.fields.Nested(AuditReconciliationSchema, required=True, allow_none=True)
    rulesets = ma.fields.List(ma.fields.Dict(), required=True, allow_none=True)
    diagnosis = ma.fields.List(ma.fields.Dict(), required=True, allow_none=True)
    engine = ma.fields.Dict(required=True, allow_none=True)
    result_sha256 = ma.fields.String(required=True, allow_none=True)
    knowledge = ma.fields.Nested(KnowledgeSchema, required=True)
    of = ma.fields.Integer(
        required=True, allow_none=True, metadata={"description": "the audit that this one does again"}
    )
    room = ma.fields.String(
        required=True, allow_none=True, metadata={"description": "of an audit of a room's gaming day"}
    )
    key = ma.fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "the key that it was requested with, by its id"},
    )
    open = ma.fields.Boolean(
        required=True, metadata={"description": "true: it was requested of a service that runs without keys"}
    )
    purged = ma.fields.Nested(
        PurgedSchema,
        required=True,
        allow_none=True,
        metadata={"description": "the findings and incidents; null: they are kept"},
    )
    day = ma.fields.Date(required=True, allow_none=True)
    event = ma.fields.Dict(
        required=True,
        allow_none=True,
        metadata={
            "description": "the tournament or ledger that it is of as a whole: `id`, `kind`, `name`, `url`"
        },
    )
    links = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.String(), required=True)


class AuditPageSchema(ma.Schema):
    audits = ma.fields.List(ma.fields.Nested(AuditSchema), required=True)
    pagination = ComponentField("Pagination", required=True)


class NothingToAuditSchema(ma.Schema):
    """The answer where no session of the selection can be audited: no audit is made."""

    audit = ma.fields.Raw(required=True, allow_none=True, metadata={"description": "always null"})
    message = ma.fields.String(required=True)
    skipped = ma.fields.List(ma.fields.Nested(SkippedSchema), required=True)
