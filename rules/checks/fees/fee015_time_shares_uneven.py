"""The players of a table paid unequal shares for the same time.

Finds: collections for the same time in which one player's share differs from another's by more than the smallest amount
that does not divide. Also finds odd amounts that were not paid by the first players by seat, where the controls assign
them so. A payment made after the time had begun counts where the player sat there when it began.
Why: the players share the costs of a table evenly. A player who paid more paid for somebody else.
Example: for 20:00 to 20:30 seat 3 paid €30.00 and every other player €25.00.
Needs: `fee` events; for late payments, also the times of the hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.checks.fees.table_charge import where_time_is_charged
from rules.checks.fees.time_fees import Collection, by_period, collections_under, missing, sat_across, span
from rules.checks.support.check import ANY_GAME, NOT_RECORDED, Check, Draft, Tested
from rules.checks.support.fee_rules import left_open
from rules.checks.support.log_view import LogView
from rules.controls.ruleset import Ruleset

CHECK = Check(
    "FEE015",
    "time-shares-uneven",
    "violation",
    "minor",
    ("OLY-2.37-b",),
    title="The players' shares of the time are uneven",
    quotes=False,
    scope="log",
    rule=("fees.time.split",),
    area="fees",
    applies=lambda ruleset: ruleset.sections.fees.time.split.rule == "even",
    games=ANY_GAME,
)
_SPLIT = "fees.time.split"


def run(log: LogView) -> Tested:
    ruled = log.ruled(CHECK.applies_to)
    return where_time_is_charged(log, Tested(_findings(log), missing(log, ruled, covers=True)))


def _findings(log: LogView) -> Iterator[Draft]:
    collections = collections_under(log, CHECK.applies_to)
    timed = not (log.at == NOT_RECORDED).any()
    for period, listed in by_period(collections).items():
        paid = _shares([each for each in listed if each.at <= period[0] or (timed and sat_across(log, each))])
        ruleset = listed[0].ruleset
        assert ruleset is not None
        if len(paid) < 2:
            continue
        least, most = min(paid.values()), max(paid.values())
        if most - least > _step(ruleset) or (most > least and _misplaced(ruleset, paid)):
            yield _finding(log, ruleset, listed, period, paid)


def _shares(listed: list[Collection]) -> dict[tuple[int, str], int]:
    paid: Counter[str] = Counter()
    seats: dict[str, int] = {}
    for each in listed:
        paid[each.player] += each.amount
        seats.setdefault(each.player, each.seat)
    return {(seats[player], player): amount for player, amount in paid.items()}


def _step(ruleset: Ruleset) -> int:
    """Permitted difference of shares."""
    settled = left_open(ruleset, f"{_SPLIT}.odd") is None
    if settled and ruleset.sections.fees.time.split.odd == "round_up":
        return 0
    return ruleset.sections.fees.time.split.step_money


def _misplaced(ruleset: Ruleset, paid: dict[tuple[int, str], int]) -> bool:
    """Whether odd amounts missed the first seats, though due there."""
    if ruleset.sections.fees.time.split.odd != "one_each" or left_open(ruleset, f"{_SPLIT}.odd"):
        return False
    in_order = [paid[key] for key in sorted(paid)]
    return in_order != sorted(in_order, reverse=True)


def _finding(
    log: LogView, ruleset: Ruleset, listed: list[Collection], period: tuple[int, int], paid: dict[tuple[int, str], int]
) -> Draft:  # fmt: skip
    clause = ruleset.cite(_SPLIT)
    due = _due(ruleset, paid)
    others = {key: amount for key, amount in paid.items() if amount != due[key]}
    differing = ", ".join(f"seat {seat} {log.money(paid[seat, who])}" for seat, who in sorted(others))
    return Draft(
        line=max(each.line for each in listed),
        stated=differing,
        expected=f"{log.money(min(due.values()))} each" if len(set(due.values())) == 1 else _text(log, due),
        unit="share",
        money=sum(max(amount - due[key], 0) for key, amount in others.items()),
        clause=clause,
        fact=f"{period[0]}|{period[1]}|{sorted(paid.items())}",
        message=(
            f"For {span(log, *period)} {log.money(sum(paid.values()))} was collected from {len(paid)} players, an even share of "
            f"{_text(log, due)}; the log records {differing} ({clause})."
        ),
    )


def _due(ruleset: Ruleset, paid: dict[tuple[int, str], int]) -> dict[tuple[int, str], int]:
    """Even shares of the payment, odd amounts first by seat."""
    return even_shares(paid, sum(paid.values()), ruleset.sections.fees.time.split.step_money)


def even_shares(players: dict[tuple[int, str], int], total: int, step: int = 1) -> dict[tuple[int, str], int]:
    """Even shares in steps, odd ones by order of seats."""
    steps, rest = divmod(total, step)
    share, odd = divmod(steps, len(players))
    ordered = sorted(players)
    shares = {key: step * (share + (place < odd)) for place, key in enumerate(ordered)}
    shares[ordered[0]] += rest
    return shares


def _text(log: LogView, due: dict[tuple[int, str], int]) -> str:
    least, most = min(due.values()), max(due.values())
    return f"{log.money(least)} each" if least == most else f"{log.money(least)} to {log.money(most)} each"
