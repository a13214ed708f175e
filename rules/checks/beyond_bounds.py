"""Results that are beyond all that can have been due, as findings of the check of nets."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct

from rules.checks.base import BlockView, MoneyDrafts, money_of, money_text
from rules.checks.bounded import bounded
from rules.checks.drafts import SEVERAL
from rules.checks.pot_names import seats_words
from rules.hands import Flags, Ints

MOST_SEATS = 10


class BeyondBounds(Struct, frozen=True, eq=False):
    """N hands in which seats have more than they can have been due. seats (N,): the numbers of the seats, as bits; reason (N,):
    position among the reasons why it is not known what was due.
    """

    hand: Ints
    seat: Ints  # column; SEVERAL
    stated: Ints
    expected: Ints
    seats: Ints
    reason: Ints
    reasons: Sequence[str]


def beyond_bounds(view: BlockView, wanted: Flags) -> BeyondBounds:
    """Those of the hands (H,) that are wanted."""
    found = bounded(view)
    rows = found.found()
    rows = rows[wanted[found.hands[rows]]] if len(rows) else rows
    hand, mine = found.hands[rows], found.seats[rows]
    reasons = list(dict.fromkeys(found.because[at] for at in rows.tolist()))
    numbers = np.where(mine, view.hands.seat[hand].astype(np.int64), 0)
    return BeyondBounds(
        hand=hand,
        seat=np.where(mine.sum(axis=1) == 1, mine.argmax(axis=1), SEVERAL),
        stated=found.stated[rows],
        expected=found.expected[rows],
        seats=np.where(mine, np.left_shift(np.int64(1), numbers), 0).sum(axis=1),
        reason=np.array([reasons.index(found.because[at]) for at in rows.tolist()], np.int64),
        reasons=reasons,
    )


def with_bounds(view: BlockView, drafts: MoneyDrafts, beyond: BeyondBounds) -> MoneyDrafts:
    """Drafts with those of results beyond all bounds after them."""
    count = len(beyond.hand)
    none = np.zeros(count, np.int64)
    exact = np.zeros(len(drafts), np.int64)
    notes = [np.concatenate([each, none]) for each in drafts.notes]
    notes += [np.concatenate([exact, beyond.seats]), np.concatenate([exact, beyond.reason])]
    rule = rule_of(view)
    return MoneyDrafts(
        hand=np.concatenate([drafts.hand, beyond.hand]),
        seat=np.concatenate([drafts.seat, beyond.seat]),
        stated=np.concatenate([drafts.stated, beyond.stated]),
        expected=np.concatenate([drafts.expected, beyond.expected]),
        rules=[*(drafts.rules or ()), *[rule] * count],
        sentence=_Sentence(
            money_of(view.session.currency, [view.ruleset]), drafts.sentence, tuple(beyond.reasons)
        ),
        notes=tuple(notes),
    )


def rule_of(view: BlockView) -> str:
    """The parameter that says what can be due."""
    scoring = view.replayed.scoring
    return "pool" if scoring.pool else "single_winner" if scoring.single_winner else "rows"


class _Sentence(Struct, frozen=True):
    """Says what seats have and the most that they can have been due; of other rows, what the check says."""

    currency: str
    exact: Callable[..., str]
    reasons: tuple[str, ...]

    def __call__(self, hand: int, seat: int, stated: int, due: int, *notes: int) -> str:
        *others, seats, reason = notes
        if not seats:
            return self.exact(hand, seat, stated, due, *others)
        numbers = [number for number in range(1, MOST_SEATS + 1) if seats >> number & 1]
        return beyond_words(hand, numbers, (stated, due), self.currency, self.reasons[reason])


def beyond_words(
    hand: int, seats: Sequence[int], amounts: tuple[int, int], currency: str, reason: str
) -> str:
    """The sentence about seats that have more than they can have been due. amounts: what they have, and the most due."""
    said, most, off = (money_text(each, currency) for each in (*amounts, amounts[0] - amounts[1]))
    together = " together" if len(seats) > 1 else ""
    return (
        f"Hand {hand}, {seats_words(seats)}: the log records {said}{together}; at most {most} can have been due, whatever the "
        f"record leaves open ({reason}), a difference of at least {off}."
    )
