"""Amounts of a currency: how many decimals they have (ISO 4217), and how people write them."""

from __future__ import annotations

from functools import lru_cache

from rules.results import CHIPS

_DECIMALS = dict.fromkeys(("BIF", "CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"), 0)
_DECIMALS |= dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3)
_DECIMALS[CHIPS] = 0
_USUAL = 2
_SIGNS = {"USD": "$", "CAD": "CA$", "EUR": "€", "GBP": "£"}


def places_of(currency: str | None) -> int:
    """How many decimals amounts of a currency have; of chips none."""
    return _DECIMALS.get(currency or "", _USUAL)


@lru_cache(maxsize=4096)  # the same amounts come again and again
def money_text(amount: int, currency: str) -> str:
    """An amount in minor units as people write it: $12.00, −$3.50, 12.00 CHF, 1,200 chips."""
    sign = "−" if amount < 0 else ""
    if currency == CHIPS:
        return f"{sign}{abs(amount):,} chip{'' if abs(amount) == 1 else 's'}"
    digits = f"{abs(amount) // 100:,}.{abs(amount) % 100:02d}"
    return f"{sign}{_SIGNS[currency]}{digits}" if currency in _SIGNS else f"{sign}{digits} {currency}"
