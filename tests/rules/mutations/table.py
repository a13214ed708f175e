"""Changes of who sat where, who dealt and banked, what lay in front; and whether the deal counted at all."""

from __future__ import annotations

from collections.abc import Iterator

from tests.plain.closed.systems import SYSTEMS
from tests.plain.deals import DECK
from tests.rules.build import Event
from tests.rules.mutations.cards import cards_there
from tests.rules.mutations.change import Change, empty_seats, judged, numbers_of, put, with_, without
from tests.rules.mutations.expected import MOST_PLAYERS

EARLY = "2026-03-14T15:59:00-07:00"  # before the sessions of the cases were opened


def changes(hand: Event, system: str) -> Iterator[Change]:
    yield from button_changed(hand, system)
    yield from banker_changed(hand, system)
    yield from forced_dealer_changed(hand, system)
    yield from stacks_changed(hand, system)
    yield from people_changed(hand, system)
    yield from players_added_and_left_out(hand, system)
    yield judged("void", with_(hand, void=True), system, alike="void, nothing due")
    yield Change("a mark left out that says no", with_(hand, void=None))
    for name in ("dealer_id", "deck", "shuffler", "video"):
        yield Change("a note that no rule asks for", with_(hand, **{name: "X-1"}))
    yield Change("dealt before the session was opened", with_(hand, at=EARLY), {None})
    yield Change("settled before it was dealt", with_(hand, ended_at=EARLY), {None})
    yield Change("the time not recorded", with_(hand, at=None))


def button_changed(hand: Event, system: str) -> Iterator[Change]:
    for number in set(numbers_of(hand)) - {hand["dealer"]}:
        yield judged("another button", with_(hand, dealer=number), system, alike="another button")
    for number in empty_seats(hand):
        dead = with_(hand, dealer=number)
        yield judged("a button at an empty seat", dead, system, alike="a button at an empty seat")
    yield Change("the button not recorded", with_(hand, dealer=None))


def banker_changed(hand: Event, system: str) -> Iterator[Change]:
    if SYSTEMS[system].topology != "banker":
        yield Change("a mark that the game has no rule for", with_(hand, banker=numbers_of(hand)[0]))
        return
    for number in set(numbers_of(hand)) - {hand["banker"]}:
        yield judged("another banker", with_(hand, banker=number), system)
    for number in empty_seats(hand):
        yield judged("a banker at an empty seat", with_(hand, banker=number), system)
    yield Change("the banker not recorded", with_(hand, banker=None))


def forced_dealer_changed(hand: Event, system: str) -> Iterator[Change]:
    if not SYSTEMS[system].dealer_compensation:
        yield Change("a mark that the game has no rule for", with_(hand, forced_dealer=True))
        return
    for mark in {True, False, None} - {hand.get("forced_dealer")}:
        yield judged("another mark of a forced dealer", with_(hand, forced_dealer=mark), system)


def stacks_changed(hand: Event, system: str) -> Iterator[Change]:
    """None at all, a little, and just too little for what the seat won or lost."""
    for place, seat in enumerate(hand["seats"]):
        net = abs(seat["net"])
        for stack in {0, 1, hand["unit"], net - 1, net, net * 2} - {seat.get("stack"), -1}:
            changed = put(hand, place, stack=stack)
            yield judged("another stack", changed, system, alike="a stack that limits nothing")
        if "stack" in seat:
            yield Change("a stack not recorded", put(hand, place, stack=None))


def people_changed(hand: Event, system: str) -> Iterator[Change]:
    for place in range(len(hand["seats"])):
        for other in hand["seats"][:place]:
            yield judged("one player in two seats", put(hand, place, player=other["player"]), system)
        yield Change("another player id", put(hand, place, player="P-new"))
        for number in empty_seats(hand)[-2:]:
            moved = put(hand, place, seat=number)
            yield judged("another seat number", moved, system, alike="another seat number")


def players_added_and_left_out(hand: Event, system: str) -> Iterator[Change]:
    for place in range(len(hand["seats"])):
        left, alike = without(hand["seats"], place), "a player left out who won and lost nothing"
        yield judged("a player left out", {**hand, "seats": left}, system, alike)
    number = empty_seats(hand)[-1]
    more = {"seat": number, "player": f"P{number}", "net": 0}
    if len(hand["seats"]) < MOST_PLAYERS:
        rest = [card for card in DECK if card not in cards_there(hand)]
        more |= {"front": "".join(rest[:3]), "middle": "".join(rest[3:8]), "back": "".join(rest[8:13])}
    for name in ("stack", "aces"):
        if name in hand["seats"][0]:
            more[name] = hand["seats"][0][name]
    seated = {**hand, "seats": [*hand["seats"], more]}
    yield (
        judged("one more player", seated, system)
        if "front" in more
        else Change("a fifth player", seated, {None}, loosely=True)
    )
