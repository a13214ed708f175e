"""Sentences on a log's record."""

from __future__ import annotations

from collections.abc import Mapping

from reports.formatting import count, hand_numbers, listed, money
from reports.money_words import unit_of
from rules.parties import HOUSE
from rules.record_levels import VOID
from rules.results import Audit

_LEVELS = {
    "full": "the full record",
    "acts": "every act",
    "rows": "rows",
    "showdown": "the showdown",
    "totals": "totals alone",
    "fees": "fees alone",
    "none": "seats alone",
}
_MOST_RUNS, _MOST_SESSIONS, _MOST_NAMES = 12, 3, 6


def evidence(audit: Audit) -> str:
    """Evidence of the hands, and numbers with less."""
    levels = {level: hands for level, hands in (audit.evidence or {}).items() if level != VOID and hands}
    if not levels:
        return ""
    found = _levels(levels, whole=not (audit.evidence or {}).get(VOID))
    return " ".join(each for each in (found, _with_less(audit), _below(audit)) if each)


def _levels(levels: Mapping[str, int], *, whole: bool) -> str:
    hands = sum(levels.values())
    which = "" if whole else " that were not void" if hands > 1 else " that was not void"
    if len(levels) == 1:
        level = _LEVELS[next(iter(levels))]
        return (
            f"All {hands:,} hands{which} have {level} on record."
            if hands > 1
            else f"The hand{which} has {level} on record."
        )
    held = [f"{each:,} {'has' if each == 1 else 'have'} {_LEVELS[level]}" for level, each in levels.items()]
    return f"Of {count(hands, 'hand')}{which}, {listed(held)} on record."


def _with_less(audit: Audit) -> str:
    rows = audit.record.with_less if audit.record is not None else []
    if not rows:
        return ""
    hands = sum(len(each.hands) for each in rows)
    several = len(audit.logs) > 1
    where = [
        f"{hand_numbers(each.hands, _MOST_RUNS)}{f' of {each.session}' if several else ''}"
        for each in rows[:_MOST_SESSIONS]
    ]
    more = f" and {count(len(rows) - _MOST_SESSIONS, 'more session')}" if len(rows) > _MOST_SESSIONS else ""
    has, their = ("has", "it") if hands == 1 else ("have", "them")
    return f"{count(hands, 'hand')} {has} less on record than most hands around {their}: {'; '.join(where)}{more}."


def _below(audit: Audit) -> str:
    below = audit.record.below_level if audit.record is not None else 0
    if not below:
        return ""
    return f"{count(below, 'hand')} {'has' if below == 1 else 'have'} less than the controls demand (LOG015)."


def voids(audit: Audit) -> str:
    """Void deals, and by whom."""
    rows = audit.record.voided if audit.record is not None else []
    if not rows:
        return ""
    hands = sum(each.hands for each in rows)
    who = [
        f"{each.hands:,} by {each.by}"
        if each.by is not None
        else f"of {each.hands:,} the record does not say by whom"
        for each in rows[:_MOST_NAMES]
    ]
    left = sum(each.hands for each in rows[_MOST_NAMES:])
    who += [f"{left:,} by others"] if left else []
    return f"{count(hands, 'deal was', 'deals were')} declared void: {listed(who)}."


def tokes(audit: Audit) -> str:
    rows = audit.record.tokes if audit.record is not None else []
    return " ".join(
        f"{money(each.amount, unit_of(each.unit))} in {count(each.count, 'toke')}{_beside(audit, each.unit)}."
        for each in rows
    )


def _beside(audit: Audit, unit: str) -> str:
    fees = [
        each.recorded
        for each in audit.parties or ()
        if (each.party, each.unit) == (HOUSE, unit) and each.recorded is not None
    ]
    return f", beside {money(fees[0], unit_of(unit))} of fees" if fees else ""
