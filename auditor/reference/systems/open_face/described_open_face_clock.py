"""Examples of the clock and of leaving the table, worked out by the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from auditor.reference.hands import known
from auditor.reference.markdown import table
from auditor.reference.systems.card_room_words import cards, listed
from auditor.reference.systems.open_face.forced import PlacementTurn, code
from rules.clauses import ambiguities
from rules.controls.ruleset import Ruleset
from rules.replay.placement.clock_forcing import no_decisions_left, order_of
from rules.replay.readings import other_readings

ROWS = ("front", "middle", "back")
Rows = Sequence[Sequence[str]]

# Made up, in addition to the cases: rows that a reading decides. A foul that is certain before any row is complete, and room in
# one row that is not the front.
CERTAIN: tuple[Rows, str] = ((["Qh"], ["8s", "8d", "Jc", "4h", "2c"], ["Ah", "As", "9c"]), "Qs")
BACK_ONLY: Rows = (["Qh", "7c", "2d"], ["9s", "9d", "5c", "3h", "2s"], ["As", "Ad", "Kc"])


@cache
def examples(kind: str) -> tuple[dict[str, Any], ...]:
    """Cases of a kind in `open-face-events.ndjson`."""
    return tuple(case for case in known("open-face-events.ndjson") if case["kind"] == kind)


def table_of_forced_cards(ruleset: Ruleset) -> str:
    """Rows into which a clock forces a card, with the reasons."""
    lines = []
    for case in examples("ofc_forced_placement"):
        rows, card = [case["input"][row] for row in ROWS], case["input"]["card"]
        lines.append(_forced_line(ruleset, rows, card, case["input"]["visible_elsewhere"]))
    lines.append(_forced_line(ruleset, *CERTAIN))
    head = (*ROWS, "card", "goes to the", "under another reading", "why")
    return table(head, lines)


def _forced_line(ruleset: Ruleset, rows: Rows, card: str, elsewhere: Iterable[str] = ()) -> list[str]:
    turn = PlacementTurn.of(rows, card, elsewhere)
    row = turn.goes_to(ruleset)
    others = _under_others(ruleset, turn.goes_to, row, "AMB-CARN-forced-foul", "AMB-CARN-forced-all-foul")
    return [*_rows(rows), cards(card), row, others, turn.why(ruleset)]


def _under_others(ruleset: Ruleset, reported: Callable[[Ruleset], str], here: str, *points: str) -> str:
    """Different results under other readings of some points."""
    found = []
    for point in points:
        ambiguity = ambiguities()[point]
        others = other_readings(ruleset, ambiguity).values() if ruleset.concerns(ambiguity) else ()
        if different := dict.fromkeys(row for other in others if (row := reported(other)) != here):
            found.append(f"{listed(different, 'or')} ([{point}])")
    return "; ".join(found)


def _rows(rows: Iterable[Iterable[str]]) -> list[str]:
    return [cards("".join(row)) or "–" for row in rows]


def table_of_leaving(ruleset: Ruleset) -> str:
    """Rows with which a player may leave the table, or not."""
    lines = []
    for rows in (*([case["input"][row] for row in ROWS] for case in examples("ofc_stepaway")), BACK_ONLY):
        may = _may_leave(ruleset, rows)
        others = _under_others(ruleset, partial(_may_leave, rows=rows), may, "AMB-OFC1-stepaway")
        lines.append([*_rows(rows), may, others])
    return table((*ROWS, "may he leave?", "under another reading"), lines)


def _may_leave(ruleset: Ruleset, rows: Rows) -> str:
    front, middle, back = (tuple(code(card) for card in row) for row in rows)
    only = ruleset.get("presence.no_decisions") == "examples"
    seen = {*front, *middle, *back}
    free = no_decisions_left((front, middle, back), seen, order_of(ruleset), examples_only=only)
    assert free is not None
    return "yes" if free else "no: the hand is fouled"


TABLES: Mapping[str, Callable[..., Any]] = {
    "table_of_forced_cards": table_of_forced_cards,
    "table_of_leaving": table_of_leaving,
}
