"""The numbers of entries, who is named in a tournament, and its waiting list."""

import pytest

from rules.audit import BytesSource
from rules.audit.event_audit import audit_tournament
from rules.controls.library import library
from simulation.flips.flipped import flipped, with_flipped
from tests.rules.events.asking import at, counted, only, reasons, said
from tests.rules.events.auditing import audited, found, written
from tests.rules.events.lines import entry, join, leave, reentry, seat
from tests.rules.tournaments.build import busts, entries, header

# ---------------------------------------------------- TRN015 entry-number-gap, TRN016 entry-number-repeated


def test_trn015_fires_where_numbers_are_left_out():
    audit = audited([header(), entry(7, "P01"), entry(9, "P02"), entry(13, "P03")])
    first, second = found(audit, "TRN015")
    assert said(first) == (3, 9, "P02", 9, 8)
    assert said(second) == (4, 13, "P03", 13, 10)
    assert "the number due is 8; 8 is missing" in first.message
    assert "the number due is 10; 10 to 12 is missing" in second.message
    assert (first.severity, first.clause, first.difference) == ("major", "external:RECORD-complete", None)


def test_trn015_quiet_from_any_first_number_and_for_one_that_is_repeated():
    audit = audited([header(), entry(7, "P01"), entry(7, "P02"), entry(8, "P03")])
    assert found(audit, "TRN015") == []
    assert counted(audit, "TRN015") == (3, 0, 0, 0)


def test_trn016_fires_where_a_number_is_repeated_or_goes_back():
    audit = audited([header(), entry(5, "P01"), entry(6, "P02"), entry(6, "P03"), entry(2, "P04")])
    first, second = found(audit, "TRN016")
    assert said(first) == (4, 6, "P03", 6, 7)
    assert said(second) == (5, 2, "P04", 2, 7)
    assert "Line 4, entry 6 (P03): line 3 has that number already; the number due is 7" in first.message
    assert "the numbers go back; the number due is 7" in second.message


def test_trn016_quiet_where_numbers_rise():
    audit = audited([header(), *entries(3), reentry(9, "P09")])
    assert found(audit, "TRN016") == []
    assert counted(audit, "TRN016") == (4, 0, 0, 0)


# ----------------------------------------------------------------------------------- TRN017 not-entered


STACK = {"entry": 9, "before": 25, "after": 100}


@pytest.mark.parametrize(
    "event",
    [
        {"event": "rebuy", "entry": 9},
        {"event": "unregister", "entry": 9},
        seat(9, 1),
        {"event": "draw", "reason": "start", "seats": [{"entry": 9, "table": "T1", "seat": 1}]},
        {"event": "move", "entry": 9, "from": {"table": "T1", "seat": 1}, "to": {"table": "T2", "seat": 1}},
        {"event": "hand", "table": "T1", "hand": 1, "seats": [{"entry": 9, "seat": 1}, {"entry": 1, "seat": 2}]},
        {"event": "colour_up", "chip": 25, "next": 100, "tables": [{"table": "T1", "stacks": [STACK]}]},
        {"event": "count", "tables": [{"table": "T1", "stacks": [{"entry": 9, "chips": 5}]}]},
        {"event": "elimination", "entry": 9},
        {"event": "elimination", "entry": 1, "knocked_out_by": [9]},
        {"event": "elimination", "entry": 1, "bounties": [{"entry": 9, "amount": 5}]},
        {"event": "penalty", "entry": 9, "kind": "warning"},
        {"event": "royal_hit", "entry": 9, "kind": "royal_flush", "amount": 0},
    ],
    ids=lambda event: event["event"],
)  # fmt: skip
def test_trn017_fires_where_an_entry_is_named_that_there_is_not(event):
    unknown = only(audited([header(), *entries(2), event]), "TRN017")
    assert said(unknown) == (4, 9, None, 9, None)
    assert (unknown.severity, unknown.clause) == ("critical", "external:RECORD-attributable")
    assert "Line 4 names entry 9; the file has no such entry" in unknown.message


@pytest.mark.parametrize(
    "event",
    [
        {"event": "prize", "player": "P77", "amount": 1},
        {"event": "payout", "player": "P77", "amount": 1},
        {"event": "ranking_award", "player": "P77", "points": 1},
        {"event": "deal", "players": [{"player": "P01", "amount": 1}, {"player": "P77", "amount": 2}]},
    ],
    ids=lambda event: event["event"],
)
def test_trn017_fires_where_a_player_is_paid_who_never_entered(event):
    unknown = only(audited([header(), *entries(2), event]), "TRN017")
    assert said(unknown) == (4, None, "P77", "P77", None)
    assert "Line 4 names P77; no entry of the file is of this player" in unknown.message


