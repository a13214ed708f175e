"""Findings about events against a cash table's rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from rules.checks.support.amounts import lasting
from rules.checks.support.check import Draft, Tested, nothing_to_test
from rules.checks.support.log_view import LogView
from rules.checks.support.pot_names import seats_words
from rules.controls.ruleset import Ruleset
from rules.records.events import SeatEvent, SeatKind
from rules.replay.pots.table.table_event_breaches import TableBreach


class TableRule(Struct, frozen=True):
    """Rule that a code of the replay breaks. says: with ``{due}``.

    did: the event, with ``{amount}``, ``{took}``, ``{count}`` among the player's, ``{changed}`` terms, ``{against}`` for
    seats without consent. money: due is an amount.
    """

    did: str
    says: str
    rule: str
    clauses: tuple[str, ...]
    money: bool = True


def reports_table_breaches(
    rules: Mapping[str, TableRule], recorded: Callable[[LogView], bool], without: str
) -> Callable[[LogView], Tested]:
    """The `run` of a check that reports codes of the table.

    recorded: whether an event is concerned; else untestable for ``without``.
    """

    def run(log: LogView) -> Tested:
        if not recorded(log):
            return nothing_to_test(log, without)
        return Tested(list(_findings(log, rules)))

    return run


def seat_event(*kinds: SeatKind) -> Callable[[LogView], bool]:
    """Condition: the log has seat events of some kinds."""

    def recorded(log: LogView) -> bool:
        return any(event.kind in kinds for _, event in log.events.of(SeatEvent))

    return recorded


def _findings(log: LogView, rules: Mapping[str, TableRule]) -> Iterator[Draft]:
    events = dict(log.events)
    for ruleset, breach in log.pots.breaches:
        if breach.code in rules:
            yield _finding(log, ruleset, breach, events[breach.line], rules[breach.code])


def _finding(log: LogView, ruleset: Ruleset, breach: TableBreach, event: Any, rule: TableRule) -> Draft:
    seat, amount = _number(event, "seat"), _number(event, "amount")
    due = breach.due if breach.due is not None else ""
    words = log.money(breach.due) if rule.money and breach.due is not None else str(due)
    did = rule.did.format(
        amount="" if amount is None else log.money(amount),
        took="" if breach.took is None else lasting(breach.took),
        count=breach.count,
        changed=" and ".join(_changed(log, *each) for each in breach.changed),
        against=seats_words(breach.seats),
    )
    where = f"Line {breach.line}" + ("" if seat is None else f", seat {seat}")
    return Draft(
        line=breach.line,
        seat_number=seat,
        player=breach.player or None,
        stated=amount if rule.money else None,
        expected=breach.due,
        unit="money" if rule.money else "minutes" if breach.due is not None else None,
        clause=ruleset.cite(rule.rule, naming=rule.clauses),
        rule=rule.rule,
        fact=f"{breach.code}|{breach.player}|{event.at}|{amount}",
        message=f"{where}: {did}; {rule.says.format(due=words)}.",
    )


def _changed(log: LogView, name: str, before: int, after: int) -> str:
    which = "the least" if name == "min_buy_in" else "the most"
    return f"{which} buy-in changed from {log.money(before)} to {log.money(after)}"


def _number(event: Any, name: str) -> int | None:
    value = getattr(event, name, None)
    return value if isinstance(value, int) else None
