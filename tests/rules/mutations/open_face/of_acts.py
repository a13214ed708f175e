"""Changes of placements: whose act it is, when, which cards were dealt, where they went, and the order of the acts."""

from __future__ import annotations

from collections.abc import Iterator

from tests.plain.open_face.cards import ROWS, cards_of
from tests.rules.build import Event
from tests.rules.mutations.change import empty_seats, exchanged, numbers_of, with_card, with_one, without
from tests.rules.mutations.open_face.change import Change, absent, cards_there, from_, unseen
from tests.rules.mutations.open_face.deal import Log
from tests.rules.mutations.open_face.of_hand import moved

PLACES = (*ROWS, "discard")


def changes(hand: Event, log: Log) -> Iterator[Change]:
    for at, act in enumerate(hand.get("placements", ())):
        yield from act_changed(hand, at, act)
        yield from dealt_changed(hand, at, act)
        for row in PLACES:
            for place, card in enumerate(cards_of(act.get(row))):
                yield from card_changed(hand, at, row, place, card)
        yield from order_changed(hand, at)


def acts(hand: Event, placements: list[Event]) -> Event:
    return {**hand, "placements": placements}


def altered(hand: Event, at: int, /, **values: object) -> Event:
    return with_one(hand, "placements", at, **values)


def act_changed(hand: Event, at: int, act: Event) -> Iterator[Change]:
    for number in {*numbers_of(hand), empty_seats(hand)[-1]} - {act["seat"]}:
        here = number in numbers_of(hand)
        yield Change(
            "an act of another seat" if here else "an act of an empty seat", altered(hand, at, seat=number)
        )
    if "at" in act:
        yield absent("when an act was", altered(hand, at, at=None))
        for seconds in (-40, 1, 3600):
            yield Change("an act at another time", altered(hand, at, at=moved(act["at"], seconds)))
    if "discard" in act:
        yield absent("the discard of an act", altered(hand, at, discard=None))
    elif not cards_of(act.get("discard")):
        yield Change("an empty discard", altered(hand, at, discard=""))
    yield Change("an act left out", acts(hand, without(hand["placements"], at)))
    yield Change("an act twice", acts(hand, exchanged_in(hand["placements"], at)))


def exchanged_in(placements: list[Event], at: int) -> list[Event]:
    """The act once more right after itself."""
    return [*placements[: at + 1], placements[at], *placements[at + 1 :]]


def dealt_changed(hand: Event, at: int, act: Event) -> Iterator[Change]:
    """Every other card in some ways, the rest in others."""
    dealt, new = cards_of(act["dealt"]), unseen(hand)
    for place, card in enumerate(dealt):

        def with_another(other: str, place: int = place) -> Event:
            return altered(hand, at, dealt=with_card(act["dealt"], place, other))

        if (at + place) % 2:
            used = sorted(cards_there(hand) - {card})
            yield Change(
                "dealt a card that is there already", with_another(used[(7 * at + place) % len(used)])
            )
            yield Change("dealt a joker", with_another("JK"))
            yield Change("a dealt card dropped", altered(hand, at, dealt=from_(act["dealt"], place)))
        else:
            if new:
                yield Change("dealt another card", with_another(new[(at + place) % len(new)]))
            yield absent("a card that was dealt", with_another("??"))
            yield Change("a dealt card doubled", altered(hand, at, dealt=act["dealt"] + card))
    if len(dealt) > 1:
        turned = "".join(reversed(dealt))
        yield Change("the cards of an act in another order", altered(hand, at, dealt=turned))


def card_changed(hand: Event, at: int, row: str, place: int, card: str) -> Iterator[Change]:
    """Set elsewhere, at another place for one card and the next; and every other card in some ways, the rest in others."""
    act, new = hand["placements"][at], unseen(hand)
    dealt = cards_of(act["dealt"])

    def with_another(other: str, **more: str) -> Event:
        return altered(hand, at, **{row: with_card(act[row], place, other)}, **more)

    if (at + place) % 2:
        used = sorted(cards_there(hand) - {card})
        yield Change("set a card that is there already", with_another(used[(3 * at + place) % len(used)]))
        yield Change("a set card dropped", altered(hand, at, **{row: from_(act[row], place)}))
        yield Change("a set card doubled", altered(hand, at, **{row: act[row] + card}))
    else:
        yield Change("set a joker", with_another("JK"))
        yield absent("a card that was set", with_another("??"))
        if new:
            fresh = new[(at + place) % len(new)]
            both = with_another(fresh, dealt=with_card(act["dealt"], dealt.index(card), fresh))
            yield Change("set another card", with_another(fresh))
            yield Change("dealt and set another card", both)
    other = [other for other in PLACES if other != row][(at + place) % 3]
    moved_to = {row: from_(act[row], place), other: act.get(other, "") + card}
    yield Change("a card set elsewhere", altered(hand, at, **moved_to))


def order_changed(hand: Event, at: int) -> Iterator[Change]:
    """Two neighbours, and two acts of a seat, in each other's place; at their own time, and at the other's."""
    placements = hand["placements"]
    mine = [
        place
        for place in range(at + 1, len(placements))
        if placements[place]["seat"] == placements[at]["seat"]
    ]
    for what, others in (
        ("two neighbours in another order", [at + 1]),
        ("two acts of a seat in another order", mine[:2]),
    ):
        for other in others:
            if other < len(placements):
                changed = exchanged(placements, at, other)
                yield Change(what, acts(hand, changed))
                if "at" in placements[at]:
                    timely = acts(hand, changed)
                    timely = altered(timely, at, at=placements[at]["at"])
                    yield Change(what, altered(timely, other, at=placements[other]["at"]))
