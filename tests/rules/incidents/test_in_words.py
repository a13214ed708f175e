"""Each incident in words: what went wrong without its place, and the one cause of its findings."""

from typing import Any

import pytest

from rules.audit import BytesSource, audit_log
from rules.audit.incidents.case_in_words import WordedCase
from rules.audit.incidents.groups import Pattern
from rules.audit.incidents.in_words import in_words
from rules.audit.incidents.short_titles import short_title
from rules.checks.catalogue import every_module
from rules.results import Finding
from tests.cli.kit import SAMPLE
from tests.rules.build import A, B, C, audited, hand, seat


def finding(
    code: str, seat: int | None = 1, stated: Any = None, expected: Any = None, **fields: Any
) -> Finding:
    return Finding(
        code=code, name="x", kind="discrepancy", severity="major", room="WA-0417", session="S-1",
        hand=fields.pop("hand", 7), seat=seat, player=fields.pop("player", "p-17"), line=8, stated=stated, expected=expected,
        difference=None, unit=None, money=fields.pop("money", None), clause="", message="", hands=None, readings=None,
        fingerprint="f", **fields,
    )  # fmt: skip


def said(*findings: Finding) -> tuple[str, str | None]:
    words = in_words(WordedCase(findings, "USD"))
    return words.short, words.sentence


def test_the_sample_says_what_went_wrong_in_each_hand() -> None:
    """The words of the README's report: the bonus of hand 122 is the cause of eight findings."""
    audit = audit_log(BytesSource(SAMPLE.read_bytes()))
    words = {each.hands[0].hand: (each.short, each.explanation) for each in audit.incidents}
    assert words[122] == (
        "straight-flush bonus not in the nets",
        "The recorded nets leave out the straight-flush bonus of seat 2; the recorded transfers are as due.",
    )
    assert (
        words[180][1]
        == "The recorded nets of seats 2 and 4 are exchanged; the recorded transfers are as due."
    )
    assert words[48] == (
        "nets off by $1.00",
        "The recorded nets are $1.00 too low for seat 2 and $1.00 too high for seat 4; the recorded transfers are as due.",
    )
    assert words[205] == (
        "eight of clubs twice in the deal",
        "The eight of clubs is in the deal more than once, at seats 2 and 4. "
        "The record of the hand has no irregularity for that.",
    )
    assert words[106] == (
        "Td and Ts exchanged",
        "Seats 2 and 4 set each other's card: Td and Ts are exchanged.",
    )
    assert words[45][1] == "Hands 43 to 44 are not in the log, and hand 45 is."
    assert words[114][0] == "three straights declared and not held"


def test_a_bonus_is_named_only_where_its_price_is_the_whole_difference() -> None:
    """A wins everything with four of a kind; the nets lack $1.00 that is no price of a bonus."""
    wrong = hand(1, seat(1, A, 500), seat(2, B, 0), seat(3, C, -500))
    audit = audited(wrong)
    (only,) = [each for each in audit.incidents if each.area == "money"]
    assert only.short == "nets off by $1.00"
    assert "bonus" not in only.explanation


def test_nets_with_the_wrong_sign() -> None:
    short, sentence = said(finding("SCR001", 1, 200, -200), finding("SCR001", 3, -300, 300))
    assert short == "nets with the wrong sign"
    assert sentence == "The recorded nets of seats 1 and 3 have the wrong sign."


def test_one_wrong_net() -> None:
    short, sentence = said(finding("SCR001", 4, -200, -300), finding("PAY004", 4, -200, -300))
    assert (short, sentence) == (
        "net $1.00 too high",
        "The recorded net of seat 4 is $1.00 too high; the recorded transfers are as due.",
    )


def test_payments_that_follow_wrong_nets_are_said_to() -> None:
    nets = finding("SCR001", 1, 500, 400), finding("SCR001", 4, -500, -400)
    paid = finding("PAY001", 1, 500, 400), finding("PAY001", 4, -500, -400)
    _, sentence = said(*nets, *paid)
    assert sentence == (
        "The recorded nets are $1.00 too high for seat 1 and $1.00 too low for seat 4, and the transfers agree with the nets."
    )


