"""Chips that were sold in a tournament, and chips in play."""

from tests.rules.events.auditing import audited, found, row
from tests.rules.events.tables import tables
from tests.rules.tournaments.build import entries, header


def reasons(audit, code):
    return [each.reason for each in row(audit, code).because]


def entry(number, **stated):
    return {"event": "entry", "entry": number, "player": f"P{number:02}"} | stated


def count(*chips):
    listed = [{"table": f"T{at}", "chips": each} for at, each in enumerate(chips, 1)]
    return {"event": "count", "tables": listed}


# ---------------------------------------------------------------- TRN001


def test_trn001_fires_where_other_chips_were_given_than_published():
    lines = [
        header(kind="rebuy_any", add_on={"price": 2000, "chips": 12000}),
        entry(1, chips=12000),
        {"event": "add_on", "entry": 1, "chips": 13000},
    ]
    stack, add_on = found(audited(lines), "TRN001")
    assert (stack.line, stack.entry, stack.player) == (2, 1, "P01")
    assert (stack.stated, stack.expected, stack.clause, stack.kind) == (
        12000,
        10000,
        "OLY-3.4-07",
        "violation",
    )
    assert stack.message == (
        "Line 2, entry 1 (P01): 12,000 chips were given; published are 10,000 chips (OLY-3.4-07)."
    )
    assert (add_on.line, add_on.stated, add_on.expected) == (3, 13000, 12000)


def test_trn001_fires_where_the_offer_was_not_published():
    (only,) = found(audited([header(), entry(1, chips=12000, offer="early")]), "TRN001")
    assert (only.stated, only.expected) == (12000, 10000)


def test_trn001_quiet_with_a_published_offer_and_where_chips_were_not_recorded():
    offers = [{"code": "early", "chips": 2000}, {"code": "late", "chips": 500}]
    rebuy = {"event": "rebuy", "entry": 1, "chips": 5}  # none is offered: TRN012
    audit = audited([header(offers=offers), entry(1, chips=12000, offer="early"), entry(2), rebuy])
    assert found(audit, "TRN001") == []
    counted = row(audit, "TRN001")
    assert (counted.agreeing, counted.untestable, counted.inapplicable) == (1, 1, 1)
    assert reasons(audit, "TRN001") == ["the chips were not recorded"]
    unpublished = audited(
        [{key: each for key, each in header().items() if key != "stack"}, entry(1, chips=7)]
    )
    assert reasons(unpublished, "TRN001") == ["the starting stack was not published"]


# ---------------------------------------------------------------- TRN002


def test_trn002_fires_once_where_chips_appear():
    audit = audited([*tables(5, 5), count(50000, 50000), count(50000, 50500), count(61000, 39500)])
    (only,) = found(audit, "TRN002")
    assert (only.line, only.stated, only.expected, only.difference) == (23, 100500, 100000, 500)
    assert (only.kind, only.clause) == ("discrepancy", "OLY-3.4-09")
    assert only.message == "Line 23: 100,500 chips were counted; 100,000 chips are in play (OLY-3.4-09)."
    assert row(audit, "TRN002").agreeing == 2
    assert [each.title for each in audit.incidents] == ["The chips of the tournament do not add up"]


def test_trn002_fires_before_a_colour_up_of_all_stacks():
    stacks = [{"entry": 1, "before": 10075, "after": 10100}, {"entry": 2, "before": 9850, "after": 9800}]
    raced = {"event": "colour_up", "chip": 25, "next": 100, "tables": [{"table": "T1", "stacks": stacks}]}
    (only,) = found(audited([*tables(2), raced]), "TRN002")
    assert (only.line, only.stated, only.expected) == (6, 19925, 20000)
    assert "19,925 chips were on the tables before the colour-up" in only.message


def test_trn002_quiet_where_the_chips_add_up_or_the_count_is_of_some_tables():
    audit = audited([*tables(1, 1), count(12000, 8000), count(12000)])
    assert found(audit, "TRN002") == []
    assert (row(audit, "TRN002").agreeing, row(audit, "TRN002").untestable) == (1, 1)
    assert reasons(audit, "TRN002") == ["what was in play, or on every table, was not recorded"]
    unseated = audited([header(), *entries(2), count(1)])
    assert reasons(unseated, "TRN002") == ["no seats were recorded"]
