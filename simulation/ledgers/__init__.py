"""Simulated ledgers of a room, with logs and tournaments that they name, and known faults or none."""

from simulation.ledgers.simulate_ledger import SimulatedLedgers, simulate_ledgers

__all__ = ["SimulatedLedgers", "simulate_ledgers"]
