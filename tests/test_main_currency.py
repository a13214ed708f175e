"""The currency in which the sessions of a gaming day are audited together."""

from itertools import permutations

import pytest

from auditor.obstacles import main_currency


@pytest.mark.parametrize(
    ("sessions", "main"),
    [
        ([("USD", 3), ("CAD", 900), ("USD", 1)], "USD"),  # of most sessions
        ([("USD", 3), ("CAD", 900)], "CAD"),  # of most hands
        ([("USD", 3), ("CAD", 3)], "CAD"),  # the first by name
        ([], None),
    ],
)
def test_the_order_of_the_sessions_does_not_matter(sessions, main):
    assert {main_currency(each) for each in permutations(sessions)} == {main}
