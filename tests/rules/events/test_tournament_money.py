"""The money of tournaments: who has whose prize, what an account kept or lacks, and what is not known."""

from tests.rules.events.auditing import audited, found
from tests.rules.events.lines import close, entry, pool
from tests.rules.events.money import amounts, kinds_of, lacked, only_incident, repaid, total, unknown
from tests.rules.tournaments.build import busts, entries, header

PAID = entries(3, paid=5_000)
OUT = busts(3, 2)


def payout(player, amount, **stated):
    return {"event": "payout", "player": player, "amount": amount} | stated


def prize(player, amount, **stated):
    return {"event": "prize", "player": player, "amount": amount} | stated


def whole(*lines, **stated):
    """Three entries of 50.00: 90.00 and 60.00 for the first two."""
    return audited([header(fee=0, **stated), *PAID, *OUT, *lines])


# ---------------------------------------------------------------- prizes


def test_exchanged_prizes_are_one_incident_and_one_debt():
    audit = whole(prize("P01", 6_000), payout("P01", 6_000), prize("P02", 9_000), payout("P02", 9_000))
    assert amounts(audit) == {"misallocated": 3_000}
    assert repaid(audit) == [("P02", "P01", 3_000)]
    assert kinds_of(audit, "P01") == {"misallocated": -3_000}
    incident = only_incident(audit)
    assert set(incident.findings) == {each.fingerprint for each in found(audit, "TRN052")}
    assert [(each.debtor, each.creditor, each.amount) for each in incident.owes] == [("P02", "P01", 3_000)]
    assert (incident.misallocated, audit.money_misallocated) == (3_000, 3_000)


def test_what_nobody_has_of_a_prize_stayed_with_its_account():
    audit = whole(payout("P01", 9_000), payout("P02", 5_000))
    assert amounts(audit) == {"over_collected": 1_000}
    assert repaid(audit) == [("account:prizes", "P02", 1_000)]
    assert kinds_of(audit, "account:prizes") == {"over_collected": 1_000}
    assert only_incident(audit).misallocated == 0


def test_what_was_paid_beyond_all_prizes_is_owed_to_their_account():
    audit = whole(payout("P01", 9_000), payout("P02", 6_500))
    assert amounts(audit) == {"under_collected": 500}
    assert repaid(audit) == [("P02", "account:prizes", 500)]


def test_a_smaller_shortage_is_with_the_other_player_and_the_rest_with_the_account():
    audit = whole(payout("P01", 8_000), payout("P02", 6_400))
    assert amounts(audit) == {"misallocated": 400, "over_collected": 600}
    assert repaid(audit) == [("account:prizes", "P01", 600), ("P02", "P01", 400)]


def test_a_prize_that_was_paid_as_due_and_stated_otherwise_is_only_written_down_wrong():
    audit = whole(prize("P01", 9_000), prize("P02", 6_500), payout("P01", 9_000), payout("P02", 6_000))
    assert amounts(audit) == {"misrecorded": 500}
    assert repaid(audit) == []
    assert {each.code for each in audit.findings if each.kind == "discrepancy"} == {"TRN052", "TRN055"}
    assert only_incident(audit).misrecorded == 500


def test_a_prize_of_somebody_who_never_entered_is_owed_to_who_lacks_it():
    audit = whole(payout("P01", 9_000), payout("P77", 6_000), prize("P02", 0))
    assert amounts(audit) == {"misallocated": 6_000}
    assert repaid(audit) == [("P77", "P02", 6_000)]
    assert "TRN017" in {each.code for each in found(audit, "TRN017")}


def test_without_any_prize_on_record_nothing_is_known_of_them():
    audit = whole()
    assert (total(audit).misallocated, total(audit).to_nobody) == (None, None)
    assert total(audit).under_collected == 0  # of the entries
    assert unknown(audit, "misallocated") == (2, 15_000, ["no prize was recorded"])


