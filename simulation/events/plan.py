"""Publications of an event before its first hand."""

from __future__ import annotations

import datetime as dt
from random import Random
from typing import Any

from msgspec import UNSET, Struct

from rules.controls.ruleset import Ruleset
from rules.tournaments.header import (
    FORMAT,
    Offer,
    OwnPrizes,
    PlannedColourUp,
    Purchase,
    Royal,
    Target,
    Tournament,
    Until,
)
from rules.tournaments.header import Table as PublishedTable
from simulation.events.event_request import KINDS, EventRequest
from simulation.events.schedule import PlayedSchedule, scheduled, structure_of

_PRICES = (2_000, 3_000, 5_500, 11_000, 16_500, 33_000, 55_000)
_STACKS = (5_000, 10_000, 15_000, 20_000, 30_000)
_BOUNTIES, _ROYALS, _ADDED, _OFFERS, _OWN = 0.3, 0.3, 0.2, 0.25, 0.3  # shares of events that have them
_TICKETS, _CHIPS, _WAITS, _MONTHLY = 0.1, 0.1, 0.25, 0.3
_DEALS, _STOPS = 0.3, 0.4  # share of events with a deal, and of those in which nobody plays on
_MOST_BY_TABLE = 160  # players for whom the ruleset has prizes
SMALLEST, NEXT = 25, 100  # the smallest chip at first, and after the first break


class EventPlan(Struct, frozen=True):
    """An event as published, with decisions of the simulation.

    waits: fewer seats than players. lasting: last level of an event by chips. deal: players who divide the prizes; deal_ends:
    nobody plays on. names: possible entrants; empty: anybody.
    """

    header: Tournament
    start: dt.datetime
    schedule: PlayedSchedule
    seats: int
    tables: int
    late_level: int
    waits: bool = False
    lasting: int = 0
    deal: int = 0
    deal_ends: bool = False
    names: tuple[str, ...] = ()


def plan_of(request: EventRequest, random: Random) -> EventPlan:
    """An event with levels by minutes."""
    chosen = random.choice(KINDS)
    kind = next(each for each in KINDS if each == (request.kind or chosen))
    prizes_by = _prizes_by(request, kind, random)
    seats = random.choice((6, 8, 9, 9))
    waits = random.random() < _WAITS
    tables = -(-request.players // seats)
    if waits:
        tables = max(2, min(tables, round(0.8 * request.players / seats)))
    stack = random.choice(_STACKS)
    structure = structure_of(stack, random.choice((10, 12, 15, 20)))
    schedule = scheduled(structure, random.choice((3, 4)), random.choice((10, 15)), random)
    late = schedule.breaks[0].after_level
    assert late is not None
    more: dict[str, Any] = _prices(request.ruleset, prizes_by, random)
    if "royal" in more and request.royal is not None:
        more["royal"].opening = request.royal
    header = Tournament(
        format=FORMAT,
        room=request.room,
        tournament=f"sim-{request.seed}",
        number=request.number,
        title=f"A simulated {kind}",
        currency="EUR",
        game="holdem",
        ruleset=request.ruleset.id,
        kind=kind,
        stack=stack,
        structure=structure,
        late_registration=Until(until_level=late + 1),
        tables=[
            PublishedTable(table=f"T{each}", seats=seats, break_order=tables + 1 - each)
            for each in range(1, tables + 1)
        ],
        seats=seats,
        published_at=(request.start - dt.timedelta(days=12)).isoformat(),
        starts_at=request.start.isoformat(),
        source="table_system",
        recorded_by="floor-1",
        recorded_at=(request.start + dt.timedelta(days=1)).isoformat(),
        **more,
    )
    header.colour_ups = [PlannedColourUp(chip=SMALLEST, after_level=late)]
    _further(header, request, kind, stack, random)
    lasting = random.randint(late + 2, late + 5) if prizes_by == "chips" else 0
    deal = random.choice((2, 3)) if prizes_by == "places" and random.random() < _DEALS else 0
    return EventPlan(
        header, request.start, schedule, seats, tables, late + 1, waits, lasting, deal, bool(deal) and random.random() < _STOPS,
        request.names,
    )  # fmt: skip


def _prizes_by(request: EventRequest, kind: str, random: Random) -> str:
    ranked = ranking(request.ruleset)
    chance = random.random()
    if chance < _TICKETS and not ranked:
        return "tickets"
    return "chips" if chance > 1 - _CHIPS else "places"


def ranking(ruleset: Ruleset) -> bool:
    return ruleset.sections.ranking_points is not None


def _prices(ruleset: Ruleset, prizes_by: str, random: Random) -> dict[str, Any]:
    price = random.choice(_PRICES)
    fee = price // 11 if price % 11 == 0 else price // 10
    found: dict[str, Any] = {"buy_in": price, "fee": fee}
    if prizes_by != "places":
        found["prizes_by"] = prizes_by
    if random.random() < _BOUNTIES and prizes_by == "places":
        found["bounty"] = price // 5
    if random.random() < _ROYALS:
        royal = Royal(share=price // 50, opening=random.choice((0, 12_345, 250_000)))
        if ruleset.sections.royal is not None:
            found["royal"] = royal
    if random.random() < _ADDED:
        found["added"] = random.choice((10_000, 33_333, 100_000))
    if prizes_by == "tickets":
        found["target"] = Target(tournament="MAIN", cost=random.choice((5, 8)) * price)
    return found


def _further(header: Tournament, request: EventRequest, kind: str, stack: int, random: Random) -> None:
    if kind in ("rebuy_broke", "rebuy_any"):
        royal = header.royal.share if header.royal is not UNSET else UNSET
        header.rebuy = Purchase(price=header.buy_in, chips=stack, fee=header.fee, royal=royal)
        header.add_on = Purchase(price=header.buy_in // 2, chips=stack + stack // 2)
    if kind == "double_chance":
        header.rebuy = Purchase(price=0, chips=stack)
    if kind == "rebuy_any" and random.random() < 0.5:
        header.reentries = True
    if ranking(request.ruleset):
        header.ranking = True
    header.classes = ["monthly"] if random.random() < _MONTHLY else ["daily"]
    if request.players > _MOST_BY_TABLE - request.players // 5 or random.random() < _OWN:
        header.prizes = OwnPrizes(places_bp=own_prizes(request.players, random))
    if random.random() < _OFFERS:
        header.offers = [Offer(code="EARLY", chips=1_000, criteria="paid before the day")]


def own_prizes(players: int, random: Random) -> list[int]:
    """Falling shares in basis points of about an eighth of the places."""
    count = max(3, players // random.choice((7, 8, 10)))
    weights = [1000 // (place + 2) for place in range(count)]
    shares = [10_000 * each // sum(weights) for each in weights]
    shares[0] += 10_000 - sum(shares)
    return shares
