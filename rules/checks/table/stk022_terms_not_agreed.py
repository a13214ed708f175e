"""The least or the most buy-in was changed without everybody at the table.

Finds: terms that change the least or the most buy-in, with a list of seats that agreed that lacks a seat of the last
hand.
Why: players sat down for the stakes that they agreed to.
Example: the most buy-in rises to €1,000.00; seats 1 to 5 agreed, and six were playing.
Needs: two `terms` events, the later with `consent`.
"""

from __future__ import annotations

from rules.checks.support.check import POTS, Check
from rules.checks.support.log_view import LogView
from rules.checks.table.table_breaches import TableRule, reports_table_breaches
from rules.records.events import Terms

RULES = {
    "terms_not_agreed": TableRule(
        "{changed}, and {against} did not agree",
        "everybody at the table has to agree to it",
        "pot.table.changes_need_consent",
        ("OLY-2.18",),
        money=False,
    ),
}
CHECK = Check(
    "STK022",
    "terms-not-agreed",
    "violation",
    "minor",
    ("OLY-2.18",),
    title="The terms of the table changed without everybody",
    quotes=False,
    scope="log",
    rule=("pot.table.changes_need_consent",),
    area="procedure",
    games=POTS,
)


def _changed(log: LogView) -> bool:
    """Whether consent to other buy-ins is stated."""
    terms = [event for _, event in log.events.of(Terms)]
    stated = [each for each in terms if isinstance(each.min_buy_in, int) or isinstance(each.max_buy_in, int)]
    return any(isinstance(each.consent, list) for each in stated[1:])


run = reports_table_breaches(RULES, _changed, "no change of the buy-ins was recorded with who agreed to it")
