"""The balances of a ledger's accounts: closings, counts, contributions, diversions, and accounts that are overdrawn."""

from tests.rules.events.auditing import audited, found, row
from tests.rules.ledgers.build import (
    JACKPOT,
    RANKING,
    bad_beat,
    closing,
    contribution,
    drop,
    header,
    level_in_log,
    royal,
    table_log,
)
from tests.rules.tournaments import build as event

OTHER = {"account": "promo", "kind": "other", "opening": 0}


def reasons(audit, code):
    """Why something of a check could not be tested, with how often."""
    return {each.reason: each.hands for each in row(audit, code).because}


# ---------------------------------------------------------------- the closing: JKP034


def test_jkp034_fires_in_a_ledger_whose_closing_does_not_follow_from_the_movements():
    lines = [header(), drop(12_300), closing("2026-03-14", 1_012_200), closing("2026-03-15", 1_012_200)]
    (only,) = found(audited(lines), "JKP034")
    assert (only.name, only.line, only.account) == ("pool-differs", 3, "olympic")
    assert (only.stated, only.expected, only.money, only.clause) == (1_012_200, 1_012_300, 100, "OLY-4.3")
    assert only.message == (
        "Line 3, account olympic: the balance is stated as €10,122.00; the movements since the closing before make it "
        "€10,123.00 (OLY-4.3)."
    )


def test_jkp034_fires_on_a_balance_of_the_last_line():
    close = {"event": "close", "balances": {"olympic": 1_000_500, "unheard": 1}}
    audit = audited([header(), drop(400), close])
    assert [(each.line, each.stated, each.expected) for each in found(audit, "JKP034")] == [
        (3, 1_000_500, 1_000_400)
    ]


def test_jkp034_quiet_where_the_closings_follow_or_an_amount_was_not_recorded():
    unknown = [bad_beat(), closing("2026-03-15", 500_000)]
    audit = audited([header(), drop(100), closing("2026-03-14", 1_000_100), *unknown])
    assert found(audit, "JKP034") == []
    assert row(audit, "JKP034").agreeing == 1
    assert reasons(audit, "JKP034") == {"the amount of a movement was not recorded": 1}


# ---------------------------------------------------------------- contributions: JKP011


def tournament(**stated):
    """A tournament of four at 105.00 each with a ranking share of 8.40."""
    first = event.header(ruleset="olympic-ranking", ranking=True, buy_in=10_500) | stated
    return [first, *event.entries(4)]


def test_jkp011_fires_where_a_contribution_is_not_two_percent_of_the_prize_pool():
    audit = audited([header(RANKING), contribution(841, prize_pool=42_049)])
    (only,) = found(audit, "JKP011")
    assert (only.line, only.account, only.stated, only.expected) == (2, "ranking", 841, 840)
    assert only.clause == "OLY-5.3"
    assert only.message == (
        "Line 2, account ranking: the contribution is €8.41; its share is €8.40 (OLY-5.3)."
    )


def test_jkp011_fires_where_the_file_of_the_tournament_owes_something_else():
    lines = [
        header(RANKING),
        contribution(500, tournament="T-1", prize_pool=25_000),
        contribution(300, tournament="T-1"),
    ]
    (only,) = found(audited(lines, tournament()), "JKP011")
    assert (only.line, only.stated, only.expected) == (3, 800, 840)
    assert "the contribution of tournament T-1 is €8.00; its share is €8.40" in only.message


def test_jkp011_fires_where_an_event_outside_of_the_ranking_contributes():
    audit = audited([header(RANKING), contribution(840, tournament="T-1")], tournament(ranking=False))
    assert [(each.stated, each.expected) for each in found(audit, "JKP011")] == [(840, 0)]


def test_jkp011_fires_where_the_share_of_a_royal_pool_differs():
    pool = {
        "account": "royal",
        "kind": "tournament_royal",
        "ruleset": "olympic-tournament@1",
        "opening": 0,
    }
    lines = [header(pool), contribution(1_900, tournament="T-1") | {"account": "royal"}]
    with_pool = [event.header(royal={"share": 500, "opening": 0}), *event.entries(4)]
    (only,) = found(audited(lines, with_pool), "JKP011")
    assert (only.stated, only.expected, only.clause) == (1_900, 2_000, "OLY-3.2-i-share")


def test_jkp011_fires_on_a_right_share_of_a_prize_pool_that_is_not_the_tournaments():
    (only,) = found(
        audited([header(RANKING), contribution(840, tournament="T-1", prize_pool=42_999)], tournament()),
        "JKP011",
    )
    assert (only.line, only.stated, only.expected, only.severity) == (2, 42_999, 42_000, "minor")
    assert "is said to be of a prize pool of €429.99; that of the tournament is €420.00" in only.message
    right = audited([header(RANKING), contribution(840, tournament="T-1", prize_pool=42_000)], tournament())
    assert found(right, "JKP011") == []


