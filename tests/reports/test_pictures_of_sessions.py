"""Pictures of the session that says most of a unit: hands, gaps, cards, stays, minutes, and two equal deals side by side."""

import re
import xml.etree.ElementTree as ET
from itertools import groupby

import numpy as np
import pytest
from msgspec.structs import replace

from reports.chart_shapes import Box, ChartText, Polygon
from reports.drawn_pages import WIDTH
from reports.screening_pictures.deals_compared import ShownDeal, deals_compared, deals_equal_in_part
from reports.screening_pictures.screening_picture import svg_of_picture
from reports.screening_pictures.session_pictures import picture_of_session
from reports.screening_pictures.unit_blocks import lengths_of_blocks, words_of_blocks
from reports.screening_pictures.unit_pictures import pictures_of
from reports.typography import LABEL
from rules.cards import DECK
from rules.screening.canonical_deals import canonical
from rules.screening.room_year import screened_year
from rules.screening.session_statistics import statistics_of
from tests.reports.test_screening_pictures import shapes, unit_of
from tests.rules.screening.pot_screening_logs import header, showdown
from tests.rules.screening.screened import FIRST_DAY, lines_of, logs_of, screened, screened_lines, statistics
from tests.rules.screening.test_pot_screening import turned

SVG = "{http://www.w3.org/2000/svg}"


def drawn(case, code, place=0, **unit):
    """The picture of one of a case's sessions for a unit, and that session."""
    logs = logs_of(case)
    session = screened(logs[place])
    found = unit_of(screened_year(statistics(logs)), code, **unit)
    return picture_of_session(found, session), session


def test_void_hands_are_marked_on_the_results_that_the_player_would_have_had():
    picture, session = drawn("voids-of-losses", "SCN006", player="P1")
    assert picture.chart.says == (
        "Bars of the results that P1 would have had in session s1002, by hand, in units: 16 hands of 200 void, 16 of them lost."
    )
    marks = [each.corners[0][0] for each in shapes(picture, Polygon)][1:]  # the first one is the key's
    void = session.hands.number[session.hands.void]
    first, last = session.hands.number.min() - 1, session.hands.number.max() + 1
    assert marks == pytest.approx(
        [56 + (WIDTH - 56) * (number - first) / (last - first) for number in void.tolist()]
    )


def test_gaps_are_hatched_between_the_hands_beside_them():
    picture, _ = drawn("missing-after-losses", "SCN009", table="T1")
    assert re.search(r"192 hands, 8 gaps, 8 of them after a loss of the largest fifth", picture.chart.says)
    assert sum(each.fill == "hatch" and each.high > 50 for each in shapes(picture, Box)) == 8
    hours = [each.text for each in shapes(picture, ChartText) if re.fullmatch(r"\d\d:\d\d", each.text)]
    assert hours[:3] == ["18:00", "20:00", "22:00"]


def test_cards_of_a_fair_session_are_shaded_here_and_there_and_of_an_even_one_nowhere():
    fair, _ = drawn("cards-fair", "SCN010", table="T1")
    even, _ = drawn("cards-too-even", "SCN010", table="T1")
    few, many = map(
        int, re.search(r"(\d+) cells are far below that, (\d+) far above", fair.chart.says).groups()
    )
    assert 10 < few + many < 60
    assert "50 to 50 times, where chance gives 50; 0 cells are far below that, 0 far above" in even.chart.says
    cells = [each for each in shapes(fair, Box) if each.high == 16]
    assert [sum(each.fill == fill for each in cells) for fill in ("paper", "dark")] == [few, many]
    assert len(cells) == 208


def test_stays_end_with_a_mark_at_their_last_hand():
    picture, _ = drawn("exits-with-wins", "SCN016", player="P1")
    assert "1 stay ended before the session did, 1 on one of their largest wins." in picture.chart.says
    (words,) = [each.text for each in shapes(picture, ChartText) if "hands to hand" in each.text]
    assert re.fullmatch(r"\d+ hands to hand \d+, the last one \+\$[\d.,]+", words)


