"""The room's licence does not allow a kind of fee that was taken.

Finds: a rake, a fee for a hand or a collection of time in a room whose licence class does not allow that kind of fee.
Why: the licence class decides how a room may charge for play. The room has no right to any other kind of fee.
Example: a Class E room took $1.00 a hand from each player.
Needs: the room's licence class on record; `fees` of the hand, or `fee` events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from rules.card_room import licence_classes
from rules.checks.fees.time_fees import collections_under
from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested, inapplicable
from rules.checks.support.fee_limits import UNRECORDED
from rules.checks.support.log_view import LogView
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Ints

CHECK = Check(
    "FEE003",
    "kind-not-allowed",
    "violation",
    "critical",
    ("external:WAC-230-15-080-2",),
    title="A fee was taken that the licence does not allow",
    quotes=False,
    scope="log",
    rule=("fees.classes",),
    area="fees",
    of_amounts=False,
    follows=("FEE028",),
)
WORDS = {"rake": "a rake", "hand_fee": "a fee for the hand", "time": "time"}
OF_HANDS = ("rake", "hand_fee")
_CLASSES = "fees.classes"


def run(log: LogView) -> Tested:
    ruled = log.ruled(CHECK.applies_to)
    if not ruled.any():
        return inapplicable(log)
    class_unknown, unnamed = _unknown_class(log)
    return Tested(
        [*_of_hands(log, ruled), *_of_time(log)],
        [
            (ruled & class_unknown, "the licence class of the room is not on record"),
            (ruled & unnamed, "the controls do not say what a room of this class may take"),
            (ruled & ~log.fees.recorded, UNRECORDED),
        ],
    )


def _unknown_class(log: LogView) -> tuple[Flags, Flags]:
    """(N,) hands without a class on record, and of classes not listed."""
    class_unknown, unnamed = np.zeros(len(log), np.bool_), np.zeros(len(log), np.bool_)
    for hands_of_class, ruleset, name in _by_class(log):
        if name is None:
            class_unknown |= hands_of_class
        elif _allowed(ruleset, name) is None:
            unnamed |= hands_of_class
    return class_unknown, unnamed


def _by_class(log: LogView) -> Iterator[tuple[Flags, Ruleset, str | None]]:
    days, day = np.unique(log.day, return_inverse=True)
    named = licence_classes(log.room, days)
    for index, ruleset in enumerate(log.rulesets):
        if ruleset.sections.fees.classes is not None:
            for name in dict.fromkeys(named):
                of_class = np.array([each == name for each in named], np.bool_)
                yield (log.under == index) & of_class[day], ruleset, name


def _allowed(ruleset: Ruleset, name: str | None) -> Sequence[str] | None:
    """Kinds that a class may take; None: not stated."""
    classes = ruleset.sections.fees.classes
    return classes.of(name) if classes is not None else None


def _of_hands(log: LogView, ruled: Flags) -> Iterator[Draft]:
    columns: dict[str, Ints] = {"rake": log.fees.rake, "hand_fee": log.fees.hand_fee}
    for hands_of_class, ruleset, name in _by_class(log):
        allowed = _allowed(ruleset, name)
        for kind in OF_HANDS:
            if allowed is None or kind in allowed:
                continue
            places = np.flatnonzero(hands_of_class & ruled & (columns[kind] > 0))
            if len(places):
                yield _finding(log, places, kind, str(name), ruleset, int(columns[kind][places].sum()))


def _finding(log: LogView, places: Ints, kind: str, name: str, ruleset: Ruleset, money: int) -> Draft:
    first = log.where(int(places[0]))
    where = first if len(places) == 1 else f"{first} and {len(places) - 1:,} more"
    return Draft(
        hand=int(places[0]),
        hands=log.number[places].tolist() if len(places) > 1 else None,
        stated=kind,
        expected=", ".join(_allowed(ruleset, name) or ()) or "none",
        unit="kind of fee",
        money=money,
        clause=ruleset.cite(_CLASSES),
        fact=f"{kind}|{name}",
        message=f"{where}: {WORDS[kind]} was taken, {log.money(money)} in all; a room of class {name} may not take it.",
    )


def _of_time(log: LogView) -> Iterator[Draft]:
    for each in collections_under(log, lambda ruleset: ruleset.sections.fees.classes is not None):
        assert each.ruleset is not None
        days = np.array([each.day])
        name = None if each.day == NOT_RECORDED else licence_classes(log.room, days)[0]
        allowed = None if name is None else _allowed(each.ruleset, name)
        if allowed is not None and "time" not in allowed and each.amount:
            yield Draft(
                line=each.line,
                seat_number=each.seat,
                player=each.player,
                stated="time",
                expected=", ".join(allowed) or "none",
                unit="kind of fee",
                money=each.amount,
                clause=each.ruleset.cite(_CLASSES),
                fact=f"time|{name}|{each.player}|{each.at}|{each.amount}",
                money_kind="over_collected",
                message=(
                    f"Seat {each.seat}: {log.money(each.amount)} was collected for time at {log.time(each.at)}; a room of "
                    f"class {name} may not take it."
                ),
            )
