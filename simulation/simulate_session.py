"""Session logs of simulated tables: seeded, plausible, paid correctly, with known faults or none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.controls.ruleset import Ruleset
from simulation.can_be_simulated import possible
from simulation.closed import ClosedSession
from simulation.faults.answer_key import Injected
from simulation.open_face.cash import CashSession
from simulation.open_face.open_face_event import EventSession
from simulation.pots.simulated_pot_session import PotEvent, PotSession
from simulation.session_request import Evidence, SimulationRequest
from simulation.session_simulation import SimulatedEvent, Simulation
from simulation.simulated_game import SimulatedGame


@dataclass
class Simulated:
    """A simulated log; the same request gives the same bytes."""

    request: SimulationRequest
    _key: list[Injected] | None = field(default=None, repr=False)

    def chunks(self) -> Iterator[bytes]:
        """The log in pieces of some thousand lines; memory does not grow with it."""
        session = session_of(self.request)
        yield from session.chunks()
        self._key = session.tampering.key

    def events(self) -> Iterator[Iterator[SimulatedEvent]] | Iterator[Iterator[PotEvent]]:
        """Records in the same pieces; each has to be read to its end before the next."""
        return session_of(self.request).blocks()

    def lines(self) -> Iterator[bytes]:
        for chunk in self.chunks():
            yield from chunk.splitlines()

    def log(self) -> bytes:
        return b"".join(self.chunks())

    @property
    def key(self) -> list[Injected]:
        """Faults in the order of the log, which is read once for them."""
        if self._key is None:
            for _ in self.chunks():
                pass
        return self._key or []


def simulate(
    ruleset: Ruleset,
    *,
    hands: int,
    seed: int,
    players: tuple[int, int] | None = None,
    faults: float = 0.0,
    evidence: Evidence = "full",
    unit: int = 100,
    room: str = "WA-0417",
    session: str = "",
    number: int = 1,
    table: str = "T1",
    currency: str = "USD",
    opened_at: str = "",
    only: tuple[str, ...] = (),
    game: str = "",
    limit: str = "",
) -> Simulated:
    """A log of a ruleset. Raises ValueError for what cannot be simulated.

    players: fewest and most (default: by the ruleset). faults: share of hands with one; only: faults of these names. evidence:
    "rows" (rows and nets) or "full" (also deals, stacks, transfers, pools, bets on aces). Pot games: game, one of the ruleset or
    a mix (default: the first); limit: no_limit, pot_limit or fixed_limit (default: the usual one); unit: the small blind; without
    "full" no acts.
    """
    request = SimulationRequest(
        ruleset, hands, seed, players, faults, evidence, unit,
        room, session or f"sim-{seed}", number, table, currency, opened_at, only, game, limit,
    )  # fmt: skip
    return Simulated(possible(request))


def session_of(request: SimulationRequest) -> Simulation | PotSession:
    """The session of a request; recorded stacks of an event decide who plays on."""
    if request.of_pots:
        return PotSession(request)
    if request.ruleset.family == "chinese":
        return ClosedSession(request)
    in_event = request.evidence == "full" and SimulatedGame.of(request.ruleset, request.players).tournament
    return EventSession(request) if in_event else CashSession(request)
