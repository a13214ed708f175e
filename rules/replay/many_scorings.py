"""Replay of a block under many scorings; common parts are computed once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, TypeVar

from msgspec.structs import replace

from rules.hands import Hands
from rules.replay.naturals.counts import Thirteen
from rules.replay.pairs import Pairs, pairs_of
from rules.replay.row_replay import ReplayedRows, settled
from rules.replay.scoring import Scoring
from rules.replay.seat_facts import Ranked, Seats, ranked_rows, seats_of, thirteen, with_royalties

T = TypeVar("T")


class Together:
    """One block for replay under several scorings."""

    def __init__(
        self,
        hands: Hands,
        scoring: Scoring | None = None,
        seats: Seats | None = None,
        compared: Pairs | None = None,
    ) -> None:
        self.hands = hands
        self._known: dict[tuple[Hashable, ...], Any] = {}
        if scoring is not None and seats is not None:
            self._known["seats", *scoring.sees] = self._known["royalties", *scoring.brings] = seats
        if scoring is not None and compared is not None:
            self._known["pairs", *scoring.compares] = compared

    def replay(self, scoring: Scoring) -> ReplayedRows:
        """The block under a scoring."""
        seats = self._once(
            ("royalties", *scoring.brings), lambda: with_royalties(self._seats(scoring), scoring)
        )
        compared = self._once(("pairs", *scoring.compares), lambda: pairs_of(self.hands, scoring, seats))
        return settled(replace(compared, seats=seats, scoring=scoring))

    def _seats(self, scoring: Scoring) -> Seats:
        return self._once(
            ("seats", *scoring.sees), lambda: seats_of(self.hands, scoring, self._rows(scoring), self._cards)
        )

    def _rows(self, scoring: Scoring) -> Ranked:
        return self._once(("rows", *scoring.ranks), lambda: ranked_rows(self.hands, scoring))

    @cached_property
    def _cards(self) -> Thirteen:
        return Thirteen(thirteen(self.hands))

    def _once(self, key: tuple[Hashable, ...], make: Callable[[], T]) -> T:
        if key not in self._known:
            self._known[key] = make()
        found: T = self._known[key]
        return found
