"""A plain auditor of fees: hand by hand and minute by minute, slow, and without a line of the project's own.

It knows the two systems by figures typed in here (WAC 230-15-080, OLY-2.37) and reads a log's events as they are. What it
reports is a set of (code, hand or None, line or None, seat or None, kind).
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

Event = dict[str, Any]
Breach = tuple[str, int | None, int | None, int | None, str]

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
LIFTED = "2016-12-23"  # from that day on no cap of five dollars


def time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def hours_begun(span: timedelta) -> int:
    """How many hours have begun within a span."""
    return max(1, -int(-span // HOUR))


def washington(events: list[Event]) -> set[Breach]:
    """What WAC 230-15-080 has against a log of a Class F room. Lines count from 1, and the session is the first."""
    reported: set[Breach] = set()
    lines = list(enumerate(events, 1))
    hands = [(line, each) for line, each in lines if "hand" in each]
    paid = [(line, each) for line, each in lines if each["event"] == "fee"]
    for line, hand in hands:
        reported |= {(code, hand["hand"], line, seat, "violation") for code, seat in of_a_hand(hand)}
        there = {seat["seat"] for seat in hand["seats"]}
        if any("seat" in fee and fee["seat"] not in there for fee in hand["fees"]):
            reported.add(("FEE029", hand["hand"], line, None, "discrepancy"))
    for (line, hand), after in zip(hands, [*hands[1:], None], strict=True):
        kinds = {fee["kind"] for fee in hand["fees"] if fee["amount"]} & {"rake", "hand_fee"}
        over = hand.get("ended_at") or (after and after[1]["at"])
        if over and all(
            any(
                time(one["covers_from"]) <= moment < time(one["covers_to"])
                for _, one in paid
                if one["amount"]
            )
            for moment in moments(time(hand["at"]), time(over))
        ):
            kinds.add("time")
        if len(kinds) > 1:
            reported.add(("FEE004", hand["hand"], line, None, "violation"))
    for player in {one["player"] for _, one in paid}:
        mine = [one for _, one in paid if one["player"] == player]
        if above_ten_dollars(mine) or over_ten_a_minute(mine, parts_cost_an_hour=True):
            reported.add(("FEE011", None, None, None, f"{player} violation"))
        elif over_ten_a_minute(mine, parts_cost_an_hour=False):
            reported.add(("FEE011", None, None, None, f"{player} undetermined"))
    for line, one in paid:
        before = [hand for at, hand in hands if at < line]
        if before and time(before[-1]["at"]) > time(one["at"]):
            reported.add(("FEE013", None, line, one["seat"], "violation"))
    for player in {one["player"] for _, one in paid}:
        mine = [(line, one) for line, one in paid if one["player"] == player]
        reported |= seldom(
            player, sorted(mine, key=lambda each: time(each[1]["at"])), [hand for _, hand in hands]
        )
    return reported


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
    of_seats = {seat: sum(fee["amount"] for fee in fees if fee.get("seat") == seat) for seat in seats}
    there = {seat["seat"] for seat in hand["seats"]}
    found |= {
        ("FEE007", seat if seat in there else None) for seat, amount in of_seats.items() if amount > 100
    }
    beyond = sum(max(amount - 100, 0) for amount in of_seats.values())  # reported for the seats
    if sum(fee["amount"] for fee in fees) - beyond > 100 * len(hand["seats"]):
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


def over_ten_a_minute(paid: list[Event], *, parts_cost_an_hour: bool) -> bool:
    """Whether any 60 minutes, one by one, cost a player more than ten dollars and the price of a minute.

    parts_cost_an_hour: a collection is taken for the whole hours that it has begun, and not for its own minutes alone.
    """
    price: dict[datetime, Fraction] = {}
    for one in paid:
        at, ends = time(one["covers_from"]), time(one["covers_to"])
        minutes = hours_begun(ends - at) * 60 if parts_cost_an_hour else (ends - at) // MINUTE
        while at < ends:
            price[at] = price.get(at, Fraction(0)) + Fraction(one["amount"], minutes)
            at += MINUTE
    if not price:
        return False
    at, so_far = min(price) - HOUR, {min(price) - HOUR: Fraction(0)}
    while at < max(price) + HOUR + MINUTE:
        so_far[at + MINUTE] = so_far[at] + price.get(at, 0)
        at += MINUTE
    return any(
        so_far[start + HOUR] - so_far[start] - 1000 >= Fraction(1000, 60)
        for start in so_far
        if start + HOUR in so_far
    )


def moments(begins: datetime, ends: datetime) -> list[datetime]:
    """The half minutes of a hand, by which it is looked at whether time was paid for all of it."""
    step, at, found = MINUTE / 2, begins, [begins]
    while at + step < ends:
        at += step
        found.append(at)
    return found


def seldom(player: str, mine: list[tuple[int, Event]], hands: list[Event]) -> set[Breach]:
    """The times without a collection that are too long; ``mine``: a player's collections, by when they were taken."""
    reported: set[Breach] = set()
    gaps: list[tuple[datetime, datetime]] = []
    runs = sittings_of(player, hands)
    for run, follows in zip(runs, [*runs[1:], None], strict=True):
        begins, until = time(run[0]["at"]), time(run[-1].get("ended_at") or run[-1]["at"])
        before = [each for each in mine if time(each[1]["at"]) < begins]
        last = before[-1] if before else None
        inside = [
            each
            for each in mine
            if time(each[1]["at"]) >= begins and (not follows or time(each[1]["at"]) < time(follows[0]["at"]))
        ]
        for line, one in inside:
            ends, since, sure = min(time(one["at"]), until), begins, last is not None
            if last is None and time(one["covers_from"]) < ends:
                since, sure = max(begins, time(one["covers_from"])), True
            gaps += too_long(since, ends, sure, line, one, hands, reported)
            begins, last = max(begins, ends), (line, one)
        line, one = last or mine[0]
        gaps += too_long(
            begins, until, bool(last) and time(one["covers_to"]) >= until, line, one, hands, reported
        )
    for (line, one), after in zip(mine, [*mine[1:], None], strict=True):
        first, ends = time(one["covers_from"]), time(one["covers_to"])
        soon = after and time(after[1]["at"]) - time(one["at"]) <= HOUR
        if ends - first > HOUR and not soon and not any(a < ends and b > first for a, b in gaps):
            reported.add(("FEE012", None, line, one["seat"], "undetermined"))
    return reported


