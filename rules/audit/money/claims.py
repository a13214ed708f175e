"""Hands paid by the rules that a log names instead of those that decide: one incident. What differs from both is another."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.audit.money.fee_rows import FeeRows, chosen_rows
from rules.audit.money.money_astray import Astray, Differences, astray_of
from rules.audit.money.money_records import MoneyRecords
from rules.hands import Flags, Hands, Ints, any_seat, every_seat

_SEATS, _KINDS = 16, 8  # more than a hand has, and than there are of fees


class Claimed(Struct, frozen=True, eq=False):
    """Money that follows from the named rules. astray (A,), fees (F,): rows of the account."""

    astray: Flags
    fees: Flags

    @property
    def any(self) -> bool:
        return bool(self.astray.any() or self.fees.any())


def due_apart(records: MoneyRecords, named: MoneyRecords) -> Ints:
    """(H, S) due less due under the named rules; 0 where unknown, and in hands paid as due."""
    as_due = every_seat((records.paid == records.due) | ~records.there)
    known = records.known & named.known & ~as_due
    there = known[:, None] & records.there
    return np.where(there, records.due - named.due, 0)


def claimed_astray(hands: Hands, apart: Ints) -> Astray:
    """Money that the named rules gave to seats not due it."""
    rows = np.flatnonzero(any_seat(apart != 0))
    nothing = np.zeros(len(rows), np.bool_)
    owed = apart[rows]
    return astray_of(
        hands, Differences(rows, owed, np.zeros_like(owed), nothing, ~nothing, np.zeros(len(rows), np.int64))
    )


def split_fees(fees: FeeRows, named: FeeRows) -> tuple[FeeRows, FeeRows]:
    """Fees wrong under the named rules too, and fees wrong by the claim alone."""
    over, under = _under(fees, named, named.over), _under(fees, named, named.under)
    own_over, own_under = np.minimum(fees.over, over), np.minimum(fees.under, under)
    own = chosen_rows(fees, own_over, own_under)
    return own, chosen_rows(fees, fees.over - own_over, fees.under - own_under)


def _under(fees: FeeRows, named: FeeRows, amounts: Ints) -> Ints:
    if not len(named):
        return np.zeros(len(fees), np.int64)
    keys = _keys(named)
    order = np.argsort(keys, kind="stable")
    wanted = _keys(fees)
    place = np.minimum(np.searchsorted(keys[order], wanted), len(order) - 1)
    found = np.where(keys[order][place] == wanted, amounts[order][place], 0)
    return found.astype(np.int64)


def _keys(fees: FeeRows) -> Ints:
    found: Ints = (fees.line.astype(np.int64) * _KINDS + fees.kind) * _SEATS + fees.seat
    return found
