"""Posts that a hand owes, from its stakes and its button: kind, seat and nominal amount, in the order in which they are paid."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.plain.pots.showing import brings_in, clockwise

Event = dict[str, Any]
_VERBS = ("fold", "check", "call", "bet", "raise", "complete")


class Owed(NamedTuple):
    """One post that a seat owes."""

    seat: int
    kind: str
    nominal: int


def dealt_in(hand: Event) -> list[int]:
    return sorted(seat["seat"] for seat in hand["seats"] if seat.get("status") != "missed")


def posts_of(hand: Event) -> list[Event]:
    return [act for act in hand.get("acts", []) if act["act"] == "post"]


def is_bomb_pot(hand: Event, kind: str) -> bool:
    """Whether every seat antes, nobody posts a blind, and the flop comes before any bet."""
    posts = posts_of(hand)
    first = next((act for act in hand["acts"] if act["act"] in ("board", *_VERBS)), {"act": ""})
    if _antes_took_all(hand, posts):
        return False
    return (
        kind == "flop"
        and {act["kind"] for act in posts} == {"ante"}
        and {act["seat"] for act in posts} == set(dealt_in(hand))
        and first["act"] == "board"
        and first["street"] == "flop"
    )


def _antes_took_all(hand: Event, posts: list[Event]) -> bool:
    """Whether nobody could post a blind, nor bet: those next to the button have no chips, and at most one other has."""
    anted = {act["seat"]: act["amount"] for act in posts}
    stacks = {seat["seat"]: seat.get("stack") for seat in hand["seats"]}
    chips = [seat for seat in dealt_in(hand) if stacks[seat] != anted.get(seat, 0)]
    return (
        "dealer" in hand
        and len(chips) < 2
        and not {*clockwise(dealt_in(hand), hand["dealer"])[:2]} & {*chips}
    )


def blinds_of(hand: Event) -> tuple[int | None, int | None]:
    """The seats that owe small and big blind. The first of None: a small blind that nobody owes, because the button is dead."""
    dealer = hand.get("dealer")
    posted = {act["kind"]: act["seat"] for act in posts_of(hand)}
    if dealer is None:
        return posted.get("small_blind"), posted.get("big_blind")
    first, second, *_ = clockwise(dealt_in(hand), dealer)
    if len(dealt_in(hand)) == 2 and dealer in dealt_in(hand):
        first, second = second, first
    if "small_blind" not in posted and posted.get("big_blind") == first:
        return None, first
    return first, posted.get("big_blind", second)


def owed_posts(hand: Event, kind: str, *, bomb: bool, low_wins: bool) -> list[Owed]:
    """All posts that are owed; a table ante is owed by nobody."""
    stakes, seats = hand["stakes"], dealt_in(hand)
    found = [Owed(seat, "ante", stakes["ante"]) for seat in seats if stakes.get("ante")]
    if kind == "stud":
        if stakes.get("bring_in"):
            up = {seat["seat"]: seat["up"] for seat in hand["seats"] if seat["seat"] in seats}
            found.append(Owed(brings_in(up, low_wins=low_wins), "bring_in", stakes["bring_in"]))
        return found
    if bomb:
        return found
    for seat, name in zip(blinds_of(hand), ("small_blind", "big_blind"), strict=True):
        if seat is not None and stakes.get(name):
            found.append(Owed(seat, name, stakes[name]))
    return found
