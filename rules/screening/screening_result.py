"""Results of a room's screening as programs get them: one line for a unit of an indicator, in the contract's fields.

Figures are strings of 6 significant digits, made from whole numbers, so that the same logs give the same bytes everywhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import date
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from itertools import chain

from msgspec import Struct

from rules.screening.indicator_catalogue import indicators_by_code
from rules.screening.parts_of_tables import TableInPart
from rules.screening.repeated_deals import RepeatedDeals
from rules.screening.room_year import ScreenedUnit
from rules.screening.statistics import Unit
from rules.screening.unit_counts import UnitCounts, as_decimal, counts_of
from rules.screening.unit_evidence import added, counted_coding, log10_of

MOST_HANDS = 20  # that are shown of a unit
REPEATED = "SCN002"  # the indicator of deals that are in two sessions
_DIGITS = Context(prec=6)
_PRECISE = Context(prec=50)


class ShownHand(Struct, frozen=True):
    """A hand to look at. line: of its log. video: reference of the record; video_until: the last day on which the video has to
    be kept. None: not known.
    """

    session: str
    hand: int
    line: int
    video: str | None = None
    video_until: str | None = None


class LogsOfEvidence(Struct, frozen=True):
    """Decimal logarithms of e. best_period: a gaming day and that of it; None: the engine adds nothing up."""

    year: str
    best_period: tuple[str, str] | None
    combined: str


class ScreeningResult(
    Struct, frozen=True, rename={"favourable": "n", "cases": "N", "marked": "K", "both": "k"}
):
    """Evidence about a unit in a room's year. An alarm says where to look, and is no verdict.

    as_of: index of the last entry of the register that it rests on; None: there is no register. n, N, K, k: counts, null where
    the engine has none; k of payments is in units. p: of alarms and of what is listed only. since: the gaming day of the alarm.
    sums: nano-nats by statistic and tilt. id: of the indicator, room, unit and year. finds, innocent, next: in words.
    closed: the reason for which a person closed the alarm.
    """

    indicator: str
    version: int
    room: str
    unit: dict[str, str]
    year: int
    as_of: int | None
    place: int | None
    limit: int | None
    strata: int
    favourable: int | None
    cases: int | None
    marked: int | None
    both: int | str | None
    expected: str | None
    odds: str | None
    log10_e: LogsOfEvidence | None
    p: str | None
    alarm: bool
    since: str | None
    listed: bool
    hands: Sequence[ShownHand]
    innocent: str
    next: str
    sums: Sequence[int]
    id: str
    name: str
    finds: str
    closed: str | None = None


def result_of_unit(
    found: ScreenedUnit,
    room: str,
    year: int,
    version: int,
    as_of: int | None,
    hands: Sequence[ShownHand] = (),
) -> ScreeningResult:
    """The result of a unit. p, which takes longest, is worked out for alarms and for what is on the list."""
    noted = found.since is not None or found.listed
    counted = counted_coding(found.rows)
    counts = counts_of([row for row in found.rows if row.coding == counted], with_p=noted)
    codings = [added(each) for each in zip(*found.days.values(), strict=True)]
    evidence, entry = found.evidence, found.entry
    best, most = evidence.best
    return ScreeningResult(
        indicator=entry.code, version=version, room=room, unit=dict(found.unit), year=year, as_of=as_of,
        place=found.place, limit=found.limit, strata=found.strata, favourable=counts.favourable, cases=counts.cases,
        marked=counts.marked, both=_count(counts), expected=_fraction(counts.expected), odds=_fraction(counts.odds),
        log10_e=LogsOfEvidence(_log10(evidence.year), (best.isoformat(), _log10(most)), _log10(evidence.combined)),
        p=_fraction(counts.p), alarm=found.since is not None, since=found.since.isoformat() if found.since else None,
        listed=found.listed, hands=hands, innocent=entry.innocent, next=entry.next, sums=tuple(chain(*codings)),
        id=result_id(entry.code, room, found.unit, year), name=entry.indicator.name, finds=entry.finds,
    )  # fmt: skip


def result_of_repeated(
    found: Sequence[RepeatedDeals], since: date | None, room: str, year: int, version: int, as_of: int | None,
    hands: Sequence[ShownHand] = (), other: str | None = None,
) -> ScreeningResult:  # fmt: skip
    """The result of the deals that are in two sessions of a room. since: the day on which the first pair was complete. other: the
    room of the other session, where that is another one.
    """
    entry = indicators_by_code()[REPEATED]
    unit: Unit = (("room", room),) if other is None else (("room", room), ("other", other))
    pairs, bound = sum(each.number for each in found), sum((each.bound for each in found), Fraction())
    alarm = any(each.alarm for each in found)
    evidence = _log10(as_decimal(Fraction(pairs) / bound)) if pairs and bound else None
    return ScreeningResult(
        indicator=entry.code, version=version, room=room, unit=dict(unit), year=year, as_of=as_of, place=None, limit=None,
        strata=len({name for each in found for sessions in each.together for name in sessions}),
        favourable=None, cases=sum(each.deals for each in found), marked=None, both=pairs, expected=_fraction(bound),
        odds=None, log10_e=LogsOfEvidence(evidence, None, evidence) if evidence is not None else None, p=None, alarm=alarm,
        since=since.isoformat() if alarm and since else None, listed=alarm, hands=hands, innocent=entry.innocent,
        next=entry.next, sums=(), id=result_id(entry.code, room, unit, year), name=entry.indicator.name, finds=entry.finds,
    )  # fmt: skip


def result_of_table(
    found: TableInPart, room: str, year: int, version: int, as_of: int | None, hands: Sequence[ShownHand] = ()
) -> ScreeningResult:
    """The result of a table's deals that are equal in part to those of the session before."""
    entry = indicators_by_code()[REPEATED]
    pairs = len(found.pairs)
    evidence = _log10(as_decimal(Fraction(pairs) / found.bound)) if pairs and found.bound else None
    return ScreeningResult(
        indicator=entry.code, version=version, room=room, unit=dict(found.unit), year=year, as_of=as_of, place=None, limit=None,
        strata=found.sessions, favourable=None, cases=found.deals, marked=None, both=pairs, expected=_fraction(found.bound),
        odds=None, log10_e=LogsOfEvidence(evidence, None, evidence) if evidence is not None else None, p=None,
        alarm=bool(pairs), since=found.since.isoformat() if found.since else None, listed=bool(pairs), hands=hands,
        innocent=entry.innocent, next=entry.next, sums=(), id=result_id(entry.code, room, found.unit, year),
        name=entry.indicator.name, finds=entry.finds,
    )  # fmt: skip


