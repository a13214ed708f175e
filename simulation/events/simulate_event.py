"""Simulated tournaments: the event's file and its tables' logs, honest or with known faults."""

from __future__ import annotations

from random import Random

from msgspec import field

from rules.controls.ruleset import Ruleset
from simulation.events.event_request import EventRequest
from simulation.events.faults.event_answer_key import InjectedFault
from simulation.events.faults.event_fault_catalogue import altered, event_fault_names
from simulation.events.minutes import event_by_minutes
from simulation.events.rounds import event_by_hands
from simulation.events.simulated_event_records import EventRecords


class SimulatedTournament(EventRecords):
    """An event's file, some tables' logs, and the answer key."""

    key: list[InjectedFault] = field(default_factory=list)


def event_of(request: EventRequest) -> SimulatedTournament:
    event = event_by_hands if request.by_hands else event_by_minutes
    return SimulatedTournament(*event(request, Random(f"{request.seed} {request.players}")))


def simulate_tournament(
    ruleset: Ruleset,
    *,
    players: int,
    seed: int,
    kind: str = "",
    tables: int = 4,
    room: str = "WA-0417",
    faults: int = 0,
    only: tuple[str, ...] = (),
) -> SimulatedTournament:
    """A tournament of a ruleset. Raises ValueError for what cannot be simulated.

    players: 20 to 300, without re-entries. kind: such as "reentry"; "": by the seed. tables: with a log. faults: number of kinds;
    only: faults of these names. The same request gives the same bytes.
    """
    request = EventRequest(ruleset, players, seed, kind, tables, room)
    if faults < 0:
        raise ValueError(f"{faults} faults: the number must be 0 or more")
    known = event_fault_names()
    if wrong := [name for name in only if name not in known]:
        raise ValueError(f"no fault is called {', '.join(wrong)}; the faults are: {', '.join(known)}")
    made = event_of(request)
    if faults or only:
        made.key = altered(made, ruleset, Random(f"faults {seed}"), faults, only)
    return made
