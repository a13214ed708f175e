"""A player was paid another amount than his prize, his bounties or his royal flushes.

Finds: payouts to a player that do not come to the prize on record, else to the one due; to the bounties due; or to the royal
flushes on record, without which the royal flush pool owes him nothing.
Why: a prize that is right on paper and not paid is not the player's. The receipt, not the list, shows the money.
Example: the prize of P02 is €160.00, and he was paid €155.00.
Needs: `payout` lines. A player without any cannot be tested.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.prize_citations import NOT_DUE, PRIZE_CLAUSES, cited
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_payouts import PaidToPlayer, payouts_of

CHECK = Check(
    "TRN055",
    "payout-differs",
    "discrepancy",
    "major",
    (*PRIZE_CLAUSES, "OLY-3.2-g", "OLY-3.2-i-cond", "external:POOL-pays"),
    title="{player} was paid another amount than is due",
    scope="tournament",
    area="money",
    follows=("TRN051", "TRN052", "JKP006", "JKP007"),
    games=TOURNAMENTS,
)
_WORDS = {
    "prize": ("the prize", "the prize"),
    "bounty": ("bounties", "bounties"),
    "royal": ("the royal flush pool", "his part of it"),
}  # of what the player was paid, and what is on record of it


@each_thing
def run(view: TournamentView) -> Outcomes:
    for each in payouts_of(view.replay):
        if each.due is None:
            yield NOT_DUE
        elif each.paid == each.due:
            yield None
        else:
            yield _wrong(view, each, each.due)


def _wrong(view: TournamentView, each: PaidToPlayer, due: int) -> Draft:
    clause, rule = cited(view, each.player) if each.of == "prize" else (None, each.of)
    of, called = _WORDS[each.of]
    says = f"{view.money(due)} is on record as {called}" if each.worked_out else f"{view.money(due)} is due"
    return Draft(
        line=each.line,
        player=each.player,
        stated=each.paid,
        expected=due,
        unit="money",
        money=abs(each.paid - due),
        clause=clause,
        rule=rule,
        fact=f"{each.of}|{each.paid}|{due}",
        message=f"Line {each.line}: {each.player} was paid {view.money(each.paid)} of {of}; {says}.",
    )
