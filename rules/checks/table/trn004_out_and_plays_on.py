"""A player who was eliminated is in a later hand.

Finds: a player whom a hand eliminates and who is in a later hand of the log, without having brought chips in between. In
the file of a tournament: an entry in a hand, of the file or of a log, after it went out and without a rebuy.
Why: an event without re-entry is over for an eliminated player; every chip won afterwards belongs to somebody else.
Example: player p-17 was out after hand 21 and is in hand 24.
Needs: the stacks, a unit, the button and the rows of every player of the hand that eliminates the player. In a
tournament's file: the eliminations, and the players of the hands.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import Check, Draft, Tested, inapplicable, nothing_to_test
from rules.checks.support.chip_moves import chip_moves
from rules.checks.support.log_view import LogView
from rules.checks.support.root_codes import PAID
from rules.checks.support.seat_history import NOT_REPLAYED, LogSeating
from rules.hands import any_seat

CHECK = Check(
    "TRN004",
    "out-and-plays-on",
    "violation",
    "critical",
    ("OFC1-eliminated", "CARN-bust-order"),
    title="{who} was eliminated and played on",
    scope="log",
    rule=("chips.elimination",),
    area="procedure",
    applies=lambda ruleset: ruleset.sections.eliminates,
    follows=("TRN003", *PAID),
    mutations=("ofc",),
)


def run(log: LogView) -> Tested:
    seating = log.people.seating
    played = log.ruled(CHECK.applies_to)
    if not played.any():
        return inapplicable(log)
    if seating is None:
        return nothing_to_test(log, NOT_REPLAYED)
    sits = seating.player >= 0
    return Tested(
        _findings(log, seating),
        [
            (
                seating.in_log(any_seat((seating.out < 0) & sits)) & played,
                "the players whom the hand eliminates are not known",
            ),
            (~seating.in_log(np.ones(len(seating), np.bool_)) & played, NOT_REPLAYED),
        ],
    )


def _findings(log: LogView, seating: LogSeating) -> Iterator[Draft]:
    moves = chip_moves(log)
    for hand, column in zip(*np.nonzero(seating.out == 1), strict=True):
        player = int(seating.player[hand, column])
        again = seating.seen_again(player, int(hand))
        if again is None:
            continue
        lines = int(seating.line[hand]), int(seating.line[again[0]])
        if moves.came_back(seating.players[player], *lines):
            continue
        number, out = int(seating.number[again[0]]), int(seating.number[hand])
        yield Draft(
            hand=log.position(int(seating.line[again[0]])),
            seat_number=again[1] + 1,
            player=seating.players[player],
            stated="in",
            expected="out",
            unit="elimination",
            fact=f"{seating.players[player]}|{out}",
            message=(
                f"Hand {number}, seat {again[1] + 1}: player {seating.players[player]} was eliminated in hand {out} and plays on."
            ),
        )
