"""A player was moved for balance from or to the wrong table.

Finds: a move for balance that does not go from a largest table to a smallest; where the difference of any two tables counts,
one to a table that does not lack so many players.
Why: such a move does not level the tables, and takes a player from his seat without need.
Example: entry 2 is moved from a table of 4 to a table of 5.
Needs: `reason` in each `move`, the seats of the entries, and who went out. A move from where the entry does not sit is not
tested.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes, each_thing
from rules.checks.tournament.dealt_hand_words import NO_SEATS, tables_of
from rules.checks.tournament.table_balance import move_due
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_seats import Chair, SeatMove

CHECK = Check(
    "TRN036",
    "balance-move-wrong",
    "violation",
    "minor",
    ("OLY-3.4-14",),
    title="{entry} was moved for balance between the wrong tables",
    scope="tournament",
    rule=("seating.balance.measure",),
    area="procedure",
    follows=("TRN032",),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    for moved in view.seating.moves:
        if moved.record.reason is UNSET:
            yield "why the player was moved was not recorded"
        elif moved.record.reason != "balance":
            yield INAPPLICABLE
        elif not view.seating.recorded:
            yield NO_SEATS
        else:
            yield _of(view, moved)


def _of(view: TournamentView, moved: SeatMove) -> Outcome:
    move, sizes = moved.record, moved.sizes
    if moved.held.chair != Chair(move.from_.table, move.from_.seat):
        return INAPPLICABLE  # TRN032 finds that, or it is not known
    rule = view.rules.seating.balance if view.rules.seating is not None else None
    from_, to = sizes.get(move.from_.table, 0), sizes.get(move.to.table, 0)
    most, least = move_due(sizes, from_, rule)
    if from_ >= most and to <= least:
        return None
    any_two = rule is not None and rule.measure == "any_two"
    due = f"to one of at most {max(least, 0)}" if any_two else f"from one of {most} to one of {least}"
    return Draft(
        line=moved.line,
        entry=move.entry,
        table=move.to.table,
        seat_number=move.to.seat,
        stated=f"{from_}-{to}",
        expected=f"{most}-{max(least, 0)}",
        message=(
            f"{view.at(moved.line, move.entry)}: the move for balance goes from a table of {from_} to a table of {to} "
            f"({tables_of(sizes)}); it goes {due}."
        ),
    )
