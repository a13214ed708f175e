"""Simulated whole tournaments: the event's file, the logs of its tables, and known faults or none."""

from simulation.events.simulate_event import SimulatedTournament, simulate_tournament

__all__ = ["SimulatedTournament", "simulate_tournament"]
