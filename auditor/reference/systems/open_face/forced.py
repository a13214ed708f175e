"""Rows into which a clock that ran out forces a card, with the reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from rules.cards import DECK, ROWS
from rules.controls.ruleset import Ruleset
from rules.replay.placement.clock_forcing import ANY, ClockRules, forced_row
from rules.replay.placement.outlook import Rows, can_be_legal, open_rows, unseen_by

PLACES = {"front": "in front", "middle": "in the middle", "back": "at the back"}
_CODES = {card: code for code, card in enumerate(DECK)}


class PlacementTurn(Struct, frozen=True):
    """A card that waits to be placed: the rows of its player before it, and all cards in view."""

    rows: Rows
    card: int
    seen: frozenset[int]

    @classmethod
    def of(cls, rows: Iterable[Iterable[str]], card: str, elsewhere: Iterable[str] = ()) -> PlacementTurn:
        """A turn from cards as a log has them."""
        front, middle, back = (tuple(code(each) for each in row) for row in rows)
        seen = {*front, *middle, *back, code(card), *map(code, elsewhere)}
        return cls((front, middle, back), code(card), frozenset(seen))

    def goes_to(self, ruleset: Ruleset) -> str:
        """The row into which the card goes when the time is over."""
        rules = ClockRules.of(ruleset)
        assert rules is not None
        row = forced_row(self.rows, self.card, set(self.seen), rules)
        return "wherever the player likes" if row == ANY else ROWS[row]

    def why(self, ruleset: Ruleset) -> str:
        """The reasons row by row, from the front to the row that it goes to."""
        return "; ".join(self._why(ruleset))

    def _why(self, ruleset: Ruleset) -> Iterator[str]:
        rules = ClockRules.of(ruleset)
        assert rules is not None
        free = open_rows(self.rows)
        for place, row in enumerate(ROWS):
            if place not in free:
                yield f"the {row} is full"
                continue
            after = tuple((*each, self.card) if at == place else each for at, each in enumerate(self.rows))
            if can_be_legal((after[0], after[1], after[2]), unseen_by(set(self.seen)), rules.order):
                yield f"{PLACES[row]} a legal hand is still possible"
                return
            yield f"{PLACES[row]} a foul would be certain"
        yield "so it goes to the first row that has room"


def code(card: str) -> int:
    """The code of a card."""
    return _CODES[card]
