"""Players who are dealt all cards at once: their front was strong enough in the hand before."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from rules.hands import Flags
from simulation.open_face.dealing import Cards
from simulation.open_face_parameters import Fantasyland
from simulation.table import Table, TableState


class Seating(Struct, frozen=True):
    """The table of one hand, and its seats in fantasyland; tied: the hand before or the next depends on this one."""

    sitting: TableState
    at_once: tuple[int, ...] = ()
    tied: bool = False


class Lands(Struct):
    """Fantasyland from hand to hand. A player who has qualified does not leave."""

    rules: Fantasyland
    table: Table
    _entitled: set[str] = field(default_factory=set)

    def seatings(self, cards: Cards, fouled: Flags, void: list[bool]) -> Iterator[Seating]:
        """The table for the hands of a block. ``fouled``: where cards set street by street are out of order.

        No deal is void in which somebody would have been in fantasyland: ``void`` is changed then.
        """
        assert cards.stays is not None
        strong = cards.street_by_street.fronts >= self.rules.entry
        fronts, enters, stays = strong.tolist(), (strong & ~fouled).tolist(), cards.stays.tolist()
        for i in range(len(enters)):
            self.table.bound = self._entitled
            sitting = self.table.next()
            seated = list(zip(sitting.seats, sitting.players, strict=True))
            at_once = tuple(seat for seat, player in seated if player in self._entitled)
            void[i] = void[i] and not at_once
            leading = {seat for seat in sitting.seats if (stays if seat in at_once else enters)[i][seat - 1]}
            self._entitled = {player for seat, player in seated if seat in leading and not void[i]}
            tied = bool(at_once) or any(fronts[i][seat - 1] for seat in sitting.seats)
            yield Seating(sitting, at_once, tied)
