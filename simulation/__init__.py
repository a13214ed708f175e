"""Session logs of simulated tables: seeded, plausible, and with known faults or none."""

from simulation.faults.key import Expected, Injected
from simulation.simulate import Simulated, simulate

__all__ = ["Expected", "Injected", "Simulated", "simulate"]
