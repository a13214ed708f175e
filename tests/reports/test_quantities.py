"""What a finding states and expects, in words."""

import pytest

from reports.formatting import quantity


@pytest.mark.parametrize(
    ("value", "unit", "says"),
    [
        ("straight_flush", None, "straight flush"),
        ("crazy_pineapple", "game", "crazy pineapple"),
        ("hand_dead", "ruling", "hand dead"),
        ("p_a", None, "p_a"),  # an id stays as it is recorded
        (False, None, "not on record"),
        (True, None, "on record"),
        (1, "cards", "1 card"),
        (150, "money", "$1.50"),
    ],
)
def test_what_is_stated_is_in_words(value, unit, says):
    assert quantity(value, unit, "USD") == says
