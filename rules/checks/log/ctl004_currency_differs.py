"""The log is in another currency than the one that is fixed for it.

Finds: a session whose currency is not the one that the room's authority fixes for fees, or its own controls where the
authority fixes none.
Why: limits, fees and drops are in that currency; in another one nothing of the money can be compared with them.
Example: a card room of Washington, where the law fixes US dollars, sends the log of a session in euros.
Needs: the authority of the room. Chips of a tournament are no currency and are not compared.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rules.checks.support.check import ANY_GAME, Check, Draft, Tested, inapplicable
from rules.checks.support.fee_rules import in_force_at
from rules.checks.support.log_view import LogView
from rules.controls.fixed_currency import ForeignCurrency, fixed_currency, foreign_currency, why_unknown
from rules.controls.ruleset import Ruleset
from rules.hands import Flags

CHECK = Check(
    "CTL004",
    "currency-differs",
    "violation",
    "critical",
    ("external:WAC-230-15-080-1",),
    title="The log is in another currency than the one that is fixed",
    quotes=False,
    scope="log",
    area="evidence",
    games=ANY_GAME,
)


def run(log: LogView) -> Tested:
    rulesets = _rulesets(log)
    if not rulesets:
        return inapplicable(log)
    foreign = [foreign_currency(each, log.session.currency) for each in rulesets]
    reasons = [why_unknown(each) for each in rulesets]
    unknown = [(log.under == at, reason) for at, reason in enumerate(reasons) if reason]
    compared = [at for at, each in enumerate(rulesets) if fixed_currency(each)]
    first = next((each for each in foreign if each is not None), None)
    found = [] if first is None else [_draft(log, first, [at for at, each in enumerate(foreign) if each])]
    return Tested(found, unknown, ~np.isin(log.under, [*compared, *_where(reasons)]))


def _rulesets(log: LogView) -> Sequence[Ruleset]:
    """Revisions of the hands, else of the opening's day."""
    if log.rulesets:
        return log.rulesets
    revision = in_force_at(log, log.session.opened_at)
    return [] if revision is None else [revision]


def _where(reasons: Sequence[str | None]) -> list[int]:
    return [at for at, reason in enumerate(reasons) if reason]


def _draft(log: LogView, found: ForeignCurrency, under: Sequence[int]) -> Draft:
    fixed = found.fixed
    hands: Flags = np.isin(log.under, under)
    return Draft(
        hands=None if hands.all() else log.number[hands].tolist(),
        line=1,
        stated=found.stated,
        expected=fixed.currency,
        unit="currency",
        clause=fixed.clause,
        message=(
            f"The session is in {found.stated}; {fixed.by} fixes {fixed.currency} ({fixed.clause}). No amount of the log can be "
            "compared with what was due."
        ),
    )
