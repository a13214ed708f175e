"""Ranking tournaments of a room: contributions and points."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from rules.controls.ruleset import Ruleset
from rules.ledgers.ledger_records import Award, Contribution, Event, Payout
from rules.tournaments.points_due import as_text
from rules.tournaments.tournament_records import RoyalHit
from rules.tournaments.tournament_replay import replay_tournament
from simulation.events.event_request import EventRequest
from simulation.events.simulate_event import event_of
from simulation.events.simulated_event_records import EventRecords

RANKING, ROYAL = "ranking", "royal"
Line = tuple[dt.datetime, Event]

_REGULARS = 70  # players of a room, who come again
_PLAYERS = (20, 34)
_STARTS, _BOOKED = dt.timedelta(hours=19), dt.timedelta(minutes=5)


@dataclass
class RankingRoom:
    """Tournaments of a room. royal: the ledger has an account for their royal flush pool."""

    room: str
    ruleset: Ruleset
    seed: int
    random: Random
    royal: bool
    tournaments: list[EventRecords] = field(default_factory=list)
    receipts: int = 0

    def __post_init__(self) -> None:
        numbers = self.random.sample(range(0x1000, 0x10000), _REGULARS)
        self.regulars = tuple(f"p-{number:04x}" for number in numbers)

    def event(self, day: dt.datetime, pool: int) -> Iterator[Line]:
        """A tournament, and the ledger's lines about it. pool: balance of the royal flush pool."""
        number = len(self.tournaments) + 1
        request = EventRequest(
            self.ruleset, self.random.randint(*_PLAYERS), 1_000 * self.seed + number, tables=0, room=self.room,
            start=day + _STARTS, number=number, names=self.regulars, royal=pool,
        )  # fmt: skip
        made = event_of(request)
        self.tournaments.append(made)
        at = dt.datetime.fromisoformat(str(made.close.at)) + _BOOKED
        for event in self._booked(made):
            yield at, event

    def _booked(self, made: EventRecords) -> Iterator[Event]:
        found = replay_tournament(made.file(), self.ruleset)
        name, money = made.header.tournament, found.money
        yield Contribution(
            account=RANKING, tournament=name, amount=money.ranking, prize_pool=money.prize_pool
        )
        if self.royal and money.royal:
            yield Contribution(account=ROYAL, tournament=name, amount=money.royal)
            yield from self._royal_payouts(made, {each.number: each.player for each in found.field.stakes})
        for each in found.placings:
            points = as_text(found.points[each.player])
            if points:
                yield Award(account=RANKING, tournament=name, player=each.player, points=points)

    def _royal_payouts(self, made: EventRecords, players: dict[int, str]) -> Iterator[Event]:
        won: Counter[str] = Counter()
        for each in made.events:
            if isinstance(each, RoyalHit):
                won[players[each.entry]] += each.amount
        for player, amount in won.items():
            if amount:
                self.receipts += 1
                yield Payout(
                    account=ROYAL, tournament=made.header.tournament, player=player, amount=amount,
                    receipt=f"T{self.receipts}",
                )  # fmt: skip
