"""Outcome of acts before pots are made, and circumstances of hands."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.pot_hands import Flags, Small
from rules.ragged import Ints, renumbered

NOBODY = -1  # a column of no seat


class HandOutcome(Struct, frozen=True, eq=False):
    """Outcome of the acts of H hands. S seats, at most R runs. Money is in minor units."""

    live: Ints  # (H, S) live chips put in over the whole hand, before uncalled bets go back; NOT_RECORDED: unknown
    dead: Ints  # (H, S) dead chips, which belong to the main pot
    dealt: Flags  # (H, S) dealt in
    folded: Flags  # (H, S) not live any more: folded, or killed
    mucked: Flags  # (H, S) mucked at the showdown, and so cannot win
    cannot_win: Flags  # (H, S) dead for another reason: a wrong number of cards, an absent big blind
    unsure: Flags  # (H, S) what the hand holds is in doubt: a card kept that should have been discarded
    own: NDArray[np.uint8]  # (H, S, 8) own cards at the end; NO_CARD beyond them, UNKNOWN where not recorded
    board: NDArray[np.uint8]  # (H, R, 5) the board of each run; NO_CARD where not dealt
    runs: Ints  # (H,) 1 or more
    first_left: (
        Ints  # (H,) column of the first seat left of the button, in stud of the dealer; NOBODY: not recorded
    )
    reached_flop: Flags  # (H,) the street was dealt without which there is no rake and no drop
    chip: Ints  # (H,) the smallest chip, else 1
    streets_known: Flags | None = (
        None  # (H,) whether the record shows which streets were dealt; None: of all hands
    )
    first_to_act: Ints | None = None  # (H,) column of the seat that acted first on the last street, or NOBODY
    shown: Flags | None = None  # (H, S) showed its cards
    folds_known: Flags | None = None  # (H,) whether the record shows who folded; None: of all hands
    house_money: Ints | None = None  # (H,) what the house put into the main pot; None: nothing

    def __len__(self) -> int:
        return len(self.runs)

    @property
    def still_in(self) -> Flags:
        """(H, S) dealt in and live to the end."""
        return self.dealt & ~self.folded

    def take(self, which: Ints) -> HandOutcome:
        """The hands at positions."""
        return HandOutcome(**_taken(self, which))


class FeesOnRecord(Struct, frozen=True, eq=False):
    """Recorded rake and jackpot fees: F rows."""

    recorded: Flags  # (H,) whether the hand states its fees
    hand: Ints  # (F,) position in the block
    jackpot: Flags  # (F,) a jackpot fee, else a rake
    amount: Ints  # (F,)
    pot: Ints  # (F,) the pot it came from, NOT_RECORDED where that is not stated

    def take(self, which: Ints) -> FeesOnRecord:
        """Fees of the hands at positions."""
        hand, kept = renumbered(self.hand, which, len(self.recorded))
        return FeesOnRecord(self.recorded[which], hand, self.jackpot[kept], self.amount[kept], self.pot[kept])


class Circumstances(Struct, frozen=True, eq=False):
    """Circumstances of H hands for fees and jackpots."""

    game: Small  # (H,) position in GAMES
    void: Flags  # (H,) a misdeal: every chip goes back
    tournament: Flags  # (H,)
    timed: Flags  # (H,) the table pays for its time
    special_rake: Flags  # (H,)
    jackpots: Flags  # (H,) the table takes part in the jackpots
    seated: Flags  # (H, S) holds a seat, dealt in or not
    away: Flags  # (H, S) dealt in, and not there
    fees: FeesOnRecord
    level: Ints  # (H,) of the jackpot at the last close before the hand; NOT_RECORDED: none on record

    def take(self, which: Ints) -> Circumstances:
        """The hands at positions."""
        return Circumstances(**_taken(self, which))


def _taken(columns: HandOutcome | Circumstances, which: Ints) -> dict[str, Any]:
    values = {each: getattr(columns, each) for each in columns.__struct_fields__}
    return {name: _some(value, which) for name, value in values.items()}


def _some(value: Any, which: Ints) -> Any:
    if value is None:
        return None
    return value.take(which) if isinstance(value, FeesOnRecord) else value[which]
