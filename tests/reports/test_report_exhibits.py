"""Hands in evidence, of every sort that a log may hold."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from reports.drawn_cards import MARK
from rules.audit import BytesSource, explain_hand
from rules.shown_hands import PoolRecord
from tests.reports import samples
from tests.reports.reading import Reading
from tests.rules.build import A, B, C, hand, log, seat
from tests.rules.lines import CASES


def shown(exhibit, hand=17):
    """The text of a report with one exhibit."""
    one = samples.audit([samples.finding(hand)])
    return Reading(samples.pdf(one, give=lambda places: iter([exhibit]))).text


def with_replay(exhibit, **changes):
    return replace(exhibit, replay=exhibit.replay | changes)


def with_seat(exhibit, place, **changes):
    seats = list(exhibit.seats)
    seats[place] = replace(seats[place], **changes)
    return replace(exhibit, seats=seats)


def test_a_pool_has_its_winners_and_no_pairs():
    pool = {"front": [1, 3], "middle": [2], "back": []}
    text = shown(
        with_replay(samples.exhibit(), pairs=[], transfers=[], pool=pool, winner=2, eliminated=[4, 1])
    )
    assert "Best of each row: front seats 1 and 3; middle seat 2." in text
    assert "The single winner of the deal is seat 2, which beats every other seat." in text
    assert "Eliminated: seats 4 and 1." in text
    assert "Pair, to the first seat" not in text


def test_a_deal_that_cannot_have_happened_has_recorded_amounts_and_no_arithmetic():
    twice = hand(17, seat(1, A, 600), seat(2, B.replace("7h", "Ah"), 0), seat(3, C, -600))
    (exhibit,) = explain_hand(BytesSource(log(twice)), 17)
    text = shown(replace(exhibit, line=18, room=samples.ROOM, session=samples.SESSION))
    assert "Not known: The deal as recorded is impossible." in text
    assert "Pair, to the first seat" not in text
    assert "+$6.00 – –" in text
    assert "−$6.00 – –" in text


def test_a_recorded_pool_lists_payments_in_and_out():
    pool = PoolRecord(contributions=[(1, 300), (2, 300)], awards=[(1, "front", 400), (2, "back", 200)])
    text = shown(replace(samples.exhibit(), pool=pool))
    paid_in = "Recorded pool: paid in seat 1 $3.00; seat 2 $3.00;"
    assert f"{paid_in} paid out front to seat 1 $4.00; back to seat 2 $2.00." in text


@pytest.mark.slow
def test_the_banker_and_a_dealer_who_had_to_deal_are_marked():
    text = shown(replace(samples.exhibit(), banker=2, dealer=1, forced_dealer=True))
    assert text.count("BANKER") == 1
    assert "HAD TO DEAL" in text
    assert "BANKER" not in shown(samples.exhibit())


def test_a_banker_with_a_long_natural_has_both_marks_and_a_note_in_full():
    seats = [dict(seat) for seat in samples.exhibit().replay["seats"]]
    seats[1]["natural"] = "five_pairs_and_trips"
    text = shown(replace(with_replay(samples.exhibit(), seats=seats), banker=2))
    assert "BANKER" in text
    assert "Special hands of thirteen cards: seat 2 five pairs and trips; seat 4 six pairs." in text


def test_chips_that_limited_a_payment_are_listed_with_the_stacks():
    """HG-chips-example: 8 chips become 12."""
    case = next(case for case in CASES if case["id"] == "SRC-HG-CHIPS")
    (exhibit,) = explain_hand(BytesSource(log(*case["log"])), 1)
    text = shown(replace(exhibit, hand=17, line=18, room=samples.ROOM, session=samples.SESSION))
    front = "Chips in front when the cards were dealt: seat 1 $8.00; seat 2 $100.00; seat 3 $100.00; seat 4 $100.00."
    assert front in text
    assert "seat 2 pays seat 1 $6.00; seat 1 pays seat 3 $2.00; seat 2 pays seat 3 $6.00;" in text


def test_fractions_and_values_that_were_not_worked_out():
    pair = {"a": 1, "b": 2, "rows": None, "parts": None, "units": "-4/3"}
    text = shown(with_replay(samples.exhibit(seats=2, unit=300), pairs=[pair], transfers=None))
    assert "1 – 2 · · · · −4/3 −$4.00" in text


def test_payments_cut_by_the_chips_on_the_table_are_listed():
    exhibit = samples.exhibit(seats=2)
    pair = exhibit.replay["pairs"][0] | {"units": 3}
    paid = [{"payer": 2, "payee": 1, "units": "3/2", "amount": 150}]
    text = shown(with_replay(exhibit, pairs=[pair], transfers=paid))
    assert "Payments within the chips on the table: seat 2 pays seat 1 $1.50." in text
    full = [{"payer": 2, "payee": 1, "units": 3, "amount": 300}]
    assert "after limits" not in shown(with_replay(exhibit, pairs=[pair], transfers=full))


def test_a_surrendered_hand_that_was_never_set_is_shown_as_dealt():
    cards = "AsKsQsJsTs9s8s7s6s5s4s3s2s"
    bare = {"front": None, "middle": None, "back": None}
    text = shown(with_seat(samples.exhibit(), 0, dealt=cards, surrendered=True, **bare))
    assert cards.replace("T", "10") in text.replace(" ", "")
    assert "as dealt; the hand was not set" in text
    assert "SURRENDERED" in text
    assert "no cards recorded" in shown(with_seat(samples.exhibit(), 0, **bare))


def test_rows_of_unusual_sizes_jokers_and_unknown_cards():
    odd = {"front": "AsKs", "middle": "??JKTsTh9s8s7d", "back": "As"}
    text = shown(with_seat(samples.exhibit(), 1, **odd))
    assert "? JK" in text


def test_nets_that_were_not_recorded_are_not_zero():
    exhibit = samples.exhibit(seats=2)
    exhibit = with_seat(with_seat(exhibit, 0, net=None), 1, net=None)
    results = [result | {"net": None, "units": None} for result in exhibit.replay["seats"]]
    text = shown(with_replay(exhibit, seats=results))
    assert "$0.00" not in text.split("Recorded Due Difference")[1].split("Pair, to the first seat")[0]


def test_what_the_record_leaves_open_is_not_said_to_be_left_open_by_the_controls():
    point = {"code": None, "clause": None, "reading": None, "seats": [1], "row": None, "message": "No cards."}
    text = shown(with_replay(samples.exhibit(), undetermined=[point]))
    assert "Not known: No cards." in text
    assert "Left open by the controls" not in text


def test_a_void_deal_and_open_points_and_missing_times():
    point = {
        "code": "CTL001",
        "clause": "X-1",
        "reading": "a",
        "seats": [1],
        "row": None,
        "message": "No <price>.",
    }
    text = shown(
        with_replay(samples.exhibit(void=True, at=None, video=None, unit=None), undetermined=[point])
    )
    assert "The deal was declared void" in text
    assert "Left open by the controls (X-1): No <price>." in text
    assert "time not recorded · no video reference" in text
    assert "1 unit:" not in text


def test_ten_seats_and_all_parts_run_over_pages_with_their_heads():
    exhibit = samples.exhibit(seats=10)
    pairs = [pair | {"parts": dict.fromkeys(pair["parts"], 1)} for pair in exhibit.replay["pairs"]]
    text = shown(with_replay(exhibit, pairs=pairs))
    assert "Hand 17, continued" in text
    assert (
        text.count(
            "Front Middle Back Rows Sweep Royal. Natur. Surr. Over. Side Penal. Other Units Money 1 unit: $1.00"
        )
        == 2
    )
    assert "9 – 10" in text


def test_a_replay_that_gives_next_to_nothing():
    bare = {"hand": 17, "void": False, "seats": [], "pairs": None, "transfers": None, "pool": None}
    text = shown(samples.exhibit(replay=bare))
    assert "P-4474" in text


def test_a_missed_hand_and_a_foul_that_the_cards_do_not_show():
    exhibit = with_seat(samples.exhibit(), 0, fouled=True)
    results = [dict(result) for result in exhibit.replay["seats"]]
    results[1]["status"] = "missed"
    text = shown(with_replay(exhibit, seats=results))
    assert "MARKED FOULED" in text
    assert "MISSED" in text


def test_rows_that_were_not_compared_have_no_dash():
    exhibit = samples.exhibit(seats=2)
    text = shown(with_replay(exhibit, pairs=[exhibit.replay["pairs"][0] | {"rows": None}]))
    assert "1 – 2 · · · " in text


@pytest.mark.slow
def test_recorded_transfers_are_listed_as_recorded():
    said = "Recorded transfers: seat 4 → seat 1 $3.00; seat 2 → seat 1 $0.50."
    assert said in shown(samples.exhibit(transfers=[(4, 1, 300), (2, 1, 50)]))
    assert "Recorded transfers: none." in shown(samples.exhibit(transfers=[]))
    assert "Recorded transfers" not in shown(samples.exhibit(transfers=None))


@pytest.mark.slow
def test_what_was_dealt_is_drawn_where_another_hand_was_set():
    exhibit = samples.exhibit()
    rows = "".join(getattr(exhibit.seats[1], row) for row in ("front", "middle", "back"))
    other = next(card for card in samples.PACK if card not in rows)
    text = shown(with_seat(exhibit, 1, dealt=other + rows[2:]))
    assert "Dealt to seat 2:" in text
    assert (other + rows[2:]).replace("T", "10") in text.replace(" ", "")
    for dealt in (rows, rows[2:] + rows[:2], "??" + rows[2:], None):
        assert "Dealt to seat" not in shown(with_seat(exhibit, 1, dealt=dealt))


@pytest.mark.slow
def test_the_card_that_is_there_twice_has_a_heavier_frame():
    def marks(exhibit, **changes):
        one = samples.audit([samples.finding(**changes)])
        data = samples.pdf(one, give=lambda places: iter([exhibit]))
        pages = Reading(data).reader.pages
        return sum(page.get_contents().get_data().count(MARK.encode()) for page in pages)

    exhibit = samples.exhibit()
    card = exhibit.seats[0].front[:2]
    twice = with_seat(exhibit, 1, front=card + exhibit.seats[1].front[2:])
    found = {"code": "DCK001", "name": "card-twice", "stated": card, "expected": "once in the deal"}
    assert marks(twice, **found) == 2
    assert marks(twice) == 0
