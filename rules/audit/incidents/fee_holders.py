"""Findings that wrong fees belong to."""

from __future__ import annotations

from functools import cache

import numpy as np

from rules.audit.incidents.cases import Cases, area_of
from rules.audit.incidents.incident_places import Positions
from rules.audit.money.fee_rows import FEES, FeeRows
from rules.checks.catalogue import by_code
from rules.findings.finding_columns import NONE
from rules.hands import Flags, Ints

_PATHS = {
    "hand_fee": ("fees.hand_fee",),
    "rake": ("fees.rake", "pot.fees.rake", "pot.fees.no_flop"),
    "jackpot": ("fees.jackpot", "pot.fees.drop"),
    "time": ("fees.time",),
}
_SEATS = 16  # more than a hand has


@cache
def _of_kind(kind: str) -> frozenset[str]:
    return frozenset(
        code
        for code, entry in by_code().items()
        if area_of(code) == "fees" and any(path.startswith(_PATHS[kind]) for path in entry.check.rule)
    )


def fee_holders(cases: Cases, fees: FeeRows) -> Positions:
    """(F,) case of each fee: its kind's before other fees', its seat's before one of none; NONE: no case."""
    found = np.full(len(fees), NONE, np.int32)
    if not len(fees) or not len(cases):
        return found
    at, number = cases.numbers()
    of_fees = np.array([area_of(code) == "fees" for code in cases.codes], np.bool_)
    mine = of_fees[cases.code[at]]
    at, number = at[mine], number[mine].astype(np.int64)
    if not len(at):
        return found
    for kind, name in enumerate(FEES):
        rows = np.flatnonzero(fees.kind == kind)
        listed = _of_kind(name)
        own = np.array([code in listed for code in cases.codes], np.bool_)[cases.code[at]]
        for among in (own, ~own):
            rows = _held(cases, fees, rows, (at[among], number[among]), found)
    return found


def _held(cases: Cases, fees: FeeRows, rows: Ints, among: tuple[Positions, Ints], found: Positions) -> Ints:
    """Give rows the first case of their hand and seat, else of no seat, else of the hand; the rest."""
    at, number = among
    seat = cases.seat[at].astype(np.int64)
    by_seat = number * _SEATS + seat
    for keys, scale, own_seat in ((by_seat, _SEATS, 1), (by_seat, _SEATS, 0), (number, 1, 0)):
        place, hit = _first(keys, fees.hand[rows].astype(np.int64) * scale + fees.seat[rows] * own_seat)
        found[rows[hit]] = at[place[hit]]
        rows = rows[~hit]
    return rows


def _first(keys: Ints, needed: Ints) -> tuple[Ints, Flags]:
    if not len(keys):
        return np.zeros(len(needed), np.int64), np.zeros(len(needed), np.bool_)
    order = np.argsort(keys, kind="stable")
    place = np.minimum(np.searchsorted(keys[order], needed), len(order) - 1)
    return order[place], keys[order][place] == needed
