"""The fee triangle in the report of a session."""

from __future__ import annotations

import pytest

from rules.audit import combine
from rules.results import Audit
from tests.reports import samples
from tests.reports.reading import Reading
from tests.rules.build import A, B, hand, seat, session
from tests.rules.checks.test_fee_triangle import drop, raked, reported


def test_an_audit_has_the_triangle_of_its_log():
    (row,) = reported(raked(1), raked(2), drop("20:00", 550)).triangle
    assert (row.kind, row.money, row.hands, row.session) == ("rake", "USD", 2, session()["session"])
    assert (row.due, row.recorded, row.drop) == (600, 600, 550)
    assert (row.recorded_less_due, row.drop_less_recorded, row.drop_less_due) == (0, -50, -50)


def test_a_log_without_fees_has_none():
    assert reported(hand(1, seat(1, A), seat(2, B)), ruleset="wsgc-base", library=None).triangle == []


@pytest.mark.slow
def test_the_report_of_a_session_prints_it_where_a_box_was_counted():
    counted = reported(raked(1), raked(2), drop("20:00", 550))
    text = Reading(samples.pdf(counted)).text
    assert "Fees: due, recorded, counted" in text
    assert "Rake 2 $6.00 $6.00 $5.50 $0.00 −$0.50 −$0.50" in text
    assert "Fees: due, recorded, counted" not in Reading(samples.pdf(reported(raked(1), raked(2)))).text


def test_several_sessions_have_rows_of_their_own():
    both = combine([reported(raked(1), drop("20:00", 300)), reported(raked(1), raked(2), drop("20:00", 600))])
    assert [(row.hands, row.drop) for row in both.triangle] == [(1, 300), (2, 600)]


def test_an_audit_that_was_stored_before_has_none():
    import msgspec

    stored = msgspec.json.decode(msgspec.json.encode(reported(raked(1), drop("20:00", 300)), enc_hook=list))
    del stored["triangle"]
    assert msgspec.convert(stored, Audit).triangle is None
