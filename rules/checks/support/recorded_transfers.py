"""Recorded transfers of chips, by seat."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.checks.support.view_cache import shared
from rules.hands import NOT_RECORDED, Flags, Hands, Ints, any_seat


class TransferSums(Struct, frozen=True):
    """Recorded transfers. total: (H, S) money to each seat, without payments to itself. seated: (T,) both are seats of the
    hand."""

    total: Ints
    payer: Ints  # (T,) seat column, meaningless where not seated
    payee: Ints
    seated: Flags
    strange: Flags  # (H,) a transfer of the hand names a seat that is not in it, or pays itself


@shared  # three checks read the same block
def moved(hands: Hands) -> TransferSums:
    listed = hands.transfers
    at = listed.hand
    pays = hands.seat[at] == listed["payer"][:, None]
    gets = hands.seat[at] == listed["payee"][:, None]
    payer_there, payee_there = any_seat(pays), any_seat(gets)
    seated = payer_there & payee_there & (listed["payer"] != listed["payee"])
    payer, payee = pays.argmax(axis=1), gets.argmax(axis=1)
    total = np.zeros(hands.seat.shape, np.int64)
    np.add.at(total, (at[payee_there], payee[payee_there]), listed["amount"][payee_there])
    np.subtract.at(total, (at[payer_there], payer[payer_there]), listed["amount"][payer_there])
    strange = np.zeros(len(hands), np.bool_)
    strange[at[~seated]] = True
    return TransferSums(total, payer, payee, seated, strange)


def recorded(hands: Hands) -> Ints:
    """(H, S) nets, or where none was recorded the sum of transfers."""
    if not (hands.transfers_recorded.any() and (hands.net == NOT_RECORDED).any()):
        return hands.net
    found = moved(hands)
    from_transfers = hands.transfers_recorded & ~found.strange
    return np.where(
        (hands.net == NOT_RECORDED) & from_transfers[:, None] & hands.present, found.total, hands.net
    )
