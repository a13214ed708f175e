"""Simulated logs that are made once, for tests that read a log or its key several times."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from simulation import simulate as simulated_anew
from simulation.simulate_session import Simulated


@dataclass
class Kept(Simulated):
    """A simulated log that remembers what it read."""

    _made: tuple[bytes, ...] | None = None

    def chunks(self) -> Iterator[bytes]:
        if self._made is None:
            self._made = tuple(super().chunks())
        return iter(self._made)


def simulate(*args, **options) -> Kept:
    return Kept(simulated_anew(*args, **options).request)
