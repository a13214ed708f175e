"""Less was paid to the players than their buy-ins.

Finds: a tournament whose payouts, without refunds, are less than all buy-ins, where every buy-in is to come back in prizes.
Shares that stay in a pool of the players, such as that of a ranking, are not missing.
Why: buy-ins are the players' money and no income of the house. What is not paid out was kept.
Example: 20 buy-ins of $90.00 come to $1,800.00, and $1,700.00 was paid.
Needs: `paid` in the totals of the close: a payout that nobody wrote down is not known to be missing.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.tournament.charge_limits import OTHER_CURRENCY
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.parties import PRIZES
from rules.tournaments.charges import charged
from rules.tournaments.tournament_records import Payout

_PATH = "charges.returned.all"
CHECK = Check(
    "TRN060",
    "buy-ins-not-returned",
    "violation",
    "critical",
    ("external:WAC-230-15-210-5",),
    title="Less was paid to the players than their buy-ins",
    quotes=False,
    scope="tournament",
    rule=(_PATH,),
    area="money",
    follows=("TRN025", "TRN029", "TRN055"),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    close = view.replay.file.close
    returned = view.rules.charges.returned
    found = charged(view.header, view.field, view.rules)
    if returned is None or not returned.all:
        yield INAPPLICABLE
    elif found is None:
        yield OTHER_CURRENCY
    elif close is None or close[1].totals is UNSET or close[1].totals.paid is UNSET:
        yield "what was paid to players all together was not recorded"
    else:
        buy_ins = sum(each.buy_ins for each in found)
        yield _compared(view, close[0], close[1].totals.paid - _refunds(view), buy_ins - _kept(view))


def _refunds(view: TournamentView) -> int:
    return sum(each.amount for _, each in view.events(Payout) if each.of == "refund")


def _kept(view: TournamentView) -> int:
    """Money kept in players' pools: ranking and royal flush."""
    money = view.replay.money
    royal = sum(each.amount for _, each in view.events(Payout) if each.of == "royal")
    return money.prize_pool - money.distributable + max(money.royal - royal, 0)


def _compared(view: TournamentView, line: int, paid: int, due: int) -> Draft | None:
    if paid >= due:
        return None
    return Draft(
        line=line,
        stated=paid,
        expected=due,
        unit="money",
        money=due - paid,
        party=PRIZES,
        money_kind="over_collected",
        rule=_PATH,
        message=(
            f"Line {line}: {view.money(paid)} was paid to the players; their buy-ins come to {view.money(due)}, "
            "and all of it is to go back to them."
        ),
    )
