"""Parts of an amount due, with their parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.cards import RANKS, ROWS
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Ints, every_seat
from rules.replay import by_rows
from rules.replay.pairs import Pairs, pairs_of
from rules.replay.row_replay import ReplayedRows
from rules.replay.row_strengths import HANDS, ROYAL_FLUSH, STRAIGHT_FLUSH
from rules.replay.side_bets import side_bet

FOUL, ROYALTIES = "set_order.foul", "royalties"


class DuePart(NamedTuple):
    """Gain from one opponent by a parameter, in parts of a unit. times: of a sweep."""

    path: str
    units: int
    times: int = 1

    @property
    def effect(self) -> int:
        """Loss without it."""
        return self.units * self.times

    @property
    def section(self) -> str:
        return section_of(self.path)


class DueParts:
    """Parts due in some hands of a block (which: ascending positions)."""

    def __init__(self, replayed: ReplayedRows, which: Ints) -> None:
        self._replayed, self._which = replayed, which
        self._row = {hand: row for row, hand in enumerate(which.tolist())}
        self._pair_of = list(zip(replayed.a.tolist(), replayed.b.tolist(), strict=True))
        self._places = [
            [place for place, pair in enumerate(self._pair_of) if seat in pair]
            for seat in range(replayed.hands.seat.shape[1])
        ]

    def of(self, hand: int, seat: int) -> Iterator[DuePart]:
        """Parts due to a seat, by opponent."""
        by_pair = {name: units[hand].tolist() for name, units in self._replayed.parts.items()}
        for place in self.places_of(hand, seat):
            side = 1 if self._pair_of[place][0] == seat else -1
            parts = {name: units[place] for name, units in by_pair.items()}
            for path, worth, times in self._of_pair(hand, place, parts):
                if worth:
                    yield DuePart(path, side * worth, times)

    def _of_pair(self, hand: int, place: int, units: Mapping[str, int]) -> Iterator[tuple[str, int, int]]:
        """Path, units for a and sweep's factor of a pair. units: by part."""
        replayed = self._replayed
        yield "surrender.amount", units.get("surrender", 0), 1
        if natural := units.get("natural", 0):
            yield self._fixed_path(hand, place), natural, 1
        rows, sweep, royalties = (units.get(name, 0) for name in ("rows", "sweep", "royalties"))
        times = _times(sweep, rows + royalties) if self._multiplies else 1
        for path, worth in self._royalties(hand, place):
            royalties -= worth
            yield path, worth, times
        if self.fouled(hand, place):
            yield FOUL, rows + sweep + royalties, 1
        else:
            instead = self._sets and sweep != 0  # a sweep that sets a pair's units replaces its rows
            yield ROYALTIES, royalties, times
            if rows and not instead:
                yield self.row_path(hand, place), rows, 1
            if sweep:
                yield self.sweep_path(hand, place), sweep + rows if instead else sweep, 1
        yield "overall_point", units.get("overall", 0), 1
        if penalty := units.get("penalties", 0):
            absent = replayed.compared.by_absence[hand, place]
            yield "penalties.missed_hand" if absent else "penalties.exposed_card", penalty, 1
        for path, bets in self.bets:
            yield path, int(bets[self._row[hand], place]), 1
        yield "dealer_compensation", units.get("other", 0), 1

    def _royalties(self, hand: int, place: int) -> Iterator[tuple[str, int]]:
        if self.sides is None:
            return
        row, items = self._row[hand], royalty_paths(self._replayed.scoring.ruleset)
        for column, side, sign in zip(self._pair_of[place], self.sides, (1, -1), strict=True):
            for line, worth in enumerate(side[row, place].tolist()):
                if worth:
                    kind = int(self._replayed.seats.kinds[hand, column, line])
                    yield items.get((line, kind), "royalty"), sign * worth

    @cached_property
    def pairs(self) -> Pairs:
        hands = self._replayed.hands.take(self._which, acts=False)
        return pairs_of(hands, self._replayed.scoring, self._replayed.seats.take(self._which))

    @cached_property
    def sides(self) -> tuple[Ints, Ints] | None:
        """(W, P, 3) twice: royalties paid to either side, or held where a natural or surrender pays."""
        if self._replayed.scoring.royalties is None:
            return None
        pairs, held = self.pairs, self.pairs.seats.royalties
        mine, theirs = by_rows.royalty_sides(pairs, self._replayed.parts["rows"][self._which])
        beside = (pairs.by_natural | pairs.by_surrender) & (
            self._replayed.parts["royalties"][self._which] != 0
        )
        gives = np.where(pairs.seats.surrendered, 0, 1)[..., None] if pairs.scoring.surrender else 1
        held = held * gives
        beside = beside[..., None]
        return np.where(beside, held[:, pairs.a], mine), np.where(beside, held[:, pairs.b], theirs)

    @cached_property
    def bets(self) -> list[tuple[str, Ints]]:
        """(W, P) units of side bets, with paths."""
        return [
            (f"side_bets[{bet.id}]", side_bet(self.pairs, bet)[0]) for bet in self._replayed.scoring.side_bets
        ]

    @cached_property
    def _multiplies(self) -> bool:
        """Whether a sweep multiplies royalties."""
        scoring = self._replayed.scoring
        rules = (scoring.sweep, scoring.sweep_of_all)
        return any(each is not None and each.op == "multiply" and each.royalties_too for each in rules)

    @cached_property
    def _sets(self) -> bool:
        """Whether a sweep replaces rows."""
        scoring = self._replayed.scoring
        return any(each is not None and each.op == "set" for each in (scoring.sweep, scoring.sweep_of_all))

    def places_of(self, hand: int, seat: int) -> list[int]:
        """Places of a seat's pairs."""
        there = self._replayed.pairs[hand].tolist()
        return [place for place in self._places[seat] if there[place]]

    def fouled(self, hand: int, place: int) -> bool:
        replayed = self._replayed
        fouled = replayed.seats.fouled[hand]
        return bool(
            replayed.by_rows[hand, place] and (fouled[replayed.a[place]] or fouled[replayed.b[place]])
        )

    def _fixed_path(self, hand: int, place: int) -> str:
        """Path of the natural that settles a pair."""
        replayed = self._replayed
        held = [
            int(replayed.seats.natural[hand, column]) for column in (replayed.a[place], replayed.b[place])
        ]
        named = [replayed.scoring.natural_names[each] for each in held if each >= 0]
        return f"naturals.list[{named[0]}]" if len(named) == 1 else "naturals.against_natural"

    def heaviest_rows(self, hand: int, seat: int) -> int:
        places = self.places_of(hand, seat)
        return max(places, key=lambda place: abs(int(self._replayed.parts["rows"][hand, place])))

    def row_path(self, hand: int, place: int) -> str:
        """Path that prices a pair's rows."""
        outcome = _named(int(self._replayed.outcome[hand, place]))
        return f"rows.table.{outcome}" if outcome in self._table else "rows.unit"

    @cached_property
    def _table(self) -> frozenset[str]:
        ruleset = self._replayed.scoring.ruleset
        return frozenset(ruleset.sections.rows.prices)

    def sweep_path(self, hand: int, place: int) -> str:
        """Path of the sweep: of one opponent, or all."""
        replayed = self._replayed
        winner = replayed.a[place] if replayed.outcome[hand, place] > 4 else replayed.b[place]
        return "sweep.table" if swept_all(replayed, hand, int(winner)) else "sweep.pair"


