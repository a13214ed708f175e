"""Amounts, times, counts and names as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from rules.currencies import SIGNS, figure_text
from rules.currencies import places_of as places_of  # part of what this module offers
from rules.results import CHIPS as CHIPS

MINUS = "−"
NOTHING = "–"  # a value that was not recorded or is not applicable

_NUMBERED = {
    "hand number": "hand",
    "session number": "session",
    "seat": "seat",
    "entry": "entry",
    "entry number": "entry",
    "level": "level",
    "place": "place",
    "position": "position",
}  # units that are numbers, not counts
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|z|[+-]\d\d:\d\d)?")


def money(minor: int | None, currency: str | None, plus: bool = False) -> str:
    """Minor units as text: ``$1,234.50``, ``1,234.50 CHF``, ``1,200 chips``.

    currency None: mixed, none is shown.
    """
    if minor is None:
        return NOTHING
    figure = figure_text(minor, currency)
    if currency == CHIPS:
        return f"{_sign(minor, plus)}{figure}\u00a0{'chip' if figure == '1' else 'chips'}"
    if currency is None or currency in SIGNS:
        return _sign(minor, plus) + SIGNS.get(currency or "", "") + figure
    return f"{_sign(minor, plus)}{figure}\u00a0{currency}"


def bare(minor: int | None, currency: str | None, plus: bool = False) -> str:
    """Amount without its currency."""
    return NOTHING if minor is None else _sign(minor, plus) + figure_text(minor, currency)


def less(one: int | None, other: int | None) -> int | None:
    """Difference of two amounts; None: one is unknown."""
    return None if one is None or other is None else one - other


def points(value: int | str | None) -> str:
    """Points: whole, exact decimal, or fraction (``187.5``, ``1,000/3``)."""
    if value is None:
        return NOTHING
    exact = Fraction(value)
    for places in range(4):
        if (exact * 10**places).denominator == 1:
            return f"{float(exact):,.{places}f}"
    return f"{exact.numerator:,}/{exact.denominator:,}"


def headed(title: str, currency: str | None) -> str:
    """Heading of money; it names chips."""
    if currency != CHIPS:
        return title
    return title.replace("Money", "Chips") if "Money" in title else f"{title}, chips"


def in_column(minor: int | None, currency: str | None, plus: bool = False) -> str:
    """Amount below a heading; of chips the bare number."""
    if minor is None or currency != CHIPS:
        return money(minor, currency, plus)
    return f"{_sign(minor, plus)}{abs(minor):,}"


def units(value: int | str | None, plus: bool = True) -> str:
    """Units of the stakes; fractions are text (``"4/3"``)."""
    if value is None:
        return NOTHING
    if isinstance(value, str):
        return _sign(-1 if value.startswith("-") else 1, plus) + value.lstrip("-+")
    return _sign(value, plus) + f"{abs(value):,}"


def units_as_money(value: int | str | None, unit: int | None) -> int | None:
    """Units in minor units; None: no unit, or no whole amount."""
    if value is None or unit is None:
        return None
    if isinstance(value, int):
        return value * unit
    amount = Fraction(value) * unit
    return int(amount) if amount.denominator == 1 else None


_NAMED = (
    "game",
    "ruling",
    "act",
    "natural",
    "reading",
    "kind",
    "hand",
    "irregularity",
    "kind of fee",
    "fee",
    "row",
    "record",
    "variant",
)  # units of which a value is a name of the format
_HANDS = ("straight_flush", "royal_flush", "full_house", "two_pairs", "high_card", "bad_beat")


def quantity(value: int | str | None, unit: str | None, currency: str | None, plus: bool = False) -> str:
    """Value of a finding, in its unit."""
    if value is None:
        return NOTHING
    if isinstance(value, str):
        return value.replace("_", " ") if unit in _NAMED or value in _HANDS else value
    if isinstance(value, bool):  # of what has to be on record, such as an approval
        return "on record" if value else "not on record"
    if unit == "money":
        return money(value, currency, plus)
    if unit in _NUMBERED:
        return f"{_NUMBERED[unit]} {value}"  # a number, which is no count
    figure = _sign(value, plus) + f"{abs(value):,}"
    if not unit:
        return figure
    return f"{figure} {unit[:-1] if abs(value) == 1 and unit.endswith('s') else unit}"


def _sign(value: int, plus: bool) -> str:
    return MINUS if value < 0 else "+" if plus and value > 0 else ""


def count(number: int, one: str, many: str | None = None) -> str:
    """``1 hand``, ``1,204 hands``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def moment(text: str | None, offset: bool = True) -> str:
    """Time as ``2026-03-14 19:42:10 −07:00``; other text unchanged."""
    if text is None:
        return NOTHING
    found = _TIME.fullmatch(text)
    if found is None:
        return text
    day, clock, zone = found.groups()
    if not offset or zone is None:
        return f"{day} {clock}"
    return f"{day} {clock} {'UTC' if zone in 'Zz' else zone.replace('-', MINUS)}"


