"""Lines of a log beside its hands, in words: "Buy-in of seat 3, $200.00", "Fee", "Terms of the table"."""

from __future__ import annotations

from typing import Any

import msgspec

from reports.field_words import value_words
from reports.formatting import time_of_day
from rules.results import ChangedFact

_EVENTS = {
    "chips": "Chips", "fee": "Fee", "toke": "Toke", "drop": "Count of a drop box", "terms": "Terms of the table", "seat": "Seat",
    "jackpot": "Jackpot", "irregularity": "Irregularity",
}  # fmt: skip
_KINDS = {
    ("chips", "buy_in"): "Buy-in", ("chips", "add_on"): "Add-on", ("chips", "cash_out"): "Cash-out",
    ("chips", "move"): "Chips moved", ("fee", "time"): "Time charge",
    ("jackpot", "close"): "Jackpot at the close", ("jackpot", "hit"): "Jackpot hit",
}  # fmt: skip


def line_words(event: str, fact: ChangedFact, money: str | None) -> str:
    """The words of a line; of one that only one log has, with its kind, seat, amount and time."""
    said = _read(fact) if fact.field is None else {}
    kind = str(said.get("kind") or "")
    words = _KINDS.get((event, kind)) or _EVENTS.get(event, event.replace("_", " ").capitalize())
    seat = said.get("seat", fact.seat)
    who = f"seat {seat}" if isinstance(seat, int) else said.get("player")
    parts = [f"{words} of {who}" if who else words]
    if (event, kind) not in _KINDS and kind:
        parts.append(kind.replace("_", " "))
    if isinstance(said.get("amount"), int):
        parts.append(value_words(event, "amount", said["amount"], money))
    if isinstance(said.get("at"), str):
        parts.append(time_of_day(said["at"]))
    return ", ".join(parts)


def _read(fact: ChangedFact) -> dict[str, Any]:
    """What a line says; nothing where the fact has only its beginning."""
    text = fact.after if fact.before is None else fact.before
    try:
        found = msgspec.json.decode(str(text))
    except msgspec.DecodeError:
        return {}
    return found if isinstance(found, dict) else {}