def sweepers(replayed: ReplayedRows) -> NDArray[np.bool_]:
    """(H, S) seats paid for winning every row of all opponents."""
    found: Flags = np.zeros(replayed.hands.seat.shape, np.bool_)
    rules = replayed.scoring.sweep_of_all
    if rules is None:
        return found
    live = replayed.pairs & replayed.by_rows if rules.live_only else replayed.pairs
    for seat in range(found.shape[1]):
        mine: Flags = live & ((replayed.a == seat) | (replayed.b == seat))
        won = replayed.outcome == np.where(replayed.a == seat, by_rows.ALL_ROWS, by_rows.ALL_ROWS // 4)
        found[:, seat] = (np.count_nonzero(mine, axis=1) >= rules.min_opponents) & every_seat(won | ~mine)
    return found


def swept_all(replayed: ReplayedRows, hand: int, seat: int) -> bool:
    """Whether a seat is paid for winning every row of all."""
    rules = replayed.scoring.sweep_of_all
    if rules is None:
        return False
    pairs = replayed.pairs[hand] & ((replayed.a == seat) | (replayed.b == seat))
    if rules.live_only:
        pairs = pairs & replayed.by_rows[hand]
    won = np.where(replayed.a == seat, by_rows.ALL_ROWS, by_rows.ALL_ROWS // 4)
    return int(pairs.sum()) >= rules.min_opponents and bool((replayed.outcome[hand] == won)[pairs].all())


@lru_cache(maxsize=512)
def royalty_paths(ruleset: Ruleset) -> dict[tuple[int, int], str]:
    """Royalty's path by row (0 front) and kind (Scale.kind)."""
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


def _times(sweep: int, paid: int) -> int:
    return 1 + sweep // paid if paid and sweep % paid == 0 else 1


@lru_cache(maxsize=16)
def _named(outcome: int) -> str:
    """Outcome as rulesets name it: won-lost-tied."""
    won, lost = sorted(divmod(outcome, 4), reverse=True)
    return f"{won}-{lost}-{3 - won - lost}"


@lru_cache(maxsize=4096)
def section_of(path: str) -> str:
    return path.replace("[", ".").partition(".")[0]
