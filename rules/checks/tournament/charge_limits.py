"""Charges of each player beside a limit."""

from __future__ import annotations

from collections.abc import Callable

from rules.checks.support.check import Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes
from rules.checks.tournament.tournament_view import TournamentView
from rules.controls.sections.tournaments import Charges
from rules.tournaments.charges import ChargedPlayer, charged

OTHER_CURRENCY = "the amounts of the controls are in another currency"


def above(
    view: TournamentView,
    path: str,
    most_of: Callable[[Charges], int | None],
    charge_of: Callable[[ChargedPlayer], int],
    called: str,
    party: str,
) -> Outcomes:
    """Charges beside the limit at a path. called: words for them; party: their taker."""
    charges = view.rules.charges
    most = most_of(charges)
    found = charged(view.header, view.field, view.rules)
    if most is None:
        yield INAPPLICABLE
    elif found is None or charges.currency not in (None, view.header.currency):
        yield OTHER_CURRENCY
    else:
        for each in found:
            yield _compared(view, each, charge_of(each), most, path, called, party)


def _compared(
    view: TournamentView, each: ChargedPlayer, charge: int, most: int, path: str, called: str, party: str
) -> Outcome:
    if charge <= most:
        return None
    return Draft(
        line=each.line,
        player=each.player,
        stated=charge,
        expected=most,
        unit="money",
        money=charge - most,
        party=party,
        money_kind="over_collected",
        rule=path,
        message=(
            f"Line {each.line}: {called} of {each.player} come to {view.money(charge)} in the tournament; "
            f"the limit for a player is {view.money(most)}."
        ),
    )
