"""A player's cash-out differs from the player's chips.

Finds: a player who leaves the game and whose `cash_out` differs from the chips held: the stack of the last hand with
its result, less fees, plus chips brought and less tips since. For a player who came back, the stack brought back counts
as well.
Why: the chips of a table may balance while one player takes chips that belong to another.
Example: p-17 ended the last hand with $142.00 and cashed out $192.00; p-20 had $90.00 and cashed out $40.00.
Needs: `chips` events of the players who leave, and `stack` and `net` or `transfers` in the last hand of each; for a
player who took too little, also the `fees` of that hand with their seats. The banker's chips are not tested. A
difference that a penalty may explain is untestable.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct

from rules.checks.base import BY_ROWS, NOT_RECORDED, POTS, Check, Draft, LogView, Tested, nothing_to_test
from rules.checks.causes import HAND_FEES, PAID, POOL
from rules.checks.chip_chain import EventTimes
from rules.checks.seating import Seating
from rules.checks.shared import shared
from rules.checks.stk010_chips_not_conserved_at_table import of_cash
from rules.hands import Flags, any_seat
from rules.records.events import Chips, Fee, TableEvent, Toke
from rules.replay.penalties import PENALTY
from rules.times import parse_one

CHECK = Check(
    "STK014",
    "cash-out-differs",
    "discrepancy",
    "major",
    ("external:CHIPS-conserved",),
    scope="log",
    area="money",
    follows=("STK004", "STK010", "STK015", *PAID, *POOL, *HAND_FEES, "IRR001"),
    games=(*BY_ROWS, *POTS),
    applies=of_cash,
)
NO_STACK = "no stack was recorded in the hand"
NO_CASH_OUT = "no chips taken off the table were recorded"
NOT_SURE = (
    "a stack of a player who cashed out, or the result of the last hand, was not recorded or is not certain"
)
UNCLEAR_MOVES = "the record does not show how chips of a player who cashed out moved"
NO_FEES = "fees that a player who cashed out may have paid were not recorded, or do not name a seat"
FINED = "a penalty was given, which may have been paid from the chips of a player who cashed out"
_REASONS = (NOT_SURE, UNCLEAR_MOVES, NO_FEES, FINED)
_Events = list[tuple[int, TableEvent]]


def run(log: LogView) -> Tested:
    played = log.ruled(of_cash)
    if not played.any():
        return Tested()
    findings, untestable = cash_outs_of(log)
    return Tested(findings, untestable)


@shared  # STK011 reads what is found here
def cash_outs_of(log: LogView) -> tuple[Sequence[Draft], Sequence[tuple[Flags, str]]]:
    """The findings about cash-outs of a log, and (N,) the hands in which they could not be tested, with reasons."""
    cashed, seatings = _of_players(log), (log.people.seating, log.pots.seating)
    if not cashed:
        return (), nothing_to_test(log, NO_CASH_OUT).untestable
    if seatings == (None, None):
        return (), nothing_to_test(log, NO_STACK).untestable
    played, findings = log.ruled(of_cash), list[Draft]()
    open_ = {reason: np.zeros(len(log), np.bool_) for reason in _REASONS}
    stacked = np.zeros(len(log), np.bool_)
    for seating in seatings:
        if seating is not None:
            stacked |= seating.in_log(any_seat(seating.stack.recorded))
            findings += _findings(log, seating, cashed, open_)
    reasons = [(played & mask, reason) for reason, mask in open_.items()]
    return findings, [*reasons, (played & ~stacked, NO_STACK)]


def _findings(
    log: LogView, seating: Seating, cashed: dict[str, array[int]], open_: dict[str, Flags]
) -> Iterator[Draft]:
    """Those of the hands of a seating. open_: takes the hands (N,) that cannot be tested, by reason."""
    fined = max((each.line for each in log.irregularities if each.ruling == PENALTY), default=-1)
    played = log.ruled(of_cash)
    for run_ in _runs(log, seating, cashed):
        place = log.position(int(seating.line[run_.last]))
        reason = run_.untestable(int(seating.line[run_.last]) <= fined)
        if place is None or not played[place]:
            continue
        if reason:
            open_[reason][place] = True
        elif run_.over and not run_.by_fees():
            yield _finding(log, run_, place)


def _of_players(log: LogView) -> dict[str, array[int]]:
    """Positions of the events that moved chips between hands, by player, of the players who took chips off the table."""
    found: dict[str, array[int]] = defaultdict(lambda: array("i"))
    leavers, moving = set(), (Chips, Toke, Fee)
    for place, (_, event) in zip(log.events.places_of(*moving), log.events.of(*moving), strict=True):
        found[event.player].append(int(place))
        if isinstance(event, Chips) and event.kind == "cash_out":
            leavers.add(event.player)
    return {player: found[player] for player in sorted(leavers)}


def _runs(log: LogView, seating: Seating, cashed: dict[str, array[int]]) -> Iterator[_Run]:
    """A player's chips from a hand to the next hand or to the end, where the player cashed out and did not play on at once."""
    appearances = seating.appearances
    numbers, times = {player: place for place, player in enumerate(seating.players)}, EventTimes(seating.at)
    lines = seating.line
    for player, places in cashed.items():
        hands, columns = appearances.of_player(numbers.get(player, -1))
        apart: dict[int, _Events] = defaultdict(list)
        for line, event in log.events.at(places):
            after = np.searchsorted(lines, line).astype(hands.dtype)  # of one type: no copy of all hands
            apart[int(np.searchsorted(hands, after))].append((line, event))
        for place, events_between in apart.items():
            if not place or not any(
                isinstance(event, Chips) and event.kind == "cash_out" for _, event in events_between
            ):
                continue
            last = int(hands[place - 1])
            back = int(hands[place]) if place < len(hands) else None
            if (
                back is None or seating.number[back] != seating.number[last] + 1
            ):  # otherwise STK010 tests the stacks
                sat = (last, int(columns[place - 1]))
                again = None if back is None else (back, int(columns[place]))
                yield _Run.of(seating, times, player, sat, again, events_between)


