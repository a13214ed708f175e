"""Open and settled points of a ruleset's documents, with effects of other readings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from rules.checks.support.log_view import OpenPoint
from rules.clauses import CONVENTION, Ambiguity, ambiguities, catalogue
from rules.controls.parameters import as_text
from rules.controls.ruleset import Ruleset
from simulation.gaps.deals_seen import SeenInDeals
from simulation.gaps.gap_results import OtherReading, Point, Quoted, SettledPoint


class Concerned(Struct, frozen=True):
    """Ambiguities of a ruleset: open, settled by a reading or by parameters."""

    ruleset: Ruleset
    open: Mapping[str, Ambiguity]
    settled: Mapping[str, Ambiguity]
    set_by_parameters: Mapping[str, Ambiguity]

    @classmethod
    def of(cls, ruleset: Ruleset) -> Concerned:
        concerned = {name: each for name, each in ambiguities().items() if ruleset.concerns(each)}
        settled = {name: each for name, each in concerned.items() if name in ruleset.readings}
        left = {name: each for name, each in concerned.items() if name not in settled}
        otherwise = {name: each for name, each in left.items() if _set_by_parameters(ruleset, each)}
        left = {name: each for name, each in left.items() if name not in otherwise}
        return cls(ruleset, left, settled, otherwise)

    @property
    def every(self) -> list[Ambiguity]:
        return [*self.open.values(), *self.settled.values(), *self.set_by_parameters.values()]


def _set_by_parameters(ruleset: Ruleset, ambiguity: Ambiguity) -> bool:
    if ambiguity.id in ruleset.leans:
        return False
    return not _holds(ruleset, ambiguity, ambiguity.default)


def _holds(ruleset: Ruleset, ambiguity: Ambiguity, reading: str) -> bool:
    patch = ruleset.patch(ambiguity, reading)
    return not patch or bool(ruleset.under({ambiguity.id: reading}).params == ruleset.params)


def quoted(clauses: Iterable[str]) -> list[Quoted]:
    """Wording of clauses that a document states."""
    known = catalogue()
    return [
        Quoted(each, known[each].source, known[each].statement)
        for each in dict.fromkeys(clauses)
        if each != CONVENTION and each in known
    ]


def open_points(concerned: Concerned, seen: SeenInDeals) -> list[Point]:
    return sorted((_point(concerned.ruleset, each, seen) for each in concerned.open.values()), key=rank)


def rank(point: Point) -> tuple[int, int, int, str]:
    """Order of points: most money, unknown amounts, no money; then most often touched."""
    group = 1 if point.money is None else 0 if point.money or point.units else 2
    return group, -(point.money or 0), -(point.deals or 0), point.id


def _point(ruleset: Ruleset, ambiguity: Ambiguity, seen: SeenInDeals) -> Point:
    taken = ruleset.reading(ambiguity)
    found = seen.points.get(ambiguity.id)
    others = [
        _other(ruleset, ambiguity, reading, found, seen) for reading in ambiguity.readings if reading != taken
    ]
    others.sort(key=lambda each: (not each.worked_out, -(each.money or 0), -(each.units or 0)))
    return Point(
        id=ambiguity.id,
        question=ambiguity.question,
        standing="leaning" if ambiguity.id in ruleset.leans else "default",
        reading=taken,
        means=ambiguity.readings[taken].means,
        because=ambiguity.because,
        clauses=quoted(clause for clause in ambiguity.clauses if clause in ruleset.cited),
        deals=seen.touches(ambiguity),
        units=_most([each.units for each in others]),
        money=_most([each.money for each in others]),
        readings=others,
    )


def _most(amounts: list[int | None]) -> int | None:
    """Greatest amount; None where none is known above 0 and some are unknown."""
    most = max((each for each in amounts if each is not None), default=None)
    return None if not most and None in amounts else most


def _other(
    ruleset: Ruleset, ambiguity: Ambiguity, reading: str, found: OpenPoint | None, seen: SeenInDeals
) -> OtherReading:
    means = ambiguity.readings[reading].means
    effect = next((each for each in found.effects if each.reading == reading), None) if found else None
    units, money, deals, unpriced = None, None, 0, found.unpriced.get(reading, 0) if found else 0
    worked_out = False
    if effect is not None:
        units, money, deals, worked_out = effect.units, effect.money, effect.hands, effect.worked_out
    elif seen.touches(ambiguity) is not None and ruleset.patch(ambiguity, reading) is not None:
        worked_out = True  # no deal touches it, or it sets the parameters that are set already
        units, money = None if ruleset.family == "pot" else 0, 0
    if not seen.dealt.priced:  # no document states what a deal pays
        units, money, worked_out = None, None, False
    return OtherReading(
        reading=reading,
        means=means,
        worked_out=worked_out,
        deals=deals if worked_out else 0,
        unpriced=unpriced,
        units=units,
        money=money,
    )


def settled_points(concerned: Concerned, seen: SeenInDeals) -> list[SettledPoint]:
    """Settled points: by a reading, then by parameters."""
    ruleset = concerned.ruleset
    found = [_settled(ruleset, each, ruleset.readings[each.id], seen) for each in concerned.settled.values()]
    return found + [_set(ruleset, each, seen) for each in concerned.set_by_parameters.values()]


def _settled(ruleset: Ruleset, ambiguity: Ambiguity, reading: str, seen: SeenInDeals) -> SettledPoint:
    return SettledPoint(
        id=ambiguity.id,
        question=ambiguity.question,
        by="reading",
        reading=reading,
        means=ambiguity.readings[reading].means,
        sets=_as_texts(ruleset.patch(ambiguity, reading) or {}),
        deals=seen.touches(ambiguity),
    )


def _set(ruleset: Ruleset, ambiguity: Ambiguity, seen: SeenInDeals) -> SettledPoint:
    reading = next(
        (
            name
            for name in ambiguity.readings
            if ruleset.patch(ambiguity, name) and _holds(ruleset, ambiguity, name)
        ),
        None,
    )
    paths = ruleset.patch(ambiguity, ambiguity.default) or {}
    values = {path: ruleset.get(path) for path in paths if "[" not in path}
    return SettledPoint(
        id=ambiguity.id,
        question=ambiguity.question,
        by="parameters",
        reading=reading,
        means=ambiguity.readings[reading].means if reading else None,
        sets=_as_texts(values),
        deals=seen.touches(ambiguity),
    )


def _as_texts(values: Mapping[str, Any]) -> dict[str, str]:
    return {path: as_text(value) for path, value in values.items()}
