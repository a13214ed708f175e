"""Items of a log's lists, in words, by the path of a fact."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from reports.field_words import label, value_words
from rules.results import ChangedFact

_PATH = re.compile(r"(?P<item>.*\])\.?(?P<leaf>[^\]]*)")
_STEP = re.compile(r"(?:^|\.)(?P<name>[^.\[\]]+)\[(?P<which>[^\]]*)\]")
_NAMED = re.compile(r"(\w+) ([^,]+)")
_TIMES = re.compile(r", (\d+)\.$")
# The field of an item that it cannot be without: where it appears or goes, the item as a whole does.
_OWN = {
    "seats": "player", "transfers": "payer", "fees": "kind", "contributions": "seat", "awards": "seat", "placements": "seat",
    "pots": "pot", "acts": "act", "irregularities": "kind", "clock_calls": "seat", "payouts": "seat", "accounts": "account",
    "structure": "level",
}  # fmt: skip
_UNSAID = ("act", "kind", "row", "street")  # fields whose value says what it is
_MOST = 6  # values of a whole item
_ONE = {
    "irregularities": "irregularity", "acts": "act", "clock_calls": "clock call", "boards": "board", "placements": "placement",
    "payouts": "payout", "fees": "fee", "accounts": "account", "structure": "level",
}  # fmt: skip


class ChangedItem(Struct, frozen=True):
    """An item of a list of a line. path: empty: the line, or the seat. words: empty: the line.

    named: fields within the words.
    """

    path: str
    kind: str
    words: str
    named: tuple[str, ...] = ()

    def leaf_of(self, fact: ChangedFact) -> str:
        """Field of a fact within the item."""
        assert fact.field is not None  # else the line as a whole differs
        return fact.field.removeprefix(self.path).removeprefix(".") or fact.field


def item_of(fact: ChangedFact) -> ChangedItem:
    assert fact.field is not None  # else the line as a whole differs
    found = _PATH.fullmatch(fact.field)
    if found is None:
        of_line = fact.seat is None or not fact.event.endswith("_hand")
        return (
            ChangedItem("", "", "") if of_line else ChangedItem("", "seats", f"seat {fact.seat}", ("seat",))
        )
    steps = [(each["name"], each["which"]) for each in _STEP.finditer(found["item"])]
    kind, which = steps[-1]
    words = ", ".join(_words(*each) for each in steps)
    return ChangedItem(found["item"], kind, words, tuple(name for name, _ in _NAMED.findall(which)))


def whole_item(event: str, item: ChangedItem, facts: Sequence[ChangedFact], money: str | None) -> str | None:
    """Words of an item of one log alone: "act 5 (raise, seat 3, to $6.00)"; None: both have it."""
    own = _OWN.get(item.kind)
    about = next((each for each in facts if item.leaf_of(each) == own), None)
    if own is None or about is None or (about.before is not None and about.after is not None):
        return None
    new = about.before is None
    said = [
        _said(event, item.leaf_of(each), each.after if new else each.before, money)
        for each in facts
        if item.leaf_of(each) not in item.named
    ]
    more = ", …" if len(said) > _MOST else ""
    return f"{item.words} ({', '.join(said[:_MOST])}{more})" if said else item.words


def _said(event: str, field: str, value: bool | int | str | None, money: str | None) -> str:
    words = value_words(event, field, value, money)
    return words if field in _UNSAID or field == "amount" else f"{label(event, field)} {words}"


def _words(name: str, which: str) -> str:
    """Words of an item: "payment from seat 4 to seat 1", "act 5"."""
    times = _TIMES.search(which)
    again = f" ({times[1]})" if times else ""
    parts = dict(_NAMED.findall(_TIMES.sub("", which)))
    seat = f"seat {parts['seat']}" if "seat" in parts else ""
    if name == "transfers":
        return f"payment from seat {parts.get('payer', '?')} to seat {parts.get('payee', '?')}{again}"
    if name == "pots":
        return ("main pot" if parts.get("pot") == "0" else f"side pot {parts.get('pot', which)}") + again
    if name == "fees":
        kind = parts.get("kind", "fee").replace("_", " ")
        return f"{kind}{f' of {seat}' if seat else ''}{again}"
    if name == "awards":
        of = f" of the {parts['row']} row" if "row" in parts else ""
        which = ", ".join(f"{key} {each}" for key, each in parts.items() if key not in ("seat", "row"))
        return f"award{of} to {seat}{f' ({which})' if which else ''}{again}"
    if name == "contributions":
        return f"{seat} into the pool{again}"
    if name == "placements":
        return f"{seat}, placement {times[1] if times else 1}"
    one = _ONE.get(name, name.replace("_", " "))
    return f"{one} {seat or which}{again}"
