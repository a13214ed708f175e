"""Numbers of rows in arrays, of many rows at once.

A row has its nano-nats by tilt, those that its margins allow at most, whether it is a part of a day, data towards the least,
and of pairs hands, paid and others. What margins allow at most is of the last tilt, under which it is largest in every engine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from rules.hands import Ints
from rules.screening.engines.exchangeable import TILTS as TILTS_OF_PAIRS
from rules.screening.engines.known_chance import logs_of_either
from rules.screening.engines.marked import TILTS
from rules.screening.engines.marked_together import logs_of_tables
from rules.screening.statistics import DifferenceRow, MarkedRow, PairRow, Row, TrialRow
from rules.screening.unit_evidence import logs_of_row
from rules.screening.unit_totals import TESTABLE, data_of, extreme_logs

ALONE = 5  # columns of a row beside its nano-nats and what its margins allow


class NumberedRows(NamedTuple):
    """Rows of as many tilts together, and their numbers (n, tilts + 1 + ALONE)."""

    tilts: int
    rows: Sequence[Row]
    numbers: Ints


def numbered(parts: Sequence[Sequence[Row]]) -> list[list[NumberedRows]]:
    """The numbers of each part, by tilts. Rows of one kind are worked out together, whatever part they are of."""
    if not parts:
        return []
    by_kind = [_by_kind(rows) for rows in parts]
    found: list[list[NumberedRows]] = [[] for _ in parts]
    for kind, numbers_of in _KINDS.items():
        rows = [each.pop(kind, []) for each in by_kind]
        ends = np.cumsum([len(own) for own in rows])[:-1]
        for own, numbers, put in zip(rows, np.split(numbers_of([*chain(*rows)]), ends), found, strict=True):
            if own:
                put.append(NumberedRows(numbers.shape[1] - 1 - ALONE, own, numbers))
    for rest, put in zip(by_kind, found, strict=True):
        put += _of_others([*chain(*rest.values())])
    return [_by_tilts(each) for each in found]


def _by_tilts(parts: Sequence[NumberedRows]) -> list[NumberedRows]:
    """Rows of as many tilts together."""
    of: defaultdict[int, list[NumberedRows]] = defaultdict(list)
    for each in parts:
        of[each.tilts].append(each)
    return [
        NumberedRows(
            tilts, [row for each in own for row in each.rows], np.concatenate([each.numbers for each in own])
        )
        for tilts, own in sorted(of.items())
    ]


def _by_kind(rows: Sequence[Row]) -> dict[type[Row], list[Any]]:
    found: defaultdict[type[Row], list[Any]] = defaultdict(list)
    for row in rows:
        found[type(row)].append(row)
    return found


def _of_marked(rows: Sequence[MarkedRow]) -> Ints:
    """(n, 7 + 1 + ALONE) numbers of tables of two by two."""
    columns = [
        (each.stratum.cases, each.stratum.marked, each.stratum.favourable, each.stratum.both, each.times, each.deals, each.coding)
        for each in rows
    ]  # fmt: skip
    counts = np.array(columns, np.int64).reshape(-1, 7)
    tables, (times, deals, coding) = counts[:, :-3], counts[:, -3:].T
    extreme = tables.copy()
    extreme[:, 3] = np.minimum(tables[:, 1], tables[:, 2])
    logs = logs_of_tables(np.concatenate((tables, extreme))) * np.tile(times, 2)[:, None]
    return _beside(logs[: len(rows)], logs[len(rows) :, -1], np.where(coding == 0, times * deals, 0))


def _of_trials(rows: Sequence[TrialRow]) -> Ints:
    """(n, 7 + 1 + ALONE) numbers of trials of a known chance."""
    chances = {each: place for place, each in enumerate(dict.fromkeys(row.chance for row in rows))}
    columns = [(chances[each.chance], each.trials, each.happened, each.coding) for each in rows]
    of, trials, happened, coding = np.array(columns, np.int64).reshape(-1, 4).T
    logs = np.array([logs_of_either(each) for each in chances], np.int64).reshape(-1, 2, len(TILTS))
    did, did_not = logs[of, 0], logs[of, 1]
    sums = happened[:, None] * did + (trials - happened)[:, None] * did_not
    return _beside(sums, trials * did[:, -1], np.where(coding == 0, trials, 0))


def _beside(sums: Ints, most: Ints | int, data: Ints) -> Ints:
    tilts = sums.shape[1]
    found = np.zeros((len(sums), tilts + 1 + ALONE), np.int64)
    found[:, :tilts], found[:, tilts], found[:, tilts + 2] = sums, most, data
    return found


def _of_pairs(rows: Sequence[PairRow]) -> Ints:
    """(n, 6 + 1 + ALONE) numbers of pairs."""
    columns = [(*each.sums, each.hands, each.paid, each.others, each.coding) for each in rows]
    counts = np.array(columns, np.int64).reshape(-1, len(TILTS_OF_PAIRS) + 4)
    sums, hands, coding = counts[:, :-4], counts[:, -4], counts[:, -1]
    found = _beside(sums, TESTABLE, np.where(coding == 0, hands, 0))
    found[:, -3:] = counts[:, -4:-1]
    return found


_KINDS: dict[type[Row], Callable[[Any], Ints]] = {
    MarkedRow: _of_marked,
    TrialRow: _of_trials,
    PairRow: _of_pairs,
}


def _of_others(rows: Sequence[Row]) -> list[NumberedRows]:
    """Numbers of rows of the other engines, of which a session has few."""
    return [_of_one(row, logs_of_row(row)) for row in rows]


def _of_one(row: Row, logs: tuple[int, ...]) -> NumberedRows:
    data = 0 if row.coding else data_of(row)
    numbers = [*logs, extreme_logs(row)[-1], int(isinstance(row, DifferenceRow)), data, 0, 0, 0]
    return NumberedRows(len(logs), [row], np.array([numbers], np.int64))
