"""An open-face hand in evidence: its seats, then street by street who set what where, when, and on whose clock."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
import pytest
from msgspec.structs import replace

from reports.drawn_acts import StreetActs
from reports.drawn_cards import MARK
from reports.drawn_pages import BOTTOM, FULL, LEFT, RIGHT, TOP, Furniture, Pages
from reports.drawn_streets import draw_streets
from rules.shown_hands import ClockRecord
from tests.reports import open_face, samples
from tests.reports.reading import Reading


def pdf(exhibit, **facts):
    """A report with one exhibit."""
    log = samples.log(**facts)
    found = [samples.finding(17)]
    of_cards = [samples.incident(found, area="cards")]
    subject = samples.audit(found, log=log, logs=[log], incidents=of_cards)
    return samples.pdf(subject, give=lambda places: iter([exhibit]))


def shown(exhibit, **facts):
    return Reading(pdf(exhibit, **facts)).text


def street_by_street(exhibit):
    """The text of that table, up to the section after it."""
    return shown(exhibit).partition("Street by street ")[2].partition("2 Undetermined points")[0]


def band(text, seat, following):
    """What a seat's band says, without blanks."""
    found = text.partition(f" {seat} P-44{70 + seat} ")[2]
    return found.partition(following)[0].partition(" WA-0417 · Table")[0].replace(" ", "")  # or the page ends


def acted(act):
    """What an act says, without blanks."""
    cards = act.front + act.middle + act.back + (act.discard or "")
    return cards.replace("T", "10") + act.at[11:19]


def with_acts(exhibit, *acts):
    return replace(exhibit, placements=list(acts))


def places(data, text):
    """The places of a text: page from 1, left, bottom, right and top of each."""
    for number, page in enumerate(pypdfium2.PdfDocument(data), 1):
        words = page.get_textpage()
        search = words.search(text, match_case=True)
        while (found := search.get_next()) is not None:
            boxes = [words.get_charbox(found[0] + at) for at in range(found[1])]
            yield number, boxes[0][0], boxes[0][1], boxes[-1][2], boxes[-1][3]


# ---------------------------------------------------------------- the seats


def test_the_seats_have_their_rows_and_sums_and_what_a_point_is_worth():
    text = shown(open_face.carnivale(), currency="CHIPS")
    assert "Open-face. Level 2, a point (one unit) is 100 chips." in text
    for rows in open_face.EX_CARN_19.values():
        for row in rows:
            assert row.replace("T", "10") in text.replace(" ", "")
    assert "Recorded Due Difference chips" in text
    assert "+1,100 +900 +200 +9 units" in text
    assert "FOULED" in text
    assert "1 – 2 + + + +3 +3 +15 +21 +2,100" in text
    assert "Sweep Royalties Units Chips 1 unit: 100" in text


@pytest.mark.slow
def test_eliminations_are_shown_by_the_replay_and_as_recorded_where_they_differ():
    assert "Eliminated by the replay: seat 4; as recorded: no seat." in shown(open_face.carnivale())
    assert "Eliminated: seat 4." in shown(open_face.carnivale(eliminated=[4]))
    assert "Eliminated: seat 4." in shown(open_face.carnivale(eliminated=None))
    other = open_face.carnivale(eliminated=[2, 4])
    assert "Eliminated by the replay: seat 4; as recorded: seats 2 and 4." in shown(other)
    nobody = replace(other, replay=other.replay | {"eliminated": []})
    assert "Eliminated by the replay: no seat; as recorded: seats 2 and 4." in shown(nobody)
    unknown = replace(other, replay=other.replay | {"eliminated": None})
    assert "Eliminated by the replay: not known; as recorded: seats 2 and 4." in shown(unknown)
    assert "Eliminated" not in shown(open_face.event())


