"""What the controls leave open, and what every other reading would move in the hands that it touches."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from rules.checks.base import OpenPoint
from rules.clauses import Ambiguity, ambiguities
from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED, Hands, Ints
from rules.replay.chinese import Replayed, replay
from rules.replay.readings import other_readings
from rules.replay.scoring import compiled
from rules.replay.topics import touched
from rules.results import ReadingEffect


@dataclass
class _Moved:
    units: int = 0
    money: int | None = 0
    count: int = 0
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
            if ambiguity.touches is None or ambiguity.id in ruleset.readings:
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
        if len(which) == len(replayed.hands):
            hands, seats, units, known = replayed.hands, replayed.seats, replayed.units, replayed.seat_known
        else:
            hands, seats = replayed.hands.take(which), replayed.seats.take(which)
            units, known = replayed.units[which], replayed.seat_known[which]
        for reading, other in others.items():
            scoring = compiled(other)
            alike = seats if scoring.sees_seats_as(replayed.scoring) else None
            _compare(
                hands, units, known, replay(hands, scoring, alike), point.moved.setdefault(reading, _Moved())
            )

    def points(self) -> list[OpenPoint]:
        """The open points that some hand touches, in the order of the catalogue."""
        order = list(ambiguities())
        listed = sorted(
            self._points.values(), key=lambda each: (order.index(each.ambiguity.id), str(each.ruleset))
        )
        return [_told(point) for point in listed]


def _compare(hands: Hands, units: np.ndarray, known: np.ndarray, other: Replayed, moved: _Moved) -> None:
    """Add up what changes hands otherwise: half of the seats' absolute differences."""
    difference = np.where(known & other.seat_known, np.abs(other.units - units), 0).sum(axis=1)
    changed = np.flatnonzero(difference)
    moved.units += int(difference.sum()) // 2
    unit = hands.unit[changed]
    if (unit == NOT_RECORDED).any():
        moved.money = None
    elif moved.money is not None:
        moved.money += int((difference[changed] * unit).sum()) // 2
    moved.count += len(changed)
    moved.hands.append(hands.number[changed])


def _told(point: _Point) -> OpenPoint:
    ambiguity, ruleset = point.ambiguity, point.ruleset
    taken = ruleset.reading(ambiguity)
    count = sum(len(piece) for piece in point.hands)
    effects = [ReadingEffect(ambiguity.id, taken, ambiguity.readings[taken].means, True, count, 0, 0)]
    for reading, description in ambiguity.readings.items():
        if reading == taken:
            continue
        moved = point.moved.get(reading)
        effects.append(
            ReadingEffect(
                ambiguity=ambiguity.id,
                reading=reading,
                means=description.means,
                taken=False,
                hands=moved.count if moved else 0,
                units=moved.units if moved else None,
                money=moved.money if moved else None,
            )
        )
    every = _numbers([piece for moved in point.moved.values() for piece in moved.hands])
    return OpenPoint(ambiguity, ruleset, taken, _numbers(point.hands), every, effects)


def _numbers(pieces: list[Ints]) -> Ints:
    """Hand numbers, each once, ascending."""
    return np.unique(np.concatenate(pieces)) if pieces else np.zeros(0, np.int64)
