"""A diagnosis in a sentence."""

from __future__ import annotations

from rules.controls.ruleset import Ruleset


def whose(own: str, session: str | None, *, approved: bool = False) -> str:
    """Words for the audit's ruleset: approved, the session's, or requested."""
    if approved:
        return "the room's approved controls"
    return (
        "the ruleset of the session"
        if session is None or own == session
        else "the ruleset that was requested"
    )


def of_the_session(
    right: int, of: int, ruleset: Ruleset, own_fitting: int, own: str, whose: str, more: int
) -> str:
    """Message that a session fits another ruleset."""
    return (
        f"The results of {right:,} of {of:,} hands fit {ruleset.id}; {own_fitting:,} fit {own}, {whose}."
        f"{_more(more)}"
    )


def of_a_stretch(
    scope: str, who: str | None, first: int, last: int, right: int, of: int, telling: int,
    ruleset: Ruleset, own: str, whose: str, more: int,
) -> str:  # fmt: skip
    """Message that a stretch fits another ruleset."""
    hands = f"hands {first} to {last}"
    subject = {
        "session": f"In {hands} the results of {right:,} of {of:,} hands",
        "dealer": f"In {hands} the results of {right:,} of the {of:,} hands that {who} dealt",
        "player": f"In {hands} the results of player {who} in {right:,} of {of:,} hands",
    }[scope]
    return (
        f"{subject} fit {ruleset.id}: {telling:,} of them fit only that ruleset, and none fits only {own}, {whose}."
        f"{_more(more)}"
    )


def _more(more: int) -> str:
    if more <= 0:
        return ""
    return f" {more:,} more ruleset{' fits' if more == 1 else 's fit'} as well."
