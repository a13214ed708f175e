"""Hands of open-face poker at a table with a log: every card as set, by the engine of open-face events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from rules.controls.ruleset import Ruleset
from rules.records.events import Chips, OfcHand
from simulation.clock import Moments
from simulation.events.book import Book
from simulation.events.floor import Table
from simulation.events.hands import Played
from simulation.events.tables import TableLog
from simulation.open_face.event import EventSession
from simulation.open_face.field import Field
from simulation.possible import possible
from simulation.request import Request
from simulation.session import SimulatedEvent
from simulation.table import Dealers, TableState


class _Seats(Field):
    """The seats of the event's own table, in place of players who come and go by chance."""

    at_table: Table | None = None

    def before(self, since: int, until: int) -> tuple[TableState, list[Chips]]:
        """The table as it is; movements are in the log already."""
        table = self.at_table
        assert table is not None
        seats = tuple(sorted(table.seated))
        self.stacks = {seat: table.seated[seat].chips for seat in seats}
        dealer, deck = self.dealers.of(table.hand)
        players = tuple(table.seated[seat].player for seat in seats)
        return TableState((), (), seats, players, table.button, dealer, deck), []

    def after(self, stacks: Mapping[int, int], out: Sequence[int]) -> None:
        """The event follows its chips itself."""


class _Session(EventSession):
    """A session at the event's own table."""

    def __init__(self, request: Request, table: Table) -> None:
        super().__init__(request)
        random = Random(self.seeds[1])
        self.field: _Seats = _Seats(self.game, self.rules, request.unit, self.clock, random, Dealers(random))
        self.field.at_table = table


@dataclass
class OpenFaceDealer:
    """Deals the hands of one table, at moments known beforehand."""

    log: TableLog
    book: Book
    hands: Iterator[SimulatedEvent]

    @classmethod
    def at(
        cls, table: Table, log: TableLog, book: Book, ruleset: Ruleset, seed: int, moments: Moments
    ) -> OpenFaceDealer:
        """A dealer of a table. moments: of its hands, in seconds from the start of play."""
        request = Request(
            ruleset, len(moments.at), seed, room=log.session.room, table=table.name, opened_at=book.text(0)
        )
        return cls(log, book, _Session(possible(request), table).block(len(moments.at), moments))

    def deal(self, table: Table, stakes: tuple[int, int, int], at: int, ended: int, most: int) -> Played:
        """The next hand."""
        hand = next(each for each in self.hands if isinstance(each, OfcHand))
        assert hand.hand == table.hand
        self.log.add(ended, hand)
        nets = {each.seat: each.net for each in hand.seats if isinstance(each.net, int)}
        out = hand.eliminated if isinstance(hand.eliminated, list) else []
        return Played(nets, {seat: [each for each in nets if nets[each] > 0] for seat in out})


def moments_of(hands: Sequence[tuple[int, int]]) -> Moments:
    """Beginnings and ends of hands as columns."""
    return Moments(np.array([at for at, _ in hands]), np.array([ended for _, ended in hands]))