def test_a_missed_hand_and_a_declared_foul():
    text = shown(open_face.event())
    assert "3 P-4473 MISSED DEALER missed the hand: dealt no cards" in text
    assert "1 P-4471 FOULED" in text
    assert "Ruled fouled, as recorded: seat 1." in text
    assert "2 – 3 · · · 0 0 0 +3 +3 +$3.00" in text
    assert "no cards recorded" not in text


def test_fantasyland_and_discards_are_in_the_seats_table():
    text = shown(open_face.pineapple())
    assert "Open-face, Pineapple. A point (one unit) is $1.00." in text
    assert "FANTASYLAND 14" in text
    table = text.partition("Recorded Due Difference")[2].partition("Pair, to the first seat")[0]
    for cards in open_face.DISCARDS.values():
        assert f"discarded {cards.replace('T', '10')}" in " ".join(_close(table))


def _close(text):
    """The words of a text, cards that stand side by side drawn together."""
    words = text.split()
    return "".join(f"{word} " if len(word) > 3 else word for word in words).split()


@pytest.mark.slow
def test_many_marks_take_a_second_line_and_none_is_cut():
    text = shown(open_face.crowded())
    assert "FOULED DEALER FANTASYLAND 17" in text


def test_a_closed_hand_has_nothing_of_this():
    text = shown(samples.exhibit())
    for words in ("Open-face", "Street", "Clock called", "Ruled fouled", "Eliminated"):
        assert words not in text


# ---------------------------------------------------------------- street by street


def test_every_act_is_shown_seat_by_seat_from_the_left_of_the_button():
    exhibit = open_face.carnivale()
    text = street_by_street(exhibit)
    assert "seats from the left of the button · times of 2013-07-13 −07:00" in text
    assert "Seat Player Street 1 2 3 4 5 6 7 8 9 3 P-4473" in text
    for seat, following in ((3, "4 P-4474"), (4, "1 P-4471"), (1, "2 P-4472"), (2, "Clock called on")):
        reported = band(text, seat, following)
        acts = [act for act in exhibit.placements if act.seat == seat]
        assert len(acts) == 9
        assert reported == "frontmiddlebacktime" + "".join(map(acted, acts))


@pytest.mark.slow
def test_a_street_is_a_column_and_a_row_a_line():
    data = pdf(open_face.carnivale())
    (third,) = {round(left) for _, left, *_ in places(data, "17:22:29")}
    for same in ("17:23:03", "17:23:24"):
        assert {round(left) for _, left, *_ in places(data, same)} == {third}
    assert {round(left) for _, left, *_ in places(data, "17:23:39")} != {third}
    labels = [(page, -bottom) for page, _, bottom, *_ in places(data, "middle")]
    assert len(labels) == 4
    assert labels == sorted(labels)


def test_it_takes_a_third_of_a_page():
    pages = Pages(BytesIO(), Furniture("", "", "", None))
    pages.new_page()
    for exhibit in (open_face.carnivale(clock_calls=[]), open_face.pineapple()):
        assert pages.measure(lambda exhibit=exhibit: draw_streets(pages, exhibit)) < 0.4 * FULL


def test_a_clock_is_listed_and_the_act_that_ended_it_is_dark():
    text = street_by_street(open_face.carnivale())
    calls = text.partition("Clock called on By Called at Acted at After ")[2]
    assert calls.startswith(
        "Seat 4 Seat 1 17:22:43 17:22:49 6 seconds Seat 1 Seat 2 17:26:07 17:26:38 31 seconds"
    )
    assert StreetActs(open_face.carnivale()).on_clock == {(3, 4), (6, 1)}


def test_a_player_who_never_acted_is_on_the_clock_where_the_next_act_would_be():
    exhibit = open_face.event()
    assert StreetActs(exhibit).on_clock == {(7, 1)}
    text = street_by_street(exhibit)
    acts = [act for act in exhibit.placements if act.seat == 1]
    assert band(text, 1, "2 P-4472") == "frontmiddlebacktime" + "".join(map(acted, acts)) + "clock"
    assert "Seat 1 Seat 2 17:23:45 – did not act, or the time was not recorded" in text
    assert "In the rows of seat 1, but set by no recorded act: A♠ 5♦ 4♥." in text


