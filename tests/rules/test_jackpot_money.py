"""Jackpots of table logs: what the jackpot kept of them, what it paid without their being due, and who has whose share."""

from tests.rules.checks.pot_hands import CALLED, audited, hand
from tests.rules.checks.test_jkp_pot_games import LEVEL, hit, royal
from tests.rules.events.money import amounts, kinds_of, lacked, repaid

# Aces beat kings: the level is 10,000.00, the bad beat 6,000.00; half for seat 2, a quarter for seat 6, the rest for all six.
BOARD = (
    *CALLED[:-1], "flop AsKsKd", "2 checks", "6 checks", "turn Ad", "2 checks", "6 checks", "river 9c", "2 bets 500",
    "6 calls 500",
)  # fmt: skip
BEAT = hand(*BOARD, "2 shows KhKc", "6 shows AhAc", hole={2: "KhKc", 6: "AhAc"})
SHARES = dict.fromkeys((1, 3, 4, 5), 25_000) | {2: 325_000, 6: 175_000}


def beat(**shares):
    """The payments of the bad beat, some seats with other amounts than due."""
    return hit(
        *sorted((SHARES | {int(seat[1:]): amount for seat, amount in shares.items()}).items()),
        kind="bad_beat",
    )


def jackpot_findings(audit):
    return [(each.seat, each.player, each.money_kind) for each in audit.findings if each.code == "JKP002"]


def test_a_bad_beat_that_was_paid_as_due_moves_nothing():
    audit = audited(LEVEL, BEAT, beat())
    assert jackpot_findings(audit) == []
    assert (repaid(audit), lacked(audit)) == ([], [])


def test_exchanged_shares_of_a_bad_beat_are_misallocated():
    audit = audited(LEVEL, BEAT, beat(s2=175_000, s6=325_000))
    assert amounts(audit)["misallocated"] == 150_000
    assert repaid(audit) == [("P6", "P2", 150_000)]
    assert jackpot_findings(audit) == [(2, "P2", "misallocated"), (6, "P6", "misallocated")]


def test_a_share_that_is_short_stayed_with_the_jackpot_and_one_that_is_too_large_is_owed_to_it():
    short = audited(LEVEL, BEAT, beat(s2=300_000))
    assert amounts(short)["over_collected"] == 25_000
    assert repaid(short) == [("account:jackpot", "P2", 25_000)]
    much = audited(LEVEL, BEAT, beat(s6=200_000))
    assert amounts(much)["under_collected"] == 25_000
    assert repaid(much) == [("P6", "account:jackpot", 25_000)]
    assert kinds_of(much, "account:jackpot")["under_collected"] == -25_000


def test_a_bad_beat_that_nobody_paid_is_owed_to_each_seat():
    audit = audited(LEVEL, BEAT)
    assert amounts(audit)["over_collected"] == 600_000
    assert len(jackpot_findings(audit)) == 6
    assert repaid(audit)[:2] == [("account:jackpot", "P2", 325_000), ("account:jackpot", "P6", 175_000)]


def test_a_royal_flush_that_nobody_paid_is_owed_to_its_holder():
    audit = audited(LEVEL, royal())
    assert repaid(audit) == [("account:jackpot", "P2", 50_000)]


def test_a_jackpot_of_a_hand_that_did_not_hit_it_is_owed_back():
    plain = hand(*BOARD, "2 shows 8s7d", "6 shows AhAc", hole={2: "8s7d", 6: "AhAc"})
    audit = audited(LEVEL, plain, hit((2, 50_000)))
    assert amounts(audit)["under_collected"] == 50_000
    assert repaid(audit) == [("P2", "account:jackpot", 50_000)]
