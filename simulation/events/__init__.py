"""Simulated tournaments: the event's file, its tables' logs, and known faults or none."""

from simulation.events.simulate_event import SimulatedTournament, simulate_tournament

__all__ = ["SimulatedTournament", "simulate_tournament"]
