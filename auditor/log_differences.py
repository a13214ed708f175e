"""Differences of a log from the one on record, in words."""

from __future__ import annotations

from msgspec import Struct

from reports.changed_words import changed_places
from rules.results import ChangedFact


class LogDifferences(Struct, frozen=True):
    """The first differing facts and their number. money: unit of amounts."""

    facts: list[ChangedFact]
    in_all: int
    money: str

    def said(self, most: int) -> tuple[list[str], int]:
        """The first changes as sentences, at most so many, and the total.

        Several facts of one change count once among the first facts; later facts count each.
        """
        words = [each for place in changed_places(self.facts, self.money) for each in place.sentences]
        return words[:most], len(words) + self.in_all - len(self.facts)
