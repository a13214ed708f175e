"""A bounty was not paid to those who took the chip.

Finds: an entry that was paid another amount for a chip than its share; a payment for a chip that was taken before.
Why: the bounty is part of the price of the player who is out, for whoever knocked him out, and for nobody else.
Example: entry 2 knocked out entry 4, and the €20.00 were paid to entry 3.
Needs: `knocked_out_by` and `bounties` in the elimination.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.bounties import PaidChip, chips_paid

CHECK = Check(
    "TRN051",
    "bounty-differs",
    "discrepancy",
    "major",
    ("OLY-3.2-g",),
    title="A bounty was not paid to {player} as it is due",
    scope="tournament",
    rule=("bounty",),
    area="money",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    for each in chips_paid(view.replay.file, view.field):
        yield _compared(view, each)


def _compared(view: TournamentView, chip: PaidChip) -> Outcome:
    if not view.header.bounty and chip.paid is None:
        return INAPPLICABLE
    if chip.paid is None:
        return "what was paid for the chip was not recorded"
    if chip.due is None:
        return "who took the chip was not recorded"
    return list(_differing(view, chip, chip.paid, chip.due)) or None


def _differing(
    view: TournamentView, chip: PaidChip, paid: Mapping[int, int], due: Mapping[int, int]
) -> Iterator[Draft]:
    for entry in sorted({*paid, *due}):
        stated, expected = paid.get(entry, 0), due.get(entry, 0)
        if stated != expected:
            yield Draft(
                line=chip.line,
                entry=entry,
                stated=stated,
                expected=expected,
                unit="money",
                money=abs(stated - expected),
                fact=f"{chip.entry}|{stated}|{expected}",
                message=(
                    f"{view.at(chip.line, entry)}: {view.money(stated)} was paid for the chip of entry {chip.entry}; "
                    f"{view.money(expected)} is due."
                ),
            )
