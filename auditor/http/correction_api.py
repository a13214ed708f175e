"""/v1/audits/{number}/corrections: what logs that supersede others changed."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from auditor.corrections import money_of
from auditor.http.audit_api import blueprint
from auditor.http.blueprint import PAGE_HEADERS, answer
from auditor.http.context import service
from auditor.http.paging import PagedQuery, page_of, paged
from auditor.http.resources import audit_url, session_url
from reports.changed_words import changed_places
from rules.results import Correction

_ONE = "/<number:audit>/corrections/<number:session>"
_LISTS = ("facts", "findings", "incidents", "removed")


@blueprint.route("/<number:audit>/corrections", methods=["GET"], access=("audits", "read"))
@blueprint.arguments(PagedQuery, location="query")
@blueprint.response(200, "CorrectionPage", headers=PAGE_HEADERS)
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
@blueprint.response(200, "CorrectionOfSession")
@blueprint.problems(403, 404, 409, 410)
@blueprint.doc(operationId="getCorrection")
def correction(audit: int, session: int) -> Response:
    """Changes by one of an audit's logs to the log that it supersedes: facts, findings and incidents that are gone, money.

    Of each, the first 1,000 are listed and all are counted. `changes` are the facts in sentences.
    """
    found = service().results.correction(service().auditing.finished(audit), session)
    lists = {name: getattr(found, name) for name in _LISTS}
    places = changed_places(found.facts, money_of(service().sessions.get(session).facts))
    changes = [sentence for each in places for sentence in each.sentences]
    return answer({**correction_item(audit, session, found), **lists, "changes": changes})


@blueprint.route(f"{_ONE}/facts", methods=["GET"], access=("audits", "read"))
@blueprint.arguments(PagedQuery, location="query")
@blueprint.response(200, "ChangedFactPage", headers=PAGE_HEADERS)
@blueprint.problems(400, 403, 404, 409, 410)
@blueprint.doc(operationId="listChangedFacts")
def changed_facts(query: dict[str, Any], audit: int, session: int) -> Response:
    """The facts that one of an audit's logs changed, in the order of the log; of more than 1,000 the first."""
    found, page = service().results.correction(service().auditing.finished(audit), session), page_of(query)
    part = found.facts[page.offset : page.offset + page.size]
    return paged("facts", part, page, len(found.facts))


def correction_item(audit: int, session: int, found: Correction) -> dict[str, Any]:
    """A correction in a list: without what can be long. session: the number of the log that supersedes another one."""
    url = f"{audit_url(audit)}/corrections/{session}"
    brief = {name: value for name, value in msgspec.structs.asdict(found).items() if name not in _LISTS}
    links = {"self": url, "facts": f"{url}/facts", "audit": audit_url(audit), "session": session_url(session)}
    return {"session_id": session, **brief, "links": links}
