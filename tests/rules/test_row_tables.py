"""What rows pay, by rows won and lost: prices, and outcomes that a source leaves without one."""

import numpy as np
import pytest

from rules.controls.sections.scoring import Rows
from rules.replay.scoring.row_scores import row_units, silent_outcomes

TABLE = {"3-0-0": 6, "2-1-0": 2, "2-0-1": 3, "1-0-2": 1, "1-1-1": 0}


@pytest.mark.parametrize(
    ("silent", "outcomes"),
    [
        ((), []),
        (("1-1-1",), [(1, 1)]),
        (("1-0-2",), [(0, 1), (1, 0)]),
        (("3-0-0", "2-0-1"), [(0, 2), (0, 3), (2, 0), (3, 0)]),
    ],
)
def test_an_outcome_without_a_price_has_none_for_either_side(silent, outcomes):
    found = silent_outcomes(Rows(kind="table", table=TABLE, silent=silent))
    assert [(int(at) // 4, int(at) % 4) for at in np.flatnonzero(found)] == outcomes


def test_rows_that_are_priced_one_by_one_leave_nothing_open():
    assert not silent_outcomes(Rows(silent=("1-0-2",))).any()


@pytest.mark.parametrize(
    ("rows", "units"),
    [
        (Rows(kind="table", table=TABLE), {(3, 0): 6, (2, 1): 2, (2, 0): 3, (1, 0): 1, (1, 1): 0, (0, 0): 0}),
        (
            Rows(kind="table", table=TABLE, per_row_too=True),
            {(3, 0): 9, (2, 1): 3, (2, 0): 5, (1, 0): 2, (1, 1): 0, (0, 0): 0},
        ),
        (Rows(unit=2), {(3, 0): 6, (2, 1): 2, (2, 0): 4, (1, 0): 2, (1, 1): 0, (0, 0): 0}),
        (Rows(unit=2, tie=1), {(3, 0): 6, (2, 1): 2, (2, 0): 5, (1, 0): 4, (1, 1): 0, (0, 0): 0}),
    ],
)
@pytest.mark.parametrize("parts", [1, 2])
def test_the_loser_of_rows_pays_what_the_winner_gets(rows, units, parts):
    found = row_units(rows, parts)
    assert {(won, lost): int(found[won * 4 + lost]) for won, lost in units} == {
        outcome: parts * each for outcome, each in units.items()
    }
    assert {(won, lost): int(found[lost * 4 + won]) for won, lost in units} == {
        outcome: -parts * each for outcome, each in units.items()
    }
