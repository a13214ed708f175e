"""Obstacles to the audit of a session, for programs and for pages, with the remedy."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from auditor.named_rulesets import FiledControls, RulesetObstacle, ruleset_obstacle
from auditor.registry import RegistryAtChange
from auditor.store.rows import SessionRecord

Mend = Literal["state-ruleset", "approval", "administrator", "correction", "audit-again", "none"]


class Obstacle(Struct, frozen=True):
    """Obstacle to the audit of a session.

    reason: a clause about the session; remedy: sentences of what to do; mend: the page's action for it. words: all as a sentence
    for programs, with the session.
    """

    reason: str
    remedy: str
    mend: Mend
    words: str


_STATE = "State the ruleset that the table played under."
_APPROVAL = "Ask the compliance officer: it can be audited once the controls are approved."
_ADMINISTRATOR = "Ask an administrator: it can be audited once the controls can be read again."


def obstacle(
    session: SessionRecord, ruleset: str | None, snapshot: RegistryAtChange, filed: FiledControls
) -> Obstacle | None:
    """Obstacle to the audit of a session, or None.

    ruleset: the requested one; None: the session's own. filed: rooms' controls, approved or not.
    """
    what = _named(session)
    if session.purged is not None:
        words = session.purged.words(f"The log of session {session.id} ({session.room}, {session.session})")
        return Obstacle("its log was kept for its time and purged", "", "none", words)
    if session.room in snapshot.unreadable:
        words = snapshot.unreadable[session.room]
        return Obstacle("the controls of its room cannot be read", _ADMINISTRATOR, "administrator", words)
    day = dt.date.fromisoformat(session.day)
    found = ruleset_obstacle(session.room, day, session.ruleset, ruleset, snapshot, filed)
    return _of_ruleset(found, what, session.room, snapshot) if found is not None else None


def ruleset_clause(found: RulesetObstacle) -> str:
    """An obstacle of the ruleset as a clause about the session."""
    if found.kind == "several":
        return f"it names no ruleset, and its room has several: {_several(found)}"
    if found.named is None:
        return "it names no ruleset"
    if found.filed is not None:
        return f"it names controls that were not approved: {found.filed.name}"
    if found.kind == "unapproved":
        return f"it names controls that were not approved: {found.named}"
    return f"it names a ruleset that is not in the library: {found.named}"


def _of_ruleset(found: RulesetObstacle, what: str, room: str, snapshot: RegistryAtChange) -> Obstacle:
    reason = ruleset_clause(found)
    if found.kind == "several":
        words = f'{what} names no ruleset, and its room has several: {_several(found)}. Ask for one with "ruleset".'
        return Obstacle(reason, _STATE, "state-ruleset", words)
    if found.named is None:
        listed = ", ".join(str(each) for each in snapshot.of_room(room).rulesets())
        words = f'{what} names no ruleset; ask for one with "ruleset". The library has: {listed}.'
        return Obstacle(reason, _STATE, "state-ruleset", words)
    if found.filed is not None:
        words = (
            f"{what} names {found.filed.name}, which its room filed and which was not approved (it is {found.filed.standing}): "
            "no hand can be judged by it. It can be tried as a what-if."
        )
        return Obstacle(reason, _APPROVAL, "approval", words)
    if found.kind == "unapproved":
        return Obstacle(reason, _APPROVAL, "approval", f"{what} names {found.words}")
    words = f"{what} names a ruleset that is not in the library. {found.words}"
    return Obstacle(reason, _STATE, "state-ruleset", words)


def _several(found: RulesetObstacle) -> str:
    return ", ".join(each.id for each in found.several)


def why_not(
    session: SessionRecord, ruleset: str | None, snapshot: RegistryAtChange, filed: FiledControls
) -> str | None:
    """Obstacle to the audit of a session as a sentence for programs, or None."""
    found = obstacle(session, ruleset, snapshot, filed)
    return found.words if found else None


def main_currency(sessions: Iterable[tuple[str, int]]) -> str | None:
    """Currency of most sessions, then of most hands, then the first by name; None for no session.

    sessions: (currency, hands), in any order.
    """
    counts, hands = Counter[str](), Counter[str]()
    for currency, played in sessions:
        counts[currency] += 1
        hands[currency] += played
    return min(counts, key=lambda each: (-counts[each], -hands[each], each), default=None)


def currency_clause(own: str, others: str) -> str:
    """Clause about a session in another currency than the others."""
    return f"its amounts are in {own}, and those of the other sessions in {others}"


def other_currency(session: SessionRecord, chosen: Iterable[SessionRecord]) -> Obstacle | None:
    """Obstacle to an audit together with others: another currency; else None."""
    first = next(iter(chosen), None)
    if first is None or first.currency == session.currency:
        return None
    return Obstacle(
        currency_clause(session.currency, first.currency),
        f"Audit it by itself, or correct the log if its currency is not {session.currency}.",
        "correction",
        f"{_named(session)} is in {session.currency} and session {first.id} in {first.currency}; audit them apart.",
    )


def why_not_with(session: SessionRecord, chosen: list[SessionRecord]) -> str | None:
    """Obstacle to an audit together with others as a sentence for programs, or None."""
    found = other_currency(session, chosen)
    return found.words if found else None


def _named(session: SessionRecord) -> str:
    return f"Session {session.id} ({session.room}, {session.session})"
