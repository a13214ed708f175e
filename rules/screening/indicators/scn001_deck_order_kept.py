"""Cards that lay together are dealt together, or apart.

Finds: cards of one row (in open-face games of one seat) of the last deal of a deck meet in one seat of this deal more often, or
more seldom, than chance gives.
Why: a deck that keeps its order can be read; a bad shuffle of a deck dealt card by card parts neighbours.
Example: over 198 deals 2,378 pairs of cards met, where chance gives 4,286.1: one riffle of the gathered deck.
Needs: all cards and rows of both deals, in open-face games the placements, and the deck of each; at least 20 deals. Pot games are
not tested: too few cards of a deal are in one seat.
Innocent: decks were gathered, washed and changed out of order; the deck on record is wrong.
Next: watch five shuffles on video; count the riffles against the procedure; change the machine.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rules.cards import ROW_SIZES, masks
from rules.hands import Ints
from rules.screening.engines.kept_order import DECK, law_of_meetings, logs_of_meetings
from rules.screening.hand_pieces import pieces
from rules.screening.indicator import Indicator
from rules.screening.screened_hands import ScreenedHands
from rules.screening.statistics import Observed, ScreenedSession, SumsRow, Unit

INDICATOR = Indicator(
    code="SCN001", name="deck-order-kept", engine="kept_order", units=(("shuffler",), ("dealer", "deck")),
    games=("chinese", "ofc"), least=20,
    needs=("shuffles", "cards"),
)  # fmt: skip
Masks = NDArray[np.uint64]  # sets of cards, one bit for each
_Whose = tuple[int, int, int]  # shuffler, dealer, deck; -1: not this one
_Deal = tuple[
    int, bytes, bytes
]  # pairs that met, sizes of the groups of the last deal, of the seats of this one
_PAIRS_OF = np.array([cards * (cards - 1) // 2 for cards in range(DECK)])


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Sums of each shuffling machine, else of each dealer with a deck."""
    hands = session.hands
    lay, dealt = _lay(session), _dealt(session)
    before, after = _deals_of_one_deck(hands, lay, dealt)
    met = _met(lay[before], dealt[after]).tolist()
    of: defaultdict[_Whose, Counter[_Deal]] = defaultdict(Counter)
    shown: defaultdict[_Whose, list[int]] = defaultdict(list)
    deals = zip(met, _sizes(lay[before]), _sizes(dealt[after]), strict=True)
    for whose, deal, counts in zip(_whose(hands, after), after.tolist(), deals, strict=True):
        of[whose][counts] += 1
        shown[whose].append(deal)
    for whose, counted in of.items():
        unit = _unit(session, *whose)
        if unit is not None:
            yield Observed(_summed(unit, counted), np.array(shown[whose], np.int64))


def _whose(hands: ScreenedHands, deals: Ints) -> Iterator[_Whose]:
    """The unit of each of the deals at some positions."""
    by_hand = hands.shuffler[deals] < 0
    columns = (np.where(by_hand, column[deals], -1) for column in (hands.dealer, hands.deck))
    return zip(hands.shuffler[deals].tolist(), *(each.tolist() for each in columns), strict=True)


def _unit(session: ScreenedSession, shuffler: int, dealer: int, deck: int) -> Unit | None:
    if shuffler >= 0:
        return (("shuffler", session.name(shuffler)),)
    return None if dealer < 0 else (("dealer", session.name(dealer)), ("deck", session.name(deck)))


def _summed(unit: Unit, deals: Counter[_Deal]) -> SumsRow:
    laws: Counter[tuple[bytes, bytes]] = Counter()
    for (_, lay, dealt), times in deals.items():
        laws[lay, dealt] += times
    means = (times * law_of_meetings(*map(_most_first, law)).mean for law, times in laws.items())
    expected = sum(means, Fraction())
    found = sum(pairs * times for (pairs, _, _), times in deals.items())
    logs = [logs_of_meetings(pairs, *map(_most_first, law)) for pairs, *law in deals]
    sums = np.array(list(deals.values()), np.int64) @ np.array(logs, np.int64)
    return SumsRow(
        unit, deals.total(), found, (expected.numerator, expected.denominator), tuple(sums.tolist())
    )


def _most_first(sizes: bytes) -> tuple[int, ...]:
    return tuple(each for each in reversed(sizes) if each)


def _dealt(session: ScreenedSession) -> Masks:
    """(N, S) bits of the cards dealt to each seat; 0 where not all are known."""
    hands = session.hands
    return np.where(hands.seated, hands.dealt if session.game == "ofc" else hands.thirteen, np.uint64(0))


def _lay(session: ScreenedSession) -> Masks:
    """(N, G) bits of the cards that lay together after a deal, by row, in open-face games by seat; 0: not all are known."""
    hands = session.hands
    if session.game == "ofc":
        return _dealt(session)
    in_rows = (hands.cards < DECK).all(axis=2) & hands.seated
    starts = np.cumsum((0, *ROW_SIZES))
    rows = [masks(hands.cards[..., start:end]) for start, end in pairwise(starts.tolist())]
    return np.where(in_rows[..., None], np.stack(rows, axis=2), np.uint64(0)).reshape(len(hands), -1)


def _sizes(groups: Masks) -> list[bytes]:
    """The sizes of the groups of each deal (P, G), a byte each, the empty ones first."""
    sizes = np.sort(np.bitwise_count(groups), axis=1)
    return [row.tobytes() for row in sizes]


def _deals_of_one_deck(hands: ScreenedHands, lay: Masks, dealt: Masks) -> tuple[Ints, Ints]:
    """(P,) positions of deals that follow each other with one deck, all cards and rows of both known; the last, this."""
    with_deck = np.flatnonzero(hands.deck >= 0)
    order = with_deck[np.argsort(hands.deck[with_deck], kind="stable")]
    before, after = order[:-1], order[1:]
    whole = ((dealt != 0) | ~hands.seated).all(axis=1)
    groups = lay.reshape(len(hands), hands.seat.shape[1], -1)
    in_rows = ((groups != 0).all(axis=2) | ~hands.seated).all(axis=1)
    kept = (hands.deck[before] == hands.deck[after]) & (whole & in_rows)[before] & whole[after]
    return before[kept], after[kept]


def _met(lay: Masks, dealt: Masks) -> Ints:
    """(P,) pairs of cards that lay in one group (P, G) and are in one seat (P, S)."""
    found = np.zeros(len(lay), np.int64)
    for some in pieces(np.arange(len(lay))):
        counts = np.bitwise_count(lay[some, :, None] & dealt[some, None, :])
        found[some] = _PAIRS_OF.take(counts).sum(axis=(1, 2))
    return found
