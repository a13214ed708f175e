"""Typed records into columns: decoded, flattened and dropped, for objects that are kept cost many times as much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from msgspec import UNSET
from msgspec.structs import astuple
from numpy.typing import NDArray

from rules.cards import HAND_SIZE, NO_CARD, ROW_SIZES, ROWS
from rules.hands import DEALT, UNRECORDED_FLAG, Hands, Ints
from rules.records import times
from rules.records.columns import Column, Flags8, Interned, Lists, Numbers, Rows, Texts, nothing
from rules.records.events import ChineseHand, ChineseSeat
from rules.records.inspect import TIME_EXPECTED, cards_expected
from rules.records.problems import Problem, shown
from rules.records.times import NOT_RECORDED

_PLACES = (*ROWS, "dealt")
_HAND_FIELDS = ChineseHand.__struct_fields__
_SEAT_FIELDS = ChineseSeat.__struct_fields__


@dataclass(frozen=True)
class SessionFacts:
    """What the session line gives to hands that do not say it themselves."""

    unit: int  # NOT_RECORDED where it says none
    day: int


class _Columns:
    """The columns of one block, growing."""

    def __init__(self, players: Interned, names: Interned) -> None:
        self.lines: list[int] = []
        self.counts: list[int] = []
        self.at: list[str] = []
        self.ended_at: list[str] = []
        self.pools: dict[int, Any] = {}
        self.hand: dict[str, Any] = {
            "hand": Numbers(), "unit": Numbers(), "dealer": Numbers(), "banker": Numbers(), "void": Flags8(),
            "forced_dealer": Flags8(),
            "transfers": Lists(("payer", "payee", "units", "amount"), names),
            "fees": Lists(("kind", "amount", "of", "seat", "before_deal"), names),
            "irregularities": Lists(("kind", "when", "ruling", "seat", "cards", "units"), names),
        }  # fmt: skip
        self.seat: dict[str, Any] = {
            "seat": Numbers(), "player": Texts(players), "stack": Numbers(), "net": Numbers(),
            "declared": Texts(names), "surrendered": Flags8(), "fouled": Flags8(), "aces": Flags8(),
            **{name: Rows(size) for name, size in zip(_PLACES, (*ROW_SIZES, HAND_SIZE), strict=True)},
        }  # fmt: skip

    def add(self, hands: Sequence[ChineseHand], lines: Sequence[int]) -> None:
        """Take what is in a batch of records."""
        taken = dict(zip(_HAND_FIELDS, zip(*map(astuple, hands), strict=True), strict=True))
        seats, pools = taken["seats"], taken["pool"]
        if not nothing(pools):
            first = len(self.lines)
            self.pools.update({first + i: pool for i, pool in enumerate(pools) if pool is not UNSET})
        self.lines += lines
        self.counts += map(len, seats)
        self.at += _texts(taken["at"])
        self.ended_at += _texts(taken["ended_at"])
        for name, column in self.hand.items():
            column.add(taken[name])
        by_seat = zip(*map(astuple, chain.from_iterable(seats)), strict=True)
        for name, values in zip(_SEAT_FIELDS, by_seat, strict=True):
            self.seat[name].add(values)


def _texts(column: Column) -> Sequence[str]:
    return ["" if text is UNSET else text for text in column] if UNSET in column else column


class Flattener:
    """Collects hands and turns them into blocks of columns."""

    def __init__(self) -> None:
        self.players = Interned()
        self.names = Interned()
        self._columns = _Columns(self.players, self.names)

    def __len__(self) -> int:
        return len(self._columns.lines)

    def add(self, hands: Sequence[ChineseHand], lines: Sequence[int]) -> None:
        """Take what is in the records; they can be dropped afterwards."""
        self._columns.add(hands, lines)

    def block(self, session: SessionFacts) -> tuple[Hands, list[Problem]]:
        """The hands collected so far as a block, and what is wrong in them; starts anew."""
        columns, self._columns = self._columns, _Columns(self.players, self.names)
        problems: list[Problem] = []
        block = _block(columns, self.players, self.names, session, problems)
        _doubled_seats(block, problems)
        return block, sorted(problems, key=lambda problem: problem.line)


def _block(
    columns: _Columns, players: Interned, names: Interned, session: SessionFacts, problems: list[Problem]
) -> Hands:
    lines = np.array(columns.lines, np.int64)
    hand = {name: column.values() for name, column in columns.hand.items()}
    seat = {name: column.values() for name, column in columns.seat.items()}
    shape = _Shape.of(np.array(columns.counts, np.int64), seat["seat"])
    at = _times(columns.at, lines, "at", problems)
    ended_at = _times(columns.ended_at, lines, "ended_at", problems)
    odd = _odd_rows(columns, lines, shape, problems)
    problems += _unprintable(players.texts, "player", seat["player"], shape, lines)
    problems += _unprintable(names.texts, "declared", seat["declared"], shape, lines)
    unit = hand["unit"]
    transfers, transfers_recorded = hand["transfers"]
    irregularities, irregularities_recorded = hand["irregularities"]
    rows = [seat[name] for name in ROWS]
    return Hands(
        number=hand["hand"],
        line=lines,
        at=at.instant,
        ended_at=ended_at.instant,
        day=np.where(at.day == NOT_RECORDED, session.day, at.day),
        unit=np.where(unit == NOT_RECORDED, session.unit, unit),
        dealer=hand["dealer"],
        banker=hand["banker"],
        void=hand["void"],
        forced_dealer=hand["forced_dealer"],
        seat=shape.spread(seat["seat"].astype(np.int8), 0),
        player=shape.spread(seat["player"], -1),
        stack=shape.spread(seat["stack"], NOT_RECORDED),
        net=shape.spread(seat["net"], NOT_RECORDED),
        declared=shape.spread(seat["declared"], -1),
        surrendered=shape.spread(seat["surrendered"], UNRECORDED_FLAG),
        fouled=shape.spread(seat["fouled"], UNRECORDED_FLAG),
        aces=shape.spread(seat["aces"], UNRECORDED_FLAG),
        cards=shape.spread(np.concatenate([codes for codes, _ in rows], axis=1), NO_CARD),
        sizes=shape.spread(np.stack([sizes for _, sizes in rows], axis=1), -1),
        dealt=shape.spread(seat["dealt"][0], NO_CARD),
        dealt_size=shape.spread(seat["dealt"][1], -1),
        odd=odd,
        transfers=transfers,
        fees=hand["fees"][0],
        irregularities=irregularities,
        transfers_recorded=transfers_recorded,
        fees_recorded=hand["fees"][1],
        irregularities_recorded=irregularities_recorded,
        pools=columns.pools,
        players=players.texts,
        names=names.texts,
    )


@dataclass(frozen=True)
class _Shape:
    """Where each listed seat goes in arrays of (hands, seats)."""

    hands: int
    width: int
    order: Ints | None  # the listed seats in ascending order, where the log has another
    hand: Ints  # (n,) position of the hand, after ordering
    column: Ints | None  # (n,) None where every hand has ``width`` seats

    @classmethod
    def of(cls, counts: Ints, numbers: Ints) -> _Shape:
        hand = np.repeat(np.arange(len(counts)), counts)
        keys = hand * 16 + numbers
        order = None if (keys[1:] >= keys[:-1]).all() else np.argsort(keys, kind="stable")
        width = int(counts.max())
        if (counts == width).all():
            return cls(len(counts), width, order, hand, None)
        starts = np.repeat(np.cumsum(counts) - counts, counts)
        return cls(len(counts), width, order, hand, np.arange(len(numbers)) - starts)

    def spread(self, flat: NDArray[Any], empty: int) -> NDArray[Any]:
        """(n, ...) in the order of the log to (hands, seats, ...)."""
        if self.order is not None:
            flat = flat[self.order]
        if self.column is None:
            return flat.reshape(self.hands, self.width, *flat.shape[1:])
        wide = np.full((self.hands, self.width, *flat.shape[1:]), empty, flat.dtype)
        wide[self.hand, self.column] = flat
        return wide

    def field(self, listed: int, lines: Ints) -> tuple[int, str]:
        """(line, path) of the seat that the log lists at ``listed``."""
        hand = int(self.hand[listed])
        return int(lines[hand]), f"seats[{listed - int(np.searchsorted(self.hand, hand))}]"

    def place(self, listed: int) -> tuple[int, int]:
        """(hand, seat) position of the seat that the log lists at ``listed``."""
        at = listed if self.order is None else int(np.flatnonzero(self.order == listed)[0])
        column = at % self.width if self.column is None else int(self.column[at])
        return int(self.hand[at]), column


def _odd_rows(
    columns: _Columns, lines: Ints, shape: _Shape, problems: list[Problem]
) -> dict[tuple[int, int, int], list[int]]:
    """Rows of a wrong size by (hand, seat, place); texts that are no cards become problems."""
    odd: dict[tuple[int, int, int], list[int]] = {}
    for place, name in enumerate(_PLACES):
        rows = columns.seat[name]
        for listed, codes in rows.odd.items():
            odd[(*shape.place(listed), place if name != "dealt" else DEALT)] = codes
        for listed, text in rows.wrong.items():
            line, field = shape.field(listed, lines)
            problems.append(Problem(line, f"{field}.{name}", shown(text), cards_expected(text) or "cards"))
    return odd


def _times(texts: list[str], lines: Ints, field: str, problems: list[Problem]) -> times.Times:
    if not any(texts):
        empty = np.full(len(texts), NOT_RECORDED, np.int64)
        return times.Times(empty, empty, [])
    parsed = times.parse(texts)
    problems += [Problem(int(lines[i]), field, shown(texts[i]), TIME_EXPECTED) for i in parsed.wrong]
    return parsed


def _doubled_seats(block: Hands, problems: list[Problem]) -> None:
    """A seat listed twice in one hand: the file is wrong, not the play."""
    doubled = (block.seat[:, 1:] == block.seat[:, :-1]) & (block.seat[:, 1:] > 0)
    if not doubled.any():
        return
    for hand in np.flatnonzero(doubled.any(axis=1)).tolist():
        number = int(block.seat[hand, 1:][doubled[hand]][0])
        problems.append(
            Problem(
                int(block.line[hand]), "seats", f"seat {number} twice", "every seat of a hand listed once"
            )
        )


def _unprintable(
    texts: list[str], name: str, column: NDArray[np.int32], shape: _Shape, lines: Ints
) -> list[Problem]:
    """Ids with characters that cannot be printed."""
    problems = []
    for place in [place for place, text in enumerate(texts) if not text.isprintable()]:
        for listed in np.flatnonzero(column == place).tolist():
            line, field = shape.field(listed, lines)
            problems.append(Problem(line, f"{field}.{name}", shown(texts[place]), "printable characters"))
    return problems
