"""The fee triangle: amounts due, recorded, and counted in the drop boxes.

Each side is a span, since part may be unknown. Two sides differ only where their spans do not overlap.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import numpy as np
from msgspec import Struct

from rules.controls.ruleset import Ruleset
from rules.hands import Ints

KINDS = ("rake", "hand_fee", "jackpot", "time")  # of fees and of drop boxes
OF_HANDS = KINDS[:3]
WORDS = {
    "rake": "rake",
    "hand_fee": "hand fees",
    "jackpot": "jackpot collections",
    "time": "time collections",
}


class Span(Struct, frozen=True):
    """An amount between two bounds. most: None: unknown."""

    least: int = 0
    most: int | None = None

    @property
    def sure(self) -> int | None:
        """The amount where it is exact."""
        return self.least if self.least == self.most else None

    def __add__(self, other: Span) -> Span:
        most = None if self.most is None or other.most is None else self.most + other.most
        return Span(self.least + other.least, most)

    def over(self, other: Span) -> int:
        """Least excess (+) or deficit (−) over another; 0: may be equal."""
        if other.most is not None and self.least > other.most:
            return self.least - other.most
        if self.most is not None and self.most < other.least:
            return self.most - other.least
        return 0

    def testable(self, other: Span) -> bool:
        """Whether two amounts surely differ or agree."""
        return (self.most is not None and other.most is not None) or self.over(other) != 0


NOTHING_KNOWN = Span()


Less = Literal["differs", "note", "nothing"]
_LENIENCE: tuple[Less, ...] = ("differs", "note", "nothing")


class Sides(Struct, frozen=True, kw_only=True):
    """Three sides of one kind of fee. beside: its part that may be in another kind's box. less: meaning of a deficit."""

    kind: str
    due: Span = NOTHING_KNOWN
    recorded: Span = NOTHING_KNOWN
    drop: Span = NOTHING_KNOWN
    beside: Span = Span(0, 0)
    less: Less = "differs"

    def __add__(self, other: Sides) -> Sides:
        return Sides(
            kind=self.kind,
            due=self.due + other.due,
            recorded=self.recorded + other.recorded,
            drop=self.drop + other.drop,
            beside=self.beside + other.beside,
            less=more_lenient(self.less, other.less),
        )

    @property
    def relevant(self) -> bool:
        return bool(self.due.least or self.due.most or self.recorded.least) or self.drop != NOTHING_KNOWN


def more_lenient(one: Less, other: Less) -> Less:
    """The more lenient meaning of a deficit, for sums."""
    return max(one, other, key=_LENIENCE.index)


def nothing(kind: str) -> Sides:
    """Sides without hands."""
    return Sides(kind=kind, due=Span(0, 0), recorded=Span(0, 0), drop=Span(0, 0))


Side = Literal["due", "recorded", "drop"]


class SideDifference(NamedTuple):
    """Closest amounts of two sides that differ."""

    stated: int
    expected: int

    @property
    def difference(self) -> int:
        return self.stated - self.expected

    @property
    def word(self) -> str:
        return "too much" if self.difference > 0 else "short"


def comparable(sides: Sides, stated: Side, expected: Side) -> bool:
    """Whether two sides can be compared: drop with due only where fees were not recorded."""
    if (stated, expected) == ("drop", "due") and sides.recorded.most is not None:
        return False
    return sides.relevant and _span(sides, stated).testable(_compared_with(sides, stated, expected))


def side_difference(sides: Sides, stated: Side, expected: Side) -> SideDifference | None:
    """Difference of two sides; None: none."""
    side = _span(sides, stated)
    over = side.over(_compared_with(sides, stated, expected))
    if not over:
        return None
    nearest = side.least if over > 0 else side.most
    assert nearest is not None
    return SideDifference(nearest, nearest - over)


def weight(sides: Sides, expected: Side, found: SideDifference) -> Less:
    """Meaning of a difference of two sides."""
    return sides.less if expected == "due" and found.difference < 0 else "differs"


_MISSING = {
    "due": "the controls fix no amount for the fee",
    "recorded": "the fees of some hands were not recorded",
    "drop": "no drop box was counted after the last hand, or the time of a count does not fit its line",
}


def untestable_because(sides: Sequence[Sides], stated: Side, expected: Side) -> str:
    """Reason why no kind of fee could be tested."""
    if (stated, expected) == ("drop", "due") and all(each.recorded.most is not None for each in sides[:3]):
        return "the fees of the hands were recorded, and the drop boxes are compared with them"
    for side in (stated, expected):
        if all(_span(each, side).most is None for each in sides):
            return _MISSING[side]
    return "no kind of fee has both amounts on record"


