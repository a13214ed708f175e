"""The rule that a wrong payment concerns: the part of the amount due that explains it.

A part may be missing, reversed or doubled, or a row be another's. The first that explains all is cited, else the weightiest;
where chips limited a seat, the chips.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from rules.checks.money.decided_keys import Columns, dense, pair_facts, seat_keys
from rules.checks.money.due_amounts import limited_seats
from rules.checks.money.due_parts import FOUL, ROYALTIES, DuePart, DueParts, section_of, sweepers
from rules.checks.support.recorded_pools import beside_the_pool, sweeper
from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED, Ints, any_seat
from rules.replay.row_replay import ReplayedRows, replay
from rules.replay.seat_facts import as_if_legal

ROWS_PATH = "rows"
FIXED = ("surrender", "naturals")  # they replace everything else of a pair
# Of parts that explain a difference as well as each other, the one that is most easily forgotten goes first.
ORDER = (
    *FIXED, "royalty", "sweep", "overall_point", "penalties", "side_bets", "dealer_compensation", "set_order",
    ROYALTIES, ROWS_PATH,
)  # fmt: skip
NO_UNITS = np.iinfo(np.int64).min  # of a difference that is not in whole units
MOST_KNOWN = 100_000


def deciding(replayed: ReplayedRows, hand: Ints, seat: Ints, stated: Ints, due: Ints) -> list[str]:
    """Paths that explain N differences; most blocks have none."""
    return DifferingPayments(replayed, np.unique(hand)).paths(hand, seat, stated, due) if len(hand) else []


class DifferingPayments:
    """Hands with a differing payment (which: ascending positions)."""

    def __init__(self, replayed: ReplayedRows, which: Ints) -> None:
        self._replayed, self._which = replayed, which
        self._due = DueParts(replayed, which)

    def paths(self, hand: Ints, seat: Ints, stated: Ints, due: Ints) -> list[str]:
        """Paths of N differences. hand: positions; seat: columns; amounts: minor units."""
        replayed = self._replayed
        if replayed.pool:
            rows = zip(hand.tolist(), seat.tolist(), stated.tolist(), due.tolist(), strict=True)
            return [self._of_the_pool(*row) for row in rows]
        if replayed.winner is not None:
            return ["single_winner"] * len(hand)
        found = np.full(len(hand), "", object)
        found[self._takes_no_foul(hand, seat, stated)] = FOUL
        found[limited_seats(replayed)[hand, seat]] = "chips.limit"
        rest = np.flatnonzero(found == "")
        if len(rest):
            found[rest] = self._explained(hand[rest], seat[rest], (stated - due)[rest])
        return list(found)

    def _explained(self, hand: Ints, seat: Ints, difference: Ints) -> NDArray[np.object_]:
        """Paths by parts of the amount due, equal seats once."""
        replayed = self._replayed
        unit, off = replayed.hands.unit[hand], difference * replayed.scoring.denominator
        whole = (unit > 0) & (off % np.maximum(unit, 1) == 0)
        units = np.where(whole, off // np.maximum(unit, 1), NO_UNITS)
        row = np.searchsorted(self._which, hand)
        keys = seat_keys(self._facts, row, seat, replayed.a, replayed.b, replayed.hands.seat.shape[1])
        first, kind = dense([*keys.T, units])
        layout = (replayed.hands.seat.shape[1], *replayed.parts, self._due.sides is None)
        known = explanations(replayed.scoring.ruleset, layout)
        paths = np.empty(len(first), object)
        for place, at in enumerate(first.tolist()):
            key = keys[at].tobytes(), int(units[at])
            path = known.get(key)
            if path is None:
                path = self._path(int(hand[at]), int(seat[at]), int(off[at]), int(unit[at]))
                if len(known) < MOST_KNOWN:
                    known[key] = path
            paths[place] = path
        return paths[kind]

    def _path(self, hand: int, seat: int, off: int, unit: int) -> str:
        parts = list(self._due.of(hand, seat))
        return self._explaining(parts, off, unit, hand, seat) or _weightiest(parts)

    @cached_property
    def _facts(self) -> Columns:
        """(W, P, K) facts that decide paths."""
        bets = [units for _, units in self._due.bets]
        return pair_facts(self._replayed, self._which, self._due.sides, bets, sweepers(self._replayed))

    # ------------------------------------------------------------ what explains a difference

    def _takes_no_foul(self, hand: Ints, seat: Ints, stated: Ints) -> NDArray[np.bool_]:
        """(N,) fouls paid as legal, or the reverse."""
        row = np.searchsorted(self._which, hand)
        marked = self._marked
        found = marked[row, seat]
        if marked.any():
            pairs, a, b = self._replayed.pairs[self._which], self._replayed.a, self._replayed.b
            met = np.zeros(marked.shape, np.bool_)
            for place, (one, other) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
                met[:, one] |= pairs[:, place] & marked[:, other]
                met[:, other] |= pairs[:, place] & marked[:, one]
            found = found | met[row, seat]
        if self._legal_net is not None:
            found = found | (self._legal_net[row, seat] == stated)
        return found

    @cached_property
    def _marked(self) -> NDArray[np.bool_]:
        hands, seats = self._replayed.hands, self._replayed.seats
        found: NDArray[np.bool_] = (
            (hands.fouled[self._which] == 1) & ~seats.fouled[self._which] & seats.ranked[self._which]
        )
        return found

    @cached_property
    def _legal_net(self) -> Ints | None:
        """(W, S) due with all hands legal; NOT_RECORDED: none was fouled."""
        fouled = self._due.pairs.seats.fouled
        if not fouled.any():
            return None
        scoring = self._replayed.scoring
        legal = replay(self._due.pairs.hands, scoring, as_if_legal(self._due.pairs.seats, scoring)).net
        return np.where(any_seat(fouled)[:, None], legal, NOT_RECORDED)

    def _explaining(self, parts: list[DuePart], off: int, unit: int, hand: int, seat: int) -> str | None:
        """Path of the part that explains a difference, left out, doubled or reversed; ``off``: parts of a minor unit."""
        if off == -sum(part.units for part in parts) * unit:
            return None  # nothing was paid
        together: dict[str, int] = {}
        for part in parts:
            together[part.path] = together.get(part.path, 0) + part.effect
        paths = sorted(together, key=_place)
        in_order = sorted(parts, key=lambda part: _place(part.path))
        for times in (-1, 1, -2):
            for path in paths:
                if together[path] and times * together[path] * unit == off:
                    return path
            for part in in_order:
                if times * part.effect * unit == off:
                    return part.path
            if times == -1 and (found := self._of_several(parts, off, unit, hand, seat)):
                return found
        return None

    def _of_several(self, parts: list[DuePart], off: int, unit: int, hand: int, seat: int) -> str | None:
        """Path where all royalties, a sweep's surplus, or one row explain it."""
        found = self._all_royalties(parts, off, unit) or self._bonus(hand, seat, off, unit)
        if found is None and self._one_row(hand, seat, off, unit):
            return self._due.row_path(hand, self._due.heaviest_rows(hand, seat))
        return found

    def _all_royalties(self, parts: list[DuePart], off: int, unit: int) -> str | None:
        royalties = [part for part in parts if part.section == "royalty"]
        total = sum(part.effect for part in royalties)
        return _weightiest(royalties) if total and -total * unit == off else None

    def _bonus(self, hand: int, seat: int, off: int, unit: int) -> str | None:
        """Sweep or foul paid as mere rows."""
        replayed = self._replayed
        if "sweep" not in replayed.parts:
            return None
        total = 0
        for place in self._due.places_of(hand, seat):
            beyond = int(replayed.parts["sweep"][hand, place]) * (1 if replayed.a[place] == seat else -1)
            total += beyond
            if beyond and off in (-beyond * unit, -total * unit):
                return FOUL if self._due.fouled(hand, place) else self._due.sweep_path(hand, place)
        return None

    def _one_row(self, hand: int, seat: int, off: int, unit: int) -> bool:
        """Whether another result of one row explains it."""
        replayed = self._replayed
        table = replayed.scoring.rows
        for place in self._due.places_of(hand, seat):
            if not replayed.by_rows[hand, place] or self._due.fouled(hand, place):
                continue
            outcome = int(replayed.outcome[hand, place])
            side = 1 if replayed.a[place] == seat else -1
            for other in _one_row_apart(outcome):
                if side * int(table[other] - table[outcome]) * unit == off:
                    return True
        return False

    def _of_the_pool(self, hand: int, seat: int, stated: int, due: int) -> str:
        replayed, pool = self._replayed, self._replayed.pool
        assert pool is not None
        off = stated - due
        if off == -int(beside_the_pool(replayed)[hand, seat]):
            return "pool.all_rows"
        sections = replayed.scoring.ruleset.sections
        ante = sections.pool.ante * int(replayed.hands.unit[hand]) if sections.pool is not None else 0
        if abs(off) == ante and -off not in pool.awards[hand, seat].tolist():
            return "pool.ante"
        return "pool.all_rows" if sections.pool_extra and sweeper(replayed)[hand].any() else "pool.prize"


