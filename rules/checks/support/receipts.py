"""What the checks of receipts share: one number of a receipt, and the players whom it was given to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from msgspec import UNSET, UnsetType

from rules.checks.support.check import Draft
from rules.checks.support.event_outcomes import Outcomes


class Paid(Protocol):
    """A line of a payout."""

    player: str
    amount: int
    receipt: str | UnsetType


Line = TypeVar("Line", bound=Paid)


def each_receipt(payouts: Iterable[tuple[int, Line]], differs: Callable[[int, Line, str], Draft]) -> Outcomes:
    """One outcome a payout. differs: the draft for one, with its line, and the words for a receipt on which another was paid."""
    first: dict[str, tuple[int, str]] = {}
    for line, event in payouts:
        if event.receipt is UNSET:
            yield "no receipt was recorded"
            continue
        at, player = first.setdefault(str(event.receipt), (line, event.player))
        other = f"receipt {event.receipt}, on which {player} was paid in line {at}"
        yield None if player == event.player else differs(line, event, other)
