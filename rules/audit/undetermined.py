"""What the controls leave open, and what every other reading would move in the hands that it touches."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from rules.audit.settled_hands import SettledHands, money_apart, shifted, units_apart
from rules.checks.base import OpenPoint
from rules.clauses import Ambiguity, ambiguities
from rules.controls.ruleset import Ruleset
from rules.hands import Ints, any_seat
from rules.replay.engine import Replayed
from rules.replay.readings import other_readings
from rules.replay.scoring import compiled
from rules.replay.topics import touched
from rules.results import ReadingEffect


@dataclass
class _Moved:
    units: int = 0  # in parts of a unit
    parts: int = 1
    money: int | None = 0
    count: int = 0
    unpriced: int = 0  # hands that have a price, and none under the reading
    hands: list[Ints] = field(default_factory=list)  # hand numbers, a piece a block


@dataclass
class _Point:
    ambiguity: Ambiguity
    ruleset: Ruleset
    hands: list[Ints] = field(default_factory=list)
    moved: dict[str, _Moved] = field(default_factory=dict)


class OpenPoints:
    """Collects, block by block, the ambiguities that a ruleset leaves open."""

    def __init__(self) -> None:
        self._points: dict[tuple[str, str], _Point] = {}

    def add(self, replayed: Replayed) -> None:
        """Replay the hands that an open ambiguity touches under its other readings."""
        ruleset = replayed.scoring.ruleset
        for ambiguity in ambiguities().values():
            if (
                ambiguity.touches is None
                or ambiguity.id in ruleset.readings
                or not ruleset.concerns(ambiguity)
            ):
                continue
            others = other_readings(ruleset, ambiguity)
            if not others and not ambiguity.unpriced:
                continue
            which = np.flatnonzero(touched(replayed, ambiguity.touches))
            if len(which):
                self._add(replayed, ambiguity, others, which)

    def _add(
        self, replayed: Replayed, ambiguity: Ambiguity, others: dict[str, Ruleset], which: np.ndarray
    ) -> None:
        ruleset = replayed.scoring.ruleset
        point = self._points.setdefault((str(ruleset), ambiguity.id), _Point(ambiguity, ruleset))
        point.hands.append(replayed.hands.number[which])
        settled = SettledHands.of(replayed, which)
        for reading, other in others.items():
            _compare(settled, settled.under(compiled(other)), point.moved.setdefault(reading, _Moved()))

    def points(self) -> list[OpenPoint]:
        """The open points that some hand touches, in the order of the catalogue."""
        order = list(ambiguities())
        listed = sorted(
            self._points.values(), key=lambda each: (order.index(each.ambiguity.id), str(each.ruleset))
        )
        return [_open_point(point) for point in listed]


def _compare(touched: SettledHands, other: SettledHands, moved: _Moved) -> None:
    """Add up the units due and the money paid that would move differently: what some get more, or others get less."""
    by_seat, moved.parts = units_apart(touched, other)
    units, money = shifted(by_seat), shifted(money_apart(touched, other))
    changed = np.flatnonzero((units != 0) | (money != 0))
    moved.units += int(units.sum())
    if (touched.known & other.known & ~(touched.paid & other.paid))[changed].any():
        moved.money = None
    elif moved.money is not None:
        moved.money += int(money.sum())
    moved.count += len(changed)
    moved.unpriced += int(any_seat(touched.known & ~other.known).sum())
    moved.hands.append(touched.hands.number[changed])


def _open_point(point: _Point) -> OpenPoint:
    ambiguity, ruleset = point.ambiguity, point.ruleset
    taken = ruleset.reading(ambiguity)
    count = sum(len(piece) for piece in point.hands)
    effects = [ReadingEffect(ambiguity.id, taken, ambiguity.readings[taken].means, True, count, 0, 0)]
    for reading, description in ambiguity.readings.items():
        if reading == taken:
            continue
        moved = point.moved.get(reading)
        units, money = _amounts(point, reading, count)
        effects.append(
            ReadingEffect(
                ambiguity=ambiguity.id,
                reading=reading,
                means=description.means,
                taken=False,
                hands=moved.count if moved else 0,
                units=units,
                money=money,
            )
        )
    every = _numbers([piece for moved in point.moved.values() for piece in moved.hands])
    unpriced = {reading: moved.unpriced for reading, moved in point.moved.items() if moved.unpriced}
    return OpenPoint(ambiguity, ruleset, taken, _numbers(point.hands), every, effects, unpriced)


def _amounts(point: _Point, reading: str, touched: int) -> tuple[int | None, int | None]:
    """Units and money that a reading moves; None where it was not worked out, or leaves every touched hand without a
    price (a foul like a surrender, where a surrender has none).
    """
    moved = point.moved.get(reading)
    if moved is None:  # worked out, and nothing changes; or not worked out
        still = 0 if point.ruleset.patch(point.ambiguity, reading) is not None else None
        return still, still
    if moved.unpriced == touched:
        return None, None
    return moved.units // moved.parts, moved.money


def _numbers(pieces: list[Ints]) -> Ints:
    """Hand numbers, each once, ascending."""
    return np.unique(np.concatenate(pieces)) if pieces else np.zeros(0, np.int64)