def test_a_shortage_beside_a_prize_that_is_not_recorded_is_not_known():
    audit = whole(prize("P01", 8_000))
    assert amounts(audit) == {}
    assert unknown(audit, "misallocated") == (1, 6_000, ["the file has no last line"])
    incident = only_incident(audit)
    assert [each.code for each in found(audit, "TRN052")] == ["TRN052"]
    assert (incident.misallocated, incident.money[0].over_collected) == (None, None)


def test_a_deal_that_divides_less_than_its_prizes_leaves_the_rest_with_their_account():
    deal = {
        "event": "deal",
        "players": [{"player": "P01", "amount": 7_000}, {"player": "P02", "amount": 7_500}],
    }
    audit = audited(
        [header(fee=0), *PAID, *busts(3), deal, *busts(2), payout("P01", 7_000), payout("P02", 7_500)]
    )
    assert amounts(audit) == {"over_collected": 500}
    assert lacked(audit) == [("unknown", 500, "over_collected")]
    assert kinds_of(audit, "account:prizes") == {"over_collected": 500}


# ---------------------------------------------------------------- entries


def test_an_entry_paid_short_is_owed_to_the_prizes_and_one_paid_twice_is_owed_back():
    lines = [
        header(fee=0),
        entry(1, "P01", paid=4_500),
        entry(2, "P02", paid=10_000),
        entry(3, "P03", paid=5_000),
    ]
    audit = audited([*lines, *OUT])
    assert amounts(audit) == {"over_collected": 5_000, "under_collected": 500}
    assert repaid(audit) == [("account:prizes", "P02", 5_000), ("P01", "account:prizes", 500)]
    row = next(each for each in audit.parties if each.party == "P02")
    assert (row.hands, row.recorded, row.due) == (1, -10_000, None)


def test_what_each_party_has_and_was_due_differs_by_its_kinds():
    audit = whole(payout("P01", 8_000), payout("P02", 6_400))
    rows = {each.party: each for each in audit.parties}
    assert (rows["P01"].recorded, rows["P01"].due) == (3_000, 4_000)
    assert (rows["P02"].recorded, rows["P02"].due) == (1_400, 1_000)
    assert (rows["account:prizes"].recorded, rows["account:prizes"].due) == (600, 0)
    assert (rows["P03"].recorded, rows["P03"].due, rows["P03"].hands) == (-5_000, -5_000, 1)


def test_chips_that_nobody_offered_are_paid_for_without_being_due():
    bought = {"event": "rebuy", "entry": 1, "paid": 2_000, "before": 0}
    audit = audited([header(fee=0, kind="rebuy_broke"), *PAID, bought, *OUT])
    assert amounts(audit) == {"over_collected": 2_000}
    assert repaid(audit) == [("account:prizes", "P01", 2_000)]
    assert "TRN012" in {each.code for each in audit.findings if each.money_kind == "over_collected"}


def test_what_was_paid_back_too_little_is_owed_by_the_prizes():
    gone = {"event": "unregister", "entry": 3, "refund": 4_900, "approved": True}
    audit = audited([header(fee=0), *PAID, gone, *busts(2)])
    assert amounts(audit) == {"over_collected": 100}
    assert repaid(audit) == [("account:prizes", "P03", 100)]


def test_entries_of_which_no_payment_is_on_record_are_not_known():
    audit = audited([header(fee=0), *entries(3), *OUT])
    assert total(audit).under_collected is None
    assert unknown(audit, "under_collected")[0] == 5  # three entries, two prizes
    assert "what was paid was not recorded" in unknown(audit, "under_collected")[2]


# ---------------------------------------------------------------- totals, bounties, the royal flush pool, chips


def test_a_total_that_is_stated_wrong_twice_is_misrecorded_once():
    audit = whole(pool(prize_pool=15_500), close(prize_pool=15_500, collected=15_000))
    assert amounts(audit) == {"misrecorded": 500}
    assert repaid(audit) == lacked(audit) == []
    assert total(whole()).misrecorded is None


