"""Pictures of screening: what each says of a unit, and where it draws it."""

import re
import xml.etree.ElementTree as ET
from datetime import date, timedelta
from math import log

import numpy as np
import pytest
from msgspec.structs import replace
from scipy.stats import chi2, hypergeom

from reports.chart_shapes import Box, ChartText, Frame, Line, Polygon
from reports.drawn_pages import WIDTH
from reports.screening_pictures.evidence_by_day import evidence_by_day, size_of_e
from reports.screening_pictures.payment_matrix import payment_matrix
from reports.screening_pictures.screening_picture import svg_of_picture
from reports.screening_pictures.share_bars import ShareBar, share_bars
from reports.screening_pictures.unit_pictures import pictures_of
from rules.replay.scoring import SHARES
from rules.screening.engines.marked import TILTS, MarkedStratum
from rules.screening.indicators.scn003_strong_cards import QUADS
from rules.screening.room_year import screened_year
from rules.screening.screening_result import result_of_unit
from rules.screening.session_statistics import SessionStatistics
from rules.screening.statistics import DifferenceRow, MarkedRow, PairRow, TrialRow
from rules.screening.unit_evidence import log10_of, mean_e
from rules.screening.windows import log10_of_last_days
from tests.rules.screening.screened import logs_of, statistics

SVG = "{http://www.w3.org/2000/svg}"


def units_of(case):
    return screened_year(statistics(logs_of(case)))


def unit_of(units, code, **unit):
    (only,) = [each for each in units if (each.entry.code, dict(each.unit)) == (code, unit)]
    return only


def drawn(case, code, **unit):
    """Pictures of a unit of a case by their titles."""
    units = units_of(case)
    return {each.title: each for each in pictures_of(unit_of(units, code, **unit), units)}


@pytest.fixture(scope="module")
def voids():
    return drawn("voids-of-losses", "SCN006", player="P1")


def shapes(picture, kind):
    return [each for band in picture.chart.bands for each in band.shapes if isinstance(each, kind)]


# ---------------------------------------------------------------- E by gaming day


def test_e_by_gaming_day_says_where_it_stands_and_when_the_limit_was_reached(voids):
    assert voids["E by gaming day"].chart.says == (
        "E of the gaming day 2026-03-02: 486; the limit is 200, and was reached on 2026-03-02."
    )


def test_e_is_a_line_over_several_gaming_days():
    says = drawn("pairs-dumped", "SCN004", payer="P1", payee="P2")["E by gaming day"].chart.says
    assert says == (
        "Line of E over 4 gaming days from 2026-03-02 to 2026-03-05: 10^11.9 at the end; the limit is 1,600, and was reached on "
        "2026-03-03."
    )


def test_the_limit_is_drawn_below_an_e_that_is_above_it(voids):
    picture = voids["E by gaming day"]
    *_, last = shapes(picture, Box)
    (limit,) = [each for each in shapes(picture, ChartText) if each.text == "limit 200"]
    assert last.x + last.wide / 2 == pytest.approx(WIDTH - 4)
    assert last.y < limit.y


def test_the_name_of_the_limit_stands_where_the_line_does_not():
    """Left of where the line rises through it; at its end where it does so on the left."""
    late = drawn("strong-aces", "SCN003", player="P1")["E by gaming day"]
    (name,) = [each for each in shapes(late, ChartText) if each.text.startswith("limit ")]
    assert (name.x, name.at) == (51, "start")
    early = made("SCN009", [MarkedRow((("table", "T1"),), MarkedStratum(400, 60, 60, 60))])
    (name,) = [
        each for each in shapes(evidence_by_day(early[0]), ChartText) if each.text.startswith("limit ")
    ]
    assert (name.x, name.at) == (WIDTH - 4, "end")


