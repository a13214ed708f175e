"""Changes of who sat where, what lay in front, what was marked of a seat, and its net."""

from __future__ import annotations

from collections.abc import Iterator

from tests.plain.open_face.cards import ROWS
from tests.rules.build import Event
from tests.rules.mutations import figures
from tests.rules.mutations.change import empty_seats, put, with_, without
from tests.rules.mutations.open_face.change import Change, absent, unseen
from tests.rules.mutations.open_face.deal import Log
from tests.rules.mutations.open_face.of_payments import of_figures

WHAT = {
    "stack": "a stack", "front": "a row", "middle": "a row", "back": "a row", "fouled": "the foul mark", "net": "a net",
    "discards": "the discards", "fantasyland": "fantasyland", "status": "that the hand was missed",
}  # fmt: skip


def changes(hand: Event, log: Log) -> Iterator[Change]:
    if hand["event"] != "ofc_hand":
        return
    for place, seat in enumerate(hand["seats"]):
        for name, what in WHAT.items():
            if name in seat:
                yield absent(what, put(hand, place, **{name: None}))
        yield from person_changed(hand, place)
        yield from stack_changed(hand, place)
        yield from marks_changed(hand, place)
        yield Change("a player left out", {**hand, "seats": without(hand["seats"], place)})
    yield absent(
        "the rows of everybody",
        {**hand, "seats": [with_(seat, **dict.fromkeys(ROWS)) for seat in hand["seats"]]},
    )
    yield absent(
        "the nets of everybody", {**hand, "seats": [with_(seat, net=None) for seat in hand["seats"]]}
    )
    if any("stack" in seat for seat in hand["seats"]):
        yield absent(
            "the stacks of everybody", {**hand, "seats": [with_(seat, stack=None) for seat in hand["seats"]]}
        )
    yield from of_figures(figures.nets_changed(hand))
    yield from one_more(hand)


def person_changed(hand: Event, place: int) -> Iterator[Change]:
    for other in hand["seats"]:
        if other is not hand["seats"][place]:
            yield Change("one player in two seats", put(hand, place, player=other["player"]))
    yield Change("another player id", put(hand, place, player="P-new"))
    for number in (*empty_seats(hand)[:1], *empty_seats(hand)[-2:]):
        yield Change("another seat number", put(hand, place, seat=number))


def stack_changed(hand: Event, place: int) -> Iterator[Change]:
    seat = hand["seats"][place]
    stack, net = seat.get("stack", 10_000), seat["net"]
    for other in sorted(
        {0, 1, stack - 25, stack + 25, stack + 100, stack - 10_000, stack * 2, abs(net), abs(net) - 1}
    ):
        if other >= 0 and other != seat.get("stack"):
            yield Change(
                "another stack" if "stack" in seat else "a stack where none were",
                put(hand, place, stack=other),
            )


def marks_changed(hand: Event, place: int) -> Iterator[Change]:
    seat = hand["seats"][place]
    for mark in {True, False} - {seat.get("fouled")}:
        yield Change("another foul mark", put(hand, place, fouled=mark))
    if seat.get("status") == "missed":
        yield Change("a missed hand marked played", put(hand, place, status="played"))
    else:
        yield Change("a played hand marked missed", put(hand, place, status="missed"))
        yield Change("marked played", put(hand, place, status="played"))
        yield Change(
            "a seat that was dealt nothing", put(hand, place, status="missed", **dict.fromkeys(ROWS))
        )
    for cards in {12, 13, 14, 17} - {seat.get("fantasyland")}:
        yield Change(
            "another fantasyland" if "fantasyland" in seat else "fantasyland",
            put(hand, place, fantasyland=cards),
        )


def one_more(hand: Event) -> Iterator[Change]:
    """A player who won nothing: with cards, without, or away."""
    number, rest = empty_seats(hand)[-1], unseen(hand)
    more = {"seat": number, "player": f"P{number}", "net": 0}
    if "stack" in hand["seats"][0]:
        more["stack"] = 20_000
    yield Change("one more player without cards", {**hand, "seats": [*hand["seats"], more]})
    yield Change(
        "one more player who missed the hand",
        {**hand, "seats": [*hand["seats"], {**more, "status": "missed"}]},
    )
    if len(rest) >= 13:
        rows = {"front": "".join(rest[:3]), "middle": "".join(rest[3:8]), "back": "".join(rest[8:13])}
        yield Change("one more player", {**hand, "seats": [*hand["seats"], {**more, **rows}]})
