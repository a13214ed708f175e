"""A row has the wrong number of cards.

Finds: a front row without exactly three cards, or a middle or back row without exactly five.
Why: rows of other sizes cannot be compared. The hand is fouled, and its cards must be accounted for.
Example: seat 2 set four cards in front and four in the middle.
Needs: the row.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.cards import ROWS
from rules.checks.support.check import BY_ROWS, Check, Draft, Tested, hand_seats
from rules.checks.support.root_codes import DECK
from rules.checks.support.unjudged_hands import unfinished
from rules.checks.support.views import BlockView
from rules.hands import every_row, every_seat

CHECK = Check(
    "SET001",
    "row-sizes",
    "violation",
    "major",
    ("WSGC-4", "PAGAT-arrange-rows", "GEN-rows", "PAGAT-aim", "CARN-deal-shape", "OFC-13-three"),
    title="{whose} rows have wrong sizes",
    quotes=False,
    rule=("table.rows",),
    area="cards",
    follows=DECK,
    mutations=BY_ROWS,
)


def run(view: BlockView) -> Tested:
    hands = view.hands
    recorded = hands.all_rows | ~hands.dealt_in | (hands.surrendered == 1)
    return Tested(_findings(view), [(~every_seat(recorded), "a row of a seat was not recorded")])


def _findings(view: BlockView) -> Iterator[Draft]:
    sizes, seats = view.hands.sizes, view.replayed.seats
    unset = seats.surrendered & every_row(sizes <= 0)  # a player who surrenders need not set a hand
    set_rows = ~unset & (seats.natural < 0) & ~view.replayed.void[:, None] & ~view.hands.missed
    stopped = unfinished(view)
    for row, (name, required) in enumerate(zip(ROWS, view.ruleset.sections.table.rows.by_row, strict=True)):
        assert required is not None
        size = sizes[..., row]
        wrong = (size >= 0) & (size != required)
        for hand, seat in hand_seats(
            wrong & set_rows & ~(stopped & (size < required)) if wrong.any() else wrong
        ):
            count = int(size[hand, seat])
            yield Draft(
                hand=hand,
                seat=seat,
                stated=count,
                expected=required,
                unit="cards",
                fact=f"{name}|{count}",
                rule="table.rows",
                message=f"{view.where(hand, seat)}: the {name} has {count} cards; it must have {required}.",
            )
