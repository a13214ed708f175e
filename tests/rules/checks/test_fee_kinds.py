"""FEE030 to FEE032: entries of fees that the controls do not provide for, or that cannot be as they stand."""

from msgspec.structs import replace

from rules.audit import BytesSource, audit_log
from rules.controls.library import Library, load
from tests.rules.build import A, B, Event, audited, coverage, found, hand, log, seat, session, untestable
from tests.rules.fees import WAC, at, extending, fee, filed, paid, reported, room, taken
from tests.rules.open_face import X, Y, ofc
from tests.rules.rulesets import BASE, beside_the_library

HAND_FEE = """
[fees.hand_fee.player]
money = 100
cite = "room:5.1"
text = "Each player pays one dollar a hand."
"""
OWN = session(ruleset="room")
FILED = session(ruleset="filed")
DOLLARS = [fee("hand_fee", 100, seat=1), fee("hand_fee", 100, seat=2)]


def of_the_room(fees: str) -> Library:
    """A room's controls under the limits of the law."""
    return beside_the_library(extending(fees))


# ------------------------------------------------------------------------------- FEE030 time-ends-before-it-begins


def test_fee030_fires_at_the_line_of_a_time_that_ends_before_it_begins():
    hands = [taken(n, at=at(20 * n)) for n in range(1, 5)]
    audit = reported(WAC, paid(1, 1000, 0, 60), paid(2, 1000, 60, 0, when=0), *hands)
    assert audit.complete, audit.failures
    (only,) = found(audit, "FEE030")
    assert (only.line, only.seat, only.player, only.money) == (3, 2, "P2", 1000)
    assert (only.stated, only.expected, only.unit) == (
        "2026-03-14T16:00:00-07:00",
        "2026-03-14T17:00:00-07:00 or later",
        "time",
    )
    assert (only.kind, only.severity, only.clause) == ("discrepancy", "minor", "external:RECORD-attributable")
    assert (
        "Seat 2: $10.00 was collected for 2026-03-14T17:00:00-07:00 to 2026-03-14T16:00:00-07:00; that time ends before it "
        "begins"
    ) in only.message


def test_fee030_fires_and_no_check_breaks_down_at_a_table_that_shares_its_time():
    table = session(ruleset="olympic-time", currency="EUR")
    played = ofc(1, seat(1, X), seat(2, Y), variant="pineapple", at=at(1))
    audit = audited(table, paid(1, 2500, 30, 0, when=0), paid(2, 2500, 0, 30), played)
    assert audit.complete, audit.failures
    assert [each.line for each in found(audit, "FEE030")] == [2]


def test_fee030_quiet_for_times_that_run_forward_and_inapplicable_without_collections():
    assert found(reported(WAC, paid(1, 1000, 0, 60), paid(1, 0, 60, 60)), "FEE030") == []
    without = coverage(audited(hand(1, seat(1, A), seat(2, B))), "FEE030")
    assert (without.tested, without.inapplicable, without.untestable) == (0, 1, 0)


# ------------------------------------------------------------------------------- FEE031 kind-not-in-controls


def test_fee031_fires_for_a_rake_where_the_room_files_a_fee_for_the_hand():
    """The law's limits for rakes stand in what the room's controls extend; the room files none."""
    hands = (taken(1, *DOLLARS), taken(2, fee("rake", 300, of=5000)), taken(3, fee("rake", 100, of=5000)))
    (only,) = found(reported(OWN, *hands, library=of_the_room(HAND_FEE)), "FEE031")
    assert (only.hand, only.hands, only.line) == (2, [2, 3], 3)
    assert (only.stated, only.expected, only.money, only.unit) == ("rake", "hand_fee", 400, "kind of fee")
    assert (only.kind, only.severity, only.clause) == ("violation", "major", "room:5.1")
    assert "Hand 2 and 1 more: $4.00 of rake was taken in all; room@1 files hand fees" in only.message


def test_fee031_fires_for_time_and_for_a_jackpot_that_the_room_does_not_file():
    log_ = (
        OWN,
        paid(1, 500, 0, 30),
        paid(2, 500, 0, 30),
        taken(1, *DOLLARS, fee("jackpot", 50), at=at(40)),
    )
    jackpot, time = sorted(
        found(reported(*log_, library=of_the_room(HAND_FEE)), "FEE031"), key=lambda x: x.stated
    )
    assert (jackpot.hand, jackpot.stated, jackpot.money) == (1, "jackpot", 50)
    assert (time.hand, time.line, time.stated, time.money) == (None, 2, "time", 1000)
    assert (
        "Line 2 and 1 more: $10.00 of time collections was taken in all; room@1 files hand fees"
        in time.message
    )


def test_fee031_fires_for_any_fee_where_the_rooms_own_controls_file_none():
    own = BASE.replace('id = "base"', 'id = "filed"') + (
        '\n[records]\nlog_days = 3\ncite = "room:2.1"\ntext = "Logs are handed in within three days."\n'
    )
    (only,) = found(audited(FILED, taken(1, fee("hand_fee", 100)), library=load({"own.toml": own})), "FEE031")
    assert (only.hand, only.stated, only.expected, only.kind) == (1, "hand_fee", "none", "violation")
    assert "$1.00 of hand fees was taken; filed@1 files no fees" in only.message


def test_fee031_fires_for_controls_that_were_approved_whatever_they_cite():
    registry = load({"own.toml": BASE.replace('id = "base"', 'id = "filed"')})
    approved = Library([replace(each, standing="approved") for each in registry.revisions()])
    assert found(audited(FILED, taken(1, fee("rake", 100)), library=registry), "FEE031") == []
    (only,) = found(audited(FILED, taken(1, fee("rake", 100)), library=approved), "FEE031")
    assert (only.stated, only.expected, only.clause) == ("rake", "none", "convention:fees")


