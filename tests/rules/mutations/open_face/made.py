"""A log made right: stacks from hand to hand, nets, transfers and marks by the plain scorer."""

from __future__ import annotations

from tests.plain.open_face.cards import DECK, ROWS, cards_of, without
from tests.plain.open_face.event import level_of, smallest_chip
from tests.plain.open_face.score import score
from tests.plain.open_face.systems import SYSTEMS
from tests.rules.build import Event
from tests.rules.mutations.open_face.deal import HAND, OPENED, Deal, Log, at
from tests.rules.mutations.open_face.placed import play


def made(name: str, system: str, deals: list[Deal], stacks: dict[int, int], *, first: int = 1) -> Log:
    """The log of some deals. ``stacks``: at the beginning; none are recorded where there are none."""
    session = {
        "event": "session", "format": "cardroom-log/1", "room": "TEST-1", "session": name, "table": "T1",
        "currency": "USD", "opened_at": OPENED.isoformat(), "ruleset": system,
    }  # fmt: skip
    lines, level = [], 0
    for place, deal in enumerate(deals):
        number = first + place
        if SYSTEMS[system].payment == "matched":
            stacks = coloured_up(stacks, level, level_of(number)[0])
            level = level_of(number)[0]
        hand = paid(a_hand(deal, number, place, system, stacks), system)
        stacks = {**stacks, **after(hand)}
        lines.append(hand)
    return Log(name, system, session, lines)


def coloured_up(stacks: dict[int, int], before: int, level: int) -> dict[int, int]:
    """To the nearest chip that is still in play."""
    chip = smallest_chip(level)
    if not before or smallest_chip(before) == chip:
        return stacks
    return {seat: (stack + chip // 2) // chip * chip for seat, stack in stacks.items()}


def after(hand: Event) -> dict[int, int]:
    return {seat["seat"]: seat["stack"] + seat["net"] for seat in hand["seats"] if "stack" in seat}


# ---------------------------------------------------------------- one hand


def a_hand(deal: Deal, number: int, place: int, system: str, stacks: dict[int, int]) -> Event:
    rules = SYSTEMS[system]
    hand = {
        "event": "ofc_hand", "hand": number, "variant": rules.variant, "at": at(0, place), "dealer": deal.button,
        "ended_at": at(HAND - 60, place), "unit": 100, "void": False,
    }  # fmt: skip
    if rules.payment == "matched":
        hand["level"], hand["unit"], _ = level_of(number)
    hand["seats"] = [a_seat(deal, seat, stacks) for seat in deal.rows]
    if rules.variant == "pineapple":
        throw_away(hand["seats"])
    hand |= deal.fields
    if deal.placed:
        play(hand, deal, place)
    if deal.clocks == []:
        hand["clock_calls"] = []
    return hand


def a_seat(deal: Deal, number: int, stacks: dict[int, int]) -> Event:
    seat: Event = {"seat": number, "player": f"P{number}"}
    if number in stacks:
        seat["stack"] = stacks[number]
    rows = deal.rows[number]
    seat |= {"status": "missed"} if rows is None else dict(zip(ROWS, rows.split(" "), strict=True))
    return seat | deal.of_seats.get(number, {})


def throw_away(seats: list[Event]) -> None:
    """Cards that nobody set: four of each seat, in fantasyland as many as are more than thirteen."""
    left = without(DECK, [card for seat in seats for row in ROWS for card in cards_of(seat[row])])
    for seat in seats:
        count = seat.get("fantasyland", 17) - 13
        seat["discards"], left = "".join(left[:count]), left[count:]


def paid(hand: Event, system: str) -> Event:
    """The hand with fouls marked, nets, transfers and who is out, as the plain scorer has it."""
    expected = score(hand, system)
    by_number = {each["seat"]: each for each in expected["seats"]}
    seats = []
    for seat in hand["seats"]:
        mine = by_number[seat["seat"]]
        mark = {} if mine["status"] == "missed" else {"fouled": mine["fouled"]}
        seats.append({**seat, **mark, "net": mine["net"]})
    moved = [transfer(each) for each in expected["transfers"]]
    hand = {**hand, "seats": seats, "transfers": moved}
    return hand | ({} if SYSTEMS[system].payment == "due" else {"eliminated": expected["eliminated"]})


def transfer(expected: Event) -> Event:
    """The units of a part of a unit are left out."""
    units = {"units": int(expected["units"])} if expected["units"].denominator == 1 else {}
    return {"payer": expected["payer"], "payee": expected["payee"], "amount": expected["amount"], **units}
