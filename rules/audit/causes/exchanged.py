"""Two amounts that stand at each other's place: the prizes of two players, the shares of two seats in a jackpot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from msgspec import UNSET
from msgspec.structs import replace

from rules.audit.causes.fact_names import value_text
from rules.audit.causes.hypotheses import Hypothesis
from rules.audit.causes.tried_hypotheses import TriedEvent
from rules.checks.support.check import money_text
from rules.ledgers.ledger_records import Hit, HitSeat
from rules.results import Finding
from rules.tournaments.tournament_records import Prize


def exchanged_prizes(state: TriedEvent) -> Iterator[Hypothesis]:
    """Two players who are each stated the prize that the other is due."""
    events = dict(state.edited.file.events)
    for one, other in combinations(_of_check(state.breaches, "TRN052"), 2):
        first, second = events.get(one.line), events.get(other.line)
        crossed = (one.stated, one.expected) == (other.expected, other.stated)
        if not crossed or not isinstance(first, Prize) or not isinstance(second, Prize):
            continue
        assert one.line is not None and other.line is not None, "a prize has a line"
        edited = state.edited.with_line(one.line, replace(first, amount=second.amount))
        yield Hypothesis(
            title="Two players have each other's prize",
            message=(
                f"Line {{line}} has {_money(state, first.amount)} as the prize of {first.player}, and line {{other}} has "
                f"{_money(state, second.amount)} as that of {second.player}: each is due the other's."
            ),
            edited=edited.with_line(other.line, replace(second, amount=first.amount)),
            line=one.line,
            field="amount",
            stated=first.amount,
            implied=second.amount,
            other=other.line,
        )


def exchanged_shares(state: TriedEvent) -> Iterator[Hypothesis]:
    """Two seats of a jackpot that each got the share of the other: by their roles, or by their amounts."""
    events = dict(state.edited.file.events)
    for one, other in combinations(_of_check(state.breaches, "JKP019"), 2):
        hit = events.get(one.line)
        if one.line == other.line and isinstance(hit, Hit):
            mine, its = (next(seat for seat in hit.seats if seat.seat == each.seat) for each in (one, other))
            yield from _with_each_others(state, hit, one.line or 0, mine, its)


def _with_each_others(
    state: TriedEvent, hit: Hit, line: int, mine: HitSeat, its: HitSeat
) -> Iterator[Hypothesis]:
    """The hit with the roles, and with the amounts, of two seats exchanged."""
    if mine.role is not UNSET and its.role is not UNSET and mine.role != its.role:
        yield _exchanged(state, hit, line, "role", {mine.seat: its.role, its.seat: mine.role})
    if mine.amount is not UNSET and its.amount is not UNSET and mine.amount != its.amount:
        yield _exchanged(state, hit, line, "amount", {mine.seat: its.amount, its.seat: mine.amount})


def _exchanged(
    state: TriedEvent, hit: Hit, line: int, field: str, implied: Mapping[int, int | str]
) -> Hypothesis:
    (one, of_one), (other, of_other) = sorted(implied.items())
    currency = state.edited.file.header.currency
    words = [value_text(each, (field,), currency) for each in (of_other, of_one)]
    seats = [
        replace(each, **{field: implied[each.seat]}) if each.seat in implied else each for each in hit.seats
    ]
    return Hypothesis(
        title="Two seats of a jackpot have each other's share",
        message=(
            f"Line {{line}} has {words[0]} as {field} of seat {one} and {words[1]} as that of seat {other}; with each other's "
            "these findings are gone."
        ),
        edited=state.edited.with_line(line, replace(hit, seats=seats)),
        line=line,
        field=f"seats.{field}",
        stated=of_other,
        implied=of_one,
    )


def _of_check(breaches: Sequence[Finding], code: str) -> list[Finding]:
    """The findings of a check in the file itself."""
    return [each for each in breaches if each.code == code and not each.session]


def _money(state: TriedEvent, amount: int) -> str:
    return money_text(amount, state.edited.file.header.currency)
