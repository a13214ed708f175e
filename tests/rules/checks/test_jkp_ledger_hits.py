"""Jackpots of a ledger that were hit: their level, amount and shares, and the same hits in the logs of tables."""

import pytest

from tests.rules.events.auditing import audited, found, row
from tests.rules.ledgers.build import (
    JACKPOT,
    bad_beat,
    closing,
    drop,
    header,
    hit_in_log,
    paying,
    royal,
    seats,
    table_log,
)

OTHER = {"account": "promo", "kind": "other", "opening": 1_000_000}
ELSEWHERE = royal(3, account="promo", amount=1, level=1, players=2)
# Of a level of 10,000.00: 6,000.00 for a bad beat at eight seats, 1,500.00 of it for the table.
SHARES = dict.fromkeys((1, 3, 4, 5, 6, 8), 18_750) | {2: 318_750, 7: 168_750}


def reasons(audit, code):
    return {each.reason: each.hands for each in row(audit, code).because}


# ---------------------------------------------------------------- the level: JKP017


def test_jkp017_fires_where_a_hit_counts_on_the_running_pool():
    lines = [header(), closing("2026-03-14", 1_000_000), drop(5_000), bad_beat(level=1_005_000)]
    (only,) = found(audited(lines), "JKP017")
    assert (only.line, only.account, only.stated, only.expected) == (4, "olympic", 1_005_000, 1_000_000)
    assert (only.kind, only.clause) == ("violation", "OLY-4.4")
    assert only.message == (
        "Line 4, account olympic: hit H1 was counted on a level of €10,050.00; it counts on €10,000.00 (OLY-4.4)."
    )


def test_jkp017_fires_on_the_closing_where_a_royal_flush_counts_on_the_pool_of_the_moment():
    lines = [header(), drop(5_000), royal(3, level=1_000_000)]
    assert found(audited(lines), "JKP017") == []
    (only,) = found(audited(lines, readings={"AMB-OLY-jp-level": "actual_for_royal"}), "JKP017")
    assert (only.stated, only.expected) == (1_000_000, 1_005_000)


def test_jkp017_quiet_on_the_last_closing_and_where_nothing_is_to_be_compared():
    lines = [header(JACKPOT, OTHER), bad_beat(level=1_000_000), bad_beat(hit="H2"), ELSEWHERE]
    audit = audited([*lines, bad_beat(hit="H3", players=5, level=7)])
    assert found(audit, "JKP017") == []
    counted = row(audit, "JKP017")
    assert (counted.agreeing, counted.inapplicable) == (1, 2)
    assert reasons(audit, "JKP017") == {"the level that the hit was counted on was not recorded": 1}


def test_jkp017_quiet_where_a_level_less_what_was_paid_cannot_be_worked_out():
    audit = audited(
        [header(), bad_beat(), royal(3, level=7, amount=1)], readings={"AMB-OLY-jp-again": "less_paid"}
    )
    assert found(audit, "JKP017") == []
    unknown = "the level cannot be worked out: an amount before the hit was not recorded"
    assert reasons(audit, "JKP017")[unknown] == 1
    assert found(audit, "JKP018") == []


# ---------------------------------------------------------------- the amount: JKP018


def test_jkp018_fires_where_a_bad_beat_paid_more_than_sixty_percent():
    (only,) = found(audited([header(), bad_beat(amount=603_000)]), "JKP018")
    assert (only.line, only.stated, only.expected, only.money) == (2, 603_000, 600_000, 3_000)
    assert (only.severity, only.clause) == ("critical", "OLY-4.6-a")
    assert only.message == (
        "Line 2, account olympic: the bad beat H1 paid €6,030.00; on a level of €10,000.00 it pays €6,000.00 (OLY-4.6-a)."
    )


