"""A seat has more or fewer than thirteen cards.

Finds: a seat dealt, or holding in its three rows together, another number of cards than the ruleset deals.
Why: with a card too many a player chooses among more hands than the others; with one too few he cannot set his own.
Example: seat 3 was dealt 12 cards.
Needs: `dealt`, or all three rows.
Clauses: WSGC-2b, PAGAT-deal
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from rules.checks.base import BlockView, Check, Draft, Tested, hand_seats
from rules.hands import every_seat

CHECK = Check(
    "DCK002", "card-count", "violation", "critical", ("WSGC-2b", "PAGAT-deal"), holds=("table.dealt",)
)


def run(view: BlockView) -> Tested:
    hands = view.hands
    all_rows = hands.all_rows
    recorded = (all_rows | (hands.dealt_size >= 0)) | ~hands.present
    return Tested(drafts(view), [(~every_seat(recorded), "the cards of a seat were not recorded")])


@lru_cache(maxsize=1)
def drafts(view: BlockView) -> tuple[Draft, ...]:
    """The findings of a block; kept for IRR002, which asks for them again."""
    return tuple(_findings(view))


def _findings(view: BlockView) -> Iterator[Draft]:
    hands = view.hands
    right = view.ruleset.get("table.dealt.cards")
    played = ~view.replayed.void[:, None]  # a deal that was stopped half-way is void
    wrong_deal = (hands.dealt_size >= 0) & (hands.dealt_size != right) & played
    total = hands.sizes.astype(np.int64).sum(axis=-1)
    wrong_set = hands.all_rows & (total != right) & ~wrong_deal & played
    wrong_set &= ~(view.replayed.seats.surrendered & (total == 0))  # who surrenders need not set
    for mask, counts, said in ((wrong_deal, hands.dealt_size, "was dealt"), (wrong_set, total, "holds")):
        for hand, seat in hand_seats(mask & hands.present):
            count = int(counts[hand, seat])
            yield Draft(
                hand=hand,
                seat=seat,
                stated=count,
                expected=right,
                unit="cards",
                clause=view.ruleset.cite("table.dealt"),
                message=f"{view.where(hand, seat)}: the seat {said} {count} cards; {right} are dealt to each player.",
            )