def test_the_last_90_days_are_drawn_beside_e_and_fall_where_the_year_does_not():
    """Marked hands that help in spring, and some that do not in autumn."""
    table = (("table", "T1"),)
    spring, autumn = MarkedStratum(200, 20, 100, 19), MarkedStratum(200, 20, 100, 10)
    days = [date(2026, 3, 2), date(2026, 5, 30), date(2026, 5, 31), date(2026, 11, 1)]
    (unit,) = screened_year(
        SessionStatistics("WA-0417", f"s{day}", "T1", day, 200, {"SCN009": [MarkedRow(table, each)]})
        for day, each in zip(days, (spring, spring, spring, autumn), strict=True)
    )
    logs = log10_of_last_days(unit.days, 90)
    alone = [float(log10_of(mean_e(unit.days[day]))) for day in days]
    assert logs[days[0]] == pytest.approx(alone[0])
    assert logs[days[1]] > alone[0] + 3  # the 90th day from the first
    assert logs[days[2]] == pytest.approx(logs[days[1]])  # the first one is left behind
    assert logs[days[3]] == pytest.approx(alone[3])
    picture = evidence_by_day(unit)
    assert picture.chart.says.endswith(
        f" e of the last 90 days alone: {size_of_e(logs[days[3]])} at the end."
    )
    assert picture.caption.endswith("The grey line decides nothing.")
    grey = [each for each in shapes(picture, Line) if each.grey == 0.5 and each.y1 != each.y2]
    assert grey[-1].y2 > grey[0].y1
    assert svg_of_picture(picture, "p").count('<line class="grey"') >= len(grey)


def test_e_of_days_that_are_within_90_has_no_line_beside_it(voids):
    assert "90" not in voids["E by gaming day"].caption


def test_strong_hands_are_counted_and_drawn_first_where_they_say_more_than_aces():
    """A player with fewer aces than chance gives, and three times as many fours of a kind."""
    player = (("player", "P1"),)
    aces = MarkedRow(player, MarkedStratum(52, 4, 13, 0), 0, 300)
    strong, fair = (TrialRow(player, QUADS.as_integer_ratio(), 300, quads, 1) for quads in (31, 10))
    (unit,) = made("SCN003", [aces, strong])
    assert [each.title for each in pictures_of(unit, [unit])] == [
        "Strong hands", "Aces, hand after hand", "E by gaming day",
    ]  # fmt: skip
    result = result_of_unit(unit, "R", 2026, 1, 7)
    assert (result.cases, result.both, result.marked, result.expected) == (300, 31, None, "10.2601")
    many = MarkedRow(player, MarkedStratum(52, 4, 13, 3), 0, 300)
    (unit,) = made("SCN003", [many, fair])
    assert pictures_of(unit, [unit])[0].title == "Aces, hand after hand"
    assert result_of_unit(unit, "R", 2026, 1, 7).both == 900


def test_the_line_begins_at_1_the_day_before_the_first_one(voids):
    (line,) = [each for each in shapes(voids["E by gaming day"], Line) if each.y1 != each.y2]
    grid = {each.text: each.y - 2.8 for each in shapes(voids["E by gaming day"], ChartText)}
    assert (line.x1, line.y1) == (48, pytest.approx(grid["1"]))
    assert line.y2 < grid["100"] < line.y1  # it ends at 486


def test_a_quiet_unit_stays_below_its_limit():
    says = drawn("voids-of-losses", "SCN006", player="P2")["E by gaming day"].chart.says
    assert says == "E of the gaming day 2026-03-02: 0.7; the limit is 1,600."


def test_an_alarm_that_is_withheld_is_no_alarm_from_the_limit_on():
    quiet, withheld = (
        evidence_by_day(
            replace(unit_of(units_of("pairs-dumped"), "SCN004", payer="P1", payee="P2"), withheld=each)
        ).caption
        for each in (False, True)
    )
    assert quiet.endswith("From the limit on it is an alarm.")
    assert withheld.endswith("what else an alarm of this indicator needs is missing, and it is withheld.")


@pytest.mark.parametrize(
    ("logarithm", "said"),
    [(-0.1, "0.8"), (0, "1"), (1.5, "32"), (4, "10,000"), (5.94, "10^5.9"), (30, "10^30")],
)
def test_e_is_written_out_as_long_as_it_is_short(logarithm, said):
    assert size_of_e(logarithm) == said


