"""How rows came to lie there: acts of setting cards in turn, and what can go wrong with them."""

from __future__ import annotations

import random
from typing import Any

from tests.plain.open_face.cards import ROWS, SIZES, Cards, cards_of, without
from tests.plain.open_face.hand import missed
from tests.plain.open_face.payment import clockwise
from tests.plain.open_face.placement import IN_A_HAND, STREETS

Made = dict[str, Any]  # an ofc_hand in the making
SET = {"ofc": 1, "pineapple": 2}  # cards set at every street but the first


def written(cards: Cards) -> str:
    return "".join(cards)


# ---------------------------------------------------------------- acts


def placements(chance: random.Random, hand: Made, discards: dict[int, Cards]) -> list[Made]:
    """For final rows, round by round; ``discards`` by seat. Fantasyland's one act comes at any time."""
    played = {seat["seat"]: seat for seat in hand["seats"] if not missed(seat)}
    at_once = [number for number, seat in played.items() if seat.get("fantasyland")]
    streets = {
        number: streets_of(chance, seat, discards[number], IN_A_HAND if number in at_once else None, hand)
        for number, seat in played.items()
    }
    order = clockwise([number for number in played if number not in at_once], hand["dealer"])
    acts = [
        streets[number][street]
        for street in range(STREETS[hand["variant"]])
        for number in order
        if street < len(streets[number])
    ]
    for number in at_once:
        acts.insert(chance.randint(0, len(acts)), streets[number][0])
    return acts


def streets_of(
    chance: random.Random, seat: Made, discards: Cards, at_once: int | None, hand: Made
) -> list[Made]:
    """The acts of one seat; fewer where its rows hold fewer cards."""
    left = [(row, card) for row in ROWS for card in cards_of(seat[row])]
    chance.shuffle(left)
    away, made = list(discards), []
    while left:
        size = SET[hand["variant"]] if made else at_once or 5
        thrown = away if at_once else [away.pop()] if made and away else []
        made.append(act(chance, seat["seat"], left[:size], thrown))
        left = left[size:]
    return made


def act(chance: random.Random, seat: int, laid: list[tuple[str, str]], thrown: Cards) -> Made:
    dealt = [card for _, card in laid] + thrown
    chance.shuffle(dealt)
    rows = {row: written([card for where, card in laid if where == row]) for row in ROWS}
    discard = {"discard": written(thrown)} if thrown or chance.random() < 0.1 else {}
    return {"seat": seat, "dealt": written(dealt), **rows, **discard}


def stopped(chance: random.Random, hand: Made, seat: Made) -> None:
    """The seat sets no more than some streets; its rows stay as they are then."""
    keep = 5 + SET[hand["variant"]] * chance.randrange(STREETS[hand["variant"]] - 1)
    cards = [(row, card) for row in ROWS for card in cards_of(seat[row])]
    kept = chance.sample(cards, keep)
    for row in ROWS:
        seat[row] = written([card for where, card in kept if where == row])


# ---------------------------------------------------------------- what goes wrong


def slip(chance: random.Random, hand: Made, kind: str) -> bool:
    """One fault of a kind; now and then another comes of it. False: the hand gives no occasion."""
    return SLIPS[kind](chance, hand)


def overfill(chance: random.Random, hand: Made) -> bool:
    """A card goes to a row that is full; the final rows say so."""
    for each in reversed(hand["placements"]):
        seat = seat_of(hand, each)
        for row in ROWS:
            full = [other for other in ROWS if other != row and len(cards_of(seat[other])) == SIZES[other]]
            if each[row] and full:
                card, other = cards_of(each[row])[0], chance.choice(full)
                for where in (each, seat):
                    where[row] = written(without(cards_of(where[row]), [card]))
                    where[other] += card
                return True
    return False


def deal_otherwise(chance: random.Random, hand: Made) -> bool:
    """Two acts have each other's cards written as dealt."""
    size = chance.choice([1, 3, 5])
    alike = [each for each in hand["placements"] if len(each["dealt"]) == 2 * size]
    if len(alike) < 2:
        return False
    one, two = chance.sample(alike, 2)
    one["dealt"], two["dealt"] = two["dealt"], one["dealt"]
    return True


def merge(chance: random.Random, hand: Made) -> bool:
    """The last of the round sets its last two streets at once."""
    acts = hand["placements"]
    in_turn = [each for each in acts if not seat_of(hand, each).get("fantasyland")]
    if not in_turn:
        return False
    mine = [each for each in acts if each["seat"] == in_turn[-1]["seat"]]
    if len(mine) < 2:
        return False
    before, last = mine[-2:]
    for name in ("dealt", *ROWS, "discard"):
        if name in before or name in last:
            before[name] = before.get(name, "") + last.get(name, "")
    hand["placements"] = [each for each in acts if each is not last]
    return True


def act_too_soon(chance: random.Random, hand: Made) -> bool:
    """Two neighbours in turn change places."""
    acts = hand["placements"]
    places = [
        place
        for place in range(len(acts) - 1)
        if acts[place]["seat"] != acts[place + 1]["seat"]
        and not any(seat_of(hand, each).get("fantasyland") for each in acts[place : place + 2])
    ]
    if not places:
        return False
    place = chance.choice(places)
    acts[place], acts[place + 1] = acts[place + 1], acts[place]
    return True


def end_otherwise(chance: random.Random, hand: Made) -> bool:
    """Two cards of a seat have changed rows in the end."""
    seats = [seat for seat in hand["seats"] if seat.get("front") and seat.get("back")]
    if not seats:
        return False
    seat = chance.choice(seats)
    front, back = cards_of(seat["front"]), cards_of(seat["back"])
    front[0], back[0] = back[0], front[0]
    seat["front"], seat["back"] = written(front), written(back)
    return True


def discard_otherwise(chance: random.Random, hand: Made) -> bool:
    seats = [seat for seat in hand["seats"] if seat.get("discards")]
    if not seats:
        return False
    seat = chance.choice(seats)
    seat["discards"] = seat["discards"][2:]
    return True


def deal_again(chance: random.Random, hand: Made) -> bool:
    """An act has a card of another one instead of its own, and so has the seat in the end."""
    acts = [each for each in hand["placements"] if each["front"]]
    others = [each for each in hand["placements"] if acts and each["seat"] != acts[-1]["seat"]]
    if not others:
        return False
    card, again = acts[-1]["front"][:2], chance.choice(cards_of(chance.choice(others)["dealt"]))
    seat = seat_of(hand, acts[-1])
    for where, name in ((acts[-1], "dealt"), (acts[-1], "front"), (seat, "front")):
        where[name] = where[name].replace(card, again)
    return True


def seat_of(hand: Made, each: Made) -> Made:
    return next(seat for seat in hand["seats"] if seat["seat"] == each["seat"])


SLIPS = {
    "overfilled": overfill,
    "not_as_dealt": deal_otherwise,
    "street_size": merge,
    "out_of_turn": act_too_soon,
    "rows_differ": end_otherwise,
    "discards_differ": discard_otherwise,
    "dealt_twice": deal_again,
}