def test_fee031_fires_as_a_note_under_rules_that_are_no_rooms_own_and_name_another_kind():
    """A described game with a rake: that a room takes a dollar a hand instead is for a person to judge."""
    audit = audited(session(ruleset="hawaiian-gardens"), taken(1, fee("hand_fee", 100)))
    (only,) = found(audit, "FEE031")
    assert (only.kind, only.severity, only.clause, only.expected) == (
        "undetermined",
        "note",
        "HG-rake",
        "rake, jackpot",
    )
    assert "hawaiian-gardens@1 names rake and jackpot collections" in only.message


def test_fee031_quiet_for_what_the_room_files_and_for_what_the_law_lists():
    both = HAND_FEE + '[fees.jackpot]\nkind = "drop"\nCITE\n'
    own = reported(OWN, taken(1, *DOLLARS, fee("jackpot", 50), fee("rake", 0)), library=of_the_room(both))
    assert found(own, "FEE031") == []
    law = reported(
        WAC, taken(1, fee("rake", 100, of=5000), fee("jackpot", 50)), taken(2, *DOLLARS), paid(1, 500, 0, 30)
    )
    assert found(law, "FEE031") == []
    menu = reported(OWN, taken(1, fee("rake", 100, of=5000)), library=of_the_room(""))
    assert found(menu, "FEE031") == []


def test_fee031_quiet_and_inapplicable_where_the_rules_do_not_speak_of_fees():
    sheet = audited(taken(1, fee("rake", 100)), taken(2))
    assert found(sheet, "FEE031") == []
    row = coverage(sheet, "FEE031")
    assert (row.tested, row.inapplicable) == (0, 2)


def test_fee031_quiet_and_untestable_where_fees_were_not_recorded():
    audit = reported(OWN, taken(1, *DOLLARS), hand(2, seat(1, A), seat(2, B)), library=of_the_room(HAND_FEE))
    assert found(audit, "FEE031") == []
    assert untestable(audit, "FEE031") == [("the fees of the hand were not recorded", 1)]


def test_fee031_fires_without_a_collection_of_nothing_in_its_sum_and_lines():
    log_ = (OWN, paid(1, 0, 0, 30), paid(2, 500, 0, 30), taken(1, *DOLLARS, at=at(40)))
    (time,) = found(reported(*log_, library=of_the_room(HAND_FEE)), "FEE031")
    assert (time.stated, time.money, time.line) == ("time", 500, 3)
    assert "Line 3: $5.00 of time collections was taken" in time.message


# ------------------------------------------------------------------------------- FEE032 counted-by-too-few


TWO = '\n[fees.drop]\npeople = 2\ncite = "room:5.4"\ntext = "Two employees count each drop box together."\n'


def counted(minute: float, *people: str, amount: int = 5000) -> Event:
    return {"event": "drop", "at": at(minute), "kind": "rake", "amount": amount, "counted_by": list(people)}


def test_fee032_fires_for_a_box_that_one_person_counted():
    events = (
        FILED,
        taken(1),
        counted(10, "s-1", "s-2"),
        counted(20, "s-1"),
        counted(30, "s-2", "s-2", amount=700),
    )
    alone, twice = found(audited(*events, library=filed(TWO)), "FEE032")
    assert (alone.line, alone.stated, alone.expected, alone.unit, alone.money) == (4, 1, 2, "people", 5000)
    assert (alone.kind, alone.severity, alone.clause) == ("violation", "major", "room:5.4")
    assert (
        "Line 4: the box of rake with $50.00 was counted at 2026-03-14T16:20:00-07:00 by s-1; at least 2 people must count a box"
        in alone.message
    )
    assert (twice.line, twice.stated, twice.money) == (5, 1, 700)  # one person, named twice


def test_fee032_quiet_where_enough_people_counted_and_untestable_where_nobody_is_named_or_nothing_was_counted():
    enough = audited(FILED, taken(1), counted(10, "s-1", "s-2", "s-3"), library=filed(TWO))
    assert found(enough, "FEE032") == []
    assert coverage(enough, "FEE032").agreeing == 1
    unnamed = audited(FILED, taken(1), counted(10), library=filed(TWO))
    assert found(unnamed, "FEE032") == []
    assert untestable(unnamed, "FEE032") == [("who counted a drop box was not recorded", 1)]
    uncounted = audited(FILED, taken(1), library=filed(TWO))
    assert untestable(uncounted, "FEE032") == [("no count of a drop box is in the log", 1)]


def test_fee032_quiet_and_inapplicable_where_the_controls_do_not_say_how_many_count():
    audit = reported(WAC, taken(1), counted(10, "s-1"))
    assert found(audit, "FEE032") == []
    assert coverage(audit, "FEE032").inapplicable == 1


def test_fee032_fires_by_the_controls_of_the_day_on_which_the_box_was_counted():
    """Two people from 15 March on; the session of the 14th runs past midnight."""
    first = BASE.replace('id = "base"', 'id = "filed"')
    later = first.replace("revision = 1", "revision = 2").replace(
        "in_force = {}", "in_force = { from = 2026-03-15 }"
    )
    registry = load({"1.toml": first, "2.toml": later + TWO})
    after = counted(30, "s-1") | {"at": "2026-03-15T01:00:00-07:00"}
    late = taken(2, at="2026-03-15T00:30:00-07:00")
    source = BytesSource(log(FILED, taken(1, at=at(0)), counted(10, "s-1"), late, after))
    audit = audit_log(source, room=room(), library=registry)
    assert [each.line for each in found(audit, "FEE032")] == [5]
    assert coverage(audit, "FEE032").inapplicable == 1
