"""Cards that lay together are dealt together, or apart.

Finds: cards of one row of the last deal of a deck meet in one seat of this deal more often, or more seldom, than chance gives.
Why: a deck that keeps its order can be read; a bad shuffle of a deck dealt card by card parts neighbours.
Example: over 198 deals 2,378 pairs of cards met, where chance gives 4,286.1: one riffle of the gathered deck.
Needs: all cards and rows of both deals, and the deck of each; at least 20 deals.
Innocent: decks were gathered, washed and changed out of order; the deck on record is wrong.
Next: watch five shuffles on video; count the riffles against the procedure; change the machine.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from rules.cards import ROW_SIZES
from rules.hands import Ints
from rules.screening.engines.kept_order import DECK, law_of_meetings, logs_of_meetings
from rules.screening.indicator import Indicator
from rules.screening.screened_hands import ScreenedHands
from rules.screening.statistics import Observed, ScreenedSession, SumsRow, Unit

INDICATOR = Indicator(
    code="SCN001", name="deck-order-kept", engine="kept_order", units=(("shuffler",), ("dealer", "deck")),
    games=("chinese", "ofc"), least=20,
    needs=("shuffles", "cards"),
)  # fmt: skip
_NOWHERE = -1
_Deal = tuple[int, ...]  # pairs that met, seats of the last deal, seats of this one


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Sums of each shuffling machine, else of each dealer with a deck."""
    hands = session.hands
    before, after = _deals_of_one_deck(hands)
    seats = hands.seated.sum(axis=1)
    of: defaultdict[Unit, Counter[_Deal]] = defaultdict(Counter)
    shown: defaultdict[Unit, list[int]] = defaultdict(list)
    deals = np.column_stack((after, _met(hands, before, after), seats[before], seats[after]))
    for deal, *counts in deals.tolist():
        unit = _unit(session, deal)
        if unit is not None:
            of[unit][tuple(counts)] += 1
            shown[unit].append(deal)
    for unit, met in of.items():
        yield Observed(_summed(unit, met), np.array(shown[unit], np.int64))


def _unit(session: ScreenedSession, deal: int) -> Unit | None:
    hands = session.hands
    if hands.shuffler[deal] >= 0:
        return (("shuffler", session.name(hands.shuffler[deal])),)
    if hands.dealer[deal] < 0:
        return None
    return ("dealer", session.name(hands.dealer[deal])), ("deck", session.name(hands.deck[deal]))


def _summed(unit: Unit, deals: Counter[_Deal]) -> SumsRow:
    sums = np.zeros(12, np.int64)
    laws: Counter[tuple[int, int]] = Counter()
    for (pairs, last, now), times in deals.items():
        sums += times * np.array(logs_of_meetings(pairs, ROW_SIZES * last, (13,) * now), np.int64)
        laws[last, now] += times
    means = (
        times * law_of_meetings(ROW_SIZES * last, (13,) * now).mean for (last, now), times in laws.items()
    )
    expected = sum(means, Fraction())
    found = sum(pairs * times for (pairs, _, _), times in deals.items())
    return SumsRow(
        unit, deals.total(), found, (expected.numerator, expected.denominator), tuple(sums.tolist())
    )


def _deals_of_one_deck(hands: ScreenedHands) -> tuple[Ints, Ints]:
    """(P,) positions of deals that follow each other with one deck, all cards and rows of both known; the last, this."""
    dealt = np.flatnonzero(hands.deck >= 0)
    order = dealt[np.argsort(hands.deck[dealt], kind="stable")]
    before, after = order[:-1], order[1:]
    whole = ((hands.thirteen != 0) | ~hands.seated).all(axis=1)
    in_rows = ((hands.cards < DECK).all(axis=2) | ~hands.seated).all(axis=1)
    kept = (hands.deck[before] == hands.deck[after]) & (whole & in_rows)[before] & whole[after]
    return before[kept], after[kept]


def _met(hands: ScreenedHands, before: Ints, after: Ints) -> Ints:
    """(P,) pairs of cards that lay in one row of the last deal and are in one seat of this one."""
    seats = hands.seat.shape[1]
    lay = _places(hands, before)
    sits = np.full((len(after), DECK), _NOWHERE)
    for column in range(seats):
        bits = hands.thirteen[after, column, None] >> np.arange(DECK, dtype=np.uint64) & np.uint64(1)
        sits[bits == 1] = column
    both = (lay >= 0) & (sits >= 0)
    deal, card = np.nonzero(both)
    cells = 3 * seats * seats
    cell = deal * cells + lay[deal, card] * seats + sits[deal, card]
    counts = np.bincount(cell, minlength=len(after) * cells).reshape(len(after), cells)
    found: Ints = (counts * (counts - 1) // 2).sum(axis=1)
    return found


def _places(hands: ScreenedHands, deals: Ints) -> Ints:
    """(P, 52) the row of a deal in which each card lay, counted over the seats; -1: in none."""
    row_of = np.repeat(np.arange(3), ROW_SIZES)
    lay = np.full((len(deals), 256), _NOWHERE)
    for column in range(hands.seat.shape[1]):
        deal = np.arange(len(deals))[hands.seated[deals, column]]
        lay[deal[:, None], hands.cards[deals[deal], column]] = 3 * column + row_of
    return lay[:, :DECK]
