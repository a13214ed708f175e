"""Gains of players of pot games from each other, from what audits kept: what a loser put into a pot goes to its winners.

Hands of three players or more are counted, in which the awards and all chips are known. A big blind is the unit; where a hand
has none, the small bet, the smallest bet or the ante.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from decimal import Context, localcontext
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct

from auditor.store.kept_statistics import KeptStatistics
from reports.spreadsheet import csv_lines
from rules.screening.screening_result import six_digits
from rules.screening.statistics import PairRow
from rules.screening.unit_counts import as_decimal

_Value = TypeVar("_Value", bound=Hashable)
_PAYMENTS = "SCN004"
_COLUMNS = ("payer", "payee", "hands", "big_blinds", "money", "currency")
_PRECISION = 50  # digits


class GainOfPair(Struct, frozen=True):
    """Chips that a payer put in and a payee won. hands: those that the payer lost with the payee in the game. big_blinds: to 6
    digits. money: in minor units, where all sessions have one currency and one big blind; else None.
    """

    payer: str
    payee: str
    hands: int
    big_blinds: str
    money: int | None


class GainsOfPlayer(Struct, frozen=True):
    """Sums of a player: paid to all others, got from all others, and got less paid."""

    player: str
    paid: str
    got: str
    net: str
    paid_money: int | None
    got_money: int | None
    net_money: int | None


class GainsOfRoom(Struct, frozen=True):
    """Gains of a room's players from each other. as_of: the last entry of the register that counts. first, last: gaming days of
    the sessions with such hands; None: there is none. currency, big_blind: of all these sessions; None: several.

    players: who gained most first. gains: by payer and payee.
    """

    room: str
    as_of: int
    first: dt.date | None
    last: dt.date | None
    sessions: int
    currency: str | None
    big_blind: int | None
    players: Sequence[GainsOfPlayer]
    gains: Sequence[GainOfPair]


class _Moved(Struct):
    """Sums of a pair. units: in big blinds."""

    hands: int = 0
    units: Fraction = Fraction()
    money: int = 0

    def add(self, row: PairRow) -> None:
        self.hands += row.hands
        self.units += sum((Fraction(money, unit) for unit, money in row.moved), Fraction())
        self.money += sum(money for _, money in row.moved)


def gains_of_room(
    room: str, as_of: int, kept: Iterable[KeptStatistics], currency_of: Callable[[int], str | None]
) -> GainsOfRoom:
    """Gains over some sessions of a room. currency_of: the currency of a session by its number."""
    rows = [
        (each.session, each.statistics.day, found)
        for each in kept
        if each.session is not None and (found := _payments(each))
    ]
    pairs: defaultdict[tuple[str, str], _Moved] = defaultdict(_Moved)
    for _, _, of_session in rows:
        for row in of_session:
            pairs[row.unit[0][1], row.unit[1][1]].add(row)
    blind = _only(unit for _, _, of_session in rows for row in of_session for unit, _ in row.moved)
    currency = _only(currency_of(session) for session, _, _ in rows) if blind is not None else None
    alike = currency is not None
    days = [day for _, day, _ in rows]
    return GainsOfRoom(
        room, as_of, min(days, default=None), max(days, default=None), len(rows), currency, blind if alike else None,
        _players(pairs, alike), _gains(pairs, alike),
    )  # fmt: skip


def csv_of_gains(found: GainsOfRoom) -> Iterator[bytes]:
    """Lines for a spreadsheet, one for each payer with each payee. Money is in minor units."""
    rows = (
        [
            each.payer,
            each.payee,
            each.hands,
            each.big_blinds,
            "" if each.money is None else each.money,
            found.currency or "",
        ]
        for each in found.gains
    )
    return csv_lines(_COLUMNS, rows)


def _payments(kept: KeptStatistics) -> list[PairRow]:
    rows = kept.statistics.rows.get(_PAYMENTS, ())
    return [row for row in rows if isinstance(row, PairRow) and row.moved]


def _only(values: Iterable[_Value]) -> _Value | None:
    found = set(values)
    return found.pop() if len(found) == 1 else None


def _players(pairs: Mapping[tuple[str, str], _Moved], alike: bool) -> list[GainsOfPlayer]:
    """The sums of each player, who gained most first."""
    paid, got = (_sums((pair[side], moved) for pair, moved in pairs.items()) for side in (0, 1))
    names = sorted(paid.keys() | got.keys(), key=lambda name: (paid[name].units - got[name].units, name))
    return [_player(name, paid[name], got[name], alike) for name in names]


def _player(name: str, paid: _Moved, got: _Moved, alike: bool) -> GainsOfPlayer:
    net, net_money = got.units - paid.units, got.money - paid.money
    money = (paid.money, got.money, net_money) if alike else (None, None, None)
    return GainsOfPlayer(name, _digits(paid.units), _digits(got.units), _digits(net), *money)


def _gains(pairs: Mapping[tuple[str, str], _Moved], alike: bool) -> list[GainOfPair]:
    return [
        GainOfPair(*pair, moved.hands, _digits(moved.units), moved.money if alike else None)
        for pair, moved in sorted(pairs.items())
    ]


def _sums(of: Iterable[tuple[str, _Moved]]) -> defaultdict[str, _Moved]:
    found: defaultdict[str, _Moved] = defaultdict(_Moved)
    for name, moved in of:
        found[name].units += moved.units
        found[name].money += moved.money
    return found


def _digits(value: Fraction) -> str:
    with localcontext(Context(prec=_PRECISION)):
        return six_digits(as_decimal(value))
