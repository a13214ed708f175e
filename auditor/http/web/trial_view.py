"""A what-if of a revision for a page: how far it is, and what would have been settled otherwise."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from auditor.errors import NoWhatIf
from auditor.http.context import service
from auditor.store.rows import AuditRecord, ControlsRecord


class TrialView(Struct, frozen=True):
    """A what-if. effect: None while it goes on, where it failed, and where its results were purged."""

    audit: AuditRecord
    effect: dict[str, Any] | None
    currency: str | None
    sessions: dict[tuple[str, str], int]

    @property
    def waits(self) -> bool:
        """Whether it goes on."""
        return self.audit.state in ("queued", "running")


def newest_trial(record: ControlsRecord) -> TrialView | None:
    """The newest what-if of a revision as its file is now; None: nobody asked for one."""
    found = service().auditing.what_ifs(record)
    return trial_view(found[0]) if found else None


def trial_view(audit: AuditRecord) -> TrialView:
    """Contents of the page of a what-if."""
    if audit.state != "finished" or audit.purged is not None:
        return TrialView(audit, None, None, {})
    service().auditing.finished(audit.id)
    try:
        effect = service().results.effect(audit)
    except NoWhatIf:  # it was made before effects were worked out
        return TrialView(audit, None, None, {})
    sessions = [service().sessions.get(each) for each in audit.sessions[:1]]
    named = {(each["room"], each["session"]) for each in effect["largest"]}
    numbers = {
        (each.room, each.session): each.id
        for each in (service().sessions.get(number) for number in audit.sessions)
        if (each.room, each.session) in named
    } if named else {}  # fmt: skip
    return TrialView(audit, effect, sessions[0].currency if sessions else None, numbers)
