"""More was collected from a player for his time than is allowed an hour.

Finds: collections from one player that come to more than the most an hour. An hour is any 60 minutes, from any instant;
only what pays for time that lies within them counts, and an hour that has begun counts as a whole one.
Why: time is the price of a seat; what is beyond the limit was taken from a player who only wanted to stay.
Example: $6.00 for 20:00 to 20:30 and $6.00 for 20:30 to 21:00, where $10.00 an hour is the most.
Needs: `fee` events.
Clauses: external:WAC-230-15-080-6
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rules.checks.base import Check, Draft, LogView, Tested
from rules.checks.fees import foreign, limited
from rules.checks.hours import Charged, Window, too_much
from rules.checks.time_fees import Collection, held_to, missing

CHECK = Check(
    "FEE011",
    "time-above-hourly-limit",
    "violation",
    "major",
    ("external:WAC-230-15-080-6",),
    scope="log",
    holds=("fees.time.player_hour", "fees.currency"),
    area="fees",
    applies=lambda ruleset: ruleset.get("fees.time.player_hour.max_money") is not None,
)
_LIMIT = "fees.time.player_hour"
_MOST = f"{_LIMIT}.max_money"


def run(log: LogView) -> Tested:
    ruled, elsewhere = limited(log, _MOST)
    return Tested(_findings(log), [*elsewhere, *missing(log, ruled, covers=True)])


def _findings(log: LogView) -> Iterator[Draft]:
    together: dict[tuple[str, int, str], list[Collection]] = defaultdict(list)
    for each in held_to(log, lambda ruleset: ruleset.get(_MOST) is not None):
        assert each.ruleset is not None
        if each.amount and not foreign(each.ruleset, log.session.currency):
            together[each.player, each.ruleset.get(_MOST), each.ruleset.cite(_LIMIT)].append(each)
    for (_, most, clause), mine in together.items():
        for window in too_much([_charged(each) for each in mine], most):
            yield _finding(log, [mine[place] for place in window.members], window, most, clause)


def _charged(each: Collection) -> Charged:
    """What does not say for which time it was is at least a charge for some hour."""
    return Charged(each.begins, each.ends if each.dated else each.begins, each.amount)


def _finding(log: LogView, mine: list[Collection], window: Window, most: int, clause: str) -> Draft:
    last = max(mine, key=lambda each: each.line)
    allowed = most * window.periods
    hours = "the hour" if window.periods == 1 else f"the {window.periods} hours"
    return Draft(
        line=last.line,
        seat_number=last.seat,
        player=last.player,
        stated=window.amount,
        expected=allowed,
        unit="money",
        money=window.amount - allowed,
        clause=clause,
        fact=f"{last.player}|{window.begins}|{window.amount}|{allowed}",
        message=(
            f"Seat {last.seat}: {log.money(window.amount)} was collected from the player for time within {hours} from "
            f"{log.time(window.begins)} (line{'s' * (len(mine) > 1)} {', '.join(str(each.line) for each in mine)}); the most "
            f"an hour is {log.money(most)} ({clause})."
        ),
    )