def test_units_are_bars_with_the_lengths_of_their_blocks():
    picture, session = drawn("units-after-the-deal", "SCN011", player="P1")
    units = session.hands.unit
    lengths = [len(list(block)) for _, block in groupby(units.tolist())]
    found = re.search(
        r"(\d+) blocks of one unit, (\d+) of them of one hand; the longest has (\d+)", picture.chart.says
    )
    assert tuple(map(int, found.groups())) == (len(lengths), lengths.count(1), max(lengths))
    assert lengths_of_blocks(units) == lengths
    bars = [each for each in shapes(picture, Box) if each.fill in ("dark", "middle")][-len(units) :]
    higher = max(each.high for each in bars)
    assert [each.high == higher for each in bars] == (units > units.min()).tolist()
    seat = session.hands.player == session.hands.players.index("P1")
    assert [each.fill == "dark" for each in bars] == (session.hands.won & seat).any(axis=1).tolist()


def test_blocks_of_units_are_in_words_for_a_report():
    logs = logs_of("units-after-the-deal")
    unit, session = unit_of(screened_year(statistics(logs)), "SCN011", player="P1"), screened(logs[0])
    lengths = [len(list(block)) for _, block in groupby(session.hands.unit.tolist())]
    assert len(lengths) > 60
    assert words_of_blocks(unit, session) == (
        f"Session {session.header.session} has {len(lengths)} blocks of one unit, {lengths.count(1)} of them of one hand; the "
        f"longest has {max(lengths)}. Hands of each in the order of play: {', '.join(map(str, lengths[:60]))} and "
        f"{len(lengths) - 60} more blocks."
    )
    assert words_of_blocks(replace(unit, unit=(("player", "P-99"),)), session) is None


