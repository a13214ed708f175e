"""Who entered a tournament, when, and under which number; the waiting list."""

import pytest

from tests.rules.events.auditing import audited, found, row
from tests.rules.tournaments.build import busts, entries, header

STRUCTURE = [{"level": each, "minutes": 20} for each in (1, 2, 3)]
LATE = {"late_registration": {"until_level": 2}, "structure": STRUCTURE}


def at(time):
    return f"2026-03-14T{time}:00+02:00"


def entry(number, player, time=None, **stated):
    return {"event": "entry", "entry": number, "player": player} | ({"at": at(time)} if time else {}) | stated


def reentry(number, player, time=None, **stated):
    return entry(number, player, time, **stated) | {"event": "reentry"}


def clock(action, time):
    return {"event": "clock", "action": action, "at": at(time)}


def start(time="19:00"):
    return clock("start", time)


def level(number, time):
    return {"event": "level", "level": number, "at": at(time)}


def rest(begin, end, **stated):
    return {"event": "break", "at": at(begin), "ends_at": at(end)} | stated


def join(player, **stated):
    return {"event": "waiting", "action": "join", "player": player} | stated


def leave(player):
    return {"event": "waiting", "action": "leave", "player": player}


def seat(number, place):
    return {"event": "seat", "entry": number, "table": "T1", "seat": place}


def only(audit, code):
    (one,) = found(audit, code)
    return one


def said(finding):
    return finding.line, finding.entry, finding.player, finding.stated, finding.expected


def counted(audit, code):
    found_row = row(audit, code)
    return found_row.tested, found_row.differing, found_row.untestable, found_row.inapplicable


def reasons(audit, code):
    return [each.reason for each in row(audit, code).because]


# ------------------------------------------------------------------------------------ TRN007 entry-late


def test_trn007_fires_for_an_entry_after_the_period_and_at_its_end():
    lines = [start(), level(2, "19:20"), entry(1, "P01", "19:39"), level(3, "19:41")]
    audit = audited([header(**LATE), *lines, entry(2, "P02", "19:40"), entry(3, "P03", "19:45")])
    first, second = found(audit, "TRN007")
    assert said(first) == (6, 2, "P02", at("19:40"), at("19:40"))
    assert said(second) == (7, 3, "P03", at("19:45"), at("19:40"))
    assert (second.kind, second.severity, second.clause) == ("violation", "major", "OLY-3.3-06")
    assert second.message == (
        "Line 7, entry 3 (P03): the entry was made at 2026-03-14T19:45:00+02:00; "
        "late registration ended at 2026-03-14T19:40:00+02:00 (OLY-3.3-06)."
    )
    assert counted(audit, "TRN007") == (3, 2, 0, 0)


def test_trn007_fires_where_there_is_no_late_registration_from_the_start_on():
    none = header(late_registration={"none": True}, starts_at=at("19:00"))
    assert said(only(audited([none, entry(1, "P01", "19:05")]), "TRN007"))[3:] == (at("19:05"), at("19:00"))
    by_clock = audited([none, start("19:10"), entry(1, "P01", "19:05"), entry(2, "P02", "19:10")])
    assert said(only(by_clock, "TRN007")) == (4, 2, "P02", at("19:10"), at("19:10"))


def test_trn007_fires_at_a_time_that_was_published_in_the_offset_of_the_entry():
    stated = header(late_registration={"until": "2026-03-14T19:00:00Z"})
    late = only(audited([stated, entry(1, "P01", "21:00")]), "TRN007")
    assert (late.stated, late.expected) == (at("21:00"), at("21:00"))


def test_trn007_quiet_where_a_ruling_admits_the_player():
    lines = [start(), level(2, "19:20"), entry(1, "P01", "19:45", ruling="from the waiting list")]
    audit = audited([header(**LATE), *lines])
    assert found(audit, "TRN007") == []
    assert counted(audit, "TRN007") == (1, 0, 0, 0)


@pytest.mark.parametrize(
    ("lines", "time"),
    [
        ([rest("19:25", "19:35")], "19:49"),
        ([clock("stop", "19:30"), clock("resume", "19:50")], "19:59"),
        ([{"event": "structure_change", "structure": [{"level": 2, "minutes": 60}]}], "20:19"),
    ],
    ids=["a break", "the clock was stopped", "the level was made longer"],
)
def test_trn007_quiet_while_the_clock_of_the_level_has_not_run(lines, time):
    game = [header(**LATE), start(), level(2, "19:20"), *lines]
    assert found(audited([*game, entry(1, "P01", time)]), "TRN007") == []
    minute = f"{time[:3]}{int(time[3:]) + 1}" if time[3:] != "59" else "20:00"
    assert only(audited([*game, entry(1, "P01", minute)]), "TRN007").expected == at(minute)


