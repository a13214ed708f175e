"""Order of events outside hands."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from auditor.importing.workbook.workbook_columns import AFTER
from auditor.importing.workbook.workbook_hands import SheetHand
from auditor.importing.workbook.workbook_tables import SheetRow, WorkbookProblems
from rules.times import parse_one


class Outside(Struct):
    """An event outside hands: its row, and the hand before it."""

    row: SheetRow
    event: dict[str, Any]
    after: int | None

    @property
    def instant(self) -> int:
        """Time at which it happened."""
        found = parse_one(self.event.get("at", ""))
        return found[0] if found else 0


def in_order(
    hands: list[SheetHand], outside: list[Outside], key: str, problems: WorkbookProblems
) -> list[tuple[SheetRow, dict[str, Any]]]:
    """Events in order with their rows; between hands by time, then sheet."""
    at: list[list[Outside]] = [[] for _ in range(len(hands) + 1)]
    starts = [_instant(hand) for hand in hands]
    places = {hand.number: place for place, hand in enumerate(hands, 1)}
    for each in outside:
        at[_place(each, starts, places, key, problems)].append(each)
    made: list[tuple[SheetRow, dict[str, Any]]] = []
    for place, between in enumerate(at):
        made += [(each.row, each.event) for each in sorted(between, key=lambda one: one.instant)]
        made += [(hand.rows[0], hand.event) for hand in hands[place : place + 1]]
    return made


def _instant(hand: SheetHand) -> int | None:
    found = parse_one(hand.event.get("at", ""))
    return found[0] if found else None


def _place(
    each: Outside, starts: list[int | None], places: dict[int, int], key: str, problems: WorkbookProblems
) -> int:
    """Number of hands before an event: by its named hand, else by time."""
    if each.after is not None:
        if each.after and each.after not in places:
            each.row.wrong(
                problems, key, AFTER, "the number of a hand of the sheet Hands, or 0", "Correct the number."
            )
        return places.get(each.after, 0)
    later = next(
        (place for place, start in enumerate(starts) if start is not None and start > each.instant),
        len(starts),
    )
    if later and starts[later - 1] is None:
        do = "Give the times of the hands, or the number of the hand here; 0: before the first."
        each.row.wrong(
            problems, key, AFTER, "the hand after which it happened, because hands have no times", do
        )
    return later
