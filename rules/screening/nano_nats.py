"""Natural logarithms as whole nano-nats: floor(1e9 ln e), the same on every machine.

A float decides where its error cannot change the floor; else decimal arithmetic, whose ln is rounded correctly everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import ROUND_FLOOR, Context, Decimal, localcontext
from fractions import Fraction

NANO = 1_000_000_000
_DIGITS = (50, 100, 400)  # of decimal arithmetic; more only where fewer do not settle the floor
_ULP = 2.0**-52


def log_of_ratio(above: int, below: int) -> int:
    """Nano-nats of above / below, both positive, rounded down."""
    if above == below:
        return 0
    high, low = math.log(above), math.log(below)
    error = NANO * 8 * _ULP * (abs(high) + abs(low) + 1)
    guess = (high - low) * NANO
    if error < 0.25 and math.floor(guess - error) == math.floor(guess + error):
        return math.floor(guess)
    return floored(lambda: Decimal(above).ln() - Decimal(below).ln())


def log_of_fraction(value: Fraction) -> int:
    """Nano-nats of a positive fraction, rounded down."""
    return log_of_ratio(value.numerator, value.denominator)


def floored(nats: Callable[[], Decimal]) -> int:
    """Nano-nats of a value that is worked out in the precision of the context, rounded down.

    Raises ArithmeticError if 400 digits do not settle the floor: the value is a whole number of nano-nats.
    """
    for digits in _DIGITS:
        with localcontext(Context(prec=digits, rounding=ROUND_FLOOR)):
            value = nats().scaleb(9)
            margin = Decimal(1).scaleb(max(value.adjusted(), 0) + 12 - digits)
            low, high = (math.floor(value - margin), math.floor(value + margin))
        if low == high:
            return low
    raise ArithmeticError("a logarithm is too near to a whole number of nano-nats")


def exponential(nano_nats: int) -> Decimal:
    """e to a power in nano-nats, in the precision of the context."""
    return (Decimal(nano_nats) / NANO).exp()
