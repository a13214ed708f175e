"""A block replayed under many rulesets together is what each of them gives by itself."""

import numpy as np
import pytest

from rules.controls.library import library
from rules.records.reader import LogReader
from rules.replay.many_scorings import Together
from rules.replay.row_replay import replay
from rules.replay.scoring import compiled
from simulation import simulate

PLAYED = (
    "wsgc-full",
    "malayan",
    "hawaiian-gardens-aces",
    "singapore-variants",
    "classic-pool",
    "ofc-event",
    "ofc-cash",
)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("played", PLAYED)
def test_every_ruleset_of_the_library_gives_what_it_gives_alone(played):
    ruleset = library().get(played)
    log = simulate(ruleset, hands=60, seed=12, faults=0.3).log()
    [hands] = LogReader().blocks([log])
    together = Together(hands)
    for other in library().rulesets():
        if other.family != ruleset.family:
            continue
        shared, alone = together.replay(compiled(other)), replay(hands, compiled(other))
        for name in ("net", "units", "seat_known", "known", "pair_units", "priced"):
            assert np.array_equal(getattr(shared, name), getattr(alone, name)), (other.id, name)
        assert np.array_equal(shared.seats.royalties, alone.seats.royalties), other.id
        assert np.array_equal(shared.seats.natural_units, alone.seats.natural_units), other.id
        assert shared.scoring is compiled(other)
