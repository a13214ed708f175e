"""Lines outside the session's hours."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.drafts import Draft
from rules.checks.support.log_view import LogView
from rules.checks.support.timed_lines import LineTimes, stated_times
from rules.hands import NOT_RECORDED, Ints
from rules.records.events import TableEvent

_SITTING = ("away", "break", "back")
# Only an open table has these. Box counts, jackpot levels, cash-outs and closes often follow the close, players move on from a
# closing table, and names on a list need no open table.
_NOT_BEFORE = {
    "toke", "irregularity", "fee time", "drop", "jackpot hit", "close", "chips add_on", "chips cash_out", "seat left",
    "seat removed", *(f"seat {each}" for each in _SITTING),
}  # fmt: skip
_NOT_AFTER = {
    "terms", "chips buy_in", "chips add_on", "seat seated", *(f"seat {each}" for each in _SITTING),
}  # fmt: skip
# Events of a house before it opens a table, and lines that it can write after it has closed one.
_OPEN_BEFORE = {
    "terms",
    "chips buy_in",
    "chips move",
    "seat seated",
    "seat moved",
    "seat from_broken",
}
_OPEN_AFTER = {"toke", "irregularity"}


def outside_hours(log: LogView) -> Iterator[Draft]:
    """Lines before opening or after close; uncertain ones one open point a kind."""
    close = [] if log.close is None else [("close", log.close[0], log.close[1].at)]
    lines = stated_times([*((_kind(event), line, event.at) for line, event in log.events), *close])
    for bound, word, wrong, possible in (
        (log.opened_at, "before", _NOT_BEFORE, _OPEN_BEFORE),
        (log.closed_at, "after", _NOT_AFTER, _OPEN_AFTER),
    ):
        if bound == NOT_RECORDED:
            continue
        beyond = lines.take(lines.at < bound if word == "before" else lines.at > bound)
        yield from _findings(log, beyond.take(_named(beyond, wrong)), bound, word)
        yield from _open_points(log, beyond.take(_named(beyond, possible)), bound, word)


def _kind(event: TableEvent) -> str:
    """Kind of a line: "chips buy_in", "toke"."""
    tag = str(type(event).__struct_config__.tag)
    return f"{tag} {event.kind}" if tag in ("chips", "seat", "fee", "jackpot") else tag  # type: ignore[union-attr]


def _named(lines: LineTimes, kinds: set[str]) -> Ints:
    wanted = [place for place, name in enumerate(lines.names) if name in kinds]
    return np.flatnonzero(np.isin(lines.kind, wanted))


def _hours(log: LogView, bound: int, word: str) -> str:
    what = "opened" if word == "before" else "closed"
    return f"{word} the session {what} at {log.time(bound)}"


def _findings(log: LogView, lines: LineTimes, bound: int, word: str) -> Iterator[Draft]:
    limit = f"{log.time(bound)} or {'later' if word == 'before' else 'earlier'}"
    for place in range(len(lines)):
        line, stated, where = int(lines.line[place]), lines.text(place), lines.where(place)
        yield Draft(
            line=line,
            stated=stated,
            expected=limit,
            unit="time",
            fact=f"{line}|{stated}|{word}",
            message=f"{where[:1].upper()}{where[1:]} is of {stated}, {_hours(log, bound, word)}.",
        )


def _open_points(log: LogView, lines: LineTimes, bound: int, word: str) -> Iterator[Draft]:
    for kind in np.unique(lines.kind).tolist():
        mine = lines.take(lines.kind == kind)
        first = mine.text(0)
        many = f"{len(mine):,} lines are" if len(mine) > 1 else "A line is"
        yield Draft(
            line=int(mine.line[0]),
            stated=first,
            unit="time",
            kind="undetermined",
            severity="note",
            fact=f"{mine.name(0)}|{word}|{first}",
            message=(
                f"{many} {_hours(log, bound, word)}: {mine.listed()} ({first}). "
                f"Whether {_WHY[word]}, or a time is wrong, is open."
            ),
        )


_WHY = {
    "before": "this was done before the table was opened",
    "after": "this was written down after the close",
}
