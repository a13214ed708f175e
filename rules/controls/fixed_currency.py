"""Currency that an authority, else a room's own controls, fixes for money."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from rules.controls.bounds import binds
from rules.controls.ruleset import FixedCurrency, Ruleset

SECTION, KEY = "fees", "currency"
PATH = f"{SECTION}.{KEY}"
_OF_CHIPS = "tournament_chips"


class ForeignCurrency(Struct, frozen=True):
    """A log in another currency than the fixed one."""

    stated: str
    fixed: FixedCurrency

    @property
    def reason(self) -> str:
        """Reason why no amount of the log can be compared."""
        return f"the currency is fixed as {self.fixed.currency} by {self.fixed.by}, and the session is in {self.stated}"


def fixes_currency(params: Mapping[str, Any]) -> bool:
    """Whether a mandatory part fixes the currency of fees."""
    table = params.get(SECTION, {})
    return KEY in table and binds(table, KEY)


def fixed_by(mandatory: Iterable[tuple[Ruleset, Mapping[str, Any]]], filed: Ruleset) -> FixedCurrency | None:
    """Source of the fixed currency: the first mandatory ruleset with one, else a room's own controls.

    mandatory: revisions with their own parts.
    """
    for revision, params in mandatory:
        if fixes_currency(params):
            return FixedCurrency(params[SECTION][KEY], str(revision), revision.cite(PATH))
    own = filed.get(PATH)
    if own is None or not filed.of_a_room:
        return None
    return FixedCurrency(own, str(filed), filed.cite(PATH))


def fixed_currency(ruleset: Ruleset) -> FixedCurrency | None:
    """Currency fixed for hands; None: none, unknown, or chips of a tournament."""
    return None if ruleset.mandate is None or in_chips(ruleset) else ruleset.mandate.currency


def foreign_currency(ruleset: Ruleset, currency: str) -> ForeignCurrency | None:
    """Session in another currency than fixed; None: it is not."""
    fixed = fixed_currency(ruleset)
    return None if fixed is None or fixed.currency == currency else ForeignCurrency(currency, fixed)


def why_unknown(ruleset: Ruleset) -> str | None:
    """Reason why the fixed currency is unknown; None: known, or chips."""
    return None if ruleset.mandate is None or in_chips(ruleset) else ruleset.mandate.currency_unknown


def in_chips(ruleset: Ruleset) -> bool:
    """Whether amounts under a ruleset are chips of a tournament."""
    return bool(ruleset.sections.stakes.medium == _OF_CHIPS)
