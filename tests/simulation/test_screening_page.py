"""The page about screening: its tables are made of the figures that are kept beside it."""

from rules.screening.indicator_catalogue import indicators
from simulation.screened.planted_conduct import PLANTED, PLANTED_OPEN_FACE
from simulation.screened.planted_games import PLANTED_POTS
from tests.calibration.__main__ import PAGE
from tests.calibration.measures import ROOMS
from tests.calibration.page import kept, with_tables


def test_the_tables_are_those_of_the_figures():
    text = PAGE.read_text("utf-8")
    assert with_tables(text, kept(PAGE)) == text
    assert len(text.splitlines()) <= 400


def test_every_kind_of_room_and_every_conduct_was_measured():
    found = kept(PAGE)
    assert list(found.rooms) == list(ROOMS)
    assert [each.name for each in found.planted] == [each.name for each in PLANTED]
    assert [each.name for each in found.planted_open_face] == [each.name for each in PLANTED_OPEN_FACE]
    assert [each.name for each in found.planted_pots] == [each.name for each in PLANTED_POTS]
    assert {each.code for each in found.planted_files} == {"SCN013", "SCN015", "SCN017", "SCN018"}


def test_the_page_says_of_each_indicator_what_it_cannot_see():
    blind = PAGE.read_text("utf-8").partition("cannot see\n\n")[2].partition("\n## ")[0]
    assert [each.code for each in indicators() if f"| {each.code} {each.indicator.name} |" not in blind] == []


def test_no_honest_rooms_have_more_alarms_than_allowed():
    beyond = [
        (name, code)
        for name, room in kept(PAGE).rooms.items()
        for code, alarms in room.alarms.items()
        if alarms > max(1, 0.05 * room.years)
    ]
    assert beyond == []


def test_strong_players_raise_no_more_alarms_than_allowed():
    room = kept(PAGE).rooms["skill"]
    assert room.years >= 60
    assert [code for code in ("SCN004", "SCN012") if room.alarms.get(code, 0) > 0.05 * room.years] == []