@lru_cache(maxsize=32)
def explanations(ruleset: Ruleset, layout: tuple[object, ...]) -> dict[tuple[bytes, int], str]:
    """Cache of paths by keys. layout: meaning of the columns."""
    return {}


@lru_cache(maxsize=16)
def _one_row_apart(outcome: int) -> list[int]:
    """Outcomes one row away."""
    won, lost = divmod(outcome, 4)
    tied = 3 - won - lost
    moves = []
    for taken, (a, b, c) in ((won, (-1, 1, 0)), (won, (-1, 0, 1)), (lost, (1, -1, 0)), (lost, (0, -1, 1)),
                             (tied, (1, 0, -1)), (tied, (0, 1, -1))):  # fmt: skip
        if taken:
            moves.append((won + a, lost + b, tied + c))
    return [one * 4 + other for one, other, _ in moves]


def _weightiest(parts: list[DuePart]) -> str:
    """Path of the weightiest part; surrenders and naturals first."""
    fixed = [part for part in parts if part.section in FIXED]
    weight: dict[str, int] = {}
    for part in fixed or parts:
        weight[part.path] = weight.get(part.path, 0) + abs(part.units)
    if not weight:
        return ROWS_PATH
    return max(weight, key=lambda path: (weight[path], -_place(path)))


@lru_cache(maxsize=4096)
def _place(path: str) -> int:
    return ORDER.index(section_of(path))
