"""Who entered a tournament, and when."""

import pytest

from tests.rules.events.asking import at, counted, only, reasons, said
from tests.rules.events.auditing import audited, found
from tests.rules.events.lines import clock, entry, reentry
from tests.rules.tournaments.build import busts, entries, header

STRUCTURE = [{"level": each, "minutes": 20} for each in (1, 2, 3)]
LATE = {"late_registration": {"until_level": 2}, "structure": STRUCTURE}


def start(time="19:00"):
    return clock("start", time)


def level(number, time):
    return {"event": "level", "level": number, "at": at(time)}


def rest(begin, end, **stated):
    return {"event": "break", "at": at(begin), "ends_at": at(end)} | stated


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
    assert only(audit, "TRN008").clause == "external:SEAT-one"
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
