"""Changes of results by a correction: of each player, and of the house, between a log and the one that superseded it."""

from __future__ import annotations

from collections import Counter, defaultdict
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
    """Results of a log in money. hands: of each hand those of its players, none of a void one; None: not on record. fees: of
    each hand; outside: fees outside of hands. lines: of the hands in the log.
    """

    hands: Mapping[int, _Nets | None]
    fees: Mapping[int, int]
    outside: int
    lines: Mapping[int, int]

    @property
    def house(self) -> int:
        """All fees."""
        return sum(self.fees.values()) + self.outside


def log_nets(chunks: Iterable[bytes]) -> LogNets:
    """Results of a log by its recorded nets and fees."""
    hands: dict[int, _Nets | None] = {}
    fees, lines = Counter[int](), dict[int, int]()
    outside = 0
    for number, line in numbered_lines(chunks):
        event = decode_line(line)
        if isinstance(event, _HANDS):
            hands[event.hand], lines[event.hand] = _nets(event), number
            fees[event.hand] += 0 if event.fees is UNSET else sum(fee.amount for fee in event.fees)
        elif isinstance(event, Fee):
            outside += event.amount
    return LogNets(hands, fees, outside, lines)


def net_changes(before: LogNets, after: LogNets, correction: str, author: str | None) -> list[NetChange]:
    """Changes of the players whose results differ, by id, and first of the house where its fees do. correction: a digest.

    A hand that one of the logs does not have counts as nothing there; one whose results one of them does not state is left out.
    """
    first, second = Counter[str](), Counter[str]()
    changed: defaultdict[str, list[int]] = defaultdict(list)
    for hand in sorted(before.hands.keys() | after.hands.keys()):
        one, other = before.hands.get(hand, {}), after.hands.get(hand, {})
        if one is not None and other is not None:
            first.update(one)
            second.update(other)
            for player in (
                each for each in one.keys() | other.keys() if one.get(each, 0) != other.get(each, 0)
            ):
                changed[player].append(hand)
    players = sorted(player for player in first.keys() | second.keys() if first[player] != second[player])
    return _of_house(before, after, correction, author) + [
        NetChange(correction, player, first[player], second[player], author, _lines(changed[player], after))
        for player in players
    ]


def _of_house(before: LogNets, after: LogNets, correction: str, author: str | None) -> list[NetChange]:
    """The change of the fees; none where they are the same in all."""
    if before.house == after.house:
        return []
    hands = sorted(
        each for each in before.fees.keys() | after.fees.keys() if _fee(before, each) != _fee(after, each)
    )
    return [NetChange(correction, None, before.house, after.house, author, _lines(hands, after))]


def _fee(log: LogNets, hand: int) -> int:
    return log.fees.get(hand, 0)


def _lines(hands: Iterable[int], log: LogNets) -> list[tuple[int, int]]:
    """Hands with their lines in a log, those that it has."""
    return [(hand, log.lines[hand]) for hand in hands if hand in log.lines]


def _nets(hand: Any) -> _Nets | None:
    if hand.void is True:
        return {}
    if any(seat.net is UNSET for seat in hand.seats):
        return None
    found = Counter[str]()
    for seat in hand.seats:
        found[seat.player] += seat.net
    return dict(found)
