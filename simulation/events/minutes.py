"""A tournament with levels by minutes: plan, course and results."""

from __future__ import annotations

from random import Random
from typing import TypeGuard

from msgspec import UNSET

from rules.cards import DECK
from rules.controls.ruleset import Ruleset
from rules.tournaments.header import Tournament
from rules.tournaments.royal import EventName
from rules.tournaments.tournament_records import (
    Close,
    Elimination,
    Entry,
    Event,
    Penalty,
    Rebuy,
    RoyalHit,
    Unregister,
)
from simulation.events.book import EventBook
from simulation.events.event_request import EventRequest
from simulation.events.floor import EventTable, Floor
from simulation.events.holdem import HoldemDealer, hands_of
from simulation.events.plan import EventPlan, plan_of
from simulation.events.simulated_event_course import EventCourse
from simulation.events.simulated_event_results import EventResults
from simulation.events.simulated_event_tables import Logs, SimulatedTableLog

_HITS = (0, 0, 1, 1, 2)  # of the royal flush pool in an event


def event_by_minutes(
    request: EventRequest, random: Random
) -> tuple[Tournament, list[Event], Close, list[SimulatedTableLog]]:
    """First line, events, last line, and logs."""
    plan = plan_of(request, random)
    book = EventBook(plan.start)
    floor = Floor(_tables(plan, request.tables), plan.seats, random)
    logs = _logs(plan, book, floor, hands_of(request.ruleset), random)
    course = EventCourse(plan, request.ruleset, book, floor, logs, random)
    course.play(request.players)
    assert course.finish is not None
    results = EventResults(plan.header, request.ruleset, book, random)
    if plan.header.royal is not UNSET:
        _royal_hits(results, random, course.finish)
    if course.deal is not None:
        results.deal(course.deal[1], course.deal[0], course.finish)
    close = results.write(course.finish, course.registration.ends + 600)
    written = [dealer.log for dealer in logs.dealers.values() if dealer.log.hands]
    for log in written:
        log.close(book)
    return plan.header, book.lines(), close, written


def _tables(plan: EventPlan, logged: int) -> list[EventTable]:
    # in an event by chips the last count has all stacks, which logs of some tables do not show
    some = 0 < logged < plan.tables
    with_log = 0 if some and plan.lasting else logged
    return [
        EventTable(f"T{each}", plan.tables + 1 - each, each <= with_log) for each in range(1, plan.tables + 1)
    ]


def _logs(plan: EventPlan, book: EventBook, floor: Floor, ruleset: Ruleset, random: Random) -> Logs:
    found = Logs()
    for number, table in enumerate((each for each in floor.tables if each.logged), 1):
        log = SimulatedTableLog.opened(plan.header, table.name, book, str(ruleset), number)
        found.dealers[table.name] = HoldemDealer(log, book, Random(random.random()), ruleset)
    return found


def _royal_hits(results: EventResults, random: Random, finish: int) -> None:
    """Hits of the royal flush pool by players still in, each by the balance before it."""
    for at in sorted(random.randint(60, finish) for _ in range(random.choice(_HITS))):
        hit = RoyalHit(entry=_in_play(results.book, at, random), kind="straight_flush", amount=0)
        hit.board, hit.hole, hit.kind = _cards(random)
        results.book.write(at, hit)
        found = results.replayed()
        here = next(line for line, each in found.file.events if each is hit)
        hit.amount = next(each.due or 0 for each in found.royal if each.line == here)


def _in_play(book: EventBook, at: int, random: Random) -> int:
    """An entry that is in at a moment; a rebuy brings it back."""
    text = book.text(at)
    inside: dict[int, None] = {}  # in the order of the lines
    for each in book.lines():
        if str(each.at) >= text:
            break
        if isinstance(each, Entry | Rebuy):
            inside[each.entry] = None
        elif isinstance(each, Elimination | Unregister) or _put_out(each):
            inside.pop(each.entry, None)
    return random.choice(list(inside))


def _put_out(record: Event) -> TypeGuard[Penalty]:
    return isinstance(record, Penalty) and record.kind == "disqualified"


def _cards(random: Random) -> tuple[str, str, EventName]:
    suit, top = random.choice("cdhs"), random.choice((4, 6, 8, 10, 12, 12))
    ranks = "23456789TJQKA"
    run = [ranks[top - each] + suit for each in range(5)]
    others = [each for each in DECK if each[1] != suit]
    more = random.sample(others, 2)
    random.shuffle(run)
    return "".join(run[1:] + more[:1]), run[0] + more[1], "royal_flush" if top == 12 else "straight_flush"
