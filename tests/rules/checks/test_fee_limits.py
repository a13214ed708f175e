"""FEE: what may be taken of a hand, by the law and by what a room filed."""

import pytest

from rules.controls.library import library, load
from tests.rules.build import A, B, audited, coverage, found, hand, seat, session, untestable
from tests.rules.fees import WAC, at, fee, filed, paid, reported, taken
from tests.rules.rulesets import BASE

FILED = session(ruleset="filed")
UNRECORDED = "the fees of the hand were not recorded"

# ------------------------------------------------------------------------------- FEE003 kind-not-allowed


def test_fee003_fires_for_a_fee_for_the_hand_in_a_class_e_room():
    audit = reported(
        WAC,
        taken(1, fee("hand_fee", 100, seat=1)),
        taken(2),
        taken(3, fee("hand_fee", 200)),
        taken(4, fee("rake", 50, of=1000)),
        licence_class="E",
    )
    fees, rake = found(audit, "FEE003")
    assert (fees.hand, fees.hands, fees.stated, fees.expected, fees.money) == (
        1,
        [1, 3],
        "hand_fee",
        "time",
        300,
    )
    assert (rake.hand, rake.hands, rake.stated, rake.money) == (4, None, "rake", 50)
    assert (fees.kind, fees.severity, fees.clause) == ("violation", "critical", "external:WAC-230-15-080-2")
    assert "a fee for the hand was taken, $3.00 in all; a room of class E may not take it" in fees.message
    assert coverage(audit, "FEE003").differing == 3


def test_fee003_fires_for_time_where_the_controls_allow_a_class_none():
    fees = '\n[fees.classes]\nE = ["rake"]\nCITE\n'
    audit = reported(FILED, taken(1), paid(1, 500, 0, 30), library=filed(fees), licence_class="E")
    (only,) = found(audit, "FEE003")
    assert (only.line, only.seat, only.player, only.stated, only.expected, only.money) == (
        3,
        1,
        "P1",
        "time",
        "rake",
        500,
    )


@pytest.mark.parametrize("licence_class", ["F", "house-banked"])
def test_fee003_quiet_in_rooms_that_may_take_every_kind(licence_class):
    audit = reported(
        WAC, taken(1, fee("rake", 50, of=1000)), taken(2, fee("hand_fee", 100)), licence_class=licence_class
    )
    assert found(audit, "FEE003") == []
    assert coverage(audit, "FEE003").tested == 2


def test_fee003_quiet_for_time_in_a_class_e_room_and_for_an_amount_of_nothing():
    audit = reported(WAC, taken(1, fee("rake", 0)), paid(1, 500, 0, 30), licence_class="E")
    assert found(audit, "FEE003") == []


def test_fee003_quiet_and_untestable_where_room_class_or_fees_are_not_on_record():
    hands = (taken(1, fee("rake", 50)), hand(2, seat(1, A), seat(2, B)))
    said = "the licence class of the room is not on record"
    for audit in (reported(WAC, *hands, on_record=False), reported(WAC, *hands, licence_class=None)):
        assert found(audit, "FEE003") == []
        assert untestable(audit, "FEE003") == [(said, 2)]
    assert untestable(reported(WAC, *hands), "FEE003") == [(UNRECORDED, 1)]
    few = filed('\n[fees.classes]\nF = ["rake"]\nCITE\n')
    audit = reported(FILED, *hands, library=few, licence_class="E")
    assert found(audit, "FEE003") == []
    assert untestable(audit, "FEE003") == [("the controls do not say what a room of this class may take", 2)]


# ------------------------------------------------------------------------------- FEE004 several-kinds


def test_fee004_fires_for_a_rake_and_a_fee_in_one_hand():
    audit = reported(
        WAC, taken(1, fee("rake", 50, of=1000), fee("hand_fee", 100)), taken(2, fee("rake", 50, of=1000))
    )
    (only,) = found(audit, "FEE004")
    assert (only.hand, only.stated, only.expected, only.money) == (1, 2, 1, 150)
    assert (only.kind, only.severity, only.clause) == ("violation", "major", "external:WAC-230-15-080-1")
    assert (
        "a rake of $0.50 and $1.00 for the hand; 1 kind of fee may be taken at a table at a time"
        in only.message
    )


