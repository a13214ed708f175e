"""Course of a session: times of hands, events and irregularities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import numpy as np
from msgspec import UNSET, Struct

from rules.audit.source import LogSource
from rules.hands import NOT_RECORDED, Hands, Ints
from rules.pot_hands import STAKES
from rules.records.events import (
    Chips,
    Drop,
    Fee,
    Irregularity,
    Jackpot,
    SeatEvent,
    TableEvent,
    Terms,
    Toke,
)  # fmt: skip
from rules.records.reader import LogReader
from rules.times import parse_one

Sort = Literal["chips", "fee", "toke", "drop", "irregularity", "terms", "seat", "jackpot"]
_TERMS = (
    "game", "limit", "stakes", "min_buy_in", "max_buy_in", "charge", "special_rake", "jackpot", "run_twice",
)  # fmt: skip
_NO_INTS: Ints = np.zeros(0, np.int64)


class Happening(Struct, frozen=True):
    """An event beside the play of hands; at, amount None: unrecorded, or none.

    name: kind of chips, fee, box, irregularity, seat event or jackpot. hand: of an irregularity or jackpot. stated: of terms, by
    the format's names.
    """

    sort: Sort
    name: str
    line: int
    at: int | None
    hand: int | None = None
    seat: int | None = None
    player: str | None = None
    amount: int | None = None
    ruling: str | None = None
    stated: tuple[tuple[str, int | str | bool], ...] = ()


class LogCourse(Struct, frozen=True):
    """A session over time. opened, closed: instants; None: unrecorded. number, at: (H,) in log order. fee_at,
    fee: (F,) time and amount of hands' fees.
    """

    opened: int
    closed: int | None
    number: Ints
    at: Ints
    fee_at: Ints
    fee: Ints
    happenings: tuple[Happening, ...]


def read_course(source: LogSource) -> LogCourse:
    """Read a session's course from its log. Raises Refused."""
    reader, blocks = LogReader(), []
    happenings: list[Happening] = []
    for block in reader.blocks(source.chunks()):
        of_fees = block.fees.hand
        blocks.append(
            (block.number, block.at, block.at[of_fees], block.fees["amount"] if len(of_fees) else _NO_INTS)
        )
        happenings += _in_hands(block)
    happenings += (_beside(line, event) for line, event in reader.events)
    assert reader.session is not None
    number, at, fee_at, fee = map(np.concatenate, zip(*blocks, strict=True)) if blocks else [_NO_INTS] * 4
    ordered = tuple(sorted(happenings, key=lambda each: each.line))
    opened = _instant(reader.session.opened_at) or 0
    return LogCourse(opened, _closed(reader), number, at, fee_at, fee, ordered)


def _closed(reader: LogReader) -> int | None:
    assert reader.session is not None
    said = _instant(reader.session.closed_at)
    return _instant(reader.close[1].at) if said is None and reader.close is not None else said


def _in_hands(hands: Hands) -> Iterator[Happening]:
    listed = hands.irregularities
    for row, hand in enumerate(listed.hand.tolist()):
        ruling = int(listed["ruling"][row])
        yield Happening(
            "irregularity",
            hands.names[listed["kind"][row]],
            int(hands.line[hand]),
            _recorded(hands.at[hand]),
            int(hands.number[hand]),
            _recorded(listed["seat"][row]),
            ruling=None if ruling == NOT_RECORDED else hands.names[ruling],
        )


def _beside(line: int, event: TableEvent) -> Happening:
    at = _instant(event.at)
    if isinstance(event, Terms):
        return Happening("terms", "", line, at, stated=tuple(_stated(event)))
    if isinstance(event, SeatEvent):
        seat, amount = _or_none(event.seat), _or_none(event.amount)
        return Happening("seat", event.kind, line, at, None, seat, event.player, amount)
    if isinstance(event, Jackpot):
        return _jackpot(line, at, event)
    if isinstance(event, Irregularity):
        return Happening(
            "irregularity", event.kind, line, at, None, _or_none(event.seat), ruling=_or_none(event.ruling)
        )
    if isinstance(event, Drop):
        return Happening("drop", event.kind, line, at, amount=event.amount)
    sort: Sort = "chips" if isinstance(event, Chips) else "fee" if isinstance(event, Fee) else "toke"
    name = "" if isinstance(event, Toke) else event.kind
    return Happening(sort, name, line, at, None, event.seat, event.player, event.amount)


def _stated(terms: Terms) -> Iterator[tuple[str, int | str | bool]]:
    for name in _TERMS:
        value = getattr(terms, name)
        if value is UNSET:
            continue
        if name == "stakes":
            stakes = ((each, getattr(value, each)) for each in STAKES)
            yield from ((each, amount) for each, amount in stakes if amount is not UNSET)
        else:
            yield name, value


def _jackpot(line: int, at: int | None, event: Jackpot) -> Happening:
    if event.kind == "close":
        return Happening("jackpot", "close", line, at, amount=_or_none(event.level))
    paid = None if event.payouts is UNSET else sum(each.amount for each in event.payouts)
    return Happening("jackpot", _or_none(event.hit) or "hit", line, at, _or_none(event.hand), amount=paid)


def _instant(text: Any) -> int | None:
    found = parse_one(text) if isinstance(text, str) else None
    return found[0] if found else None


def _recorded(value: Any) -> int | None:
    return None if value == NOT_RECORDED else int(value)


def _or_none(value: Any) -> Any:
    return None if value is UNSET else value
