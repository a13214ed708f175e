"""Buttons of a tournament's final tables, from the logs of its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import UNSET

from rules.records.events import ChineseHand, OfcHand
from rules.records.pot_records import PotHand
from rules.records.reader import decode_line, numbered_lines

_HANDS = (ChineseHand, OfcHand, PotHand)
_Chunks = Callable[[], Iterable[bytes]]


def button_of_final(players: frozenset[str], logs: Iterable[_Chunks]) -> str | None:
    """The player who had the button in the first hand of a drawn final table; None: not on record.

    logs: of the table, in the order in which they were played. The first hand is number 1, or the first one of these players
    after a hand of others: a log that begins later does not have it.
    """
    others = False  # played here before
    for chunks in logs:
        for hand in _hands(chunks()):
            if {each.player for each in hand.seats} == players:
                return _button(hand) if others or hand.hand == 1 else None
            others = True
    return None


def _hands(chunks: Iterable[bytes]) -> Iterator[Any]:
    for _, line in numbered_lines(chunks):
        event = decode_line(line)
        if isinstance(event, _HANDS):
            yield event


def _button(hand: Any) -> str | None:
    if hand.dealer is UNSET:
        return None
    return next((each.player for each in hand.seats if each.seat == hand.dealer), None)
