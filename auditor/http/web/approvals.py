"""Controls that await a decision, the oldest first. `controls_steps` takes the decision."""

from __future__ import annotations

from typing import Any

from flask import Response

from auditor.http.access import for_people
from auditor.http.context import service
from auditor.http.web.forms import page_number
from auditor.http.web.page_rendering import page
from auditor.http.web.revision_view import changed
from auditor.http.web.web_blueprint import web
from auditor.store.rows import ControlsRecord, FiledChange, TermsProposal

_SIZE = 25


@web.get("/approvals")
@for_people("controls", "read")
def approvals() -> Response:
    """Submissions that are not decided, the oldest first, with what each asks for."""
    waiting = service().approval.queue()
    number = page_number()
    shown = waiting[(number - 1) * _SIZE : number * _SIZE]
    return page(
        "pages/approvals.html", rows=[_row(*each) for each in shown], total=len(waiting), number=number,
        pages=-(-len(waiting) // _SIZE) or 1, proposals=[_proposed(each) for each in service().room_terms.waiting()],
    )  # fmt: skip


def _proposed(proposal: TermsProposal) -> dict[str, Any]:
    zone = str(service().rooms.get(proposal.room).terms[-1]["time_zone"])
    return {"proposal": proposal, "changed": len(service().room_terms.differences(proposal)), "zone": zone}


def _row(record: ControlsRecord, submission: FiledChange) -> dict[str, Any]:
    examined = service().approval.examined(record)
    redline = service().redlines.of(record, examined.ruleset) if examined.ruleset is not None else None
    return {
        "record": record,
        "submission": submission,
        "examined": examined,
        "changed": changed(redline.comparison.differences) if redline is not None else None,
        "beside": redline.comparison.played if redline is not None else None,
        "zone": str(service().rooms.get(record.room).terms[-1]["time_zone"]),
    }
