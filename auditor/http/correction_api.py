"""/v1/audits/{number}/corrections: what logs that supersede others changed."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response
from msgspec import Struct
from msgspec.structs import fields

from auditor.corrections import money_of
from auditor.http.answer_structs import Links, Resource, shown
from auditor.http.audit_api import blueprint
from auditor.http.blueprint import answer
from auditor.http.context import service
from auditor.http.paging import PagedQuery, page_of, paged
from auditor.http.resources import audit_url, session_url
from reports.changed_words import changed_places
from rules.results import ChangedFact, Correction

_ONE = "/<number:audit>/corrections/<number:session>"
_LISTS = ("facts", "findings", "incidents", "removed")


def _members(*, lists: bool) -> list[tuple[str, Any]]:
    """Members of the rules' correction: its lists, or the others."""
    return [(each.name, each.type) for each in fields(Correction) if (each.name in _LISTS) is lists]


CorrectionItem: type[Struct] = msgspec.defstruct(  # without what can be long
    "CorrectionItemResource",
    [("session_id", int), *_members(lists=False), ("links", Links)],
    bases=(Resource,), frozen=True, kw_only=True,
)  # fmt: skip
CorrectionOfSession: type[Struct] = msgspec.defstruct(
    "CorrectionOfSessionResource",
    [*_members(lists=True), ("changes", list[str])],
    bases=(CorrectionItem,), frozen=True, kw_only=True,
)  # fmt: skip


@blueprint.route("/<number:audit>/corrections", methods=["GET"], access=("audits", "read"))
@blueprint.arguments(PagedQuery, location="query")
@blueprint.page("CorrectionPage", corrections=CorrectionItem)
@blueprint.problems(400, 403, 404, 409, 410)
@blueprint.doc(operationId="listCorrections")
def corrections(query: dict[str, Any], audit: int) -> Response:
    """The corrections among an audit's logs: who sent each and when, how many there were, and what went with it, counted.

    Both logs are audited under the same controls by the same engine. A what-if has none.
    """
    found, page = service().auditing.finished(audit), page_of(query)
    rows, total = service().results.correction_page(found, page)
    return paged("corrections", [correction_item(audit, number, each) for number, each in rows], page, total)


@blueprint.route(_ONE, methods=["GET"], access=("audits", "read"))
@blueprint.response(200, CorrectionOfSession)
@blueprint.problems(403, 404, 409, 410)
@blueprint.doc(operationId="getCorrection")
def correction(audit: int, session: int) -> Response:
    """Changes by one of an audit's logs to the log that it supersedes: facts, findings and incidents that are gone, money.

    Of each, the first 1,000 are listed and all are counted. `changes` are the facts in sentences.
    """
    found = service().results.correction(service().auditing.finished(audit), session)
    places = changed_places(found.facts, money_of(service().sessions.get(session).facts))
    changes = [sentence for each in places for sentence in each.sentences]
    links = _links(audit, session)
    return answer(shown(CorrectionOfSession, found, session_id=session, links=links, changes=changes))


@blueprint.route(f"{_ONE}/facts", methods=["GET"], access=("audits", "read"))
@blueprint.arguments(PagedQuery, location="query")
@blueprint.page("ChangedFactPage", facts=ChangedFact)
@blueprint.problems(400, 403, 404, 409, 410)
@blueprint.doc(operationId="listChangedFacts")
def changed_facts(query: dict[str, Any], audit: int, session: int) -> Response:
    """The facts that one of an audit's logs changed, in the order of the log; of more than 1,000 the first."""
    found, page = service().results.correction(service().auditing.finished(audit), session), page_of(query)
    part = found.facts[page.offset : page.offset + page.size]
    return paged("facts", part, page, len(found.facts))


def correction_item(audit: int, session: int, found: Correction) -> Struct:
    """A correction in a list. session: the number of the superseding log."""
    return shown(CorrectionItem, found, session_id=session, links=_links(audit, session))


def _links(audit: int, session: int) -> dict[str, str]:
    url = f"{audit_url(audit)}/corrections/{session}"
    return {"self": url, "facts": f"{url}/facts", "audit": audit_url(audit), "session": session_url(session)}
