"""Chips from hand to hand by a plain walk over the lines of a log: no arrays, nothing of rules/.

It keeps what every player must have in front of him, from what is on record, and says where a stack is another.
"""

from __future__ import annotations

from typing import Any

Event = dict[str, Any]
SIGNS = {"buy_in": 1, "add_on": 1, "cash_out": -1}


def wrong_stacks(events: list[Event]) -> list[tuple[int, int, int, int]]:
    """(hand, seat, stated, expected) of every stack that is not what it had to be; fees are those of seats."""
    wrong = []
    had: dict[str, int] = {}  # by player, wherever he sits
    before = None
    for event in events:
        if event["event"] in ("chips", "toke"):
            if event["player"] in had:
                sign = -1 if event["event"] == "toke" else SIGNS[event["kind"]]
                had[event["player"]] += sign * event["amount"]
        elif event["event"] == "chinese_hand":
            number = event["hand"]
            early = {fee["seat"]: fee["amount"] for fee in event["fees"] if fee["before_deal"]}
            late = {fee["seat"]: fee["amount"] for fee in event["fees"] if not fee["before_deal"]}
            follows = before is not None and number == before + 1
            now = {}
            for seat in event["seats"]:
                place, player = seat["seat"], seat["player"]
                if follows and player in had:
                    due = had[player] - early.get(place, 0)
                    if due != seat["stack"]:
                        wrong.append((number, place, seat["stack"], due))
                now[player] = seat["stack"] + seat["net"] - late.get(place, 0)
            had, before = now, number
    return wrong
