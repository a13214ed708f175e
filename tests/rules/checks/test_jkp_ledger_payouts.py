"""Who was paid of the jackpots of a ledger, and of the royal flush pools of its tournaments."""

from tests.rules.events.auditing import audited, found, row
from tests.rules.ledgers.build import JACKPOT, bad_beat, header, payout, royal
from tests.rules.tournaments import build as event

POOL = {
    "account": "royal",
    "kind": "tournament_royal",
    "ruleset": "olympic-tournament@1",
    "opening": 100_000,
}


def reasons(audit, code):
    return {each.reason: each.hands for each in row(audit, code).because}


def royal_payout(player, amount, tournament="T-1"):
    return payout(player, amount, tournament=tournament) | {"account": "royal"}


def with_hit(**pool):
    """A tournament of four with 20.00 in its pool, of which entry 2 holds a straight flush: 4.00."""
    hit = {"event": "royal_hit", "entry": 2, "kind": "straight_flush", "board": "5h6h7h8h2c", "hole": "9hKd"}
    first = event.header(royal={"share": 500, "opening": 0} | pool)
    return [first, *event.entries(4), hit | {"amount": 400}]


# ---------------------------------------------------------------- payouts without a hit: JKP024


def test_jkp024_fires_where_the_account_has_no_such_hit():
    second = JACKPOT | {"account": "second"}
    lines = [header(JACKPOT, second), royal(3), payout("S3", 100, hit="H9")]
    elsewhere = payout("S3", 50_000, hit="R1") | {"account": "second"}
    one, other = found(audited([*lines, elsewhere]), "JKP024")
    assert (one.line, one.account, one.player, one.stated, one.expected) == (3, "olympic", "S3", "H9", None)
    assert (one.kind, one.severity, one.money) == ("violation", "critical", 100)
    assert one.message == (
        "Line 3, account olympic: €1.00 was paid to S3 of hit H9; the account has no such hit (external:POOL-pays)."
    )
    assert (other.line, other.account, other.stated) == (4, "second", "R1")


def test_jkp024_fires_where_the_account_has_no_ruleset():
    plain = {"account": "plain", "kind": "jackpot", "opening": 5}
    (only,) = found(audited([header(plain), payout("S3", 1, hit="H9") | {"account": "plain"}]), "JKP024")
    assert (only.stated, only.clause) == ("H9", "external:POOL-pays")


def test_jkp024_quiet_where_the_hit_is_there_and_of_tournaments():
    lines = [header(JACKPOT, POOL), royal(3), payout("S3", 50_000, hit="R1"), royal_payout("P02", 400)]
    audit = audited(lines)
    assert found(audit, "JKP024") == []
    assert (row(audit, "JKP024").agreeing, row(audit, "JKP024").inapplicable) == (1, 1)


# ---------------------------------------------------------------- what was paid: JKP025


def test_jkp025_fires_at_the_hit_where_a_player_got_less_than_his_share():
    paid = [payout("S3", 40_000, hit="R1"), payout("S3", 5_000, hit="R1"), payout("S1", 0, hit="R1")]
    audit = audited([header(), royal(3), *paid])
    (only,) = found(audit, "JKP025")
    assert (only.name, only.line, only.account, only.player) == ("payout-differs", 2, "olympic", "S3")
    assert (only.stated, only.expected, only.money, only.clause) == (45_000, 50_000, 5_000, "OLY-4.10")
    assert only.message == (
        "Line 2, account olympic: S3 was paid €450.00 of hit R1; €500.00 is due (OLY-4.10)."
    )


def test_jkp025_fires_on_who_got_nothing_and_on_who_is_due_nothing():
    lines = [header(), royal(3, 4), payout("S3", 25_000, hit="R1"), payout("X", 25_000, hit="R1")]
    assert [(each.player, each.stated, each.expected) for each in found(audited(lines), "JKP025")] == [
        ("S4", 0, 25_000),
        ("X", 25_000, 0),
    ]


def test_jkp025_fires_at_the_last_line_of_a_tournament_on_what_its_royal_hits_owe():
    lines = [header(POOL), royal_payout("P02", 300), royal_payout("P03", 5), royal_payout("P02", 50)]
    one, other = found(audited(lines, with_hit()), "JKP025")
    assert (one.line, one.player, one.stated, one.expected) == (3, "P03", 5, 0)
    assert (other.line, other.player, other.stated, other.expected) == (4, "P02", 350, 400)
    assert "P02 was paid €3.50 of tournament T-1; €4.00 is due" in other.message
    (missing,) = found(audited([header(POOL), royal_payout("P02", 400), royal_payout("P04", 0)], [
        *with_hit(), {"event": "royal_hit", "entry": 1, "kind": "royal_flush", "amount": 1_280},
    ]), "JKP025")  # fmt: skip
    assert (missing.line, missing.player, missing.stated, missing.expected) == (3, "P01", 0, 1_280)


def test_jkp025_quiet_where_everybody_got_his_share_or_nothing_is_known():
    lines = [
        header(JACKPOT, POOL),
        royal(3),
        payout("S3", 50_000, hit="R1"),
        bad_beat(),
        royal(hit="R2"),
        payout("S1", 1, hit="R2"),
        royal(3, hit="R3", players=5),
        payout("S3", 1, hit="R3"),
        royal_payout("P02", 400),
        royal_payout("P02", 1, "T-2"),
    ]
    audit = audited(lines, with_hit())
    assert found(audit, "JKP025") == []
    counted = row(audit, "JKP025")
    assert (counted.agreeing, counted.inapplicable) == (2, 1)
    assert reasons(audit, "JKP025") == {
        "no payout of the hit was recorded": 1,
        "what is due cannot be worked out from the record": 1,
        "the file of the tournament was not given": 1,
    }


def test_jkp025_quiet_where_what_was_carried_into_a_royal_pool_is_not_known():
    unknown = with_hit()
    del unknown[0]["royal"]["opening"]
    audit = audited([header(POOL), royal_payout("P02", 1)], unknown)
    assert found(audit, "JKP025") == []
    assert reasons(audit, "JKP025") == {"what is due cannot be worked out from the record": 1}
