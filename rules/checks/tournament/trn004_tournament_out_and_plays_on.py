"""An entry that is out was dealt in again, or has chips.

Finds: an entry in a hand, of the file or of a log, or with chips in a count or a colour-up, after it went out and without a
rebuy. Reported once for each time that it went out.
Why: the tournament is over for who is out; all that is won afterwards belongs to the others.
Example: entry 3 went out in line 8, and is in hand 9.
Needs: the eliminations, and the players of the hands in the file or in logs, or the stacks of a count or a colour-up.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.dealt_hand_words import of_hand, where
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_seats import ChipsWhileOut, DealtEntry, DealtHand

CHECK = Check(
    "TRN004",
    "out-and-plays-on",
    "violation",
    "critical",
    ("OLY-3.4-22", "CARN-bust-order"),
    title="{entry} was out and played on",
    scope="tournament",
    rule=("bust_order", "event.bust_order"),
    area="procedure",
    follows=("TRN003",),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    reported: set[tuple[int, int]] = set()
    for hand in view.seating.hands:
        yield _of(hand, reported)
    for each in view.seating.while_out:
        if (each.entry, each.bust) not in reported:
            reported.add((each.entry, each.bust))
            yield [_chips(view, each)]


def _of(hand: DealtHand, reported: set[tuple[int, int]]) -> Outcome:
    if hand.players is None:
        return "the players of the hand were not recorded"
    out = {(each.entry, each.bust): each for each in hand.players if each.bust is not None}
    new = [each for key, each in out.items() if key not in reported]
    reported.update((entry, bust) for entry, bust in out if bust is not None)
    if out and not new:
        return INAPPLICABLE
    return [_draft(hand, each) for each in new] or None


def _chips(view: TournamentView, out: ChipsWhileOut) -> Draft:
    chips = f"it has {view.chips(out.chips)} at {out.table}"
    return Draft(
        line=out.line,
        entry=out.entry,
        player=out.player,
        table=out.table,
        stated=out.entry,
        unit="entry",
        fact=f"{out.entry}|{out.bust}",
        message=f"{view.at(out.line, out.entry)}: {chips}, and is out since line {out.bust}.",
    )


def _draft(hand: DealtHand, out: DealtEntry) -> Draft:
    return of_hand(
        hand,
        entry=out.entry,
        player=out.player,
        seat_number=out.chair.seat,
        stated=out.entry,
        unit="entry",
        fact=f"{out.entry}|{out.bust}",
        message=f"{where(hand)}: entry {out.entry} ({out.player}) is dealt in, and is out since line {out.bust}.",
    )
