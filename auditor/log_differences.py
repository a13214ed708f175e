"""Facts in which a log differs from the one on record, and the changes in words."""

from __future__ import annotations

from msgspec import Struct

from reports.changed_words import changed_places
from rules.results import ChangedFact


class LogDifferences(Struct, frozen=True):
    """The first facts that differ from the log on record, and how many there are. money: what amounts are in."""

    facts: list[ChangedFact]
    in_all: int
    money: str

    def said(self, most: int) -> tuple[list[str], int]:
        """The first changes as sentences, at most so many, and how many there are in all.

        A change of several facts counts once among the first facts; the facts that follow count each.
        """
        words = [each for place in changed_places(self.facts, self.money) for each in place.sentences]
        return words[:most], len(words) + self.in_all - len(self.facts)
