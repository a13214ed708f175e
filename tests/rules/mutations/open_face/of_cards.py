"""Changes of the final rows and of the discards: each card, where it lies, whose it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tests.plain.open_face.cards import ROWS, cards_of
from tests.rules.build import Event
from tests.rules.mutations.change import put, with_card
from tests.rules.mutations.open_face.change import Change, absent, cards_there, from_, unseen
from tests.rules.mutations.open_face.deal import Log

PLACES = (*ROWS, "discards")


def changes(hand: Event, log: Log) -> Iterator[Change]:
    if hand["event"] != "ofc_hand":
        return
    for place, seat in enumerate(hand["seats"]):
        for row in PLACES:
            for at, card in enumerate(cards_of(seat.get(row))):
                yield from card_changed(hand, place, row, at, card)
        if "front" in seat:
            yield from rows_changed(hand, place)
    yield from between_seats(hand)


def named(row: str, what: str) -> str:
    return f"{what} of the discards" if row == "discards" else what


def card_changed(hand: Event, place: int, row: str, at: int, card: str) -> Iterator[Change]:
    """To others, that nobody has or that somebody has; moved, to another place for one card and the next; and two of four
    other ways for one and the next.
    """
    seat, new = hand["seats"][place], unseen(hand)
    used = sorted(cards_there(hand) - {card})

    def with_another(other: str) -> Event:
        return put(hand, place, **{row: with_card(seat[row], at, other)})

    for other in sorted({new[(at + place) % len(new)], new[(7 * at + place) % len(new)]}) if new else ():
        yield Change(named(row, "another card"), with_another(other))
    yield Change(named(row, "a card that is there already"), with_another(used[(5 * at + place) % len(used)]))
    if (at + place) % 2:
        yield Change(named(row, "a joker"), with_another("JK"))
        yield Change(named(row, "a card doubled"), put(hand, place, **{row: seat[row] + card}))
    else:
        yield absent(named(row, "a card"), with_another("??"))
        yield Change(named(row, "a card dropped"), put(hand, place, **{row: from_(seat[row], at)}))
    others = [other for other in PLACES if other != row and other in seat]
    for other in others[(at + place) % max(len(others), 1) :][:1]:
        moved = {row: from_(seat[row], at), other: seat[other] + card}
        yield Change("a card moved to another row", put(hand, place, **moved))


def rows_changed(hand: Event, place: int) -> Iterator[Change]:
    """Two cards exchanged, two rows exchanged, the cards of a row in another order."""
    seat = hand["seats"][place]
    for one, two in combinations([row for row in PLACES if row in seat], 2):
        mine, others = cards_of(seat[one]), cards_of(seat[two])
        for at in range(len(mine)):
            there = at % max(len(others), 1)
            if others:
                rows = {
                    one: with_card(seat[one], at, others[there]),
                    two: with_card(seat[two], there, mine[at]),
                }
                yield Change("two cards exchanged", put(hand, place, **rows))
        if seat[one] != seat[two]:
            yield Change("two rows exchanged", put(hand, place, **{one: seat[two], two: seat[one]}))
    for row in ROWS:
        turned = "".join(reversed(cards_of(seat[row])))
        if turned != seat[row]:
            yield Change("the cards of a row in another order", put(hand, place, **{row: turned}))


def between_seats(hand: Event) -> Iterator[Change]:
    """A card, a row, and all rows of one seat with another's."""
    for (one, mine), (two, other) in combinations(enumerate(hand["seats"]), 2):
        there = [row for row in PLACES if mine.get(row) and other.get(row)]
        for row in there:
            at = (one + two) % len(cards_of(mine[row])) % len(cards_of(other[row]))
            card, others = cards_of(mine[row])[at], cards_of(other[row])[at]
            changed = put(hand, one, **{row: with_card(mine[row], at, others)})
            yield Change(
                "cards of two seats exchanged", put(changed, two, **{row: with_card(other[row], at, card)})
            )
            yield Change(
                "rows of two seats exchanged",
                put(put(hand, one, **{row: other[row]}), two, **{row: mine[row]}),
            )
        all_mine, all_other = ({row: seat[row] for row in there} for seat in (mine, other))
        yield Change("rows of two seats exchanged", put(put(hand, one, **all_other), two, **all_mine))
