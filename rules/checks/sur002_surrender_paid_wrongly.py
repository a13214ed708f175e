"""A surrender was not paid as documented.

Finds: a surrendered seat whose recorded loss is not the documented amount for each remaining live player.
Why: a surrender is a set amount, never more and never less, to every player who is still live.
Example: seat 3 surrendered against two live players at 2 units: 4 units are due, and 3 were paid.
Needs: `surrendered`, `net` and a unit; where nobody surrendered there is nothing to pay.
Clauses: WSGC-surrender, WSGC-surrender-payees
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.aside import left_open
from rules.checks.base import NOT_RECORDED, BlockView, Check, Draft, Tested, hand_seats, units_text
from rules.hands import Flags, any_seat

CHECK = Check(
    "SUR002", "surrender-paid-wrongly", "discrepancy", "major", ("WSGC-surrender", "WSGC-surrender-payees")
)


def run(view: BlockView) -> Tested:
    surrendered = view.replayed.seats.surrendered & ~view.replayed.void[:, None]
    unknown = surrendered & ((view.hands.net == NOT_RECORDED) | (view.replayed.net == NOT_RECORDED))
    reasons, unpriced = left_open(view, view.hands.net)
    return Tested(
        _findings(view, surrendered & ~unknown & ~unpriced[:, None]),
        [
            *[(mask & any_seat(surrendered), reason) for mask, reason in reasons],
            (
                any_seat(unknown),
                "the net of the surrendered seat was not recorded, or has no documented amount",
            ),
        ],
    )


def _findings(view: BlockView, surrendered: Flags) -> Iterator[Draft]:
    hands, replayed = view.hands, view.replayed
    for hand, seat in hand_seats(surrendered & (hands.net != replayed.net)):
        stated, due = int(hands.net[hand, seat]), int(replayed.net[hand, seat])
        rules = replayed.scoring.surrender
        assert rules is not None
        live = int((replayed.seats.present[hand] & ~replayed.seats.surrendered[hand]).sum())
        clause = view.ruleset.cite("surrender")
        yield Draft(
            hand=hand,
            seat=seat,
            stated=stated,
            expected=due,
            unit="money",
            money=abs(stated - due),
            clause=clause,
            message=(
                f"{view.where(hand, seat)}: surrendered against {live} live player{'s' * (live != 1)} at "
                f"{units_text(rules.units).removeprefix('+')} each; the log says {view.money(stated)}, "
                f"{view.money(due)} was due ({clause})."
            ),
        )
