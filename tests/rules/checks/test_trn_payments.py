"""What the players of a tournament were paid: bounties, prizes and ranking points; and what is left open."""

from typing import get_args

from rules.checks.tournament.trn057_silent_outcome import CHECK, WHAT
from rules.tournaments.tournament_undetermined import What
from tests.rules.events.auditing import audited, found, row
from tests.rules.tournaments.build import busts, entries, header


def reasons(audit, code):
    return {each.reason: each.hands for each in row(audit, code).because}


def payout(player, amount, **stated):
    return {"event": "payout", "player": player, "amount": amount} | stated


def bounties(*paid):
    """What was paid for a chip: entry and amount."""
    return [{"entry": entry, "amount": amount} for entry, amount in paid]


# ---------------------------------------------------------------- bounties: TRN051


def test_trn051_fires_on_who_was_paid_for_a_chip_and_on_who_was_not():
    out = busts(4, knocked_out_by=[2], bounties=bounties((3, 2_000)))
    audit = audited([header(bounty=2_000), *entries(4), *out])
    one, other = found(audit, "TRN051")
    assert (one.line, one.entry, one.player, one.stated, one.expected) == (6, 2, "P02", 0, 2_000)
    assert (other.line, other.entry, other.player, other.stated, other.expected) == (6, 3, "P03", 2_000, 0)
    assert (one.clause, one.money, one.severity) == ("OLY-3.2-g", 2_000, "major")
    assert one.message == (
        "Line 6, entry 2 (P02): €0.00 was paid for the chip of entry 4; €20.00 is due (OLY-3.2-g)."
    )


def test_trn051_fires_on_an_odd_cent_and_on_a_chip_that_was_taken_before():
    shared = busts(4, knocked_out_by=[3, 2], bounties=bounties((2, 1_000), (3, 1_001)))
    again = {"event": "rebuy", "entry": 4, "before": 0}
    rebuys = header(bounty=2_001, kind="rebuy_broke", rebuy={"price": 2_000, "chips": 10_000})
    second = busts(4, bounties=bounties((1, 2_001)))
    audit = audited([rebuys, *entries(4), *shared, again, *second])
    assert [(each.line, each.entry, each.stated, each.expected) for each in found(audit, "TRN051")] == [
        (6, 2, 1_000, 1_001),
        (6, 3, 1_001, 1_000),
        (8, 1, 2_001, 0),
    ]


def test_trn051_fires_on_a_bounty_of_an_event_without_any():
    audit = audited([header(), *entries(2), *busts(2, bounties=bounties((1, 5)))])
    assert [(each.entry, each.stated, each.expected) for each in found(audit, "TRN051")] == [(1, 5, 0)]


def test_trn051_quiet_where_the_chip_was_paid_or_not_enough_was_recorded():
    out = [
        *busts(5, knocked_out_by=[1], bounties=bounties((1, 1_000), (1, 1_000))),
        *busts(4, knocked_out_by=[1]),
        *busts(3, bounties=bounties((1, 2_000))),
        *busts(3, 9, bounties=bounties((1, 2_000))),  # out already, and an entry that there is not
    ]
    audit = audited([header(bounty=2_000), *entries(5), *out])
    assert found(audit, "TRN051") == []
    assert (row(audit, "TRN051").agreeing, row(audit, "TRN051").tested) == (1, 1)
    assert reasons(audit, "TRN051") == {
        "what was paid for the chip was not recorded": 1,
        "who took the chip was not recorded": 1,
    }
    without = audited([header(), *entries(2), *busts(2)])
    assert (found(without, "TRN051"), row(without, "TRN051").inapplicable) == ([], 1)


# ---------------------------------------------------------------- payouts: TRN055


def test_trn055_fires_at_the_last_payout_against_the_prize_on_record():
    prize = {"event": "prize", "player": "P02", "amount": 6_100}
    paid = [payout("P02", 5_000), payout("P01", 9_000, of="prize"), payout("P02", 1_000, of="prize")]
    audit = audited([header(), *entries(3), *busts(3, 2), prize, *paid])
    (only,) = found(audit, "TRN055")
    assert (only.name, only.line, only.player, only.stated, only.expected) == (
        "payout-differs",
        10,
        "P02",
        6_000,
        6_100,
    )
    assert (only.clause, only.money) == ("OLY-PRIZE-1-8", 100)
    assert only.message == (
        "Line 10: P02 was paid €60.00 of the prize; €61.00 is on record as the prize (OLY-PRIZE-1-8)."
    )


