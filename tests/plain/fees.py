"""A plain auditor of fees: hand by hand and minute by minute, slow, and without a line of the project's own.

It knows the two systems by figures typed in here (WAC 230-15-080, OLY-2.37) and reads a log's events as they stand. What it
tells is a set of (code, hand or None, line or None, seat or None, kind).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

Event = dict[str, Any]
Told = tuple[str, int | None, int | None, int | None, str]

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
LIFTED = "2016-12-23"  # from that day on no cap of five dollars


def time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def hours_begun(span: timedelta) -> int:
    """How many hours have begun within a span."""
    return max(1, -int(-span // HOUR))


def washington(events: list[Event]) -> set[Told]:
    """What WAC 230-15-080 has against a log of a Class F room. Lines count from 1, and the session is the first."""
    told: set[Told] = set()
    lines = list(enumerate(events, 1))
    hands = [(line, each) for line, each in lines if "hand" in each]
    paid = [(line, each) for line, each in lines if each["event"] == "fee"]
    for line, hand in hands:
        told |= {(code, hand["hand"], line, seat, "violation") for code, seat in of_a_hand(hand)}
    for (line, hand), after in zip(hands, [*hands[1:], None], strict=True):
        kinds = {fee["kind"] for fee in hand["fees"] if fee["amount"]} & {"rake", "hand_fee"}
        over = hand.get("ended_at") or (after and after[1]["at"])
        for _, one in paid:
            inside = (
                over and time(one["covers_from"]) <= time(hand["at"]) and time(over) < time(one["covers_to"])
            )
            kinds |= {"time"} if inside and one["amount"] else set()
        if len(kinds) > 1:
            told.add(("FEE004", hand["hand"], line, None, "violation"))
    for player in {one["player"] for _, one in paid}:
        if above_ten_dollars([one for _, one in paid if one["player"] == player]):
            told.add(("FEE011", None, None, None, player))
    for line, one in paid:
        before = [hand for at, hand in hands if at < line]
        if before and time(before[-1]["at"]) > time(one["at"]):
            told.add(("FEE013", None, line, one["seat"], "violation"))
        if kind := seldom(one, [each for _, each in paid], [hand for _, hand in hands]):
            told.add(("FEE012", None, line, one["seat"], kind))
    return told


def of_a_hand(hand: Event) -> set[tuple[str, int | None]]:
    """(code, seat) of what is wrong with the fees of one hand."""
    found: set[tuple[str, int | None]] = set()
    rakes = [fee for fee in hand["fees"] if fee["kind"] == "rake" and fee["amount"]]
    rake = sum(fee["amount"] for fee in rakes)
    if all("of" in fee for fee in rakes) and Fraction(rake) > Fraction(sum(fee["of"] for fee in rakes), 10):
        found.add(("FEE005", None))
    if hand["at"][:10] < LIFTED and rake > 500:
        found.add(("FEE006", None))
    fees = [fee for fee in hand["fees"] if fee["kind"] == "hand_fee"]
    seats = {fee.get("seat") for fee in fees} - {None}
    above = {seat for seat in seats if sum(fee["amount"] for fee in fees if fee.get("seat") == seat) > 100}
    found |= {("FEE007", seat) for seat in above}
    if not above and sum(fee["amount"] for fee in fees) > 100 * len(hand["seats"]):
        found.add(("FEE007", None))
    late = [fee for fee in fees if fee.get("before_deal") is False and fee["amount"]]
    if late:
        whose = {fee["seat"] for fee in late if "seat" in fee}
        found.add(("FEE008", whose.pop() if len(whose) == 1 else None))
    return found


def above_ten_dollars(paid: list[Event]) -> bool:
    """Whether any collections from a player, taken for times that one span holds, come to more than ten dollars an hour."""
    for first in paid:
        for last in paid:
            begins, ends = time(first["covers_from"]), time(last["covers_to"])
            within = [
                one for one in paid if time(one["covers_from"]) >= begins and time(one["covers_to"]) <= ends
            ]
            if within and sum(one["amount"] for one in within) > 1000 * hours_begun(ends - begins):
                return True
    return False


def seldom(one: Event, paid: list[Event], hands: list[Event]) -> str | None:
    """Whether too long a time passed before a collection: the kind of finding; None where it did not."""
    if time(one["covers_to"]) - time(one["covers_from"]) > HOUR:
        return "violation"
    sat = seconds_sat(one, paid, hands)
    return None if sat <= HOUR else "violation" if sat > 2 * HOUR else "undetermined"


def seconds_sat(one: Event, paid: list[Event], hands: list[Event]) -> timedelta:
    """How long a player had sat in hands, without a break of an hour, when time was collected from him."""
    at = time(one["at"])
    place = paid.index(one)
    earlier = [
        each
        for number, each in enumerate(paid)
        if each["player"] == one["player"] and (time(each["at"]), number) < (at, place)
    ]
    run: list[Event] = []
    runs: list[list[Event]] = []
    seats = [{s["player"]: s["seat"] for s in hand["seats"]}.get(one["player"]) for hand in hands]
    for hand, seat, before in zip(hands, seats, [None, *seats], strict=False):
        if seat is not None and seat != before:
            run = []
            runs.append(run)
        if seat is not None:
            run.append(hand)
    begun = [each for each in runs if time(each[0]["at"]) <= at]
    if not begun:
        return timedelta()
    there = begun[-1]
    since = time(earlier[-1]["at"]) if earlier else time(one["covers_from"])
    begins = max(since, time(there[0]["at"]))
    ends = min(at, time(there[-1].get("ended_at") or there[-1]["at"]))
    inside = [hand for hand in hands if begins <= time(hand["at"]) < ends]
    for hand, after in pairwise(inside):
        if time(after["at"]) - time(hand.get("ended_at") or hand["at"]) >= HOUR:
            begins = time(after["at"])
    return ends - begins


def olympic(events: list[Event]) -> set[Told]:
    """What the rules of the Olympic Poker Club have against the time that a table paid for."""
    told: set[Told] = set()
    lines = list(enumerate(events, 1))
    hands = [each for _, each in lines if "hand" in each]
    paid = [(line, each) for line, each in lines if each["event"] == "fee"]
    for line, one in paid:
        begins, at = time(one["covers_from"]), time(one["at"])
        if at > begins:
            stretch = [run for run in runs_of(one["player"], hands) if time(run[0]["at"]) < at]
            there = any(time(run[-1].get("ended_at") or run[-1]["at"]) >= begins for run in stretch)
            told.add(("FEE016", None, line, one["seat"], "violation" if there else "undetermined"))
    for period in {(one["covers_from"], one["covers_to"]) for _, one in paid}:
        mine = [(line, one) for line, one in paid if (one["covers_from"], one["covers_to"]) == period]
        told |= of_a_period(period, mine, [one for _, one in paid], hands)
    return told


def runs_of(player: str, hands: list[Event]) -> list[list[Event]]:
    """Hands one after the other that a player was in, in one seat."""
    runs: list[list[Event]] = []
    seat = None
    for hand in hands:
        now = {s["player"]: s["seat"] for s in hand["seats"]}.get(player)
        if now is not None:
            if now != seat:
                runs.append([])
            runs[-1].append(hand)
        seat = now
    return runs


def of_a_period(
    period: tuple[str, str], mine: list[tuple[int, Event]], paid: list[Event], hands: list[Event]
) -> set[Told]:
    """What is wrong with the collections for one time."""
    told: set[Told] = set()
    begins, ends = map(time, period)
    last = max(line for line, _ in mine)
    periods = -int(-(ends - begins) // (30 * MINUTE))
    total = sum(one["amount"] for _, one in mine)
    if total > 25_000 * periods:
        rounding = total - 25_000 * periods < len({one["player"] for _, one in mine})
        told.add(("FEE014", None, last, None, "undetermined" if rounding else "violation"))
    shares: dict[str, int] = {}
    for _, one in mine:
        if time(one["at"]) <= begins:
            shares[one["player"]] = shares.get(one["player"], 0) + one["amount"]
    if any(abs(one - other) > 1 for one, other in combinations(shares.values(), 2)):
        told.add(("FEE015", None, last, None, "violation"))
    inside = [place for place, hand in enumerate(hands) if begins <= time(hand["at"]) < ends]
    paying = any(one["amount"] for _, one in mine)
    if inside and paying:
        first = inside[0]
        before = [] if first == 0 else [(s["seat"], s["player"]) for s in hands[first - 1]["seats"]]
        for seat in hands[first]["seats"]:
            covered = any(
                one["player"] == seat["player"]
                and one["amount"]
                and time(one["covers_from"]) < ends
                and time(one["covers_to"]) > begins
                for one in paid
            )
            if not covered:
                sure = (seat["seat"], seat["player"]) in before
                told.add(
                    (
                        "FEE017",
                        hands[first]["hand"],
                        None,
                        seat["seat"],
                        "violation" if sure else "undetermined",
                    )
                )
    return told
