"""Hands were played under other rules than the room's own controls.

Finds: hands of a day on which the room's own controls were in force for their game, in a log that names another
ruleset.
Why: a room plays under the controls that it filed and that were approved. Other rules pay different amounts, and nobody
approved them.
Example: room WA-0417 has filed wa-0417-thirteen, in force from 2026-01-01; a log of March names wsgc-2-4.
Needs: the room on record with approved controls, and a log that names a ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules import times
from rules.checks.base import (
    ANY_GAME,
    NOT_RECORDED,
    Check,
    Draft,
    LogView,
    Tested,
    inapplicable,
    nothing_to_test,
)
from rules.controls.library import Choice
from rules.hands import Flags

CHECK = Check(
    "CTL003",
    "not-its-own-controls",
    "violation",
    "major",
    ("external:RECORD-attributable", "WSGC-modifications-documented"),
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
        others = _under_others(log) & _covered(log, choice)
        if others.any():
            yield _draft(log, choice, others)


def _has_own(log: LogView) -> Flags:
    """(N,) hands for which the room had controls of its own in force."""
    own = np.zeros(len(log), np.bool_)
    for choice in log.rules.filed:
        own |= _covered(log, choice)
    return own


def _covered(log: LogView, choice: Choice) -> Flags:
    """(N,) hands of the game of some controls, on whose day a revision of them was in force."""
    return log.of(choice.revisions[-1].family) & _in_force(log, choice)


def _under_others(log: LogView) -> Flags:
    """(N,) hands whose ruleset is none of the room's own."""
    own = {choice.revisions[-1].id for choice in log.rules.filed}
    if log.rules.name.partition("@")[0] in own:
        return np.zeros(len(log), np.bool_)
    return np.ones(len(log), np.bool_)


def _in_force(log: LogView, choice: Choice) -> Flags:
    """(N,) hands on whose day a revision of the room's controls was in force."""
    days = [day for day in np.unique(log.day).tolist() if day != NOT_RECORDED]
    held = [day for day in days if choice.on(times.date_of(day)) is not None]
    return np.isin(log.day, held)


def _draft(log: LogView, choice: Choice, others: Flags) -> Draft:
    own, hands = choice.revisions[-1].id, log.number[others].tolist()
    which = (
        f"hand {hands[0]} was"
        if len(hands) == 1
        else f"{len(hands):,} hands, {hands[0]} to {hands[-1]}, were"
    )
    return Draft(
        hands=hands,
        line=1,
        stated=log.rules.name,
        expected=own,
        unit="ruleset",
        fact=f"{log.rules.name}|{own}",
        message=(
            f"The log names {log.rules.name}; {which} dealt while {own}, the room's own controls for this game, was in "
            f"force. They were audited under {log.rules.name}."
        ),
    )
