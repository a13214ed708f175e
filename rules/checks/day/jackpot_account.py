"""The house's jackpot over a gaming day, from all tables' sessions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.checks.day.session_summary import DayPart, JackpotLevel, SessionSummary
from rules.checks.support.fee_triangle import Span


class JackpotBook(NamedTuple):
    """The account between closes. balance: due at the later one."""

    opening: JackpotLevel
    closing: JackpotLevel
    drops: Span
    paid: int
    balance: Span


class Twice(NamedTuple):
    one: JackpotLevel
    other: JackpotLevel


def book_of(
    sessions: Sequence[SessionSummary], day: str, begins: int, ends: int
) -> JackpotBook | Twice | str:
    """Account over a gaming day, or the reason why it is unknown.

    sessions: with a jackpot and hands of the day. begins, ends: instants. A close is of the nearest change of day, within
    half a day.
    """
    half = (ends - begins) // 2
    parts = [part for each in sessions for part in each.days if part.day == day and part.hands]
    if not parts or not all(map(_dated, parts)) or not all(each.dated for each in sessions):
        return "the times of the hands were not recorded"
    first = min(part.first_at for part in parts if part.first_at is not None)
    last = max(part.last_at for part in parts if part.last_at is not None)
    levels = sorted(
        (each for one in sessions if one.jackpot for each in one.jackpot.levels), key=lambda each: each.at
    )
    before = [each for each in levels if begins - half <= each.at <= first]
    after = [each for each in levels if last <= each.at <= ends + half]
    if not before or not after:
        return "the level at the close before the day's first hand or after its last one is not on record"
    opening, closing = before[-1], after[0]
    for close in (opening, closing):
        others = (each for each in levels if each.at == close.at and each.amount != close.amount)
        if other := next(others, None):
            return Twice(close, other)
    if _of_other_days(sessions, day, opening.at, closing.at):
        return "hands of another gaming day were dealt between the two closes"
    return _between(sessions, parts, opening, closing)


def _between(
    sessions: Sequence[SessionSummary], parts: Sequence[DayPart], opening: JackpotLevel, closing: JackpotLevel
) -> JackpotBook:
    hits = (hit for each in sessions if each.jackpot for hit in each.jackpot.paid)
    paid = sum(hit.amount for hit in hits if opening.at < hit.at <= closing.at)
    dropped = (side.recorded for part in parts for side in part.sides if side.kind == "jackpot")
    drops = sum(dropped, Span(0, 0))
    return JackpotBook(
        opening, closing, drops, paid, drops + Span(opening.amount - paid, opening.amount - paid)
    )


def _dated(part: DayPart) -> bool:
    return part.first_at is not None and part.last_at is not None


def _of_other_days(sessions: Sequence[SessionSummary], day: str, opening: int, closing: int) -> bool:
    """Whether hands of another day lie between two instants."""
    others = (part for each in sessions for part in each.days if part.day != day and part.hands)
    return any(
        part.first_at is None or part.last_at is None or (part.first_at < closing and part.last_at > opening)
        for part in others
    )
