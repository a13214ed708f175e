"""Entries that go out: their lines, bounties, and rebuys."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from msgspec import UNSET

from rules.tournaments.tournament_records import Elimination, Hand, HandSeat, PaidBounty, Penalty
from simulation.events.book import EventBook
from simulation.events.floor import Entrant, EventTable
from simulation.events.plan import EventPlan
from simulation.events.simulated_event_hands import EventHand
from simulation.events.simulated_event_tables import Logs

_HANDS = 0.04  # share of hands without a log that the file has, beside those in which somebody is out


PenaltyKind = Literal["warning", "round", "hand_dead"]
_PENALTIES: tuple[PenaltyKind, ...] = ("warning", "warning", "round", "hand_dead")


@dataclass
class Outs:
    plan: EventPlan
    book: EventBook
    logs: Logs
    random: Random

    def hand(self, table: EventTable, at: int, ended: int, played: EventHand, number: int | None) -> None:
        """A hand, before its chips move. number: its round of hand-for-hand play."""
        logged = table.name in self.logs.dealers
        if number is None and (logged or not (played.takers or self.random.random() < _HANDS)):
            return
        riffle = at - 15
        record = Hand(
            table=table.name,
            hand=table.hand,
            riffle_at=self.book.text(riffle),
            ended_at=self.book.text(ended),
            level=self.level(table, riffle),
            seats=[
                HandSeat(entry=each.number, seat=seat, chips=each.chips)
                for seat, each in sorted(table.seated.items())
            ],
        )
        if number is not None:
            record.round = number
        self.book.write(at, record)

    def level(self, table: EventTable, at: int) -> int:
        return self.plan.schedule.level(at)

    def bust(
        self, at: int, table: EventTable, entrant: Entrant, played: EventHand, stack: int, number: int | None
    ) -> None:
        """An exit; seats are those before the hand."""
        seat = entrant.seat
        by = sorted(table.seated[each].number for each in played.takers[seat])
        record = Elimination(
            entry=entrant.number,
            table=table.name,
            hand=table.hand,
            stack=stack,
            all_in=stack,
            knocked_out_by=by,
        )
        if table.name in self.logs.dealers:
            record.session = self.logs.dealers[table.name].log.session.session
        if played.cards.get(seat):
            record.cards = played.cards[seat]
        if number is not None:
            record.round = number
        bounty = self.plan.header.bounty
        if bounty is not UNSET and entrant.bounty:
            record.bounties = _bounties(by, bounty)
        entrant.bounty = False
        self.book.write(at, record)

    def penalty(self, at: int, entrant: Entrant) -> None:
        kind: PenaltyKind = self.random.choice(_PENALTIES)
        record = Penalty(entry=entrant.number, kind=kind, reason="talked about the hand", by="floor-1")
        if kind == "round":
            record.rounds = 1
        self.book.write(at, record)

    def disqualified(self, at: int, entrant: Entrant) -> None:
        record = Penalty(entry=entrant.number, kind="disqualified", removed=entrant.chips, by="floor-1")
        record.reason = "violence"
        self.book.write(at, record)
        self.logs.chips(self.book.text(at), entrant, "move", entrant.chips)


def _bounties(by: list[int], bounty: int) -> list[PaidBounty]:
    """Even parts of a chip; odd units to the lowest numbers."""
    each, odd = divmod(bounty, len(by))
    return [PaidBounty(entry=entry, amount=each + (place < odd)) for place, entry in enumerate(by)]
