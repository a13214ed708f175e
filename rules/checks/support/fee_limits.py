"""Fees of hands beside the limits of the controls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from rules.checks.support.check import Draft, HandsView
from rules.hands import Flags

if TYPE_CHECKING:
    from rules.controls.ruleset import Ruleset


class InMoney(Protocol):
    """A view that writes amounts."""

    def money(self, amount: int) -> str:
        """An amount in minor units in words."""


UNRECORDED = "the fees of the hand were not recorded"


def unrecorded(view: HandsView) -> list[tuple[Flags, str]]:
    """Hands whose fees were not recorded, void ones included."""
    return [(~view.hands.fees_recorded, UNRECORDED)]


def foreign(ruleset: Ruleset, currency: str) -> str | None:
    """Reason why a ruleset's amounts cannot be compared; None: same currency."""
    limit_currency = ruleset.sections.fees.currency
    if limit_currency == currency:
        return None
    return f"the limit is in {limit_currency} and the session in {currency}"


def above_limit(
    view: InMoney,
    said: str,
    stated: int,
    allowed: int,
    clause: str,
    *,
    limit: int | None = None,
    sure: bool = True,
    ending: str = "",
    **about: Any,
) -> Draft:
    """Finding of an amount above a limit, in minor units.

    said: the sentence up to the limit. limit: the amount shown, if not ``allowed``. sure: False: undetermined. about: other
    fields of the draft.
    """
    return Draft(
        stated=stated,
        expected=allowed,
        unit="money",
        kind=None if sure else "undetermined",
        severity=None if sure else "note",
        money=stated - allowed,
        clause=clause,
        message=f"{said} {view.money(allowed if limit is None else limit)} ({clause}){ending}.",
        **about,
    )
