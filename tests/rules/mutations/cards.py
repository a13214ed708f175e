"""Changes of cards: each card of each row, rows of other sizes, cards and rows exchanged, the deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from tests.plain.deals import DECK
from tests.rules.build import Event
from tests.rules.mutations.change import Change, judged, put, with_card
from tests.rules.mutations.due import ROWS, cards_of
from tests.rules.mutations.expected import of_cards_there

PAIRS_OF_ROWS = tuple(combinations(ROWS, 2))


@dataclass(frozen=True)
class Steps:
    """1: each is tried; more: a sample, another one for every card, and for every hand where the cards are others.

    twice: of the cards that somebody has already. gone: of the cards that are no card, or not recorded.
    """

    cards: int
    twice: int
    gone: int
    exchanges: int
    dealt: int


def changes(hand: Event, system: str, steps: Steps) -> Iterator[Change]:
    yield from cards_changed(hand, system, steps.cards)
    yield from cards_twice(hand, steps.twice)
    yield from cards_not_of_the_deck(hand, steps.gone)
    yield from cards_exchanged(hand, system, steps.exchanges)
    yield from rows_exchanged(hand, system)
    yield from between_seats(hand, system)
    yield from rows_of_another_size(hand)
    yield from deals_changed(hand, system, steps.dealt)


def cards_there(hand: Event) -> set[str]:
    return {card for seat in hand["seats"] for row in ROWS for card in cards_of(seat[row])}


def cards_of_rows(hand: Event) -> Iterator[tuple[int, Event, str, int, str]]:
    """Each card with its place: the place of the seat, the seat, the row, the place in the row."""
    for place, seat in enumerate(hand["seats"]):
        for row in ROWS:
            for at, card in enumerate(cards_of(seat[row])):
                yield place, seat, row, at, card


def a_sample(cards: list[str], step: int, start: int) -> list[str]:
    return cards[start % step :: step]


def its_own(hand: Event) -> int:
    """A number that differs from hand to hand."""
    return sum(map(ord, hand["seats"][0]["back"]))


def cards_changed(hand: Event, system: str, step: int) -> Iterator[Change]:
    """To other cards, which nobody has."""
    there = cards_there(hand)
    for place, seat, row, at, card in cards_of_rows(hand):
        for other in a_sample([each for each in DECK if each != card], step, start=place + 3 * at):
            if other in there:
                continue
            changed = put(hand, place, **{row: with_card(seat[row], at, other)})
            if "dealt" in seat:
                yield judged("a card that was not dealt", changed, system)
            else:
                yield judged("another card", changed, system)


def cards_twice(hand: Event, step: int) -> Iterator[Change]:
    """To cards that somebody has already."""
    there, turn = cards_there(hand), its_own(hand)
    for place, seat, row, at, card in cards_of_rows(hand):
        for other in a_sample([each for each in DECK if each != card], step, start=turn + place + 3 * at):
            if other in there:
                changed = put(hand, place, **{row: with_card(seat[row], at, other)})
                yield Change("a card twice", changed, set(of_cards_there(changed)), loosely=True)


def cards_not_of_the_deck(hand: Event, step: int) -> Iterator[Change]:
    for place, seat, row, at, _ in list(cards_of_rows(hand))[its_own(hand) % step :: step]:
        joker = put(hand, place, **{row: with_card(seat[row], at, "JK")})
        yield Change("a joker", joker, {seat["seat"]}, loosely=True)
        yield Change("a card not recorded", put(hand, place, **{row: with_card(seat[row], at, "??")}))
    for place in range(len(hand["seats"])):
        for row in ROWS:
            yield Change("a row not recorded", put(hand, place, **{row: None}))
        yield Change("no row recorded", put(hand, place, **dict.fromkeys(ROWS)))


def cards_exchanged(hand: Event, system: str, step: int) -> Iterator[Change]:
    """Two cards of a seat."""
    made = 0
    for place, seat in enumerate(hand["seats"]):
        for one, two in PAIRS_OF_ROWS:
            for at, card in enumerate(cards_of(seat[one])):
                for there, other in enumerate(cards_of(seat[two])):
                    made += 1
                    if made % step:
                        continue
                    rows = {one: with_card(seat[one], at, other), two: with_card(seat[two], there, card)}
                    yield judged("cards exchanged", put(hand, place, **rows), system)


def rows_exchanged(hand: Event, system: str) -> Iterator[Change]:
    for place, seat in enumerate(hand["seats"]):
        changed = put(hand, place, middle=seat["back"], back=seat["middle"])
        yield judged("rows exchanged", changed, system)
        for row in ("middle", "back"):
            changed = put(hand, place, **{"front": seat[row], row: seat["front"]})
            yield judged("rows of other sizes exchanged", changed, system)


def between_seats(hand: Event, system: str) -> Iterator[Change]:
    """A card, a row and the whole hand of one seat with another's."""
    for (one, mine), (two, other) in combinations(enumerate(hand["seats"]), 2):
        for row in ROWS:
            at = (one + two) % len(cards_of(mine[row]))
            card, others = cards_of(mine[row])[at], cards_of(other[row])[at]
            changed = put(hand, one, **{row: with_card(mine[row], at, others)})
            changed = put(changed, two, **{row: with_card(other[row], at, card)})
            yield judged("cards of two seats exchanged", changed, system)
            changed = put(put(hand, one, **{row: other[row]}), two, **{row: mine[row]})
            yield judged("rows of two seats exchanged", changed, system)
        changed = put(put(hand, one, **rows_of(other)), two, **rows_of(mine))
        yield judged("hands of two seats exchanged", changed, system)


def rows_of(seat: Event) -> Event:
    return {row: seat[row] for row in ROWS}


def rows_of_another_size(hand: Event) -> Iterator[Change]:
    spare = next((card for card in DECK if card not in cards_there(hand)), "??")
    for place, seat in enumerate(hand["seats"]):
        for row in ROWS:
            for what, cards in (
                ("a card too few", seat[row][2:]),
                ("a card too many", seat[row] + spare),
                ("no cards", ""),
            ):
                yield Change(what, put(hand, place, **{row: cards}), {seat["seat"]}, loosely=True)


def deals_changed(hand: Event, system: str, step: int) -> Iterator[Change]:
    """The cards as dealt, where the rows are recorded too."""
    for place, seat in enumerate(hand["seats"]):
        if "dealt" not in seat:
            continue
        dealt, number = seat["dealt"], {seat["seat"]}
        for at, card in enumerate(cards_of(dealt)):
            for other in a_sample([each for each in DECK if each != card], step, start=place + at):
                yield judged(
                    "dealt another card", put(hand, place, dealt=with_card(dealt, at, other)), system
                )
        joker = put(hand, place, dealt=with_card(dealt, 0, "JK"))
        yield Change("dealt a joker", joker, number, loosely=True)
        yield Change("dealt twelve", put(hand, place, dealt=dealt[2:]), number, loosely=True)
        yield Change("dealt fourteen", put(hand, place, dealt=dealt + "2c"), number, loosely=True)
        yield Change("a dealt card not recorded", put(hand, place, dealt=with_card(dealt, 0, "??")))
        yield Change("the deal of a seat not recorded", put(hand, place, dealt=None))
    for (one, mine), (two, other) in combinations(enumerate(hand["seats"]), 2):
        if "dealt" in mine and "dealt" in other:
            changed = put(put(hand, one, dealt=other["dealt"]), two, dealt=mine["dealt"])
            yield judged("deals of two seats exchanged", changed, system)
