"""Numbered questions to a regulator, one for each gap, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from rules.checks.support.check import money_text
from simulation.gaps.gap_results import Dealt, Option, OtherReading, Point, Question, Quoted, Unpriced

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def questions(points: Sequence[Point], unpriced: Sequence[Unpriced], dealt: Dealt) -> list[Question]:
    """Questions: most money, unknown amounts, no money, procedures."""
    asked = [(_rank(each), _of_point(each, dealt)) for each in points]
    without_point = [each for each in unpriced if not each.asked_with]
    asked += [(_rank_of(each), _of_unpriced(each, dealt)) for each in without_point]
    asked.sort(key=lambda each: each[0])  # stable: procedures stay in the order of the format
    return [replace(question, number=number) for number, (_, question) in enumerate(asked, 1)]


def _rank(point: Point) -> tuple[int, int, int]:
    group = 1 if point.money is None else 0 if point.money or point.units else 2
    return group, -(point.money or 0), -(point.deals or 0)


def _rank_of(unpriced: Unpriced) -> tuple[int, int, int]:
    return (3, 0, 0) if unpriced.kind == "procedure" else (1, 0, -(unpriced.count or 0))


def _of_point(point: Point, dealt: Dealt) -> Question:
    means = [(point.reading, point.means, True, "")]
    means += [(each.reading, each.means, False, moves(each, point, dealt)) for each in point.readings]
    options = [
        Option(letter=letter, reading=reading, means=text, taken=taken, moves=moved)
        for letter, (reading, text, taken, moved) in zip(_LETTERS, means, strict=False)
    ]
    return _question(point.id, "reading", point.question, options, point.clauses, point.money, point)


def moves(other: OtherReading, point: Point, dealt: Dealt) -> str:
    if not other.worked_out:
        if point.deals is None or not dealt.deals:
            return "not worked out by simulated deals"
        return "not worked out"
    if point.deals == 0:
        return f"nothing: none of the {dealt.deals:,} simulated deals touches it"
    besides = ""
    if other.unpriced:
        besides = f"; {_deals(other.unpriced)} more would have no price" if other.deals else ""
        besides = besides or f"; {_deals(other.unpriced)} would have no price"
    if not other.deals:
        how = "dealt and played" if other.units is None else "dealt and set"
        return f"nothing in the {_deals(point.deals or 0)} that it touches, as they were {how}{besides}"
    return f"{_amount(other, dealt)} in {other.deals:,} of {dealt.deals:,} simulated deals{besides}"


def _amount(other: OtherReading, dealt: Dealt) -> str:
    if other.money:
        return money_text(other.money, dealt.currency)
    if other.units is not None:
        return f"{other.units:,} unit{'s' * (other.units != 1)}"
    if other.money is None:
        return "an amount that is not known"
    return "no money, and change what is against the rules,"


def _deals(number: int) -> str:
    return f"{number:,} deal{'s' * (number != 1)}"


def _of_unpriced(unpriced: Unpriced, dealt: Dealt) -> Question:
    kind: Literal["unpriced", "procedure"] = "procedure" if unpriced.kind == "procedure" else "unpriced"
    return _question(unpriced.id, kind, _asked(unpriced, dealt), [], unpriced.clauses, None)


def _asked(unpriced: Unpriced, dealt: Dealt) -> str:
    if unpriced.kind == "procedure":
        return f"Please state {unpriced.says}; the controls have no procedure for it."
    seen = _seen(unpriced, dealt)
    if not unpriced.parameters:
        return f"Please state {unpriced.says}; the controls do not state it.{seen}"
    values = values_text(unpriced)
    rest = "In addition to the clauses below, the controls rest" if unpriced.clauses else "The controls rest"
    return f"Please state {unpriced.says}. {rest} on custom: {values}.{seen}"


def values_text(unpriced: Unpriced, most: int = 12) -> str:
    """Values that rest on custom, in words; at most ``most``."""
    values = [f"{path} is {value}" for path, value in unpriced.parameters.items()]
    more = [f"and {len(values) - most:,} more"] if len(values) > most else []
    return "; ".join(values[:most] + more)


def _seen(unpriced: Unpriced, dealt: Dealt) -> str:
    if unpriced.count is None or not unpriced.counted:
        return ""
    counted = unpriced.counted if unpriced.count != 1 else unpriced.counted[:-1]
    often = f"{unpriced.count:,} {counted}" if unpriced.count else "none"
    return f" It occurred in {often} of the {dealt.deals:,} simulated deals."


def _question(
    id_: str,
    kind: Literal["reading", "unpriced", "procedure"],
    question: str,
    options: list[Option],
    clauses: list[Quoted],
    money: int | None,
    point: Point | None = None,
) -> Question:
    parts = [question]
    for each in options:
        if each.taken:
            leans = point is not None and point.standing == "leaning"
            moved = (
                "the controls favour this reading"
                if leans
                else "the default unless the controls state another reading"
            )
        else:
            moved = f"would move {each.moves}" if not each.moves.startswith("not worked out") else each.moves
        parts.append(f"({each.letter}) {each.means} – {moved}.")
    if kind == "procedure" and clauses:  # the same clauses for every kind: named, not quoted each time
        parts.append(f"See {', '.join(each.id for each in clauses)}.")
    elif clauses:
        says = "; ".join(f"{each.id}: “{each.statement}”" for each in clauses)
        parts.append(f"{'Left open by' if options else 'See'} {says}")
    return Question(
        number=0, id=id_, kind=kind, question=question, options=options, clauses=clauses, money=money,
        text=" ".join(parts),
    )  # fmt: skip
