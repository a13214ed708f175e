"""Hands that a check must not judge."""

from __future__ import annotations

import numpy as np

from rules.checks.support.check import HandsView
from rules.checks.support.views import BlockView
from rules.hands import Flags, Ints
from rules.replay.unpriced import explained


def irregular(view: HandsView) -> Flags:
    found = np.zeros(len(view), np.bool_)
    found[view.hands.irregularities.hand] = True
    return found


def handled(view: BlockView) -> Flags:
    """(H,) void deals with an irregularity: the floor dealt with it."""
    return view.replayed.void & irregular(view)


def left_open(view: BlockView, paid: Ints) -> tuple[list[tuple[Flags, str]], Flags]:
    """Hands whose difference the controls leave open: masks with reasons, and their union."""
    masks = explained(view.replayed, paid)
    together = np.zeros(len(view), np.bool_)
    for mask, _ in masks:
        together |= mask
    return masks, together


def unfinished(view: BlockView) -> Flags:
    """(H, S) open-face hands fouled by a ruling, which may lack cards."""
    if view.hands.open_face is None:
        return np.zeros(view.hands.seat.shape, np.bool_)
    return view.replayed.seats.ruled
