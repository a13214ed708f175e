"""A simulated tournament: its file and the logs of its tables, honest or with known faults."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from rules.controls.ruleset import Ruleset
from rules.simulation.events.minutes import event_by_minutes
from rules.simulation.events.request import EventRequest
from rules.simulation.events.rounds import event_by_hands
from rules.simulation.events.tables import TableLog, ndjson
from rules.tournaments.header import Tournament
from rules.tournaments.records import Close, Event


@dataclass
class SimulatedTournament:
    """An event: the lines of its file, and the logs of some of its tables."""

    header: Tournament
    events: list[Event]
    close: Close
    logs: list[TableLog]

    def data(self) -> bytes:
        """The event's file."""
        return ndjson([self.header, *self.events, self.close])


def simulate_tournament(
    ruleset: Ruleset, *, players: int, seed: int, kind: str = "", tables: int = 4, room: str = "WA-0417"
) -> SimulatedTournament:
    """A tournament of a ruleset. Raises ValueError for what cannot be simulated.

    players: how many enter, 20 to 300; re-entries come on top. kind: such as "reentry"; "": one by the seed. tables: how
    many tables have a log, those that break last. The same request gives the same bytes.
    """
    request = EventRequest(ruleset, players, seed, kind, tables, room)
    event = event_by_hands if request.by_hands else event_by_minutes
    return SimulatedTournament(*event(request, Random(f"{seed} {players}")))