def test_jkp011_quiet_where_the_share_is_due_or_nothing_says_what_is():
    lines = [
        header(RANKING, OTHER, {"account": "royal", "kind": "tournament_royal", "opening": 0}),
        contribution(840, tournament="T-1"),
        contribution(7, prize_pool=350) | {"account": "royal"},
        contribution(840, prize_pool=42_049),
        contribution(7),
        contribution(7) | {"account": "promo"},
    ]
    audit = audited(lines, tournament())
    assert found(audit, "JKP011") == []
    counted = row(audit, "JKP011")
    assert (counted.agreeing, counted.inapplicable) == (2, 1)
    assert reasons(audit, "JKP011") == {
        "neither the tournament's file nor the prize pool of the share was given": 2
    }


# ---------------------------------------------------------------- counts: JKP012


def count(amount, account="olympic"):
    return {"event": "count", "account": account, "amount": amount}


def test_jkp012_fires_where_the_money_counted_is_not_the_balance():
    audit = audited([header(), drop(1_000), count(1_000_800), closing("2026-03-14", 1_001_000)])
    (only,) = found(audit, "JKP012")
    assert (only.line, only.stated, only.expected, only.money) == (3, 1_000_800, 1_001_000, 200)
    assert only.message == (
        "Line 3, account olympic: €10,008.00 was counted; the balance worked out is €10,010.00 (external:FEES-counted)."
    )


def test_jkp012_quiet_where_the_money_is_there_or_the_balance_is_not_known():
    audit = audited([header(), count(1_000_000), bad_beat(), count(1), count(1, "unheard")])
    assert found(audit, "JKP012") == []
    assert row(audit, "JKP012").agreeing == 1
    assert reasons(audit, "JKP012") == {
        "the amount of a movement was not recorded": 1,
        "the account is not in the file": 1,
    }


# ---------------------------------------------------------------- when it closed: JKP013, JKP014


def test_jkp013_fires_a_second_after_the_time_by_which_the_house_reads_the_level():
    late = closing("2026-03-14", 1_000_000, at="2026-03-15T07:00:01Z")
    audit = audited([header(), closing("2026-03-13", 1_000_000, at="2026-03-14T07:00:01.5+02:00"), late])
    one, other = found(audit, "JKP013")
    assert (one.line, one.stated, one.expected) == (
        2,
        "2026-03-14T07:00:01.5+02:00",
        "2026-03-14T07:00:00+02:00",
    )
    assert one.clause == "OLY-4.4"
    assert "the closing of 2026-03-13 was read at 2026-03-14T07:00:01.5+02:00" in one.message
    assert (other.line, other.expected) == (3, "2026-03-15T07:00:00+00:00")


def test_jkp013_quiet_at_seven_and_where_no_time_was_recorded():
    lines = [
        header(JACKPOT, OTHER),
        closing("2026-03-14", 1_000_000, at="2026-03-15T07:00:00+02:00"),
        closing("2026-03-15", 1_000_000),
        closing("2026-03-15", 0, at="2026-03-20T07:00:00+02:00") | {"account": "promo"},
    ]
    audit = audited(lines)
    assert found(audit, "JKP013") == []
    counted = row(audit, "JKP013")
    assert (counted.agreeing, counted.untestable, counted.inapplicable) == (1, 1, 1)
    assert reasons(audit, "JKP013") == {"when the closing was read was not recorded": 1}


def test_jkp014_fires_where_a_day_has_no_closing():
    lines = [closing("2026-02-27", 1_000_000), closing("2026-03-01", 1_000_000)]
    (only,) = found(audited([header(), *lines]), "JKP014")
    assert (only.line, only.stated, only.expected) == (3, "2026-03-01", "2026-02-28")
    assert only.message == (
        "Line 3, account olympic: the closing is of 2026-03-01; that of 2026-02-28 was due and is missing "
        "(external:RECORD-complete)."
    )


def test_jkp014_fires_where_the_first_closing_is_later_than_the_period_begins():
    first = header(**{"from": "2026-03-01", "until": "2026-03-31"})
    (only,) = found(audited([first, closing("2026-03-03", 1_000_000)]), "JKP014")
    assert (only.line, only.stated, only.expected) == (2, "2026-03-03", "2026-03-01")


