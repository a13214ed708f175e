"""A player paid more for time than the limit for an hour.

Finds: collections from one player that are above the limit for any period of 60 minutes. Two sums are tested. The first
counts collections that lie entirely within one or more hours; each hour that has begun counts as an hour. The second
counts each collection by the minute, so that payments for the same minutes add up. A person decides where only the
price of a part of an hour matters: no document says whether $10.00 for 40 minutes is a rate of ten dollars an hour.
AMB-WAC-HOUR concerns how often time is collected, and affects only FEE012.
Why: a player pays for a seat by time. Anything above the limit was taken from a player who only wanted to stay.
Example: $6.00 for 20:00 to 20:30 and $6.00 for 20:30 to 21:00; the limit is $10.00 an hour.
Needs: `fee` events.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from rules.checks.fees.hourly_charges import HOUR, MINUTE, ChargedTime, Hour, Window, by_minute, too_much
from rules.checks.fees.limits_in_force import limited
from rules.checks.fees.table_charge import where_time_is_charged
from rules.checks.fees.time_fees import Collection, collections_under, missing, span
from rules.checks.support.check import ANY_GAME, Check, Draft, Tested
from rules.checks.support.fee_limits import above_limit, foreign
from rules.checks.support.log_view import LogView

CHECK = Check(
    "FEE011",
    "time-above-hourly-limit",
    "violation",
    "major",
    ("external:WAC-230-15-080-6",),
    title="{who} paid more for time than the hourly limit",
    quotes=False,
    scope="log",
    rule=("fees.time.player_hour", "fees.currency"),
    area="fees",
    applies=lambda ruleset: ruleset.sections.fees.time.player_hour.max_money is not None,
    games=ANY_GAME,
)
_LIMIT = "fees.time.player_hour"
_MOST = f"{_LIMIT}.max_money"


def run(log: LogView) -> Tested:
    ruled, in_other_currency = limited(log, _MOST)
    return where_time_is_charged(
        log, Tested(_findings(log), [*in_other_currency, *missing(log, ruled, covers=True)])
    )


def _findings(log: LogView) -> Iterator[Draft]:
    together: dict[tuple[str, int, str], list[Collection]] = defaultdict(list)
    for each in collections_under(log, CHECK.applies_to):
        assert each.ruleset is not None
        most = each.ruleset.sections.fees.time.player_hour.max_money
        if most is not None and each.amount and not foreign(each.ruleset, log.session.currency):
            together[each.player, most, each.ruleset.cite(_MOST)].append(each)
    for (_, most, clause), collections in together.items():
        reported: set[int] = set()
        for window in too_much([_charged(each) for each in collections], most):
            reported.update(window.members)
            yield _finding(log, [collections[place] for place in window.members], window, most, clause)
        left = [each for place, each in enumerate(collections) if place not in reported and each.dated]
        for hour in by_minute([_charged(each) for each in left], most):
            yield _of_minutes(log, [left[place] for place in hour.members], hour, most, clause)


def _charged(each: Collection) -> ChargedTime:
    """Time of a collection; without one, its beginning."""
    return ChargedTime(each.begins, each.ends if each.dated else each.begins, each.amount)


def _finding(log: LogView, collections: list[Collection], window: Window, most: int, clause: str) -> Draft:
    last = max(collections, key=lambda each: each.line)
    allowed = most * window.periods
    hours = "the hour" if window.periods == 1 else f"the {window.periods} hours"
    said = (
        f"Seat {last.seat}: {log.money(window.amount)} was collected from the player for time within {hours} from "
        f"{log.time(window.begins)} ({_lines(each.line for each in collections)}); the limit for an hour is"
    )
    return above_limit(
        log,
        said,
        window.amount,
        allowed,
        clause,
        limit=most,
        line=last.line,
        seat_number=last.seat,
        player=last.player,
        fact=f"{last.player}|{window.begins}|{window.amount}|{allowed}",
        money_kind="over_collected",
    )


def _of_minutes(log: LogView, collections: list[Collection], hour: Hour, most: int, clause: str) -> Draft:
    last = max(collections, key=lambda each: each.line)
    begins, ends = min(each.begins for each in collections), max(each.ends for each in collections)
    doubt = "; the controls do not say whether part of an hour may cost as much as a whole hour"
    said = (
        f"Seat {last.seat}: {log.money(sum(each.amount for each in collections))} was collected from the player for "
        f"{_minutes(collections)} minutes, {span(log, begins, ends)} ({_lines(sorted(each.line for each in collections))}); "
        f"by the minute {log.money(hour.amount)} of it is for the hour from {log.time(hour.begins)} to "
        f"{log.time(hour.begins + HOUR)}, and the limit for an hour is"
    )
    return above_limit(
        log,
        said,
        hour.amount,
        most,
        clause,
        sure=hour.sure,
        ending="" if hour.sure else doubt,
        line=last.line,
        seat_number=last.seat,
        player=last.player,
        fact=f"{last.player}|{hour.begins}|{hour.amount}|{most}|by the minute",
        money_kind="over_collected" if hour.sure else None,
    )


def _lines(lines: Iterable[int]) -> str:
    written = [str(each) for each in lines]
    return f"line{'s' * (len(written) > 1)} {', '.join(written)}"


def _minutes(collections: list[Collection]) -> int:
    """Minutes paid for, each once, begun ones whole."""
    total, until = 0, min(each.begins for each in collections)
    for each in sorted(collections, key=lambda one: one.begins):
        total += max(each.ends - max(each.begins, until), 0)
        until = max(until, each.ends)
    return -(-total // MINUTE)
