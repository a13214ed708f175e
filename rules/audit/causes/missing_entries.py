"""Missing lines about entries: an entry, a purchase, a way out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from rules.audit.causes.hypotheses import Hypothesis
from rules.audit.causes.tried_hypotheses import TriedEvent
from rules.tournaments.players_named import entries_named
from rules.tournaments.tournament_field import Stake
from rules.tournaments.tournament_records import (
    AddOn,
    Bought,
    Elimination,
    Entry,
    Event,
    Rebuy,
    Reentry,
    Unregister,
)

_NOBODY = "somebody"  # whose entry it is where nothing says it
_MOST_PLAYERS = 6  # who may have entered again


def missing_entries(state: TriedEvent) -> Iterator[Hypothesis]:
    """Entries left out or named by other lines only, of a player who never entered, is out, or of anybody."""
    file = state.edited.file
    for number in _unknown(state):
        names = [at for at, event in file.events if number in entries_named(event)]
        later = [at for at, event in file.events if isinstance(event, Entry) and event.entry > number]
        line = min([*names, *later], default=0)
        for player, kind in _players(state, number, line) if line else ():
            yield _missing(
                state,
                line,
                _bought_at(state, kind, line, number, player),
                title="The line of an entry is missing",
                message=f"No line is of entry {number}, which {len(names):,} lines name: it is missing below line {{line}}.",
                implied=number,
            )


def _unknown(state: TriedEvent) -> list[int]:
    gaps = [
        each.expected
        for each in state.breaches
        if each.code == "TRN015" and isinstance(each.stated, int) and each.expected == each.stated - 1
    ]
    named = [each.entry for each in state.breaches if each.code == "TRN017"]
    numbers = dict.fromkeys(each for each in (*gaps, *named) if isinstance(each, int))
    return [each for each in numbers if each not in state.view.stakes]


def _players(state: TriedEvent, number: int, line: int) -> Iterator[tuple[str, type[Entry]]]:
    named = [each.player for each in state.breaches if each.code == "TRN017" and each.player is not None]
    yield from ((each, Entry) for each in dict.fromkeys(named))
    out = [each.player for each in state.breaches if each.code == "TRN004" and each.player is not None]
    gone = {
        stake.player: event_line
        for stake in state.view.field.stakes
        for event_line in [bust.line for bust in stake.busts]
        if event_line <= line
    }
    latest = sorted(gone, key=lambda each: -gone[each])[:_MOST_PLAYERS]
    yield from ((each, Reentry) for each in dict.fromkeys([*out, *latest]) if each in gone)
    yield f"{_NOBODY} {number}", Entry


def _bought_at(state: TriedEvent, kind: type[Entry], line: int, number: int, player: str) -> Entry:
    header, events = state.edited.file.header, dict(state.edited.file.events)
    above = events[line - 1] if line - 1 in events else events[line]
    return kind(entry=number, player=player, at=above.at, paid=header.buy_in, chips=header.stack)


def missing_purchases(state: TriedEvent) -> Iterator[Hypothesis]:
    """Rebuys of entries that went out and play on, and the one purchase missing from totals."""
    file, header = state.edited.file, state.edited.file.header
    if header.rebuy is not UNSET:
        for entry in dict.fromkeys(
            each.entry for each in state.breaches if each.code in ("TRN004", "TRN046")
        ):
            stake: Stake | None = state.view.stakes.get(entry)
            if stake is not None and stake.busts:
                out = stake.busts[0].line
                yield _missing(
                    state,
                    out + 1,
                    _rebought(state, Rebuy, stake.number, out),
                    title="The line of a rebuy is missing",
                    message=f"Entry {stake.number} went out in line {{line}} and plays on; no line is of a rebuy.",
                )
    for name, kind, words in (("rebuys", Rebuy, "rebuys"), ("add_ons", AddOn, "add-ons")):
        more = [
            each
            for each in state.breaches
            if each.code == "TRN029" and each.total == name and each.difference == 1
        ]
        lines = [at for at, event in file.events if type(event) is kind]
        offered = header.rebuy if kind is Rebuy else header.add_on
        if not more or not lines or offered is UNSET:
            continue
        has = {event.entry for _, event in file.events if type(event) is kind}
        live = [each.number for each in state.view.field.counted if _lives(each, lines[-1])]
        without = [each for each in live if each not in has] or live
        if without:
            yield _missing(
                state,
                lines[-1] + 1,
                _rebought(state, kind, without[0], lines[-1]),
                title=f"The line of {'a rebuy' if kind is Rebuy else 'an add-on'} is missing",
                message=(
                    f"The file has {len(lines):,} {words}, and its totals have {len(lines) + 1:,}: the line of one is missing."
                ),
                implied=len(lines) + 1,
            )


def _lives(stake: Stake, line: int) -> bool:
    return stake.line < line and (stake.out is None or stake.out.line > line)


def _rebought(state: TriedEvent, kind: type[Rebuy], entry: int, line: int) -> Bought:
    header = state.edited.file.header
    offered = header.rebuy if kind is Rebuy else header.add_on
    at = dict(state.edited.file.events)[line].at
    return kind(entry=entry, at=at, paid=offered.price, chips=offered.chips)


def missing_ways_out(state: TriedEvent) -> Iterator[Hypothesis]:
    """Eliminations of players who entered again or were never out, and refunds of entries never named."""
    yield from _busts_before_reentries(state)
    yield from _refunds(state)
    yield from _busts_by_places(state)


def _busts_before_reentries(state: TriedEvent) -> Iterator[Hypothesis]:
    events = dict(state.edited.file.events)
    for each in state.breaches:
        if each.code == "TRN008" and isinstance(each.expected, int) and each.line is not None:
            yield _out(state, each.line, each.expected, events[each.line])


def _busts_by_places(state: TriedEvent) -> Iterator[Hypothesis]:
    """Eliminations of players still in, where places differ by one from a line on."""
    file = state.edited.file
    lines = [each.line or 0 for each in state.breaches if each.code == "TRN049" and not each.session]
    if not lines:
        return
    events, first = dict(file.events), min(lines)
    for stake in state.view.field.counted:
        if stake.live:
            named = [at for at, event in file.events if stake.number in entries_named(event)]
            taken = [
                each.line or 0
                for each in state.breaches
                if each.code == "TRN031" and each.expected == stake.number
            ]
            for line in dict.fromkeys((*taken[:1], first, max(named, default=first) + 1)):
                if line in events:
                    yield _out(state, line, stake.number, events[line])


def _out(state: TriedEvent, line: int, entry: int, below: Event) -> Hypothesis:
    return _missing(
        state,
        line,
        Elimination(entry=entry, at=below.at),
        title="The line of an elimination is missing",
        message=f"No line has entry {entry} out, and the lines below line {{line}} take it for out.",
    )


def _refunds(state: TriedEvent) -> Iterator[Hypothesis]:
    file = state.edited.file
    named = {each for _, event in file.events for each in entries_named(event)}
    for stake in state.view.field.counted:
        if stake.number not in named:
            paid = stake.record.paid
            refund = Unregister(entry=stake.number, at=stake.record.at, refund=paid, approved=True)
            yield _missing(
                state,
                stake.line + 1,
                refund,
                title="The line of an unregistration is missing",
                message=f"No line names entry {stake.number} of line {{line}} again: that it was paid back is missing.",
            )


def _missing(
    state: TriedEvent, line: int, event: Any, *, title: str, message: str, implied: int | None = None
) -> Hypothesis:
    return Hypothesis(
        title=title,
        message=message,
        edited=state.edited.with_more(line - 1, event),
        line=line - 1,
        implied=implied,
    )
