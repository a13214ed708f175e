"""The money of ledgers: accounts that were counted short, what they took and paid, and who has whose share."""

from tests.rules.events.auditing import audited, found
from tests.rules.events.money import amounts, kinds_of, lacked, only_incident, repaid, total, unknown
from tests.rules.ledgers.build import (
    JACKPOT,
    RANKING,
    award,
    bad_beat,
    closing,
    contribution,
    drop,
    header,
    paying,
    payout,
    raked_hand,
    royal,
    table_log,
)

# Of a level of 10,000.00: 6,000.00 for a bad beat at eight seats, 1,500.00 of it for the table.
SHARES = dict.fromkeys((1, 3, 4, 5, 6, 8), 18_750) | {2: 318_750, 7: 168_750}


def count(amount, **stated):
    return {"event": "count", "account": "olympic", "amount": amount} | stated


def diversion(amount, **stated):
    return {"event": "diversion", "from": "olympic", "to": "promo", "amount": amount} | stated


# ---------------------------------------------------------------- counts and levels


def test_a_count_below_the_book_is_unaccounted_and_the_account_lacks_it():
    audit = audited([header(), drop(1_000), count(1_000_800)])
    assert amounts(audit) == {"unaccounted": 200}
    assert lacked(audit) == [("account:olympic", 200, "unaccounted")]
    assert repaid(audit) == []
    assert [(each.kind, each.party, each.line, each.amount) for each in only_incident(audit).breaks] == [
        ("count", "account:olympic", 3, 200)
    ]


def test_the_same_shortage_in_a_later_count_is_one_break():
    audit = audited([header(), count(999_800), drop(1_000), count(1_000_800), count(1_000_700)])
    assert amounts(audit) == {"unaccounted": 300}
    assert lacked(audit) == [("account:olympic", 300, "unaccounted")]
    assert len(found(audit, "JKP012")) == 3
    assert sorted(each.money[0].unaccounted for each in audit.incidents) == [100, 200]


def test_a_shortage_that_the_next_count_no_longer_has_was_counted_wrong():
    audit = audited([header(), count(999_800), count(1_000_000)])
    assert amounts(audit) == {"misrecorded": 200}
    assert lacked(audit) == []
    assert total(audit).unaccounted == 0


def test_an_account_that_nobody_counted_is_not_known():
    audit = audited([header(), drop(1_000)])
    assert total(audit).unaccounted is None
    assert unknown(audit, "unaccounted")[:2] == (2, None)
    assert "the money of the account was not counted" in unknown(audit, "unaccounted")[2]


def test_a_level_that_was_read_wrong_is_misrecorded():
    audit = audited([header(), drop(1_000), closing("2026-03-14", 1_000_900)])
    assert amounts(audit) == {"misrecorded": 100}
    assert lacked(audit) == repaid(audit) == []


def test_a_level_that_the_next_one_sets_right_is_one_wrong_reading():
    lines = [header(), closing("2026-03-14", 999_000), drop(1_000), closing("2026-03-15", 1_001_000)]
    audit = audited(lines)
    assert amounts(audit) == {"misrecorded": 1_000}
    assert len(only_incident(audit).findings) == 2
    apart = audited([header(), closing("2026-03-14", 999_000), drop(1_000), closing("2026-03-15", 1_000_500)])
    assert amounts(apart) == {"misrecorded": 1_500}


# ---------------------------------------------------------------- what goes in


def test_a_drop_above_its_limit_is_over_collected_from_players_not_on_record():
    audit = audited([header(), drop(10_000, hands=99)])
    assert amounts(audit) == {"over_collected": 100}
    assert lacked(audit) == [("unknown", 100, "over_collected")]
    assert kinds_of(audit, "account:olympic") == {"over_collected": 100}


def test_what_the_hands_paid_and_the_account_did_not_get_is_unaccounted():
    log = table_log("C7", raked_hand(1, 100), raked_hand(2, 100))
    audit = audited([header(), drop(150, session="C7", hands=2)], log)
    assert amounts(audit) == {"unaccounted": 50}
    assert lacked(audit) == [("account:olympic", 50, "unaccounted")]
    more = audited([header(), drop(250, session="C7", hands=2)], log)
    assert amounts(more) == {"unaccounted": 50}  # and not over-collected beside it
    assert lacked(more) == [("account:olympic", -50, "unaccounted")]


