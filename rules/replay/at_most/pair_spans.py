"""Bounds of what each pair can owe in either direction."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.hands import NOT_RECORDED, Flags, Ints, any_seat, every_seat
from rules.replay.at_most.pair_facts import PairFacts, pair_facts
from rules.replay.at_most.possible import possible
from rules.replay.at_most.settlement_options import SettlementOption, options
from rules.replay.pairs import NO_SEAT
from rules.replay.penalties import EXPOSED, MISSED, PENALTY
from rules.replay.readings import settles_by_default
from rules.replay.row_replay import PARTS, ReplayedRows
from rules.replay.scoring import Scoring
from rules.replay.table_stakes import payment_groups


class PairSpans(Struct, frozen=True, eq=False):
    """(W, P) units from a's side. to_a, to_b: the most one side pays where only some payments are made.

    priced: all that can have happened has a price. low_by, high_by: position in PARTS of the weightiest part.
    """

    low: Ints
    high: Ints
    to_a: Ints
    to_b: Ints
    priced: Flags
    low_by: NDArray[np.int8]
    high_by: NDArray[np.int8]


class Flows(Struct, frozen=True, eq=False):
    """most (W, S, S): the most due to a seat from another; 0 or more where stacks may limit it.

    by: position in PARTS of the weightiest part. cover, own (W, S): stacks that limit losses and winnings; NOT_RECORDED: no
    limit.
    """

    most: Ints
    by: NDArray[np.int8]
    priced: Flags
    cover: Ints
    own: Ints


def flows(replayed: ReplayedRows, which: Ints, impossible: Flags) -> Flows:
    """Bounds of what seats are due from each other. impossible: (H,) deals that cannot have happened."""
    hands, scoring = replayed.hands, replayed.scoring
    spans = pair_spans(replayed, which, impossible)
    unit = np.where(hands.unit == NOT_RECORDED, 0, hands.unit)[which][:, None]

    def money(units: Ints) -> Ints:
        paid: Ints = np.sign(units) * (np.abs(units) * unit // scoring.denominator)
        return paid

    low, high, to_a, to_b = (money(each) for each in (spans.low, spans.high, spans.to_a, spans.to_b))
    tight = _tight(replayed, which, to_a, to_b)[:, None]
    seats = hands.seat.shape[1]
    most = np.zeros((len(which), seats, seats), np.int64)
    most[:, replayed.a, replayed.b] = np.where(tight, to_a, high)
    most[:, replayed.b, replayed.a] = np.where(tight, to_b, -low)
    by = np.zeros(most.shape, np.int8)
    by[:, replayed.a, replayed.b], by[:, replayed.b, replayed.a] = spans.high_by, spans.low_by
    cover, own = _covers(replayed, which)
    return Flows(most, by, spans.priced.all(axis=1) & (hands.unit[which] != NOT_RECORDED), cover, own)


def _tight(replayed: ReplayedRows, which: Ints, to_a: Ints, to_b: Ints) -> Flags:
    hands, scoring = replayed.hands, replayed.scoring
    stack, present = hands.stack[which], hands.present[which]
    recorded = (stack != NOT_RECORDED) & present
    if scoring.chips is None and settles_by_default(scoring.ruleset, "short_stack"):
        return np.zeros(len(which), np.bool_)
    gross = (to_a + to_b) @ np.abs(replayed.compared.sides)
    short = any_seat(recorded & (gross >= stack))
    unknown = any_seat(recorded) & ~every_seat(recorded | ~present)
    return short | unknown


def _covers(replayed: ReplayedRows, which: Ints) -> tuple[Ints, Ints]:
    hands, rules = replayed.hands, replayed.scoring.chips
    none = np.full((len(which), hands.seat.shape[1]), NOT_RECORDED, np.int64)
    if rules is None:
        return none, none
    stack = np.where(hands.present[which], hands.stack[which], 0)
    limited = not rules.in_full and rules.cover != "payer_only"
    return stack, stack if limited else none


def pair_spans(replayed: ReplayedRows, which: Ints, impossible: Flags) -> PairSpans:
    """Bounds of what the pairs of some hands can owe."""
    pairs, scoring = replayed.compared, replayed.scoring
    groups = payment_groups(scoring.chips)
    there, known = replayed.pairs[which], replayed.known[which] & ~impossible[which][:, None]
    spans = _exact(replayed, which, groups)
    open_ = there & ~known
    unsettled = np.zeros(there.shape, np.bool_)
    if pairs.bank is not None:  # who banked is not known: any two may have settled, or not
        present = replayed.hands.present[which]
        unsettled = (pairs.bank[which] == NO_SEAT)[:, None] & ~replayed.void[which][:, None]
        unsettled = unsettled & present[:, pairs.a] & present[:, pairs.b]
        open_ = open_ | unsettled
    if open_.any():
        row, pair = np.nonzero(open_)
        facts = pair_facts(pairs, possible(pairs, impossible), impossible, which[row], pair)
        found = spans_of(facts, scoring, groups)
        for name in found.__struct_fields__:
            getattr(spans, name)[row, pair] = getattr(found, name)
        spans.low[unsettled] = np.minimum(spans.low[unsettled], 0)
        spans.high[unsettled] = np.maximum(spans.high[unsettled], 0)
    _widen(spans, there | unsettled, fined(replayed)[which])
    return spans


def _widen(spans: PairSpans, there: Flags, units: Ints) -> None:
    of_pair = np.where(there, np.where(units == NOT_RECORDED, 0, units)[:, None], 0)
    spans.low[:] -= of_pair
    for each in (spans.high, spans.to_a, spans.to_b):
        each[:] += of_pair
    spans.priced[:] &= (units != NOT_RECORDED)[:, None]


def fined(replayed: ReplayedRows) -> Ints:
    """(H,) units of ruled penalties that the scoring does not price; NOT_RECORDED where one is unrecorded."""
    hands, rules = replayed.hands, replayed.scoring.penalties
    found = np.zeros(len(hands), np.int64)
    if not hands.some_penalty:
        return found
    listed = hands.irregularities
    ruled = hands.named(listed["ruling"], PENALTY)
    for kind, price in ((MISSED, rules.missed), (EXPOSED, rules.exposed)):
        if price is not None:
            ruled &= ~hands.named(listed["kind"], kind)
    units = listed["units"]
    np.add.at(found, listed.hand[ruled], np.where(units == NOT_RECORDED, 0, units)[ruled])
    found[listed.hand[ruled & (units == NOT_RECORDED)]] = NOT_RECORDED
    return found * np.where(found == NOT_RECORDED, 1, replayed.scoring.denominator)


def _exact(replayed: ReplayedRows, which: Ints, groups: list[tuple[str, ...]]) -> PairSpans:
    units = replayed.pair_units[which]
    sums = []
    for names in groups:
        parts = [replayed.parts[name][which] for name in names if name in replayed.parts]
        if parts:
            sums.append(np.sum(parts, axis=0))
    to_a = sum((np.maximum(each, 0) for each in sums), np.zeros_like(units))
    to_b = sum((np.maximum(-each, 0) for each in sums), np.zeros_like(units))
    none = np.zeros_like(units)
    least, most = _weightiest(
        [replayed.parts[name][which] if name in replayed.parts else none for name in PARTS]
    )
    return PairSpans(units.copy(), units.copy(), to_a, to_b, np.ones(units.shape, np.bool_), least, most)


def _weightiest(parts: list[Ints]) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    together = np.stack(parts)
    return together.argmin(axis=0).astype(np.int8), together.argmax(axis=0).astype(np.int8)


def spans_of(facts: PairFacts, scoring: Scoring, groups: list[tuple[str, ...]]) -> PairSpans:
    """(N,) bounds of pairs by their facts; equal ones are computed once."""
    first, kind = _alike(facts)
    distinct = facts.take(first)
    found = PairSpans(
        low=np.full(len(first), np.iinfo(np.int64).max),
        high=np.full(len(first), np.iinfo(np.int64).min),
        to_a=np.zeros(len(first), np.int64),
        to_b=np.zeros(len(first), np.int64),
        priced=np.ones(len(first), np.bool_),
        low_by=np.zeros(len(first), np.int8),
        high_by=np.zeros(len(first), np.int8),
    )
    for each in options(distinct, scoring):
        _take(found, each, groups)
    return PairSpans(**{name: getattr(found, name)[kind] for name in found.__struct_fields__})


def _take(found: PairSpans, option: SettlementOption, groups: list[tuple[str, ...]]) -> None:
    which = option.which
    low, high, to_a, to_b = (np.zeros(len(which), np.int64) for _ in range(4))
    for names in groups:
        spans = [option.parts[name] for name in names if name in option.parts]
        least = sum((each[0] for each in spans), np.int64(0))
        most = sum((each[1] for each in spans), np.int64(0))
        low, high = low + least, high + most
        to_a, to_b = to_a + np.maximum(most, 0), to_b + np.maximum(-least, 0)
    none = np.zeros(len(which), np.int64)
    parts = [option.parts.get(name, (none, none)) for name in PARTS]
    less, more = low < found.low[which], high > found.high[which]
    found.low_by[which[less]] = _weightiest([each[0] for each in parts])[0][less]
    found.high_by[which[more]] = _weightiest([each[1] for each in parts])[1][more]
    found.low[which] = np.minimum(found.low[which], low)
    found.high[which] = np.maximum(found.high[which], high)
    found.to_a[which] = np.maximum(found.to_a[which], to_a)
    found.to_b[which] = np.maximum(found.to_b[which], to_b)
    found.priced[which] &= option.priced


def _alike(facts: PairFacts) -> tuple[Ints, Ints]:
    """First position (D,) of each kind of equal pairs, and the kind (N,) of each pair."""
    found = np.zeros(len(facts), np.int64)
    for column in facts.columns():
        values = column.astype(np.int64)
        if (values == values[0]).all():
            continue
        _, place = np.unique(values, return_inverse=True)
        _, found = np.unique(found * (int(place.max()) + 1) + place, return_inverse=True)
    _, first, kind = np.unique(found, return_index=True, return_inverse=True)
    return first, kind
