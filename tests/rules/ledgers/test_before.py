"""A quarter whose months lie in several ledgers."""

from tests.rules.events.auditing import audited, found, row
from tests.rules.ledgers.build import RANKING, award, contribution, header


def reasons(audit, code):
    return [each.reason for each in row(audit, code).because]


JANUARY = {"ledger": "R-1", "from": "2026-01-01", "until": "2026-01-31"}
REST = {"ledger": "R-2", "from": "2026-02-01", "until": "2026-03-31"}
APRIL = {"ledger": "R-3", "from": "2026-04-01", "until": "2026-04-30"}
PAID = {"event": "ranking_payout", "account": "ranking", "period": "2026-Q1", "pool": 30_000,
        "prizes": [{"player": "A", "points": 60, "amount": 20_000}, {"player": "B", "points": 30, "amount": 10_000}]}  # fmt: skip
OF_JANUARY = [
    header(RANKING, **JANUARY),
    contribution(20_000, at="2026-01-20T20:00:00+02:00"),
    award("A", 60, at="2026-01-20T23:00:00+02:00"),
]
OF_REST = [
    header(RANKING, **REST),
    contribution(10_000, at="2026-03-10T20:00:00+02:00"),
    award("B", 30, at="2026-03-10T23:00:00+02:00"),
]
RANKED = ("JKP027", "JKP028", "JKP029")


def test_a_quarter_that_was_paid_after_its_end_has_the_months_of_the_ledgers_before():
    audit = audited([header(RANKING, **APRIL), PAID], OF_REST, OF_JANUARY)
    assert [(each.code, each.stated, each.expected) for code in RANKED for each in found(audit, code)] == []
    assert [row(audit, code).agreeing for code in RANKED] == [2, 1, 2]
    (quarter,) = audit.event.ledger.quarters
    assert (quarter.pool, quarter.points, quarter.price) == (30_000, 90, "1000/3")
    assert [(each.player, each.prize) for each in quarter.players] == [("A", 20_000), ("B", 10_000)]


def test_a_quarter_is_not_known_where_a_ledger_of_its_months_is_missing():
    """Also where one between them is missing: what was contributed meanwhile is on no record."""
    for beside in ([], [OF_REST], [OF_JANUARY]):
        audit = audited([header(RANKING, **APRIL), PAID], *beside)
        assert [each for code in RANKED for each in found(audit, code)] == []
        for code in RANKED:
            assert reasons(audit, code) == [
                "the quarter begins before the ledger does, and the ledgers of the months before were not given"
            ]
        (quarter,) = audit.event.ledger.quarters
        assert (quarter.pool, quarter.points, quarter.price) == (None, None, None)
        assert [each.prize for each in quarter.players] == [None, None]


def test_a_correction_of_an_earlier_month_changes_the_prizes_of_the_quarter():
    corrected = [OF_JANUARY[0], contribution(20_300, at="2026-01-20T20:00:00+02:00"), *OF_JANUARY[2:]]
    audit = audited([header(RANKING, **APRIL), PAID], OF_REST, corrected)
    (pool,) = found(audit, "JKP028")
    assert (pool.stated, pool.expected) == (30_000, 30_300)
    assert [(each.player, each.expected) for each in found(audit, "JKP029")] == [("A", 20_200), ("B", 10_100)]
