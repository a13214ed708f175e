"""Amounts of a currency: decimals (ISO 4217) and text."""

from __future__ import annotations

from functools import lru_cache

from rules.results import CHIPS

_DECIMALS = dict.fromkeys(("BIF", "CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"), 0)
_DECIMALS |= dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3)
_DECIMALS[CHIPS] = 0
_USUAL = 2
SIGNS = {"USD": "$", "CAD": "CA$", "EUR": "€", "GBP": "£"}


def places_of(currency: str | None) -> int:
    """Decimals of a currency; 0 for chips."""
    return _DECIMALS.get(currency or "", _USUAL)


@lru_cache(maxsize=4096)  # the same amounts come again and again
def money_text(amount: int, currency: str) -> str:
    """Minor units as text: $12.00, −$3.50, 12.00 CHF, 1,200 chips."""
    sign = "−" if amount < 0 else ""
    if currency == CHIPS:
        return f"{sign}{abs(amount):,} chip{'' if abs(amount) == 1 else 's'}"
    digits = figure_text(amount, currency)
    return f"{sign}{SIGNS[currency]}{digits}" if currency in SIGNS else f"{sign}{digits} {currency}"


def figure_text(amount: int, currency: str | None) -> str:
    """Figure of minor units without sign and currency: 1,234.50."""
    places = places_of(currency)
    whole, rest = divmod(abs(amount), 10**places)
    return f"{whole:,}" + (f".{rest:0{places}d}" if places else "")
