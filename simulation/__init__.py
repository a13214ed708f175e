"""Seeded session logs of simulated tables, with known faults or none."""

from simulation.faults.answer_key import Expected, Injected
from simulation.simulate_session import Simulated, simulate

__all__ = ["Expected", "Injected", "Simulated", "simulate"]