@pytest.mark.parametrize(
    ("announced", "ends"), [([], "19:50"), ([level(3, "19:52")], "19:52")], ids=["due", "announced"]
)
def test_trn007_quiet_in_the_break_after_the_level_by_another_reading(announced, ends):
    lines = [start(), level(2, "19:20"), rest("19:40", "19:50", after_level=2), *announced]
    game = [header(**LATE), *lines, entry(1, "P01", "19:45"), entry(2, "P02", "19:55")]
    readings = {"AMB-OLY-late-end": "break_end"}
    assert said(only(audited(game, readings=readings), "TRN007"))[1:] == (2, "P02", at("19:55"), at(ends))
    assert [each.expected for each in found(audited(game), "TRN007")] == [at("19:40")] * 2


@pytest.mark.parametrize(
    ("first", "lines", "reason"),
    [
        ({}, [start()], "when late registration ends was not published"),
        (LATE, [start()], "when level 2 began was not recorded"),
        (LATE | {"structure": []}, [level(2, "19:20")], "the minutes of level 2 were not recorded"),
        ({"late_registration": {"none": True}}, [], "when play began was not recorded"),
        (
            LATE,
            [start(), level(2, "19:20"), {"event": "clock", "action": "stop", "at": at("19:30")}],
            "when the clock was started again was not recorded",
        ),
    ],
)
def test_trn007_quiet_and_untestable_where_the_end_is_not_known(first, lines, reason):
    audit = audited([header(**first), *lines, entry(1, "P01", "23:00")])
    assert found(audit, "TRN007") == []
    assert (counted(audit, "TRN007"), reasons(audit, "TRN007")) == ((0, 0, 1, 0), [reason])


def test_trn007_quiet_and_untestable_where_an_entry_has_no_time():
    audit = audited([header(**LATE), start(), level(2, "19:20"), entry(1, "P01")])
    assert counted(audit, "TRN007") == (0, 0, 1, 0)
    assert reasons(audit, "TRN007") == ["when the entry was made was not recorded"]


def test_trn007_quiet_where_the_ruleset_has_no_late_registration():
    carnivale = header(ruleset="carnivale-event-2013", currency="USD", late_registration={"none": True})
    audit = audited([carnivale, start(), entry(1, "P01", "23:00")])
    assert (found(audit, "TRN007"), counted(audit, "TRN007")) == ([], (0, 0, 0, 1))


# ----------------------------------------------------------------------------------- TRN008 entry-twice


def test_trn008_fires_where_a_player_enters_who_is_still_in():
    audit = audited([header(kind="reentry"), *entries(2), reentry(3, "P01")])
    twice = only(audit, "TRN008")
    assert said(twice) == (4, 3, "P01", "P01", 1)
    assert (twice.severity, twice.clause) == ("critical", "OLY-1.7-a")
    assert "Line 4, entry 3 (P01): the player was still in with entry 1" in twice.message
    assert counted(audit, "TRN008") == (3, 1, 0, 0)


def test_trn008_fires_under_the_ruleset_of_hands_as_what_the_file_alone_shows():
    """A tournament whose ruleset has nothing about tournaments has the checks of the record alone."""
    audit = audited([header(ruleset="ofc-event", game="ofc"), *entries(2), entry(4, "P01", paid=1)])
    assert only(audit, "TRN008").clause == "convention:TRN008"
    assert [each.code for each in audit.findings] == ["TRN008", "TRN015"]
    assert counted(audit, "TRN006") == (0, 0, 0, 1)


def test_trn008_fires_after_a_rebuy_that_took_the_bust_back_and_is_a_note_by_a_ruling():
    rebuy = {"event": "rebuy", "entry": 1}
    game = [header(kind="rebuy_any", rebuy={"price": 1000, "chips": 100}), *entries(1), *busts(1), rebuy]
    assert said(only(audited([*game, entry(2, "P01")]), "TRN008")) == (5, 2, "P01", "P01", 1)
    ruled = only(audited([*game, entry(2, "P01", ruling="one of the two is withdrawn.")]), "TRN008")
    assert ruled.severity == "note"
    assert "The floor ruled: one of the two is withdrawn" in ruled.message


