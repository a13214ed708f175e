"""Changes of results by a correction: of each player, and of the house, between a log and the one that superseded it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import UNSET, Struct

from rules.records.events import ChineseHand, Fee, OfcHand
from rules.records.pot_records import PotHand
from rules.records.reader import decode_line, numbered_lines
from rules.screening.filed_month import NetChange

_HANDS = (ChineseHand, OfcHand, PotHand)
_Nets = dict[str, int]


class LogNets(Struct, frozen=True):
    """Results of a log in money. hands: of each hand those of its players, none of a void one; None: not on record. fees: of all
    hands, and those outside of hands.
    """

    hands: Mapping[int, _Nets | None]
    fees: int


def log_nets(chunks: Iterable[bytes]) -> LogNets:
    """Results of a log by its recorded nets and fees."""
    hands: dict[int, _Nets | None] = {}
    fees = 0
    for _, line in numbered_lines(chunks):
        event = decode_line(line)
        if isinstance(event, _HANDS):
            hands[event.hand] = _nets(event)
            fees += 0 if event.fees is UNSET else sum(fee.amount for fee in event.fees)
        elif isinstance(event, Fee):
            fees += event.amount
    return LogNets(hands, fees)


def net_changes(before: LogNets, after: LogNets, correction: str, author: str | None) -> list[NetChange]:
    """Changes of the players whose results differ, by id, and first of the house where its fees do. correction: a digest.

    A hand that one of the logs does not have counts as nothing there; one whose results one of them does not state is left out.
    """
    first, second = Counter[str](), Counter[str]()
    for hand in before.hands.keys() | after.hands.keys():
        one, other = before.hands.get(hand, {}), after.hands.get(hand, {})
        if one is not None and other is not None:
            first.update(one)
            second.update(other)
    house = (
        [NetChange(correction, None, before.fees, after.fees, author)] if before.fees != after.fees else []
    )
    players = sorted(player for player in first.keys() | second.keys() if first[player] != second[player])
    return house + [
        NetChange(correction, player, first[player], second[player], author) for player in players
    ]


def _nets(hand: Any) -> _Nets | None:
    if hand.void is True:
        return {}
    if any(seat.net is UNSET for seat in hand.seats):
        return None
    found = Counter[str]()
    for seat in hand.seats:
        found[seat.player] += seat.net
    return dict(found)
