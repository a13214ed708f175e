"""Hands of pot games in words, and what the audit finds in them."""

from __future__ import annotations

from typing import Any

from rules.audit.audit_of_log import audit_log
from rules.audit.source import BytesSource
from rules.results import Audit
from tests.rules.pot_logs import pot_hand, pot_log, pot_seat

Row = dict[str, Any]
STREETS = ("flop", "turn", "river", "third", "fourth", "fifth", "sixth", "seventh")
VERBS = {
    "posts": "post", "folds": "fold", "checks": "check", "calls": "call", "bets": "bet", "raises": "raise",
    "completes": "complete", "takes_back": "take_back", "gets_back": "return", "adds": "add", "shows": "show", "mucks": "muck",
    "discards": "discard",
}  # fmt: skip
BLINDS = ("1 posts small_blind 100", "2 posts big_blind 200")
CALLED = (
    *BLINDS,
    "3 folds",
    "4 folds",
    "5 folds",
    "6 calls",
    "1 folds",
    "2 checks",
    "flop 2c7dJh",
)  # acts 0 to 8
CHECKED = (*CALLED, "2 checks", "6 checks", "turn 4s", "2 checks", "6 checks", "river 9c")  # acts 0 to 14


def act(line: str | Row) -> Row:
    """An act from words such as "2 bets 1000", "1 posts small_blind 100", "flop 2c7dJh", "6 shows KhKd"."""
    if isinstance(line, dict):
        return line
    first, *rest = line.split()
    if first in STREETS:
        return {"act": "board", "street": first, "cards": rest[0]}
    verb, *what = rest
    found: Row = {"act": VERBS[verb], "seat": int(first)}
    if verb == "posts":
        found |= {"kind": what[0], "amount": int(what[1])}
    elif verb in ("takes_back", "gets_back", "adds"):
        found["amount"] = int(what[0])
    elif verb in ("shows", "discards") and what:
        found["cards"] = what[0]
    elif what:
        found["to"] = int(what[0])
    return found


def said(line: str, words: str, *motions: list[int], to: int | None = None) -> Row:
    """An act with what was announced, and the motions in which chips came."""
    found = act(line) | {"said": words}
    found |= {"chips": list(motions)} if motions else {}
    return found | ({"said_to": to} if to is not None else {})


def hand(
    *lines: str | Row, number: int = 1, seats: int = 6, stacks: dict[int, int] | None = None, hole: dict[int, str] | None = None,
    at_seats: dict[int, Row] | None = None, **fields: Any,
) -> Row:  # fmt: skip
    """A hand of no-limit hold'em at 1/2 with the button at the last seat and €1,000.00 in front of each."""
    stacks, hole, more = stacks or {}, hole or {}, at_seats or {}
    there = [
        pot_seat(each, **({"stack": stacks.get(each, 100_000), "hole": hole.get(each)} | more.get(each, {})))
        for each in range(1, seats + 1)
    ]
    return pot_hand(number, *there, acts=[act(each) for each in lines], **({"dealer": seats} | fields))


def audited(*events: Row, ruleset: str = "olympic-cash") -> Audit:
    """The audit of hands, and of the events between them."""
    return audit_log(BytesSource(pot_log(*events)), ruleset=ruleset)


def findings(code: str, *events: Row, ruleset: str = "olympic-cash") -> list[tuple[Any, ...]]:
    """What a check finds: hand, seat, stated, expected, clause, message."""
    audit = audited(*events, ruleset=ruleset)
    assert audit.complete, audit.failures
    return [
        (each.hand, each.seat, each.stated, each.expected, each.clause, each.message)
        for each in audit.findings
        if each.code == code
    ]


def coverage_of(code: str, *events: Row, ruleset: str = "olympic-cash") -> tuple[int, int, dict[str, int]]:
    """Of how many hands a check tested, how many it does not apply to, and why others could not be tested."""
    audit = audited(*events, ruleset=ruleset)
    (row,) = (each for each in audit.coverage if each.code == code)
    return row.tested, row.inapplicable, {each.reason: each.hands for each in row.because}
