"""What recorded payments contradict: chips between players, pools, stacks. None means the hand as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.plain.closed.pool import lone_winner_of_all
from tests.plain.closed.systems import System
from tests.rules.build import Event
from tests.rules.mutations.due import Due, Payment, brought

Place = int | None


def of_payments(hand: Event, system: System, found: Due) -> Iterator[Place]:
    moved = [(each["payer"], each["payee"], each["amount"]) for each in hand.get("transfers", ())]
    strange = [each for each in moved if not seated(each, found)]
    yield from (payer if payer in found.numbers else None for payer, _, _ in strange)
    yield from past_who_may_be_paid([each for each in moved if each not in strange], hand, system, found)
    yield from units_at_odds(hand, system, found)
    if system.topology == "pool":
        yield from of_the_pool(hand, system, found)
    if "transfers" in hand and not strange:
        yield from totals_at_odds(moved, hand, system, found)
        if system.table_stakes and "dealer" in hand:
            yield from out_of_order(moved, found)
        if system.topology not in ("pool", "single_winner"):
            yield from in_a_circle(moved, found)
    if system.table_stakes:
        yield from beyond_the_chips(moved, hand, found)


def seated(moved: Payment, found: Due) -> bool:
    payer, payee, _ = moved
    return payer in found.numbers and payee in found.numbers and payer != payee


def past_who_may_be_paid(moved: list[Payment], hand: Event, system: System, found: Due) -> Iterator[Place]:
    """Players settle with the banker; in a game for a pool they pay only a player with the best of every row."""
    if system.topology == "banker" and hand.get("banker") in found.numbers:
        yield from (payer for payer, payee, _ in moved if hand["banker"] not in (payer, payee))
    if system.topology == "pool":
        winners = found.result.pool_row_winners if found.result else None
        if system.pool_all_rows and winners is None:
            return
        lone = lone_winner_of_all(winners) if system.pool_all_rows else None
        yield from (payer for payer, payee, _ in moved if lone is None or payee != found.numbers[lone])


def units_at_odds(hand: Event, system: System, found: Due) -> Iterator[Place]:
    """An amount that is not the units' worth; less than that may be all that the chips in front allowed."""
    for moved in hand.get("transfers", ()):
        worth = moved.get("units", 0) * hand.get("unit", 0)
        if "units" not in moved or "unit" not in hand or moved["amount"] == worth:
            continue
        stacks = [seat for seat in hand["seats"] if "stack" in seat]
        cut = system.table_stakes and (found.limited or 0 < len(stacks) < len(hand["seats"]))
        if not (cut and moved["amount"] < worth):
            yield moved["payer"] if moved["payer"] in found.numbers else None


def totals_at_odds(moved: list[Payment], hand: Event, system: System, found: Due) -> Iterator[Place]:
    """What the chips brought a seat is not what was due, or not its net."""
    total = brought(moved, found.numbers)
    if found.known and found.moved is not None:
        right = brought(found.moved, found.numbers)
        if found.moved or system.topology != "pool":  # else every single payment is reported
            yield from (number for number in found.numbers if total[number] != right[number])
    elif found.known:
        yield from (number for number in found.numbers if total[number] != found.money[number])
    if system.topology == "pool" and "pool" not in hand:
        return
    for each in (*awards(hand), *({**each, "amount": -each["amount"]} for each in paid_in(hand))):
        if each["seat"] in total:
            total[each["seat"]] += each["amount"]
    nets = {seat["seat"]: seat["net"] for seat in hand["seats"] if "net" in seat}
    yield from (number for number, net in nets.items() if net != total[number])


def out_of_order(moved: list[Payment], found: Due) -> Iterator[Place]:
    moved = [each for each in moved if each[2]]
    if found.known and found.moved not in (None, moved) and sorted(found.moved) == sorted(moved):
        yield None


def in_a_circle(moved: list[Payment], found: Due) -> Iterator[Place]:
    """Everybody has what was due, but more passed between some of the players than one owed the other.

    A player who has won or lost all that lay in front of him is owed nothing more, and owes nothing: chips that went on
    through him were due to nobody.
    """
    if found.known and found.moved is not None:
        right = brought(found.moved, found.numbers) == brought(moved, found.numbers)
        if right and between_pairs(moved) > between_pairs(found.moved):
            yield None


def between_pairs(moved: list[Payment]) -> int:
    """What passed between the players, two by two, less what came back."""
    passed: Counter = Counter()
    for payer, payee, amount in moved:
        passed[min(payer, payee), max(payer, payee)] += amount if payer < payee else -amount
    return sum(map(abs, passed.values()))


def beyond_the_chips(moved: list[Payment], hand: Event, found: Due) -> Iterator[Place]:
    total = brought([each for each in moved if seated(each, found)], found.numbers)
    for seat in hand["seats"]:
        results = [total[seat["seat"]]] * ("transfers" in hand) + [
            seat[name] for name in ["net"] if name in seat
        ]
        if "stack" in seat and any(abs(result) > seat["stack"] for result in results):
            yield seat["seat"]
    yield from won_beyond_the_chips(hand, found)


def won_beyond_the_chips(hand: Event, found: Due) -> Iterator[Place]:
    """The others, who won more from a seat than lay in front of it, where no other stack is recorded."""
    stacks = [seat for seat in hand["seats"] if "stack" in seat]
    if found.known or found.result is None or len(stacks) != 1 or len(hand["seats"]) == 1:
        return
    (loser,) = stacks
    others = [number for number in found.numbers if number != loser["seat"]]
    if loser.get("net", 0) < -loser["stack"]:
        yield others[0] if len(others) == 1 else None


# ------------------------------------------------------------------------------- pools


def paid_in(hand: Event) -> list[Event]:
    return hand.get("pool", {}).get("contributions", [])


def awards(hand: Event) -> list[Event]:
    return hand.get("pool", {}).get("awards", [])


def of_the_pool(hand: Event, system: System, found: Due) -> Iterator[Place]:
    if "pool" not in hand or "unit" not in hand:
        return
    put_in: Counter = Counter()
    for each in paid_in(hand):
        put_in[each["seat"]] += each["amount"]
    ante = system.pool * hand["unit"]
    yield from (number for number in found.numbers if put_in[number] != ante)
    yield from (None for number in put_in if number not in found.numbers)
    if found.awards is not None and found.known:
        yield from of_awards(hand, found)


def of_awards(hand: Event, found: Due) -> Iterator[Place]:
    """A shared prize that was not paid out at all is left open."""
    got: Counter = Counter()
    for each in awards(hand):
        got[each["seat"], each["row"]] += each["amount"]
    for row, winners in found.result.pool_row_winners.items():
        paid = any(got[number, row] for number in found.numbers)
        if paid or len(winners) == 1:
            yield from (each for each in found.numbers if got[each, row] != found.awards.get((each, row), 0))
    yield from (None for number, _ in got if number not in found.numbers)