def test_a_contribution_that_is_too_small_is_owed_by_the_prizes():
    audit = audited([header(RANKING), contribution(800, prize_pool=42_049)])
    assert amounts(audit) == {"under_collected": 40}
    assert repaid(audit) == [("account:prizes", "account:ranking", 40)]


def test_money_that_was_moved_without_approval_is_owed_back_by_the_account_that_has_it():
    audit = audited([header(), diversion(5_000, approved=False)])
    assert amounts(audit) == {"over_collected": 5_000}
    assert repaid(audit) == [("account:promo", "account:olympic", 5_000)]
    assert unknown(audited([header(), diversion(5_000)]), "over_collected")[0] == 1


# ---------------------------------------------------------------- what goes out


def test_exchanged_shares_of_a_bad_beat_are_owed_by_one_winner_to_the_other():
    audit = audited([header(), paying(bad_beat(), SHARES | {2: 168_750, 7: 318_750})])
    assert amounts(audit) == {"misallocated": 150_000}
    assert repaid(audit) == [("S7", "S2", 150_000)]
    assert len(only_incident(audit).findings) == 2


def test_shares_that_the_hit_exchanges_and_the_payouts_do_not_are_written_down_wrong_once():
    hit = paying(bad_beat(), SHARES | {2: 168_750, 7: 318_750})
    audit = audited(
        [header(), hit, *(payout(f"S{seat}", amount, hit="H1") for seat, amount in SHARES.items())]
    )
    assert amounts(audit) == {"misrecorded": 150_000}
    assert repaid(audit) == []


def test_a_payout_that_is_short_stayed_with_the_account():
    hit = paying(royal(3, amount=50_000), {3: 50_000})
    audit = audited([header(), hit, payout("S3", 45_000, hit="R1")])
    assert amounts(audit) == {"over_collected": 5_000}
    assert repaid(audit) == [("account:olympic", "S3", 5_000)]


def test_a_jackpot_that_pays_too_much_in_all_is_owed_to_the_account():
    audit = audited([header(), paying(royal(3), {3: 60_000} | dict.fromkeys((1, 2, 4, 5, 6), 0))])
    assert amounts(audit) == {"under_collected": 10_000}
    assert repaid(audit) == [("S3", "account:olympic", 10_000)]
    assert [each.code for each in audit.findings if each.kind != "undetermined"] == ["JKP018"]


def test_a_jackpot_of_too_few_players_was_not_due_at_all():
    audit = audited([header(), paying(royal(3, players=5), {3: 50_000} | dict.fromkeys((1, 2, 4, 5, 6), 0))])
    assert amounts(audit) == {"under_collected": 50_000}
    assert repaid(audit) == [("S3", "account:olympic", 50_000)]


def test_a_payout_of_a_hit_that_there_is_not_is_owed_back():
    audit = audited([header(), payout("S1", 100, hit="H9")])
    assert amounts(audit) == {"under_collected": 100}
    assert repaid(audit) == [("S1", "account:olympic", 100)]


def test_a_payment_of_an_account_that_the_ledger_does_not_list_is_in_the_table_of_parties():
    audit = audited(
        [header(JACKPOT), paying(royal(3, account="gone"), {3: 50_000} | dict.fromkeys((1, 2, 4, 5, 6), 0))]
    )
    assert amounts(audit) == {"under_collected": 50_000}
    assert kinds_of(audit, "account:gone") == {"under_collected": -50_000}
    assert repaid(audit) == [("S3", "account:gone", 50_000)]
    assert only_incident(audit).title == "The payments of hit R1 differ from what was due"


def test_a_hit_of_which_no_amount_is_on_record_is_not_known():
    audit = audited([header(), royal(3)])
    assert total(audit).misallocated is None
    assert unknown(audit, "misallocated")[:2] == (1, None)


def test_ranking_prizes_are_compared_with_each_other():
    lines = [header(RANKING), contribution(30_000), award("A", 200), award("B", 100)]
    prizes = [
        {"player": "A", "amount": 19_000, "points": 200},
        {"player": "B", "amount": 11_000, "points": 100},
    ]
    audit = audited(
        [*lines, {"event": "ranking_payout", "account": "ranking", "period": "2026-Q1", "prizes": prizes}]
    )
    assert amounts(audit) == {"misallocated": 1_000}
    assert repaid(audit) == [("B", "A", 1_000)]