@pytest.mark.slow
def test_a_clock_without_times_is_only_in_its_table():
    bare = open_face.carnivale()
    untimed = with_acts(bare, *(replace(act, at=None) for act in bare.placements))
    assert StreetActs(untimed).on_clock == set()
    text = street_by_street(untimed)
    assert "times of" not in text
    assert "middle back Th" in text.replace("10h", "Th")
    assert text.count("17:22:49") == 1
    call = ClockRecord(seat=4, at="2013-07-13T17:22:43-07:00", called_by=None, acted_at=None)
    alone = shown(open_face.carnivale(placements=None, clock_calls=[call]))
    assert "Street by street" not in alone
    assert "After Seat 4 – 17:22:43 – did not act, or the time was not recorded" in alone


def test_a_whole_hand_at_once_is_one_act_and_discards_have_a_lane():
    exhibit = open_face.pineapple()
    text = street_by_street(exhibit)
    assert "Street 1 2 3 4 5 2 P-4472" in text
    (once,) = [act for act in exhibit.placements if act.seat == 3]
    assert band(text, 3, "1 P-4471") == "14atoncefrontmiddlebackdiscardtime" + acted(once)
    acts = [act for act in exhibit.placements if act.seat == 2]
    assert len(acts) == 5
    assert band(text, 2, "3 P-4473") == "frontmiddlebackdiscardtime" + "".join(map(acted, acts))


def test_seventeen_cards_at_once():
    hands = {1: open_face.PINEAPPLE[1]}
    acts = open_face.acts(hands, 1, discards=open_face.DISCARDS, at_once=(1,))
    text = street_by_street(open_face.exhibit(hands, 1, variant="pineapple", placements=acts))
    assert "17 at once" in text
    assert "2s9d9sKd17:20:05" in text.replace(" ", "")


@pytest.mark.slow
def test_a_hand_without_acts_has_no_such_table():
    for nothing in (None, []):
        assert "Street" not in shown(open_face.carnivale(placements=nothing, clock_calls=None))


def test_without_the_button_the_seats_stand_as_they_first_acted():
    text = street_by_street(open_face.carnivale(dealer=None))
    assert "seats as they first acted" in text
    assert text.index("3 P-4473") < text.index("4 P-4474") < text.index("1 P-4471") < text.index("2 P-4472")


# ---------------------------------------------------------------- what does not fit


@pytest.mark.slow
def test_acts_out_of_their_turn_are_named():
    exhibit = open_face.carnivale()
    acts = list(exhibit.placements)
    acts[8], acts[9] = acts[9], acts[8]
    said = "Recorded elsewhere than they stand here: seat 4 in street 3 right after seat 2 in street 2."
    assert said in shown(with_acts(exhibit, *acts))
    last = with_acts(exhibit, *exhibit.placements[1:], exhibit.placements[0])
    assert "elsewhere" in shown(last)
    assert "elsewhere" not in shown(exhibit)


def test_of_many_acts_out_of_turn_some_are_named_and_the_rest_counted():
    exhibit = open_face.carnivale()
    backwards = with_acts(exhibit, *(exhibit.placements[::-1]))
    assert "; and 23 more." in shown(backwards)


@pytest.mark.slow
def test_cards_that_do_not_fit_are_framed_and_listed():
    exhibit = open_face.carnivale()
    acts = list(exhibit.placements)
    wrong, moved = acts[4], acts[8]
    acts[4] = replace(wrong, dealt="2d")
    acts[8] = replace(moved, front=moved.back, back="")
    data = pdf(with_acts(exhibit, *acts))
    reading = Reading(data)
    marks = sum(page.get_contents().get_data().count(MARK.encode()) for page in reading.reader.pages)
    assert marks == 2
    assert "Dealt and not set, seat 3 in street 2: 2♦." in reading.text
    assert "Framed: set without being dealt, or in a row that finally lacks it." in reading.text
    assert "Framed" not in shown(exhibit)


