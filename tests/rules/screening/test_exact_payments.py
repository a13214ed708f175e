"""Engine R: nano-nats of payments by floats are those of exact arithmetic, which is asked where floats may err."""

import math
import random
from decimal import Context, Decimal, localcontext

import numpy as np
import pytest

from rules.screening.engines import exchangeable
from rules.screening.nano_nats import NANO


def test_exact_payments_are_those_of_floats():
    """Decimal arithmetic is asked only where floats do not settle a nano-nat; both find the same."""
    random_values = random.Random(4)
    for width in (2, 3, 4, 8):
        values = tuple(sorted(random_values.randrange(40) for _ in range(width)))
        above = tuple(each - values[0] for each in values)
        for place, tilt in enumerate(exchangeable.TILTS):
            exact = math.floor(exchangeable._exact(above[-1], above, tilt) * NANO)
            assert exact == exchangeable.logs_of_one(values[-1], values)[place]


def test_payments_of_thousands_of_units_are_no_overflow():
    """e to the power of 4,000 units by the largest tilt, a quarter, is no float."""
    values = (16000, 0, 4)
    found = exchangeable.logs_of_rows(np.array(values), np.array([3]), np.array([1]))
    assert found.T.tolist() == [list(exchangeable.logs_of_one(each, values)) for each in values]
    assert found[-1].tolist() == [
        math.floor(math.log(3) * NANO),
        *(math.floor((Decimal(3).ln() + Decimal(each - 16000) / 4).scaleb(9)) for each in values[1:]),
    ]


@pytest.mark.parametrize(
    ("values", "place", "tilt", "floor"),
    [
        ((1242, 221, 0), 2, 64, -18307637834),
        ((1951, 1774, 0), 2, 64, -29446798310),
        ((0, 390, 0, 509), 0, 64, -6712205565),
        ((817, 0, 576, 0), 0, 64, 1363399605),
        ((817, 0, 576, 0), 2, 64, -2402225395),
        ((119, 0, 0, 663), 0, 128, -2888909111),
        ((119, 0, 0, 663), 1, 128, -3818596611),
    ],
)
def test_payments_of_which_a_float_gives_another_nano_nat(values, place, tilt, floor):
    """Of the last two the one before the exact one, of the others the one after it."""
    with localcontext(Context(prec=60)):
        total = sum((Decimal(each) / tilt).exp() for each in values)
        assert math.floor((Decimal(values[place]) / tilt - (total / len(values)).ln()) * NANO) == floor
    at = exchangeable.TILTS.index(tilt)
    assert exchangeable.logs_of_one(values[place], values)[at] == floor
    sizes, one = np.array([len(values)]), np.array([1])
    assert exchangeable.logs_of_rows(np.array(values), sizes, one)[at, place] == floor


def test_errors_of_floats_are_counted_in_parts():
    """A part is 2^-46: one for each nano-nat, and as many as a nat has for the largest value and one."""
    assert exchangeable._errors(-3e9, 2.0) == 6e9 * 2.0**-46
    both = exchangeable._errors(np.array([-3e9, 5e9]), np.array([2.0, 0.0]))
    assert both.tolist() == [6e9 * 2.0**-46] * 2


@pytest.fixture
def asked(monkeypatch):
    """What decimal arithmetic is asked of, and places of rows that floats of all rows together do not settle."""
    found = []

    def asking(name):
        exact = getattr(exchangeable, name)

        def ask(*of):
            found.append(of)
            return exact(*of)

        monkeypatch.setattr(exchangeable, name, ask)

    asking("_exact")
    asking("_exactly")
    return found


def test_floats_settle_payments_in_cents(asked):
    """Of units of 1,000 dollars."""
    values = (30_000, 0, 120_000)
    found = exchangeable.logs_of_one(30_000, values, 100_000)
    total = sum(math.exp(each / 400_000) for each in values)
    assert found[-1] == math.floor((0.075 - math.log(total / 3)) * NANO)
    rows = exchangeable.logs_of_rows(np.array(values), np.array([3]), np.array([100_000]))
    assert rows[:, 0].tolist() == list(found)
    assert asked == []


def test_no_power_of_a_payment_is_too_large(asked):
    """e to the power of ten million is no decimal of the context."""
    values = (0, 40_000_000, 0)
    assert exchangeable.logs_of_one(40_000_000, values)[-1] == math.floor(math.log(3) * NANO)
    assert asked


def test_rows_whose_values_are_all_equal_say_nothing():
    values, sizes = np.array([5, 5, 0, 7, 3, 3]), np.array([2, 2, 2])
    found = exchangeable.logs_of_rows(values, sizes, np.array([1, 1, 1])).T.tolist()
    assert (
        found
        == [[0] * 6] * 2 + [list(exchangeable.logs_of_one(each, (0, 7))) for each in (0, 7)] + [[0] * 6] * 2
    )
    none = np.zeros(0, np.int64)
    assert exchangeable.logs_of_rows(none, none, none).shape == (6, 0)