def test_fee004_fires_for_a_rake_while_time_was_paid_for():
    """Hands 1 and 2 lie within the half hour, hand 3 ends after it, hand 4 begins after it."""
    rake = fee("rake", 50, of=1000)
    hands = [
        taken(1, rake, at=at(10), ended_at=at(12)),
        taken(2, rake, at=at(28), ended_at=at(30)),
        taken(3, rake, at=at(29), ended_at=at(31)),
        taken(4, rake, at=at(32), ended_at=at(33)),
    ]
    audit = reported(WAC, paid(1, 500, 0, 30), *hands)
    assert [(each.hand, each.stated) for each in found(audit, "FEE004")] == [(1, 2), (2, 2)]
    assert "time that was paid for while it was played" in found(audit, "FEE004")[0].message


def test_fee004_quiet_for_a_hand_that_is_dealt_when_the_paid_time_ends():
    rake = fee("rake", 50, of=1000)
    audit = reported(WAC, paid(1, 500, 0, 30), taken(1, rake, at=at(30), ended_at=at(30)))
    assert found(audit, "FEE004") == []


def test_fee004_fires_for_a_rake_in_a_hand_across_two_times_that_touch():
    rake = fee("rake", 50, of=1000)
    hands = [taken(1, rake, at=at(28), ended_at=at(33)), taken(2, rake, at=at(58), ended_at=at(61))]
    audit = reported(WAC, paid(1, 500, 0, 30), paid(2, 500, 30, 60), *hands)
    assert [(each.hand, each.stated) for each in found(audit, "FEE004")] == [(1, 2)]


def test_fee004_fires_as_a_note_where_the_document_leaves_it_open():
    from tests.rules.open_face import X, Y, ofc

    log = session(ruleset="olympic-time", currency="EUR")
    hands = [
        ofc(n, seat(1, X), seat(2, Y), variant="pineapple", at=at(n), fees=[fee("rake", 100)]) for n in (1, 2)
    ]
    (only,) = found(audited(log, paid(1, 100, 0, 30), *hands), "FEE004")
    assert (only.hand, only.kind, only.severity, only.clause) == (1, "undetermined", "note", "OLY-2.37-a")
    assert "under one reading of AMB-OLY-timerake-vs-pot" in only.message


def test_fee003_fires_as_fee004_only_from_the_day_on_which_the_controls_say_so():
    """One dollar for the hand beside a rake, before midnight and after it; the second revision is of the fifteenth."""
    first = BASE.replace('id = "base"', 'id = "filed"')
    second = first.replace("revision = 1", "revision = 2") + (
        '\n[fees.at_a_time]\nmax_kinds = 1\ncite = "convention"\n[fees.classes]\nF = ["rake"]\ncite = "convention"\n'
    )
    days = {"one": (first, "2026-01-01"), "two": (second, "2026-03-15")}
    registry = load(
        {
            name: text.replace("in_force = {}", f"in_force = {{ from = {day} }}")
            for name, (text, day) in days.items()
        }
    )
    both = fee("rake", 50, of=1000), fee("hand_fee", 100)
    hands = taken(1, *both, at="2026-03-14T23:00:00-07:00"), taken(2, *both, at="2026-03-15T00:10:00-07:00")
    audit = reported(FILED, *hands, library=registry)
    (kind,), (several,) = found(audit, "FEE003"), found(audit, "FEE004")
    assert (kind.hand, kind.hands, kind.stated, kind.money) == (2, None, "hand_fee", 100)
    assert (several.hand, several.stated, several.expected, several.money) == (2, 2, 1, 150)
    assert [coverage(audit, code).inapplicable for code in ("FEE003", "FEE004")] == [1, 1]


def test_fee004_quiet_for_one_kind_after_another_and_for_a_jackpot():
    audit = reported(
        WAC,
        taken(1, fee("rake", 50, of=1000), fee("rake", 20, of=1000), fee("jackpot", 100)),
        taken(2, fee("hand_fee", 100), fee("rake", 0)),
    )
    assert found(audit, "FEE004") == []
    assert coverage(audit, "FEE004").tested == 2


def test_fee004_quiet_and_untestable_without_times_beside_a_collection():
    audit = reported(
        WAC, paid(1, 500, 0, 30), taken(1, fee("rake", 50, of=1000)), hand(2, seat(1, A), seat(2, B))
    )
    assert found(audit, "FEE004") == []
    assert untestable(audit, "FEE004") == [
        (UNRECORDED, 1),
        ("the times of the hand were not recorded, and time was collected", 1),
    ]


# ------------------------------------------------------------------------------- FEE005 rake-above-share


