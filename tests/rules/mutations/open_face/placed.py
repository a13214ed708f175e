"""The cards of a hand as they were set, act by act, with the clocks that were called."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from tests.plain.open_face.cards import ROWS, cards_of
from tests.plain.open_face.payment import clockwise
from tests.rules.build import Event
from tests.rules.mutations.open_face.deal import TURN, Clock, Deal, at

STREET = {"ofc": (1, 0), "pineapple": (2, 1)}  # cards set and discarded at every turn but the first


def play(hand: Event, deal: Deal, place: int) -> None:
    """The acts and the clocks; who stops keeps its rows as they are then."""
    every = acts(hand)
    ends = list(accumulate(lasts(every, deal)))
    if deal.clocks:
        hand["clock_calls"] = [called(each, every, ends, place) for each in deal.clocks]
    for act, end in zip(every, ends, strict=True):
        act |= {"at": at(end, place)} if deal.timed else {}
    turn = turns(every)
    hand["placements"] = [
        act for act, number in zip(every, turn, strict=True) if number <= deal.stops.get(act["seat"], number)
    ]
    for seat in hand["seats"]:
        if seat["seat"] in deal.stops:
            mine = [act for act in hand["placements"] if act["seat"] == seat["seat"]]
            seat |= {row: "".join(act[row] for act in mine) for row in ROWS}


# ---------------------------------------------------------------- cards as they were set


def acts(hand: Event) -> list[Event]:
    """Round by round from the left of the button; who sets all cards at once does so first."""
    played = {seat["seat"]: seat for seat in hand["seats"] if seat.get("status") != "missed"}
    every = {number: list(turns_of(seat, hand["variant"])) for number, seat in played.items()}
    rounds = range(max(map(len, every.values())))
    return [
        {"seat": number, **every[number][turn]}
        for turn in rounds
        for number in clockwise(list(played), hand["dealer"])
        if turn < len(every[number])
    ]


def turns_of(seat: Event, variant: str) -> Iterator[Event]:
    """The cards come row by row in turn: from the back, the middle, the front, the back, and so on."""
    rows = {row: cards_of(seat[row]) for row in ROWS}
    left = [
        (row, cards[place])
        for place in range(5)
        for row, cards in reversed(rows.items())
        if place < len(cards)
    ]
    thrown = cards_of(seat.get("discards"))
    if "fantasyland" in seat:
        yield act(left, thrown)
        return
    size, discarded = 5, 0
    while left:
        yield act(left[:size], thrown[:discarded])
        left, thrown = left[size:], thrown[discarded:]
        size, discarded = STREET[variant]


def act(laid: list[tuple[str, str]], thrown: list[str]) -> Event:
    rows = {row: "".join(card for where, card in laid if where == row) for row in ROWS}
    made = {"dealt": "".join([*(card for _, card in laid), *thrown]), **rows}
    return made | ({"discard": "".join(thrown)} if thrown else {})


# ---------------------------------------------------------------- time


def turns(every: list[Event]) -> list[int]:
    """Which act of its seat each is, from 1."""
    seats = [each["seat"] for each in every]
    return [seats[: place + 1].count(seat) for place, seat in enumerate(seats)]


def lasts(every: list[Event], deal: Deal) -> Iterator[int]:
    """Seconds of each act."""
    clocked = {(each.seat, each.turn): each.lasts for each in deal.clocks or ()}
    for act, turn in zip(every, turns(every), strict=True):
        yield clocked.get((act["seat"], turn), TURN)


def called(clock: Clock, every: list[Event], ends: list[int], place: int) -> Event:
    seats = [(act["seat"], turn) for act, turn in zip(every, turns(every), strict=True)]
    here = seats.index((clock.seat, clock.turn))
    began = ends[here - 1] if here else 0
    call = {"at": at(began + clock.after, place), "seat": clock.seat, "called_by": clock.by}
    return call if clock.took is None else {**call, "acted_at": at(ends[here], place)}
