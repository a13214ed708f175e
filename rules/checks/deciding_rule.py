"""Which rule a wrong payment concerns: the part of what was due that explains the difference, as its parameter.

A seat is due the sum of parts: rows, a foul, royalties one by one, a sweep, a natural, a surrender, penalties, side bets.
What was stated may be that sum without one part, without it for one opponent, with a row to the other side, or with a
part twice or the other way round. The first that explains the whole difference is cited; where none does, the part that
weighs most. A seat that was limited by chips is about the chips.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.cards import RANKS, ROWS
from rules.checks.decided_keys import dense, pair_facts, seat_keys
from rules.checks.due import limited_seats
from rules.checks.pools import beside_the_pool, sweeper
from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED, Flags, Ints, any_seat, every_seat
from rules.replay import by_rows
from rules.replay.engine import Replayed, replay
from rules.replay.pairs import Pairs, pairs_of
from rules.replay.seats import as_if_legal
from rules.replay.side_bets import side_bet
from rules.replay.strength import HANDS, ROYAL_FLUSH, STRAIGHT_FLUSH

FOUL, ROWS_PATH, ROYALTIES = "set_order.foul", "rows", "royalties"
FIXED = ("surrender", "naturals")  # they replace everything else of a pair
# Of parts that explain a difference as well as each other, the one that is most easily forgotten goes first.
ORDER = (
    *FIXED, "royalty", "sweep", "overall_point", "penalties", "side_bets", "dealer_compensation", "set_order",
    ROYALTIES, ROWS_PATH,
)  # fmt: skip
NO_UNITS = np.iinfo(np.int64).min  # of a difference that is not in whole units
MOST_KNOWN = 100_000
ALL_ROWS = 12  # outcome: rows won * 4 + rows lost


@dataclass(frozen=True)
class Part:
    """What a parameter brings a seat from one opponent, in parts of a unit. times: the factor of a sweep."""

    path: str
    units: int
    times: int = 1

    @property
    def effect(self) -> int:
        """What the seat gets less without it."""
        return self.units * self.times

    @property
    def section(self) -> str:
        return _section(self.path)


class Decided:
    """The hands of a block in which a payment differs (which: their positions, ascending); paths for their seats."""

    def __init__(self, replayed: Replayed, which: Ints) -> None:
        self._replayed, self._which = replayed, which
        self._row = {int(hand): row for row, hand in enumerate(which)}
        self._units = {name: units[which].tolist() for name, units in replayed.parts.items()}
        self._pair_of = list(zip(replayed.a.tolist(), replayed.b.tolist(), strict=True))

    def paths(self, hand: Ints, seat: Ints, stated: Ints, due: Ints) -> list[str]:
        """The parameters that explain N differences. hand: positions in the block; seat: columns; amounts in minor units."""
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
        """The paths of some seats by the parts of what was due. Seats that are alike are looked at once."""
        replayed = self._replayed
        unit, off = replayed.hands.unit[hand], difference * replayed.scoring.denominator
        whole = (unit > 0) & (off % np.maximum(unit, 1) == 0)
        units = np.where(whole, off // np.maximum(unit, 1), NO_UNITS)
        row = np.searchsorted(self._which, hand)
        keys = seat_keys(self._facts, row, seat, units, replayed.a, replayed.b, replayed.hands.seat.shape[1])
        first, kind = dense(keys)
        layout = (replayed.hands.seat.shape[1], *replayed.parts, self._sides is None)
        known = explanations(replayed.scoring.ruleset, layout)
        paths = np.empty(len(first), object)
        for place, at in enumerate(first.tolist()):
            key = keys[at].tobytes()
            path = known.get(key)
            if path is None:
                path = self._path(int(hand[at]), int(seat[at]), int(off[at]), int(unit[at]))
                if len(known) < MOST_KNOWN:
                    known[key] = path
            paths[place] = path
        return paths[kind]

    def _path(self, hand: int, seat: int, off: int, unit: int) -> str:
        parts = list(self._parts(hand, seat))
        return self._explaining(parts, off, unit, hand, seat) or _weightiest(parts)

    @cached_property
    def _facts(self) -> Ints:
        """(W, P, K) what decides the paths, by pair."""
        shape = (len(self._which), len(self._pair_of), len(ROWS))  # a hand of one player has no pair
        sides = None
        if self._sides is not None:
            mine, theirs = self._sides
            sides = np.array(mine, np.int64).reshape(shape), np.array(theirs, np.int64).reshape(shape)
        bets = [np.array(units) for _, units in self._bets]
        return pair_facts(self._replayed, self._which, sides, bets, _sweepers(self._replayed))

    # ------------------------------------------------------------ what explains a difference

    def _takes_no_foul(self, hand: Ints, seat: Ints, stated: Ints) -> NDArray[np.bool_]:
        """(N,) where a foul was paid as legal, or a legal hand as fouled."""
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
        """(W, S) legal hands that are marked fouled."""
        hands, seats = self._replayed.hands, self._replayed.seats
        found: NDArray[np.bool_] = (
            (hands.fouled[self._which] == 1) & ~seats.fouled[self._which] & seats.ranked[self._which]
        )
        return found

    @cached_property
    def _legal_net(self) -> Ints | None:
        """(W, S) what would have been due with every hand legal; NOT_RECORDED where no hand of a deal was fouled."""
        fouled = self._pairs.seats.fouled
        if not fouled.any():
            return None
        scoring = self._replayed.scoring
        legal = replay(self._pairs.hands, scoring, as_if_legal(self._pairs.seats, scoring)).net
        return np.where(any_seat(fouled)[:, None], legal, NOT_RECORDED)

    def _explaining(self, parts: list[Part], off: int, unit: int, hand: int, seat: int) -> str | None:
        """The path of the part that explains a difference; ``off`` in parts of a minor unit.

        A part may be left out, paid twice or paid the other way round.
        """
        if off == -sum(part.units for part in parts) * unit:
            return None  # nothing was paid
        together: dict[str, int] = {}
        for part in parts:
            together[part.path] = together.get(part.path, 0) + part.effect
        paths = sorted(together, key=lambda path: ORDER.index(_section(path)))
        in_order = sorted(parts, key=lambda part: ORDER.index(part.section))
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

    def _of_several(self, parts: list[Part], off: int, unit: int, hand: int, seat: int) -> str | None:
        """The path where all royalties, or what a sweep is worth beyond its rows, or one row explains a difference."""
        found = self._all_royalties(parts, off, unit) or self._bonus(hand, seat, off, unit)
        if found is None and self._one_row(hand, seat, off, unit):
            return self._row_path(hand, self._heaviest_rows(hand, seat))
        return found

    def _all_royalties(self, parts: list[Part], off: int, unit: int) -> str | None:
        royalties = [part for part in parts if part.section == "royalty"]
        total = sum(part.effect for part in royalties)
        return _weightiest(royalties) if total and -total * unit == off else None

    def _bonus(self, hand: int, seat: int, off: int, unit: int) -> str | None:
        """The sweep or the foul that was paid as its rows, without what it is worth beyond them."""
        replayed = self._replayed
        if "sweep" not in replayed.parts:
            return None
        total = 0
        for place in self._of_seat(hand, seat):
            beyond = int(replayed.parts["sweep"][hand, place]) * (1 if replayed.a[place] == seat else -1)
            total += beyond
            if beyond and off in (-beyond * unit, -total * unit):
                return FOUL if self._fouled(hand, place) else self._sweep_path(hand, place)
        return None

    def _one_row(self, hand: int, seat: int, off: int, unit: int) -> bool:
        """Whether another result of one row of one pair explains a difference."""
        replayed = self._replayed
        table = replayed.scoring.rows
        for place in self._of_seat(hand, seat):
            if not replayed.by_rows[hand, place] or self._fouled(hand, place):
                continue
            outcome = int(replayed.outcome[hand, place])
            side = 1 if replayed.a[place] == seat else -1
            for other in _one_row_apart(outcome):
                if side * int(table[other] - table[outcome]) * unit == off:
                    return True
        return False

    # ------------------------------------------------------------ what was due, part by part

    def _parts(self, hand: int, seat: int) -> Iterator[Part]:
        """What a seat was due of each opponent, by the parameters that price it."""
        for place in self._of_seat(hand, seat):
            side = 1 if self._pair_of[place][0] == seat else -1
            for path, units, times in self._of_pair(hand, place):
                if units:
                    yield Part(path, side * units, times)

    def _of_pair(self, hand: int, place: int) -> Iterator[tuple[str, int, int]]:
        """(path, units from a's side, factor of a sweep) of a pair."""
        replayed = self._replayed
        row = self._row[hand]
        units = {name: rows[row][place] for name, rows in self._units.items()}
        yield "surrender.amount", units.get("surrender", 0), 1
        if natural := units.get("natural", 0):
            yield self._fixed_path(hand, place), natural, 1
        rows, sweep, royalties = (units.get(name, 0) for name in ("rows", "sweep", "royalties"))
        times = _times(sweep, rows + royalties) if self._multiplies else 1
        for path, worth in self._royalties(hand, place):
            royalties -= worth
            yield path, worth, times
        if self._fouled(hand, place):
            yield FOUL, rows + sweep + royalties, 1
        else:
            instead = self._sets and sweep != 0  # a sweep that sets a pair's units replaces its rows
            yield ROYALTIES, royalties, times
            if rows and not instead:
                yield self._row_path(hand, place), rows, 1
            if sweep:
                yield self._sweep_path(hand, place), sweep + rows if instead else sweep, 1
        yield "overall_point", units.get("overall", 0), 1
        if penalty := units.get("penalties", 0):
            absent = replayed.compared.by_absence[hand, place]
            yield "penalties.missed_hand" if absent else "penalties.exposed_card", penalty, 1
        for path, bets in self._bets:
            yield path, bets[row][place], 1
        yield "dealer_compensation", units.get("other", 0), 1

    def _royalties(self, hand: int, place: int) -> Iterator[tuple[str, int]]:
        """(path, units from a's side) of each royalty that a pair pays."""
        if self._sides is None:
            return
        row, items = self._row[hand], royalty_paths(self._replayed.scoring.ruleset)
        for column, side, sign in zip(self._pair_of[place], self._sides, (1, -1), strict=True):
            for line, worth in enumerate(side[row][place]):
                if worth:
                    kind = int(self._replayed.seats.kinds[hand, column, line])
                    yield items.get((line, kind), "royalty"), sign * worth

    @cached_property
    def _pairs(self) -> Pairs:
        """The pairs of the hands that differ."""
        hands = self._replayed.hands.take(self._which, acts=False)
        return pairs_of(hands, self._replayed.scoring, self._replayed.seats.take(self._which))

    @cached_property
    def _sides(self) -> tuple[list[Any], list[Any]] | None:
        """(W, P, 3) twice: the royalties of either side. Where a natural or a surrender pays them: those held."""
        if self._replayed.scoring.royalties is None:
            return None
        pairs, held = self._pairs, self._pairs.seats.royalties
        mine, theirs = by_rows.royalty_sides(pairs, self._replayed.parts["rows"][self._which])
        beside = (pairs.by_natural | pairs.by_surrender) & (
            self._replayed.parts["royalties"][self._which] != 0
        )
        gives = np.where(pairs.seats.surrendered, 0, 1)[..., None] if pairs.scoring.surrender else 1
        held = held * gives
        beside = beside[..., None]
        mine, theirs = np.where(beside, held[:, pairs.a], mine), np.where(beside, held[:, pairs.b], theirs)
        return mine.tolist(), theirs.tolist()

    @cached_property
    def _bets(self) -> list[tuple[str, list[Any]]]:
        return [
            (f"side_bets[{bet.id}]", side_bet(self._pairs, bet)[0].tolist())
            for bet in self._replayed.scoring.side_bets
        ]

    @cached_property
    def _multiplies(self) -> bool:
        """Whether a sweep multiplies royalties as well as rows."""
        scoring = self._replayed.scoring
        rules = (scoring.sweep, scoring.sweep_of_all)
        return any(each is not None and each.op == "multiply" and each.royalties_too for each in rules)

    @cached_property
    def _sets(self) -> bool:
        """Whether a sweep takes the place of the rows."""
        scoring = self._replayed.scoring
        return any(each is not None and each.op == "set" for each in (scoring.sweep, scoring.sweep_of_all))

    # ------------------------------------------------------------ paths

    def _of_seat(self, hand: int, seat: int) -> list[int]:
        """The places of the pairs of a seat."""
        mine = (self._replayed.a == seat) | (self._replayed.b == seat)
        return np.flatnonzero(self._replayed.pairs[hand] & mine).tolist()

    def _fouled(self, hand: int, place: int) -> bool:
        """Whether one of a pair is fouled, and rows decide."""
        replayed = self._replayed
        fouled = replayed.seats.fouled[hand]
        return bool(
            replayed.by_rows[hand, place] and (fouled[replayed.a[place]] or fouled[replayed.b[place]])
        )

    def _fixed_path(self, hand: int, place: int) -> str:
        """The natural that settles a pair; of two against each other the rule for that."""
        replayed = self._replayed
        held = [
            int(replayed.seats.natural[hand, column]) for column in (replayed.a[place], replayed.b[place])
        ]
        named = [replayed.scoring.natural_names[each] for each in held if each >= 0]
        return f"naturals.list[{named[0]}]" if len(named) == 1 else "naturals.against_natural"

    def _heaviest_rows(self, hand: int, seat: int) -> int:
        places = self._of_seat(hand, seat)
        return max(places, key=lambda place: abs(int(self._replayed.parts["rows"][hand, place])))

    def _row_path(self, hand: int, place: int) -> str:
        """What prices the rows of a pair: its outcome where the ruleset has a table."""
        won, lost = sorted(divmod(int(self._replayed.outcome[hand, place]), 4), reverse=True)
        outcome = f"{won}-{lost}-{3 - won - lost}"
        return f"rows.table.{outcome}" if outcome in self._table else "rows.unit"

    @cached_property
    def _table(self) -> frozenset[str]:
        """The outcomes of a pair that the ruleset has a price for each."""
        ruleset = self._replayed.scoring.ruleset
        return frozenset(ruleset.sections.rows.prices)

    def _sweep_path(self, hand: int, place: int) -> str:
        """The sweep that a pair pays: of one opponent, or of all."""
        replayed = self._replayed
        winner = replayed.a[place] if replayed.outcome[hand, place] > 4 else replayed.b[place]
        return "sweep.table" if swept_all(replayed, hand, int(winner)) else "sweep.pair"

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
def explanations(ruleset: Ruleset, layout: tuple[object, ...]) -> dict[bytes, str]:
    """The paths found under a ruleset so far, by what decides them. layout: what the columns of the keys are."""
    return {}


def _sweepers(replayed: Replayed) -> NDArray[np.bool_]:
    """(H, S) seats that won every row of all their opponents, where the ruleset pays for that."""
    found: Flags = np.zeros(replayed.hands.seat.shape, np.bool_)
    rules = replayed.scoring.sweep_of_all
    if rules is None:
        return found
    live = replayed.pairs & replayed.by_rows if rules.live_only else replayed.pairs
    for seat in range(found.shape[1]):
        mine: Flags = live & ((replayed.a == seat) | (replayed.b == seat))
        won = replayed.outcome == np.where(replayed.a == seat, ALL_ROWS, ALL_ROWS // 4)
        found[:, seat] = (np.count_nonzero(mine, axis=1) >= rules.min_opponents) & every_seat(won | ~mine)
    return found


def swept_all(replayed: Replayed, hand: int, seat: int) -> bool:
    """Whether a seat won every row of all its opponents, where the ruleset pays for that."""
    rules = replayed.scoring.sweep_of_all
    if rules is None:
        return False
    pairs = replayed.pairs[hand] & ((replayed.a == seat) | (replayed.b == seat))
    if rules.live_only:
        pairs = pairs & replayed.by_rows[hand]
    won = np.where(replayed.a == seat, ALL_ROWS, ALL_ROWS // 4)
    return int(pairs.sum()) >= rules.min_opponents and bool((replayed.outcome[hand] == won)[pairs].all())


@lru_cache(maxsize=512)
def royalty_paths(ruleset: Ruleset) -> dict[tuple[int, int], str]:
    """The item of a ruleset's royalties that prices a row (0 front) and a kind of hand (Scale.kind)."""
    found: dict[tuple[int, int], str] = {}
    royal = ruleset.sections.ranking.royal
    for each in ruleset.sections.royalty:
        row, hand = ROWS.index(each.row), HANDS.index(each.hand)
        ranks = range(len(RANKS)) if each.rank is None else [RANKS.index(each.rank)]
        found |= {(row, hand * len(RANKS) + rank): f"royalty[{each.name}]" for rank in ranks}
    flushes = [(row, kind) for row, kind in found if kind // len(RANKS) == STRAIGHT_FLUSH]
    for row, kind in flushes if royal in ("straight_flush", "both") else ():
        found.setdefault((row, kind + (ROYAL_FLUSH - STRAIGHT_FLUSH) * len(RANKS)), found[row, kind])
    return found


@lru_cache(maxsize=16)
def _one_row_apart(outcome: int) -> list[int]:
    """The outcomes that differ in one row."""
    won, lost = divmod(outcome, 4)
    tied = 3 - won - lost
    moves = []
    for taken, (a, b, c) in ((won, (-1, 1, 0)), (won, (-1, 0, 1)), (lost, (1, -1, 0)), (lost, (0, -1, 1)),
                             (tied, (1, 0, -1)), (tied, (0, 1, -1))):  # fmt: skip
        if taken:
            moves.append((won + a, lost + b, tied + c))
    return [one * 4 + other for one, other, _ in moves]


def _times(sweep: int, paid: int) -> int:
    """The factor by which a sweep multiplies a pair."""
    return 1 + sweep // paid if paid and sweep % paid == 0 else 1


@lru_cache(maxsize=4096)
def _section(path: str) -> str:
    """The section of a ruleset that a path is in."""
    return path.replace("[", ".").partition(".")[0]


def _weightiest(parts: list[Part]) -> str:
    """The path of the part that weighs most; a surrender's or a natural's before all."""
    fixed = [part for part in parts if part.section in FIXED]
    weight: dict[str, int] = {}
    for part in fixed or parts:
        weight[part.path] = weight.get(part.path, 0) + abs(part.units)
    if not weight:
        return ROWS_PATH
    return max(weight, key=lambda path: (weight[path], -ORDER.index(_section(path))))
