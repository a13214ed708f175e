"""Fields of a log, in words: "net" "$2.00", "front row" "Qh Qd 7c"."""

from __future__ import annotations

import re

import msgspec

from reports.formatting import moment, money

NOT_RECORDED = "not recorded"
_LABELS = {
    "front": "front row", "middle": "middle row", "back": "back row", "dealt": "cards dealt", "declared": "declared natural",
    "fouled": "ruled fouled", "aces": "in the side bet on aces", "unit": "value of a unit", "at": "time",
    "ended_at": "time of settlement", "dealer": "button", "dealer_id": "dealer", "staff.dealer": "dealer",
    "staff.supervisor": "supervisor", "shuffler": "shuffle machine", "forced_dealer": "dealer forced",
    "void": "declared a misdeal", "opened_at": "opening", "closed_at": "closing", "number": "number of the session",
    "source": "source of the record", "recorded_by": "recorded by", "recorded_at": "recorded at",
    "shuffled_at": "time of the shuffle", "acted_at": "time of the act", "payer": "from seat", "payee": "to seat",
    "of": "taken from", "before_deal": "before the deal", "fantasyland": "cards in fantasyland", "hole": "hole cards",
    "up": "cards face up", "down": "cards face down", "burn": "cards burnt", "live_in": "live chips put in",
    "dead_in": "dead chips put in", "cash_out.amount": "cash-out", "cash_out.fee": "fee of the cash-out",
    "said_to": "said amount", "transfers": "payments", "eliminated": "eliminated seats", "reached": "last street",
}  # fmt: skip
_MONEY = frozenset((
    "net", "stack", "amount", "unit", "to", "said_to", "live_in", "dead_in", "of", "fee", "small_blind", "big_blind", "ante",
    "bring_in", "small_bet", "big_bet", "min_bet", "chip", "cap", "min_buy_in", "max_buy_in", "rake", "hand_fee",
    "jackpot", "time",
))  # fmt: skip
_CARDS = frozenset((
    "front", "middle", "back", "dealt", "discards", "discard", "hole", "up", "down", "cards", "burn", "offered", "boards",
))  # fmt: skip
_TIMES = frozenset((
    "at", "ended_at", "opened_at", "closed_at", "recorded_at", "shuffled_at", "acted_at", "covers_from", "covers_to",
))  # fmt: skip
_FREE = frozenset((  # text of the room itself
    "player", "dealer_id", "deck", "shuffler", "video", "note", "by", "recorded_by", "ruleset", "session", "room", "table",
    "tournament", "reason", "supervisor", "dealer",
))  # fmt: skip
_CARD = re.compile(r"(?:[2-9TJQKA?][cdhs?]|JK)+")
_PAIR = re.compile(r"..")


def label(event: str, field: str) -> str:
    """Name of a field: "front row", "total of rake"."""
    if event == "ofc_hand" and field == "level":
        return "level of the tournament"
    if field.startswith("totals."):
        return f"total of {_plain(field.removeprefix('totals.'))}"
    return _LABELS.get(field) or _LABELS.get(_leaf(field)) or _plain(_leaf(field))


def value_words(event: str, field: str, value: bool | int | str | None, unit: str | None) -> str:
    """Value in words. unit: currency or CHIPS."""
    name = _leaf(field)
    if value is None:
        return NOT_RECORDED
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return money(value, unit) if _is_money(event, name) else f"{value}"
    if name in _TIMES:
        return moment(value)
    if value.startswith(("[", "{")) and name not in _FREE:
        return _of_list(name, value)
    if name in _CARDS:
        return _cards(value)
    return value if name in _FREE or name.startswith("_") else value.replace("_", " ")


def _is_money(event: str, name: str) -> bool:
    return name in _MONEY or (event, name) == ("jackpot", "level")


def _of_list(name: str, text: str) -> str:
    """Values of a short, plain list, else their number."""
    try:
        found = msgspec.json.decode(text)
    except msgspec.DecodeError:  # only its beginning is there
        return "many"
    if not found:
        return "none"
    items = list(found.values()) if isinstance(found, dict) else found
    if any(isinstance(each, list | dict) for each in items):
        return f"{len(items)} recorded"
    return ", ".join(
        _cards(each) if name in _CARDS and isinstance(each, str) else f"{each}" for each in items
    )


def _cards(text: str) -> str:
    """Cards one by one; other text unchanged."""
    if not text:
        return "none"
    return " ".join(_PAIR.findall(text)) if _CARD.fullmatch(text) else text


def _leaf(field: str) -> str:
    return field.rpartition(".")[2]


def _plain(name: str) -> str:
    return name.lstrip("_").replace("_", " ")