def too_long(
    begins: datetime,
    ends: datetime,
    sure: bool,
    line: int,
    one: Event,
    hands: list[Event],
    reported: set[Breach],
) -> list[tuple[datetime, datetime]]:
    """A time without a collection, without what a rest of an hour or a hand with a fee of its own took of it."""
    first, last = begins, ends
    for hand, after in pairwise(hands):
        over, dealt = time(hand.get("ended_at") or hand["at"]), time(after["at"])
        rested = dealt - over >= HOUR
        charged = any(fee["amount"] for fee in hand["fees"] if fee["kind"] in ("rake", "hand_fee"))
        if not (rested or charged) or dealt <= begins or time(hand["at"]) > ends:
            continue
        if dealt <= ends:
            first = max(first, dealt)
        else:
            last = min(last, over if rested else time(hand["at"]))
    if last - first <= HOUR:
        return []
    kind = "violation" if sure and last - first > 2 * HOUR else "undetermined"
    reported.add(("FEE012", None, line, one["seat"], kind))
    return [(first, last)]


def sittings_of(player: str, hands: list[Event]) -> list[list[Event]]:
    """Hands one after the other that a player was in, in whatever seats."""
    runs: list[list[Event]] = []
    was = False
    for hand in hands:
        now = player in {seat["player"] for seat in hand["seats"]}
        if now and not was:
            runs.append([])
        if now:
            runs[-1].append(hand)
        was = now
    return runs


def olympic(events: list[Event]) -> set[Breach]:
    """What the rules of the Olympic Poker Club have against the time that a table paid for."""
    reported: set[Breach] = set()
    lines = list(enumerate(events, 1))
    hands = [each for _, each in lines if "hand" in each]
    paid = [(line, each) for line, each in lines if each["event"] == "fee"]
    for line, one in paid:
        begins, at = time(one["covers_from"]), time(one["at"])
        if at > begins:
            stretch = [run for run in runs_of(one["player"], hands) if time(run[0]["at"]) < at]
            there = any(time(run[-1].get("ended_at") or run[-1]["at"]) >= begins for run in stretch)
            reported.add(("FEE016", None, line, one["seat"], "violation" if there else "undetermined"))
    reported |= nobody_paid([one for _, one in paid], hands)
    for period in {(one["covers_from"], one["covers_to"]) for _, one in paid}:
        mine = [(line, one) for line, one in paid if (one["covers_from"], one["covers_to"]) == period]
        reported |= of_a_period(period, mine, [one for _, one in paid], hands)
    return reported


