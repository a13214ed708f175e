"""Daily totals of a log: hands, fees, and amounts that controls fix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from msgspec import Struct, field, structs

from rules import times
from rules.card_room import Room
from rules.checks.support.fee_triangle import (
    KINDS,
    NOTHING_KNOWN,
    OF_HANDS,
    CountedDrop,
    Less,
    Price,
    Sides,
    Span,
    counted_by_day,
    counted_in_all,
    jackpot_in_rake,
    less_than_due,
    more_lenient,
    price,
    scheduled,
)
from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED, Flags, Hands, Ints
from rules.narrow import distinct
from rules.records.events import Drop, Fee
from rules.records.table_events import TableEvents


class DaySums(Struct):
    """Hands of a gaming day. due: least and most by kind.

    first: the first deal; last: the last deal or settlement; None: unrecorded.
    """

    hands: int = 0
    void: int = 0
    untimed: int = 0
    unrecorded: int = 0  # hands whose fees were not recorded
    first: int | None = None
    last: int | None = None
    jackpot_in_rake: bool = False
    fees: Counter[str] = field(default_factory=Counter)
    due: dict[str, Span] = field(default_factory=lambda: dict.fromkeys(OF_HANDS, Span(0, 0)))
    less: dict[str, Less] = field(default_factory=lambda: dict.fromkeys(OF_HANDS, "differs"))

    def dealt(self, at: Ints, ended_at: Ints) -> None:
        """Take the recorded times (H,) of hands."""
        first, last = at[at != NOT_RECORDED], np.maximum(at, ended_at)
        last = last[last != NOT_RECORDED]
        if len(first):
            self.first = min(int(first.min()), int(first.min()) if self.first is None else self.first)
        if len(last):
            self.last = max(int(last.max()), int(last.max()) if self.last is None else self.last)

    def lenient(self, kind: str, less: Less) -> None:
        """Note what less of a fee than due means for some hands."""
        self.less[kind] = more_lenient(self.less[kind], less)


class DailyTotals:
    """Hands and fees of a log by gaming day."""

    def __init__(self) -> None:
        self.days: dict[int, DaySums] = {}

    def add(
        self,
        hands: Hands,
        under: Ints,
        rulesets: Sequence[Ruleset],
        currency: str,
        by_schedule: Mapping[str, Ints] | None = None,
    ) -> None:
        """Take a block. ``under``: (H,) position in ``rulesets``, -1: none. by_schedule: by kind of fee, (H,) due, or
        NOT_RECORDED.

        Amounts fixed in another currency than the session's are unknown.
        """
        void, untimed, unrecorded = hands.void == 1, hands.at == NOT_RECORDED, ~hands.fees_recorded
        for day in distinct(hands.day).tolist():
            mine = hands.day == day
            sums = self.days.setdefault(day, DaySums())
            sums.hands += int(np.count_nonzero(mine))
            sums.void += int(np.count_nonzero(mine & void))
            sums.dealt(hands.at[mine], hands.ended_at[mine])
            sums.untimed += int(np.count_nonzero(mine & untimed))
            sums.unrecorded += int(np.count_nonzero(mine & unrecorded))
            for kind, amount in _taken(hands, mine).items():
                sums.fees[kind] += amount
            for index in distinct(under[mine]).tolist():
                ruleset = rulesets[index] if index >= 0 else None
                known = ruleset if ruleset is not None and ruleset.family == hands.game else None
                _price(sums, hands, mine & (under == index), known, currency, by_schedule or {})


def _taken(hands: Hands, mine: Flags) -> dict[str, int]:
    kinds, amounts = hands.fees["kind"], hands.fees["amount"]
    there = mine[hands.fees.hand]
    return {
        hands.names[kind]: int(amounts[there & (kinds == kind)].sum()) for kind in np.unique(kinds[there])
    }


def _price(
    sums: DaySums,
    hands: Hands,
    mine: Flags,
    ruleset: Ruleset | None,
    currency: str,
    by_schedule: Mapping[str, Ints],
) -> None:
    sums.jackpot_in_rake |= ruleset is not None and jackpot_in_rake(ruleset)
    for kind in OF_HANDS:
        if ruleset is None:
            sums.due[kind] += NOTHING_KNOWN
        elif scheduled(ruleset, kind):
            foreign = ruleset.sections.fees.currency not in (None, currency)
            sums.due[kind] += NOTHING_KNOWN if foreign else _in_all(by_schedule.get(kind), mine)
            sums.lenient(kind, less_than_due(ruleset, kind))
        else:
            sums.due[kind] += _fixed(hands, mine, price(ruleset, kind, currency))


def _fixed(hands: Hands, mine: Flags, fixed: Price | None) -> Span:
    if fixed is None:
        return NOTHING_KNOWN
    played = mine & (hands.void != 1)
    least, most = (
        fixed.amount * int(hands.dealt_in[each].sum() if fixed.each_player else each.sum())
        for each in (played, mine)
    )
    return Span(least, most)


def _in_all(due: Ints | None, mine: Flags) -> Span:
    if due is None:
        return NOTHING_KNOWN
    known = due[mine & (due != NOT_RECORDED)]
    total = int(known.sum())
    return Span(total, total if len(known) == mine.sum() else None)


class Takings(Struct, frozen=True):
    """Times of fees and box counts of a log, with gaming days."""

    line: Ints  # (N,) of the hands
    day: Ints
    time_line: Ints  # (n,) of the collections of time
    time_day: Ints
    time_amount: Ints
    counts: Mapping[str, Sequence[CountedDrop]]
    disordered: frozenset[str]  # kinds with a box that was counted at another time than its line says

    @classmethod
    def of(cls, line: Ints, at: Ints, day: Ints, events: TableEvents, room: Room | None) -> Takings:
        """Takings of hands (N,) and of a log's events."""
        collected, drops = list(events.of(Fee)), list(events.of(Drop))
        paid = (
            np.array([each for each, _ in collected], np.int64),
            _instants(event.at for _, event in collected),
        )
        return cls(
            line=line,
            day=day,
            time_line=np.array([place for place, _ in collected], np.int64),
            time_day=np.array([gaming_day(event.at, room) for _, event in collected], np.int64),
            time_amount=np.array([event.amount for _, event in collected], np.int64),
            counts={
                kind: [CountedDrop(place, event.amount) for place, event in drops if event.kind == kind]
                for kind in KINDS
            },
            disordered=frozenset(
                event.kind
                for place, event in drops
                if _out_of_order(*(paid if event.kind == "time" else (line, at)), place, event.at)
            ),
        )

    def lines_of(self, kind: str) -> tuple[Ints, Ints]:
        """Lines on which fees of a kind can have been taken, with days."""
        return (self.time_line, self.time_day) if kind == "time" else (self.line, self.day)


