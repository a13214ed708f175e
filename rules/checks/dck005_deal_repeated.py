"""A whole deal comes again.

Finds: two hands of one session in which every seat holds the very same thirteen cards.
Why: that a shuffled deck falls the same way twice does not happen; the record of one hand was copied for another.
Example: hand 88 has card for card the deal of hand 31.
Needs: thirteen cards of every seat of both hands.
Clauses: external:RECORD-complete
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.base import Check, Draft, LogView, Tested

CHECK = Check("DCK005", "deal-repeated", "violation", "critical", ("external:RECORD-complete",), scope="log")


def run(log: LogView) -> Tested:
    return Tested(_findings(log), [(log.deal == 0, "not all cards of the deal were recorded")])


def _findings(log: LogView) -> Iterator[Draft]:
    full = np.flatnonzero(log.deal != 0)
    order = full[np.argsort(log.deal[full], kind="stable")]
    again = np.flatnonzero(np.diff(log.deal[order]) == 0)
    for place in sorted(order[again + 1].tolist()):
        first = int(np.flatnonzero(log.deal == log.deal[place])[0])
        yield Draft(
            hand=place,
            stated=int(log.number[place]),
            expected=None,
            unit="hand number",
            fact=str(int(log.number[first])),
            message=(
                f"{log.where(place)}: every seat holds the same cards as in {log.where(first).lower()} "
                f"(line {int(log.line[first])}); the record of a deal was used twice."
            ),
        )