def test_jkp018_fires_where_a_royal_flush_below_the_limit_paid_all_of_it():
    hit = paying(royal(3), dict.fromkeys((1, 2, 4, 5, 6), 0) | {3: 50_000})
    (only,) = found(audited([header(JACKPOT | {"opening": 249_999}), hit]), "JKP018")
    assert (only.stated, only.expected, only.clause) == (50_000, 49_999, "OLY-4.10")
    assert "the royal flush R1 paid €500.00; on a level of €2,499.99 it pays €499.99" in only.message


def test_jkp018_quiet_where_the_amount_is_due_or_not_known():
    lines = [
        header(JACKPOT, OTHER),
        bad_beat(amount=600_000),
        paying(bad_beat(hit="H2"), SHARES),
        ELSEWHERE,
        bad_beat(hit="H3", players=5, amount=1),
        bad_beat(hit="H4"),
    ]
    audit = audited(lines)
    assert found(audit, "JKP018") == []
    counted = row(audit, "JKP018")
    assert (counted.agreeing, counted.inapplicable) == (2, 2)
    assert reasons(audit, "JKP018") == {"what the hit paid was not recorded": 1}


def test_jkp018_quiet_where_nobody_is_on_record_as_holding_a_royal_flush_and_each_is_paid():
    lines = [header(), royal(amount=1)]
    assert [each.stated for each in found(audited(lines), "JKP018")] == [1]
    audit = audited(lines, readings={"AMB-OLY-rfj-multi": "each"})
    assert found(audit, "JKP018") == []
    assert reasons(audit, "JKP018") == {
        "what is due cannot be worked out: the level, or who qualified, was not recorded": 1
    }


def test_jkp018_fires_on_a_cent_more_for_three_royal_flushes_but_where_shares_are_rounded_to_the_nearest():
    hit = paying(royal(2, 4, 6), dict.fromkeys((2, 4, 6), 16_667) | dict.fromkeys((1, 3, 5), 0))
    (only,) = found(audited([header(), hit]), "JKP018")
    assert (only.stated, only.expected) == (50_001, 50_000)
    nearest = audited([header(), hit], readings={"AMB-OLY-jp-round": "half_up"})
    assert (found(nearest, "JKP018"), row(nearest, "JKP018").agreeing) == ([], 1)
    assert found(nearest, "JKP019") == []


# ---------------------------------------------------------------- the shares: JKP019


def test_jkp019_fires_where_loser_and_winner_got_each_others_share():
    hit = paying(bad_beat(), SHARES | {2: SHARES[7], 7: SHARES[2]})
    audit = audited([header(), hit])
    one, other = found(audit, "JKP019")
    assert (one.line, one.seat, one.player, one.stated, one.expected) == (2, 2, "S2", 168_750, 318_750)
    assert (other.seat, other.player, other.stated, other.expected) == (7, "S7", 318_750, 168_750)
    assert (one.clause, other.clause) == ("OLY-4.8.1", "OLY-4.8.2")
    assert one.message == (
        "Line 2, account olympic, seat 2 (S2): €1,687.50 of the bad beat H1; the share is €3,187.50 (OLY-4.8.1)."
    )
    assert found(audit, "JKP018") == []
    assert (row(audit, "JKP019").tested, row(audit, "JKP019").differing) == (1, 1)


def test_jkp019_fires_on_a_seat_of_the_table_that_got_a_cent_too_much():
    hit = paying(bad_beat(amount=600_000), {8: 18_751})
    (only,) = found(audited([header(), hit]), "JKP019")
    assert (only.seat, only.stated, only.expected, only.clause) == (8, 18_751, 18_750, "OLY-4.8.3")


def test_jkp019_quiet_where_the_shares_are_due_or_follow_from_a_wrong_amount():
    wrong = paying(bad_beat(hit="H2", amount=1), {2: 1})
    no_roles = royal(hit="H3", amount=50_000)
    audit = audited([header(), paying(bad_beat(), SHARES), wrong, no_roles, royal(3, hit="H4")])
    assert found(audit, "JKP019") == []
    counted = row(audit, "JKP019")
    assert (counted.agreeing, counted.inapplicable) == (1, 1)
    assert reasons(audit, "JKP019") == {
        "what each seat is due cannot be worked out: the level, or who qualified, was not recorded": 1,
        "what each seat got was not recorded": 1,
    }


