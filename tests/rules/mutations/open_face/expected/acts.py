"""Acts of setting cards: sizes, cards, turns, and what lies there in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.plain.open_face.cards import ROWS, SIZES, UNKNOWN, without
from tests.plain.open_face.hand import missed
from tests.plain.open_face.placement import STREETS, expected_sizes, placed
from tests.rules.build import Event
from tests.rules.mutations.open_face.expected.cards import Expected
from tests.rules.mutations.open_face.expected.facts import Facts, cards_of

DEALT_TO_ONE = ("dealt", *ROWS, "discard")


def of_acts(hand: Event, found: Facts) -> Iterator[Expected]:
    if "placements" not in hand or hand.get("void") or hand["variant"] != found.rules.variant:
        return
    for number, recorded in found.seats.items():
        mine = [act for act in hand["placements"] if act["seat"] == number]
        seat = with_fantasyland(recorded, mine, found)
        for turn, act in enumerate(mine):
            due = expected_sizes(found.rules.variant, seat, turn) if turn < turns(seat, found) else (0, 0)
            yield from (("SET011", number) for _ in range(street_differs(act, due)))
            yield from (("SET010", number) for _ in range(not_as_dealt(act, due)))
        yield from overfilled(number, mine)
        if not missed(seat):
            yield from rows_differ(seat, mine)
            yield from discards_differ(seat, mine, found)
    if "dealer" in hand and not any(too_few(number, hand, found) for number in found.seats):
        yield from out_of_turn(hand, found)


def with_fantasyland(seat: Event, mine: list[Event], found: Facts) -> Event:
    """A first act of thirteen cards or more shows it, where nothing says it and the game has it."""
    first = len(cards_of(mine[0]["dealt"])) if mine else 0
    shown = found.rules.fantasyland and "fantasyland" not in seat and first >= 13
    return {**seat, "fantasyland": first} if shown else seat


def turns(seat: Event, found: Facts) -> int:
    return 1 if seat.get("fantasyland") else STREETS[found.rules.variant]


def street_differs(act: Event, due: tuple[int, int]) -> bool:
    """Another number of cards dealt, set, or discarded, than are due."""
    dealt, thrown = due
    counts = [len(cards_of(act["dealt"])) != dealt, len(placed(act)) != dealt - thrown]
    return any(counts) or ("discard" in act and len(cards_of(act["discard"])) != thrown)


def not_as_dealt(act: Event, due: tuple[int, int]) -> bool:
    """Set and discarded are not what was dealt; a discard that is due and not recorded may be anything of it."""
    if UNKNOWN in [card for name in DEALT_TO_ONE for card in cards_of(act.get(name))]:
        return False
    dealt, laid = Counter(cards_of(act["dealt"])), Counter([*placed(act), *cards_of(act.get("discard"))])
    if "discard" not in act and due[1]:
        return bool(laid - dealt)
    return laid != dealt


def overfilled(number: int, mine: list[Event]) -> Iterator[Expected]:
    for row, size in SIZES.items():
        laid = 0
        for act in mine:
            laid += len(cards_of(act[row]))
            if cards_of(act[row]) and laid > size:
                yield "SET009", number


def rows_differ(seat: Event, mine: list[Event]) -> Iterator[Expected]:
    """Rows that were recorded. Neither the order of the cards matters, nor one that is there twice."""
    if unknown(mine):
        return
    for row in ROWS:
        laid, stands = [card for act in mine for card in cards_of(act[row])], cards_of(seat.get(row))
        if row in seat and UNKNOWN not in stands and set(stands) != set(laid):
            yield "SET013", seat["seat"]


def unknown(mine: list[Event]) -> bool:
    return UNKNOWN in [
        card for act in mine for name in (*ROWS, "discard") for card in cards_of(act.get(name))
    ]


def discards_differ(seat: Event, mine: list[Event], found: Facts) -> Iterator[Expected]:
    """The discard of an act that was not recorded is what was dealt at it and not set."""
    stands, away = cards_of(seat.get("discards")), []
    for turn, act in enumerate(mine):
        due = turn < turns(seat, found) and expected_sizes(found.rules.variant, seat, turn)
        inferred = "discard" not in act and due and due[1]
        away += without(cards_of(act["dealt"]), placed(act)) if inferred else cards_of(act.get("discard"))
    if (
        "discards" in seat
        and not unknown(mine)
        and UNKNOWN not in [*stands, *away]
        and set(stands) != set(away)
    ):
        yield "SET013", seat["seat"]


def too_few(number: int, hand: Event, found: Facts) -> bool:
    """An act of the seat is missing, so that nobody's turns can be counted; who is fouled may have stopped."""
    mine = [act for act in hand["placements"] if act["seat"] == number]
    seat = with_fantasyland(found.seats[number], mine, found)
    if missed(seat) or number in found.ruled or seat.get("fouled") or seat.get("fantasyland"):
        return False
    return len(mine) < turns(seat, found)


def out_of_turn(hand: Event, found: Facts) -> Iterator[Expected]:
    """After a seat that comes later in the same round, or that is a round ahead. Fantasyland comes at any time."""
    done = Counter()
    furthest = (0, 0)
    for act in hand["placements"]:
        number = act["seat"]
        mine = [each for each in hand["placements"] if each["seat"] == number]
        if number not in found.seats or with_fantasyland(found.seats[number], mine, found).get("fantasyland"):
            continue
        turn = (done[number], (number - hand["dealer"] - 1) % 10)
        done[number] += 1
        if turn < furthest:
            yield "SET012", number
        furthest = max(turn, furthest)
