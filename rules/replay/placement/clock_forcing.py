"""Rows that a clock forces, and whether a player has a decision left.

CARN-clock-forced, OFC1-stepaway-allowed; AMB-CARN-forced-foul, AMB-CARN-forced-all-foul, AMB-OFC1-stepaway.
"""

from __future__ import annotations

from msgspec import Struct

from rules.controls.ruleset import Ruleset
from rules.replay.placement.outlook import (
    RowOrder,
    Rows,
    can_be_legal,
    in_order_so_far,
    open_rows,
    unseen_by,
)
from rules.replay.scoring import compiled

UNKNOWN = -1  # a row that could not be worked out
ANY = -2  # the player may choose
SECOND = 1_000_000  # microseconds


class ClockRules(Struct, frozen=True):
    """Conditions, length and consequence of a clock."""

    after: int  # microseconds into the turn; 0: at any time, or not stated
    time: int  # microseconds
    follows: bool  # what follows an expired clock is stated
    forces: bool  # the card goes into a row; else the hand is fouled
    by_completion: (
        bool  # a foul is certain where nothing unseen can complete the hand; else by finished rows only
    )
    no_row: str  # front_most, back_most or choice
    first_five_one_by_one: bool
    order: RowOrder

    @classmethod
    def of(cls, ruleset: Ruleset) -> ClockRules | None:
        """The ruleset's [clock]; None where it has none."""
        clock = ruleset.sections.clock
        if clock is None:
            return None
        expiry = clock.expiry
        return cls(
            after=clock.call.after * SECOND,
            time=clock.time.seconds * SECOND,
            follows=expiry is not None,
            forces=expiry is not None and expiry.then == "force",
            by_completion=expiry is None or expiry.guaranteed == "no_completion",
            no_row=expiry.no_row if expiry is not None else "front_most",
            first_five_one_by_one=expiry is not None and expiry.first_five == "one_by_one",
            order=order_of(ruleset),
        )


def order_of(ruleset: Ruleset) -> RowOrder:
    """Order of rows under a ruleset."""
    scoring = compiled(ruleset)
    return RowOrder(scoring.scale, scoring.equal_rows_foul)


def forced_row(rows: Rows, card: int, seen: set[int], rules: ClockRules) -> int:
    """Row for a card when time is over: the front-most without a certain foul. 0 front, 1 middle, 2 back;
    UNKNOWN or ANY. seen: all cards in view.
    """
    free = open_rows(rows)
    if not free:
        return UNKNOWN
    for place in free:
        after = _with(rows, place, card)
        fine = (
            can_be_legal(after, unseen_by(seen), rules.order)
            if rules.by_completion
            else in_order_so_far(after, rules.order)
        )
        if fine is None:
            return UNKNOWN
        if fine:
            return place
    if rules.no_row == "choice":
        return ANY
    return free[0] if rules.no_row == "front_most" else free[-1]


def no_decisions_left(rows: Rows, seen: set[int], order: RowOrder, *, examples_only: bool) -> bool | None:
    """Whether free slots are in one row only, or the hand cannot be legal; None: the search ended first.

    examples_only: free slots in front only, as in the document's example.
    """
    free = open_rows(rows)
    if len(free) == 0 or (len(free) == 1 and (free == [0] or not examples_only)):
        return True
    legal = can_be_legal(rows, unseen_by(seen), order)
    return None if legal is None else not legal


def _with(rows: Rows, place: int, card: int) -> Rows:
    front, middle, back = ((*row, card) if at == place else row for at, row in enumerate(rows))
    return front, middle, back
