"""What Washington's tournaments may charge: entry fees, buy-ins, and that buy-ins go back to the players."""

from rules.audit import BytesSource
from rules.audit.event_audit import audit_tournament
from rules.card_room import Room, TermsOfRoom
from rules.controls.mandatory_limits import NO_ROOM
from tests.rules.events.asking import counted, only, reasons, said
from tests.rules.events.auditing import found, written
from tests.rules.tournaments.build import entries, header

WASHINGTON = Room("TEST-2", (TermsOfRoom("America/Los_Angeles", authority="wsgc"),))
NOBODYS = Room("TEST-2", (TermsOfRoom("America/Los_Angeles", authority="none"),))
EVENT = {
    "ruleset": "olympic-tournament", "currency": "USD", "kind": "reentry", "buy_in": 16000, "fee": 5000,
    "starts_at": "2026-03-14T19:00:00-07:00",
}  # fmt: skip


def event(*lines, room=WASHINGTON, **stated):
    audit = audit_tournament(BytesSource(written(header(**EVENT | stated), *lines)), room=room)
    assert audit.failures == []
    return audit


def again(entry, player):
    return {"event": "reentry", "entry": entry, "player": player}


def closed(paid):
    return {"event": "close", "totals": {"paid": paid}}


# --------------------------------------------------------------------------- TRN058 entry-fees-above-limit


def test_trn058_fires_for_a_player_whose_entries_cost_more_in_fees_than_the_limit():
    audit = event(*entries(2), again(3, "P01"), again(4, "P01"))
    high = only(audit, "TRN058")
    assert said(high) == (5, None, "P01", 15000, 10000)
    assert (high.kind, high.money, high.clause) == ("violation", 5000, "external:WAC-230-15-210-1")
    assert high.message.startswith(
        "Line 5: the entry fees of P01 come to $150.00 in the tournament; the limit for a player is $100.00"
    )
    assert counted(audit, "TRN058") == (2, 1, 0, 0)
    assert [(each.id, each.mandatory) for each in audit.rulesets] == [
        ("olympic-tournament", None),
        ("wac-230-15-210", "wsgc"),
    ]


def test_trn058_fires_for_fees_of_rebuys_and_add_ons():
    bought = {"price": 4000, "chips": 10000, "fee": 3000}
    lines = [*entries(1), {"event": "rebuy", "entry": 1}, {"event": "add_on", "entry": 1}]
    audit = event(*lines, kind="rebuy_any", rebuy=bought, add_on=bought)
    assert said(only(audit, "TRN058")) == (4, None, "P01", 11000, 10000)


def test_trn058_quiet_at_the_limit_and_for_an_entry_that_was_unregistered():
    lines = [*entries(1), again(2, "P01"), again(3, "P01"), {"event": "unregister", "entry": 3}]
    audit = event(*lines)
    assert found(audit, "TRN058") == []
    assert counted(audit, "TRN058") == (1, 0, 0, 0)


def test_trn058_quiet_in_a_room_of_no_authority_and_before_the_rule():
    for room, starts in ((NOBODYS, EVENT["starts_at"]), (WASHINGTON, "2007-12-31T19:00:00-08:00")):
        audit = event(*entries(1), again(2, "P01"), again(3, "P01"), room=room, starts_at=starts)
        assert found(audit, "TRN058") == []
        assert counted(audit, "TRN058")[0] == 0


def test_trn058_quiet_and_untestable_where_the_room_or_the_currency_is_not_that_of_the_limit():
    audit = event(*entries(1), again(2, "P01"), again(3, "P01"), room=None)
    assert (found(audit, "TRN058"), reasons(audit, "TRN058")) == ([], [NO_ROOM])
    audit = event(*entries(1), currency="EUR")
    assert reasons(audit, "TRN058") == ["the amounts of the controls are in another currency"]


# --------------------------------------------------------------------------- TRN059 buy-ins-above-limit


def test_trn059_fires_where_several_buy_ins_of_a_player_are_above_the_limit():
    audit = event(*entries(2), again(3, "P02"), again(4, "P02"), buy_in=16000, fee=1000)
    high = only(audit, "TRN059")
    assert said(high) == (5, None, "P02", 45000, 40000)
    assert (high.money, high.clause) == (5000, "external:WAC-230-15-210-4")
    assert (
        "the buy-ins of P02 come to $450.00 in the tournament; the limit for a player is $400.00"
        in high.message
    )


def test_trn059_quiet_at_the_limit_without_the_fees():
    audit = event(*entries(1), buy_in=45000, fee=5000)
    assert found(audit, "TRN059") == []
    assert counted(audit, "TRN059") == (1, 0, 0, 0)


# --------------------------------------------------------------------------- TRN060 buy-ins-not-returned


def test_trn060_fires_where_less_was_paid_than_all_buy_ins():
    audit = event(*entries(4), closed(43000))
    low = only(audit, "TRN060")
    assert said(low) == (6, None, None, 43000, 44000)
    assert (low.money, low.severity, low.clause) == (1000, "critical", "external:WAC-230-15-210-5")
    assert "$430.00 was paid to the players; their buy-ins come to $440.00" in low.message


def test_trn060_quiet_where_all_came_back_and_more():
    for paid in (44000, 50000):
        assert found(event(*entries(4), closed(paid)), "TRN060") == []


def test_trn060_fires_where_a_refund_is_counted_as_a_prize():
    refund = {"event": "payout", "player": "P01", "amount": 16000, "of": "refund"}
    assert said(only(event(*entries(4), refund, closed(44000)), "TRN060")) == (7, None, None, 28000, 44000)


def test_trn060_quiet_where_the_share_of_a_ranking_stays_with_the_players():
    audit = event(*entries(4), closed(43120), ruleset="olympic-ranking", ranking=True)
    assert audit.event.due["money"]["ranking"] == 880
    assert found(audit, "TRN060") == []


def test_trn060_quiet_and_untestable_without_the_sum_that_was_paid():
    payout = {"event": "payout", "player": "P01", "amount": 100}
    audit = event(*entries(4), payout, {"event": "close"})
    assert found(audit, "TRN060") == []
    assert reasons(audit, "TRN060") == ["what was paid to players all together was not recorded"]