def time_of_day(text: str) -> str:
    """Time of day, ``19:42:10``; other text unchanged."""
    found = _TIME.fullmatch(text)
    return found[2] if found else text


def day(text: str) -> str:
    """Day with offset, ``2026-03-14 −07:00``; empty: no time."""
    found = _TIME.fullmatch(text)
    return moment(text).replace(f" {found[2]}", "") if found else ""


def duration(seconds: int, short: bool = False) -> str:
    """Duration in two units: ``2 hours 5 minutes``; short: ``2 h 5 min``."""
    units = (("day", "d", 86_400), ("hour", "h", 3_600), ("minute", "min", 60), ("second", "s", 1))
    parts = []
    for word, sign, size in units:
        number, seconds = divmod(seconds, size)
        if number:
            parts.append(f"{number:,} {sign}" if short else count(number, word))
        if len(parts) == 2 or (parts and not number):
            break
    return " ".join(parts) or ("0 s" if short else "0 seconds")


def elapsed(seconds: float | None) -> str:
    """``36 seconds``, ``0.5 seconds``."""
    if seconds is None:
        return NOTHING
    size = f"{abs(seconds):,.3f}".rstrip("0").rstrip(".")
    return f"{_sign(-1 if seconds < 0 else 1, False)}{size} second{'s' * (size != '1')}"


def period(opened: str | None, closed: str | None) -> str:
    """Opening to close; shared day and offset once."""
    if closed is None:
        return f"{moment(opened)} – not recorded"
    first, last = _TIME.fullmatch(opened or ""), _TIME.fullmatch(closed)
    if first is None or last is None or first[3] != last[3]:
        return f"{moment(opened)} – {moment(closed)}"
    end = moment(closed)
    return f"{moment(opened, offset=False)} – {end[11:] if first[1] == last[1] else end}"


def listed(words: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def either(a: Sequence[str], b: Sequence[str], arrow: str = "→") -> str:
    """Clauses of two sides: ``a → b``; once if equal or one is empty."""
    sides = [", ".join(side) for side in dict.fromkeys((tuple(a), tuple(b))) if side]
    return f" {arrow} ".join(sides) or NOTHING


def titled(name: str) -> str:
    """Name as a heading: ``net-differs`` is ``Net differs``."""
    return name.replace("-", " ").replace("_", " ").capitalize()


def hand_numbers(hands: Iterable[int], most: int = 40) -> str:
    """Hand numbers as ranges: ``3, 17–21, 40``; after ``most``, the number of others."""
    runs: list[list[int]] = []
    more = 0
    for hand in sorted(hands):
        if runs and hand <= runs[-1][1] + 1 and not more:
            runs[-1][1] = hand
        elif len(runs) < most:
            runs.append([hand, hand])
        else:
            more += 1
    text = ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in runs)
    return f"{text} and {more:,} more" if more else text
