"""A text hand while its lines are read, and shared patterns."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct, field

from auditor.importing.frame import ImportOptions
from auditor.importing.histories.history_hand import Building, Row, WrongHand, money
from rules.records.problems import shown

SIGN = r"(?:[$€£¥₹]|Rs\. ?)?"  # of a currency, before an amount
AMOUNT = SIGN + r"([\d,]*\.?\d+)"
ALL_IN = r"(?P<all_in> and is all-in)?"
_CARD = re.compile(r"[2-9TJQKA][cdhs]|\?\?")


class Transcript(Struct):
    """A hand so far. timed_out: names out of time since their last act."""

    hand: Building
    options: ImportOptions
    places: int = 2
    timed_out: set[str] = field(default_factory=set)
    sat_out: set[str] = field(default_factory=set)
    pots: dict[str, list[Row]] = field(default_factory=dict)  # awards, by what the text calls the pot
    amounts: dict[str, int] = field(default_factory=dict)  # what the summary says of the pots, by its words
    fees: list[Row] | None = None
    total: int | None = None
    run_act: Row | None = None
    shown: set[tuple[int, str]] = field(default_factory=set)
    summary: bool = False

    def money(self, text: str) -> int:
        return money(text, self.places)

    def by(self, name: str, row: Row) -> None:
        """Mark an act not done in time."""
        if name in self.timed_out:
            self.timed_out.discard(name)
            row["by"] = "timeout"


Rule = Callable[[Transcript, Any], None]
Table = tuple[tuple[re.Pattern[str], Rule], ...]


def cards(text: str | None) -> str:
    """Cards as the log has them."""
    parts = (text or "").replace("[", " ").replace("]", " ").replace("10", "T").split()
    for each in parts:
        if not _CARD.fullmatch(each):
            raise WrongHand(shown(each), "a card such as Qh (rank 23456789TJQKA, suit cdhs)")
    return "".join(parts)


def line(pattern: str, rule: Rule) -> tuple[re.Pattern[str], Rule]:
    return re.compile(pattern.replace("AMOUNT", AMOUNT).replace("SIGN", SIGN)), rule
