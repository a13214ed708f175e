"""Typed records into columns. Records are dropped, since keeping them costs many times as much."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
from msgspec import UNSET, Struct, field
from msgspec.structs import astuple
from numpy.typing import NDArray

from rules import times
from rules.cards import HAND_SIZE, NO_CARD, ROW_SIZES, ROWS
from rules.hands import DEALT, DISCARDS, UNRECORDED_FLAG, Hands, Ints
from rules.one_value import has_one_value, of_one_value
from rules.open_face_hands import VARIANTS, OpenFace
from rules.records.acts import ActsColumn, CallsColumn, SeatsColumn
from rules.records.columns import (
    CardRows,
    Column,
    Flags8,
    Interned,
    Lists,
    NumberColumn,
    Texts,
    WordColumn,
    nothing,
)
from rules.records.events import ChineseHand, ChineseSeat, OfcHand, OfcSeat, Pool
from rules.records.flatten_pots import (
    LATER,
    hand_columns,
    pot_columns,
    seat_columns,
    wrong_acts,
    wrong_cards,
)
from rules.records.inspect import TIME_EXPECTED, cards_expected
from rules.records.pot_records import PotHand, PotSeat
from rules.records.problems import Problem, shown
from rules.records.scanned import TEXT, Fields, Scanner, Use
from rules.records.shape import Shape
from rules.records.stated_terms import TermsInForce
from rules.times import NOT_RECORDED
from rules.typed import from_json

MOST_DISCARDS = 4  # of a Pineapple deal
_SIZES = dict(zip(ROWS, ROW_SIZES, strict=True)) | {"dealt": HAND_SIZE, "discards": MOST_DISCARDS}
_PLACES = {name: place for place, name in enumerate(ROWS)} | {"dealt": DEALT, "discards": DISCARDS}
_SEATS: dict[Any, Any] = {ChineseHand: ChineseSeat, OfcHand: OfcSeat, PotHand: PotSeat}
_POOL = from_json(Pool)
_FIELDS = {kind: kind.__struct_fields__ for kind in (*_SEATS, *_SEATS.values())}

AnyHand = ChineseHand | OfcHand | PotHand


class SessionFacts(Struct, frozen=True):
    """Values of the session line for hands that state none."""

    unit: int  # NOT_RECORDED where it states none
    day: int
    terms: TermsInForce = field(default_factory=TermsInForce)  # of pot games
    counted: bool = True  # numbers count the hands of the table


class _Columns:
    def __init__(self, kind: type[AnyHand], players: Interned, names: Interned) -> None:
        self.kind = kind
        self.lines: list[int] = []
        self.counts: list[int] = []
        self.at: list[str] = []
        self.ended_at: list[str] = []
        self.pools: dict[int, Any] = {}
        self.shuffled_at: list[str] = []
        self.hand: dict[str, Any] = {
            "hand": NumberColumn(), "dealer": NumberColumn(), "dealer_id": Texts(names), "deck": Texts(names),
            "shuffler": Texts(names), "void": Flags8(),
        }  # fmt: skip
        self.seat: dict[str, Any] = {
            "seat": NumberColumn(), "player": Texts(players), "stack": NumberColumn(), "net": NumberColumn(),
        }  # fmt: skip
        if kind is PotHand:
            self.hand |= hand_columns(names)
            self.seat |= seat_columns()
        else:
            self._thirteen_cards(names)
        self._seat_fields = _FIELDS[_SEATS[kind]]
        self.rows = {name: CardRows(_SIZES[name]) for name in _PLACES if name in self._seat_fields}
        self.seat |= self.rows

    def _thirteen_cards(self, names: Interned) -> None:
        self.hand |= {
            "unit": NumberColumn(),
            "transfers": Lists(("payer", "payee", "units", "amount"), names),
            "fees": Lists(("kind", "amount", "of", "seat", "before_deal"), names),
            "irregularities": Lists(("kind", "when", "ruling", "seat", "cards", "units", "by"), names),
        }
        self.seat |= {"fouled": Flags8()}
        if self.kind is ChineseHand:
            self.hand |= {"banker": NumberColumn(), "forced_dealer": Flags8()}
            self.seat |= {"declared": Texts(names), "surrendered": Flags8(), "aces": Flags8()}
        else:
            self.hand |= {"variant": WordColumn(VARIANTS), "level": NumberColumn()}
            self.hand |= {
                "placements": ActsColumn(),
                "clock_calls": CallsColumn(),
                "eliminated": SeatsColumn(),
            }
            self.seat |= {"status": WordColumn(("played", "missed")), "fantasyland": NumberColumn()}

    def add(self, hands: Sequence[AnyHand], lines: Sequence[int]) -> None:
        taken = dict(zip(_FIELDS[self.kind], zip(*map(astuple, hands), strict=True), strict=True))
        seats, pools = taken["seats"], taken.get("pool", (UNSET,))
        if not nothing(pools):
            first = len(self.lines)
            self.pools.update({first + i: pool for i, pool in enumerate(pools) if pool is not UNSET})
        self.lines += lines
        self.counts += map(len, seats)
        self.at += _texts(taken["at"])
        self.ended_at += _texts(taken["ended_at"])
        self.shuffled_at += _texts(taken.get("shuffled_at", ()))
        for name, column in self.hand.items():
            column.add(taken[name])
        by_seat = zip(*map(astuple, chain.from_iterable(seats)), strict=True)
        for name, values in zip(self._seat_fields, by_seat, strict=True):
            self.seat[name].add(values)

    def uses(self) -> dict[str, Use]:
        hand = {name: column.use for name, column in self.hand.items()}
        seats = {name: column.use for name, column in self.seat.items()}
        return {"seats": seats, "at": TEXT, "ended_at": TEXT, "pool": _POOL, **hand}

    def add_scanned(self, fields: Fields, lines: Sequence[int]) -> None:
        first, seats = len(self.lines), fields["seats"]
        if "pool" in fields:
            self.pools.update({first + place: pool for place, pool in fields["pool"].more})
        self.lines += lines
        self.counts += memoryview(seats.values).cast("q").tolist()
        self.at += fields["at"].values
        self.ended_at += fields["ended_at"].values
        for name, column in self.hand.items():
            column.add_scanned(fields[name])
        for name in self._seat_fields:
            self.seat[name].add_scanned(seats.more[name])


def _texts(column: Column) -> Sequence[str]:
    return ["" if text is UNSET else text for text in column] if UNSET in column else column


class Flattener:
    """Hands of one kind collected into blocks of columns."""

    def __init__(
        self,
        kind: type[AnyHand] = ChineseHand,
        players: Interned | None = None,
        names: Interned | None = None,
    ) -> None:
        self.players = Interned() if players is None else players
        self.names = Interned() if names is None else names
        self._kind = kind
        self._kept: _Columns | None = None

    def __len__(self) -> int:
        return len(self._kept.lines) if self._kept is not None else 0

    @property
    def _columns(self) -> _Columns:
        if self._kept is None:
            self._kept = _Columns(self._kind, self.players, self.names)
        return self._kept

    def add(self, hands: Sequence[AnyHand], lines: Sequence[int]) -> None:
        """Add records, which can be dropped afterwards."""
        self._columns.add(hands, lines)

    @cached_property
    def scanner(self) -> Scanner:
        """Scanner of lines for this kind of hand."""
        return Scanner(self._kind, self._columns.uses())

    def add_scanned(self, fields: Fields, lines: Sequence[int]) -> None:
        self._columns.add_scanned(fields, lines)

    def block(self, session: SessionFacts) -> tuple[Hands, list[Problem]]:
        """Hands collected so far as a block, and problems; starts a new block."""
        columns, self._kept = self._columns, None
        problems: list[Problem] = []
        block = _block(columns, self.players, self.names, session, problems)
        _doubled_seats(block, problems)
        if block.pot is not None:
            problems += wrong_acts(block.pot, block.seat, block.irregularities, block.line)
        return block, sorted(problems, key=lambda problem: problem.line)


_BY_OTHERS = (
    "placements",
    "clock_calls",
    *LATER,
)  # problems of their texts are reported when the lines are known


def _block(
    columns: _Columns, players: Interned, names: Interned, session: SessionFacts, problems: list[Problem]
) -> Hands:
    lines = np.array(columns.lines, np.int64)
    hand = {name: column.values() for name, column in columns.hand.items() if name not in _BY_OTHERS}
    seat = {name: column.values() for name, column in columns.seat.items()}
    shape = Shape.of(np.array(columns.counts, np.int64), seat["seat"])
    at = _times(columns.at, lines, "at", problems)
    ended_at = _times(columns.ended_at, lines, "ended_at", problems)
    problems += _unprintable(players, "player", seat["player"], shape, lines)
    only = _pot if columns.kind is PotHand else _thirteen_cards
    return Hands(
        number=hand["hand"],
        line=lines,
        at=at.instant,
        ended_at=ended_at.instant,
        day=np.where(at.day == NOT_RECORDED, session.day, at.day),
        offset=at.offset,
        dealer=hand["dealer"],
        void=hand["void"],
        seat=shape.spread(seat["seat"].astype(np.int8), 0),
        player=shape.spread(seat["player"], -1),
        stack=shape.spread(seat["stack"], NOT_RECORDED),
        net=shape.spread(seat["net"], NOT_RECORDED),
        fees_recorded=hand["fees"][1],
        irregularities_recorded=hand["irregularities"][1],
        pools=columns.pools,
        dealer_id=hand["dealer_id"],
        deck=hand["deck"],
        shuffler=hand["shuffler"],
        players=players.texts,
        names=names.texts,
        counted=session.counted,
        **only(_Made(columns, hand, seat, shape, lines, session, names, problems)),
    )


class _Made(Struct, frozen=True):
    columns: _Columns
    hand: dict[str, Any]
    seat: dict[str, Any]
    shape: Shape
    lines: Ints
    session: SessionFacts
    names: Interned
    problems: list[Problem]


def _thirteen_cards(made: _Made) -> dict[str, Any]:
    hand, seat, shape = made.hand, made.seat, made.shape
    rows = [seat[name] for name in ROWS]
    transfers, transfers_recorded = hand["transfers"]
    columns = {
        "unit": _units(hand["unit"], made.session.unit),
        "fouled": shape.spread(seat["fouled"], UNRECORDED_FLAG),
        "cards": shape.spread(np.concatenate([codes for codes, _ in rows], axis=1), NO_CARD),
        "sizes": shape.spread(np.stack([sizes for _, sizes in rows], axis=1), -1),
        "odd": _odd_rows(made.columns, made.lines, shape, made.problems),
        "transfers": transfers,
        "transfers_recorded": transfers_recorded,
        "fees": hand["fees"][0],
        "irregularities": hand["irregularities"][0],
    }
    return columns | (_closed if made.columns.kind is ChineseHand else _open)(made)


def _units(stated: Ints, of_session: int) -> Ints:
    if has_one_value(stated):
        return of_one_value(np.int64(of_session), len(stated))
    return np.where(stated == NOT_RECORDED, of_session, stated)


def _pot(made: _Made) -> dict[str, Any]:
    made.problems.extend(wrong_cards(made.columns.seat, made.shape, made.lines))
    shuffled_at = _times(made.columns.shuffled_at, made.lines, "shuffled_at", made.problems)
    return {"odd": {}} | pot_columns(
        made.hand, made.seat, made.columns.hand, made.shape, made.lines, shuffled_at.instant,
        made.session.terms, made.problems,
    )  # fmt: skip


def _closed(made: _Made) -> dict[str, Any]:
    hand, seat, shape = made.hand, made.seat, made.shape
    made.problems.extend(_unprintable(made.names, "declared", seat["declared"], shape, made.lines))
    return {
        "banker": hand["banker"],
        "forced_dealer": hand["forced_dealer"],
        "declared": shape.spread(seat["declared"], -1),
        "surrendered": shape.spread(seat["surrendered"], UNRECORDED_FLAG),
        "aces": shape.spread(seat["aces"], UNRECORDED_FLAG),
        "dealt": shape.spread(seat["dealt"][0], NO_CARD),
        "dealt_size": shape.spread(seat["dealt"][1], -1),
    }


def _open(made: _Made) -> dict[str, Any]:
    hand, seat, shape = made.hand, made.seat, made.shape
    acts, acts_recorded = made.columns.hand["placements"].values(made.lines, made.problems)
    clock, clock_recorded = made.columns.hand["clock_calls"].values(made.lines, made.problems)
    eliminated, eliminated_recorded = hand["eliminated"]
    open_face = OpenFace(
        variant=hand["variant"],
        level=hand["level"],
        missed=shape.spread(seat["status"], -1) == 1,
        fantasyland=shape.spread(seat["fantasyland"], NOT_RECORDED),
        discards=shape.spread(seat["discards"][0], NO_CARD),
        discards_size=shape.spread(seat["discards"][1], -1),
        acts=acts,
        acts_recorded=acts_recorded,
        clock=clock,
        clock_recorded=clock_recorded,
        eliminated=eliminated,
        eliminated_recorded=eliminated_recorded,
    )
    size = (shape.hands, shape.width)
    return {
        "banker": of_one_value(np.int64(NOT_RECORDED), shape.hands),
        "forced_dealer": of_one_value(np.int8(UNRECORDED_FLAG), shape.hands),
        "declared": of_one_value(np.int32(-1), *size),
        "surrendered": of_one_value(np.int8(UNRECORDED_FLAG), *size),
        "aces": of_one_value(np.int8(UNRECORDED_FLAG), *size),
        "dealt": of_one_value(np.uint8(NO_CARD), *size, HAND_SIZE),
        "dealt_size": of_one_value(np.int16(-1), *size),
        "open_face": open_face,
    }


def _odd_rows(
    columns: _Columns, lines: Ints, shape: Shape, problems: list[Problem]
) -> dict[tuple[int, int, int], list[int]]:
    """Rows of a wrong size by (hand, seat, place); texts that are not cards become problems."""
    odd: dict[tuple[int, int, int], list[int]] = {}
    for name, rows in columns.rows.items():
        for listed, codes in rows.odd.items():
            odd[(*shape.place(listed), _PLACES[name])] = codes
        for listed, text in rows.wrong.items():
            line, field = shape.field(listed, lines)
            problems.append(Problem(line, f"{field}.{name}", shown(text), cards_expected(text) or "cards"))
    return odd


def _times(texts: list[str], lines: Ints, field: str, problems: list[Problem]) -> times.Times:
    if not any(texts):
        empty = np.full(len(texts), NOT_RECORDED, np.int64)
        return times.Times(empty, empty, [], of_one_value(np.int16(times.NO_OFFSET), len(texts)))
    parsed = times.parse(texts)
    problems += [Problem(int(lines[i]), field, shown(texts[i]), TIME_EXPECTED) for i in parsed.wrong]
    return parsed


def _doubled_seats(block: Hands, problems: list[Problem]) -> None:
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
    texts: Interned, name: str, column: NDArray[np.int32], shape: Shape, lines: Ints
) -> list[Problem]:
    if not texts.unprintable:
        return []
    problems = []
    for listed in np.flatnonzero(np.isin(column, texts.unprintable)).tolist():
        line, field = shape.field(listed, lines)
        found = shown(texts.texts[int(column[listed])])
        problems.append(Problem(line, f"{field}.{name}", found, "printable characters"))
    return problems
