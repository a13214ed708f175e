"""A block replayed under many scorings: what several of them see alike is worked out once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from msgspec.structs import replace

from rules.hands import Hands
from rules.replay.engine import Replayed, settled
from rules.replay.naturals.counts import Thirteen
from rules.replay.pairs import pairs_of
from rules.replay.scoring import Scoring
from rules.replay.seats import ranked_rows, seats_of, thirteen, with_royalties

T = TypeVar("T")


class Together:
    """Replays a block under one scoring after the other, as `replay` does."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self._cards = Thirteen(thirteen(hands))
        self._known: dict[tuple[Hashable, ...], Any] = {}

    def replay(self, scoring: Scoring) -> Replayed:
        """The block under a scoring."""
        hands = self.hands
        rows = self._once(("rows", *scoring.ranks), lambda: ranked_rows(hands, scoring))
        seats = self._once(("seats", *scoring.sees), lambda: seats_of(hands, scoring, rows, self._cards))
        compared = self._once(("pairs", *scoring.compares), lambda: pairs_of(hands, scoring, seats))
        return settled(replace(compared, seats=with_royalties(seats, scoring), scoring=scoring))

    def _once(self, key: tuple[Hashable, ...], make: Callable[[], T]) -> T:
        if key not in self._known:
            self._known[key] = make()
        found: T = self._known[key]
        return found
