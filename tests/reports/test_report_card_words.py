"""Cards in sentences look as they do in exhibits; what only looks like a card stays."""

from __future__ import annotations

from reports.card_words import card, cards, message, with_suits
from reports.scripts import REGULAR, SUITS, FaceRun, face_runs
from tests.folding import of_every
from tests.reports import samples
from tests.reports.reading import Reading


@of_every(
    ("text", "shown"),
    [
        ("the nine of hearts (9h) is twice", "the nine of hearts (9♥) is twice"),
        (
            "the seat set 7s, which was not dealt, and not Ah.",
            "the seat set 7♠, which was not dealt, and not A♥.",
        ),
        ("its middle 7h5c4c2d2c, pair, is above", "its middle 7♥ 5♣ 4♣ 2♦ 2♣, pair, is above"),
        ("Td was placed there", "10♦ was placed there"),
        ("1 unit is due (WSGC-6d).", "1 unit is due (WSGC-6d)."),  # a clause
        ("player p-5d9c sits twice", "player p-5d9c sits twice"),
        ("player 5d9c sits twice", "player 5d9c sits twice"),
        ("by room:5d at 9h", "by room:5d at 9♥"),
        ("As recorded, As is here. As dealt.", "As recorded, A♠ is here. As dealt."),
        ("JK and ?? stay", "JK and ?? stay"),
        ("2026-03-14T16:00:05 and 7d2x", "2026-03-14T16:00:05 and 7d2x"),
    ],
)
def test_cards_in_a_sentence(text, shown):
    assert with_suits(text) == shown


def test_a_player_who_is_called_like_a_card_keeps_his_name():
    found = samples.finding(code="DCK001", unit="cards", player="7c", message="Seat 2: 7c has 9h twice.")
    assert message(found) == "Seat 2: 7c has 9♥ twice."


def test_messages_of_other_checks_stay_as_they_are():
    assert message(samples.finding(message="Seat 2 paid 9h")) == "Seat 2 paid 9h"


def test_single_cards_and_rows():
    assert (card("Td"), card("As"), card("??"), cards("TdAs")) == ("10♦", "A♠", "??", "10♦ A♠")


def test_hearts_and_diamonds_are_drawn_by_themselves_to_be_outlined():
    assert face_runs("10♦ A♠", REGULAR) == (
        FaceRun(REGULAR, "10"), FaceRun(SUITS, "♦"), FaceRun(REGULAR, " A"), FaceRun(SUITS, "♠"),
    )  # fmt: skip


def test_the_report_has_the_suits_and_the_finding_keeps_its_codes():
    found = samples.finding(
        code="DCK001", name="card-twice", unit="cards", stated="Td", expected=None, difference=None, money=None,
        message="Hand 17, seat 2: the ten of diamonds (Td) is in this deal more than once.",
    )  # fmt: skip
    text = Reading(samples.pdf(samples.audit([found]))).text
    assert "the ten of diamonds (10♦) is in this deal more than once." in text
    assert "(Td)" not in text
    assert found.message.endswith("(Td) is in this deal more than once.")
