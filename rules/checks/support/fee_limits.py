"""Fees of hands beside the limits of the controls: unrecorded ones, other currencies, excesses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from rules.checks.support.check import Draft, HandsView
from rules.hands import Flags

if TYPE_CHECKING:
    from rules.controls.ruleset import Ruleset


class InMoney(Protocol):
    """A view that writes amounts as people do."""

    def money(self, amount: int) -> str:
        """An amount in minor units in words."""


UNRECORDED = "the fees of the hand were not recorded"


def unrecorded(view: HandsView) -> list[tuple[Flags, str]]:
    """Hands whose fees were not recorded: any may have been taken, also of a deal that was declared void."""
    return [(~view.hands.fees_recorded, UNRECORDED)]


def foreign(ruleset: Ruleset, currency: str) -> str | None:
    """Reason that the amounts of a ruleset cannot be compared with a session; None where they are in its currency."""
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
    """The finding that an amount is above a limit of the controls, in minor units.

    said: the sentence up to the limit: "Hand 17: a rake of $6.00 was taken; the limit for a hand is". limit: amount at the
    end of the sentence, if not what was allowed in all. sure: else a person decides. about: the other fields of the draft.
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