@pytest.mark.parametrize(
    "gone",
    [
        {"event": "elimination", "entry": 1},
        {"event": "unregister", "entry": 1},
        {"event": "penalty", "entry": 1, "kind": "disqualified"},
    ],
    ids=["out", "unregistered", "disqualified"],
)
def test_trn008_quiet_where_the_entry_before_is_no_longer_in(gone):
    audit = audited([header(kind="reentry"), *entries(1), gone, reentry(2, "P01")])
    assert found(audit, "TRN008") == []
    assert counted(audit, "TRN008") == (2, 0, 0, 0)


# ------------------------------------------------------- TRN009 reentry-as-entry, TRN010 reentry-without-entry


def test_trn009_fires_where_a_second_entry_is_recorded_as_a_first():
    audit = audited([header(kind="reentry"), *entries(1), *busts(1), entry(2, "P01")])
    second = only(audit, "TRN009")
    assert said(second) == (4, 2, "P01", "P01", None)
    assert (second.kind, second.severity, second.clause) == (
        "discrepancy",
        "minor",
        "external:RECORD-attributable",
    )
    assert "a first entry is recorded; the player had entered before" in second.message


def test_trn009_quiet_for_reentries_for_who_was_unregistered_and_for_who_is_still_in():
    unregistered = [*entries(1), {"event": "unregister", "entry": 1}, entry(2, "P01")]
    assert found(audited([header(), *unregistered]), "TRN009") == []
    game = [header(kind="reentry"), *entries(2), *busts(1), reentry(3, "P01"), entry(4, "P02")]
    audit = audited(game)
    assert found(audit, "TRN009") == []
    assert counted(audit, "TRN009") == (2, 0, 0, 2)


def test_trn010_fires_for_a_reentry_of_somebody_new_and_of_somebody_unregistered():
    game = [header(kind="reentry"), *entries(1), {"event": "unregister", "entry": 1}]
    first, second = found(audited([*game, reentry(2, "P66"), reentry(3, "P01")]), "TRN010")
    assert said(first) == (4, 2, "P66", "P66", None)
    assert said(second) == (5, 3, "P01", "P01", None)
    assert "a re-entry is recorded; the player had not entered before" in first.message
    assert (first.kind, first.severity) == ("discrepancy", "minor")


def test_trn010_quiet_for_a_reentry_after_an_entry():
    audit = audited([header(kind="reentry"), *entries(2), *busts(1), reentry(3, "P01")])
    assert found(audit, "TRN010") == []
    assert counted(audit, "TRN010") == (1, 0, 0, 0)


# --------------------------------------------------------------------------- TRN011 reentry-not-allowed


@pytest.mark.parametrize(
    ("stated", "clause"),
    [
        ({"kind": "freezeout", "reentries": True}, "OLY-3.2-c"),
        ({"kind": "double_chance", "reentries": True}, "OLY-3.2-c"),
        ({"kind": "rebuy_any"}, "OLY-3.2-b"),
    ],
    ids=["freezeout", "double chance", "not published"],
)
def test_trn011_fires_where_the_tournament_has_no_reentries(stated, clause):
    audit = audited([header(**stated), *entries(2), *busts(2), reentry(3, "P02")])
    again = only(audit, "TRN011")
    assert said(again) == (5, 3, "P02", "P02", None)
    assert (again.severity, again.clause) == ("major", clause)
    kind = stated["kind"].replace("_", " ")
    assert f"the player entered again; this tournament of the kind {kind} has no re-entries" in again.message


@pytest.mark.parametrize("stated", [{"kind": "reentry"}, {"kind": "rebuy_any", "reentries": True}])
def test_trn011_quiet_where_reentries_were_published(stated):
    audit = audited([header(**stated), *entries(2), *busts(2), reentry(3, "P02")])
    assert found(audit, "TRN011") == []
    assert counted(audit, "TRN011") == (1, 0, 0, 0)


def test_trn011_quiet_where_the_reentry_is_a_first_entry():
    audit = audited([header(), *entries(1), reentry(2, "P02")])
    assert (found(audit, "TRN011"), counted(audit, "TRN011")) == ([], (0, 0, 0, 1))


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