def test_jkp019_fires_where_one_of_two_with_the_same_hand_has_its_part_but_where_only_three_or_more_share_one():
    hit = bad_beat(seats=seats("loser", "loser", "winner", None, None, None))
    hit = paying(hit, {1: 325_000, 2: 25_000, 3: 175_000, 4: 25_000, 5: 25_000, 6: 25_000})
    one, other = found(audited([header(), hit]), "JKP019")
    assert (one.seat, one.stated, one.expected) == (1, 325_000, 175_000)
    assert (other.seat, other.stated, other.expected) == (2, 25_000, 175_000)
    apart = audited([header(), hit], readings={"AMB-OLY-bbj-morethantwo": "only_three_plus"})
    assert (found(apart, "JKP018"), found(apart, "JKP019")) == ([], [])
    assert reasons(apart, "JKP019") == {
        "which of two players with the same hand has its part is not stated: only three or more share one": 1
    }


# ---------------------------------------------------------------- the players: JKP020


def test_jkp020_fires_where_five_players_were_dealt_in_and_nothing_else_is_said_of_the_hit():
    hit = paying(bad_beat(players=5, amount=600_000, level=7), SHARES)
    audit = audited(
        [header(), hit, {"event": "payout", "account": "olympic", "hit": "H1", "player": "S2", "amount": 1}]
    )
    (only,) = audit.findings
    assert (only.code, only.line, only.stated, only.expected) == ("JKP020", 2, 5, 6)
    assert (only.kind, only.severity, only.clause, only.money) == (
        "violation",
        "critical",
        "OLY-4.1",
        600_000,
    )
    assert only.message == (
        "Line 2, account olympic: the bad beat H1 was paid, and 5 players were dealt in; a jackpot needs 6 (OLY-4.1)."
    )


def test_jkp020_quiet_with_six_players_and_where_they_were_not_recorded():
    audit = audited([header(JACKPOT, OTHER), bad_beat(players=6), bad_beat(hit="H2"), ELSEWHERE])
    assert found(audit, "JKP020") == []
    assert (row(audit, "JKP020").agreeing, row(audit, "JKP020").inapplicable) == (1, 1)
    assert reasons(audit, "JKP020") == {"how many players were dealt in was not recorded": 1}


@pytest.mark.parametrize(
    ("reading", "said"),
    [("seated", "5 players had a seat"), ("present", "5 players at most were present")],
)
def test_jkp020_fires_where_five_players_have_a_seat_though_the_hit_says_six_were_dealt_in(reading, said):
    hit = royal(3, players=6, amount=50_000)
    lines = [header(), hit | {"seats": hit["seats"][:5]}]
    assert found(audited(lines), "JKP020") == []
    (only,) = found(audited(lines, readings={"AMB-OLY-six-players": reading}), "JKP020")
    assert (only.line, only.stated, only.expected, only.money) == (2, 5, 6, 50_000)
    assert f"the royal flush R1 was paid, and {said}; a jackpot needs 6" in only.message


def test_jkp020_quiet_where_six_have_a_seat_of_whom_five_were_dealt_in():
    lines = [header(), royal(3, players=5, amount=50_000)]
    assert [each.stated for each in found(audited(lines), "JKP020")] == [5]
    seated = audited(lines, readings={"AMB-OLY-six-players": "seated"})
    assert (found(seated, "JKP020"), row(seated, "JKP020").agreeing) == ([], 1)
    present = audited(lines, readings={"AMB-OLY-six-players": "present"})
    assert found(present, "JKP020") == []
    assert reasons(present, "JKP020") == {"how many players were present was not recorded": 1}


# ---------------------------------------------------------------- in the logs of tables: JKP021, JKP022


