"""Unpriced payments that a short stack or a penalty can explain."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from rules.controls.procedure_of_irregularity import procedures
from rules.hands import NOT_RECORDED, Flags, Ints, any_seat, every_seat
from rules.replay.penalties import EXPOSED, MISSED
from rules.replay.readings import settles_by_default
from rules.replay.row_replay import ReplayedRows

SHORT_STACK = "a player owed more than the chips in front of him, and the controls do not say what is paid then, or in what order"
PENALTY = "a penalty was ruled, and the controls have no procedure for one"
TO_WHOM = "a penalty was ruled, and the controls do not say to whom it is paid"


def explained(replayed: ReplayedRows, paid: Ints) -> list[tuple[Flags, str]]:
    """Hands whose ``paid`` (H, S; or NOT_RECORDED) differs from the due, each with its explanation."""
    explanations = list(_explanations(replayed))
    if not explanations:
        return []
    due, present = replayed.net, replayed.seats.present
    known = (paid != NOT_RECORDED) & (due != NOT_RECORDED) & present
    off = np.where(known, paid - due, 0)
    balanced = (np.where(known, paid, 0).sum(axis=1) == 0) & every_seat(known | ~present)
    differing = any_seat(off != 0) & balanced & ~replayed.void
    if not differing.any():
        return []
    return [(differing & explains(replayed, off, known), words) for explains, words in explanations]


def _explanations(
    replayed: ReplayedRows,
) -> Iterator[tuple[Callable[[ReplayedRows, Ints, Flags], Flags], str]]:
    hands, scoring = replayed.hands, replayed.scoring
    unlimited = not scoring.chips and not settles_by_default(scoring.ruleset, "short_stack")
    if unlimited and hands.some_stack:
        yield _short, SHORT_STACK
    if hands.some_penalty:
        yield _penalty, TO_WHOM if _fined(replayed) else PENALTY


def _short(replayed: ReplayedRows, off: Ints, known: Flags) -> Flags:
    """(H,) a player who owed more than the stack paid between the two; others got that much less."""
    stack, due = replayed.hands.stack, replayed.net
    short = known & (stack != NOT_RECORDED) & (-due > stack)
    if not short.any():
        return np.zeros(len(replayed.hands), np.bool_)
    shortfall = np.where(short, -due - stack, 0)
    most = shortfall.sum(axis=1)[:, None]
    fits = np.where(short, (off >= 0) & (off <= shortfall), (off <= 0) & (-off <= most)) | ~known
    return any_seat(short) & every_seat(fits)


def _penalty(replayed: ReplayedRows, off: Ints, _: Flags) -> Flags:
    hands = replayed.hands
    listed = hands.irregularities
    ruled = hands.named(listed["ruling"], "penalty") & (listed["units"] != NOT_RECORDED)
    for kind in _priced(replayed):
        ruled &= ~hands.named(listed["kind"], kind)
    units = np.zeros(len(hands), np.int64)
    np.add.at(units, listed.hand[ruled], listed["units"][ruled])
    unit = np.where(hands.unit == NOT_RECORDED, 0, hands.unit)
    most = units * unit * np.maximum(hands.present.sum(axis=1) - 1, 0)
    return (units > 0) & every_seat(np.abs(off) <= most[:, None])


def _fined(replayed: ReplayedRows) -> bool:
    found = procedures(replayed.scoring.ruleset).values()
    return any("penalty" in each.rulings for of_kind in found for each in of_kind)


def _priced(replayed: ReplayedRows) -> set[str]:
    rules = replayed.scoring.penalties
    return {kind for kind, units in ((MISSED, rules.missed), (EXPOSED, rules.exposed)) if units is not None}