@pytest.mark.slow
def test_discards_that_were_not_recorded_are_not_missed():
    exhibit = open_face.pineapple()
    unsaid = with_acts(exhibit, *(replace(act, discard=None) for act in exhibit.placements))
    assert "Dealt and not set" not in shown(unsaid)
    gone = list(exhibit.placements)
    gone[3] = replace(gone[3], dealt=gone[3].dealt + "Ah")
    assert "Dealt and not set or discarded, seat 2 in street 2: A♥." in shown(with_acts(exhibit, *gone))


def test_cards_that_were_not_recorded_are_no_fault():
    exhibit = open_face.carnivale()
    acts = exhibit.placements
    for unknown in (
        {"dealt": "??"},
        {"back": "??"},
        {"dealt": "??", "front": "", "middle": "", "back": "??"},
    ):
        some = with_acts(exhibit, *(replace(act, **unknown) for act in acts if not act.front + act.middle))
        others = [act for act in acts if act.front + act.middle]
        mixed = with_acts(exhibit, *sorted([*some.placements, *others], key=lambda act: act.at))
        assert StreetActs(mixed).notes() == []
        assert not StreetActs(mixed).strange


# ---------------------------------------------------------------- on the page


@pytest.mark.slow
def test_ten_seats_that_set_card_by_card_run_over_pages_with_their_heads_and_stay_within_the_margins():
    data = pdf(open_face.crowded())
    reading = Reading(data)
    assert reading.text.count("Seat Player Street 1 2 3 4 5 6 7 8 9 10 ") >= 2
    assert reading.text.count("Seat Player Street 11 12 13 ") >= 1
    assert "Hand 17, continued" in reading.text
    for page in pypdfium2.PdfDocument(data):
        words = page.get_textpage()
        for at in range(words.count_chars()):
            left, bottom, right, top = words.get_charbox(at)
            assert left >= LEFT - 1
            assert right <= RIGHT + 3
            assert bottom >= BOTTOM - 30
            assert top <= TOP + 40


@pytest.mark.parametrize("findings", [3, 4, 5, 6])
def test_bands_are_whole_and_below_their_head_where_a_hand_continues_on_the_next_page(findings):
    """Kept in one piece the table would leave more than a third of the page before it empty."""
    found = [samples.finding(17, seat=3, code=f"XYZ{number:03d}") for number in range(findings)]
    shown = open_face.carnivale()
    audit = samples.audit(found, incidents=[samples.incident(found, area="cards")])
    data = samples.pdf(audit, give=lambda places: iter([shown]))
    pages = [text for text in Reading(data).pages if "Street 1 2 3" in text or "Street by street" in text]
    assert sum(page.count("front middle back time") for page in pages) == 4
    for page in pages:
        assert page.index("Seat Player Street 1 2 3") < page.index("front middle back time")


@pytest.mark.slow
def test_an_open_face_hand_gives_the_same_bytes():
    for give in (open_face.carnivale, open_face.event, open_face.pineapple):
        assert pdf(give()) == pdf(give())


@pytest.mark.parametrize("dealer", [1, 2, 3, 4])
def test_the_seats_go_round_from_any_button(dealer):
    exhibit = open_face.carnivale(dealer=dealer, placements=open_face.acts(open_face.EX_CARN_19, dealer))
    assert StreetActs(exhibit).seats == [(dealer + step) % 4 + 1 for step in range(4)]


def test_of_money_alone_the_final_rows_are_enough():
    found = [samples.finding(17)]
    text = Reading(samples.pdf(samples.audit(found), give=lambda places: iter([open_face.carnivale()]))).text
    assert "Pair, to the first seat" in text
    assert "Street by street" not in text