# ---------------------------------------------------------------- bars of shares


def test_void_hands_are_counted_by_the_result_of_the_player(voids):
    picture = voids["Void hands, by the result of P1"]
    assert picture.chart.says == (
        "Bars of the share of hands that are void. Hands that P1 would have lost: 16 of 110 (14.5%), where chance gives 8.8; "
        "The other hands: 0 of 90 (0%), where chance gives 7.2."
    )


def test_a_bar_is_as_long_as_its_share_and_marked_where_chance_is():
    picture = share_bars("void", [ShareBar("lost", 30, 100, 10.0), ShareBar("won", 0, 100, 20.0)])
    boxes = [each for band in picture.bands for each in band.shapes if isinstance(each, Box)]
    marks = [each for band in picture.bands for each in band.shapes if isinstance(each, Polygon)]
    scale = WIDTH / (0.3 * 1.12)
    assert [round(each.wide, 6) for each in boxes[1::2]] == [round(0.3 * scale, 6), 0]
    assert [round(each.corners[0][0], 6) for each in marks[-2:]] == [
        round(0.1 * scale, 6),
        round(0.2 * scale, 6),
    ]


def test_cases_that_do_not_exist_have_no_share():
    assert share_bars("void", [ShareBar("lost", 0, 0, 0.0)]).says == (
        "Bars of the share void. lost: 0 of 0, where chance gives 0."
    )


@pytest.mark.parametrize(
    ("case", "code", "unit", "says"),
    [
        (
            "dead-winners",
            "SCN007",
            {"supervisor": "S"},
            "Seats that would have won: 12 of 377 (3.18%), where chance gives 5.7",
        ),
        (
            "settings-for-partner",
            "SCN005",
            {"payer": "P1", "payee": "P2"},
            "With P2: 30 of 200 (15%), where chance gives 15.5",
        ),
        (
            "settings-for-partner",
            "SCN005",
            {"payer": "P1", "payee": "P2"},
            "Without P2: 1 of 200 (0.5%), where chance gives 15.5",
        ),
        (
            "gaps-at-money",
            "SCN008",
            {"table": "T1"},
            "Hands of the largest fifth: 8 of 90 (8.89%), where chance gives 3.6",
        ),
        (
            "missing-after-losses",
            "SCN009",
            {"table": "T1"},
            "After a loss of the largest fifth: 8 of 52 (15.4%), where chance gives 2.2",
        ),
        (
            "units-after-the-deal",
            "SCN011",
            {"player": "P1"},
            "At a higher unit: 107 of 149 (71.8%), where chance gives 67.9",
        ),
        (
            "dealer-and-player",
            "SCN012",
            {"dealer": "X", "player": "P1"},
            "Dealt by X: 188 of 265 (70.9%), where chance gives 132.1",
        ),
        (
            "exits-with-wins",
            "SCN016",
            {"player": "P1"},
            "ended on one of their largest wins: 8 of 8 (100%), where chance gives 2.1",
        ),
        (
            "minutes",
            "SCN019",
            {"table": "T1"},
            "a minute divisible by five: 79 of 200 (39.5%), where chance gives 40",
        ),
        ("minutes", "SCN019", {"table": "T1"}, "second 0: 4 of 200 (2%), where chance gives 3.3"),
    ],
)
def test_shares_are_said_in_the_words_of_the_indicator(case, code, unit, says):
    assert any(says in each.chart.says for each in drawn(case, code, **unit).values())


# ---------------------------------------------------------------- pictures of an indicator's own


def made(code, *rows, first=date(2026, 3, 2)):
    """Units of rows, each of a session on a gaming day of its own."""
    return screened_year(
        SessionStatistics(
            "WA-0417", f"s{place}", "T1", first + timedelta(days=place), 200, {code: list(each)}
        )
        for place, each in enumerate(rows)
    )


