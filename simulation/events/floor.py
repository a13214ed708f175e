"""Floor of an event: entries, tables, seats."""

from __future__ import annotations

from random import Random

from msgspec import Struct, field


class Entrant(Struct, eq=False):
    """An entry that is in. bounty: its own chip was not taken yet."""

    number: int
    player: str
    chips: int
    table: EventTable | None = None
    seat: int = 0
    bounty: bool = True
    logged_hand: bool = False  # was dealt a hand of a log
    stale: bool = False  # was dealt a hand without a log since


class EventTable(Struct, eq=False):
    """A table. order: of breaking, from 1. busy: a hand is in play."""

    name: str
    order: int
    logged: bool
    seated: dict[int, Entrant] = field(default_factory=dict)
    hand: int = 0
    button: int = 0
    busy: bool = False

    @property
    def size(self) -> int:
        return len(self.seated)

    def after_button(self) -> list[int]:
        """Taken seats from the next button on."""
        return sorted(self.seated, key=lambda seat: (seat <= self.button, seat))

    def big_blind(self) -> int:
        order = self.after_button()
        return order[2 % len(order)] if len(order) > 2 else order[-1]


class Floor(Struct):
    tables: list[EventTable]
    seats: int  # at a table
    random: Random

    @property
    def live(self) -> list[Entrant]:
        """Entries with a seat, by table and seat."""
        return [table.seated[seat] for table in self.tables for seat in sorted(table.seated)]

    @property
    def left(self) -> int:
        return sum(table.size for table in self.tables)

    @property
    def largest(self) -> int:
        return max(table.size for table in self.tables)

    @property
    def smallest(self) -> int:
        return min(table.size for table in self.tables)

    @property
    def gap(self) -> int:
        return self.largest - self.smallest

    @property
    def idle(self) -> bool:
        return not any(table.busy for table in self.tables)

    def free(self) -> bool:
        return self.left < self.seats * len(self.tables)

    def next_to_break(self) -> EventTable:
        return min(self.tables, key=lambda table: table.order)

    def fits(self, tables: int) -> bool:
        return self.left <= self.seats * tables

    def draw(self, among: list[EventTable] | None = None) -> tuple[EventTable, int]:
        """A drawn free seat at one of the smallest tables."""
        open_tables = among or self.tables
        least = min(table.size for table in open_tables)
        table = self.random.choice([each for each in open_tables if each.size == least])
        return table, self.random.choice(self.free_seats(table))

    def free_seats(self, table: EventTable) -> list[int]:
        return [seat for seat in range(1, self.seats + 1) if seat not in table.seated]

    def sit(self, entrant: Entrant, table: EventTable, seat: int) -> None:
        """Seats an entry; its former seat is free."""
        self.leave(entrant)
        entrant.table, entrant.seat = table, seat
        table.seated[seat] = entrant

    def leave(self, entrant: Entrant) -> None:
        if entrant.table is not None:
            del entrant.table.seated[entrant.seat]
            entrant.table = None

    def redraw(self, tables: list[EventTable]) -> list[Entrant]:
        """Draws all seats at these tables and closes the others."""
        everybody = self.live
        for each in everybody:
            self.leave(each)
        self.tables = tables
        self.random.shuffle(everybody)
        for each in everybody:
            self.sit(each, *self.draw())
        return everybody
