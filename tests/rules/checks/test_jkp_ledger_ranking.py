"""The ranking of a ledger: awards, standing, the quarter's pool and its prizes."""

from tests.rules.events.auditing import audited, found, row
from tests.rules.ledgers.build import JACKPOT, RANKING, award, contribution, header
from tests.rules.tournaments import build as event


def reasons(audit, code):
    return {each.reason: each.hands for each in row(audit, code).because}


def ranking_payout(*prizes, **stated):
    """The prizes of a quarter: player, amount, points where they are stated."""
    listed = [
        {"player": player, "amount": amount} | ({"points": points[0]} if points else {})
        for player, amount, *points in prizes
    ]
    return {
        "event": "ranking_payout",
        "account": "ranking",
        "period": "2026-Q1",
        "prizes": listed,
    } | stated


# 97.5 and 52.5 points share 300.00.
QUARTER = [
    header(RANKING, JACKPOT),
    contribution(30_000),
    contribution(1, at="2026-04-01T00:00:00+02:00"),
    award("A", 60),
    award("A", "37.5"),
    award("B", "52.5"),
    award("B", 7, at="2025-12-31T23:00:00+02:00"),
]


# ---------------------------------------------------------------- awards: JKP026


def tournament(*more, **stated):
    """Four players at 50.00: 90 points for the first, 72 for the second, 60 and 48."""
    first = event.header(ruleset="olympic-ranking", ranking=True) | stated
    return [first, *event.entries(4), *event.busts(4, 3, 2), *more]


def test_jkp026_fires_where_an_award_is_not_the_points_of_the_tournament():
    lines = [header(RANKING), award("P01", 90, tournament="T-1"), award("P02", 75, tournament="T-1")]
    (only,) = found(audited(lines, tournament()), "JKP026")
    assert (only.line, only.account, only.player, only.stated, only.expected) == (3, "ranking", "P02", 75, 72)
    assert (only.unit, only.money) == ("points", None)
    assert only.message.startswith(
        "Line 3, account ranking: P02 was awarded 75 points of tournament T-1, which makes 72 ("
    )


def test_jkp026_fires_on_all_awards_of_a_player_and_on_one_who_did_not_play():
    lines = [
        header(RANKING),
        award("P01", "45.5", tournament="T-1"),
        award("P01", 45, tournament="T-1"),
        award("X", 1, tournament="T-1"),
    ]
    one, other = found(audited(lines, tournament()), "JKP026")
    assert (one.line, one.player, one.stated, one.expected) == (3, "P01", "181/2", 90)
    assert (other.line, other.player, other.stated, other.expected) == (4, "X", 1, 0)


def test_jkp026_fires_where_the_tournament_is_none_of_the_ranking():
    lines = [header(RANKING), award("P01", 90, tournament="T-1")]
    (only,) = found(audited(lines, tournament(ranking=False)), "JKP026")
    assert (only.stated, only.expected) == (90, 0)


def test_jkp026_quiet_where_the_points_are_due_or_nothing_says_what_is():
    lines = [
        header(RANKING),
        award("P01", "180/2", tournament="T-1"),
        award("P01", 1),
        award("P01", 1, tournament="T-2"),
        award("P02", 1, tournament="T-3"),
    ]
    open_places = [event.header(ruleset="olympic-ranking", ranking=True, tournament="T-3"), *event.entries(2)]
    audit = audited(lines, tournament(), open_places)
    assert found(audit, "JKP026") == []
    assert row(audit, "JKP026").agreeing == 1
    assert reasons(audit, "JKP026") == {
        "the tournament of the award was not recorded": 1,
        "the file of the tournament was not given": 1,
        "the points due cannot be worked out from the tournament's file": 1,
    }


# ---------------------------------------------------------------- standing, pool, prizes


def test_jkp027_fires_where_points_are_not_the_sum_of_the_awards():
    audit = audited([*QUARTER, ranking_payout(("A", 19_500, 90), ("B", 10_500, "52.5"))])
    (only,) = found(audit, "JKP027")
    assert (only.line, only.player, only.stated, only.expected) == (8, "A", 90, "195/2")
    assert only.message == (
        "Line 8, account ranking: A has 90 points in 2026-Q1; the awards of the quarter come to 195/2 (OLY-5.5-b)."
    )
    assert found(audit, "JKP029") == []


