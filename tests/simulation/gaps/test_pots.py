"""The gap report of pot games: what is open, how often hands touch it, and what other readings move in them."""

import pytest
from msgspec.structs import replace

from auditor.cli.controls_gaps import lines
from rules.audit import BytesSource, replay_log
from rules.controls.library import Library, library
from simulation import simulate
from simulation.gaps import gap_report
from simulation.gaps.dealt_pots import deal_pots
from simulation.gaps.report import simulation_notes
from tests.simulation.gaps.drafts import point, question

CLUB = library().get("olympic-cash")
GAMES = list(CLUB.sections.pot.games)
EACH = 4  # hands of each game
UNPLAYED = "Nothing was simulated: no reading of the controls is left open."


@pytest.fixture(scope="module")
def found():
    return gap_report(CLUB, deals=EACH * len(GAMES))


@pytest.fixture(scope="module")
def logs():
    """The simulated log of each game, with the nets of its hands."""
    made = [
        simulate(CLUB, hands=EACH, seed=1 + place, unit=100, currency="EUR", game=game).log()
        for place, game in enumerate(GAMES)
    ]
    return [(log, nets(log, CLUB)) for log in made]


def nets(log, ruleset):
    """Hand by hand, what each seat gets by the replay."""
    return {
        each["hand"]: {seat["seat"]: seat["net"] for seat in each["seats"]}
        for each in replay_log(BytesSource(log), ruleset=str(ruleset), library=Library([ruleset]))
    }


def apart(log, mine, reading):
    """By hand, how much more seats get under another reading in all, or less, whichever is more. mine: the nets in force."""
    theirs = nets(log, CLUB.under(reading))
    for hand, seats in mine.items():
        moved = [theirs[hand][seat] - net for seat, net in seats.items()]
        yield max(sum(each for each in moved if each > 0), -sum(each for each in moved if each < 0))


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.parametrize(
    ("id_", "reading"),
    [
        ("AMB-OLY-rake-base", "per_pot"),
        ("AMB-OLY-oddchip-unit", "one_cent"),
        ("AMB-OLY-nonflop-nonstud", "none"),
    ],
)
def test_the_money_of_a_reading_is_that_of_the_logs_replayed_under_both(found, logs, id_, reading):
    moved = [each for log, mine in logs for each in apart(log, mine, {id_: reading})]
    other = next(each for each in point(found, id_).readings if each.reading == reading)
    assert other.worked_out
    assert other.units is None
    assert other.money == sum(moved) > 0
    assert other.deals >= sum(amount > 0 for amount in moved)


@pytest.mark.night
@pytest.mark.slow
def test_every_open_point_has_the_hands_that_touch_it_and_no_units(found):
    assert (found.dealt.deals, found.dealt.currency, found.dealt.unit) == (EACH * len(GAMES), "EUR", 100)
    assert {each.units for each in found.points} == {None}
    assert {each.units for one in found.points for each in one.readings} == {None}
    assert point(found, "AMB-OLY-soko-order").deals == EACH  # each hand of one game
    assert point(found, "AMB-OLY-clock-25-5").deals is None  # no simulated hand shows it
    assert point(found, "AMB-OLY-bbj-multi").deals == 0
    assert point(found, "AMB-OLY-bbj-multi").money == 0
    money = [each.money for each in found.points]
    assert [each for each in money if each] == sorted((each for each in money if each), reverse=True)


@pytest.mark.slow
def test_a_question_says_what_moves_in_how_many_hands(found):
    asked = question(found, "AMB-OLY-rake-base").text
    assert "each pot by itself, each with the cap – would move €" in asked
    assert f"of {EACH * len(GAMES)} simulated deals" in asked
    raised = question(found, "AMB-OLY-minraise-first").text
    assert "would move no money, and change what is against the rules, in" in raised
    assert " unit" not in asked + raised
    soko = question(found, "AMB-OLY-soko-order").text
    assert f"nothing in the {EACH} deals that it touches, as they were dealt and played" in soko


@pytest.mark.slow
def test_the_report_as_text_says_what_the_small_blind_is(found):
    shown = [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines(found)]
    assert (
        shown[1]
        == f"{EACH * len(GAMES)} simulated deals with a small blind of €1.00, 2 to 10 players, seed 1"
    )
    assert shown[3] == f"{len(found.points)} readings left open"
    assert any(
        "AMB-OLY-clock-25-5: thirty_total, not worked out by simulated deals" in line for line in shown
    )
    assert "As many are of each game. The small blind is €1.00." in found.notes[0]


def test_controls_that_leave_nothing_open_need_no_hands():
    standard = library().get("standard-cash")
    report = gap_report(standard, deals=0)
    assert {"pot.pots", "pot.betting.shown"} <= {each.path for each in report.unpriced}
    nothing = deal_pots(standard, set(), report.dealt, hands=1, progress=None).dealt
    assert (nothing.deals, simulation_notes(standard, nothing, [])) == (0, [UNPLAYED])
    assert list(lines(replace(report, dealt=nothing, notes=[UNPLAYED])))[1] == UNPLAYED


def test_without_deals_the_points_are_listed_and_nothing_is_known_of_them():
    report = gap_report(CLUB, deals=0)
    assert {each.money for each in report.points} == {None}
    assert report.notes == [
        "Nothing was simulated: no deals were requested. Therefore the effect of other readings is not known."
    ]
