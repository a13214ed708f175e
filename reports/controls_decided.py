"""Ground of what was due, in a sentence."""

from __future__ import annotations

from rules.results import Audit

_APPROVED = "approved"
_OF_HANDS = "The room's approved controls decided what was due in every hand."
_OF_EVENT = "The room's approved controls decided what was due."
_TRIED = "What was due was worked out under the controls that were tried, not under approved controls."
_NAMED_BY_EVENT = (
    "No approved controls of the room decided what was due: it follows from the rules that the file names."
)


def decided_by(audit: Audit) -> str:
    """Sentence on the ground; empty: unknown."""
    if audit.controls_decided is None:
        return ""
    if audit.controls_decided == _APPROVED:
        return _OF_HANDS if audit.event is None else _OF_EVENT
    if audit.what_if:
        return _TRIED
    if audit.event is not None:
        return _NAMED_BY_EVENT
    some = any(each.standing == _APPROVED for each in audit.played)
    if some:
        return "The room's approved controls decided some hands, the ruleset that the log names the others."
    return "No approved controls of the room were in force: the ruleset that the log names decided."
