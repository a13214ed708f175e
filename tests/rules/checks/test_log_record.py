"""LOG015: how much a hand has on record, and the level that the controls demand."""

from __future__ import annotations

from typing import Any

from rules.controls.library import Library, load
from rules.results import Audit
from tests.rules.build import A, B, Event, audited, coverage, found, hand, seat, session
from tests.rules.fees import extending
from tests.rules.rulesets import BASE, beside_the_library

OWN = session(ruleset="room")
PAID = [{"payer": 2, "payee": 1, "amount": 400}]
BLANK = A.replace("9s", "??")


def demanding(level: str) -> Library:
    """A room's controls with a level of record."""
    return beside_the_library(extending(f"[records]\nlevel = {level}\nCITE\n"))


def audit_of(*hands: Event, level: str = '"rows"') -> Audit:
    return audited(OWN, *hands, library=demanding(level))


def totals(number: int, **fields: Any) -> Event:
    return hand(number, seat(1, net=400), seat(2, net=-400), **fields)


def rows(number: int, first: str = A, **fields: Any) -> Event:
    return hand(number, seat(1, first, net=400), seat(2, B, net=-400), **fields)


def test_log015_fires_once_with_every_hand_below_the_level():
    audit = audit_of(rows(1), totals(2), rows(3, BLANK), rows(4), hand(5, seat(1), seat(2)))
    (only,) = found(audit, "LOG015")
    assert (only.hand, only.hands, only.stated, only.expected, only.unit) == (None, [2, 3, 5], 3, 0, "hands")
    assert (only.kind, only.severity, only.money) == ("violation", "major", None)
    assert only.message == (
        "3 of 5 hands have less on record than the controls demand (rows): 1 has seats alone, 2 have no more than totals. "
        "Hands 2, 3, 5 (convention:records.level)."
    )
    assert audit.evidence == {"rows": 2, "totals": 2, "none": 1}
    assert coverage(audit, "LOG015").differing == 3


def test_log015_fires_where_stacks_and_transfers_are_demanded():
    whole = rows(2, transfers=PAID)
    for each, line in zip(whole["seats"], (A, B), strict=True):
        each |= {"stack": 10_000, "dealt": line.replace(" ", "")}
    audit = audit_of(rows(1, transfers=PAID), whole, level='"full"')
    assert [each.hands for each in found(audit, "LOG015")] == [[1]]
    assert audit.evidence == {"full": 1, "rows": 1}


def test_log015_quiet_at_the_level_or_above_and_of_void_deals():
    audit = audit_of(rows(1), hand(2, seat(1), seat(2), void=True))
    assert found(audit, "LOG015") == []
    assert audit.evidence == {"rows": 1, "void": 1}
    assert coverage(audit, "LOG015").inapplicable == 1
    assert found(audit_of(totals(1), level='"totals"'), "LOG015") == []


def test_log015_quiet_and_inapplicable_where_no_level_is_demanded():
    audit = audited(totals(1))
    assert found(audit, "LOG015") == []
    assert coverage(audit, "LOG015").inapplicable == 1


def test_log015_quiet_for_a_game_that_the_table_of_levels_does_not_name():
    assert [each.hands for each in found(audit_of(totals(1), level='{ chinese = "rows" }'), "LOG015")] == [
        [1]
    ]


def test_log015_fires_by_a_least_level_where_the_controls_demand_less():
    text = BASE + '[records]\nleast_level = ["rows", "showdown"]\ncite = "convention"\n'
    audit = audited(session(ruleset="base"), totals(1), rows(2), library=load({"base.toml": text}))
    (only,) = found(audit, "LOG015")
    assert (only.hands, "demand (rows)" in only.message) == ([1], True)
