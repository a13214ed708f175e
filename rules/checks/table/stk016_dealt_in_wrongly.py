"""A seat was dealt cards that should not have been, or was not dealt in.

Finds: more players than the game is for; at a cash table a stack below the minimum bet that was dealt cards, or a stack
that was not; the wrong seat without cards where the table has one too many; a player who sat down between button and
blind and was dealt in without both blinds.
Why: each stack has a right to cards in its turn; who is dealt in out of turn plays free of the blinds.
Example: seat 7 has $400.00 in front and is dealt no cards.
Needs: `seats` with `stack` and `status`; for new players, `seat` events.
"""

from __future__ import annotations

from rules.checks.support import breach_words
from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import ReplayedAct
from rules.checks.support.views import PotView


def _players(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> int | None:
    return int(view.replayed.play.dealt[hand].sum())


def _stack(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> int | None:
    return None if seat is None else int(view.hands.stack[hand, seat])


BREACHES = {
    "too_many_players": Breach(
        "the game is for {due} at most",
        "pot.games.{game}",
        ("OLY-6.7-max", "OLY-6.8-max", "OLY-6.12-max", "external:TDA-games"),
        unit="players",
        stated=_players,
        found=breach_words.players,
    ),
    "dealt_below_minimum": Breach(
        "a stack below the minimum bet of {due} is dealt no cards",
        "pot.min_stack",
        ("OLY-2.14",),
        stated=_stack,
        found=breach_words.dealt_with,
    ),
    "not_dealt": Breach(
        "its stack has a right to cards",
        "pot.table.deal_every_stack",
        ("OLY-1.8", "OLY-2.24"),
        found=breach_words.dealt_none,
    ),
    "wrong_sit_out": Breach(
        "seat {due} was to sit out",
        "pot.table.ninth_sits_out",
        ("OLY-6.7-max", "OLY-6.8-max"),
        found=breach_words.sat_out,
    ),
    "dealt_between": Breach(
        "its player sat down between the button and the small blind: he misses the hand, or posts both blinds",
        "pot.table.between_blinds",
        ("OLY-2.15-a", "OLY-2.15-b"),
        found=breach_words.dealt_and_posted,
    ),
}
CHECK = Check(
    "STK016",
    "dealt-in-wrongly",
    "violation",
    "minor",
    clauses_of(BREACHES),
    title="Who was dealt in differs from the rules",
    quotes=False,
    rule=(*paths_of(BREACHES), "pot.table.ninth_games"),
    area="procedure",
    games=POTS,
)
run = reports_breaches(BREACHES)
