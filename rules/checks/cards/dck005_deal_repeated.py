"""A whole deal is repeated.

Finds: two hands of a session in which every seat holds the same thirteen cards.
Why: a shuffled deck does not produce the same deal twice; the record of one hand was copied for another.
Example: hand 88 has the same deal as hand 31, card for card.
Needs: thirteen cards of every seat in both hands.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import Check, Draft, Tested
from rules.checks.support.held_cards import repeated
from rules.checks.support.log_view import LogView

CHECK = Check(
    "DCK005",
    "deal-repeated",
    "violation",
    "critical",
    ("external:RECORD-complete",),
    title="A whole deal is repeated",
    quotes=False,
    scope="log",
    area="cards",
    follows=("LOG002",),
)


def run(log: LogView) -> Tested:
    return Tested(_findings(log), [(log.cards.deal == 0, "not all cards of the deal were recorded")])


def _findings(log: LogView) -> Iterator[Draft]:
    if not len(repeated(log.cards.deal[log.cards.deal != 0])):
        return
    full = np.flatnonzero(log.cards.deal != 0)
    _, first, group = np.unique(log.cards.deal[full], return_index=True, return_inverse=True)
    earliest = full[first[group]]
    for place, origin in zip(full.tolist(), earliest.tolist(), strict=True):
        if place == origin:
            continue
        yield Draft(
            hand=place,
            stated=int(log.number[place]),
            expected=None,
            unit="hand number",
            fact=str(int(log.number[origin])),
            message=(
                f"{log.where(place)}: every seat holds the same cards as in {log.where(origin).lower()} "
                f"(line {int(log.line[origin])}); the record of a deal was used twice."
            ),
        )
