"""Announcements and motions of chips, and the acts that they are. OLY-1.14 to OLY-1.21, external:TDA-chips."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from rules.hands import Flags, Ints
from rules.pot_hands import SAID
from rules.replay.pots.acts.played_acts import BET, CALL, CHECK, COMPLETE, FIXED_LIMIT, FOLD, PLENTY, RAISE
from rules.replay.pots.betting.act_context import CLOSED
from rules.replay.pots.betting.betting_walk import Walk
from rules.replay.pots.betting.raise_rules import counted_for_half, half_of, only_brought_in
from rules.replay.pots.breaches.breach_rows import BreachRows, of_acts
from rules.replay.pots.breaches.turns_and_sizes import least_raise
from rules.times import NOT_RECORDED

_ACTS = {"check": CHECK, "call": CALL, "bet": BET, "raise": RAISE, "complete": COMPLETE, "fold": FOLD}
_SAID = np.array([_ACTS.get(word, -1) for word in SAID] + [-1])  # the last is of what was not recorded
_NOTHING, _ALL_IN = SAID.index("nothing"), SAID.index("all_in")


class UnannouncedChips(Struct, frozen=True, eq=False):
    """Chips that acts put in silently. N acts; zeros where unrecorded."""

    motions: Ints  # (N,)
    count: Ints  # (N,) chips of the first motion
    first: Ints  # (N,) the first chip
    first_motion: Ints  # (N,) the chips of the first motion together
    total: Ints  # (N,) all chips
    smallest: Ints  # (N,) the smallest chip


def silent_chips(walk: Walk) -> Iterator[BreachRows]:
    """Acts that differ from the meaning of silent chips; needs a recorded `said`."""
    acts = walk.play.acts
    silent = walk.met.made & (acts.said == _NOTHING) & acts.chips_recorded & _limit_known(walk)
    silent &= ~(walk.met.may_be_all | walk.met.level_unknown | walk.met.size_unknown)
    if silent.any():
        chips = _chips(walk)
        yield from _facing(walk, chips, silent & (walk.met.level > 0))
        yield from _opening(walk, chips, silent & (walk.met.level == 0))


def _limit_known(walk: Walk) -> Flags:
    found: Flags = walk.play.limit[walk.play.acts.hand] >= 0
    return found


def announced(walk: Walk) -> Iterator[BreachRows]:
    """Acts that differ from a binding announcement, made up to the minimum. OLY-1.21."""
    play, met, acts = walk.play, walk.met, walk.play.acts
    if not play.rules.betting.announced.binds or not (acts.said >= 0).any():
        return
    most, least = met.front + met.left, least_raise(walk)
    said = _SAID[acts.said]
    raises = np.isin(said, (BET, RAISE, COMPLETE))
    floor = np.where(met.level == 0, np.maximum(least, play.min_bet[acts.hand]), least)
    stated = np.where(acts.said_to == NOT_RECORDED, floor, np.maximum(acts.said_to, floor))
    to = np.where(
        raises, np.minimum(stated, most), np.where(said == CALL, np.minimum(met.level, most), met.front)
    )
    all_in = acts.said == _ALL_IN
    to = np.where(all_in, most, to)
    due_act = np.where(all_in, np.where(met.level == 0, BET, np.where(most > met.level, RAISE, CALL)), said)
    free = raises & (acts.said_to == NOT_RECORDED)  # any raise follows the word
    called = (said == CALL) & (met.to >= met.enough) & (met.to <= met.level)
    follows = np.where(free, met.to > met.level, (met.to == to) | called) & (
        (acts.kind == FOLD) == (said == FOLD)
    )
    tested = met.made & (met.turn != CLOSED) & (due_act >= 0) & (_limit_known(walk) | ~raises)
    tested &= ~(met.may_be_all | met.level_unknown | raises & met.size_unknown)
    tested &= ~(all_in & (most >= PLENTY // 2))  # nobody can say how much all of it is
    yield of_acts(play, "said_not_followed", tested & ~follows, to, due_act)


def _chips(walk: Walk) -> UnannouncedChips:
    chips, acts = walk.play.acts.chips, walk.play.acts
    count = len(acts)
    row, motion, chip = chips["act"], chips["motion"], chips["chip"]
    motions = np.zeros(count, np.int64)
    np.maximum.at(motions, row, motion + 1)
    first_ones = motion == 0
    first = np.zeros(count, np.int64)
    first[row[::-1]] = chip[::-1]  # the first of each act is written last
    smallest = np.full(count, np.iinfo(np.int64).max)
    np.minimum.at(smallest, row, chip)
    return UnannouncedChips(
        motions, np.bincount(row[first_ones], minlength=count), first,
        _sums(row[first_ones], chip[first_ones], count), _sums(row, chip, count), smallest,
    )  # fmt: skip


def _sums(row: Ints, chip: Ints, count: int) -> Ints:
    found = np.zeros(count, np.int64)
    np.add.at(found, row, chip)
    return found


def _facing(walk: Walk, chips: UnannouncedChips, silent: Flags) -> Iterator[BreachRows]:
    play, met = walk.play, walk.met
    most = met.front + met.left
    call = np.minimum(met.level, most)
    more = met.to > call
    yield of_acts(play, "string_bet", silent & (chips.motions > 1) & more, call, CALL)
    single = (chips.motions == 1) & (chips.count == 1)
    yield of_acts(play, "single_chip", silent & single & more, call, CALL)
    several = silent & (chips.motions == 1) & (chips.count > 1)
    in_front, least = met.front + chips.total, least_raise(walk)
    brought_in = only_brought_in(play, play.acts.hand, play.round, met.raises)
    fixed, limited = play.limit[play.acts.hand] == FIXED_LIMIT, play.rules.betting.fixed_limit
    base, whole = counted_for_half(limited, fixed, brought_in, met.level, met.floor, least - met.floor)
    needed, all_in = _by_smallest_chip(walk, chips, in_front)
    enough = (in_front >= least) | all_in
    half = half_of(play.rules.betting.half_rule, in_front, base, least, whole)
    raises = (enough | half) & ~needed & (in_front > met.level)
    yield of_acts(play, "silent_chips", several & ~raises & more, call, CALL)
    due = np.minimum(np.where(enough, in_front, least), most)
    yield of_acts(play, "silent_chips", several & raises & enough & (met.to <= call), due, RAISE)
    yield of_acts(play, "not_completed", several & raises & ~enough & (met.to < due), due, RAISE)


def _by_smallest_chip(walk: Walk, chips: UnannouncedChips, in_front: Ints) -> tuple[Flags, Flags]:
    """(N,) silent chips that are a call since each is needed; others that are all in. external:TDA-chips."""
    met = walk.met
    if walk.play.rules.betting.silent_chips.rule != "smallest_chip_test":
        nothing = np.zeros(len(in_front), np.bool_)
        return nothing, nothing
    needed = in_front - chips.smallest < met.level
    return needed, ~needed & (in_front >= met.front + met.left)


def _opening(walk: Walk, chips: UnannouncedChips, silent: Flags) -> Iterator[BreachRows]:
    play, met = walk.play, walk.met
    rules, most = play.rules.betting, met.front + met.left
    least = play.min_bet[play.acts.hand]
    several = chips.motions > 1
    single = (chips.motions == 1) & (chips.count == 1)
    first = chips.first if rules.string_bet.opening == "first_chip" else chips.first_motion
    worth = chips.total if rules.single_chip.opening == "full_value" else least
    for code, where, value in (
        ("string_bet", several, first), ("single_chip", single, worth), ("silent_chips", ~several & ~single, chips.total),
    ):  # fmt: skip
        due = np.minimum(np.maximum(value, least), most)
        yield of_acts(play, code, silent & where & (chips.total > 0) & (met.to != due), due, BET)