def test_jkp027_fires_on_a_player_without_any_award():
    (only,) = found(audited([*QUARTER, ranking_payout(("X", 0, 3))]), "JKP027")
    assert (only.player, only.stated, only.expected) == ("X", 3, 0)


def test_jkp027_quiet_where_the_points_are_the_sum_or_were_not_recorded():
    lines = [*QUARTER, ranking_payout(("A", 19_500, "195/2"), ("B", 10_500))]
    audit = audited([*lines, ranking_payout(("A", 1, 1), account="olympic")])
    assert found(audit, "JKP027") == []
    assert (row(audit, "JKP027").agreeing, row(audit, "JKP027").inapplicable) == (1, 1)
    assert reasons(audit, "JKP027") == {"the points of the prize were not recorded": 1}


def test_jkp028_fires_where_another_pool_was_divided():
    audit = audited([*QUARTER, ranking_payout(("A", 19_500), ("B", 10_500), pool=30_100)])
    (only,) = found(audit, "JKP028")
    assert (only.line, only.account, only.stated, only.expected, only.money) == (
        8,
        "ranking",
        30_100,
        30_000,
        100,
    )
    assert only.message == (
        "Line 8, account ranking: €301.00 was divided for 2026-Q1; the contributions of the quarter come to €300.00 (OLY-5.5-b)."
    )


def test_jkp028_quiet_where_the_pool_is_the_quarters_or_was_not_recorded():
    lines = [
        *QUARTER,
        ranking_payout(pool=30_000),
        ranking_payout(),
        ranking_payout(pool=1, account="olympic"),
    ]
    audit = audited(lines)
    assert found(audit, "JKP028") == []
    assert (row(audit, "JKP028").agreeing, row(audit, "JKP028").inapplicable) == (1, 1)
    assert reasons(audit, "JKP028") == {"the pool that was divided was not recorded": 1}


def test_jkp029_fires_on_a_wrong_prize_and_on_one_of_the_best_without_any():
    audit = audited([*QUARTER, ranking_payout(("A", 19_400, "97.5"), ("X", 5))])
    assert [(each.line, each.player, each.stated, each.expected) for each in found(audit, "JKP029")] == [
        (8, "A", 19_400, 19_500),
        (8, "B", 0, 10_500),
        (8, "X", 5, 0),
    ]
    assert found(audit, "JKP029")[0].message == (
        "Line 8, account ranking: the prize of A for 2026-Q1 is €194.00; €195.00 is due (OLY-5.5-b)."
    )


# Nine with 100 points and one of X and Y with 50 share 950.00: 1.00 a point.
TIED = [
    header(RANKING),
    contribution(95_000),
    *(award(f"P{place}", 100) for place in range(9)),
    award("X", 50),
    award("Y", 50),
    ranking_payout(*((f"P{place}", 10_000) for place in range(9)), ("X", 5_000)),
]


def test_jkp029_fires_on_all_who_tie_for_tenth_but_where_a_lot_decides():
    differing = {each.player: (each.stated, each.expected) for each in found(audited(TIED), "JKP029")}
    assert (differing["P0"], differing["X"], differing["Y"]) == ((10_000, 9_500), (5_000, 4_750), (0, 4_750))
    drawn = audited(TIED, readings={"AMB-OLY-top10-tie": "lot"})
    assert (found(drawn, "JKP029"), row(drawn, "JKP029").agreeing) == ([], 9)
    assert reasons(drawn, "JKP029") == {
        "who of those with equal points has the last place was decided by lot, which was not recorded": 2
    }


def test_jkp029_quiet_where_the_prizes_are_due_or_follow_from_wrong_points():
    lines = [
        *QUARTER,
        ranking_payout(("A", 1, 3), ("B", 10_500)),
        ranking_payout(("A", 1), account="olympic"),
    ]
    audit = audited(lines)
    assert found(audit, "JKP029") == []
    assert (row(audit, "JKP029").agreeing, row(audit, "JKP029").inapplicable) == (1, 2)
