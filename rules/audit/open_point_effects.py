"""Open points of the controls, and the money that other readings move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from rules.audit.open_pots import apart
from rules.audit.settled_hands import SettledHands, money_apart, shifted, units_apart
from rules.checks.support.log_view import OpenPoint
from rules.clauses import Ambiguity, ambiguities
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Ints, any_seat
from rules.narrow import narrow
from rules.replay.pots.block_replay import ReplayedPots, TableFacts
from rules.replay.pots.open_point_masks import touched as pot_touched
from rules.replay.readings import other_readings
from rules.replay.row_replay import ReplayedRows
from rules.replay.scoring import compiled
from rules.replay.topics import touched
from rules.results import ReadingEffect

AT_ONCE = 4096  # hands that are replayed together
MOST_WAITING = 6144  # hands of all points together
MOSTLY = 0.5  # of a block: to take out the others would cost more than to replay them, too


class _Moved(Struct):
    units: int = 0  # in parts of a unit
    parts: int = 1
    money: int | None = 0
    count: int = 0
    unpriced: int = 0  # hands that have a price, and none under the reading
    hands: list[NDArray[Any]] = field(default_factory=list)  # hand numbers, a piece a block


class _Point(Struct):
    ambiguity: Ambiguity
    ruleset: Ruleset
    hands: list[NDArray[Any]] = field(default_factory=list)  # hand numbers, a piece a block
    possible: int = 0  # hands whose deal can have happened
    moved: dict[str, _Moved] = field(default_factory=dict)


class _Waiting(Struct):
    others: dict[str, Ruleset]
    point: _Point
    pieces: list[SettledHands] = field(default_factory=list)
    size: int = 0  # hands

    def compare(self) -> None:
        pieces, self.pieces, self.size = self.pieces, [], 0
        if not pieces:
            return
        settled = SettledHands.joined(pieces)
        for reading, other in self.others.items():
            _compare(settled, settled.under(other), self.point.moved.setdefault(reading, _Moved()))


class OpenPoints:
    """Collects the ambiguities that a ruleset leaves open. Hands wait until there are AT_ONCE of them, for speed."""

    def __init__(self) -> None:
        self._points: dict[tuple[str, str], _Point] = {}
        self._waiting: dict[tuple[str, str, str, int], _Waiting] = {}

    def add(self, replayed: ReplayedRows, impossible: Flags | None = None) -> None:
        """Replay the hands that an open ambiguity touches. impossible: (H,) deals that cannot have happened; their effect is
        unknown.
        """
        for ambiguity, others in _left_open(replayed.scoring.ruleset):
            assert ambiguity.touches is not None
            which = np.flatnonzero(touched(replayed, ambiguity.touches))
            if len(which):
                possible = which if impossible is None else which[~impossible[which]]
                self._add(replayed, ambiguity, others, which, possible)

    def add_pots(self, replayed: ReplayedPots, ruleset: Ruleset, table: TableFacts) -> None:
        """The same of pot games: pots, awards and illegal acts by another reading."""
        for ambiguity, others in _left_open(ruleset):
            assert ambiguity.touches is not None
            which = np.flatnonzero(pot_touched(replayed, ambiguity.touches))
            if len(which) and others:
                point = self._points.setdefault((str(ruleset), ambiguity.id), _Point(ambiguity, ruleset))
                _add_pots(point, replayed, which, others, table)

    def close(self) -> None:
        """Replay the hands that still wait, once the log has been read."""
        for waiting in self._waiting.values():
            waiting.compare()
        self._waiting.clear()

    def _add(
        self,
        replayed: ReplayedRows,
        ambiguity: Ambiguity,
        others: dict[str, Ruleset],
        which: Ints,
        possible: Ints,
    ) -> None:
        ruleset = replayed.scoring.ruleset
        point = self._points.setdefault((str(ruleset), ambiguity.id), _Point(ambiguity, ruleset))
        point.hands.append(narrow(replayed.hands.number[which]))
        if not len(possible):
            return
        point.possible += len(possible)
        whole = SettledHands.of(replayed)
        if len(possible) > MOSTLY * len(whole.hands):
            for reading, other in others.items():
                _compare(whole, whole.under(other), point.moved.setdefault(reading, _Moved()), possible)
            return
        alike = any(compiled(other).sees == whole.scoring.sees for other in others.values())
        settled = whole.take(possible, seats=alike)
        key = str(ruleset), ambiguity.id, settled.hands.game, settled.width
        waiting = self._waiting.setdefault(key, _Waiting(others, point))
        waiting.pieces.append(settled)
        waiting.size += len(possible)
        if waiting.size >= AT_ONCE:
            waiting.compare()
        elif sum(each.size for each in self._waiting.values()) > MOST_WAITING:
            max(self._waiting.values(), key=lambda each: each.size).compare()

    def points(self) -> list[OpenPoint]:
        """Open points that touch some hand, in the catalogue's order. Call it once: hands are given up."""
        order = list(ambiguities())
        listed = sorted(
            self._points.values(), key=lambda each: (order.index(each.ambiguity.id), str(each.ruleset))
        )
        return [_open_point(point) for point in listed]


