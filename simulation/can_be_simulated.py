"""Checks of a request: its ruleset has the game, players and faults."""

from __future__ import annotations

from simulation.faults.fault_tampering import names, not_in
from simulation.pots.faults.pot_fault_catalogue import not_in as not_of_pots
from simulation.pots.faults.pot_fault_catalogue import pot_names
from simulation.pots.offer import GamesOffered
from simulation.seconds_of_session import SessionClock
from simulation.session_request import SimulationRequest
from simulation.simulated_game import SimulatedGame


def possible(request: SimulationRequest) -> SimulationRequest:
    """The same request. Raises ValueError where it cannot be simulated."""
    known = pot_names() if request.of_pots else names()
    if wrong := [name for name in request.only if name not in known]:
        raise ValueError(f"no fault is called {', '.join(wrong)}; the faults are: {', '.join(known)}")
    SessionClock(request.opening, [], 0)
    if request.of_pots:
        return _of_pots(request)
    if request.game or request.limit_of_bets:
        raise ValueError(
            f"{request.ruleset} is one game: a game and a limit are chosen of rulesets of pot games"
        )
    game = SimulatedGame.of(request.ruleset, request.players)
    if wrong := not_in(game, request.only):
        raise ValueError(f"{request.ruleset} cannot have the fault {', '.join(wrong)}")
    return request


def _of_pots(request: SimulationRequest) -> SimulationRequest:
    offer = GamesOffered.of(request.ruleset, request.players, request.game, request.limit_of_bets)
    if wrong := not_of_pots(offer, request.only, acts_recorded=request.evidence == "full"):
        raise ValueError(f"this session of {request.ruleset} cannot have the fault {', '.join(wrong)}")
    return request
