"""Two players meet in draws of seats more often than a fair draw gives.

Finds: of the draws that two players share they are drawn to one table more often than chance gives; and a player has the button
in the first hand of final tables more often.
Why: partners who sit together can play for each other, and the button is worth chips.
Example: in ten draws of eleven entries to two tables two players met ten times, where chance gives 4.5.
Needs: at least five draws of all seats to two tables or more that both players share; for the button, the log of the
table with its first hand and the seat of the button.
Draws of single seats, and draws in which players avoid each other, are not tested.
Innocent: the events are small.
Next: look at the cards or the log of the draw. Moves to balance tables, which the floor chooses, are listed.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.screening.across_sessions import LEAST_DRAWS
from rules.screening.event_draws import DrawnEvent
from rules.screening.indicator import Indicator
from rules.screening.statistics import NO_HANDS, DrawRow, Observed, TrialRow

INDICATOR = Indicator(
    code="SCN018", name="table-draw", engine="trials", units=(("player", "other"), ("player",)),
    games=("tournament",), least=LEAST_DRAWS, reads="draws",
)  # fmt: skip


def rows(event: DrawnEvent) -> Iterator[Observed]:
    """The draws of an event, from which the pairs of a year are made; and a trial of each player of a final table."""
    for tables in event.draws:
        yield Observed(DrawRow((("room", event.room),), tables), NO_HANDS)
    for final in event.finals:
        for player in final.players:
            chance = (1, len(final.players))
            yield Observed(TrialRow((("player", player),), chance, 1, int(player == final.button)), NO_HANDS)
