"""Logs of an event's tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, Protocol

import msgspec
from msgspec import Struct, field

from rules.records.events import FORMAT, Chips, Close, OfcHand, Session, Staff
from rules.records.pot_records import PotHand
from rules.tournaments.header import Tournament
from simulation.events.book import EventBook
from simulation.events.floor import Entrant, EventTable
from simulation.events.simulated_event_hands import EventHand

_OPENS = 1_800  # seconds before the first hand
_CLOSES = 300

ChipsKind = Literal["buy_in", "add_on", "move"]
LogLine = Session | Chips | PotHand | OfcHand | Close


class SimulatedTableLog(Struct):
    records: list[LogLine]
    hands: int = 0
    _last: int = 0

    @property
    def session(self) -> Session:
        found = self.records[0]
        assert isinstance(found, Session)
        return found

    @classmethod
    def opened(
        cls, header: Tournament, table: str, book: EventBook, ruleset: str, number: int
    ) -> SimulatedTableLog:
        session = Session(
            format=FORMAT,
            room=header.room,
            session=f"{header.tournament}-{table}",
            number=number,
            table=table,
            currency=header.currency,
            opened_at=book.text(-_OPENS),
            ruleset=ruleset,
            tournament=header.tournament,
            staff=Staff(dealer="d-1", supervisor="floor-1"),
            source="table_system",
            recorded_by="table-system-1",
        )
        return cls([session])

    def add(self, ended: int, record: PotHand | OfcHand) -> None:
        self.records.append(record)
        self.hands += 1
        self._last = ended

    def chips(self, text: str, entrant: Entrant, kind: ChipsKind, amount: int) -> None:
        if self.hands:
            chips = Chips(
                at=text, seat=entrant.seat, player=entrant.player, kind=kind, amount=amount
            )  # fmt: skip
            self.records.append(chips)

    def close(self, book: EventBook) -> None:
        self.session.closed_at = book.text(self._last + _CLOSES)
        self.session.recorded_at = book.text(self._last + 2 * _CLOSES)
        self.records.append(Close(at=book.text(self._last + _CLOSES), hands=self.hands))

    def data(self) -> bytes:
        return ndjson(self.records)


def ndjson(records: Iterable[object]) -> bytes:
    return msgspec.json.Encoder().encode_lines(list(records))


class Dealer(Protocol):
    log: SimulatedTableLog

    def deal(
        self, table: EventTable, stakes: tuple[int, int, int], at: int, ended: int, most: int
    ) -> EventHand:
        """Deals a hand after which at most ``most`` are out, and logs it. stakes: blinds and the smallest chip."""


class Logs(Struct):
    dealers: dict[str, Dealer] = field(default_factory=dict)

    def chips(self, text: str, entrant: Entrant, kind: ChipsKind, amount: int) -> None:
        if entrant.table is not None and entrant.table.name in self.dealers:
            self.dealers[entrant.table.name].log.chips(text, entrant, kind, amount)
