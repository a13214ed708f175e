"""One record of a hand: by movements or by its nets, whichever the rest of the record bears out."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.hands import Flags, Ints, every_seat, over_seats


class MoneyRecords(Struct, frozen=True, eq=False):
    """Amounts moved and due in H hands with S seats. Amounts that nobody recorded mean nothing.

    moves (H, S): by transfers, or awards less contributions; moved (H,): on record. nets (H, S); netted (H,): of every seat.
    due (H, S); known (H,): of every seat. there (H, S): seats of the hand. away (H,): nets that leave the table, as fees from
    the pots. linked (H,): moves name payer and payee. partly (H,): contributions are on record beside nets.
    """

    moves: Ints
    moved: Flags
    nets: Ints
    netted: Flags
    due: Ints
    known: Flags
    there: Flags
    away: Ints
    linked: Flags
    partly: Flags

    @property
    def disputed(self) -> Flags:
        """(H,) hands whose movements and nets differ."""
        return self.moved & self.netted & ~every_seat((self.moves == self.nets) | ~self.there)

    @property
    def moved_as_due(self) -> Flags:
        """(H,) hands whose movements are what was due."""
        return self.moved & self.known & every_seat((self.moves == self.due) | ~self.there)

    @property
    def paid(self) -> Ints:
        """(H, S) movements by the only record, else by the transfers."""
        return np.where(self.moved[:, None], self.moves, self.nets)

    @property
    def off_balance(self) -> Ints:
        """(H,) by how much nets are above what leaves the table."""
        return np.where(self.netted, over_seats(np.where(self.there, self.nets, 0)) + self.away, 0)