def test_minutes_divisible_by_five_stand_out():
    picture, session = drawn("minutes", "SCN019", table="T1")
    assert "79 of 200 on a minute divisible by five, where chance gives 40." in picture.chart.says
    minutes = np.bincount(session.hands.at // 60_000_000 % 60, minlength=60)
    bars = [each for each in shapes(picture, Box) if each.fill in ("dark", "middle")][-60:]
    assert [each.fill == "dark" for each in bars] == [minute % 5 == 0 for minute in range(60)]
    assert int(np.argmax([each.high for each in bars])) == int(minutes.argmax())


def with_round_seconds(lines, often):
    """A log of which one hand of so many starts on second 0."""
    at = (place for place, line in enumerate(lines) if "seats" in line)
    for place in list(at)[::often]:
        lines[place]["at"] = f"{lines[place]['at'][:16]}:00{lines[place]['at'][19:]}"
    return lines


def test_seconds_are_drawn_where_they_say_more_than_the_minutes():
    lines = with_round_seconds(lines_of(logs_of("cards-fair")[0]), 4)
    session = screened_lines(lines)
    found = unit_of(
        screened_year([statistics_of([session], session.header, FIRST_DAY)]), "SCN019", table="T1"
    )
    picture = picture_of_session(found, session)
    assert picture.title == "Seconds of the minute, session s1000"
    assert re.search(r"5\d of 200 on second 0, where chance gives 3.3", picture.chart.says)
    bars = [each for each in shapes(picture, Box) if each.fill in ("dark", "middle")][-60:]
    assert [each.fill == "dark" for each in bars] == [second == 0 for second in range(60)]
    assert int(np.argmax([each.high for each in bars])) == 0
    shares = {each.title: each for each in pictures_of(found, [found])}["Round times"].chart.says
    assert shares.index("second 0") < shares.index("a minute divisible by five")


@pytest.mark.parametrize("case", ["repeats-copied", "repeats-disguised"])
def test_equal_deals_stand_side_by_side_with_equal_cards_in_one_place(case):
    one, other = map(screened, logs_of(case))
    at, other_at = repeated(one, other)
    picture = deals_compared(ShownDeal(one, at), ShownDeal(other, other_at))
    assert picture.chart.says.startswith(
        f"Hand {one.hands.number[at]} of session {one.header.session} and hand {other.hands.number[other_at]} of session "
        f"{other.header.session} are one deal of 52 cards."
    )
    exchanged = "Suits: " in picture.chart.says
    assert exchanged == (case == "repeats-disguised")
    left = [each.text[0] for each in shapes(picture, ChartText) if each.x < WIDTH / 2 and len(each.text) == 2]
    right = [
        each.text[0] for each in shapes(picture, ChartText) if each.x > WIDTH / 2 and len(each.text) == 2
    ]
    assert left == right  # ranks; suits may be others
    assert len(left) == 52


def repeated(one, other):
    """The positions of the first deal that is in both."""
    seen = {each.tobytes(): at for at, each in enumerate(canonical(one.hands.thirteen))}
    forms = enumerate(canonical(other.hands.thirteen))
    return next((seen[each.tobytes()], at) for at, each in forms if each.tobytes() in seen and each.all())


def test_equal_deals_of_pot_games_have_the_board_in_its_order():
    one, other = (
        screened_lines([header(session=name), hand])
        for name, hand in (("s1", showdown(1)), ("s2", turned(showdown(7))))
    )
    picture = deals_compared(ShownDeal(one, 0), ShownDeal(other, 0))
    assert picture.chart.says == (
        "Hand 1 of session s1 and hand 7 of session s2 are one deal of 11 cards. Seat 1 is seat 3; seat 2 is seat 1; seat 3 is "
        "seat 2. Suits: clubs are hearts, diamonds are spades, hearts are clubs, spades are diamonds."
    )
    written = [each.text for each in shapes(picture, ChartText)]
    boards = [at for at, text in enumerate(written) if text == "Board"]
    assert [written[at + 1 : at + 6] for at in boards] == [
        ["2c", "7d", "Jh", "4s", "9c"],
        ["2h", "7s", "Jc", "4d", "9h"],
    ]


def test_deals_equal_in_part_are_turned_until_most_cards_are_in_the_same_seats():
    """A copy of a deal, two seats on, in which two cards of seats 1 and 2 changed places."""
    session = screened(logs_of("cards-fair")[0])
    at = int(np.flatnonzero((session.hands.thirteen != 0).all(axis=1))[0])
    held = session.hands.thirteen[at]
    one, other = (int(each) & -int(each) for each in held[:2])  # the lowest card of each
    changed = held.copy()
    changed[:2] ^= np.uint64(one | other)
    thirteen = session.hands.thirteen.copy()
    thirteen[at] = np.roll(changed, 2)
    copy = replace(session, hands=replace(session.hands, thirteen=thirteen))
    picture = deals_equal_in_part(ShownDeal(session, at), ShownDeal(copy, at))
    assert picture.chart.says == (
        f"Hand {session.hands.number[at]} of session s1000 and hand {session.hands.number[at]} of session s1000 have 50 "
        "cards in the same seats. Seat 1 is seat 3; seat 2 is seat 4; seat 3 is seat 1; seat 4 is seat 2."
    )
    cards = [each for each in shapes(picture, ChartText) if len(each.text) == 2]
    assert {each.text for each in cards if each.style == LABEL} == {
        DECK[card.bit_length() - 1] for card in (one, other)
    }


def test_other_deals_are_not_joined():
    one, other = map(screened, logs_of("repeats-none"))
    assert deals_compared(ShownDeal(one, 0), ShownDeal(other, 0)) is None


@pytest.mark.parametrize(
    ("case", "code", "unit"),
    [
        ("voids-of-losses", "SCN006", {"player": "P1"}),
        ("missing-after-losses", "SCN009", {"table": "T1"}),
        ("cards-fair", "SCN010", {"table": "T1"}),
        ("units-after-the-deal", "SCN011", {"player": "P1"}),
        ("exits-with-wins", "SCN016", {"player": "P1"}),
        ("minutes", "SCN019", {"table": "T1"}),
    ],
)
def test_everything_drawn_stands_within_the_picture(case, code, unit):
    picture, _ = drawn(case, code, **unit)
    root = ET.fromstring(svg_of_picture(picture, "p"))
    for each in root.iter(f"{SVG}rect"):
        assert -1 <= float(each.get("x", 0)) <= WIDTH
        assert 0 <= float(each.get("y", 0)) <= picture.chart.high
    for each in root.iter(f"{SVG}text"):
        assert 0 <= float(each.get("x")) <= WIDTH


def test_an_indicator_without_a_picture_of_its_sessions_has_none():
    assert drawn("dead-winners", "SCN007", supervisor="S")[0] is None
