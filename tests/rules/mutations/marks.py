"""Changes of what is noted of a seat: a surrender, a foul, a natural, the side bet; and of what the floor ruled."""

from __future__ import annotations

from collections.abc import Iterator

from tests.plain.closed.systems import SYSTEMS
from tests.rules.build import Event
from tests.rules.mutations.change import Change, judged, put
from tests.rules.mutations.due import due, holds, thirteen

OF_OTHER_SYSTEMS = ("four_flushes", "six_pairs", "dragon", "small", "no_pictures")


def changes(hand: Event, system: str) -> Iterator[Change]:
    yield from surrenders_changed(hand, system)
    yield from fouls_changed(hand, system)
    yield from declarations_changed(hand, system)
    yield from side_bets_changed(hand, system)
    yield from rulings_added(hand, system)


def surrenders_changed(hand: Event, system: str) -> Iterator[Change]:
    for place, seat in enumerate(hand["seats"]):
        if seat.get("surrendered"):
            yield judged("surrendered no more", put(hand, place, surrendered=False), system)
            yield judged("a surrender not recorded", put(hand, place, surrendered=None), system)
        else:
            yield judged("surrendered", put(hand, place, surrendered=True), system)
            yield Change("a mark left out that says no", put(hand, place, surrendered=None))


def fouls_changed(hand: Event, system: str) -> Iterator[Change]:
    found = due(hand, system)
    for place, seat in enumerate(hand["seats"]):
        fouled = found.result.fouled[found.place(seat["seat"])]
        right, alike = put(hand, place, fouled=fouled), "a mark that says what is so anyway"
        yield judged("a mark against a ruling", right, system, alike)
        if fouled:
            yield judged("a foul passed over", put(hand, place, fouled=False), system)
            yield Change("the foul mark not recorded", put(hand, place, fouled=None))
        else:
            marked, alike = put(hand, place, fouled=True), "marked fouled as a reading has it"
            yield judged("a legal hand marked fouled", marked, system, alike)
            yield Change("a mark left out that says no", put(hand, place, fouled=None))


def declarations_changed(hand: Event, system: str) -> Iterator[Change]:
    naturals = SYSTEMS[system].naturals
    for place, seat in enumerate(hand["seats"]):
        held = holds(thirteen(seat), system)
        for name in dict.fromkeys([*(natural.id for natural in naturals), *OF_OTHER_SYSTEMS]):
            if name == seat.get("declared"):
                yield judged("a declaration not recorded", put(hand, place, declared=None), system)
                continue
            what = "another natural declared, held too" if name in held else "a natural that is not held"
            yield judged(what, put(hand, place, declared=name), system)


def side_bets_changed(hand: Event, system: str) -> Iterator[Change]:
    for place, seat in enumerate(hand["seats"]):
        for mark in {True, False, None} - {seat.get("aces")}:
            changed = put(hand, place, aces=mark)
            if SYSTEMS[system].aces:
                yield judged("another mark of the side bet", changed, system)
            else:
                yield Change("a mark that the game has no rule for", changed)


def rulings_added(hand: Event, system: str) -> Iterator[Change]:
    """A ruling on a hand that the record does not treat so."""
    for seat in hand["seats"]:
        for ruling in ("hand_fouled", "hand_dead"):
            yield judged("a ruling on a hand", ruled(hand, ruling, seat=seat["seat"]), system)
        for ruling in ("play_on", "warning"):
            yield Change("a ruling that changes nothing", ruled(hand, ruling, seat=seat["seat"]))
    misdeal, nothing = ruled(hand, "misdeal"), "a misdeal ruled, nothing settled"
    yield judged("a misdeal ruled", misdeal, system, alike=nothing)
    yield Change("a ruling that changes nothing", ruled(hand, "penalty", units=2))


def ruled(hand: Event, ruling: str, **fields: int) -> Event:
    more = {"kind": "exposed_card", "ruling": ruling, **fields}
    return {**hand, "irregularities": [*hand.get("irregularities", ()), more]}
