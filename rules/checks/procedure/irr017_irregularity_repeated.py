"""An irregularity is on record twice.

Finds: two irregularities of a hand, or two of the same moment between hands, that do not differ in anything. A deal is a misdeal
once, and a player leaves the table, or misses a hand, once in it. Undetermined: of other kinds, as a hand can have several that
look alike, such as two exposed cards.
Why: penalties and the counts of irregularities are by the entry. One that was written twice counts twice.
Example: hand 31 has two irregularities of a misdeal at the deal, both ruled by s-1.
Needs: recorded irregularities.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import astuple

from rules.checks.support.check import ANY_GAME, Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.checks.support.recorded_irregularities import RecordedIrregularity
from rules.records.events import Irregularity

CHECK = Check(
    "IRR017",
    "irregularity-repeated",
    "discrepancy",
    "minor",
    ("external:RECORD-complete",),
    title="An irregularity is on record twice",
    quotes=False,
    scope="log",
    area="procedure",
    games=ANY_GAME,
    mutations=("ofc",),
)
ONCE = ("misdeal", "missed_hand", "left_table")


def run(log: LogView) -> Tested:
    return Tested([*_of_hands(log), *_between(log)])


def _of_hands(log: LogView) -> Iterator[Draft]:
    alike: dict[tuple[object, ...], list[RecordedIrregularity]] = {}
    for each in log.irregularities:
        if each.place is not None:
            same = (each.place, each.kind, each.when, each.seat, each.cards, each.ruling, each.units, each.by)
            alike.setdefault(same, []).append(each)
    for found in alike.values():
        if len(found) > 1 and found[0].place is not None:
            where = f"{log.where(found[0].place)}: "
            yield _draft(where, found[0].kind, found[0].seat, len(found), hand=found[0].place)


def _between(log: LogView) -> Iterator[Draft]:
    alike: dict[tuple[object, ...], tuple[Irregularity, list[int]]] = {}
    for line, each in log.events.of(Irregularity):
        alike.setdefault(astuple(each), (each, []))[1].append(line)
    for event, lines in alike.values():
        if len(lines) > 1:
            seat = event.seat if isinstance(event.seat, int) else None
            where = f"Lines {', '.join(map(str, lines[:-1]))} and {lines[-1]}: "
            yield _draft(where, event.kind, seat, len(lines), line=lines[-1])


def _draft(
    where: str, kind: str, seat: int | None, times: int, *, hand: int | None = None, line: int | None = None
) -> Draft:
    once = kind in ONCE
    rest = "it can be so once" if once else "whether there were so many, or one was written twice, is open"
    whose = "" if seat is None else f" of seat {seat}"
    return Draft(
        hand=hand,
        line=line,
        seat_number=seat,
        stated=times,
        expected=1,
        unit="irregularities",
        kind=None if once else "undetermined",
        severity=None if once else "note",
        fact=f"{kind}|{seat}|{times}",
        message=(
            f"{where}{times} irregularities of kind {kind}{whose} are on record, which do not differ in anything; {rest}."
        ),
    )
