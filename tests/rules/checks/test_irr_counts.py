"""IRR012: a wrong number of cards on record, and the cards that stand there."""

import pytest

from tests.rules.build import B, C, audited, found, hand, seat


def ruled(cards=None, seat=2, ruling="hand_dead", **fields):
    reported = {"kind": "wrong_card_count", "seat": seat, "cards": cards, "ruling": ruling, **fields}
    return [{name: value for name, value in reported.items() if value is not None}]


def two(irregularities, one=B, other=C, **fields):
    return audited(hand(1, seat(1, one), seat(2, other), irregularities=irregularities, **fields))


@pytest.mark.parametrize("ruling", ["hand_dead", "hand_fouled", "misdeal", None])
def test_irr012_fires_whatever_followed_from_it(ruling):
    assert [each.stated for each in found(two(ruled(14, ruling=ruling)), "IRR012")] == [14]
