"""A deal as it was recorded, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

Units = int | Fraction | None  # None: the system has no price for it


@dataclass
class Seat:
    """A player's thirteen cards as set, and what was noted of the player."""

    front: list[str]
    middle: list[str]
    back: list[str]
    declared: str | None = None  # the id of a natural
    surrendered: bool = False
    ruled_fouled: bool = False  # by the floor, whatever the cards
    aces: bool | None = None  # takes part in the side bet; None: not noted
    stack: int | None = None  # in front of the player when the cards were dealt, in money

    @property
    def cards(self) -> list[str]:
        return [*self.front, *self.middle, *self.back]


@dataclass
class Deal:
    """The seats stand in clockwise order; other players are named by their place in it."""

    seats: list[Seat]
    dealer: int | None = None
    banker: int | None = None
    forced_dealer: bool = False
    unit: int = 1  # money


@dataclass
class Result:
    units: list[Units]
    pairs: dict[tuple[int, int], Units]  # to the first from the second; only those that are compared
    fouled: list[bool]
    natural: list[str | None]  # the one that counts
    held: list[list[str]]  # all of them, counting or not, in the order of the system's list
    # Payer, payee, units. None: the system knows no order of payment, or it cannot be worked out.
    transfers: list[tuple[int, int, Fraction]] | None = None
    pool_row_winners: dict[str, list[int]] | None = None
    single_winner: int | None = None  # None: nobody, or (see unpriced) not known
    unpriced: list[str] = field(default_factory=list)