def test_trn055_fires_on_bounties_and_on_what_was_left_for_the_winner():
    out = [*busts(3, knocked_out_by=[1]), *busts(2, knocked_out_by=[1])]
    audit = audited([header(bounty=1_000), *entries(3), *out, payout("P01", 2_000, of="bounty")])
    (only,) = found(audit, "TRN055")
    assert (only.player, only.stated, only.expected, only.clause) == ("P01", 2_000, 3_000, "OLY-3.2-g")
    assert "P01 was paid €20.00 of bounties; €30.00 is due" in only.message
    shares = [{"player": "P01", "amount": 7_000}, {"player": "P02", "amount": 5_000}]
    divided = {"event": "deal", "players": shares, "left_for_winner": 3_000}
    left = audited([header(), *entries(3), *busts(3), divided, *busts(2), payout("P01", 7_000)])
    assert [(each.stated, each.expected, each.clause) for each in found(left, "TRN055")] == [
        (7_000, 10_000, "OLY-3.4-26")
    ]


def test_trn055_fires_on_a_bounty_where_none_was_published():
    audit = audited([header(), *entries(2), payout("P01", 5, of="bounty")])
    assert [(each.stated, each.expected) for each in found(audit, "TRN055")] == [(5, 0)]


def test_trn055_fires_on_a_payment_of_a_royal_flush_pool_that_is_not_there_and_on_one_beside_its_hit():
    audit = audited([header(), *entries(2), payout("P01", 800, of="royal")])
    (one,) = found(audit, "TRN055")
    assert (one.line, one.player, one.stated, one.expected) == (4, "P01", 800, 0)
    assert one.message == "Line 4: P01 was paid €8.00 of the royal flush pool; €0.00 is due (OLY-3.2-i-cond)."
    hit = {"event": "royal_hit", "entry": 1, "kind": "royal_flush", "amount": 800}
    less = audited(
        [header(royal={"share": 500, "opening": 0}), *entries(2), hit, payout("P01", 700, of="royal")]
    )
    (one,) = found(less, "TRN055")
    assert (one.stated, one.expected) == (700, 800)
    assert "€7.00 of the royal flush pool; €8.00 is on record as his part of it" in one.message


def test_trn055_quiet_where_a_royal_flush_was_paid_as_it_is_on_record():
    hit = {"event": "royal_hit", "entry": 1, "kind": "royal_flush", "amount": 800}
    audit = audited(
        [header(royal={"share": 500, "opening": 0}), *entries(2), hit, payout("P01", 800, of="royal")]
    )
    assert found(audit, "TRN055") == []


def test_trn055_quiet_where_the_prize_was_paid_and_of_what_is_not_compared():
    paid = [payout("P01", 9_000), payout("P02", 7, of="refund"), payout("NOBODY", 7)]
    audit = audited([header(), *entries(3), *busts(3, 2), *paid])
    assert found(audit, "TRN055") == []
    assert (row(audit, "TRN055").agreeing, row(audit, "TRN055").tested) == (1, 1)
    open_prizes = audited([header(), *entries(3), payout("P01", 1)])
    assert found(open_prizes, "TRN055") == []
    assert reasons(open_prizes, "TRN055") == {
        "what is due cannot be worked out from the record, or the ruleset does not say it": 1
    }


# ---------------------------------------------------------------- points: TRN056


def award(player, points):
    return {"event": "ranking_award", "player": player, "points": points}


RANKED = header(ruleset="olympic-ranking", ranking=True)