def test_pairs_of_cards_that_met_are_set_against_chance_by_session():
    picture = drawn("shuffle-one-riffle", "SCN001", shuffler="sh-1")["Pairs of cards that met, a deal"]
    assert picture.chart.says == (
        "Bars of the pairs of cards that lay together and were dealt together, a deal, by session: 2,378 pairs in 198 deals of "
        "1 session (12.01 a deal), where chance gives 4,286.1 (21.65 a deal)."
    )
    (bar,) = [each for each in shapes(picture, Box) if each.wide == 22]
    assert bar.fill == "middle"  # less than chance gives: down from the line


def test_aces_are_a_line_with_the_number_at_which_they_are_evidence_alone():
    found = drawn("strong-aces", "SCN003", player="P1")
    says = found["Aces, hand after hand"].chart.says
    assert "over 800 hands: 941 aces, where chance gives 800.0" in says
    reached = int(re.search(r"reach E = 200 at (\d+)", says)[1])
    before, at = (mean_e([tuple(map(int, 1e9 * logs_of_aces(aces)))]) for aces in (reached - 1, reached))
    assert before < 200 <= at
    assert "P1, four of a kind in 13 cards: 25 of 800" in found["Strong hands"].chart.says


def logs_of_aces(aces):
    """Natural logarithms of e by tilt of some aces in 800 hands of 13 cards."""
    chance = [hypergeom(52, 4, 13).pmf(each) for each in range(5)]
    means = [sum(p * float(w) ** each for each, p in enumerate(chance)) for w in TILTS]
    return np.array([aces * log(w) - 800 * log(mean) for w, mean in zip(TILTS, means, strict=True)])


def test_royalties_of_open_face_games_are_shares():
    row = MarkedRow((("dealer", "d-1"), ("player", "P1")), MarkedStratum(400, 80, 100, 35), deals=100)
    units = made("SCN003", [row])
    (picture, *_) = pictures_of(unit_of(units, "SCN003", dealer="d-1", player="P1"), units)
    assert "Dealt by d-1: 35 of 100 (35%), where chance gives 20" in picture.chart.says


def test_payments_are_a_table_of_players_with_the_pair_framed():
    picture = drawn("pairs-dumped", "SCN004", payer="P1", payee="P2")["Units a hand from player to player"]
    assert picture.chart.says == (
        "Table of units a hand from payer to payee. P1 paid P2 0.96 a hand in 800 hands, where the other opponents got 0.10."
    )
    (frame,) = shapes(picture, Frame)
    (figure,) = [each for each in shapes(picture, ChartText) if each.text == "0.96"]
    assert frame.x < figure.x < frame.x + frame.wide


@pytest.mark.parametrize(("moved", "counts"), [(((200, 5600),), True), ((), False)], ids=["pots", "closed"])
def test_payments_of_pots_say_how_much_of_each_counts(moved, counts):
    row = PairRow((("payer", "P3"), ("payee", "P2")), 1, 20 * SHARES, 0, (1, 2, 3, 4, 5, 6), moved=moved)
    units = screened_year([SessionStatistics("room-1", "s1", "T1", date(2026, 3, 2), 1, {"SCN004": [row]})])
    caption = payment_matrix(units[0], units).caption
    assert caption.endswith("20 big blinds count at most.") is counts


def test_cards_that_are_too_even_lie_below_what_chance_gives():
    picture = drawn("cards-too-even", "SCN010", table="T1")["Spread of the cards over the seats"]
    assert picture.chart.says == (
        "Bars of χ² of cards by seat over 1 session: 0.0 to 0.0, where chance gives 153 in the mean; 1 below "
        "111.7 and 0 above 201.8."
    )


def test_the_bounds_of_evenness_are_one_session_in_200_each():
    low, high = chi2(153).ppf([0.005, 0.995])
    assert (round(low, 1), round(high, 1)) == (111.7, 201.8)


def test_dealers_lie_within_a_funnel():
    picture = drawn("dealer-and-player", "SCN012", dealer="X", player="P1")["Hands won, by dealer"]
    assert "X 70.9% of 265" in picture.chart.says
    assert picture.chart.says.endswith("; 49.9% of all.")
    assert [each.text for each in shapes(picture, ChartText)].count(
        "X"
    ) == 2  # beside its dot, and in the key


