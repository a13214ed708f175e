"""Gains of players from each other as text: sums by player, then the pairs, the largest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from rich.text import Text

from auditor.cli.audit_words import printable
from auditor.cli.text_tables import Column, show_table
from reports.formatting import MINUS, count, money

if TYPE_CHECKING:
    from rich.console import Console

_COUNTED = "A loser's chips in a pot go to its winners. Hands of three players or more are counted."
_TENTH = Decimal("0.1")


def show_gains(found: Mapping[str, Any], console: Console) -> None:
    """Print the gains of a room, as the API has them."""
    room, sessions = printable(found["room"]), found["sessions"]
    if not sessions:
        console.print(f"{room}: no session of these days has pot hands that can be counted.", markup=False)
        return
    blind = f", big blind {money(found['big_blind'], found['currency'])}" if found["currency"] else ""
    days = (
        f"from {found['first']} to {found['last']}"
        if found["first"] != found["last"]
        else f"of {found['first']}"
    )
    console.print(
        f"{room}: {count(sessions, 'session')} {days}{blind}. Figures are in big blinds.", markup=False
    )
    console.print(Text(_COUNTED, "dim"))
    console.print()
    names = ("paid", "got", "net")
    rows = [
        (each["player"], *(_units(each[name]) for name in names), *_money(found, each))
        for each in found["players"]
    ]
    show_table(
        (Column("player"), *(Column(name, "number") for name in names), *_money_column(found)), rows, console
    )
    console.print()
    pairs = sorted(
        found["gains"], key=lambda each: (-Decimal(each["big_blinds"]), each["payer"], each["payee"])
    )
    show_table(_columns(found), [_pair(each, found["currency"]) for each in pairs], console)


def _columns(found: Mapping[str, Any]) -> Sequence[Column]:
    sums = [Column("hands", "number"), Column("big blinds", "number")]
    return (Column("from"), Column("to"), *sums, *_money_column(found))


def _money_column(found: Mapping[str, Any]) -> list[Column]:
    return [Column("money", "number")] if found["currency"] else []


def _money(found: Mapping[str, Any], player: Mapping[str, Any]) -> list[str]:
    return [money(player["net_money"], found["currency"], plus=True)] if found["currency"] else []


def _pair(each: Mapping[str, Any], currency: str | None) -> list[str]:
    own = [money(each["money"], currency)] if currency else []
    return [each["payer"], each["payee"], f"{each['hands']:,}", _units(each["big_blinds"]), *own]


def _units(figure: str) -> str:
    return f"{Decimal(figure).quantize(_TENTH):,}".replace("-", MINUS)