def _add_pots(
    point: _Point, replayed: ReplayedPots, which: Ints, others: dict[str, Ruleset], table: TableFacts
) -> None:
    numbers = replayed.hands.number[which]
    point.hands.append(narrow(numbers))
    point.possible += len(numbers)
    for reading, other in others.items():
        moved = point.moved.setdefault(reading, _Moved())
        changed, money = apart(replayed, which, other, table)
        if money is None:
            moved.money = None
        elif moved.money is not None:
            moved.money += int(money.sum())
        moved.count += int(changed.sum())
        moved.hands.append(narrow(numbers[changed]))


def _left_open(ruleset: Ruleset) -> Iterator[tuple[Ambiguity, dict[str, Ruleset]]]:
    for ambiguity in ambiguities().values():
        if ambiguity.touches is None or ambiguity.id in ruleset.readings or not ruleset.concerns(ambiguity):
            continue
        others = other_readings(ruleset, ambiguity)
        if others or ambiguity.unpriced:
            yield ambiguity, others


def _compare(touched: SettledHands, other: SettledHands, moved: _Moved, only: Ints | None = None) -> None:
    """Add up units and money that would move differently: the seats' gains, or losses. only: positions of the touched hands."""
    by_seat, moved.parts = units_apart(touched, other)
    units, money = shifted(by_seat), shifted(money_apart(touched, other))
    differs = (units != 0) | (money != 0)
    unpriced = any_seat(touched.known & ~other.known)
    changed = np.flatnonzero(differs) if only is None else only[differs[only]]
    moved.units += int(units[changed].sum())
    if (touched.known & other.known & ~(touched.paid & other.paid))[changed].any():
        moved.money = None
    elif moved.money is not None:
        moved.money += int(money[changed].sum())
    moved.count += len(changed)
    moved.unpriced += int((unpriced if only is None else unpriced[only]).sum())
    moved.hands.append(narrow(touched.hands.number[changed]))


def _open_point(point: _Point) -> OpenPoint:
    ambiguity, ruleset = point.ambiguity, point.ruleset
    taken = ruleset.reading(ambiguity)
    count = sum(len(piece) for piece in point.hands)
    means, none = ambiguity.readings[taken].means, _no_units(ruleset)
    effects = [ReadingEffect(ambiguity.id, taken, means, True, count, none, 0)]
    for reading, description in ambiguity.readings.items():
        if reading == taken:
            continue
        moved = point.moved.get(reading)
        units, money = _amounts(point, reading)
        known = units is not None or money is not None or not _has_units(ruleset)
        effects.append(
            ReadingEffect(
                ambiguity=ambiguity.id,
                reading=reading,
                means=description.means,
                taken=False,
                hands=moved.count if moved and known else 0,
                units=units,
                money=money,
            )
        )
    hands, changed = _numbers(point.hands), _moved_by_any(list(point.moved.values()))
    unpriced = {reading: moved.unpriced for reading, moved in point.moved.items() if moved.unpriced}
    return OpenPoint(ambiguity, ruleset, taken, hands, changed, effects, unpriced)


def _amounts(point: _Point, reading: str) -> tuple[int | None, int | None]:
    """Units and money that a reading moves; None: unknown, or every touched hand is unpriced. Units None: the game has none."""
    if not point.possible:
        return None, None
    moved = point.moved.get(reading)
    if moved is None:  # worked out, and nothing changes; or not worked out
        if point.ruleset.patch(point.ambiguity, reading) is None:
            return None, None
        return _no_units(point.ruleset), 0
    if moved.unpriced == point.possible:
        return None, None
    return moved.units // moved.parts if _has_units(point.ruleset) else None, moved.money


def _has_units(ruleset: Ruleset) -> bool:
    return ruleset.family != "pot"


def _no_units(ruleset: Ruleset) -> int | None:
    return 0 if _has_units(ruleset) else None


def _moved_by_any(moved: list[_Moved]) -> NDArray[Any]:
    return _numbers([_numbers(each.hands) for each in moved])


def _numbers(pieces: list[NDArray[Any]]) -> NDArray[Any]:
    """Hand numbers, once each, ascending, in the smallest type; the pieces are given up."""
    found = np.concatenate(pieces) if pieces else np.zeros(0, np.int8)
    pieces.clear()
    return found if (found[1:] > found[:-1]).all() else np.unique(found)
