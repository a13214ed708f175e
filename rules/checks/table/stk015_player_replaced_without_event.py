"""A seat has a new player, and the log records neither a departure nor an arrival.

Finds: a seat whose player changes between two hands, where the first player neither cashed out nor moved, and the
second neither brought chips nor came from another seat, by `chips` or by `seat` events.
What the first had is unaccounted for, where the second begins with exactly that.
Why: the player's name decides whose chips these are, who pays for the seat and who is due the results. Replacing one
name by another moves all of it.
Example: seat 3 is p-17 in hand 40 and p-52 in hand 41; p-17 cashes out at the end of the evening and p-52 never buys
in.
Needs: `chips` events of the players who come and go. Not every room records them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np

from rules.checks.support.check import BY_ROWS, NOT_RECORDED, POTS, Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.checks.support.seat_history import LogSeating
from rules.checks.support.sitters import Sitters, between, sitters
from rules.checks.support.stretches import Stretch
from rules.checks.table.stk010_chips_not_conserved_at_table import of_cash
from rules.hands import Ints
from rules.parties import party_of
from rules.records.events import Chips, SeatEvent

CHECK = Check(
    "STK015",
    "player-replaced-without-event",
    "discrepancy",
    "major",
    ("external:RECORD-attributable",),
    title="{whose} player changed without a record",
    scope="log",
    area="procedure",
    follows=("LOG001", "LOG002"),
    games=(*BY_ROWS, *POTS),
    applies=of_cash,
)
NO_CHIPS = "chips brought and taken were not recorded"
OUT_OF_ORDER = "hands are missing or out of order"
BANKER = "the banker changed, and may be the house"
_WENT = ("left", "moved", "removed")
_CAME = ("seated", "moved", "from_broken")
TWICE = "a player is recorded in two seats of the hand"
_Change = tuple[Stretch, Stretch]


def run(log: LogView) -> Tested:
    played = log.ruled(of_cash)
    known = any(event.kind in ("buy_in", "cash_out") for _, event in log.events.of(Chips))
    if not known:
        return Tested((), [(played, NO_CHIPS)])
    sat = sitters(log)
    if not sat.in_order:
        return Tested((), [(played, OUT_OF_ORDER)])
    moves = _Moves(log)
    findings: list[Draft] = []
    open_ = {reason: np.zeros(len(log), np.bool_) for reason in (OUT_OF_ORDER, BANKER, TWICE)}
    for went, came, place, lines in _placed(log, _changes(sat)):
        if not played[place] or _on_record(sat, moves, went, came, lines):
            continue
        if not sat.whole(went.last, came.first):
            open_[OUT_OF_ORDER][place] = True
        elif went.banked or came.banked:
            open_[BANKER][place] = True
        elif sat.seats(went.player, went.last) > 1 or sat.seats(came.player, came.first) > 1:
            open_[TWICE][place] = True  # STK004 reports it
        else:
            findings.append(_finding(log, place, went, came))
    return Tested(findings, [(played & mask, reason) for reason, mask in open_.items()])


class _Moves:
    """Lines of arrivals and departures of players and chips."""

    def __init__(self, log: LogView) -> None:
        self.brought: dict[str, list[int]] = defaultdict(list)
        self.taken: dict[str, list[int]] = defaultdict(list)
        for line, event in log.events.of(Chips):
            if event.kind != "cash_out":
                self.brought[event.player].append(line)
            if event.kind in ("cash_out", "move"):
                self.taken[event.player].append(line)
        for line, seat in log.events.of(SeatEvent):
            if seat.kind in _WENT:
                self.taken[seat.player].append(line)
            if seat.kind in _CAME:
                self.brought[seat.player].append(line)
        for lines in (*self.brought.values(), *self.taken.values()):
            lines.sort()


def _changes(sat: Sitters) -> Iterator[_Change]:
    """Last hands of players, and first of the next in the seat."""
    for stretches in sat.by_seat.values():
        for went, came in pairwise(stretches):
            if went.player != came.player:
                yield went, came


def _placed(
    log: LogView, changes: Iterable[_Change]
) -> Iterator[tuple[Stretch, Stretch, int, tuple[int, int]]]:
    """Changes, with position of the first hand, and both lines."""
    listed = list(changes)
    last, first = (
        np.searchsorted(log.number, np.array(numbers, log.number.dtype))
        for numbers in ([went.last for went, _ in listed], [came.first for _, came in listed])
    )
    lines = zip(log.line[last].tolist(), log.line[first].tolist(), strict=True)
    for (went, came), place, two in zip(listed, first.tolist(), lines, strict=True):
        yield went, came, place, two


def _on_record(sat: Sitters, moves: _Moves, went: Stretch, came: Stretch, lines: tuple[int, int]) -> bool:
    """Whether departure or arrival is on record."""
    if between(moves.taken[went.player], *lines):
        return True
    if sat.seats(went.player, came.first) or sat.seats(came.player, went.last):
        return True  # the player changed seats
    before = sat.before(came.player, came.first)
    since = sat.line(before.last) if before else 0
    return between(moves.brought[came.player], since, lines[1])


def _finding(log: LogView, place: int, went: Stretch, came: Stretch) -> Draft:
    passed = _passed_on(log, went, came)
    return Draft(
        hand=place,
        seat_number=came.seat,
        player=came.player,
        stated=came.player,
        expected=went.player,
        unit="player",
        party=party_of(went.player),
        money=passed,
        money_kind=None if passed is None else "unaccounted",
        message=(
            f"{log.where(place)}, seat {came.seat}: player {came.player} sits there; in hand {went.last} it was {went.player}. "
            f"Nothing on record says that {went.player} left or that {came.player} came."
        ),
    )


def _passed_on(log: LogView, went: Stretch, came: Stretch) -> int | None:
    """Chips that the second player begins with of the first's; None: unknown."""
    for seating in (log.people.seating, log.pots.seating):
        if seating is not None and came.seat <= seating.width:
            passed = _passed_at(seating, went, came)
            if passed is not None:
                return passed
    return None


def _passed_at(seating: LogSeating, went: Stretch, came: Stretch) -> int | None:
    last, first = np.searchsorted(seating.number, [went.last, came.first]).tolist()
    rows = [(last, went.last), (first, came.first)]
    if any(row >= len(seating) or seating.number[row] != number for row, number in rows):
        return None
    column = came.seat - 1
    stack, result, begun = (
        int(each)
        for each in (seating.stack[last, column], seating.net[last, column], seating.stack[first, column])
    )
    if NOT_RECORDED in (stack, result, begun):
        return None
    late, early = seating.fees.of(last), seating.fees.of(first)
    paid = _sum(late.amount[(late.seat == came.seat) & (late.before != 1)])
    paid_since = _sum(early.amount[(early.seat == came.seat) & (early.before == 1)])
    left = stack + result - paid
    return left if left == begun + paid_since and left > 0 else None


def _sum(amounts: Ints) -> int:
    return int(amounts.sum())
