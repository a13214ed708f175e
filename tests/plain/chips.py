"""Chips from hand to hand by a plain walk over the lines of a log: no arrays, nothing of rules/.

It keeps what every player must have in front of him, from what is on record, and says where a stack is another.
"""

from __future__ import annotations

from typing import Any

Event = dict[str, Any]
SIGNS = {"buy_in": 1, "add_on": 1, "cash_out": -1}


def wrong_stacks(events: list[Event]) -> list[tuple[int, int, int, int]]:
    """(hand, seat, stated, expected) of every stack that is not what it had to be; fees are those of seats.

    A player's first stack is what came since the last cash-out, where some of it was bought, and no hand is missing since. Such a
    player may sit out, unless chips are cashed meanwhile. A first stack may be more where the table did not begin with chips that
    were bought.
    Not known is what an event brought to a seat in which another player sits in the next hand, unless it was cashed by somebody
    who is in some hand.
    """
    wrong, opened = [], bought_by_all(events)
    since: list[
        tuple[int, str, bool]
    ] = []  # (seat, player) of the events since the hand before, and whether it is his alone
    everybody = {seat["player"] for event in events for seat in event.get("seats", ())}
    had: dict[str, int] = {}  # by player, wherever he sits
    before = None
    last: set[str] = set()  # who was in the hand before
    brought: dict[str, int] = {}  # by player who was in no hand yet
    bought: dict[str, int] = {}  # by player, how many times a hand was missing before he first bought
    gaps = 0
    seen: set[str] = set()
    tracked: set[str] = set()
    cashed: set[str] = set()  # since the player's last hand
    for event in events:
        if event["event"] in ("chips", "toke"):
            own = event.get("kind") == "cash_out" and event["player"] in everybody
            since.append((event["seat"], event["player"], own))
            if event["event"] == "chips" and event["kind"] == "cash_out":
                brought[event["player"]] = 0
                cashed.add(event["player"])
            else:
                sign = -1 if event["event"] == "toke" else 1
                brought[event["player"]] = brought.get(event["player"], 0) + sign * event["amount"]
            if event.get("kind") == "buy_in":
                bought.setdefault(event["player"], gaps)
            if event["player"] in had:
                sign = -1 if event["event"] == "toke" else SIGNS[event["kind"]]
                had[event["player"]] += sign * event["amount"]
        elif event["event"] == "chinese_hand":
            number = event["hand"]
            early = {fee["seat"]: fee["amount"] for fee in event["fees"] if fee["before_deal"]}
            late = {fee["seat"]: fee["amount"] for fee in event["fees"] if not fee["before_deal"]}
            follows = before is not None and number == before + 1
            gaps += not follows and (before is not None or number > 1)
            sits = {seat["seat"]: seat["player"] for seat in event["seats"]}
            odd = [each for each in since if sits.get(each[0]) != each[1]]
            unknown = {sits.get(place) for place, _, own in odd if not own} | {player for _, player, _ in odd}
            now, since = {}, []
            for seat in event["seats"]:
                place, player = seat["seat"], seat["player"]
                first = player not in seen and player in bought
                if first:
                    tracked.add(player)
                told = player in last or (player in tracked and player not in cashed)
                known = bought[player] == gaps if first else follows and player in had and told
                if known and player not in unknown:
                    due = (brought[player] if first else had[player]) - early.get(place, 0)
                    if seat["stack"] < due or (seat["stack"] > due and (opened or not first)):
                        wrong.append((number, place, seat["stack"], due))
                seen.add(player)
                now[player] = seat["stack"] + seat["net"] - late.get(place, 0)
            had, before, last = (had if follows else {}) | now, number, set(now)
            cashed -= last
    return wrong


def bought_by_all(events: list[Event]) -> bool:
    """Whether all players of the first hand bought chips before it, and at most half of them began with more; who began with
    nothing need not have.
    """
    place = next(place for place, event in enumerate(events) if event["event"] == "chinese_hand")
    came: dict[str, int] = {}
    bought = {event["player"] for event in events[:place] if event.get("kind") == "buy_in"}
    for event in events[:place]:
        sign = SIGNS.get(event.get("kind", ""), -1)  # of tokes
        came[event["player"]] = came.get(event["player"], 0) + sign * event["amount"]
    seats = events[place]["seats"]
    more = [seat for seat in seats if seat["stack"] > came.get(seat["player"], 0)]
    return all(seat["player"] in bought or not seat["stack"] for seat in seats) and 2 * len(more) <= len(
        seats
    )
