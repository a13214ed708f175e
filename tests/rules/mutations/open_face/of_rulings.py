"""Changes of irregularities: of which kind, on whom, when, and what was ruled; more of them, and fewer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from rules.records.events import IrregularityKind, Moment, Ruling
from tests.rules.build import Event
from tests.rules.mutations.change import empty_seats, numbers_of, with_, with_one, without
from tests.rules.mutations.open_face.change import Change, absent
from tests.rules.mutations.open_face.deal import Log
from tests.rules.mutations.open_face.of_hand import moved

KINDS: tuple[str, ...] = get_args(IrregularityKind)
MOMENTS: tuple[str, ...] = get_args(Moment)
RULINGS: tuple[str, ...] = get_args(Ruling)


def changes(line: Event, log: Log) -> Iterator[Change]:
    if line["event"] == "irregularity":
        yield from of_its_own(line, log)
        return
    for at, each in enumerate(line.get("irregularities", ())):
        yield from one_changed(line, at, each)
        yield Change(
            "an irregularity left out", {**line, "irregularities": without(line["irregularities"], at)}
        )
        yield Change("an irregularity twice", {**line, "irregularities": [*line["irregularities"], each]})
    yield from one_more(line)


def others(names: tuple[str, ...], but: str | None) -> list[str]:
    return [name for name in names if name != but]


def one_changed(hand: Event, at: int, each: Event) -> Iterator[Change]:
    def altered(**values: object) -> Event:
        return with_one(hand, "irregularities", at, **values)

    for kind in others(KINDS, each["kind"]):
        yield Change("an irregularity of another kind", altered(kind=kind))
    for ruling in others(RULINGS, each.get("ruling")):
        yield Change("another ruling", altered(ruling=ruling))
    for number in {*numbers_of(hand), empty_seats(hand)[-1]} - {each["seat"]}:
        here = number in numbers_of(hand)
        yield Change(
            "an irregularity of another seat" if here else "an irregularity of an empty seat",
            altered(seat=number),
        )
    for when in others(MOMENTS, each.get("when")):
        yield Change("an irregularity at another moment", altered(when=when))
    for units in {0, 1, 2, 3, 10**6} - {each.get("units")}:
        yield Change("a penalty of other units", altered(units=units))
    for name in ("seat", "ruling", "when", "units", "cards", "by"):
        if name in each:
            yield absent(f"the {name} of an irregularity", altered(**{name: None}))


def one_more(hand: Event) -> Iterator[Change]:
    """Of each kind, on one of the seats; with a ruling, and with units and the moment too."""
    everybody = numbers_of(hand)
    for place, kind in enumerate(KINDS):
        ruled = {"ruling": RULINGS[place % 6]}
        fined = {"ruling": RULINGS[(place + 4) % 6], "units": 1, "when": "deal"}
        for more, fields in enumerate(({}, ruled, fined)):
            noted = {"kind": kind, "seat": everybody[(place + more) % len(everybody)], **fields}
            irregularities = [*hand.get("irregularities", ()), noted]
            yield Change("one more irregularity", {**hand, "irregularities": irregularities})


def of_its_own(line: Event, log: Log) -> Iterator[Change]:
    """An irregularity between the hands."""
    for kind in others(KINDS, line["kind"]):
        yield Change("an event of another kind", with_(line, kind=kind), alone=True)
    for number in range(1, 11):
        if number != line["seat"]:
            yield Change("an event of another seat", with_(line, seat=number), alone=True)
    for seconds in (-900, -290, -200, -100, -60, -30, 20, 200, 900, 1200, 1800):
        yield Change("an event at another time", with_(line, at=moved(line["at"], seconds)), alone=True)
    yield absent("the seat of an event", with_(line, seat=None), alone=True)
    for ruling in RULINGS:
        yield Change("a ruling of an event", with_(line, ruling=ruling), alone=True)