def result_id(code: str, room: str, unit: Unit, year: int) -> str:
    """Id of a unit of an indicator in a room's year: 24 characters, the same whatever is found."""
    text = json.dumps([code, room, year, dict(unit)], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def order_of_result(result: ScreeningResult) -> tuple[str, str, list[tuple[str, str]], int]:
    """Key by which results are sorted: indicator, room, unit, year."""
    return result.indicator, result.room, list(result.unit.items()), result.year


def six_digits(value: Decimal) -> str:
    """A number to 6 significant digits, as `%g` writes it, without a float in between."""
    rounded = _DIGITS.create_decimal(value)
    if not rounded:
        return "0"
    exponent = rounded.adjusted()
    if -5 < exponent < 6:
        return f"{rounded.normalize(_DIGITS):f}"
    mantissa = rounded.scaleb(-exponent, Context(prec=6, Emin=-999_999, Emax=999_999)).normalize(_DIGITS)
    return f"{mantissa:f}e{exponent:+03d}"


def _fraction(value: Fraction | None) -> str | None:
    if value is None:
        return None
    with localcontext(_PRECISE):
        return six_digits(as_decimal(value))


def _log10(value: Decimal) -> str:
    return six_digits(log10_of(value))


def _count(counts: UnitCounts) -> int | str | None:
    both = counts.both
    return both if both is None or isinstance(both, int) else _fraction(both)
