"""Setup of one hand: seats, button, posts, stakes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from rules.controls.sections.pots import PotGame
from rules.pot_words import PostKind
from simulation.pots.betting import Sizes
from simulation.pots.offer import OfferedGame
from simulation.pots.players import PlayingStyle
from simulation.pots.simulated_pot_fees import HouseTerms


class GameStakes(Struct, frozen=True):
    """Stakes of a game; 0: no such bet. table_ante: one ante for all."""

    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    min_bet: int = 0
    chip: int = 1
    cap: int = 0
    table_ante: int = 0

    @property
    def sizes(self) -> Sizes:
        small = self.small_bet or self.big_blind
        return Sizes(
            self.big_blind, self.min_bet or self.big_blind, small, self.big_bet or 2 * small
        )  # as a log without them is read

    @property
    def least_stack(self) -> int:
        """Minimum bet, without which no cards are due."""
        return self.min_bet or self.big_blind


class Seat(Struct):
    """A seat of a hand. dealt: false: sits out. present: false: dealt in, and away."""

    seat: int
    player: str
    stack: int
    style: PlayingStyle
    dealt: bool = True
    present: bool = True


Posts = list[tuple[int, PostKind, int]]  # seat, kind, amount


class Setup(Struct):
    rules: PotGame
    played: OfferedGame
    stakes: GameStakes
    house: HouseTerms
    button: int
    seats: list[Seat]
    posts: Posts
    run_twice: bool = False  # offered at this table
    words: float = 0.0  # the share of acts whose words or chips are recorded
    cooler: bool = False  # the cards lie so that a strong hand loses to a royal flush
    first_cards: Sequence[int] = field(default=())

    @property
    def dealt(self) -> list[Seat]:
        return [each for each in self.seats if each.dealt]

    def seat(self, number: int) -> Seat:
        return next(each for each in self.seats if each.seat == number)