def test_jkp014_quiet_where_no_day_is_missing_and_of_other_accounts():
    days = [closing(day, 1_000_000) for day in ("2026-02-28", "2026-03-01", "2026-03-01")]
    other = [closing(day, 0) | {"account": "promo"} for day in ("2026-03-01", "2026-06-30")]
    audit = audited([header(JACKPOT, OTHER), *days, *other])
    assert found(audit, "JKP014") == []
    counted = row(audit, "JKP014")
    assert (counted.agreeing, counted.inapplicable) == (3, 2)


# ---------------------------------------------------------------- the level in logs: JKP015


def test_jkp015_fires_where_a_table_has_another_level_than_the_last_closing():
    lines = [
        header(),
        closing("2026-03-13", 300_000, at="2026-03-14T04:00:00+02:00"),
        closing("2026-03-14", 310_000, at="2026-03-15T04:00:00+02:00"),
    ]
    audit = audited(lines, table_log("C4", level_in_log(310_000)))
    (only,) = found(audit, "JKP015")
    assert (only.session, only.line, only.stated, only.expected) == ("C4", 2, 310_000, 300_000)
    assert only.message == (
        "Session C4, line 2: the jackpot's level is €3,100.00 at 2026-03-14T20:00:00+02:00; the last closing of account "
        "olympic before it, of 2026-03-13, is €3,000.00 (OLY-4.4)."
    )


def test_jkp015_quiet_where_the_level_is_the_closing_or_there_is_none_to_compare():
    read = closing("2026-03-13", 300_000, at="2026-03-14T04:00:00+02:00")
    log = table_log("C4", level_in_log(1, "2026-03-14T03:00:00+02:00"), level_in_log(300_000))
    audit = audited([header(), read], log)
    assert found(audit, "JKP015") == []
    assert row(audit, "JKP015").agreeing == 1
    assert reasons(audit, "JKP015") == {"the ledger has no closing with a time before that of the log": 1}
    two = audited([header(JACKPOT, JACKPOT | {"account": "second"}), read], log)
    assert reasons(two, "JKP015") == {"the ledger has not one account of kind jackpot": 2}


def test_jkp015_quiet_about_a_log_of_another_period():
    march = header(**{"from": "2026-03-01", "until": "2026-03-31"})
    read = closing("2026-03-31", 300_000, at="2026-04-01T04:00:00+02:00")
    logs = [
        table_log(at, level_in_log(level, f"2026-04-{at}T20:00:00+02:00"))
        for at, level in (("01", 310_000), ("02", 420_000))
    ]
    audit = audited([march, read], *logs)
    assert [(each.session, each.stated, each.expected) for each in found(audit, "JKP015")] == [
        ("01", 310_000, 300_000)
    ]  # the evening after the last day goes by its closing
    assert row(audit, "JKP015").inapplicable == 1


# ---------------------------------------------------------------- diversions and overdrawn accounts


def diversion(**stated):
    return {"event": "diversion", "from": "olympic", "to": "promo", "amount": 5_000} | stated


def test_jkp016_fires_where_money_was_moved_without_approval():
    (only,) = found(audited([header(JACKPOT, OTHER), diversion(approved=False)]), "JKP016")
    assert (only.line, only.account, only.stated, only.expected) == (2, "olympic", False, True)
    assert (only.kind, only.severity, only.money, only.difference) == ("violation", "major", 5_000, None)
    assert only.message == (
        "Line 2, account olympic: €50.00 was moved to account promo without approval; a diversion needs approval "
        "(external:RECORD-attributable)."
    )


def test_jkp016_quiet_where_it_was_approved_or_nothing_says_so():
    audit = audited([header(JACKPOT, OTHER), diversion(approved=True), diversion()])
    assert found(audit, "JKP016") == []
    assert row(audit, "JKP016").agreeing == 1
    assert reasons(audit, "JKP016") == {"whether the diversion was approved was not recorded": 1}


def test_jkp023_fires_once_where_more_was_taken_out_than_there_is():
    lines = [header(JACKPOT | {"opening": 50_000}), *(royal(3, amount=30_000) for _ in range(3))]
    (only,) = found(audited(lines), "JKP023")
    assert (only.line, only.account, only.stated, only.expected) == (3, "olympic", -10_000, 0)
    assert (only.severity, only.money) == ("critical", 10_000)
    assert "the balance is −€100.00 after this line" in only.message


def test_jkp023_quiet_where_all_was_taken_out_and_no_more():
    lines = [header(JACKPOT | {"opening": 50_000}), royal(3, amount=50_000), bad_beat(), drop(5)]
    audit = audited(lines)
    assert found(audit, "JKP023") == []
    assert row(audit, "JKP023").agreeing == 1
    assert reasons(audit, "JKP023") == {"the amount of a movement was not recorded": 2}
