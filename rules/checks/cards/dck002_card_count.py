"""A seat has more or fewer than thirteen cards.

Finds: a seat that was dealt a different number of cards than the ruleset deals, or whose three rows together have a
different number.
Why: a player with an extra card can choose among more hands than the other players; a player with a missing card cannot
set a full hand.
Example: seat 3 was dealt 12 cards.
Needs: `dealt`, or all three rows.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.cards import HAND_SIZE
from rules.checks.support.check import BY_ROWS, NOT_RECORDED, Check, Draft, Tested, hand_seats
from rules.checks.support.root_codes import DECK
from rules.checks.support.street_acts import streets
from rules.checks.support.unjudged_hands import unfinished
from rules.checks.support.view_cache import shared
from rules.checks.support.views import BlockView
from rules.hands import Flags, every_seat
from rules.open_face_hands import VARIANTS
from rules.replay.placement.street_dealing import StreetDealing

CHECK = Check(
    "DCK002",
    "card-count",
    "violation",
    "critical",
    ("WSGC-2b", "PAGAT-deal", "CARN-deal-shape", "OFC-13-three", "PINE-three"),
    title="{who} has a wrong number of cards",
    quotes=False,
    rule=("table.dealt", "table.rows", "placement.discarded", "fantasyland.cards"),
    area="cards",
    follows=DECK,
    mutations=BY_ROWS,
)


def run(view: BlockView) -> Tested:
    hands = view.hands
    all_rows = hands.all_rows
    recorded = (all_rows | (hands.dealt_size >= 0)) | ~hands.dealt_in
    return Tested(drafts(view), [(~every_seat(recorded), "the cards of a seat were not recorded")])


@shared
def drafts(view: BlockView) -> tuple[Draft, ...]:
    """Findings of a block, cached for IRR002."""
    return tuple(_findings(view))


def _findings(view: BlockView) -> Iterator[Draft]:
    hands = view.hands
    table = view.ruleset.sections.table
    path = "table.rows" if table.dealt.cards is None else "table.dealt"
    required = table.dealt.cards or sum(size or 0 for size in table.rows.by_row)
    played = ~view.replayed.void[:, None] & ~view.hands.missed  # a deal that was stopped half-way is void
    wrong_deal = (hands.dealt_size >= 0) & (hands.dealt_size != required) & played
    total = hands.rows_together
    wrong_set = hands.all_rows & (total != required) & ~wrong_deal & played
    wrong_set &= ~(
        view.replayed.seats.surrendered & (total == 0)
    )  # a player who surrenders need not set a hand
    wrong_set &= ~(unfinished(view) & (total < required))
    yield from _discards(view, wrong_set)
    for mask, counts, verb in (
        (wrong_deal, hands.dealt_size, "was dealt"),
        (wrong_set, total, "has rows of"),
    ):
        for hand, seat in hand_seats(mask & hands.present):
            count = int(counts[hand, seat])
            together = " together" if counts is total else ""
            yield Draft(
                hand=hand,
                seat=seat,
                stated=count,
                expected=required,
                unit="cards",
                rule=path,
                message=(
                    f"{view.where(hand, seat)}: the seat {verb} {count} cards{together}; {required} are dealt to each "
                    "player."
                ),
            )


def _discards(view: BlockView, already_reported: Flags) -> Iterator[Draft]:
    face = view.hands.open_face
    if face is None or view.ruleset.sections.placement is None:
        return
    dealing = StreetDealing.of(view.ruleset)
    due = np.where(face.fantasyland == NOT_RECORDED, dealing.discards, face.fantasyland - HAND_SIZE)
    found = streets(view)
    assert found is not None
    counted = view.hands.dealt_in & view.hands.all_rows & ~already_reported & ~unfinished(view)
    counted &= ~view.replayed.void[:, None] & (face.variant == VARIANTS.index(dealing.variant))[:, None]
    wrong = (face.discards_size >= 0) & (face.discards_size != due) & (due >= 0)
    if dealing.lands:  # a seat in fantasyland that is not marked so may discard as many
        ordinary = (found.acts_of_seats > 0) & ~found.in_fantasyland
        fantasyland = view.ruleset.sections.fantasyland
        assert fantasyland is not None
        at_once = [fantasyland.cards, *fantasyland.more.values()]
        spare = np.isin(face.discards_size, [cards - HAND_SIZE for cards in at_once])
        wrong &= (face.fantasyland != NOT_RECORDED) | ordinary | ~spare
    for hand, seat in hand_seats(counted & wrong):
        count, required = int(face.discards_size[hand, seat]), int(due[hand, seat])
        yield Draft(
            hand=hand,
            seat=seat,
            stated=count,
            expected=required,
            unit="cards",
            fact=f"discards|{count}|{required}",
            rule=_of_the_deal(view, int(face.fantasyland[hand, seat])),
            message=f"{view.where(hand, seat)}: the seat discarded {count} cards; its deal requires {required}.",
        )


def _of_the_deal(view: BlockView, at_once: int) -> str:
    """Path that sets the discards; at_once: cards of fantasyland."""
    sections = view.ruleset.sections
    if at_once != NOT_RECORDED and sections.fantasyland is not None:
        return "fantasyland.cards"
    return "placement.discarded" if sections.placement and sections.placement.discarded else "table.rows"
