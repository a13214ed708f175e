"""Names of facts in sentences."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from rules.audit.causes.hypotheses import Path, Value
from rules.checks.support.check import money_text
from rules.results import CHIPS

# Amounts of the first line of a tournament.
HEAD: dict[Path, str] = {
    ("buy_in",): "buy-in",
    ("fee",): "entry fee",
    ("bounty",): "bounty",
    ("royal", "share"): "share of the royal flush pool",
    ("royal", "opening"): "opening of the royal flush pool",
    ("added",): "added amount",
    ("stack",): "starting stack",
    ("rebuy", "price"): "price of a rebuy",
    ("rebuy", "chips"): "number of chips of a rebuy",
    ("rebuy", "fee"): "fee of a rebuy",
    ("rebuy", "royal"): "royal flush share of a rebuy",
    ("add_on", "price"): "price of an add-on",
    ("add_on", "chips"): "number of chips of an add-on",
    ("add_on", "fee"): "fee of an add-on",
    ("add_on", "royal"): "royal flush share of an add-on",
    ("target", "cost"): "cost of a ticket",
}
_CHIPS = ("chips", "stack", "before", "after", "all_in", "sb", "bb", "ante", "point_value", "removed")
_MONEY = (
    "amount", "buy_in", "paid", "refund", "price", "prize_pool", "ranking", "distributable", "left_for_winner", "collected",
    "fees", "bounties", "royal", "added", "pool", "opening", "closing_level", "balance", "balances", "level", "cost",
    "fee", "bounty",
)  # fmt: skip


def kind_of(record: Struct) -> str:
    return str(type(record).__struct_config__.tag).replace("_", " ")


def value_text(value: Any, path: Path, currency: str) -> str:
    """A value as people write it. path: its place, which states its unit."""
    names = [each for each in path if isinstance(each, str)]
    if isinstance(value, bool) or not isinstance(value, int):
        return str(value)
    if names and names[-1] in _CHIPS:
        return money_text(value, CHIPS)
    if names and (names[-1] in _MONEY or names[0] == "balances"):
        return money_text(value, currency)
    return f"{value:,}"


def plain(value: Any) -> Value:
    """A value as a cause states it."""
    return value if isinstance(value, bool | int | str) else None
