"""What one hand leaves to the next: chips, players who are out, fantasyland."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from tests.plain.open_face.event import POINT_VALUES, smallest_chip
from tests.plain.open_face.fantasyland import cards_next
from tests.plain.open_face.hand import missed
from tests.plain.open_face.systems import SYSTEMS, Rules
from tests.rules.build import Event
from tests.rules.mutations.open_face.expected.cards import Expected
from tests.rules.mutations.open_face.expected.facts import cards_of, rows_known
from tests.rules.mutations.open_face.expected.hand import Breach, Hand, Played, judged
from tests.rules.mutations.open_face.expected.money import brought, seated


def from_hand_to_hand(hands: list[Played], system: str, unit: int | None) -> Iterator[Breach]:
    for one, other in pairwise(hands):
        if other.event["hand"] == one.event["hand"] + 1:
            yield from (
                (code, other.place, seat) for code, seat in between(one.line, other.line, system, unit)
            )
    if not SYSTEMS[system].fantasyland:
        lands = [each.place for each in hands if any("fantasyland" in seat for seat in each.event["seats"])]
        yield from (("SET014", place, None) for place in lands)
    yield from plays_on(hands)


@lru_cache(maxsize=4096)
def between(one: bytes, other: bytes, system: str, unit: int | None) -> list[Expected]:
    return list(of_two(judged(one, system, unit), judged(other, system, unit), SYSTEMS[system]))


def of_two(one: Hand, other: Hand, rules: Rules) -> Iterator[Expected]:
    """Of seats in which the same player sits in both."""
    for seat in other.event["seats"]:
        number, before = seat["seat"], one.facts.seats.get(seat["seat"])
        if before is None or before["player"] != seat["player"]:
            continue
        if rules.payment != "due" and chips_differ(one, before, other, seat, rules):
            yield "TRN002", number
        if rules.fantasyland:
            yield from of_fantasyland(one, other, number, rules)


# ---------------------------------------------------------------- chips


def chips_differ(one: Hand, before: Event, other: Hand, seat: Event, rules: Rules) -> bool:
    """A stack that is not what the hand before left; a colour-up allows for less than one of the next chip."""
    moved = before.get("net") if nets_moved(one, other) else paid(one, before)
    if "stack" not in before or "stack" not in seat or moved is None:
        return False
    off = abs(seat["stack"] - before["stack"] - moved)
    if rules.payment != "matched":
        return bool(off)
    levels = [each.event.get("level") for each in (one, other)]
    if None in levels:  # chips may have left play in between
        return False
    if not all(level in range(1, len(POINT_VALUES) + 1) for level in levels):
        return bool(off)
    chips = [smallest_chip(level) for level in levels]
    return bool(off) and not (chips[1] > chips[0] and off < chips[1])


def nets_moved(one: Hand, other: Hand) -> bool:
    """Whether the next stacks follow the nets of a hand, and not its transfers, in every seat in which they differ."""
    if "transfers" not in one.event or one.event.get("void"):
        return False
    moves = [(each["payer"], each["payee"], each["amount"]) for each in one.event["transfers"]]
    later = {each["player"]: each.get("stack") for each in other.event["seats"]}
    differ = []
    for seat in one.event["seats"]:
        if seat.get("net") is None:
            return False
        by_transfers = sum(
            amount * ((payee == seat["seat"]) - (payer == seat["seat"])) for payer, payee, amount in moves
        )
        if by_transfers != seat["net"]:
            differ.append((seat, by_transfers))
    won = [
        None
        if None in (seat.get("stack"), later.get(seat["player"]))
        else later[seat["player"]] - seat["stack"]
        for seat, _ in differ
    ]
    return bool(differ) and won == [seat["net"] for seat, _ in differ]


def paid(one: Hand, seat: Event) -> int | None:
    """What the transfers brought a seat, else (or where one is strange) its net; a deal that was void moves nothing."""
    if one.event.get("void"):
        return 0
    moved = [(each["payer"], each["payee"], each["amount"]) for each in one.event.get("transfers", ())]
    if "transfers" not in one.event or not all(seated(each, one.facts) for each in moved):
        return seat.get("net")
    return brought(moved, one.facts)[seat["seat"]]


def plays_on(hands: list[Played]) -> Iterator[Breach]:
    """Reported in the first later hand in which the player sits."""
    for place, each in enumerate(hands):
        for number in each.facts.out or ():
            player = each.facts.seats[number]["player"]
            later = [
                ("TRN004", other.place, seat["seat"])
                for other in hands[place + 1 :]
                if other.event["hand"] > each.event["hand"]
                for seat in sorted(other.event["seats"], key=lambda seat: seat["seat"])
                if seat["player"] == player
            ]
            yield from later[:1]


# ---------------------------------------------------------------- fantasyland


def of_fantasyland(one: Hand, other: Hand, number: int, rules: Rules) -> Iterator[Expected]:
    due, land = earned(one, number, rules), at_once(other.event, number)
    if due is None or land is None:
        return
    if land and land != due:
        yield "SET014", number
    if due and not land:
        yield "SET015", number


def at_once(hand: Event, number: int) -> int | None:
    """Cards that a seat was dealt at once: as recorded, else as the placements show."""
    (seat,) = (each for each in hand["seats"] if each["seat"] == number)
    if missed(seat) or hand.get("void"):
        return None
    if "fantasyland" in seat:
        return seat["fantasyland"]
    dealt = [len(cards_of(act["dealt"])) for act in hand.get("placements", ()) if act["seat"] == number]
    return next((min(count, 17) for count in reversed(dealt) if count >= 13), 0) if dealt else None


def earned(one: Hand, number: int, rules: Rules) -> int | None:
    """Cards that the seat is dealt at once in the next hand. A deal that was void, or that it missed, shows nothing."""
    seat, fouled = one.facts.seats[number], one.facts.fouled[number]
    if one.event.get("void") or missed(seat):
        return None
    if fouled:
        return 0
    if not rows_known(seat):
        return None
    land = at_once(one.event, number)
    either = {led_to(seat, each, rules) for each in ([land] if land is not None else [0, 13])}
    return either.pop() if len(either) == 1 else None


def led_to(seat: Event, land: int, rules: Rules) -> int:
    here = {name: seat[name] for name in ("seat", "front", "middle", "back")} | (
        {"fantasyland": land} if land else {}
    )
    return cards_next({"seats": [here]}, seat["seat"], rules)
