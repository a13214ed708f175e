"""Hands were played under other rules than the room's own controls.

Finds: hands of a day on which the room's own controls were in force for their game, in a log that names another
ruleset, or another revision of them.
Why: a room plays under the controls that it filed and that were approved, and the hands are audited under them. Other rules pay
different amounts, and nobody approved them: the money between both belongs to this finding's incident.
Example: room WA-0417 has filed wa-0417-thirteen, in force from 2026-01-01; a log of March names wsgc-2-4.
Needs: the room on record with approved controls, and a log that names a ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules import times
from rules.checks.support.check import (
    ANY_GAME,
    NOT_RECORDED,
    Check,
    Draft,
    Tested,
    inapplicable,
    nothing_to_test,
)
from rules.checks.support.log_view import LogView
from rules.controls.library import RulesetChoice
from rules.hands import Flags

CHECK = Check(
    "CTL003",
    "not-its-own-controls",
    "violation",
    "major",
    ("external:RECORD-attributable", "WSGC-modifications-documented"),
    title="The log was not played under the room's own controls",
    quotes=False,
    scope="log",
    area="evidence",
    games=ANY_GAME,
)


def run(log: LogView) -> Tested:
    if log.rules.tried:  # a what-if is about other rules
        return inapplicable(log)
    if log.room is None:
        return nothing_to_test(log, "the room is not on record")
    return Tested(_findings(log), [], ~_has_own(log))


def _findings(log: LogView) -> Iterator[Draft]:
    for choice in log.rules.filed:
        others = _named_otherwise(log, choice)
        if others.any():
            yield _draft(log, choice, others)


def _has_own(log: LogView) -> Flags:
    """(N,) hands with own controls in force."""
    own = np.zeros(len(log), np.bool_)
    for choice in log.rules.filed:
        own |= _covered(log, choice)
    return own


def _covered(log: LogView, choice: RulesetChoice) -> Flags:
    """(N,) hands of a game with a revision in force."""
    return log.of(choice.family) & _in_force(log, choice)


def _named_otherwise(log: LogView, choice: RulesetChoice) -> Flags:
    """(N,) hands decided by controls that the log does not name."""
    name, ids = log.rules.name, {each.name for each in log.rules.filed}
    mine = [at for at, each in enumerate(log.rulesets) if each.id == choice.name]
    if name.partition("@")[0] in ids:
        return np.isin(log.under, [at for at in mine if name not in (choice.name, str(log.rulesets[at]))])
    decided = [at for at, each in enumerate(log.rulesets) if each.id in ids]
    return np.isin(log.under, mine) | (_covered(log, choice) & ~np.isin(log.under, decided))


def _in_force(log: LogView, choice: RulesetChoice) -> Flags:
    """(N,) hands of days with a revision in force."""
    days = [day for day in np.unique(log.day).tolist() if day != NOT_RECORDED]
    held = [day for day in days if choice.on(times.date_of(day)) is not None]
    return np.isin(log.day, held)


def _draft(log: LogView, choice: RulesetChoice, others: Flags) -> Draft:
    own, hands = choice.name, log.number[others].tolist()
    which = (
        f"hand {hands[0]} was"
        if len(hands) == 1
        else f"{len(hands):,} hands, {hands[0]} to {hands[-1]}, were"
    )
    under = {str(log.rulesets[at]) for at in np.unique(log.under[others]).tolist() if at >= 0}
    return Draft(
        hands=hands,
        line=1,
        stated=log.rules.name,
        expected=own if log.rules.name.partition("@")[0] != own else min(under),
        unit="ruleset",
        fact=f"{log.rules.name}|{own}",
        message=(
            f"The log names {log.rules.name}; {which} dealt while {own}, the room's own controls for this game, was in "
            f"force. They were audited under {' and '.join(sorted(under))}."
        ),
    )
