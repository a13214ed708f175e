"""Successive sessions of a table, and chips carried between."""

from __future__ import annotations

from msgspec import Struct

from rules.checks.day.day_view import DayView, same_table
from rules.checks.day.session_summary import ChipsAtEnds, SessionSummary
from rules.checks.support.chip_ends import ChipsBrought, ChipsLeft
from rules.checks.support.stretches import REST

NO_STACKS = "the stacks of the session, or of the one before at its table, were not recorded"
OVERLAP = "the session and the one before at its table overlap, or when that ended was not recorded"
MISSING = "a hand, or a session of the table, may be missing since the session before"
UNCLEAR = (
    "what a player had after the session before, or brought to this one, was not recorded or is not certain"
)
NOT_BACK = "a player had chips after the session before, did not cash them, and is not in the first hand"
BROKE = "a player had no chips after the session before and has some again, and no buy-in is on record"
BOUGHT = "a player had chips after the session before, did not cash them, and bought others"
PARTLY = "a player cashed a part of the chips after the session before, and began this one with other chips than the rest"


class CarriedStack(Struct, frozen=True):
    """Stack of a player in a session's first hand, and that due by the session before."""

    brought: ChipsBrought
    stated: int
    expected: int
    tracked: bool  # what the player bought in the session before is on record

    @property
    def over(self) -> int:
        return self.stated - self.expected


class Handover(Struct, frozen=True):
    """Comparable chips, and reasons why others are not. booked: cash-outs before and buy-ins after are on record. rest: the
    gap is a mere rest."""

    carried: tuple[CarriedStack, ...]
    reasons: tuple[str, ...]
    booked: bool
    rest: bool

    @property
    def goes_on(self) -> bool:
        """Whether the table surely played on: booked, or after a rest with at least half the stacks equal."""
        same = sum(not each.over and each.stated > 0 for each in self.carried)
        return self.booked or (self.rest and 0 < same >= len(self.carried) - same)


def before_at_table(view: DayView, at: int) -> int | None:
    """Position of the session before at a table, in one money."""
    own = view.sittings[at]
    found = [
        other
        for other in range(at)
        if same_table(view.sittings[other], own) and view.sittings[other].money == own.money
    ]
    return found[-1] if found else None


def handover(view: DayView, before: int, at: int) -> Handover | str:
    """Chips between two sessions, or the reason why they cannot be compared."""
    one, other = view.sittings[before], view.sittings[at]
    if one.chips is None or other.chips is None:
        return NO_STACKS
    if one.ends is None or one.ends > other.begins or one.runs_on:
        return OVERLAP
    if not _follows(view, one, other, one.chips):
        return MISSING
    brought = {each.player: each for each in other.chips.brought}
    carried: list[CarriedStack] = []
    reasons: dict[str, None] = {}
    for left in one.chips.left:
        found = _carried(left, brought.get(left.player))
        if isinstance(found, str):
            reasons[found] = None
        elif found is not None:
            carried.append(found)
    booked = one.chips.cashes and other.chips.buys
    return Handover(tuple(carried), tuple(reasons), booked, other.begins - one.ends <= REST)


def _carried(left: ChipsLeft, brought: ChipsBrought | None) -> CarriedStack | str | None:
    """Chips of a player, or the reason why they cannot be compared; None: nothing carried."""
    if brought is None:
        return None if left.cashed or left.amount == 0 else UNCLEAR if left.amount is None else NOT_BACK
    if not left.amount and not left.cashed and left.amount is not None:
        return _after_nothing(brought)
    if left.amount is None or brought.stack is None or brought.change is None:
        return UNCLEAR
    found = CarriedStack(brought, brought.stack, left.amount + brought.change, left.tracked)
    if not found.over:
        return found
    if left.cashed:
        return None if brought.bought and brought.stack == brought.change else PARTLY
    if brought.bought and not (brought.earlier and brought.stack > brought.change):
        return BOUGHT  # its own log shows whether the stack is what was bought
    return found


def _after_nothing(brought: ChipsBrought) -> CarriedStack | str | None:
    """Chips of a player who had none before."""
    if not brought.bought:
        return None if brought.stack == 0 else BROKE
    if brought.stack is None or brought.change is None or not brought.earlier:
        return None
    return (
        CarriedStack(brought, brought.stack, brought.change, True) if brought.stack > brought.change else None
    )


def _follows(view: DayView, one: SessionSummary, other: SessionSummary, chips: ChipsAtEnds) -> bool:
    """Whether surely no hand lies between two sessions."""
    if chips.cut or one.last_hand is None or other.first_hand is None:
        return False
    from_one = other.numbering is None or other.numbering.begin == "one"
    if not from_one and other.first_hand == one.last_hand + 1:
        return True
    whole = one.close and other.first_hand == 1
    return whole and (one.closed == other.opened or _numbered_on(view, one, other))


def _numbered_on(view: DayView, one: SessionSummary, other: SessionSummary) -> bool:
    """Whether all sessions numbered between two are there."""
    if one.number is None or other.number is None or other.number <= one.number:
        return False
    there = {each.number for each in view.sittings} | {each.number for each in view.numbers_elsewhere}
    return all(number in there for number in range(one.number + 1, other.number))
