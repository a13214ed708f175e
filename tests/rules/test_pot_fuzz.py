"""Whatever a line of a pot game holds, it becomes columns or is refused: never an error."""

import json
import random

import numpy as np
import pytest

from rules.records.problems import Refused
from rules.records.reader import LogReader
from tests.rules.mangle import damaged, mistyped, odd
from tests.rules.pot_columns import random_log, read_back
from tests.rules.pot_lines import every_pot_line, full_pot_hand
from tests.rules.pot_logs import pot_log
from tests.rules.test_fuzz import assert_told

AT_ONCE = 200


def mangled(count, seed):
    """Mutated lines: damaged bytes, mistyped values, odd JSON."""
    chance = random.Random(seed)
    events = [*every_pot_line(), *(full_pot_hand() for _ in range(4)), *random_log(chance, 40)]
    for _ in range(count):
        event = chance.choice(events)
        way = chance.choice([damaged, damaged, mistyped, mistyped, odd, odd])
        yield odd(event, chance) if way is odd else way(json.dumps(event).encode(), chance)


def blocks_of(*lines):
    """The blocks of a log with these lines; None where it is refused, in good order."""
    data = pot_log(*lines)
    try:
        return list(LogReader().blocks([data]))
    except Refused as refused:
        assert_told(refused, data)
        return None


@pytest.mark.slow
@pytest.mark.sampled(50)
def test_twenty_thousand_mutated_lines_become_columns_or_are_refused(share):
    """A line that is taken alone is taken in company, as the same columns."""
    taken, refused = [], 0
    for line in mangled(share(20_000), seed=417):
        blocks = blocks_of(line)
        if blocks is None:
            refused += 1
        elif blocks and blocks[0].pot is not None:
            taken.append((line, blocks[0]))
    assert refused > share(20_000) // 4
    assert len(taken) > share(20_000) // 6
    for start in range(0, len(taken), AT_ONCE):
        some = taken[start : start + AT_ONCE]
        (together,) = blocks_of(*(line for line, _ in some))
        alone = [{**read_back(hands)[0], "line": place} for place, (_, hands) in enumerate(some, 2)]
        assert read_back(together) == alone
        backwards = np.arange(len(some))[::-1]
        assert read_back(together.take(backwards)) == alone[::-1]


@pytest.mark.parametrize("seed", range(4))
def test_problems_of_a_log_with_many_mutated_lines(seed):
    lines = list(mangled(60, seed))
    alone = [blocks_of(line) is None for line in lines]
    assert (blocks_of(*lines) is None) == any(alone)
