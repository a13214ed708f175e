"""STK: stakes and table."""

import pytest

from rules.controls.library import Library, library
from tests.rules.build import A, B, C, D, audited, coverage, found, hand, seat, session
from tests.rules.open_face import CARNIVALE, CASH, EVENT, PINEAPPLE, X, Y, ofc


def two(number=1, **fields):
    return hand(number, seat(1, A), seat(2, B), **fields)


# ------------------------------------------------------------------------------- STK001 unit-above-cap


def test_stk001_quiet_and_untestable_in_another_currency_or_without_a_unit():
    assert coverage(audited(session(currency="CAD"), two(unit=5000)), "STK001").untestable == 1
    assert coverage(audited(session(unit=None), two()), "STK001").untestable == 1


# ------------------------------------------------------------------------------- STK006 banker-not-in-hand

HOUSE = session(ruleset="classic-house")


def four(number=1, **fields):
    """A beats B beats C beats D in every row. C holds the ace of spades."""
    return hand(number, *(seat(n, rows) for n, rows in enumerate((A, B, C, D), 1)), **fields)


def test_stk006_fires_where_the_dealer_banks_and_the_button_is_at_an_empty_seat():
    registry = Library([library().get("classic-house").under({"AMB-BANK-SEAT": "dealer"})])
    audit = audited(HOUSE, four(1, banker=1, dealer=6), four(2, banker=6, dealer=1), library=registry)
    assert [(each.hand, each.stated) for each in found(audit, "STK006")] == [(1, 6)]


# ------------------------------------------------------------------------------- STK007 forced-dealer-wrong

FORCED = session(ruleset="classic-ace-of-spades-dealer")
NOT_SHOWN = "the record does not show which player held the ace of spades in the deal before"
GONE = "the player who held the ace of spades in the deal before is not in the hand"


def test_stk007_fires_for_the_first_hand_of_a_block(monkeypatch):
    monkeypatch.setattr("rules.records.reader.HANDS_A_BLOCK", 1)  # and so a block for every 512 lines
    hands = [four(number, dealer=1, forced_dealer=number > 1) for number in range(1, 521)]
    wrong = found(audited(FORCED, *hands), "STK007")
    assert [each.hand for each in wrong] == list(range(2, 521))


@pytest.mark.parametrize(
    ("before", "number", "fields", "reason"),
    [
        (four(5), 7, {"dealer": 1}, NOT_SHOWN),
        (four(6, void=True), 7, {"dealer": 1}, NOT_SHOWN),
        (hand(6, seat(1, A), seat(2, B)), 7, {"dealer": 1}, NOT_SHOWN),
        (four(6), 7, {}, "the player who had to deal is not known"),
        (four(6), 7, {"dealer": 9}, "the player who had to deal is not known"),
        (hand(6, seat(1, A), seat(2, C, player="P8")), 7, {"dealer": 1}, GONE),
    ],
    ids=["a hand is missing", "void", "not among the cards", "no button", "empty button", "gone"],
)  # fmt: skip
def test_stk007_quiet_and_untestable_where_it_does_not_show(before, number, fields, reason):
    audit = audited(FORCED, before, four(number, forced_dealer=True, **fields))
    assert found(audit, "STK007") == []
    assert [(each.reason, each.hands) for each in coverage(audit, "STK007").because] == [(reason, 1)]


# ------------------------------------------------------------------------------- STK009 variant-differs


def test_stk009_quiet_where_the_variant_is_that_of_the_controls():
    for ruleset, variant in ((CARNIVALE, "ofc"), (EVENT, "ofc"), (CASH, "ofc"), (PINEAPPLE, "pineapple")):
        audit = audited(ruleset, ofc(1, seat(1, X), seat(2, Y), variant=variant))
        assert found(audit, "STK009") == []
        assert coverage(audit, "STK009").agreeing == 1
