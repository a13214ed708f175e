"""The rake of a hand is a larger share of its wagers than the controls allow.

Finds: a hand whose rake is above the allowed share of its wagers. Where the wagers were not recorded, the rake is
compared with the share of the largest possible wagers. The transfers and the value of the players' rows limit them, or
at table stakes the chips in front. Where the controls leave open whether only what moved was wagered, a rake that is too high
for that alone is for a person to decide.
Why: the share is the price of a hand. Anything above it was taken from the winner's money.
Example: $5.00 of rake from wagers of $40.00; the limit is 10%.
Needs: `fees` with `of` (the wagers that the rake was taken from), or `transfers` and a unit. Several rakes in a hand
are taken to be from separate wagers. A hand is not tested where their sum is above the allowed share of the largest of
these wagers.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.fees.wagers import most_wagered, moved_between
from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested, inapplicable
from rules.checks.support.fee_limits import above_limit, unrecorded
from rules.checks.support.fee_rules import left_open
from rules.checks.support.views import BlockView
from rules.clauses import Ambiguity
from rules.hands import Flags, Hands, Ints
from rules.records.recorded_fees import of_kind, taken

CHECK = Check(
    "FEE005",
    "rake-above-share",
    "violation",
    "major",
    ("external:WAC-230-15-080-4",),
    title="The rake is above its share of the wagers",
    quotes=False,
    rule=("fees.rake.share",),
    area="fees",
    follows=("FEE001", "FEE004", "FEE006"),
)
WHOLE = 10_000  # basis points
_OF = "fees.rake.share.of"


def run(view: BlockView) -> Tested:
    most = view.ruleset.sections.fees.rake.share.max_bp
    if most is None:
        return inapplicable(view)
    rake = taken(view.hands, "rake")
    wagers, greatest, short = _wagers(view.hands)
    above = ~short & (rake * WHOLE > most * wagers)
    unsure = ~short & ~above & (rake * WHOLE > most * greatest)
    point, passed = left_open(view.ruleset, _OF), moved_between(view)
    bound = passed if view.ruleset.get(_OF) == "moved" else most_wagered(view)
    beyond = short & _is_beyond(rake, wagers, bound, most)
    perhaps = short & ~beyond & (point is not None) & _is_beyond(rake, wagers, passed, most)
    return Tested(
        [
            *_findings(view, above, rake, wagers, most),
            *_beyond(view, beyond, rake, wagers + bound, most),
            *_perhaps(view, perhaps, rake, wagers + passed, most, point),
        ],
        [
            *unrecorded(view),
            (short, "the wagers that the rake was taken from were not recorded"),
            (unsure, "whether the rakes of the hand were taken from the same wagers was not recorded"),
        ],
    )


def _is_beyond(rake: Ints, wagers: Ints, bound: Ints, most: int) -> Flags:
    """(H,) rakes above the share of wagers plus a bound of unrecorded ones."""
    found: Flags = (bound != NOT_RECORDED) & (rake * WHOLE > most * (wagers + np.maximum(bound, 0)))
    return found


def _wagers(hands: Hands) -> tuple[Ints, Ints, Flags]:
    """(H,) sum and greatest of the wagers behind rakes, and where some are missing."""
    wagers, greatest = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64)
    short = np.zeros(len(hands), np.bool_)
    rakes = of_kind(hands, "rake")
    rakes = rakes[hands.fees["amount"][rakes] > 0]
    hand, of = hands.fees.hand[rakes], hands.fees["of"][rakes]
    with_wagers = of != NOT_RECORDED
    short[hand[~with_wagers]] = True
    np.add.at(wagers, hand[with_wagers], of[with_wagers])
    np.maximum.at(greatest, hand[with_wagers], of[with_wagers])
    return wagers, greatest, short


def _findings(view: BlockView, above: Flags, rake: Ints, wagers: Ints, most: int) -> Iterator[Draft]:
    clause = view.ruleset.cite("fees.rake.share.max_bp")
    for hand in np.flatnonzero(above).tolist():
        stated, of = int(rake[hand]), int(wagers[hand])
        said = (
            f"{view.where(hand)}: a rake of {view.money(stated)} was taken from wagers of {view.money(of)}; the limit is "
            f"{percent(most)} of them,"
        )
        yield above_limit(view, said, stated, of * most // WHOLE, clause, hand=hand)


def _beyond(view: BlockView, beyond: Flags, rake: Ints, wagers: Ints, most: int) -> Iterator[Draft]:
    """Rakes above the share of the most that unrecorded wagers can be."""
    clause = view.ruleset.cite("fees.rake.share")
    for hand in np.flatnonzero(beyond).tolist():
        stated, of = int(rake[hand]), int(wagers[hand])
        due = of * most // WHOLE
        said = (
            f"{view.where(hand)}: a rake of {view.money(stated)} was taken from wagers that were not recorded; given the "
            f"chips that moved, they were {view.money(of)} at most, and the limit is {percent(most)} of them,"
        )
        yield above_limit(view, said, stated, due, clause, hand=hand, fact=f"{stated}|at most {due}")


def _perhaps(
    view: BlockView, perhaps: Flags, rake: Ints, wagers: Ints, most: int, point: Ambiguity | None
) -> Iterator[Draft]:
    """Rakes above the share of what moved, though not of what was at stake."""
    clause = view.ruleset.cite("fees.rake.share")
    for hand in np.flatnonzero(perhaps).tolist():
        assert point is not None
        stated, of = int(rake[hand]), int(wagers[hand])
        due = of * most // WHOLE
        said = (
            f"{view.where(hand)}: a rake of {view.money(stated)} was taken from wagers that were not recorded; "
            f"{view.money(of)} moved between the players, and where only that was wagered, the limit is {percent(most)} of it,"
        )
        yield above_limit(
            view,
            said,
            stated,
            due,
            clause,
            sure=False,
            ending=f": {point.id}",
            hand=hand,
            fact=f"{stated}|moved {due}",
        )


def percent(basis_points: int) -> str:
    """Basis points as text: 10%, 7.5%."""
    whole, rest = divmod(basis_points, 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".") + "%"
