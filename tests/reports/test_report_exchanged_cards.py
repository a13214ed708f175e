"""What an exhibit says of cards that a seat set and was not dealt."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from reports.hand_notes import notes_of
from rules.audit import BytesSource, explain_hand
from rules.shown_hands import IrregularityRecord
from tests.rules.build import A, B, hand, log, seat

DEALT = "".join(A.split())


def notes(rows: str, dealt: str, **fields) -> list[str]:
    (exhibit,) = explain_hand(BytesSource(log(hand(1, seat(1, rows, dealt=dealt), seat(2, B), **fields))), 1)
    return [note for note in notes_of(exhibit, "USD") if "dealt" in note]


def test_a_card_that_was_not_dealt_is_put_back_in_words():
    assert notes(A.replace("9s", "2c"), DEALT) == [
        "Seat 1 set 2♣ in the back and was not dealt it: the back is scored with 9♠, which it was dealt and did not set."
    ]


def test_several_cards_of_a_row_are_put_back_together():
    assert notes(A.replace("Tc9s", "2c3c"), DEALT) == [
        "Seat 1 set 2♣ and 3♣ in the back and was not dealt them: the back is scored with 9♠ and 10♣, which it was dealt "
        "and did not set."
    ]


def test_cards_in_several_rows_are_not_put_back():
    assert notes(A.replace("Ah", "2c").replace("9s", "3c"), DEALT)[0] == (
        "Seat 1 set 2♣ and 3♣ in several rows and was not dealt them: it is not known which cards stand in their place."
    )


@pytest.mark.parametrize("dealt", [DEALT, None, DEALT[2:] + "??"])
def test_nothing_is_said_of_cards_that_were_dealt_or_whose_deal_is_not_recorded(dealt):
    assert notes(A, dealt) == []


def test_nothing_is_said_where_a_ruling_may_have_changed_cards():
    data = log(hand(1, seat(1, A.replace("9s", "2c"), dealt=DEALT), seat(2, B)))
    (exhibit,) = explain_hand(BytesSource(data), 1)
    record = IrregularityRecord(
        kind="other", when=None, seat=1, cards=1, ruling=None, units=None, by=None, note=None
    )
    said = notes_of(replace(exhibit, irregularities=[record]), "USD")
    assert not any("was not dealt" in note for note in said)
