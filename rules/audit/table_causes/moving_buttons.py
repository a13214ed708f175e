"""Doubtful buttons tried together: a log is checked with all of them elsewhere, and each hand speaks for its own."""

from __future__ import annotations

from rules.audit.incidents.caused import Caused, Fact
from rules.audit.table_causes.buttons import DoubtfulButton, doubtful_buttons
from rules.audit.table_causes.hand_changes import HandChange, fitting_changes, repeats
from rules.audit.table_causes.lines import TableLines
from rules.audit.table_causes.speaking import LEAST_GONE, Checking, TableChecked
from rules.results import Cause

_ROUNDS = 2  # seats of each button that are tried

_Moved = list[tuple[DoubtfulButton, int]]  # with the seat


def causes_of_buttons(lines: TableLines, found: TableChecked, checking: Checking) -> list[Caused]:
    """The buttons with which elsewhere findings are gone: one cause each, or one of all where many hands have them wrong."""
    doubtful = list(doubtful_buttons(lines, found.facts))
    taken: list[tuple[DoubtfulButton, int, frozenset[Fact]]] = []
    for place in range(_ROUNDS):
        done = {each.line for each, _, _ in taken}
        moved = [
            (each, each.seats[place])
            for each in doubtful
            if each.line not in done and len(each.seats) > place
        ]
        taken += _taken(lines, found, moved, checking) if moved else []
    taken.sort(key=lambda each: each[0].line)
    if repeats(len(taken), lines):
        return [_of_many(taken)]
    return [_of_one(*each) for each in taken if sum(found.facts[fact] for fact in each[2]) >= LEAST_GONE]


def _taken(
    lines: TableLines, found: TableChecked, moved: _Moved, checking: Checking
) -> list[tuple[DoubtfulButton, int, frozenset[Fact]]]:
    """The buttons that take findings of their hands away."""
    of = {each.line: (each, seat) for each, seat in moved}
    changes = [HandChange(each.line, each.number, each.after, each.at(seat)) for each, seat in moved]
    return [(*of[change.line], facts) for change, facts in fitting_changes(lines, found, changes, checking)]


def _of_one(button: DoubtfulButton, seat: int, facts: frozenset[Fact]) -> Caused:
    stated, number = button.record["dealer"], button.number
    cause = Cause(
        line=button.line,
        field="dealer",
        stated=stated,
        implied=seat,
        message=(
            f"Line {button.line} (hand {number}) has the button at seat {stated}; with seat {seat} these findings are gone."
        ),
    )
    return Caused(f"The blinds of hand {number} contradict its button", cause, facts, many=False)


def _of_many(taken: list[tuple[DoubtfulButton, int, frozenset[Fact]]]) -> Caused:
    first = taken[0][0]
    cause = Cause(
        line=first.line,
        field="dealer",
        stated=None,
        implied=None,
        message=(
            f"{len(taken):,} hands, the first at line {first.line} (hand {first.number}), have the button at a seat that their "
            "small blinds contradict; with the seat before the small blind these findings are gone."
        ),
    )
    facts = frozenset(fact for _, _, each in taken for fact in each)
    return Caused(f"The blinds of {len(taken):,} hands contradict their buttons", cause, facts, many=True)
