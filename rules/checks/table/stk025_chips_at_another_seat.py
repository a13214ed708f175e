"""Chips are recorded at a seat where their player did not sit.

Finds: chips brought, moved or taken by a player at a seat that was not the player's before that line and not after it; of a
player who is in no hand, at a seat that another one holds in the hands around it.
Why: chips belong to whoever sits behind them. At another seat they are counted with another player's, or were never there.
Example: p-17 buys in for $200.00 at seat 4, and sits at seat 6 in the hands before and after.
Needs: `chips` events, and hands in their order. Seats that `seat` events name for the player count as the player's.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import ANY_GAME, Check, Draft, Tested, nothing_to_test
from rules.checks.support.log_view import LogView
from rules.checks.support.sitters import Sitters, sitters
from rules.records.events import Chips, SeatEvent

CHECK = Check(
    "STK025",
    "chips-at-another-seat",
    "discrepancy",
    "minor",
    ("external:RECORD-attributable",),
    title="Chips are on record at a seat where {player} did not sit",
    scope="log",
    area="evidence",
    follows=("STK015",),
    games=ANY_GAME,
    of_amounts=False,
)


def run(log: LogView) -> Tested:
    if not len(log.events.places_of(Chips)):
        return nothing_to_test(log, "no chips were recorded")
    sat = sitters(log)
    if not sat.in_order:
        return nothing_to_test(log, "hands are missing or out of order")
    return Tested(_findings(log, sat))


def _findings(log: LogView, sat: Sitters) -> Iterator[Draft]:
    named = _named(log)
    for line, event in log.events.of(Chips):
        if event.seat in named.get(event.player, ()):
            continue
        place = int(np.searchsorted(log.line, line))
        seats = _seats(sat, event.player, place)
        if seats and event.seat not in seats:
            yield _finding(log, line, event, f"it sits at seat {seats[-1]}", seats[-1])
        elif not seats and (holder := _holder(sat, event.seat, place)) is not None:
            yield _finding(
                log, line, event, f"player {holder} sits there, and {event.player} is in no hand", None
            )


def _named(log: LogView) -> dict[str, set[int]]:
    found: defaultdict[str, set[int]] = defaultdict(set)
    for _, event in log.events.of(SeatEvent):
        found[event.player] |= {each for each in (event.seat, event.from_seat) if isinstance(each, int)}
    return found


def _seats(sat: Sitters, player: str, place: int) -> list[int]:
    """Seats of a player around a place, else nearest."""
    stretches = sat.by_player.get(player, [])
    if not stretches:
        return []
    log = sat.log
    after = int(log.number[place]) if place < len(log) else None
    begun = len(stretches) if after is None else bisect_left(stretches, after, key=lambda each: each.first)
    before, later = stretches[:begun], stretches[begun : begun + 1]
    here = [each.seat for each in before if after is not None and each.last >= after]
    last = max((each.last for each in before), default=0)  # of a player in two seats both can be the last
    return here or [each.seat for each in (*(each for each in before if each.last == last), *later)]


def _holder(sat: Sitters, seat: int, place: int) -> str | None:
    """Player in a seat before and after a place."""
    before, after = sat.around(seat, place)
    return before.player if before is not None and before is after else None


def _finding(log: LogView, line: int, event: Chips, there: str, due: int | None) -> Draft:
    kind = event.kind.replace("_", "-")
    return Draft(
        hand=log.before(line),
        seat_number=event.seat,
        player=event.player,
        line=line,
        stated=event.seat,
        expected=due,
        unit="seat",
        fact=f"{event.kind}|{event.seat}|{event.amount}|{event.at}",
        message=(
            f"Line {line}: a {kind} of {log.money(event.amount)} is on record for player {event.player} at seat {event.seat}; "
            f"{there}."
        ),
    )