def test_jkp021_fires_seat_by_seat_where_the_log_has_other_amounts():
    hit = paying(royal(3, session="C4", hand=12, amount=50_000), {3: 50_000})
    audit = audited([header(), hit], table_log("C4", hit_in_log(12, (3, 45_000), (4, 5_000))))
    one, other = found(audit, "JKP021")
    assert (one.line, one.session, one.seat, one.player) == (2, "", 3, "S3")
    assert (one.stated, one.expected, one.money) == (50_000, 45_000, 5_000)
    assert (other.seat, other.stated, other.expected) == (4, 0, 5_000)
    assert one.message == (
        "Line 2, account olympic, seat 3: the royal flush R1 paid €500.00; the log of session C4 has €450.00 in hand 12 "
        "(external:RECORD-complete)."
    )


def test_jkp021_fires_on_the_whole_amount_where_the_ledger_has_no_seats_amount():
    hit = royal(3, session="C4", hand=12, amount=50_000)
    (only,) = found(audited([header(), hit], table_log("C4", hit_in_log(12, (3, 49_000)))), "JKP021")
    assert (only.seat, only.stated, only.expected) == (None, 50_000, 49_000)


def test_jkp021_quiet_where_the_amounts_are_the_same_or_there_is_no_log_to_compare():
    same = paying(royal(3, session="C4", hand=12), {3: 50_000})
    lines = [
        header(),
        same,
        royal(3, hit="R2"),
        royal(3, hit="R3", session="C5", hand=1),
        royal(3, hit="R4", session="C4", hand=13),
        royal(3, hit="R5", session="C4", hand=14),
    ]
    audit = audited(lines, table_log("C4", hit_in_log(12, (3, 50_000)), hit_in_log(14, (3, 1))))
    assert found(audit, "JKP021") == []
    assert row(audit, "JKP021").agreeing == 1
    assert reasons(audit, "JKP021") == {
        "the hand of the hit was not recorded": 1,
        "the log of the session was not given": 1,
        "the log has no such hit of the hand": 1,
        "what the hit paid was not recorded": 1,
    }


def test_jkp022_fires_where_the_ledger_has_no_hit_of_the_hand():
    lines = [header(), royal(3, session="C4", hand=12, amount=50_000)]
    log = table_log("C4", hit_in_log(12, (3, 50_000)), hit_in_log(15, (1, 50_000)))
    (only,) = found(audited(lines, log), "JKP022")
    assert (only.session, only.line, only.hand, only.stated, only.expected) == ("C4", 3, 15, 15, None)
    assert (only.severity, only.money, only.difference) == ("critical", 50_000, None)
    assert only.message == (
        "Session C4, line 3: €500.00 of a jackpot was paid in hand 15; the ledger has no hit of that hand "
        "(external:RECORD-complete)."
    )


def test_jkp022_fires_where_the_hit_of_the_hand_is_of_another_jackpot():
    lines = [header(), bad_beat(session="C4", hand=12)]
    (only,) = found(audited(lines, table_log("C4", hit_in_log(12, (3, 50_000)))), "JKP022")
    assert only.stated == 12


def test_jkp022_quiet_where_the_hit_is_booked_may_be_or_lies_outside_of_the_period():
    log = table_log("C4", hit_in_log(12, (3, 50_000)), hit_in_log(13, (3, 1)))
    booked = royal(3, session="C4", hand=12)
    audit = audited([header(), booked, royal(3, hit="R2")], log)
    assert found(audit, "JKP022") == []
    assert row(audit, "JKP022").agreeing == 1
    assert reasons(audit, "JKP022") == {"the hand of a hit of the ledger was not recorded": 1}
    for period in ({"from": "2026-03-15"}, {"until": "2026-03-12"}):
        of_another_time = audited([header(**period)], log)
        assert found(of_another_time, "JKP022") == []
        assert row(of_another_time, "JKP022").inapplicable == 2
    without = audited([header(OTHER)], log)
    assert row(without, "JKP022").inapplicable == 2