def test_fee005_fires_above_ten_percent_of_the_wagers():
    audit = reported(
        WAC,
        taken(1, fee("rake", 500, of=4000)),
        taken(2, fee("rake", 400, of=4000)),
        taken(3, fee("rake", 101, of=1000), fee("rake", 200, of=2000)),
        taken(4, fee("rake", 1, of=0), void=True),
        taken(5, fee("rake", 100, of=999)),
    )
    assert [(each.hand, each.stated, each.expected, each.money) for each in found(audit, "FEE005")] == [
        (1, 500, 400, 100),
        (3, 301, 300, 1),
        (4, 1, 0, 1),
        (5, 100, 99, 1),
    ]
    only = found(audit, "FEE005")[0]
    assert (only.kind, only.severity, only.clause) == ("violation", "major", "external:WAC-230-15-080-4")
    assert "a rake of $5.00 was taken from wagers of $40.00; the limit is 10% of them, $4.00" in only.message


def moved(number, rake, *transfers, **fields):
    """A hand in which so much moved from one seat to another, with a rake of wagers that nobody wrote down."""
    listed = [{"payer": payer, "payee": payee, "amount": amount} for payer, payee, amount in transfers]
    return taken(number, fee("rake", rake), transfers=listed, **fields)


def test_fee005_fires_where_nobody_wrote_down_the_wagers_and_less_moved_than_they_must_have_been():
    """Hand 1: three rows at $1.00 moved $3.00. Hand 2: $30.00 moved to and fro. Hand 3: 10% of it."""
    audit = reported(
        WAC,
        moved(1, 31, (2, 1, 300)),
        moved(2, 301, (2, 1, 1800), (1, 2, 1200)),
        moved(3, 300, (2, 1, 3000)),
    )
    one, two = found(audit, "FEE005")
    assert [(each.hand, each.stated, each.expected, each.money) for each in (one, two)] == [
        (1, 31, 30, 1),
        (2, 301, 300, 1),
    ]
    assert (one.kind, one.severity, one.clause) == ("violation", "major", "external:WAC-230-15-080-4")
    assert (
        "a rake of $3.01 was taken from wagers that were not recorded; given the chips that moved, they were $30.00 at most, "
        "and the limit is 10% of them, $3.00"
    ) in two.message
    assert untestable(audit, "FEE005") == [("the wagers that the rake was taken from were not recorded", 1)]


def test_fee005_fires_beside_a_rake_with_its_wagers():
    """What was recorded of one rake is added to all that moved."""
    both = [fee("rake", 100, of=1000), fee("rake", 31)]
    audit = reported(WAC, taken(1, *both, transfers=[{"payer": 2, "payee": 1, "amount": 300}]))
    (only,) = found(audit, "FEE005")
    assert (only.stated, only.expected) == (131, 130)


def test_fee005_quiet_for_what_the_rows_were_worth_where_less_moved():
    """Two players have three rows at $1.00 at stake, whoever wins how many; and $3.00 was due."""
    hands = moved(1, 30, (2, 1, 100)), moved(2, 30)
    for reading in ("at_stake", ""):
        audit = reported(WAC, *hands, library=_wagers_read_as(reading))
        assert [each for each in found(audit, "FEE005") if each.kind != "undetermined"] == []
    audit = reported(WAC, *hands, library=_wagers_read_as("at_stake"))
    assert found(audit, "FEE005") == []
    assert untestable(audit, "FEE005") == [("the wagers that the rake was taken from were not recorded", 2)]


def _wagers_read_as(reading):
    """The library with the law's rake under a reading of what is wagered; empty: it is left open."""
    readings = {"AMB-WAC-WAGERS": reading} if reading else {}
    return library().holding(
        each.under(readings) if each.id == "wac-230-15-080" else each for each in library().revisions()
    )


def test_fee005_fires_for_a_person_to_decide_where_the_rake_is_too_high_for_what_moved_alone():
    """$1.00 moved, and three rows at $1.00 were at stake: a rake of $0.30 is 10% of these, and 30% of what moved."""
    hands = moved(1, 30, (2, 1, 100)), moved(2, 10, (2, 1, 100))
    (only,) = found(reported(WAC, *hands), "FEE005")
    assert (only.hand, only.stated, only.expected, only.kind, only.severity) == (
        1,
        30,
        10,
        "undetermined",
        "note",
    )
    assert (
        "$1.00 moved between the players, and where only that was wagered, the limit is 10% of it, $0.10"
    ) in only.message
    assert "AMB-WAC-WAGERS" in only.message
    (sure,) = found(reported(WAC, *hands, library=_wagers_read_as("moved")), "FEE005")
    assert (sure.hand, sure.stated, sure.expected, sure.kind) == (1, 30, 10, "violation")