def test_a_box_that_is_short_adds_up_below_the_line():
    days = [date(2026, 3, 2) + timedelta(days=place) for place in range(12)]
    rows = [
        [DifferenceRow((("room", "WA-0417"),), day, 10_000 - 150 * (place % 3 > 0), 10_000)]
        for place, day in enumerate(days)
    ]
    units = made("SCN013", *rows)
    (picture, *_) = pictures_of(unit_of(units, "SCN013", room="WA-0417"), units)
    assert picture.chart.says == (
        "Bars of the drop less the recorded fees over 12 gaming days from 2026-03-02 to 2026-03-13: short on 8, over on 0; in "
        "all −12.00. Lines of what adds up to one side: over 0.00, short 12.00 at the end."
    )


def test_tokes_are_compared_dealer_by_dealer():
    row = [
        MarkedRow((("dealer", name),), MarkedStratum(200, 20, 50, both))
        for name, both in (("d-1", 15), ("d-2", 3))
    ]
    units = made("SCN014", row)
    (picture, *_) = pictures_of(unit_of(units, "SCN014", dealer="d-1"), units)
    assert picture.chart.says == (
        "Bars of the share of hands that a toke followed, by dealer. d-1: 15 of 50 (30%), where chance gives 5; d-2: 3 of 50 "
        "(6%), where chance gives 5."
    )


def test_corrections_are_counted_by_their_side():
    day = date(2026, 3, 31)
    rows = [
        DifferenceRow((("player", "P1"),), day, 500, 0, "c1"),
        DifferenceRow((("player", "P1"),), day, 0, 200, "c2"),
    ]
    units = made("SCN015", rows)
    (picture, *_) = pictures_of(unit_of(units, "SCN015", player="P1"), units)
    assert "In favour of P1, by 5.00 in all: 1 of 2 (50%), where chance gives 1" in picture.chart.says
    assert "Against P1, by 2.00 in all: 1 of 2" in picture.chart.says


def test_draws_in_which_two_players_met_are_set_against_chance():
    unit = (("player", "P1"), ("other", "P2"))
    units = made("SCN018", [TrialRow(unit, (5, 11), 12, 12)])
    (picture, *_) = pictures_of(unit_of(units, "SCN018", player="P1", other="P2"), units)
    assert "Draws in which P1 and P2 met: 12 of 12 (100%), where chance gives 5.5" in picture.chart.says


def test_an_e_beyond_floats_is_drawn_from_its_decimals():
    row = MarkedRow((("table", "T1"),), MarkedStratum(200, 100, 100, 100), times=40)
    units = made("SCN008", [row], [row])
    *_, picture = pictures_of(unit_of(units, "SCN008", table="T1"), units)
    assert re.search(r"10\^\d{4}(\.\d)? at the end", picture.chart.says)


# ---------------------------------------------------------------- on pages


ALL = [
    ("voids-of-losses", "SCN006", {"player": "P1"}),
    ("shuffle-one-riffle", "SCN001", {"shuffler": "sh-1"}),
    ("strong-aces", "SCN003", {"player": "P1"}),
    ("pairs-dumped", "SCN004", {"payer": "P1", "payee": "P2"}),
    ("cards-too-even", "SCN010", {"table": "T1"}),
    ("dealer-and-player", "SCN012", {"dealer": "X", "player": "P1"}),
]


@pytest.mark.parametrize(("case", "code", "unit"), ALL)
def test_a_picture_is_an_image_with_a_name_and_a_description(case, code, unit):
    for place, picture in enumerate(drawn(case, code, **unit).values()):
        root = ET.fromstring(svg_of_picture(picture, f"p{place}"))
        assert (root.get("role"), [each.text for each in root[:2]]) == (
            "img",
            [picture.title, picture.chart.says],
        )
        for each in root.iter(f"{SVG}text"):
            assert 0 <= float(each.get("x")) <= WIDTH
        for each in root.iter(f"{SVG}rect"):
            assert 0 <= float(each.get("y", 0)) <= picture.chart.high
