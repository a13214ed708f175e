"""All fees together are above the limit of the controls.

Finds: a hand, an hour of a player or an hour of a table in which the kinds of fees that count together are above the
limit. An hour is any period of 60 minutes. Collections for time count where they lie within it, or by the minute where
they extend beyond it; hands count by the time of their deal.
Why: a limit on one kind of fee is worthless where the rest is taken as another kind.
Example: $4.00 of rake and $3.00 for the hand in hand 17; the limit is $5.00 a hand.
Needs: `fees` of the hand and the time of its deal; `fee` events for time; for a player, the seat of each fee.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from rules.checks.fees.hourly_charges import ChargedTime, Hour, Window, by_minute, too_much
from rules.checks.fees.limits_in_force import limited
from rules.checks.fees.time_fees import UNTIMED, collections_under
from rules.checks.support.check import NOT_RECORDED, Check, Draft, Tested
from rules.checks.support.fee_limits import UNRECORDED, above_limit
from rules.checks.support.log_view import LogView
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Ints

_HAND, _PLAYER, _TABLE = "fees.limits.hand", "fees.limits.player_hour", "fees.limits.table_hour"


def _any_limit(ruleset: Ruleset) -> bool:
    limits = ruleset.sections.fees.limits
    return any(each.max_money is not None for each in (limits.hand, limits.player_hour, limits.table_hour))


CHECK = Check(
    "FEE019",
    "fees-above-limit",
    "violation",
    "major",
    ("external:WAC-230-15-080-1",),
    title="The fees together are above the limit",
    scope="log",
    rule=("fees.at_a_time",),
    limits=("fees.limits",),
    area="fees",
    applies=_any_limit,
    follows=("FEE001", "FEE004", "FEE006", "FEE007", "FEE009", "FEE011"),
)
_KINDS = "fees.limits.kinds"


def run(log: LogView) -> Tested:
    untestable: list[tuple[Flags, str]] = []
    findings: list[Draft] = []
    for path, found in ((_HAND, _of_hands), (_PLAYER, _of_players), (_TABLE, _of_tables)):
        ruled, in_other_currency = limited(log, f"{path}.max_money")
        untestable += [*in_other_currency, (ruled & ~log.fees.recorded, UNRECORDED)]
        if path != _HAND:
            untestable.append((ruled & (log.at == NOT_RECORDED), UNTIMED))
        if path == _PLAYER:
            untestable.append(
                (ruled & _unattributed(log), "which seat paid a fee for the hand was not recorded")
            )
        for index, ruleset in enumerate(log.rulesets):
            if (ruled & (log.under == index)).any():
                findings += found(log, index, ruleset)
    return Tested(findings, untestable)


def _unattributed(log: LogView) -> Flags:
    """(N,) hands with fees whose seats are unknown; empty where not needed."""
    if not len(log.fees.hand_fee_by_seat):
        return np.zeros(len(log), np.bool_)
    return log.fees.hand_fee > log.fees.hand_fee_by_seat


def _fees(log: LogView, ruleset: Ruleset) -> Ints:
    """(N,) fees of the limited kinds."""
    kinds = ruleset.sections.fees.limits.kinds
    total = np.zeros(len(log), np.int64)
    for kind, column in (("rake", log.fees.rake), ("hand_fee", log.fees.hand_fee)):
        if kind in kinds:
            total += column
    return total


def _of_hands(log: LogView, index: int, ruleset: Ruleset) -> Iterator[Draft]:
    fees, most = _fees(log, ruleset), ruleset.sections.fees.limits.hand.max_money
    assert most is not None
    for place in np.flatnonzero((log.under == index) & (fees > most)).tolist():
        stated = int(fees[place])
        said = f"{log.where(place)}: {log.money(stated)} was taken in fees; the limit for a hand is"
        yield above_limit(log, said, stated, most, ruleset.cite(_HAND), hand=place)


def _time(log: LogView, ruleset: Ruleset) -> dict[str, list[ChargedTime]]:
    found: dict[str, list[ChargedTime]] = defaultdict(list)
    if "time" in ruleset.sections.fees.limits.kinds:
        for each in collections_under(log, lambda one: one is ruleset):
            found[each.player].append(ChargedTime(each.begins, max(each.ends, each.begins), each.amount))
    return found


def _of_players(log: LogView, index: int, ruleset: Ruleset) -> Iterator[Draft]:
    charges = _time(log, ruleset)
    if "hand_fee" in ruleset.sections.fees.limits.kinds:
        for each in log.fees.of_seats:
            if each.under == index and each.at != NOT_RECORDED and each.amount:
                charges[each.player].append(ChargedTime(each.at, each.at, each.amount))
    most = ruleset.sections.fees.limits.player_hour.max_money
    assert most is not None
    for player, player_charges in sorted(charges.items()):
        for window in _windows(player_charges, most):
            yield _finding(log, window, most, ruleset.cite(_PLAYER), player)


def _of_tables(log: LogView, index: int, ruleset: Ruleset) -> Iterator[Draft]:
    fees, most = _fees(log, ruleset), ruleset.sections.fees.limits.table_hour.max_money
    assert most is not None
    timed = np.flatnonzero((log.under == index) & (log.at != NOT_RECORDED) & (fees > 0))
    charges = [
        ChargedTime(at, at, fee) for at, fee in zip(log.at[timed].tolist(), fees[timed].tolist(), strict=True)
    ]
    charges += [each for player_charges in _time(log, ruleset).values() for each in player_charges]
    for window in _windows(charges, most):
        yield _finding(log, window, most, ruleset.cite(_TABLE), None)


def _windows(charges: Sequence[ChargedTime], most: int) -> Iterator[Window | Hour]:
    """Hours with excess: by whole charges, the rest by minute."""
    whole = too_much(charges, most)
    yield from whole
    reported = {place for window in whole for place in window.members}
    left = [each for place, each in enumerate(charges) if place not in reported]
    yield from (hour for hour in by_minute(left, most) if hour.sure)


def _finding(log: LogView, window: Window | Hour, most: int, clause: str, player: str | None) -> Draft:
    periods = window.periods if isinstance(window, Window) else 1
    allowed = most * periods
    hours = "the hour" if periods == 1 else f"the {periods} hours"
    whom = "the table" if player is None else f"player {player}"
    said = (
        f"{log.money(window.amount)} was taken in fees from {whom} within {hours} from {log.time(window.begins)}; the limit "
        f"for an hour is"
    )
    fact = f"{player}|{window.begins}|{window.amount}|{allowed}"
    return above_limit(
        log,
        said,
        window.amount,
        allowed,
        clause,
        limit=most,
        player=player,
        fact=fact,
        money_kind="over_collected",
    )
