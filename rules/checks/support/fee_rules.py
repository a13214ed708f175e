"""Fees as they were recorded and as the controls limit them: shared by the checks of fees."""

from __future__ import annotations

from typing import Any

import numpy as np

from rules.checks.support.check import Draft, HandsView, LogView
from rules.checks.support.fee_triangle import KINDS
from rules.clauses import Ambiguity, ambiguities
from rules.controls.ruleset import ROOM, Ruleset
from rules.hands import Flags
from rules.times import date_of, parse_one

UNRECORDED = "the fees of the hand were not recorded"


def unrecorded(view: HandsView) -> list[tuple[Flags, str]]:
    """Hands whose fees were not recorded: any may have been taken, also of a deal that was declared void."""
    return [(~view.hands.fees_recorded, UNRECORDED)]


def foreign(ruleset: Ruleset, currency: str) -> str | None:
    """Why the amounts of a ruleset cannot be compared with a session; None where they are in its currency."""
    limit_currency = ruleset.sections.fees.currency
    if limit_currency == currency:
        return None
    return f"the limit is in {limit_currency} and the session in {currency}"


def above_limit(
    view: HandsView | LogView,
    said: str,
    stated: int,
    allowed: int,
    clause: str,
    *,
    limit: int | None = None,
    sure: bool = True,
    ending: str = "",
    **about: Any,
) -> Draft:
    """The finding that an amount is above a limit of the controls, in minor units.

    said: the sentence up to the limit: "Hand 17: a rake of $6.00 was taken; the limit for a hand is". limit: the amount
    that the sentence ends with, where it is not what was allowed in all. sure: else a person decides. about: the other
    fields of the draft.
    """
    return Draft(
        stated=stated,
        expected=allowed,
        unit="money",
        kind=None if sure else "undetermined",
        severity=None if sure else "note",
        money=stated - allowed,
        clause=clause,
        message=f"{said} {view.money(allowed if limit is None else limit)} ({clause}){ending}.",
        **about,
    )


def limited(log: LogView, path: str) -> tuple[Flags, list[tuple[Flags, str]]]:
    """(N,) hands under controls with a limit of money at a path in the session's currency, and those in another."""
    currency = log.session.currency
    has = [index for index, each in enumerate(log.rulesets) if each.get(path) is not None]
    others = [(index, reason) for index in has if (reason := foreign(log.rulesets[index], currency))]
    in_other_currency = [(log.under == index, reason) for index, reason in others]
    in_currency = [index for index in has if index not in dict(others)]
    return np.isin(log.under, in_currency), in_other_currency


def provided(ruleset: Ruleset) -> frozenset[str] | None:
    """The kinds of fees that controls provide for; None where they are not a room's own and name none.

    A room's controls may repeat the law's limits for kinds of fees that the room does not take. A kind is filed where the
    controls cite a section of the room's own document for it; a jackpot is always filed. Where no kind has such a section,
    all kinds in the controls are filed.
    """
    ruleset = ruleset.as_filed  # limits that only the law adds file nothing
    named = frozenset(kind for kind in KINDS if ruleset.get(f"fees.{kind}") is not None)
    if not named and not ruleset.of_a_room:
        return None
    filed = [
        kind for kind in named if any(each.startswith(ROOM) for each in ruleset.cites_within(f"fees.{kind}"))
    ]
    return frozenset({*filed, *({"jackpot"} & named)}) if filed else named


def speaks_of_fees(ruleset: Ruleset) -> bool:
    """Whether controls say which kinds of fees may be taken."""
    return provided(ruleset) is not None


def in_force_at(log: LogView, at: str) -> Ruleset | None:
    """The revision in force on the gaming day of a time as the log has it; None where there is none."""
    found = parse_one(at)
    if found is None or log.rules.choice is None:
        return None
    day = log.room.day(at) if log.room is not None else date_of(found[1])
    return None if day is None else log.rules.choice.on(day)


def left_open(ruleset: Ruleset, path: str) -> Ambiguity | None:
    """The ambiguity by which the controls leave a parameter open; None where they settle it."""
    return next(
        (
            each
            for each in ambiguities().values()
            if each.id not in ruleset.readings
            and ruleset.concerns(each)
            and any(path in reading.sets for reading in each.readings.values())
        ),
        None,
    )
