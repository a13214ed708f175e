"""Differences of two logs, in words: "Hand 17, seat 2: net $2.00 → $4.00".

Facts (`rules.records.compared_facts`) of one line form one place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec
from msgspec import Struct

from reports.changed_items import ChangedItem, item_of, whole_item
from reports.field_words import label, value_words
from reports.formatting import time_of_day
from rules.results import ChangedFact

HANDS = ("chinese_hand", "ofc_hand", "pot_hand")
NEW, GONE = "is new", "is left out"
_SESSION = {"session": "Session", "close": "Close", "tournament": "Tournament", "ledger": "Ledger"}
_EVENTS = {
    "chips": "Chips", "fee": "Fee", "toke": "Toke", "drop": "Count of a drop box", "terms": "Terms of the table", "seat": "Seat",
    "jackpot": "Jackpot", "irregularity": "Irregularity",
}  # fmt: skip
_KINDS = {
    ("chips", "buy_in"): "Buy-in", ("chips", "add_on"): "Add-on", ("chips", "cash_out"): "Cash-out",
    ("chips", "move"): "Chips moved", ("fee", "time"): "Time charge",
    ("jackpot", "close"): "Jackpot at the close", ("jackpot", "hit"): "Jackpot hit",
}  # fmt: skip


class WordedChange(Struct, frozen=True):
    """Change at a place. subject: "seat 2"; empty: the place. what: "net"; empty: all.

    before, after: in words. became: of one log alone: "is new", "is left out".
    """

    subject: str
    what: str
    before: str = ""
    after: str = ""
    became: str = ""

    @property
    def text(self) -> str:
        """Change without place: "seat 2: net $2.00 → $4.00"."""
        if self.became:
            return f"{self.subject} {self.became}".strip()
        sides = f"{self.what} {self.before} → {self.after}"
        return f"{self.subject}: {sides}" if self.subject else sides


class ChangedPlace(Struct, frozen=True):
    """A line that differs. heading: "Hand 17". lines: in the first and second log."""

    heading: str
    hand: int | None
    lines: tuple[int | None, int | None]
    changes: tuple[WordedChange, ...]

    @property
    def sentences(self) -> Iterator[str]:
        """Changes with place: "Hand 17, seat 2: net $2.00 → $4.00"."""
        for each in self.changes:
            if each.became and not each.subject:
                yield f"{self.heading} {each.became}"
            else:
                yield f"{self.heading}{', ' if each.subject else ': '}{each.text}"


def changed_places(facts: Iterable[ChangedFact], money: str | None) -> Iterator[ChangedPlace]:
    """Differing places, in order. money: currency or CHIPS."""
    for (event, hand, *lines), group in groupby(facts, key=_line):
        there = list(group)
        first, second = lines
        yield ChangedPlace(
            _heading(event, hand, there[0], (first, second), money), hand if event in HANDS else None, (first, second),
            tuple(_changes(event, there, money)),
        )  # fmt: skip


def first_sentences(places: Iterable[ChangedPlace], most: int) -> list[str]:
    """First changes as sentences."""
    found: list[str] = []
    for each in places:
        for sentence in each.sentences:
            if len(found) == most:
                return found
            found.append(sentence)
    return found


def _line(fact: ChangedFact) -> tuple[str, int | None, int | None, int | None]:
    return fact.event, fact.hand, fact.before_line, fact.after_line


def _heading(
    event: str, hand: int | None, fact: ChangedFact, lines: tuple[int | None, int | None], money: str | None
) -> str:
    """Name of a line: a hand's number, a single line's name, else words and line."""
    if event in HANDS and hand is not None:
        return f"Hand {hand}"
    if event in _SESSION:
        return _SESSION[event]
    words = _line_words(event, fact, money)
    return f"{words} (line {lines[1] if lines[1] is not None else lines[0]})"


def _changes(event: str, facts: Sequence[ChangedFact], money: str | None) -> Iterator[WordedChange]:
    if facts[0].field is None:
        yield WordedChange("", "", became=NEW if facts[0].before is None else GONE)
        return
    for item, group in groupby(facts, key=item_of):
        there = list(group)
        if (words := whole_item(event, item, there, money)) is not None:
            yield WordedChange(words, "", became=NEW if there[0].before is None else GONE)
        else:
            yield from (_change(event, item, each, money) for each in there)


def _change(event: str, item: ChangedItem, fact: ChangedFact, money: str | None) -> WordedChange:
    field = item.leaf_of(fact)
    before, after = (value_words(event, field, each, money) for each in (fact.before, fact.after))
    if before == after:  # it differs in what is not shown, such as the end of a long text
        after = f"{after} (otherwise)"
    return WordedChange(item.words, label(event, field), before, after)


def _line_words(event: str, fact: ChangedFact, money: str | None) -> str:
    """Words of a line; of one log's alone with kind, seat, amount and time."""
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
    """Values of a line; empty where the fact has only its beginning."""
    text = fact.after if fact.before is None else fact.before
    try:
        found = msgspec.json.decode(str(text))
    except msgspec.DecodeError:
        return {}
    return found if isinstance(found, dict) else {}
