"""Numbers of rows of every kind together are those of one row after another."""

import random
from datetime import date

from rules.screening.engines.known_chance import logs_of_either
from rules.screening.engines.marked import MarkedStratum, logs_of_marked
from rules.screening.engines.signs import logs_of_sign
from rules.screening.row_numbers import ALONE, numbered
from rules.screening.statistics import DifferenceRow, MarkedRow, PairRow, SumsRow, TrialRow
from rules.screening.unit_evidence import logs_of_row
from rules.screening.unit_totals import data_of, extreme_logs

DAY = date(2026, 3, 2)


def some_rows(draw):
    """A row of each kind, with chances, counts and codings drawn at random."""
    unit, coding = (("player", f"p-{draw.randrange(9)}"),), draw.randrange(3)
    cases = draw.randint(1, 60)
    margins = MarkedStratum(cases, draw.randint(0, cases), draw.randint(0, cases), 0)
    stratum = MarkedStratum(
        cases, margins.marked, margins.favourable, draw.randint(margins.least, margins.most)
    )
    trials = draw.randint(1, 30)
    pair = (("payer", "a"), ("payee", "b"))
    sums = tuple(draw.randrange(-(10**9), 10**9) for _ in range(12))
    return [
        MarkedRow(unit, stratum, coding, draw.randint(1, 4), draw.randint(1, 3)),
        TrialRow(unit, (draw.randint(1, 4), 5), trials, draw.randint(0, trials), coding),
        PairRow(pair, draw.randint(1, 90), draw.randrange(-999, 999), draw.randrange(999), sums[:6], coding),
        SumsRow(unit, draw.randint(1, 90), 7, (1, 2), sums, coding),
        DifferenceRow(unit, DAY, draw.randrange(9), draw.randrange(9), "box", coding),
    ]


def plain(row):
    """The numbers of one row by plain arithmetic."""
    logs, most = logs_of_row(row), extreme_logs(row)
    paid = (row.hands, row.paid, row.others) if isinstance(row, PairRow) else (0, 0, 0)
    data = 0 if row.coding else data_of(row)
    return [*logs, max(most), int(isinstance(row, DifferenceRow)), data, *paid]


def test_numbers_are_those_of_row_after_row():
    draw = random.Random(3)
    parts = [[row for _ in range(times) for row in some_rows(draw)] for times in (3, 0, 1, 5)]
    draw.shuffle(parts[0])
    for rows, found in zip(parts, numbered(parts), strict=True):
        assert [each.tilts for each in found] == ([6, 7, 12] if rows else [])
        assert {id(row) for each in found for row in each.rows} == {id(row) for row in rows}
        for each in found:
            assert each.numbers.shape == (len(each.rows), each.tilts + 1 + ALONE)
            assert each.numbers.tolist() == [plain(row) for row in each.rows]


def test_no_part_has_no_numbers():
    assert numbered([]) == []


def test_margins_allow_the_most_under_the_last_tilt():
    """Of every table of few cases, of chances and of signs: one number says what the margins allow under any tilt."""
    tables = [
        MarkedStratum(cases, marked, favourable, 0).extreme
        for cases in range(11)
        for marked in range(cases + 1)
        for favourable in range(cases + 1)
    ]
    chances = [(above, below) for below in (2, 5, 60, 1000) for above in range(1, below + 1)]
    logs = [*map(logs_of_marked, tables), *(logs_of_either(each)[0] for each in chances), logs_of_sign(1)]
    assert len(tables) == 506
    assert all(max(each) == each[-1] for each in logs)
