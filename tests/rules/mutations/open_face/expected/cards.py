"""Cards of a hand: twice, too many, jokers, rows of wrong sizes; fouls missed, and fouls that were none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.plain.open_face.cards import JOKER, ROWS, SIZES, UNKNOWN
from tests.plain.open_face.hand import missed, rows_of
from tests.plain.open_face.score import score
from tests.rules.build import Event
from tests.rules.mutations.open_face.expected.facts import Facts, as_known, cards_of, cards_set, rows_known

Expected = tuple[str, int | None]  # code, seat
OF_A_FOUL = [
    {"own_royalties": "kept"},
    {"own_royalties": "paid"},
    {"foul_pays_royalties": False},
    {"foul_against_foul": "rows"},
]
OF_DEALS = {"ofc": (0, 0), "pineapple": (4, 1)}  # cards discarded, and in fantasyland
SHOWN_BY = {
    "DCK001": ("duplicate_card", "fouled_deck", "misdeal"),
    "DCK002": ("wrong_card_count", "misdeal"),
    "DCK003": ("joker_dealt", "fouled_deck", "misdeal"),
}


def of_cards(hand: Event, found: Facts) -> Iterator[Expected]:
    kinds = {each["kind"] for each in hand.get("irregularities", ())}
    for code, seats in (("DCK001", twice(hand)), ("DCK002", counts(hand, found)), ("DCK003", jokers(hand))):
        if code != "DCK002" and hand.get("void") and kinds:
            continue
        for seat in seats:
            yield code, seat
            if not kinds & set(SHOWN_BY[code]):
                yield "IRR002", seat
    if not hand.get("void"):
        yield from (("SET017", number) for number in dealt_all_the_same(hand, found))
        yield from sizes(hand, found)
        yield from fouls(hand, found)


# ---------------------------------------------------------------- the deck


def twice(hand: Event) -> set[int]:
    """Who holds a card that is there again: among rows and discards, or among all cards as dealt."""
    set_down, as_dealt = {}, {}
    for seat in hand["seats"]:
        number = seat["seat"]
        laid = [*cards_set(seat), *cards_of(seat.get("discards"))]
        dealt = [
            card
            for act in hand.get("placements", ())
            if act["seat"] == number
            for card in cards_of(act["dealt"])
        ]
        set_down[number], as_dealt[number] = laid or dealt, dealt or laid
    return again(set_down) | again(as_dealt)


def again(held: dict[int, list[str]]) -> set[int]:
    often = Counter(card for cards in held.values() for card in cards if card not in (JOKER, UNKNOWN))
    return {number for number, cards in held.items() if any(often[card] > 1 for card in cards)}


def counts(hand: Event, found: Facts) -> set[int]:
    """Another number of cards than thirteen, or of discards than the deal has; a hand that the floor stopped may have fewer."""
    if hand.get("void"):
        return set()
    wrong = set()
    for number, seat in found.seats.items():
        count = len(cards_set(seat))
        if missed(seat) or not all(row in seat for row in ROWS) or (count < 13 and number in found.ruled):
            continue
        if count != 13 or (number not in found.ruled and discards_wrong(seat, hand, found)):
            wrong.add(number)
    return wrong


def discards_wrong(seat: Event, hand: Event, found: Facts) -> bool:
    """By fantasyland, as it is marked; where it is not, and the first act is no ordinary one, those of either will do."""
    if "discards" not in seat or hand["variant"] != found.rules.variant:
        return False
    ordinary, at_once = OF_DEALS[found.rules.variant]
    first = [
        len(cards_of(act["dealt"])) for act in hand.get("placements", ()) if act["seat"] == seat["seat"]
    ][:1]
    right = {ordinary} if first == [5] else {ordinary, at_once}
    if "fantasyland" in seat:
        right = {seat["fantasyland"] - 13}
    return len(cards_of(seat["discards"])) not in right and min(right) >= 0


def jokers(hand: Event) -> set[int]:
    """Set, discarded, or dealt at an act."""
    dealt = {act["seat"] for act in hand.get("placements", ()) if JOKER in cards_of(act["dealt"])}
    laid = {
        seat["seat"] for seat in hand["seats"] if JOKER in [*cards_set(seat), *cards_of(seat.get("discards"))]
    }
    return laid | dealt & {seat["seat"] for seat in hand["seats"]}


def dealt_all_the_same(hand: Event, found: Facts) -> set[int]:
    """Marked as having missed the hand, with cards."""
    acted = {act["seat"] for act in hand.get("placements", ()) if act["dealt"]}
    return {
        number
        for number, seat in found.seats.items()
        if missed(seat) and (number in acted or any(row in seat for row in ROWS) or seat.get("discards"))
    }


# ---------------------------------------------------------------- rows


def sizes(hand: Event, found: Facts) -> Iterator[Expected]:
    for number, seat in found.seats.items():
        for row, size in SIZES.items():
            count = len(cards_of(seat[row])) if row in seat else size
            if not missed(seat) and (count > size or (count < size and number not in found.ruled)):
                yield "SET001", number


def fouls(hand: Event, found: Facts) -> Iterator[Expected]:
    for number, seat in found.seats.items():
        if missed(seat):
            continue
        marked = seat.get("fouled")
        passed_over = marked is False or (marked is None and not paid_as_a_foul(hand, seat, found))
        if found.fouled[number] and number not in found.ruled and passed_over:
            yield "SET002", number
        if marked and found.fouled[number] is False and not level(seat, found):
            yield "SET003", number


def paid_as_a_foul(hand: Event, seat: Event, found: Facts) -> bool:
    """Under some reading of what a foul costs; or it is not known what was paid or due."""
    if "net" not in seat or found.money is None:
        return True
    if seat["net"] == found.money[seat["seat"]]:
        return True
    return any(
        each["seat"] == seat["seat"] and each["net"] == seat["net"]
        for reading in OF_A_FOUL
        for each in score(as_known(hand, found), found.rules, **reading)["seats"]
    )


def level(seat: Event, found: Facts) -> bool:
    """Whether a reading fouls the hand: middle and back are exactly level."""
    rows = rows_of(seat, found.rules) if rows_known(seat) else {}
    return bool(rows) and rows["middle"] == rows["back"]
