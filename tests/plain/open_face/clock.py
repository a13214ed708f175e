"""What comes of a called clock, and when a hand has no decisions left.

"The slow player will be given 30 seconds to act. If no action is taken at that time, the card is placed in the front-most
sub-hand that doesn't cause a guaranteed foul" (000). "Players will be allowed to step away from the table provided their
hand has no remaining decisions to be made" (001).

A foul is certain where no fill of the open slots with unseen cards gives a legal hand. That is searched for with the
cards themselves. A legal fill is enough for a yes, and is mostly found by trying some; a no takes every fill, which is
quick with up to three open slots in a row, takes seconds with four, and half a minute where middle and back are empty.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from tests.plain.open_face.cards import DECK, RANKS, ROWS, SIZES, Cards, cards_of, rank, without
from tests.plain.open_face.hand import in_order, out_of_order
from tests.plain.open_face.rows import Value, value_of
from tests.plain.open_face.systems import Rules, rules_of

Laid = dict[str, Cards]  # by row
Row = str | Iterable[str] | None
GUESSES = 300
HANDFULS = 10
DEFAULT = Rules()


def forced_row(
    front: Row,
    middle: Row,
    back: Row,
    card: str,
    visible: Row = (),
    guaranteed="no_completion",
    no_row="front_most",
) -> str | None:
    """The row that a card goes to when the time is up. ``visible``: all cards that are seen elsewhere.

    ``guaranteed`` complete_rows: only rows that are complete are looked at. ``no_row``, where every row fouls for certain:
    front_most, back_most, or choice (None: the player's).
    """
    laid = laid_out(front, middle, back)
    open_rows = [row for row in ROWS if len(laid[row]) < SIZES[row]]
    unseen = unseen_cards(laid, [card, *cards_of(visible)])
    for row in open_rows:
        after = {**laid, row: [*laid[row], card]}
        if in_order_so_far(after) if guaranteed == "complete_rows" else can_be_legal(after, unseen):
            return row
    return {"front_most": open_rows[0], "back_most": open_rows[-1], "choice": None}[no_row]


def no_decisions(front: Row, middle: Row, back: Row, visible: Row = ()) -> bool:
    """All open slots are in one row, or no fill of them is legal."""
    laid = laid_out(front, middle, back)
    if sum(len(laid[row]) < size for row, size in SIZES.items()) <= 1:
        return True
    return not can_be_legal(laid, unseen_cards(laid, cards_of(visible)))


def clock_faults(system: str | Rules, turn_start: float, called: float, acted: float) -> list[str]:
    """In seconds: call_too_early, late_action."""
    rules = rules_of(system)
    early = called - turn_start < rules.clock_after
    late = acted > called + rules.clock_seconds
    return ["call_too_early"] * early + ["late_action"] * late


# ---------------------------------------------------------------- is there a legal fill?


def laid_out(front: Row, middle: Row, back: Row) -> Laid:
    return dict(zip(ROWS, map(cards_of, (front, middle, back)), strict=True))


def worth(row: Cards) -> Value:
    """Of a complete row without jokers; millions of them are looked at once and forgotten."""
    return value_of([rank(card) for card in row], len({card[1] for card in row}) == 1, DEFAULT.wheel)


def unseen_cards(laid: Laid, seen: Iterable[str]) -> Cards:
    return without(DECK, [*seen, *(card for row in ROWS for card in laid[row])])


def can_be_legal(laid: Laid, unseen: Cards) -> bool:
    if not in_order_so_far(laid):
        return False
    return guessed(laid, unseen) or searched_in_part(laid, unseen) or searched(laid, unseen)


def by_force(laid: Laid, unseen: Cards) -> bool:
    """The same by looking at every fill: for a handful of open slots."""
    return any(legal(each) for each in fills(laid, unseen, ROWS))


def fills(laid: Laid, unseen: Cards, rows: Iterable[str]) -> Iterator[Laid]:
    first, *others = rows
    for added in combinations(unseen, SIZES[first] - len(laid[first])):
        filled = {**laid, first: [*laid[first], *added]}
        yield from fills(filled, without(unseen, added), others) if others else [filled]


def legal(laid: Laid) -> bool:
    return not out_of_order({row: worth(laid[row]) for row in ROWS}, DEFAULT)


def in_order_so_far(laid: Laid) -> bool:
    """Of the rows that are complete."""
    full: Mapping[str, Value] = {row: worth(laid[row]) for row in ROWS if len(laid[row]) == SIZES[row]}
    return all(in_order(one, full[one], full[two], DEFAULT) for one, two in combinations(full, 2))


def guessed(laid: Laid, unseen: Cards) -> bool:
    """Whether one of some random fills is legal."""
    chance = random.Random(0)
    for _ in range(GUESSES):
        left, filled = chance.sample(unseen, len(unseen)), {}
        for row in ROWS:
            slots = SIZES[row] - len(laid[row])
            filled[row], left = [*laid[row], *left[:slots]], left[slots:]
        if all(len(filled[row]) == SIZES[row] for row in ROWS) and legal(filled):
            return True
    return False


def searched_in_part(laid: Laid, unseen: Cards) -> bool:
    """The same in some of the unseen cards: a few ranks, which make strong rows, and a few others."""
    chance = random.Random(0)
    for _ in range(HANDFULS):
        ranks = chance.sample(RANKS, 3)
        some = [card for card in unseen if card[0] in ranks]
        others = without(unseen, some)
        if searched(laid, [*some, *chance.sample(others, min(4, len(others)))]):
            return True
    return False


def searched(laid: Laid, unseen: Cards) -> bool:
    """Every fill that the rows one by one leave possible: the back from the strongest, the others from the weakest."""
    fronts = sorted_fills(laid, "front", unseen)
    behind: dict[str, list] = {}
    for row in sorted(("middle", "back"), key=lambda row: -len(laid[row])):
        behind[row] = [each for each in sorted_fills(laid, row, unseen) if fronts and fronts[0][0] <= each[0]]
        if not behind[row]:
            return False
    middles, backs = behind["middle"], behind["back"]
    for back, of_back in reversed(backs):
        for middle, of_middle in middles:
            if middle > back:
                break
            if not of_back & of_middle and any(
                front <= middle and not of_front & (of_back | of_middle) for front, of_front in fronts
            ):
                return True
    return False


def sorted_fills(laid: Laid, row: str, unseen: Cards) -> list[tuple[Value, frozenset[str]]]:
    """What a row can become, and with which cards, from the weakest."""
    slots = SIZES[row] - len(laid[row])
    return sorted(
        ((worth([*laid[row], *added]), frozenset(added)) for added in combinations(unseen, slots)),
        key=lambda each: each[0],
    )
