"""FEE: what may be taken of a hand, by the law and by what a room filed."""

from rules.controls.library import library, load
from tests.rules.build import A, B, coverage, found, hand, seat, session, untestable
from tests.rules.fees import WAC, fee, filed, reported, taken
from tests.rules.rulesets import BASE

FILED = session(ruleset="filed")
UNRECORDED = "the fees of the hand were not recorded"

# ------------------------------------------------------------------------------- FEE003 kind-not-allowed


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


# ------------------------------------------------------------------------------- FEE005 rake-above-share


def moved(number, rake, *transfers, **fields):
    """A hand in which so much moved from one seat to another, with a rake of wagers that nobody wrote down."""
    listed = [{"payer": payer, "payee": payee, "amount": amount} for payer, payee, amount in transfers]
    return taken(number, fee("rake", rake), transfers=listed, **fields)


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