def test_wrong_transfers_beside_nets_that_are_as_due() -> None:
    short, sentence = said(
        finding("PAY001", 1, 400, 500), finding("PAY004", 1, 500, 400), finding("PAY001", 3, -400, -500)
    )
    assert short == "transfers off by $1.00"
    assert sentence == (
        "The recorded transfers are $1.00 too low for seat 1 and $1.00 too high for seat 3; the recorded nets are as due."
    )


def test_a_payment_to_a_seat_where_nobody_sat() -> None:
    _, sentence = said(finding("PAY006", 3, "3 to 6", "two of the seats 1, 2, 3, 4", money=200))
    assert sentence == "Seat 3 is recorded as paying $2.00 to seat 6, where nobody sat in this hand."


def test_a_payment_to_oneself_has_its_title_alone() -> None:
    assert said(finding("PAY006", 3, "3 to 3", "two of the seats 1, 2, 3, 4")) == (
        "is on record as paying itself",
        None,
    )


@pytest.mark.parametrize(
    ("stated", "expected", "short"),
    [(5, 4, "1 hand fewer than the room counted"), (1200, 1203, "3 hands more than the room counted")],
)
def test_counted_hands(stated: int, expected: int, short: str) -> None:
    assert said(finding("LOG003", None, stated, expected, hand=None))[0] == short


def test_a_missing_hand() -> None:
    assert said(finding("LOG001", None, 4, 3)) == (
        "hand 3 not in the log",
        "Hand 3 is not in the log, and hand 4 is.",
    )


def test_numbers_of_hands_have_no_separators() -> None:
    _, sentence = said(finding("LOG001", None, 250_100_047, 250_100_045))
    assert sentence == "Hands 250100045 to 250100046 are not in the log, and hand 250100047 is."


def test_times_are_said_as_lengths() -> None:
    stated, bound = "2026-03-14T16:10:34-07:00", "2026-03-14T16:11:10-07:00 or later"
    assert said(finding("LOG005", None, stated, bound))[0] == "36 seconds before the hand above it"
    assert (
        said(finding("LOG006", None, stated, bound))[1]
        == "The hand is recorded 36 seconds before the session opened."
    )


def test_a_time_that_is_none_has_its_title_alone() -> None:
    assert said(finding("LOG005", None, "early", "later")) == ("the times of the log are out of order", None)


def test_cards_too_many() -> None:
    found = finding("DCK002", 3, 14, 13), finding("SET001", 3, 6, 5)
    assert said(*found) == (
        "14 cards in place of 13",
        "Seat 3 has 14 cards in place of 13; the faults of its rows follow from that.",
    )
    assert said(found[0])[1] == "Seat 3 has 14 cards in place of 13."


def test_one_player_in_two_seats() -> None:
    found = finding("STK004", 2, "p-17", "one seat"), finding("STK004", 4, "p-17", "one seat")
    assert said(*found)[1] == "The same player is on record in seats 2 and 4 of one hand."


def test_a_pattern_has_no_sentence_and_names_its_dealer() -> None:
    words = in_words(
        WordedCase([finding("SCR001", 1, 200, 100)], "USD"), Pattern("rows.unit", 1, "dealer", "d-1")
    )
    assert (words.short, words.sentence) == ("recorded result differs from what was due (dealer d-1)", None)


def test_every_title_has_a_short_one_without_its_place() -> None:
    """The seat, the entry and the player stand before it in a row."""
    for code in (each.code for each in every_module() if each.check.title):
        short = short_title(finding(code, 2), None)
        assert short, code
        assert "{" not in short, code
        assert not short.startswith(("Seat 2", "seat 2", "A ", "The ")), (code, short)


def test_a_short_title_keeps_an_id_as_it_is_recorded() -> None:
    assert short_title(finding("STK012", None, player="p-Q"), None) == "Player p-Q sat at two tables at once"