class _Run(Struct, frozen=True):
    """The chips of a player from the last hand until the player was gone or came back.

    over: the chips taken and brought back less the chips held; None where that is not known. maybe: fees of the hand that do
    not say whether they were taken before the deal. loose: fees that name no seat.
    """

    player: str
    last: int  # positions in the seating
    number: int
    seat: int
    line: int  # of the last cash-out
    taken: int
    left: int
    had: int
    over: int | None
    maybe: int
    loose: int
    unrecorded: bool  # fees that may have been paid
    unclear: bool

    @classmethod
    def of(
        cls, seating: Seating, times: EventTimes, player: str, sat: tuple[int, int],
        back: tuple[int, int] | None, events: _Events,
    ) -> _Run:  # fmt: skip
        last, column = sat
        line = max(line for line, event in events if isinstance(event, Chips) and event.kind == "cash_out")
        stack, net = int(seating.stack[last, column]), int(seating.net[last, column])
        returned = int(seating.stack[back]) if back else 0
        sure = NOT_RECORDED not in (stack, net, returned)
        fees = seating.fees.of(last)
        of_player = fees.seat == column + 1
        early = 0
        if back:
            ahead = seating.fees.of(back[0])
            early = int(ahead.amount[(ahead.seat == back[1] + 1) & (ahead.before == 1)].sum())
        chips = [event for _, event in events if isinstance(event, Chips)]
        taken = sum(each.amount for each in chips if each.kind == "cash_out")
        paid = int(fees.amount[of_player & (fees.before == 0)].sum())
        had = (stack + net if sure else 0) + _brought(events) - paid
        over = taken + returned + early - had if sure else None
        then = _brought([each for each in events if each[0] <= line])  # until the cash-out
        if NOT_RECORDED not in (stack, net) and taken == stack + net + then - paid:
            over = 0  # the player took everything; what comes back is not compared with it
        moved = bool(over) and (
            any(each.kind == "move" for each in chips)
            or any(_unsure(seating, times, each) for each in events)
        )
        charged = back is not None or any(isinstance(event, Fee) for _, event in events)
        return cls(
            player=player, last=last, number=int(seating.number[last]), seat=column + 1,
            line=line, taken=taken, left=returned + early if sure else 0, had=had, over=over,
            maybe=int(fees.amount[of_player & (fees.before == NOT_RECORDED)].sum()),
            loose=int(fees.amount[fees.seat == 0].sum()),
            unrecorded=charged or not seating.fees_recorded[last], unclear=moved,
        )  # fmt: skip

    def by_fees(self) -> bool:
        """Whether recorded fees explain everything that is missing."""
        return self.over in (0, -self.maybe)

    def untestable(self, fined: bool) -> str:
        """Why the cash-out cannot be tested; empty where it can. fined: a penalty was given in the last hand or after it."""
        if self.over is None:
            return NOT_SURE
        if self.over == 0 or self.by_fees():
            return ""
        if self.unclear:
            return UNCLEAR_MOVES
        if fined:
            return FINED
        short = self.over < 0 and (self.unrecorded or -self.over <= self.loose + self.maybe)
        return NO_FEES if short else ""


def _brought(events: _Events) -> int:
    """What a player brought to the table less the tips given."""
    brought = sum(
        event.amount for _, event in events if isinstance(event, Chips) and event.kind in ("buy_in", "add_on")
    )
    return brought - sum(event.amount for _, event in events if isinstance(event, Toke))


def _unsure(seating: Seating, times: EventTimes, line_and_event: tuple[int, TableEvent]) -> bool:
    """Whether an event's line and its time place it between different hands."""
    line, event = line_and_event
    found = parse_one(event.at)
    place = int(np.searchsorted(seating.line, line))
    first, last = times.around(place, found[0] if found else NOT_RECORDED)
    return first != last


def _finding(log: LogView, run_: _Run, place: int) -> Draft:
    assert run_.over is not None
    money, over = log.money, run_.over
    stated, expected = run_.taken, run_.taken - over
    kept = f" and came back with {money(run_.left)}" if run_.left else ""
    return Draft(
        hand=place,
        seat_number=run_.seat,
        player=run_.player,
        line=run_.line,
        stated=stated,
        expected=expected,
        unit="money",
        money=abs(over),
        money_kind="unaccounted",
        message=(
            f"Hand {run_.number}, seat {run_.seat}: player {run_.player} cashed out {money(stated)} after it{kept}; "
            f"according to the record the player had {money(run_.had)}, a difference of {money(over)}."
        ),
    )
