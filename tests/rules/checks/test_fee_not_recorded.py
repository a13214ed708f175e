"""FEE037: a session without fees where the controls charge one, and the most that can have been short."""

from __future__ import annotations

from typing import Any

from rules.audit import BytesSource, audit_log
from rules.controls.library import library, load
from rules.results import Audit, NotKnown
from tests.rules.build import A, B, Event, audited, coverage, found, hand, seat, session
from tests.rules.checks.test_fee_kinds import HAND_FEE, OWN, of_the_room
from tests.rules.fees import fee
from tests.rules.pot_games.test_money_checks import all_in
from tests.rules.pot_logs import pot_log
from tests.rules.test_pot_controls import text


def audit_of(*hands: Event) -> Audit:
    return audited(OWN, *hands, library=of_the_room(HAND_FEE))


def played(number: int, **fields: Any) -> Event:
    return hand(number, seat(1, A, net=400), seat(2, B, net=-400), **fields)


def short(audit: Audit) -> NotKnown:
    assert audit.money is not None
    return audit.money[0].not_known["under_collected"]


def test_fee037_fires_once_with_the_least_that_was_due():
    audit = audit_of(played(1), played(2), hand(3, seat(1), seat(2), void=True))
    (only,) = found(audit, "FEE037")
    assert (only.hand, only.hands, only.stated, only.expected, only.unit) == (None, [1, 2], 0, 2, "hands")
    assert (only.kind, only.severity, only.money, only.clause) == ("violation", "major", 400, "room:5.1")
    assert only.message == (
        "None of 2 hands has fees on record; the controls charge hand fees, of which at least $4.00 was due (room:5.1)."
    )
    assert (short(audit).hands, short(audit).bound) == (3, 400)
    assert audit.money is not None
    assert (audit.money[0].under_collected, audit.money[0].over_collected) == (None, None)


def test_fee037_quiet_where_some_hand_has_its_fees_or_was_free():
    assert found(audit_of(played(1), played(2, fees=[])), "FEE037") == []
    dollars = [fee("hand_fee", 100, seat=1), fee("hand_fee", 100, seat=2)]
    audit = audit_of(played(1, fees=dollars), played(2))
    assert found(audit, "FEE037") == []
    assert (short(audit).hands, short(audit).bound) == (1, 200)


def test_fee037_quiet_and_inapplicable_where_only_a_limit_is_stated_or_void_deals_were_dealt():
    limited = HAND_FEE.replace("money = 100", "max_money = 100")
    audit = audited(OWN, played(1), library=of_the_room(limited))
    assert found(audit, "FEE037") == []
    assert coverage(audit, "FEE037").inapplicable == 1
    assert short(audit).bound is None
    assert found(audit_of(hand(1, seat(1), seat(2), void=True)), "FEE037") == []


def test_fee037_quiet_under_a_ruleset_that_is_no_rooms():
    audit = audited(session(ruleset="hawaiian-gardens"), played(1))
    assert found(audit, "FEE037") == []
    assert coverage(audit, "FEE037").inapplicable == 1


def test_fee037_fires_for_a_table_of_a_pot_game_whose_rake_the_controls_fix():
    own = load({"room.toml": text()}, library())
    name = next(each.id for each in own.rulesets() if each.file == "room.toml")
    line = session(currency="USD", unit=None, ruleset=name, opened_at="2026-03-14T19:00:00-07:00")
    audit = audit_log(BytesSource(pot_log(line, all_in(500, 500, 500))), library=own)
    (only,) = found(audit, "FEE037")
    assert (only.hands, only.expected) == ([1], 1)
    assert short(audit).bound == only.money