def test_fee005_quiet_and_untestable_where_nothing_bounds_the_wagers():
    """A void deal; a transfer to nobody; no transfers; no unit."""
    log = (
        WAC | {"unit": None},
        moved(1, 500, (2, 1, 300), unit=100, void=True),
        moved(2, 500, (2, 7, 300), unit=100),
        taken(3, fee("rake", 500), unit=100),
        moved(4, 500, (2, 1, 300)),
    )
    events = [{name: value for name, value in each.items() if value is not None} for each in log]
    audit = reported(*events, library=_wagers_read_as("at_stake"))
    assert found(audit, "FEE005") == []
    assert untestable(audit, "FEE005") == [("the wagers that the rake was taken from were not recorded", 4)]


def test_fee005_fires_above_the_share_of_all_chips_in_front_at_table_stakes():
    text = (
        '\n[fees]\ncurrency = "USD"\n[fees.rake]\nkind = "percentage"\nCITE\n'
        'share = { of = "wagers", max_bp = 1000, CITE }\n'
        '[chips]\nlimit = "table_stakes"\ncover = "gross_both_sides"\norder = "from_button"\nphases = ["rest"]\n'
        'netting = "pair"\nunit_per_chip = 1\nCITE\n'
    )
    hands = [
        hand(n, seat(1, A, stack=3000), seat(2, B, stack=2000), fees=[fee("rake", rake)], dealer=1)
        for n, rake in ((1, 500), (2, 501))
    ]
    (only,) = found(audited(FILED, *hands, library=filed(text)), "FEE005")
    assert (only.hand, only.stated, only.expected, only.clause) == (2, 501, 500, "convention:fees.rake.share")


def test_fee005_quiet_and_untestable_where_wagers_were_not_recorded():
    audit = reported(
        WAC,
        taken(1, fee("rake", 500)),
        taken(2, fee("rake", 300, of=5000), fee("rake", 300, of=5000)),  # of the same wagers, or not
        taken(3, fee("rake", 0), fee("rake", 100, of=1000)),
        taken(4),
        hand(5, seat(1, A), seat(2, B)),
    )
    assert found(audit, "FEE005") == []
    assert untestable(audit, "FEE005") == [
        (UNRECORDED, 1),
        ("the wagers that the rake was taken from were not recorded", 1),
        ("whether the rakes of the hand were taken from the same wagers was not recorded", 1),
    ]
    assert coverage(audit, "FEE005").tested == 2


# ------------------------------------------------------------------------------- FEE006 rake-above-cap


def before(day, *fees, number=1):
    """A hand of a day in 2016."""
    return taken(number, *fees, at=f"2016-12-{day}T18:00:00-08:00")


def test_fee006_fires_until_the_day_on_which_the_cap_was_lifted():
    """WAC 230-15-080: five dollars a hand until 2016-12-22, ten percent alone from 2016-12-23."""
    old = session(ruleset="wac-230-15-080", opened_at="2016-12-22T16:00:00-08:00")
    rake = fee("rake", 600, of=8000)
    audit = reported(old, before(22, rake), before(23, rake, number=2))
    assert [(used.id, used.revision, used.hands) for used in audit.rulesets] == [
        ("wac-230-15-080", 1, 1),
        ("wac-230-15-080", 2, 1),
    ]
    (only,) = found(audit, "FEE006")
    assert (only.hand, only.stated, only.expected, only.money) == (1, 600, 500, 100)
    assert (only.kind, only.severity, only.clause) == ("violation", "major", "external:WAC-230-15-080-5")
    assert "a rake of $6.00 was taken; the limit for a hand is $5.00" in only.message
    assert found(audit, "FEE005") == []


def test_fee006_fires_by_the_gaming_day_of_the_room():
    """Two in the morning of the 23rd belongs to the 22nd, where the day begins at six."""
    import datetime as dt

    from rules.audit import BytesSource, audit_log
    from rules.card_room import Room, TermsOfRoom
    from tests.rules.build import log

    old = session(ruleset="wac-230-15-080", opened_at="2016-12-22T16:00:00-08:00")
    late = taken(1, fee("rake", 600, of=8000), at="2016-12-23T02:00:00-08:00")
    by_six = Room("WA-0417", (TermsOfRoom("America/Los_Angeles", dt.time(6), licence_class="F"),))
    assert [each.hand for each in found(audit_log(BytesSource(log(old, late)), room=by_six), "FEE006")] == [1]
    assert found(reported(old, late), "FEE006") == []


def test_fee006_quiet_at_the_cap_and_where_there_is_none():
    old = session(ruleset="wac-230-15-080@1", opened_at="2016-12-20T16:00:00-08:00")
    assert found(reported(old, before(20, fee("rake", 500, of=9000))), "FEE006") == []
    assert found(reported(WAC, taken(1, fee("rake", 90_000, of=900_000))), "FEE006") == []


