"""What in a hand an open point of the controls can touch: masks by the names that the clause catalogue uses.

A mask may hold for more hands than those where another reading moves money; never for fewer.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rules.hands import NOT_RECORDED, Flags, any_row, any_seat
from rules.replay import naturals
from rules.replay.chinese import Replayed
from rules.replay.strength import ROYAL_FLUSH, scale


def touched(replayed: Replayed, topic: str) -> Flags:
    """(H,) hands that a topic touches. KeyError for a topic that is not known."""
    return _TOPICS[topic](replayed) & ~replayed.void


def known_topics() -> frozenset[str]:
    return frozenset(_TOPICS)


def _foul(r: Replayed) -> Flags:
    return any_seat(r.seats.fouled)


def _equal_rows(r: Replayed) -> Flags:
    return any_seat(r.seats.equal[..., 1] & ~_fixed(r))


def _front_begins_middle(r: Replayed) -> Flags:
    """The middle begins with the front's cards: level under one reading, in order under the other."""
    front, middle = r.seats.strength[..., 0], r.seats.strength[..., 1]
    level = scale(r.scoring.ruleset.get("ranking.wheel", "low"), "equal").three_most[front]
    begins = (front < middle) & (middle <= level) & r.seats.ranked
    return any_seat(begins & ~_fixed(r))


def _fixed(r: Replayed) -> Flags:
    """Seats whose rows are not compared."""
    return (r.seats.natural >= 0) | r.seats.surrendered


def _wheel(r: Replayed) -> Flags:
    strength, (plain, suited) = r.seats.strength, r.scoring.scale.wheels
    return any_seat(any_row((strength == plain) | (strength == suited)))


def _royal(r: Replayed) -> Flags:
    if r.scoring.royalties is None:
        return np.zeros(len(r.hands), np.bool_)
    return any_seat(any_row(r.seats.classes == ROYAL_FLUSH))


def _outcome(won: int, lost: int) -> Callable[[Replayed], Flags]:
    def mask(r: Replayed) -> Flags:
        either = (r.outcome == won * 4 + lost) | (r.outcome == lost * 4 + won)
        return any_seat(either & r.by_rows)

    return mask


def _silent(won: int, lost: int) -> Callable[[Replayed], Flags]:
    """Pairs that came out so, where the scoring does not price it."""

    def mask(r: Replayed) -> Flags:
        either = (r.outcome == won * 4 + lost) | (r.outcome == lost * 4 + won)
        return any_seat(either & r.silent)

    return mask


def _short_stack(r: Replayed) -> Flags:
    loss = np.where(r.net == NOT_RECORDED, 0, -r.net)
    return any_seat((r.hands.stack != NOT_RECORDED) & (loss > r.hands.stack))


def _table_priced(r: Replayed) -> Flags:
    if r.scoring.ruleset.get("rows.kind") != "table":
        return np.zeros(len(r.hands), np.bool_)
    return any_seat(r.by_rows)


def _holders(r: Replayed) -> Flags:
    return any_row(r.seats.royalties > 0)


def _royalty(r: Replayed) -> Flags:
    return any_seat(_holders(r))


def _royalties_meet(r: Replayed) -> Flags:
    """Two hands of a pair hold royalties, or one is held in a tied row (which then both hold)."""
    return _holders(r).sum(axis=1) > 1


def _royalty_meets_fixed(r: Replayed) -> Flags:
    return any_seat(_holders(r)) & any_seat(_fixed(r))


def _natural(r: Replayed) -> Flags:
    return any_seat(r.seats.natural_held >= 0)


def _natural_with_suited_run(r: Replayed) -> Flags:
    runs = naturals.suited_run(r.hands.cards)
    if r.hands.dealt.strides[-1]:
        runs = runs | naturals.suited_run(r.hands.dealt)
    return any_seat((r.seats.natural_held >= 0) & runs)


def _natural_undeclared(r: Replayed) -> Flags:
    undeclared = (r.seats.natural_held >= 0) & ~r.seats.claim_held & ~r.seats.surrendered
    return any_seat(undeclared)


def _pairs_of_quads(r: Replayed) -> Flags:
    if r.scoring.naturals is None:
        return np.zeros(len(r.hands), np.bool_)
    return _natural(r) & any_seat(naturals.holds_quads(r.hands.cards) | naturals.holds_quads(r.hands.dealt))


def _naturals_several(r: Replayed) -> Flags:
    return any_seat(r.seats.naturals_several)


def _naturals_meet(r: Replayed) -> Flags:
    return (r.seats.natural >= 0).sum(axis=1) > 1


def _surrender(r: Replayed) -> Flags:
    return any_seat(r.seats.surrendered)


def _surrender_meets_natural(r: Replayed) -> Flags:
    return _surrender(r) & any_seat(r.seats.natural >= 0)


def _surrender_meets_royalty(r: Replayed) -> Flags:
    return _surrender(r) & _royalty(r)


def _false_claim(r: Replayed) -> Flags:
    return any_seat((r.hands.declared >= 0) & ~r.seats.claim_held & r.seats.claim_known)


_TOPICS: dict[str, Callable[[Replayed], Flags]] = {
    "foul": _foul,
    "equal_rows": _equal_rows,
    "front_begins_middle": _front_begins_middle,
    "wheel": _wheel,
    "royal": _royal,
    "rows_2-0-1": _outcome(2, 0),
    "silent_1-0-2": _silent(1, 0),
    "silent_1-1-1": _silent(1, 1),
    "short_stack": _short_stack,
    "table_priced": _table_priced,
    "royalty": _royalty,
    "royalties_meet": _royalties_meet,
    "royalty_meets_fixed": _royalty_meets_fixed,
    "natural": _natural,
    "natural_with_suited_run": _natural_with_suited_run,
    "natural_undeclared": _natural_undeclared,
    "pairs_of_quads": _pairs_of_quads,
    "naturals_several": _naturals_several,
    "naturals_meet": _naturals_meet,
    "surrender": _surrender,
    "surrender_meets_natural": _surrender_meets_natural,
    "surrender_meets_royalty": _surrender_meets_royalty,
    "false_claim": _false_claim,
}
