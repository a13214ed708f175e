"""The cards of a hand contradict a recorded wrong number of cards.

Finds: an irregularity `wrong_card_count` whose number of cards differs from the cards of the seat that it names. Where
it states no number: a seat that has exactly the number dealt. Where it names no seat: a number that no seat has.
Why: a misdeal is declared, or a hand fouled, for what was seen at the table; the recorded cards show something
different.
Example: seat 2 is recorded with 12 cards and its hand was ruled dead; its rows have thirteen cards.
Needs: `dealt` or all three rows of the seat. Where the hand went on after the ruling, the cards may have been
corrected. Cards that open-face players held before the showdown are not counted.
"""

from __future__ import annotations

import numpy as np

from rules.cards import HAND_SIZE
from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested
from rules.checks.support.views import BlockView
from rules.hands import Flags, Ints

CHECK = Check(
    "IRR012",
    "card-count-contradicted",
    "discrepancy",
    "major",
    ("WSGC-irregularities", "external:IRREGULARITIES"),
    title="A recorded wrong card count contradicts the cards of {who}",
    quotes=False,
    area="procedure",
    follows=("DCK002",),
    mutations=("ofc",),
)
_AT_THE_END = ("showdown", "settlement")  # nothing is corrected any more
_WENT_ON = ("play_on", "warning", "penalty")
UNCOUNTED = "the cards of a seat with a wrong number on record were not recorded"
PUT_RIGHT = "the hand went on after a wrong number of cards, which may have been corrected"
BEFORE_THE_END = "the moment does not show how many cards the player should have held"


def run(view: BlockView) -> Tested:
    findings: list[Draft] = []
    open_ = {reason: np.zeros(len(view), np.bool_) for reason in (UNCOUNTED, PUT_RIGHT, BEFORE_THE_END)}
    listed = view.hands.irregularities
    rows = np.flatnonzero(view.hands.named(listed["kind"], "wrong_card_count")).tolist()
    counts = _counts(view) if rows else np.zeros((0, 0), np.int64)
    for row in rows:
        hand = int(listed.hand[row])
        found = _held(view, row, hand, counts[hand])
        if isinstance(found, str):
            open_[found][hand] = True
        elif found is not None:
            findings.append(found)
    return Tested(findings, [(mask, reason) for reason, mask in open_.items()])


def _counts(view: BlockView) -> Ints:
    """(H, S) cards dealt, else in rows; NOT_RECORDED."""
    hands = view.hands
    in_rows = np.where(hands.all_rows, hands.rows_together.astype(np.int64), NOT_RECORDED)
    return np.where(hands.dealt_size >= 0, hands.dealt_size.astype(np.int64), in_rows)


def _held(view: BlockView, row: int, hand: int, counts: Ints) -> Draft | str | None:
    hands, listed = view.hands, view.hands.irregularities
    stated, number = int(listed["cards"][row]), int(listed["seat"][row])
    when, ruling = (_name(view, listed[name][row]) for name in ("when", "ruling"))
    if hands.open_face is not None and when not in _AT_THE_END:
        return BEFORE_THE_END
    column = None if number == NOT_RECORDED else hands.position(hand, number)
    if number != NOT_RECORDED and column is None:
        return UNCOUNTED
    seats: Flags = hands.dealt_in[hand] if column is None else np.arange(len(counts)) == column
    counts_shown = counts[seats]
    if not len(counts_shown) or (counts_shown == NOT_RECORDED).any():
        return UNCOUNTED
    agrees = (counts_shown != HAND_SIZE).any() if stated == NOT_RECORDED else (counts_shown == stated).any()
    if agrees:
        return None
    if ruling in _WENT_ON and when not in _AT_THE_END and not view.replayed.void[hand]:
        return PUT_RIGHT
    return _finding(view, hand, column, stated, sorted(set(counts_shown.tolist())))


def _name(view: BlockView, place: int) -> str | None:
    return view.hands.names[place] if place >= 0 else None


def _finding(view: BlockView, hand: int, column: int | None, stated: int, counts_shown: list[int]) -> Draft:
    number = "a wrong number of cards" if stated == NOT_RECORDED else f"{stated} cards"
    counted = " and ".join(str(each) for each in counts_shown)
    whose = "the seat" if column is not None else "a seat"
    holds = (
        f"the cards of the seat on record are {counted}"
        if column is not None
        else f"the seats have {counted}"
    )
    return Draft(
        hand=hand,
        seat=column,
        stated="a wrong number" if stated == NOT_RECORDED else stated,
        expected=counts_shown[0] if len(counts_shown) == 1 else counted,
        unit="cards",
        message=f"{view.where(hand, column)}: an irregularity states that {whose} had {number}; {holds}.",
    )