def test_trn017_fires_once_for_a_player_of_a_table_who_never_entered():
    seats = [
        {"seat": seat, "player": player, "stack": 100, "net": 0} for seat, player in ((1, "P01"), (2, "P77"))
    ]
    table = [
        {"event": "session", "format": "cardroom-log/1", "room": "TEST-2", "session": "S-1", "tournament": "T-1",
         "table": "T1", "currency": "USD", "opened_at": at("19:00"), "ruleset": "carnivale-ofc-2013"},
        *({"event": "ofc_hand", "variant": "ofc", "hand": each, "seats": seats} for each in (1, 2)),
    ]  # fmt: skip
    audit = audited([header(), *entries(2)], table)
    unknown = only(audit, "TRN017")
    assert (unknown.session, unknown.line, unknown.hand, unknown.table) == ("S-1", 2, 1, "T1")
    assert (unknown.player, unknown.stated) == ("P77", "P77")
    assert "Hand 1 of table T1: P77 played; no entry of the file is of this player" in unknown.message
    assert counted(audit, "TRN017") == (2, 1, 0, 0)


def test_trn017_quiet_where_everybody_who_is_named_entered():
    paid = [{"event": "prize", "player": each, "amount": 1} for each in ("P01", "P02")]
    audit = audited([header(), *entries(2), join("P03"), *busts(2), *paid])
    assert found(audit, "TRN017") == []
    assert counted(audit, "TRN017") == (3, 0, 0, 0)


# --------------------------------------------------- TRN018 waiting-list-order, TRN019 waiting-list-jumped


def test_trn018_fires_where_a_position_is_not_the_end_of_the_list():
    game = [header(kind="reentry"), join("P03", position=1), join("P02", kind="reentry", position=1)]
    audit = audited([*game, join("P04", position=3)])
    wrong = only(audit, "TRN018")
    assert said(wrong) == (3, None, "P02", 1, 2)
    assert (wrong.severity, wrong.clause) == ("minor", "OLY-3.3-11")
    assert "P02 joined the waiting list at position 1; due is position 2" in wrong.message
    assert counted(audit, "TRN018") == (3, 1, 0, 0)


def test_trn018_quiet_after_others_left_or_entered_and_untestable_without_a_position():
    gone = [join("P01", position=1), join("P02", position=2), leave("P02"), entry(1, "P01")]
    audit = audited([header(), *gone, join("P03", position=1), join("P04")])
    assert found(audit, "TRN018") == []
    assert counted(audit, "TRN018") == (3, 0, 1, 0)
    assert reasons(audit, "TRN018") == ["the position on the waiting list was not recorded"]


def test_trn019_fires_where_somebody_enters_before_the_first_of_the_list():
    audit = audited([header(), join("P03"), join("P02"), entry(1, "P02"), entry(2, "P09"), entry(3, "P03")])
    first, second = found(audit, "TRN019")
    assert said(first) == (4, 1, "P02", "P02", "P03")
    assert said(second) == (5, 2, "P09", "P09", "P03")
    assert (first.severity, first.clause) == ("minor", "OLY-3.3-07")
    assert (
        "Line 4, entry 1 (P02): the player came in while P03 was first on the waiting list" in first.message
    )
    assert counted(audit, "TRN019") == (3, 2, 0, 0)


def test_trn019_fires_where_the_second_of_those_who_paid_is_seated_first():
    paid = [entry(1, "P01"), join("P01"), entry(2, "P02"), join("P02")]
    audit = audited([header(), *paid, seat(2, 1), seat(1, 2)])
    assert said(only(audit, "TRN019")) == (6, 2, "P02", "P02", "P01")
    assert counted(audit, "TRN019") == (2, 1, 0, 0)


def test_trn019_fires_where_somebody_left_the_list_and_enters_while_its_first_waits():
    audit = audited([header(), join("P01"), join("P02"), leave("P02"), entry(1, "P02")])
    assert said(only(audit, "TRN019")) == (5, 1, "P02", "P02", "P01")


def test_trn019_quiet_where_places_are_not_personal_and_somebody_took_the_place_of_the_first():
    """P09 did not wait; P02, who did, jumps the list all the same."""
    lines = [header(), join("P03"), join("P02"), entry(1, "P02"), entry(2, "P09"), entry(3, "P03")]
    own = flipped(library().get("olympic-tournament"), ("entry", "waiting", "personal"), False)
    audit = audit_tournament(BytesSource(written(*lines)), library=with_flipped(library(), own))
    assert said(only(audit, "TRN019")) == (4, 1, "P02", "P02", "P03")
    assert counted(audit, "TRN019") == (3, 1, 0, 0)


def test_trn019_quiet_in_the_order_of_the_list_and_where_nobody_waits():
    lines = [
        entry(1, "P09"),
        join("P01"),
        join("P02"),
        join("P03"),
        leave("P01"),
        entry(2, "P01"),
        entry(3, "P02"),
    ]
    audit = audited([header(), *lines, leave("P03"), entry(4, "P10")])
    assert found(audit, "TRN019") == []
    assert counted(audit, "TRN019") == (2, 0, 0, 2)
