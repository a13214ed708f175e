"""Records of hands of which a part is left out, and what a check of bounds makes of them."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable, Sequence

from rules.checks.money.money_bounds import bounded
from rules.checks.support.views import BlockView
from rules.controls.library import library
from rules.hands import NOT_RECORDED
from rules.records.reader import LogReader
from rules.replay.row_replay import replay
from rules.replay.scoring import compiled
from tests.rules.build import Event, blocks, log

ROWS = ("front", "middle", "back")
WAYS = ("blank", "blank", "row", "rows", "all", "banker")


def due_of(first: Event, events: Sequence[Event]) -> list[list[int] | None]:
    """What the seats of each hand were due in money, in ascending order of their numbers; None where that is not known.

    Also None of hands whose full record shows what a part of it need not: a claim that the cards do not hold, or a natural under
    a ruling that the hand is fouled.
    """
    scoring = compiled(library().get(first["ruleset"]))
    found: list[list[int] | None] = []
    for hands in blocks(log(first, *events)):
        replayed = replay(hands, scoring)
        seats = replayed.seats
        odd = (hands.declared >= 0) & ~seats.claim_held | seats.ruled & (seats.natural >= 0)
        for hand, there in enumerate(hands.present):
            net = replayed.net[hand, there].tolist()
            found.append(None if NOT_RECORDED in net or odd[hand].any() else net)
    return found


def with_nets(event: Event, nets: Iterable[int]) -> Event:
    """A hand that records some nets, in ascending order of its seats, and no other payment."""
    by_number = sorted(seat["seat"] for seat in event["seats"])
    net = dict(zip(by_number, nets, strict=True))
    seats = [{**seat, "net": net[seat["seat"]]} for seat in event["seats"]]
    kept = {name: value for name, value in event.items() if name not in ("transfers", "pool")}
    return {**kept, "seats": seats}


def in_part(event: Event, chance: random.Random) -> Event:
    """A hand without some cards, some rows, or who banked."""
    event, way = copy.deepcopy(event), chance.choice(WAYS)
    event.pop("placements", None)
    if way == "banker":
        event.pop("banker", None)
        event.pop("dealer", None)
        return event
    seats = event["seats"]
    chosen = seats if way == "all" or chance.random() < 0.3 else [chance.choice(seats)]
    for seat in chosen:
        if way == "blank":
            for _ in range(chance.choice([1, 1, 2, 5])):
                blank(seat, chance)
        elif way == "row":
            seat.pop(chance.choice(ROWS), None)
        else:
            _without_rows(seat, seats, chance)
        for name in ("dealt", "discards"):
            seat.pop(name, None)
    return event


def blank(seat: Event, chance: random.Random) -> None:
    """Leave out a card of a seat."""
    row = chance.choice(ROWS)
    cards = [seat[row][at : at + 2] for at in range(0, len(seat.get(row, "")), 2)]
    if cards:
        cards[chance.randrange(len(cards))] = "??"
        seat[row] = "".join(cards)


def _without_rows(seat: Event, seats: Sequence[Event], chance: random.Random) -> None:
    for row in ROWS:
        seat.pop(row, None)
    if chance.random() < 0.5:
        seat.pop("declared", None)
    if chance.random() < 0.5 and sum(each.get("surrendered", False) for each in seats) < 2:
        seat.pop("surrendered", None)


def bounds_of(first: Event, events: Sequence[Event]) -> dict[int, tuple[int, int]]:
    """The excess and the rest of each hand of a log of which it is not known what was due, by its place in the log."""
    ruleset, reader = library().get(first["ruleset"]), LogReader()
    found, begin = {}, 0
    for hands in reader.blocks([log(first, *events)]):
        assert reader.session is not None
        view = BlockView(reader.session, hands, replay(hands, compiled(ruleset)), ruleset)
        made = bounded(view)
        for at, hand in enumerate(made.hands.tolist()):
            found[begin + hand] = int(made.excess[at]), int(made.rest[at])
        begin += len(hands)
    return found
