"""Audits as the API shows them."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from auditor.http.answer_structs import Day, Links, Resource, means, shown
from auditor.http.resources import PurgedResource, audit_url, event_url, purged
from auditor.store.rows import AuditRecord, State
from rules.results import Lacking, MoneyTotal, PartyMoney, RecordFacts, Repayment

_AS_SENT = Meta(title="AsSent", description="the request as it was sent")  # without a title, generators
# call it AuditRequest, which is a component


class KnowledgeResource(Resource, frozen=True):
    """State of rooms, controls and engine that an audit rests on."""

    as_of: Annotated[int, means("the last change of rooms and controls")]
    as_if: bool
    tried: Annotated[str | None, means("SHA-256 of the file of an unapproved revision")]
    standing: str | None
    engine: Annotated[str, means("the version of the engine")]
    library: Annotated[str, means("digest of the rulesets")]
    code: Annotated[str | None, means("digest of what can change a result; null: of an engine before 0.2.0")]
    judgement: Annotated[
        int | None, means("two engines with the same number judge alike; null: of an engine before 0.2.0")
    ]


class ProgressResource(Resource, frozen=True):
    """Hands of an audit."""

    hands: Annotated[int, means("done")]
    of: int


class CountsResource(Resource, frozen=True):
    """Findings by kind and by severity."""

    findings: int
    kind: dict[str, int]
    severity: dict[str, int]


class SkippedResource(Resource, frozen=True):
    """A session that cannot be audited."""

    session: int
    reason: str


class AuditReconciliationResource(Resource, frozen=True):
    """From what was owed by hand to the repayments, in minor units: gross - offset = net."""

    gross: int
    unbalanced: Annotated[int, means("of gross: owed to or by nobody at the table")]
    offset: Annotated[int, means("owed in one hand to who owes in another")]
    net: Annotated[int, means("what the repayments add up to")]


class AuditResource(Resource, frozen=True):
    """An audit and its progress. The result, from complete to engine, is None before its end, or where its engine lacked it."""

    id: int
    state: State
    error: Annotated[str | None, means("why it failed")]
    request: Annotated[dict[str, Any], _AS_SENT]
    ruleset: Annotated[str | None, means("the ruleset that the request names: a what-if")]
    sessions: list[int]
    skipped: Annotated[
        list[SkippedResource], means("sessions of the selection that cannot be audited, and why")
    ]
    created_at: str
    started_at: str | None
    finished_at: str | None
    attempts: int
    progress: ProgressResource
    complete: Annotated[
        bool | None,
        means(
            "false: a check failed to run, see failures, or a session of the gaming day was left out, see skipped"
        ),
    ]
    failures: list[dict[str, Any]] | None
    what_if: bool | None
    controls_decided: Annotated[
        str | None,
        means(
            "what was due: by the room's `approved` controls, or by the ruleset that the log, or who asked, `named`; "
            "null: an earlier engine did not say"
        ),
    ]
    hands: int | None
    testable: int | None
    money_misallocated: Annotated[
        int | None, means("went to the wrong player, or in a what-if would have gone to another; minor units")
    ]
    money_misrecorded: Annotated[
        int | None,
        means("was written down wrong: the recorded transfers are right, or nets do not balance"),
    ]
    money: Annotated[list[MoneyTotal] | None, means("by kind and unit, with what is not known and why")]
    parties: Annotated[
        list[PartyMoney] | None,
        means("of each party: what is on record, what was due, and how they differ by kind"),
    ]
    lacking: Annotated[list[Lacking] | None, means("what nobody can be asked for")]
    repayments: Annotated[list[Repayment] | None, means("who owes whom over all hands, netted")]
    evidence: Annotated[
        dict[str, int] | None,
        means(
            "hands by level of record, as the log format names them; `void`: declared void, `none`: less than fees"
        ),
    ]
    record: Annotated[
        RecordFacts | None,
        means("hands with too little on record, who declared deals void, and tokes"),
    ]
    impossible: Annotated[
        int | None, means("hands whose money is unknown, for their deal cannot have happened")
    ]
    reconciliation: AuditReconciliationResource | None
    rulesets: list[dict[str, Any]] | None
    diagnosis: list[dict[str, Any]] | None
    engine: dict[str, Any] | None
    counts: CountsResource | None
    result_sha256: str | None
    knowledge: KnowledgeResource
    of: Annotated[int | None, means("the audit that this one does again")]
    room: Annotated[str | None, means("of an audit of a room's gaming day")]
    day: Day | None
    event: Annotated[
        dict[str, Any] | None,
        means("the tournament or ledger that it is of as a whole: `id`, `kind`, `name`, `url`"),
    ]
    key: Annotated[str | None, means("the key that it was requested with, by its id")]
    open: Annotated[bool, means("true: it was requested of a service that runs without keys")]
    purged: Annotated[PurgedResource | None, means("the findings and incidents; null: they are kept")]
    links: Links


class NothingToAuditResource(Resource, frozen=True):
    """The answer where no session of a selection can be audited."""

    audit: Annotated[Any, means("always null")]
    message: str
    skipped: list[SkippedResource]


_NAMES = AuditResource.__struct_fields__
_RESULT = _NAMES[_NAMES.index("complete") : _NAMES.index("counts")]  # that the summary of a result has


def audit_resource(audit: AuditRecord) -> AuditResource:
    """An audit with links to what it found."""
    summary = audit.summary or {}
    event = audit.event
    return shown(
        AuditResource,
        audit,
        sessions=list(audit.sessions),
        progress=ProgressResource(audit.hands_done, audit.hands_total),
        **{name: summary.get(name) for name in _RESULT},
        knowledge=shown(KnowledgeResource, audit.knowledge),
        event=event and {**event._asdict(), "url": event_url(event.kind, event.id)},
        purged=purged(audit.purged),
        links=_links(audit),
    )


def _links(audit: AuditRecord) -> dict[str, str]:
    url = audit_url(audit.id)
    links = {
        "self": url,
        "findings": f"{url}/findings",
        "incidents": f"{url}/incidents",
        "corrections": f"{url}/corrections",
        "report_pdf": f"{url}/report.pdf",
        "report_json": f"{url}/report.json",
        "findings_csv": f"{url}/findings.csv",
        "incidents_csv": f"{url}/incidents.csv",
        "report_xlsx": f"{url}/report.xlsx",
    }
    if (audit.summary or {}).get("effect"):
        links |= {"what_if_json": f"{url}/what-if.json", "what_if_pdf": f"{url}/what-if.pdf"}
    if audit.of is not None:
        before = audit_url(audit.of)
        links |= {"of": before, "compare": f"{before}/compare/{audit.id}"}
    return links