def test_fee006_quiet_and_untestable_in_another_currency():
    old = session(ruleset="wac-230-15-080@1", opened_at="2016-12-20T16:00:00-08:00", currency="CAD")
    audit = reported(old, before(20, fee("rake", 600, of=9000)))
    assert found(audit, "FEE006") == []
    assert untestable(audit, "FEE006") == [("the limit is in USD and the session in CAD", 1)]


# ------------------------------------------------------------------------------- FEE007 hand-fee-above-limit


def test_fee007_fires_for_a_seat_that_paid_more_than_a_dollar():
    audit = reported(
        WAC, taken(1, fee("hand_fee", 60, seat=1), fee("hand_fee", 60, seat=1), fee("hand_fee", 100, seat=2))
    )
    (only,) = found(audit, "FEE007")
    assert (only.hand, only.seat, only.player, only.stated, only.expected, only.money) == (
        1,
        1,
        "P1",
        120,
        100,
        20,
    )
    assert (only.kind, only.severity, only.clause) == ("violation", "major", "external:WAC-230-15-080-3")
    assert "seat 1: $1.20 was taken for the hand; the limit for a player is $1.00" in only.message


def test_fee007_fires_for_more_than_a_dollar_for_each_player():
    (only,) = found(reported(WAC, taken(1, fee("hand_fee", 201)), taken(2, fee("hand_fee", 200))), "FEE007")
    assert (only.hand, only.seat, only.stated, only.expected, only.money) == (1, None, 201, 200, 1)
    assert "the limit for 2 players is $2.00" in only.message


def test_fee007_fires_for_a_seat_at_which_nobody_sat_and_above_the_most_a_hand():
    (only,) = found(reported(WAC, taken(1, fee("hand_fee", 150, seat=9))), "FEE007")
    assert (only.hand, only.seat, only.money) == (1, None, 50)
    assert "seat 9" in only.message
    fees = '\n[fees]\ncurrency = "USD"\n[fees.hand_fee]\nhand = { max_money = 300, CITE }\n'
    (only,) = found(audited(FILED, taken(1, fee("hand_fee", 400)), library=filed(fees)), "FEE007")
    assert (only.stated, only.expected, only.clause) == (400, 300, "convention:fees.hand_fee.hand.max_money")
    assert "the limit for a hand is $3.00" in only.message


def test_fee007_fires_for_the_hand_beside_a_seat_that_paid_too_much():
    """The seat's cent, and of the $100.00 that are left all but the $2.00 of two players."""
    told_ = found(reported(WAC, taken(1, fee("hand_fee", 101, seat=1), fee("hand_fee", 9_900))), "FEE007")
    assert [(each.seat, each.stated, each.expected, each.money) for each in told_] == [
        (None, 10_000, 200, 9_800), (1, 101, 100, 1),
    ]  # fmt: skip
    assert (
        "$100.00 was taken for the hand, apart from what other findings report; the limit for 2"
        in told_[0].message
    )


def test_fee007_quiet_within_the_limits_and_untestable_without_fees():
    audit = reported(
        WAC,
        taken(1, fee("hand_fee", 100, seat=1), fee("hand_fee", 100)),
        taken(2),
        hand(3, seat(1, A), seat(2, B)),
    )
    assert found(audit, "FEE007") == []
    assert untestable(audit, "FEE007") == [(UNRECORDED, 1)]


# ------------------------------------------------------------------------------- FEE008 hand-fee-after-deal


def test_fee008_fires_for_a_fee_after_the_first_card():
    late = fee("hand_fee", 100, seat=2, before_deal=False)
    audit = reported(
        WAC,
        taken(1, fee("hand_fee", 100, seat=1, before_deal=True), late),
        taken(2, late, fee("hand_fee", 50, before_deal=False)),
    )
    one, both = found(audit, "FEE008")
    assert (one.hand, one.seat, one.player, one.stated, one.money) == (1, 2, "P2", "after the deal", 100)
    assert (both.hand, both.money) == (2, 150)
    assert (one.kind, one.severity, one.clause) == ("violation", "minor", "external:WAC-230-15-080-3")
    assert "$1.00 was taken for the hand from seat 2 after the first card was dealt" in one.message


def test_fee008_quiet_before_the_deal_and_untestable_where_it_is_not_recorded():
    audit = reported(
        WAC,
        taken(1, fee("hand_fee", 100, before_deal=True), fee("rake", 50, before_deal=False)),
        taken(2, fee("hand_fee", 100)),
        taken(3, fee("hand_fee", 0)),
    )
    assert found(audit, "FEE008") == []
    assert untestable(audit, "FEE008") == [("whether the fee was taken before the deal was not recorded", 1)]