def nobody_paid(paid: list[Event], hands: list[Event]) -> set[Breach]:
    """The half hours that nobody paid for, one after the other from the end of what was paid for."""
    reported: set[Breach] = set()
    covers = [(time(one["covers_from"]), time(one["covers_to"])) for one in paid]
    was_paid, begins = False, None  # of the hand before; of the half hour that nobody pays for
    for place, hand in enumerate(hands):
        at = time(hand["at"])
        fresh = place == 0 or rested(hands[place - 1], hand)
        if any(start <= at < end for start, end in covers):
            was_paid, begins = True, None
            continue
        if begins is None or fresh:
            begins = max(end for _, end in covers if end <= at) if was_paid and not fresh else at
            new = True
        elif at >= begins + 30 * MINUTE:
            begins += (at - begins) // (30 * MINUTE) * 30 * MINUTE
            new = True
        else:
            new = False
        was_paid = False
        before = not any(start <= at for start, _ in covers)
        if new and begins + 30 * MINUTE <= played_until(place, covers, hands, before=before and bool(covers)):
            sat = {s["player"] for s in hands[place - 1]["seats"]} if not fresh else set()
            for seat in hand["seats"]:
                sure = (fresh or seat["player"] in sat) and not (before and covers)
                kind = "discrepancy" if sure else "undetermined"
                reported.add(("FEE017", hand["hand"], None, seat["seat"], kind))
    return reported


def played_until(
    place: int, covers: list[tuple[datetime, datetime]], hands: list[Event], *, before: bool
) -> datetime:
    """When a time that nobody pays for ends: with the next payment, else never; before the first with its last hand."""
    for one, other in pairwise([*hands[place:], None]):
        assert one is not None
        if other is None or rested(one, other):
            return time(one.get("ended_at") or one["at"]) if before else datetime.max.replace(tzinfo=UTC)
        starts = [start for start, end in covers if start <= time(other["at"]) < end]
        if starts:
            over = time(one.get("ended_at") or one["at"])
            return min(*starts, over) if before else min(starts)
    raise AssertionError("a hand is its own last one")


def runs_of(player: str, hands: list[Event]) -> list[list[Event]]:
    """Hands one after the other that a player was in, in one seat, without a rest of the table."""
    runs: list[list[Event]] = []
    seat = None
    for before, hand in zip([None, *hands], hands, strict=False):
        now = {s["player"]: s["seat"] for s in hand["seats"]}.get(player)
        if now is not None:
            if now != seat or rested(before, hand):
                runs.append([])
            runs[-1].append(hand)
        seat = now
    return runs


def rested(before: Event | None, hand: Event) -> bool:
    """Whether the table rested between two hands, for longer than a quarter of an hour."""
    return (
        before is not None and time(hand["at"]) - time(before.get("ended_at") or before["at"]) > 15 * MINUTE
    )


def sat_across(player: str, moment: datetime, hands: list[Event]) -> bool:
    """Whether a player sat in hands at a moment."""
    return any(
        time(run[0]["at"]) <= moment <= time(run[-1].get("ended_at") or run[-1]["at"])
        for run in runs_of(player, hands)
    )


def of_a_period(
    period: tuple[str, str], mine: list[tuple[int, Event]], paid: list[Event], hands: list[Event]
) -> set[Breach]:
    """What is wrong with the collections for one time."""
    reported: set[Breach] = set()
    begins, ends = map(time, period)
    last = max(line for line, _ in mine)
    periods = -int(-(ends - begins) // (30 * MINUTE))
    total = sum(one["amount"] for _, one in mine)
    if total > 25_000 * periods:
        rounding = total - 25_000 * periods <= -25_000 % len({one["player"] for _, one in mine}) * periods
        reported.add(("FEE014", None, last, None, "undetermined" if rounding else "violation"))
    shares: dict[str, int] = {}
    for _, one in mine:
        if time(one["at"]) <= begins or sat_across(one["player"], begins, hands):
            shares[one["player"]] = shares.get(one["player"], 0) + one["amount"]
    if any(abs(one - other) > 1 for one, other in combinations(shares.values(), 2)):
        reported.add(("FEE015", None, last, None, "violation"))
    inside = [place for place, hand in enumerate(hands) if begins <= time(hand["at"]) < ends]
    paying = any(one["amount"] for _, one in mine)
    if inside and paying:
        first = inside[0]
        follows = first > 0 and not rested(hands[first - 1], hands[first])
        before = {s["player"] for s in hands[first - 1]["seats"]} if follows else set()
        for seat in hands[first]["seats"]:
            covered = any(
                one["player"] == seat["player"]
                and one["amount"]
                and time(one["covers_from"]) < ends
                and time(one["covers_to"]) > begins
                for one in paid
            )
            if not covered:
                sure = seat["player"] in before
                reported.add(
                    (
                        "FEE017",
                        hands[first]["hand"],
                        None,
                        seat["seat"],
                        "violation" if sure else "undetermined",
                    )
                )
    return reported
