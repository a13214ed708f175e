"""Receipts by number and player."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol, TypeVar

from msgspec import UNSET, UnsetType

from rules.checks.support.check import Draft
from rules.checks.support.event_outcomes import Outcomes


class PaidLine(Protocol):
    """A line of a payout."""

    player: str
    amount: int
    receipt: str | UnsetType


Line = TypeVar("Line", bound=PaidLine)


class ReceiptWords(NamedTuple):
    """Words of payouts. at: place by line. account: paid from."""

    at: Callable[[int, Any], str]
    money: Callable[[int], str]
    account: Callable[[Any], str | None] = lambda _: None


def each_receipt(payouts: Iterable[tuple[int, Line]], words: ReceiptWords) -> Outcomes:
    """Outcome of each payout: differs where an earlier receipt of its number is another player's."""
    first: dict[str, tuple[int, str]] = {}
    for line, event in payouts:
        if event.receipt is UNSET:
            yield "no receipt was recorded"
            continue
        at, player = first.setdefault(str(event.receipt), (line, event.player))
        yield (
            None
            if player == event.player
            else _paid_too(line, event, words, f"{player} was paid in line {at}")
        )


def _paid_too(line: int, event: PaidLine, words: ReceiptWords, other: str) -> Draft:
    receipt = str(event.receipt)
    return Draft(
        line=line,
        account=words.account(event),
        player=event.player,
        stated=receipt,
        message=(
            f"{words.at(line, event)}: {event.player} was paid {words.money(event.amount)} "
            f"on receipt {receipt}, on which {other}."
        ),
    )
