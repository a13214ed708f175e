"""Every fault of the cashier and of stacks at every kind of table: what finds it, and for how much."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from rules.audit import BytesSource, audit_log
from rules.controls.library import library
from rules.results import Audit
from simulation import simulate

pytestmark = pytest.mark.slow
Events = list[dict[str, Any]]
TABLES = {  # closed, with fees of each hand; open-face; pot games
    "wsgc-full": {}, "wac-230-15-080": {}, "ofc-cash": {}, "olympic-cash": {"game": "holdem"}, "standard-cash": {"game": "stud7"},
}  # fmt: skip
CODES = ("STK010", "STK011", "STK014", "STK015", "STK018")
STACKS = {"wsgc-full": "STK010", "wac-230-15-080": "STK010", "ofc-cash": "STK010"}
MORE = 100_000


@cache
def honest(table: str) -> Events:
    """The events of an honest log; hands without fees say so."""
    log = simulate(library().get(table), hands=24, seed=7, **TABLES[table])
    events = [json.loads(line) for line in log.lines()]
    return [{"fees": [], **each} if "seats" in each else each for each in events]


class Log:
    """A log to be altered. player: one who plays to the end, and has an own first line of chips and a last one."""

    def __init__(self, table: str) -> None:
        self.events = copy.deepcopy(honest(table))
        self.hands = [at for at, each in enumerate(self.events) if "hand" in each and "seats" in each]
        stays = [set(self._players(at)) for at in (self.hands[0], self.hands[-1])]
        self.player, self.other = sorted(stays[0] & stays[1])[:2]

    def _players(self, at: int) -> list[str]:
        return [seat["player"] for seat in self.events[at]["seats"]]

    def chips(self, kind: str, player: str | None = None) -> dict[str, Any]:
        """The last line of a player by a kind."""
        mine = (self.player if player is None else player, kind)
        return [each for each in self.events if (each.get("player"), each.get("kind")) == mine][-1]

    def first_buy_in(self) -> dict[str, Any]:
        mine = (self.player, "buy_in")
        return next(each for each in self.events if (each.get("player"), each.get("kind")) == mine)

    def seats(self, player: str, start: int = 0) -> list[tuple[int, dict[str, Any]]]:
        """The seats of a player in the hands from one on, with the numbers of these."""
        return [
            (self.events[at]["hand"], seat)
            for at in self.hands[start:]
            for seat in self.events[at]["seats"]
            if seat["player"] == player
        ]

    def untouched(self, start: int) -> int:
        """The first hand from one on before which the player neither brought chips nor took any."""
        for place in range(start, len(self.hands)):
            between = self.events[self.hands[place - 1] : self.hands[place]]
            if not any(each.get("player") == self.player for each in between):
                return place
        raise AssertionError(self.player)

    def audit(self) -> Audit:
        text = b"".join(json.dumps(each).encode() + b"\n" for each in self.events)
        audit = audit_log(BytesSource(text))
        assert audit.complete, audit.failures
        return audit


Fault = Callable[
    [Log], tuple[str, int, int] | None
]  # "stacks" or a code, hand, and what is stated less what is expected
FAULTS: dict[str, Fault] = {}


def fault(function: Fault) -> Fault:
    FAULTS[function.__name__.replace("_", " ")] = function
    return function


@fault
def cash_out_above_the_chips(log: Log) -> tuple[str, int, int]:
    log.chips("cash_out")["amount"] += MORE
    return "STK014", log.seats(log.player)[-1][0], MORE


@fault
def cash_out_below_the_chips(log: Log) -> tuple[str, int, int]:
    log.chips("cash_out")["amount"] -= 100
    return "STK014", log.seats(log.player)[-1][0], -100


@fault
def cash_out_written_twice(log: Log) -> tuple[str, int, int]:
    line = log.chips("cash_out")
    log.events.insert(log.events.index(line), dict(line))
    return "STK014", log.seats(log.player)[-1][0], line["amount"]


@fault
def toke_that_the_cash_out_does_not_show(log: Log) -> tuple[str, int, int]:
    line = log.chips("cash_out")
    toke = {"event": "toke", **{name: line[name] for name in ("at", "seat", "player")}, "amount": 500}
    log.events.insert(log.events.index(line), toke)
    return "STK014", log.seats(log.player)[-1][0], 500


@fault
def buy_in_below_the_first_stack(log: Log) -> tuple[str, int, int]:
    log.first_buy_in()["amount"] -= 100
    return "stacks", log.seats(log.player)[0][0], 100


@fault
def buy_in_above_the_first_stack(log: Log) -> tuple[str, int, int]:
    log.first_buy_in()["amount"] += MORE
    return "stacks", log.seats(log.player)[0][0], -MORE


@fault
def add_on_that_never_came_to_the_table(log: Log) -> tuple[str, int, int]:
    (_, before), (number, seat) = log.seats(log.player, 9)[:2]
    at = log.hands[[log.events[each]["hand"] for each in log.hands].index(number)]
    bought = {"event": "chips", "at": log.events[at]["at"], "seat": seat["seat"], "player": log.player}
    bought["at"] = log.events[at - 1].get("at") or bought["at"]
    log.events.insert(at, {**bought, "kind": "add_on", "amount": 700})
    assert before["player"] == seat["player"]
    return "stacks", number, -700


@fault
def chips_that_nobody_bought(log: Log) -> tuple[str, int, int]:
    """A stack, each one after it, and the cash-out."""
    rows = log.seats(log.player, 10)
    for _, seat in rows:
        seat["stack"] += MORE
    log.chips("cash_out")["amount"] += MORE
    return "stacks", rows[0][0], MORE


@fault
def chips_that_are_gone_in_the_last_hand(log: Log) -> tuple[str, int, int]:
    number, seat = log.seats(log.player)[-1]
    seat["stack"] -= 100
    log.chips("cash_out")["amount"] -= 100
    return "stacks", number, -100


def broken(audit: Audit) -> list[tuple[str, int | None, int | None]]:
    return [(each.code, each.hand, each.difference) for each in audit.findings if each.code in CODES]


def kinds(audit: Audit) -> tuple[int | None, int | None, int | None]:
    """What is unaccounted for, misallocated and misrecorded."""
    total = audit.money[0]
    return total.unaccounted, total.misallocated, total.misrecorded


def untested(audit: Audit) -> list[str]:
    """Why it is not known of a player whether the account closes."""
    unknown = audit.money[0].not_known["unaccounted"]
    assert unknown.hands == 1
    return unknown.because


every_table = pytest.mark.parametrize("table", TABLES)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", FAULTS)
@every_table
def test_a_fault_of_the_cashier_is_found_where_it_first_shows(table, name):
    log = Log(table)
    code, hand, over = FAULTS[name](log)
    audit = log.audit()
    expected = STACKS.get(table, "STK018") if code == "stacks" else code
    assert broken(audit) == [(expected, hand, over)]
    (incident,) = [each for each in audit.incidents if each.breaks]
    assert [(each.party, each.amount) for each in incident.breaks] == [(log.player, -over)]
    assert audit.money[0].unaccounted == abs(over)


@every_table
def test_an_honest_table_has_no_break_and_every_account_closes(table):
    audit = Log(table).audit()
    assert (broken(audit), kinds(audit)) == ([], (0, 0, 0))
    assert audit.money[0].not_known["unaccounted"].hands == 0


@every_table
def test_a_stack_that_sets_itself_right_was_written_down_wrong(table):
    log = Log(table)
    (number, seat), (after, _) = log.seats(log.player, 8)[:2]
    seat["stack"] += MORE
    audit, code = log.audit(), STACKS.get(table, "STK018")
    assert broken(audit) == [(code, number, MORE), (code, after, -MORE)]
    assert len([each for each in audit.incidents if each.breaks]) == 1
    assert kinds(audit) == (0, 0, MORE)


@every_table
def test_chips_that_go_from_one_player_to_another_are_misallocated(table):
    log = Log(table)
    for player, more in ((log.player, 100), (log.other, -100)):
        log.seats(player)[-1][1]["stack"] += more
        log.chips("cash_out", player)["amount"] += more
    audit = log.audit()
    assert sorted(each[2] for each in broken(audit)) == [-100, 100]
    assert len([each for each in audit.incidents if each.breaks]) == 1
    assert kinds(audit) == (0, 100, 0)


@every_table
def test_a_player_who_plays_on_with_anothers_chips_is_found_once(table):
    log = Log(table)
    start = log.untouched(12)
    rows = log.seats(log.player, start)
    number, first = rows[0]
    for line in log.events[log.hands[start] :]:
        if line.get("player") == log.player:
            line["player"] = "p-stranger"
    for _, seat in rows:
        seat["player"] = "p-stranger"
    paid = [
        each["amount"] for each in log.events[log.hands[start]]["fees"] if each.get("seat") == first["seat"]
    ]
    left = first["stack"] + (
        sum(paid) if table in STACKS else 0
    )  # fees of the hand were taken before its deal
    audit = log.audit()
    assert broken(audit) == [("STK015", number, None)]
    assert kinds(audit)[0] == left
    assert [(each.party, each.amount) for each in audit.lacking] == [(log.player, left)]


@pytest.mark.parametrize(
    ("kind", "because"),
    [
        ("buy_in", "what a player brought is not on record"),
        ("cash_out", "no cash-out of a player who left is on record"),
    ],
)
@every_table
def test_a_line_that_is_not_on_record_leaves_the_account_open(table, kind, because):
    log = Log(table)
    log.events.remove(log.first_buy_in() if kind == "buy_in" else log.chips(kind))
    audit = log.audit()
    assert (broken(audit), untested(audit)) == ([], [because])
    (session,) = [each for each in audit.coverage if each.code == "STK011"]
    assert (session.tested, session.untestable) == (0, len(log.hands))


@every_table
def test_without_stacks_the_ends_are_held_against_the_results(table):
    log = Log(table)
    for at in log.hands:
        for seat in log.events[at]["seats"]:
            seat.pop("stack", None)
    log.chips("cash_out")["amount"] += MORE
    (found,) = [each for each in log.audit().findings if each.code in CODES]
    assert (found.code, found.player, found.stated, found.expected) == ("STK011", log.player, 0, -MORE)
