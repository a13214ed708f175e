"""One record of a hand, by movements or nets."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.hands import Flags, Ints, every_seat, over_seats


class MoneyRecords(Struct, frozen=True, eq=False):
    """Amounts moved and due in H hands with S seats; unrecorded ones mean nothing.

    moves (H, S): transfers, or awards less contributions; moved (H,): on record. netted, known (H,): of every seat. away (H,):
    nets that leave the table. linked (H,): moves have payer and payee. partly (H,): contributions beside nets.
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
        return self.moved & self.known & every_seat((self.moves == self.due) | ~self.there)

    @property
    def paid(self) -> Ints:
        """(H, S) movements by the only record, else by transfers."""
        return np.where(self.moved[:, None], self.moves, self.nets)

    @property
    def off_balance(self) -> Ints:
        """(H,) excess of nets over what leaves the table."""
        return np.where(self.netted, over_seats(np.where(self.there, self.nets, 0)) + self.away, 0)
