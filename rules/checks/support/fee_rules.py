"""Rules of controls about fees, and the revision that has them."""

from __future__ import annotations

from rules.checks.support.fee_triangle import KINDS
from rules.checks.support.log_view import LogView
from rules.clauses import Ambiguity, ambiguities
from rules.controls.ruleset import ROOM, Ruleset
from rules.times import date_of, parse_one


def provided(ruleset: Ruleset) -> frozenset[str] | None:
    """Kinds of fees that controls provide for; None: not a room's own, and none named.

    A room's controls may repeat the law on kinds that it does not take: those filed cite the room's own document, or are a
    jackpot. Without any such citation all count.
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
    """Whether controls say which fees may be taken."""
    return provided(ruleset) is not None


def in_force_at(log: LogView, at: str) -> Ruleset | None:
    """Revision in force on the gaming day of a log's time; None: none."""
    found = parse_one(at)
    if found is None or log.rules.choice is None:
        return None
    day = log.room.day(at) if log.room is not None else date_of(found[1])
    return None if day is None else log.rules.choice.on(day)


def left_open(ruleset: Ruleset, path: str) -> Ambiguity | None:
    """Ambiguity that leaves a parameter open; None: settled."""
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
