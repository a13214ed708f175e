"""Results beyond all that can have been due."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct

from rules.checks.cards.impossible_deals import impossible
from rules.checks.money.money_bounds import bounded
from rules.checks.support.check import MoneyDrafts, money_of_session, money_text
from rules.checks.support.drafts import SEVERAL
from rules.checks.support.pot_names import seats_words
from rules.checks.support.views import BlockView
from rules.hands import Flags, Ints
from rules.replay.at_most.pair_spans import flows
from rules.replay.row_replay import PARTS
from rules.replay.scoring import Scoring

MOST_SEATS = 10
_SECTIONS = {
    "surrender": "surrender",
    "overall": "overall_point",
    "side_bets": "side_bets",
    "penalties": "penalties",
    "other": "dealer_compensation",
}  # where a ruleset prices a part


class BeyondBounds(Struct, frozen=True, eq=False):
    """N results of seats beyond all that can have been due.

    seats (N,): bits; reason (N,): position in ``reasons``. pairs (N,): with others, 0: bounds differ. rules: parameters that
    price most of it.
    """

    hand: Ints
    seat: Ints  # column; SEVERAL
    stated: Ints
    expected: Ints
    seats: Ints
    reason: Ints
    pairs: Ints
    rules: Sequence[str]
    reasons: Sequence[str]


def beyond_bounds(view: BlockView, wanted: Flags) -> BeyondBounds:
    found = bounded(view)
    rows = found.found()
    rows = rows[wanted[found.hands[rows]]] if len(rows) else rows
    hand, mine = found.hands[rows], found.seats[rows]
    reasons = list(dict.fromkeys(found.because[at] for at in rows.tolist()))
    numbers = np.where(mine, view.hands.seat[hand].astype(np.int64), 0)
    rules, pairs = _priced_by(view, hand, mine, found.expected[rows])
    return BeyondBounds(
        hand=hand,
        seat=np.where(mine.sum(axis=1) == 1, mine.argmax(axis=1), SEVERAL),
        stated=found.stated[rows],
        expected=found.expected[rows],
        seats=np.where(mine, np.left_shift(np.int64(1), numbers), 0).sum(axis=1),
        reason=np.array([reasons.index(found.because[at]) for at in rows.tolist()], np.int64),
        pairs=pairs,
        rules=rules,
        reasons=reasons,
    )


def _priced_by(view: BlockView, hand: Ints, mine: Flags, expected: Ints) -> tuple[list[str], Ints]:
    """Paths that price most of the bounds, and pairs of each set with others."""
    scoring, none = view.replayed.scoring, np.zeros(len(hand), np.int64)
    if scoring.pool or scoring.single_winner or not len(hand):
        return ["pool" if scoring.pool else "single_winner"] * len(hand), none
    carried = flows(view.replayed, hand, impossible(view))
    present = view.hands.present[hand]
    between = mine[:, :, None] & ~mine[:, None, :] & present[:, None, :]
    most = np.where(between, carried.most, 0)
    together = most.sum(axis=(1, 2))
    by_part = np.stack(
        [np.where(carried.by == part, np.abs(most), 0).sum(axis=(1, 2)) for part in range(len(PARTS))]
    )
    weightiest = by_part.argmax(axis=0).tolist()
    rules = [
        rule_of(scoring, PARTS[part]) if limit == due else "chips.limit"
        for part, limit, due in zip(weightiest, together.tolist(), expected.tolist(), strict=True)
    ]
    count = between.sum(axis=(1, 2))
    alike = (most * count[:, None, None] == np.where(between, expected[:, None, None], 0)).all(axis=(1, 2))
    return rules, np.where(alike, count, 0)


def rule_of(scoring: Scoring, part: str) -> str:
    """Path that prices a part highest."""
    if part == "sweep":
        return "sweep.table" if scoring.sweep_of_all else "sweep.pair"
    sections = scoring.ruleset.sections
    if part == "royalties":
        return f"royalty[{max(sections.royalty, key=lambda each: each.units).name}]"
    if part == "natural":
        return f"naturals.list[{max(sections.naturals.hands, key=lambda each: each.units or 0).id}]"
    if part in _SECTIONS:
        return _SECTIONS[part]
    prices = sections.rows.prices
    return f"rows.table.{max(prices, key=lambda name: prices[name])}" if prices else "rows.unit"


def with_bounds(view: BlockView, drafts: MoneyDrafts, beyond: BeyondBounds) -> MoneyDrafts:
    """Drafts, followed by those beyond bounds."""
    none, exact = np.zeros(len(beyond.hand), np.int64), np.zeros(len(drafts), np.int64)
    notes = [np.concatenate([each, none]) for each in drafts.notes]
    notes += [np.concatenate([exact, each]) for each in (beyond.seats, beyond.reason, beyond.pairs)]
    return MoneyDrafts(
        hand=np.concatenate([drafts.hand, beyond.hand]),
        seat=np.concatenate([drafts.seat, beyond.seat]),
        stated=np.concatenate([drafts.stated, beyond.stated]),
        expected=np.concatenate([drafts.expected, beyond.expected]),
        rules=[*(drafts.rules or ()), *beyond.rules],
        sentence=_Sentence(
            money_of_session(view.session, [view.ruleset]), drafts.sentence, tuple(beyond.reasons)
        ),
        notes=tuple(notes),
    )


class _Sentence(Struct, frozen=True):
    """Words for a row beyond bounds, else the check's own."""

    currency: str
    exact: Callable[..., str]
    reasons: tuple[str, ...]

    def __call__(self, hand: int, seat: int, stated: int, due: int, *notes: int) -> str:
        *others, seats, reason, pairs = notes
        if not seats:
            return self.exact(hand, seat, stated, due, *others)
        numbers = [number for number in range(1, MOST_SEATS + 1) if seats >> number & 1]
        how = f", {money_text(due // pairs, self.currency)} from each of {pairs} pairs" if pairs > 1 else ""
        return beyond_words(hand, numbers, (stated, due), self.currency, (how, self.reasons[reason]))


def beyond_words(
    hand: int, seats: Sequence[int], amounts: tuple[int, int], currency: str, why: tuple[str, str]
) -> str:
    """Sentence about seats with more than possible.

    amounts: stated, most due. why: how the bound arises, and the open points.
    """
    said, most, off = (money_text(each, currency) for each in (*amounts, amounts[0] - amounts[1]))
    together = " together" if len(seats) > 1 else ""
    how, reason = why
    return (
        f"Hand {hand}, {seats_words(seats)}: the log records {said}{together}; at most {most} can have been due{how}, whatever "
        f"the record leaves open ({reason}), a difference of at least {off}."
    )
