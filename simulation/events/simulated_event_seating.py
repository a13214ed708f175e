"""Changes of seats: balancing, breaking tables, draws."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct

from rules.tournaments.tournament_records import Draw, DrawnSeat, Move, Place, TableBreak
from simulation.events.book import EventBook
from simulation.events.floor import Entrant, EventTable, Floor
from simulation.events.simulated_event_tables import Logs

MOST_GAP = 1  # players that tables may differ by where the largest deals

Reason = Literal["three_tables", "final_table", "other"]


class SeatMover(Struct):
    floor: Floor
    book: EventBook
    logs: Logs
    position: bool  # moves for balance name the position that the player leaves

    def balance(self, at: int, table: EventTable) -> None:
        """Moves players of the largest tables to the smallest until a table may deal."""
        floor = self.floor
        while table.size == floor.largest and floor.gap > MOST_GAP:
            entrant = table.seated[table.big_blind()]
            there, seat = floor.draw()
            self._move(at, entrant, there, seat, "balance")

    def all_balanced(self, at: int) -> None:
        for table in sorted(self.floor.tables, key=lambda each: each.order):
            self.balance(at, table)

    def break_table(self, at: int, table: EventTable) -> None:
        """Breaks a table and draws its players to the others."""
        floor = self.floor
        floor.tables.remove(table)
        self.book.write(at, TableBreak(table=table.name, after_hand=table.hand))
        for seat in sorted(table.seated):
            self._move(at, table.seated[seat], *floor.draw(), "break")

    def draw(self, at: int, tables: int, reason: Reason) -> None:
        """Draws all seats at so many tables; the others break in order."""
        floor = self.floor
        open_tables = sorted(floor.tables, key=lambda each: each.order)
        stay = open_tables[len(open_tables) - tables :]
        for table in open_tables[: len(open_tables) - tables]:
            self.book.write(at, TableBreak(table=table.name, after_hand=table.hand))
        before = {each.number: (each.table, each.seat) for each in floor.live}
        for each in floor.live:
            self.logs.chips(self.book.text(at), each, "move", each.chips)
        drawn = floor.redraw(stay)
        seats = [
            DrawnSeat(entry=each.number, table=each.table.name, seat=each.seat)
            for each in drawn
            if each.table
        ]
        self.book.write(at, Draw(reason=reason, seats=seats, method="draw"))
        for each in drawn:
            if before[each.number] != (each.table, each.seat):
                self.logs.chips(self.book.text(at), each, "move", each.chips)

    def _move(
        self, at: int, entrant: Entrant, table: EventTable, seat: int, reason: Literal["balance", "break"]
    ) -> None:
        assert entrant.table is not None
        old = Place(table=entrant.table.name, seat=entrant.seat)
        self.logs.chips(self.book.text(at), entrant, "move", entrant.chips)
        self.floor.sit(entrant, table, seat)
        self.logs.chips(self.book.text(at), entrant, "move", entrant.chips)
        position = "bb" if reason == "balance" and self.position else UNSET
        new = Place(table=table.name, seat=seat)
        self.book.write(
            at,
            Move(
                entry=entrant.number, from_=old, to=new, reason=reason, from_position=position, approved=True
            ),
        )
