"""The chips left at a table differ from the chips that were brought to it.

Finds: a player of whom only the ends are on record, and whose cash-outs are not what was bought with the results of all hands;
and a session whose chips do not balance: the chips bought plus the nets of all hands, less tokes, fees and
cash-outs, are not the stacks left. The stacks left are those of the last hand, or nothing where every player cashed out
after it. What STK010, STK014 and STK018 find of single players is left
out.
Why: a whole session leaves no gap between hands. What the cage sold and took back must agree with the play.
Example: $2,400.00 bought, $150.00 of fees, $2,300.00 cashed out: $50.00 more left the table than came to it.
Needs: a `chips` event for all chips brought and taken, and `net` or `transfers` and `stack` in every hand; where too
little is left, also the `fees` of every hand. Fees that name no seat may or may not have been taken in chips; both are
accepted.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

import numpy as np
from msgspec import Struct

from rules.checks.support.check import BY_ROWS, NOT_RECORDED, POTS, Check, Draft, Tested, nothing_to_test
from rules.checks.support.chip_chain import excess
from rules.checks.support.chip_entries import begins_late, entries, is_cut
from rules.checks.support.chip_events import events_of
from rules.checks.support.log_view import LogView
from rules.checks.support.seat_history import LogSeating
from rules.checks.table.stk010_chips_not_conserved_at_table import broken_stacks, of_cash, of_tournament
from rules.checks.table.stk014_cash_out_differs import wrong_cash_outs
from rules.checks.table.stk018_stack_differs import broken_stacks_of_pots
from rules.checks.table.tested_cash_outs import TestedCashOut, cash_outs_of
from rules.records.events import Chips, Fee, Jackpot, Toke
from rules.records.table_events import TableEvents
from rules.replay.penalties import PENALTY

CHECK = Check(
    "STK011",
    "chips-of-session-differ",
    "discrepancy",
    "major",
    ("external:CHIPS-conserved",),
    title="The chips of the session do not add up",
    scope="log",
    area="money",
    applies=of_cash,
    follows=("STK010", "STK018", "SCR001", "SCR002", "PAY001", "PAY004"),
    games=(*BY_ROWS, *POTS),
)
_Bought = list[tuple[int, Chips]]


def run(log: LogView) -> Tested:
    if not len(log):
        return Tested()
    if not log.ruled(of_cash).all() or of_tournament(log):
        return nothing_to_test(log, "not every hand of the session is played for money")
    findings, reason = _of_the_table(log)
    untestable = nothing_to_test(log, reason).untestable if reason else ()
    return Tested([*sessions_of_players(log), *findings], untestable)


def sessions_of_players(log: LogView) -> list[Draft]:
    """Findings about players with only the ends on record."""
    return [
        _of_player(log, each)
        for tested in cash_outs_of(log)
        for each in tested.cash_outs
        if each.ends and not each.reason
    ]


def _of_player(log: LogView, each: TestedCashOut) -> Draft:
    money = log.money
    return Draft(
        player=each.player,
        line=each.line,
        stated=0,
        expected=-each.over,
        unit="money",
        money=abs(each.over),
        money_kind="unaccounted",
        fact=f"{each.player}|0|{-each.over}",
        message=(
            f"Player {each.player} cashed out {money(each.taken)}; by what the player brought and the results of all hands "
            f"it was {money(each.had)}, a difference of {money(each.over)}. No stack in between is on record."
        ),
    )


def _of_the_table(log: LogView) -> tuple[list[Draft], str]:
    """Findings about all chips; reason why untestable."""
    seating = log.people.seating or log.pots.seating
    found = _untestable(log, seating)
    if found or seating is None:
        return [], found
    session = _Session.of(log, seating, _found_elsewhere(log))
    if session.left > session.due and any(each.earlier.any() for each in entries(log, seating)):
        return [], "players may have had chips of an earlier session besides those bought"
    if session.left < session.due and not session.fits():
        if not seating.fees_recorded.all():
            return [], "the fees of some hands were not recorded"
        if any(each.ruling == PENALTY for each in log.irregularities):
            return [], "a penalty was given, which may have been paid to the house"
    return list(_findings(log, session)), ""


def _found_elsewhere(log: LogView) -> int:
    """Excess by findings about stacks and cash-outs."""
    stacks = [*broken_stacks(log), *broken_stacks_of_pots(log)]
    return excess([*stacks, *wrong_cash_outs(log), *sessions_of_players(log)])


def _untestable(log: LogView, seating: LogSeating | None) -> str:
    """Reason why a session is untestable; empty: it is testable."""
    if seating is None or len(seating) != len(log):
        return "not every hand has a stack on record"
    sits = seating.player >= 0
    if not log.counted or (np.diff(seating.number) != 1).any() or begins_late(log) or is_cut(log):
        return "hands are missing or out of order"
    if (sits & ~seating.net.recorded).any():
        return "the results of some hands were not recorded or are not certain"
    if any(event.kind == "move" for _, event in log.events.of(Chips)):
        return "chips were moved, and the record does not say which way"
    if any(isinstance(hit.payouts, list) for _, hit in log.events.of(Jackpot)):
        return "a jackpot was paid, and the record does not say whether in chips of the table"
    if len(log.events.places_of(Fee)):
        return "time was collected, and the record does not say whether in chips of the table"
    return _unaccounted(log, seating)


def _unaccounted(log: LogView, seating: LogSeating) -> str:
    """Reason why chips that a player brought or left with are not on record; empty: they are."""
    bought = _chips_by_player(log.events)
    last, ends = len(seating) - 1, set()
    presence = _presence(log)
    strange = (places for player, places in bought.items() if player not in presence)
    if any(_holds(_chips(log.events, places), seating.line[last]) for places in strange):
        return "a player who is in no hand brought chips, and no cash-out of them was recorded"
    for player, (first, until) in presence.items():
        events = _chips(log.events, bought.get(player, ()))
        if not any(event.kind == "buy_in" and line < seating.line[first] for line, event in events):
            return "a player's first buy-in was not recorded"
        went = any(event.kind == "cash_out" and line > seating.line[until] for line, event in events)
        if until < last and not went:
            return "a player left, and no cash-out was recorded"
        if until == last:
            ends.add(went)
    if len(ends) > 1:
        return "after the last hand some players cashed out, and no cash-out of the others was recorded"
    if ends == {True}:
        return ""
    if any(len(each.first) for each in events_of(log)):
        return (
            "a line of chips and its time disagree about the hand that follows, or about who sat in the seat"
        )
    left = (seating.player[-1] >= 0) & ~seating.stack.recorded[-1]
    return "a stack of the last hand was not recorded, or is the banker's" if left.any() else ""


def _chips_by_player(events: TableEvents) -> dict[str, array[int]]:
    found: dict[str, array[int]] = {}
    for place, (_, event) in zip(events.places_of(Chips), events.of(Chips), strict=True):
        found.setdefault(event.player, array("i")).append(int(place))
    return found


def _chips(events: TableEvents, places: Iterable[int]) -> _Bought:
    return [(line, event) for line, event in events.at(places) if isinstance(event, Chips)]


def _holds(events: _Bought, last: int) -> bool:
    """Whether somebody held chips at the last hand."""
    return (
        any(line > last for line, _ in events)
        or sum(-event.amount if event.kind == "cash_out" else event.amount for _, event in events) != 0
    )


def _presence(log: LogView) -> dict[str, tuple[int, int]]:
    """First and last positions by player; numbers have no gap."""
    start = int(log.number[0])
    found: dict[str, tuple[int, int]] = {}
    for each in log.people.stretches:
        first, last = found.get(each.player, (len(log), 0))
        found[each.player] = min(first, each.first - start), max(last, each.last - start)
    return found


class _Session(Struct, frozen=True):
    """Chips up to the last deal, or the end where all cashed out."""

    brought: int
    won: int
    tipped: int
    taken: int  # off the table
    fees: int  # for certain
    perhaps: tuple[int, ...]  # fees that may have been taken in chips, or not yet
    left: int
    elsewhere: int  # what other findings show that there is too much

    @classmethod
    def of(cls, log: LogView, seating: LogSeating, elsewhere: int) -> _Session:
        last = len(seating) - 1
        end = int(seating.line[last])
        cashed = any(event.kind == "cash_out" and line > end for line, event in log.events.of(Chips))
        brought = tipped = taken = 0
        for line, event in log.events.of(Chips, Toke):
            if not cashed and line >= end:
                continue
            if isinstance(event, Toke):
                tipped += event.amount
            elif event.kind == "cash_out":
                taken += event.amount
            else:
                brought += event.amount
        sits = seating.player >= 0
        if not cashed:
            sits[last:] = False
        fees, ended = seating.fees, np.zeros(len(seating.fees.hand), np.bool_)
        ended |= cashed
        seated = fees.seat > 0
        over = ended | (fees.hand < last) | (fees.before == 1)
        open_ = ~over & (fees.before == NOT_RECORDED)
        return cls(
            brought=brought,
            won=seating.net.sum(sits),
            tipped=tipped,
            taken=taken,
            fees=_sum(fees.amount[over & seated]),
            perhaps=(
                _sum(fees.amount[over & ~seated]), *fees.amount[open_ & seated].tolist(), _sum(fees.amount[open_ & ~seated]),
            ),
            left=0 if cashed else int(seating.stack[last][seating.player[last] >= 0].sum()),
            elsewhere=elsewhere,
        )  # fmt: skip

    @property
    def due(self) -> int:
        """Rest expected, less certain fees."""
        return self.brought + self.won - self.tipped - self.taken - self.fees + self.elsewhere

    def fits(self) -> bool:
        """Whether the rest is due, given possible fees.

        One player's excess may be another's unknown shortage.
        """
        sums = {0}
        for amount in self.perhaps:
            sums |= {each + amount for each in sums}
        short = self.due - self.left
        return short in sums or short - self.elsewhere in sums


def _sum(amounts: np.ndarray) -> int:
    return int(amounts.sum())


def _findings(log: LogView, session: _Session) -> Iterator[Draft]:
    if session.fits():
        return
    money, over = log.money, session.left - session.due
    besides = ""
    if session.elsewhere:
        more = "more" if session.elsewhere > 0 else "less"
        besides = f", and other findings show {money(abs(session.elsewhere))} {more}"
    left = f"{money(session.left)} is left" if session.left else "nothing is left"
    yield Draft(
        stated=session.left,
        expected=session.due,
        unit="money",
        money=abs(over),
        money_kind="unaccounted",
        message=(
            f"{money(session.brought)} was brought to the table, the nets of the hands come to {money(session.won)}, "
            f"{money(session.tipped)} was tipped, {money(session.fees)} was taken in fees and {money(session.taken)} was "
            f"cashed out{besides}: {money(session.due)} should be left, and {left}, a difference of {money(over)}."
        ),
    )