def test_trn056_fires_where_an_award_is_not_the_product_of_the_factors():
    audit = audited([RANKED, *entries(4), *busts(4, 3, 2), award("P01", 90), award("P02", "72.5")])
    (only,) = found(audit, "TRN056")
    assert (only.line, only.player, only.stated, only.expected) == (10, "P02", "145/2", 72)
    assert (only.unit, only.severity) == ("points", "major")
    assert only.message.startswith("Line 10: P02 was awarded 145/2 points; 72 are due (OLY-5.")


def test_trn056_fires_on_any_award_outside_of_the_ranking():
    audit = audited([header(), *entries(2), *busts(2), award("P01", 75)])
    (only,) = found(audit, "TRN056")
    assert (only.player, only.stated, only.expected) == ("P01", 75, 0)
    assert "P01 was awarded 75 points; the event is none of the ranking; 0 are due" in only.message


def test_trn056_quiet_where_the_points_are_due_not_awarded_or_not_known():
    audit = audited([RANKED, *entries(4), *busts(4), award("P04", 48), award("NOBODY", 1)])
    assert found(audit, "TRN056") == []
    assert row(audit, "TRN056").agreeing == 1
    assert reasons(audit, "TRN056") == {
        "the points due cannot be worked out: the place is not known, or the ruleset has no points": 3
    }
    finished = audited([RANKED, *entries(12), *busts(*range(12, 1, -1))])
    counted = row(finished, "TRN056")
    assert (counted.untestable, counted.inapplicable) == (9, 3)  # no points below the ninth place
    assert reasons(finished, "TRN056") == {"no points of the player were recorded": 9}


# ---------------------------------------------------------------- what is open: TRN057


def test_trn057_fires_on_each_thing_that_the_record_leaves_open():
    out = [*busts(4, 3, table="T1", hand=9), *busts(2, knocked_out_by=[1])]
    audit = audited([header(bounty=1_000), *entries(4), *out])
    assert [(each.line, each.player, each.kind, each.severity) for each in found(audit, "TRN057")] == [
        (None, "P03", "undetermined", "note"),
        (None, "P04", "undetermined", "note"),
        (6, "P04", "undetermined", "note"),
        (7, "P03", "undetermined", "note"),
    ]
    place, _, bounty, _ = found(audit, "TRN057")
    assert place.message == (
        "The place is not determined (P03): what decides who is placed better was not recorded, or is not compared in this "
        "game (OLY-3.4-22)."
    )
    assert bounty.message == (
        "Line 6: the bounty is not determined (P04): who took the chip was not recorded (OLY-3.2-g)."
    )


def test_trn057_fires_on_everything_that_can_be_open():
    assert CHECK.code == "TRN057"
    assert set(WHAT) == set(get_args(What))


def test_trn057_fires_on_prizes_of_more_players_than_the_table_has():
    (only,) = found(audited([header(), *entries(161)]), "TRN057")
    assert only.message == (
        "The prizes are not determined: neither the tournament nor the ruleset has prizes for so many players "
        "(OLY-PRIZE-gap)."
    )


def test_trn057_fires_once_on_a_price_of_which_no_fee_was_published():
    carnivale = header(
        ruleset="carnivale-event-2013", game="ofc", buy_in=500_000, prizes={"places_bp": [10_000]}
    )
    (only,) = found(audited([carnivale, *entries(2), *busts(2, hand=3)]), "TRN057")
    assert (only.stated, only.clause) == ("all_in_amount", "CARN-event-buyin")
    assert only.message == (
        "Do the 5,000 dollars include a fee for the house? No fee was published. Replayed as all_in_amount: they are all that "
        "is collected; how they are divided is not known (AMB-CARN-buyin-fee) (CARN-event-buyin)."
    )
    assert found(audited([carnivale | {"fee": 20_000}, *entries(2), *busts(2, hand=3)]), "TRN057") == []
    settled = audited(
        [carnivale, *entries(2), *busts(2, hand=3)], readings={"AMB-CARN-buyin-fee": "prize_only"}
    )
    assert found(settled, "TRN057") == []


def test_trn057_quiet_where_nothing_is_left_open():
    audit = audited([header(), *entries(3), *busts(3, 2)])
    assert found(audit, "TRN057") == []
    assert (row(audit, "TRN057").tested, row(audit, "TRN057").agreeing) == (1, 1)