def test_a_bounty_that_another_player_got_is_owed_by_him():
    out = busts(3, knocked_out_by=[2], bounties=[{"entry": 1, "amount": 2_000}])
    audit = audited([header(fee=0, bounty=2_000), *PAID, *out])
    assert amounts(audit) == {"misallocated": 2_000}
    assert repaid(audit) == [("P01", "P02", 2_000)]
    assert len(only_incident(audit).findings) == 2


def test_bounties_as_paid_out_go_before_those_that_the_eliminations_list():
    out = busts(3, knocked_out_by=[2], bounties=[{"entry": 2, "amount": 2_000}])
    last = busts(2, knocked_out_by=[1], bounties=[{"entry": 1, "amount": 2_000}])
    paid = [payout("P02", 1_500, of="bounty"), payout("P01", 4_000, of="bounty")]
    audit = audited([header(fee=0, bounty=2_000), *PAID, *out, *last, *paid])
    assert amounts(audit) == {"over_collected": 500}
    assert repaid(audit) == [("account:prizes", "P02", 500)]


def test_a_bounty_that_only_the_elimination_lists_otherwise_is_written_down_wrong():
    out = busts(3, knocked_out_by=[2], bounties=[{"entry": 2, "amount": 1_500}])
    last = busts(2, knocked_out_by=[1], bounties=[{"entry": 1, "amount": 2_000}])
    paid = [payout("P02", 2_000, of="bounty"), payout("P01", 4_000, of="bounty")]
    audit = audited([header(fee=0, bounty=2_000), *PAID, *out, *last, *paid])
    assert amounts(audit) == {"misrecorded": 500}
    assert [each.code for each in audit.findings if each.kind != "undetermined"] == ["TRN051"]


def test_a_payment_of_a_pool_that_the_tournament_does_not_have_is_owed_back():
    hit = {"event": "royal_hit", "entry": 1, "kind": "royal_flush", "amount": 800}
    audit = whole(hit)
    assert amounts(audit) == {"under_collected": 800}
    assert repaid(audit) == [("P01", "account:royal", 800)]
    assert kinds_of(audit, "account:royal") == {"under_collected": -800}


def test_a_payout_of_a_pool_that_the_tournament_does_not_have_is_owed_back_too():
    audit = whole(payout("P02", 800, of="royal"))
    assert amounts(audit) == {"under_collected": 800}
    assert repaid(audit) == [("P02", "account:royal", 800)]
    assert [each.code for each in audit.findings if each.kind != "undetermined"] == ["TRN055"]


def test_a_royal_flush_that_is_stated_too_high_and_paid_as_due_is_only_written_down_wrong():
    hit = {"event": "royal_hit", "entry": 1, "kind": "royal_flush", "amount": 1_300}
    lines = [hit, payout("P01", 1_200, of="royal")]
    audit = audited([header(fee=0, royal={"share": 500, "opening": 0}), *PAID, *lines, *OUT])
    assert amounts(audit) == {"misrecorded": 100}
    assert len(only_incident(audit).findings) == 2
    only_stated = audited([header(fee=0, royal={"share": 500, "opening": 0}), *PAID, hit, *OUT])
    assert amounts(only_stated) == {"under_collected": 100}
    assert repaid(only_stated) == [("P01", "account:royal", 100)]


def test_chips_of_a_tournament_are_a_unit_of_their_own_and_in_no_repayment():
    given = [
        entry(each, f"P{each:02}", paid=5_000, chips=12_000 if each == 2 else 10_000) for each in (1, 2, 3)
    ]
    audit = audited([header(fee=0), *given, *OUT])
    assert amounts(audit) == {}
    assert amounts(audit, "chips") == {"unaccounted": 2_000}
    assert lacked(audit) == [("P02", -2_000, "unaccounted")]
    assert (repaid(audit), [each.unit for each in audit.money]) == ([], ["EUR", "chips"])
    assert [(each.party, each.amount) for each in only_incident(audit).breaks] == [("P02", -2_000)]
