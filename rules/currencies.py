"""How many decimals amounts of a currency have (ISO 4217)."""

from __future__ import annotations

from rules.results import CHIPS

_DECIMALS = dict.fromkeys(("BIF", "CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"), 0)
_DECIMALS |= dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3)
_DECIMALS[CHIPS] = 0
_USUAL = 2


def places_of(currency: str | None) -> int:
    """How many decimals amounts of a currency have; of chips none."""
    return _DECIMALS.get(currency or "", _USUAL)