def _out_of_order(line: Ints, at: Ints, place: int, text: str) -> bool:
    """Whether a line's time is before that of the line above or after that below. ``line``, ``at``: (n,) to compare with."""
    found = times.parse_one(text)
    if found is None:
        return True
    below = int(np.searchsorted(line, place))
    late = below > 0 and at[below - 1] != NOT_RECORDED and at[below - 1] > found[0]
    early = below < len(at) and at[below] != NOT_RECORDED and at[below] < found[0]
    return bool(late or early)


def _instants(texts: Iterable[str]) -> Ints:
    return np.array(
        [found[0] if (found := times.parse_one(text)) else NOT_RECORDED for text in texts], np.int64
    )


def gaming_day(text: str, room: Room | None) -> int:
    """Gaming day in days since 1970-01-01; without a room the day as written."""
    found = times.parse_one(text)
    if found is None:
        return NOT_RECORDED
    return found[1] if room is None else int(room.days(np.array([found[0]]))[0])


def sides_by_day(book: DailyTotals, takings: Takings) -> dict[int, list[Sides]]:
    """Triangle of each gaming day, by kind."""
    by_kind = {
        kind: counted_by_day(*takings.lines_of(kind), takings.counts[kind])
        for kind in KINDS
        if kind not in takings.disordered
    }
    days = sorted({*book.days, *takings.time_day.tolist()})
    return {
        day: _sides(
            book.days.get(day, DaySums()),
            takings.time_amount[takings.time_day == day],
            {kind: by_kind.get(kind, {}).get(day, NOTHING_KNOWN) for kind in KINDS},
        )
        for day in days
    }


def sides_in_all(book: DailyTotals, takings: Takings) -> list[Sides]:
    """Triangle of a log as a whole, by kind."""
    drops = {
        kind: NOTHING_KNOWN
        if kind in takings.disordered
        else counted_in_all(takings.lines_of(kind)[0], takings.counts[kind])
        for kind in KINDS
    }
    whole = DaySums()
    for sums in book.days.values():
        whole.unrecorded += sums.unrecorded
        whole.jackpot_in_rake |= sums.jackpot_in_rake
        whole.fees.update(sums.fees)
        for kind in OF_HANDS:
            whole.due[kind] += sums.due[kind]
            whole.lenient(kind, sums.less[kind])
    return _sides(whole, takings.time_amount, drops)


def _sides(sums: DaySums, collected: Ints, drops: Mapping[str, Span]) -> list[Sides]:
    sides = []
    for kind in OF_HANDS:
        taken = sums.fees[kind]
        recorded = Span(taken, None if sums.unrecorded else taken)
        sides.append(
            Sides(kind=kind, due=sums.due[kind], recorded=recorded, drop=drops[kind], less=sums.less[kind])
        )
    if sums.jackpot_in_rake:
        rake, jackpot = sides[0], sides[OF_HANDS.index("jackpot")]
        sides[0] = structs.replace(rake, beside=Span(0, jackpot.recorded.most))
    total = int(collected.sum())
    time = Span(total, total) if len(collected) else NOTHING_KNOWN
    return [*sides, Sides(kind="time", recorded=time, drop=drops["time"])]
