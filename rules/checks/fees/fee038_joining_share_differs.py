"""A player who sat down during a paid period paid another share of it than is due.

Finds: a payment for a period from a player who sat down during it, where the controls have him pay from the next period
on; and, where they have him pay for the minutes that are left, a payment of another amount than the share of these. The
share is that of the players who sat there when the period began. The minutes are counted from between the hand before
the player's first one and that hand, and begun minutes as well as full ones are right. A person decides where the
controls leave open which of the two holds and the amount fits one of them, and where the player was in a hand less than
a period before the period began.
Why: who sits down late pays what the controls say, and no more and no less than others who do.
Example: for 20:30 to 21:00 every player paid €25.00; seat 4 sat down at 20:40 and paid €25.00.
Needs: `fee` events, and times of hands that run forward. A player's first hand is not tested where the hand before it is
missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from rules.checks.fees.hourly_charges import MINUTE
from rules.checks.fees.joined_periods import Joined, joined_periods, unplaced
from rules.checks.fees.table_charge import where_time_is_charged
from rules.checks.fees.time_fees import collections_of, in_order, missing, placeable, span
from rules.checks.support.check import ANY_GAME, Check, Draft, Tested
from rules.checks.support.fee_rules import left_open
from rules.checks.support.log_view import LogView
from rules.controls.ruleset import Ruleset

CHECK = Check(
    "FEE038",
    "joining-share-differs",
    "violation",
    "minor",
    ("OLY-2.37-b", "OLY-2.37-c"),
    title="{who} sat down during a period and paid another share than is due",
    quotes=False,
    scope="log",
    rule=("fees.time.joining",),
    area="fees",
    of_amounts=False,
    applies=lambda ruleset: ruleset.sections.fees.time.joining is not None,
    follows=("FEE017",),
    games=ANY_GAME,
)
AFTER_A_GAP = "the hand before it is not on record, so that it is unknown when a player sat down"
_JOINING = "fees.time.joining"
Reading = Literal["next_period", "by_minutes"]


class _Due(NamedTuple):
    least: int
    most: int

    def holds(self, paid: int) -> bool:
        return self.least <= paid <= self.most

    def nearest(self, paid: int) -> int:
        """Amount due nearest to a payment."""
        return min(max(paid, self.least), self.most)


def run(log: LogView) -> Tested:
    ruled = log.ruled(CHECK.applies_to)
    return where_time_is_charged(
        log,
        Tested(
            _findings(log),
            [
                *missing(log, ruled, covers=True),
                *in_order(log, ruled),
                (ruled & unplaced(log), AFTER_A_GAP),
            ],
        ),
    )


def _findings(log: LogView) -> Iterator[Draft]:
    if not placeable(log) or any(not each.dated for each in collections_of(log) if each.amount):
        return
    for joined in joined_periods(log, CHECK.applies_to):
        ruleset = joined.period.ruleset
        due = {"next_period": _Due(0, 0), "by_minutes": _by_minutes(joined)}
        reading = ruleset.sections.fees.time.joining
        assert reading is not None
        fits = [each for each in due if due[each].holds(joined.paid)]
        open_ = left_open(ruleset, _JOINING) is not None
        if fits != [*due] and (open_ or reading not in fits):
            yield _finding(log, joined, due, reading, open_=open_, fits=bool(open_ and fits))


def _by_minutes(joined: Joined) -> _Due:
    """Share for the minutes left, as far as the hands bound it."""
    period, (least, most) = joined.period, joined.left
    length = (period.span[1] - period.span[0]) // MINUTE
    step, up = _rounding(period.ruleset)
    fewest = period.least * (least // MINUTE)
    lowest = -(-fewest // (length * step)) if up else fewest // (length * step)
    return _Due(lowest * step, -(-period.most * -(-most // MINUTE) // (length * step)) * step)


def _rounding(ruleset: Ruleset) -> tuple[int, bool]:
    """Step of a share, and whether shares surely round up."""
    split = ruleset.sections.fees.time.split
    settled = left_open(ruleset, "fees.time.split.odd") is None
    if settled and split.odd == "exact":
        return 1, False
    return split.step_money, settled and split.odd == "round_up"


def _finding(
    log: LogView, joined: Joined, due: dict[str, _Due], reading: Reading, *, open_: bool, fits: bool
) -> Draft:  # fmt: skip
    stretch, clause = joined.stretch, joined.period.ruleset.cite(_JOINING)
    away = {each: abs(joined.paid - amounts.nearest(joined.paid)) for each, amounts in due.items()}
    sure = not fits and not joined.returned
    collected = log.money(joined.paid) if joined.paid else "nothing"
    back = "; he was in a hand shortly before it, and may have kept his seat" if joined.returned else ""
    return Draft(
        hand=joined.hand,
        seat_number=stretch.seat,
        player=stretch.player,
        stated=joined.paid,
        expected=due[reading].nearest(joined.paid),
        unit="money",
        kind=None if sure else "undetermined",
        severity=None if sure else "note",
        money=max(away.values()) if fits else away[reading],
        clause=clause,
        fact=f"{stretch.player}|{joined.period.span[0]}|{joined.period.span[1]}",
        message=(
            f"{log.where(joined.hand)}, seat {stretch.seat}: the player's first hand of {span(log, *joined.period.span)} "
            f"was dealt during that period, and {collected} was collected from him for it; "
            f"{_due_text(log, due, reading, open_=open_)}{back} ({clause})."
        ),
    )


def _due_text(log: LogView, due: dict[str, _Due], reading: Reading, *, open_: bool) -> str:
    """Words for the amount due, under both readings if open."""
    least, most = due["by_minutes"]
    amount = log.money(least) if least == most else f"{log.money(least)} to {log.money(most)}"
    texts = {
        "next_period": "nothing is due before the next period",
        "by_minutes": f"{amount} is due for the minutes that were left",
    }
    if not open_:
        return texts[reading]
    other = next(each for each in texts if each != reading)
    return f"the controls leave open whether {texts[reading]}, or {texts[other]}"