def _compared_with(sides: Sides, stated: Side, expected: Side) -> Span:
    """Span that a side is compared with; a box may lack what is in another kind's."""
    found = _span(sides, expected)
    if stated != "drop":
        return found
    elsewhere = sides.beside.most
    return Span(0 if elsewhere is None else max(found.least - elsewhere, 0), found.most)


def _span(sides: Sides, side: Side) -> Span:
    found: Span = getattr(sides, side)
    return found


def summed(kind: str, sides: Iterable[Sides]) -> Sides:
    """Sides of one kind, summed."""
    return sum((each for each in sides if each.kind == kind), nothing(kind))


class Price(NamedTuple):
    """A fixed fee, per hand or per player dealt in."""

    amount: int
    each_player: bool
    path: str


def price(ruleset: Ruleset, kind: str, currency: str) -> Price | None:
    """Fixed price of a kind of fee; None: none, or in another currency."""
    fees = ruleset.sections.fees
    if fees.currency not in (None, currency):
        return None
    if kind == "rake":
        amount = fees.rake.amount.money if fees.rake.fixed else None
        return None if amount is None else Price(amount, each_player=False, path="fees.rake.amount")
    charges = {
        "hand_fee": (("player", fees.hand_fee.player), ("hand", fees.hand_fee.hand)),
        "jackpot": (("hand", fees.jackpot.hand),),
    }
    for of, charge in charges.get(kind, ()):
        if charge.money is not None:
            return Price(charge.money, of == "player", f"fees.{kind}.{of}")
    return None


def scheduled(ruleset: Ruleset, kind: str) -> str | None:
    """Path of the schedule that sets each pot hand's fee; None: none."""
    fees = ruleset.sections.pot.fees if ruleset.sections.pot is not None else None
    if fees is not None and kind == "rake" and fees.rake is not None:
        return "pot.fees.rake"
    if fees is not None and kind == "jackpot" and fees.drop.money is not None:
        return "pot.fees.drop"
    return None


def less_than_due(ruleset: Ruleset, kind: str) -> Less:
    """Meaning of a deficit in a kind of fee."""
    rake = ruleset.sections.pot.fees.rake if ruleset.sections.pot is not None else None
    return rake.below if kind == "rake" and rake is not None and rake.mode == "exact" else "differs"


def fixes(ruleset: Ruleset) -> bool:
    """Whether controls fix a fee, in any currency, or require the same in every hand."""
    currency = ruleset.sections.fees.currency or ""
    same = ruleset.sections.fees.rake.fixed  # even where they do not state the amount
    return same or any(price(ruleset, kind, currency) or scheduled(ruleset, kind) for kind in KINDS)


def jackpot_in_rake(ruleset: Ruleset) -> bool:
    """Whether the jackpot drop is part of the rake, and may have its own box."""
    return ruleset.sections.fees.jackpot.kind == "part_of_rake"


class CountedDrop(NamedTuple):
    """A count of a drop box."""

    line: int
    amount: int


def counted_in_all(taken: Ints, counts: Sequence[CountedDrop]) -> Span:
    """Contents of a log's boxes. ``taken``: (n,) ascending lines with fees.

    A box counted before the first fee is another session's; fees after the last count are in none.
    """
    counted = [each for each in counts if len(taken) and each.line > taken[0]]
    total = sum(each.amount for each in counted)
    closed = bool(counted) and max(each.line for each in counted) > taken[-1]
    return Span(total, total if closed else None)


def counted_by_day(taken: Ints, days: Ints, counts: Sequence[CountedDrop]) -> dict[int, Span]:
    """Contents by gaming day. ``days``: (n,) of the lines.

    A day is separate only where a box was counted before the next day's first fee.
    """
    present, first = np.unique(days, return_index=True)
    if (np.diff(days) < 0).any():
        return {int(day): NOTHING_KNOWN for day in present}
    bounds = [*first.tolist(), len(days)]
    found: dict[int, Span] = {}
    apart = True
    for day, start, end in zip(present.tolist(), bounds, bounds[1:], strict=False):
        upper = int(taken[end]) if end < len(taken) else None
        counted = [
            each for each in counts if each.line > taken[start] and (upper is None or each.line < upper)
        ]
        total = sum(each.amount for each in counted)
        closed = bool(counted) and max(each.line for each in counted) > taken[end - 1]
        found[day] = Span(total, total if closed else None) if apart else NOTHING_KNOWN
        apart = closed
    return found
