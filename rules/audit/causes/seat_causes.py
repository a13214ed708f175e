"""Seats that later lines contradict, and missing moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.audit.causes.fact_names import kind_of
from rules.audit.causes.hypotheses import Hypothesis, Path, with_value
from rules.audit.causes.tried_hypotheses import TriedEvent
from rules.results import Finding
from rules.tournaments.tournament_clock import instant
from rules.tournaments.tournament_records import Draw, Event, Move, Place, Seating

_SEATED_WRONG = "TRN032"
_OF_SIZES = ("TRN034", "TRN035", "TRN036", "TRN042", "TRN043")
_MOST_PLACES = 4  # where a missing move may have been


def wrong_seats(state: TriedEvent) -> Iterator[Hypothesis]:
    """The last line that gives an entry its seat, as later lines have it; else a move between."""
    seen: set[tuple[object, ...]] = set()
    for each in state.breaches:
        key = (each.entry, each.stated, each.expected)
        if (
            each.code != _SEATED_WRONG
            or each.entry is None
            or key in seen
            or not isinstance(each.stated, str)
        ):
            continue
        seen.add(key)
        before = _line_of(state, each)
        table, _, seat = each.stated.rpartition("/") if "/" in each.stated else (each.stated, "", "")
        yield from _given(state, each.entry, before, table, int(seat) if seat.isdigit() else None)
        yield from _beginning(state, each)
        yield from _moved(state, each, before, table, int(seat) if seat.isdigit() else None)


def _line_of(state: TriedEvent, finding: Finding) -> int:
    if not finding.session:
        return finding.line or 0
    played = [
        hand.at
        for log in state.view.own
        for hand in log.hands
        if log.session.session == finding.session and hand.line == finding.line
    ]
    at = played[0] if played else None
    later = (
        line for line, event in state.edited.file.events if at is not None and (instant(event.at) or 0) > at
    )
    return next(later, len(state.edited.file.events) + 2)


def _given(state: TriedEvent, entry: int, before: int, table: str, seat: int | None) -> Iterator[Hypothesis]:
    """The last seat of an entry before a line, otherwise."""
    last: tuple[int, Event, Path] | None = None
    for line, event in state.edited.file.events:
        path = _path(event, entry)
        if line < before and path is not None:
            last = line, event, path
    if last is None:
        return
    line, event, path = last
    chair = _place(event, path)
    implied = {"table": table, "seat": chair.seat if seat is None else seat}
    later = f"table {table}" if seat is None else f"{table}/{seat}"
    for name, value in implied.items():
        stated = getattr(chair, name)
        if value != stated and all(
            getattr(chair, other) == implied[other] for other in implied if other != name
        ):
            yield Hypothesis(
                title="A line gives a seat that later lines do not have",
                message=(
                    f"Line {{line}} ({kind_of(event)}) gives entry {entry:,} {chair.table}/{chair.seat}; later lines have it at "
                    f"{later}."
                ),
                edited=state.edited.with_line(line, with_value(event, (*path, name), value)),
                line=line,
                field=name,
                stated=stated,
                implied=value,
            )


def _path(event: Event, entry: int) -> Path | None:
    if isinstance(event, Seating) and event.entry == entry:
        return ()
    if isinstance(event, Move) and event.entry == entry:
        return ("to",)
    if isinstance(event, Draw):
        return next((("seats", at) for at, each in enumerate(event.seats) if each.entry == entry), None)
    return None


def _place(event: Any, path: Path) -> Any:
    for step in path:
        event = event[step] if isinstance(step, int) else getattr(event, step)
    return event


def _beginning(state: TriedEvent, finding: Finding) -> Iterator[Hypothesis]:
    """A move that begins where the entry does not sit, at its seat."""
    event = dict(state.edited.file.events).get(finding.line or 0)
    if finding.session or not isinstance(event, Move) or not isinstance(finding.expected, str):
        return
    table, _, seat = finding.expected.rpartition("/")
    if seat.isdigit():
        yield Hypothesis(
            title="A move begins at a seat that the entry does not have",
            message=f"Line {{line}} (move) moves entry {event.entry:,} from {finding.stated}; it sits at {finding.expected}.",
            edited=state.edited.with_line(
                finding.line or 0, with_value(event, ("from_",), Place(table, int(seat)))
            ),
            line=finding.line or 0,
            field="from",
            stated=finding.stated,
            implied=finding.expected,
        )


def _moved(
    state: TriedEvent, finding: Finding, before: int, table: str, seat: int | None
) -> Iterator[Hypothesis]:
    """A move to a line's seat, put above that line or above the first that a size contradicts."""
    events: Mapping[int, Event] = dict(state.edited.file.events)
    held, _, from_seat = str(finding.expected).rpartition("/")
    if seat is None or not from_seat.isdigit() or finding.entry is None:
        return
    sizes = [each for each in state.breaches if each.code in _OF_SIZES]
    places = sorted({before, *(_line_of(state, each) for each in sizes)})
    for line in [each for each in places if each <= before and each in events][:_MOST_PLACES]:
        move = Move(
            entry=finding.entry,
            at=events[line].at,
            from_=Place(held, int(from_seat)),
            to=Place(table, seat),
            approved=True,
        )
        yield Hypothesis(
            title="The line of a move is missing",
            message=(
                f"Entry {finding.entry:,} sits at {finding.expected} and is later at {finding.stated}: the move is missing below "
                "line {line}."
            ),
            edited=state.edited.with_more(line - 1, move),
            line=line - 1,
            implied=finding.stated,
        )
