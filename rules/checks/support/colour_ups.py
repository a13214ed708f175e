"""Colour-ups of a tournament: the difference of a stack that they permit."""

from __future__ import annotations

import numpy as np
from msgspec import UNSET, Struct

from rules.checks.support.log_view import LogView
from rules.checks.support.seat_history import LogSeating
from rules.hands import NOT_RECORDED, Flags, Ints
from rules.replay.level_schedule import schedule_of


class ColourUps(Struct, frozen=True, eq=False):
    """Colour-ups before each of M hands."""

    event: Flags  # (M,) of a tournament: its chips are no money
    chip: Ints  # (M,) a chip into which smaller ones may have been changed, which changes a stack by less; 0: none
    unclear: Flags  # (M,) chips may have left play, for a level was not recorded


def colour_ups(log: LogView, seating: LogSeating) -> ColourUps:
    """Colour-ups of a seating's hands."""
    if seating is log.pots.seating:
        return _of_pots(seating, event=log.session.tournament is not UNSET)
    eliminates = [bool(each.sections.eliminates) for each in log.rulesets]
    event = np.array([*eliminates, False])[seating.under]
    return ColourUps(event, *_by_schedule(log, seating))


def _of_pots(seating: LogSeating, *, event: bool) -> ColourUps:
    """Colour-ups by the smallest chip on record; where one is missing, by the largest of which all stacks are made."""
    size = len(seating)
    none, no = np.zeros(size, np.int64), np.zeros(size, np.bool_)
    if not event:
        return ColourUps(no, none, no)
    now = seating.chip.astype(np.int64)
    before = np.append(0, now[:-1])
    stacks = seating.stack[:]
    made_of = np.gcd.reduce(np.where(stacks == NOT_RECORDED, 0, stacks), axis=1)
    larger = np.where(now > before, now, 0)
    chip = np.where((before > 0) & (now > 0), larger, np.where(now > 0, now, made_of))
    return ColourUps(~no, np.maximum(chip, 1), no)


def _by_schedule(log: LogView, seating: LogSeating) -> tuple[Ints, Flags]:
    size = len(seating)
    chip, unclear = np.zeros(size, np.int64), np.zeros(size, np.bool_)
    level = seating.level
    before = np.append(level[:1], level[:-1])
    unrecorded = (level == NOT_RECORDED) | (before == NOT_RECORDED)
    for index, ruleset in enumerate(log.rulesets):
        schedule = schedule_of(ruleset)
        if schedule is not None:
            here = seating.under == index
            small, large = schedule.smallest_of(before), schedule.smallest_of(level)
            up = (small != NOT_RECORDED) & (large != NOT_RECORDED) & (large > small)
            chip = np.where(up & here, large, chip)
            unclear |= here & unrecorded
    return chip, unclear
