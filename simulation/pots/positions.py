"""Button and blinds of a hand, and players who wait for a blind."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from msgspec import Struct

from simulation.pots.setup import GameStakes, Posts

_POSTS_AT_ONCE = 0.5  # chance of a newcomer to post and not to wait for the big blind
_STRADDLES, _AGAIN = 0.06, 0.25


class Positions(Struct, frozen=True):
    """button: perhaps an empty seat. small, big: seats; 0: none."""

    button: int
    dealt: tuple[int, ...]
    posts: Posts
    small: int = 0
    big: int = 0


def clockwise(seats: Iterable[int], after: int) -> list[int]:
    return sorted(seats, key=lambda seat: (seat - after - 1) % 10)


class BlindPositions(Struct):
    """Seats of players who may be dealt in, and of those who wait."""

    stakes: GameStakes
    random: Random
    straddle: int | None = None  # of what it is a multiple of the bet before, where there is one
    fixed: bool = False

    def positions(
        self, regular: set[int], waiting: dict[int, bool], before: Positions | None, gone: set[int]
    ) -> Positions:
        """waiting: seats that must post, and whether they missed blinds. gone: seats just left."""
        button = self._button(regular, before, gone)
        if not self.stakes.big_blind:
            dealt = {*regular, *waiting}
            button = clockwise(dealt, before.button)[0] if before else button
            return Positions(button, tuple(sorted(dealt)), self._antes(dealt))
        first, *others = clockwise(regular, button)
        big = clockwise({*others, *(regular - {first}), *waiting}, first)[0]
        if big == button:
            first = big
            big = clockwise(regular - {first}, first)[0]
        dealt = {*regular, big}
        new = self._newcomers(waiting, dealt, button, first, big)
        dealt |= {seat for seat, _, _ in new}
        posts = [
            *self._antes(dealt),
            (first, "small_blind", self.stakes.small_blind),
            (big, "big_blind", self.stakes.big_blind),
        ]
        if self.stakes.table_ante:
            posts.append((big, "table_ante", self.stakes.table_ante))
        posts += new + self._straddles(dealt, button, big, {seat for seat, _, _ in new})
        return Positions(button, tuple(sorted(dealt)), posts, first, big)

    def _button(self, regular: set[int], before: Positions | None, gone: set[int]) -> int:
        """The next seat, or the empty one of a player who left after the small blind."""
        if before is None:
            return self.random.choice(sorted(regular))
        if before.small in gone and len(regular) > 2:
            return before.small
        return clockwise(regular, before.button)[0]

    def _antes(self, dealt: set[int]) -> Posts:
        ante = self.stakes.ante
        return [(seat, "ante", ante) for seat in sorted(dealt)] if ante else []

    def _newcomers(
        self, waiting: dict[int, bool], dealt: set[int], button: int, small: int, big: int
    ) -> Posts:
        """Posts of those dealt in at once, behind the big blind."""
        posts: Posts = []
        if len(dealt) < 3:
            return posts
        for seat in clockwise(set(waiting) - dealt, big):
            behind = (seat - big) % 10 <= (button - big) % 10
            if not behind or seat == small or self.random.random() >= _POSTS_AT_ONCE:
                continue
            if waiting[seat]:
                posts.append((seat, "missed_small", self.stakes.small_blind))
                posts.append((seat, "missed_big", self.stakes.big_blind))
            else:
                posts.append((seat, "new_player", self.stakes.big_blind))
        return posts

    def _straddles(self, dealt: set[int], button: int, big: int, new: set[int]) -> Posts:
        posts: Posts = []
        if self.straddle is None or self.fixed or len(dealt) < 4 or self.stakes.cap:
            return posts
        level, chance = self.stakes.big_blind, _STRADDLES
        for seat in clockwise(dealt, big):
            if seat in new or self.random.random() >= chance:
                break
            level *= self.straddle
            posts.append((seat, "straddle", level))
            chance = _AGAIN
            if seat == button:
                break
        return posts
