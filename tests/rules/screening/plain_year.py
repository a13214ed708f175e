"""A room's year by plain arithmetic: each unit's rows one after another, every decision by decimals and fractions.

It shares the engines with the product, and neither its sums of sessions nor its arrays.
"""

from collections import Counter, defaultdict
from datetime import date
from decimal import Decimal
from fractions import Fraction

from msgspec.structs import replace

from rules.replay.scoring import SHARES
from rules.screening.across_sessions import PARTS, rows_together
from rules.screening.engines.exchangeable import TILTS
from rules.screening.indicator_catalogue import indicators_by_code
from rules.screening.monthly_list import listed
from rules.screening.nano_nats import NANO
from rules.screening.places import limit_of, places
from rules.screening.statistics import DifferenceRow, PairRow
from rules.screening.unit_totals import TESTABLE
from rules.screening.windows import combined
from tests.rules.screening.plain_totals import UnitTotals


def plain_year(sessions):
    """What a year says of each unit: code, unit, strata, sums by day, place, limit, since, withheld, listed."""
    entries, found = indicators_by_code(), []
    for code, units in sorted(_totals(sessions).items()):
        found += _of_indicator(code, entries[code].indicator, units)
    return found


def said_of(unit):
    """The same of a unit of the product."""
    return (
        unit.entry.code, unit.unit, unit.strata, dict(unit.days), unit.place, unit.limit, unit.since, unit.withheld, unit.listed,
    )  # fmt: skip


def _totals(sessions):
    entries, found, parts = indicators_by_code(), defaultdict(dict), defaultdict(list)
    last = max((session.day for session in sessions), default=date(1970, 1, 1))
    for session in sessions:
        for code, rows in session.rows.items():
            if entries[code].indicator.engine == "repeats":
                continue
            parts[code] += [(session.day, row) for row in rows if isinstance(row, PARTS)]
            alone = [_within(row, session.day.year) for row in rows if not isinstance(row, PARTS)]
            for unit in {row.unit for row in alone}:
                own = [row for row in alone if row.unit == unit]
                found[code].setdefault(unit, UnitTotals(entries[code].indicator, unit)).add(session.day, own)
    for code, own in parts.items():
        for day, row in rows_together(own, last):
            found[code].setdefault(row.unit, UnitTotals(entries[code].indicator, row.unit)).add(day, [row])
    return found


def _within(row, year):
    """The row; of amounts of another year on the nearest day of its session's."""
    if not isinstance(row, DifferenceRow) or row.day.year == year:
        return row
    return replace(row, day=date(year, 1, 1) if row.day.year < year else date(year, 12, 31))


def _of_indicator(code, indicator, units):
    testable = {unit: day for unit, totals in units.items() if (day := _testable_from(indicator, totals))}
    place = places(testable)
    days = {unit: totals.sums() for unit, totals in units.items()}
    taken = {unit: _levelled(unit, units, days[unit]) for unit in units}
    order = sorted(testable)
    on_list = {order[at] for at in listed([combined(days[unit]) for unit in order])}
    for unit in sorted(units):
        limit = limit_of(place[unit]) if unit in place else None
        reached, since = (_since(each, limit) for each in (days[unit], taken[unit]))
        since = since if _is_beyond_all_others(unit, units) else None
        yield (
            code, unit, units[unit].strata, days[unit], place.get(unit), limit, since, reached is not None and since is None,
            unit in on_list,
        )  # fmt: skip


def _testable_from(indicator, totals):
    seen, most = 0, Counter()
    for day, own in sorted(totals.most().items()):
        seen += totals.data(day)
        most.update({(coding, tilt): each for coding, row in enumerate(own) for tilt, each in enumerate(row)})
        if seen >= indicator.least if indicator.least else any(each >= TESTABLE for each in most.values()):
            return day
    return None


def _since(days, limit):
    """The first day on which E reached the limit."""
    if limit is None:
        return None
    for last in sorted(days):
        if combined({day: sums for day, sums in days.items() if day <= last}) >= Decimal(limit):
            return last
    return None


def _pairs(totals):
    return [row for row in totals.all_rows if isinstance(row, PairRow)]


def _others(unit, units):
    """Rows of all other payers of a payee."""
    return [
        row for each, totals in units.items() if each != unit for row in _pairs(totals) if each[1] == unit[1]
    ]


def _levelled(unit, units, days):
    rows = _others(unit, units)
    hands = sum(row.hands for row in rows)
    if not _pairs(units[unit]) or not hands:
        return days
    lead = Fraction(max(0, sum(row.paid - row.others for row in rows)), SHARES * hands)
    own = {day: sum(row.hands for row in each) for day, each in units[unit].rows.items()}
    return {
        day: tuple(
            tuple(
                each + (-lead * NANO * own[day] / tilt).__floor__()
                for each, tilt in zip(row, TILTS, strict=True)
            )
            for row in sums
        )
        for day, sums in days.items()
    }


def _mean(rows):
    hands = sum(row.hands for row in rows)
    return Fraction(sum(row.paid for row in rows), SHARES * hands) if hands else Fraction()


def _is_beyond_all_others(unit, units):
    own = _pairs(units[unit])
    return not own or _mean(own) - _mean(_others(unit, units)) >= Fraction(1, 4)
