"""CLK: who left the table with cards still to be set."""

import pytest

from tests.rules.build import audited, found, seat, untestable
from tests.rules.open_face import (
    EVENT,
    X,
    Y,
    ofc,
)

# ------------------------------------------------------------------------------- CLK005 left-with-decisions-open


def left(when, **fields):
    """Seat 2 left the table; ``fields`` of its seat."""
    reported = [{"kind": "left_table", "seat": 2} | ({} if when is None else {"when": when})]
    return ofc(1, seat(1, X), seat(2, Y, **fields), irregularities=reported)


@pytest.mark.parametrize("when", ["setting", "play", None])
def test_clk005_quiet_and_untestable_where_the_moment_does_not_say_which_cards_were_left(when):
    audit = audited(EVENT, left(when))
    assert found(audit, "CLK005") == []
    reason = "at which card the player left, or whether the hand was fouled, was not recorded"
    assert untestable(audit, "CLK005") == [(reason, 1)]
