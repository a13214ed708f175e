"""The hands of a log that bear some numbers."""

from __future__ import annotations

import numpy as np
import pytest

from rules.narrow import LazyNumbers
from tests.rules.build import hand, log, seat, session
from tests.rules.checked import checks_of


@pytest.mark.parametrize("numbers", [(1, 2, 4, 9), (4, 2, 2, 9), (7,), ()])
def test_hands_are_found_by_their_numbers(numbers: tuple[int, ...]) -> None:
    view = checks_of(log(session(), *(hand(number, seat(1), seat(2)) for number in numbers))).log
    for wanted in ([], [2], [9, 3, 2, 0], [10, 4]):
        expected = [number in wanted for number in numbers]
        assert view.numbered_as(wanted).tolist() == expected
        assert view.numbered_as(LazyNumbers(np.array(wanted, np.int64))).tolist() == expected
