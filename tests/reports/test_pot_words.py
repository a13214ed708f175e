"""Hands of pot games in words: headings, acts, pots and what the tables do not show."""

from __future__ import annotations

from msgspec.structs import replace

from reports import pot_hand_words
from rules.shown_hands import IrregularityRecord
from rules.shown_pots import PotFee, PotMark, PotShare
from tests.rules.pot_exhibits import pot_of, shown


def notes(case, **changed):
    exhibit = shown(case)
    pot = replace(pot_of(exhibit), **changed)
    return [note.replace("\u00a0", " ") for note in pot_hand_words.notes_of(exhibit, pot, "EUR")]


def test_a_rake_that_was_not_recorded_is_not_zero():
    assert "Rake: due €10.00, not recorded." in notes("POT-RIT-01", fees=None)
    assert "Rake: due €10.00, recorded €0.00." in notes("POT-RIT-01", fees=[])
    assert "Rake: due not known, recorded €0.00." in notes("POT-RIT-01", fees=[], rake=None)


def test_fees_of_a_hand_that_no_ruleset_covers_have_their_names():
    exhibit = shown("POT-RIT-01")
    pot = replace(
        pot_of(exhibit),
        fees=[PotFee(kind="rake", amount=500, pot=0), PotFee(kind="jackpot", amount=100, pot=0)],
    )
    uncovered = replace(exhibit, replay=exhibit.replay | {"ruleset": None})
    assert "Fees as recorded: rake €5.00; drop €1.00." in pot_hand_words.notes_of(uncovered, pot, "EUR")


def test_a_jackpot_names_who_lost_to_whom_and_what_each_seat_is_due():
    (hit,) = [note for note in notes("POT-JP-01") if note.startswith("Bad beat")]
    assert hit.startswith("Bad beat: seat 2 lost to seat 7. Due: €6,000.00 in all; seat 1 €187.50;")
    found = [{"kind": "royal_flush", "losers": [], "winners": [3], "amount": None, "payouts": None}]
    assert "Royal flush: seat 3; the level of the jackpot was not recorded." in notes(
        "POT-JP-01", jackpots=found
    )


def test_recorded_shares_that_differ_are_marked():
    pot = pot_of(shown("POT-RIT-01"))
    (main,) = pot.pots
    paid = [
        PotShare(seat=2, amount=20000, run=None, half=None),
        PotShare(seat=6, amount=20100, run=None, half=None),
    ]
    wrong, right = replace(main, recorded_shares=paid), replace(main, recorded_shares=main.shares)
    unknown = replace(main, recorded_shares=paid, shares=None)
    rows = pot_hand_words.pots(replace(pot, pots=[wrong, right, unknown]), "EUR")
    assert [row.differs for row in rows] == [True, False, False]
    assert rows[0].paid.replace("\u00a0", " ") == "seat 2 €200.00; seat 6 €201.00"


def test_no_difference_is_stated_where_the_fees_are_not_on_record():
    pot = pot_of(shown("POT-RIT-01"))
    seat = replace(pot.seats[1], net=-300)
    assert pot_hand_words.difference(pot, seat) == 100
    assert pot_hand_words.difference(replace(pot, fees=None), seat) is None
    assert pot_hand_words.difference(pot, replace(seat, net=None)) is None


def test_a_breach_that_a_ruling_covers_says_so():
    mark = PotMark(code="x", seat=3, due=None, check=None, says="x", clause=None, ruled=True)
    assert pot_hand_words.mark_words(mark) == "Against the rules, and covered by a ruling: x"


def test_an_irregularity_is_placed_by_the_act_before_it():
    exhibit = shown("POT-BET-03")
    record = IrregularityRecord(kind="wrong_bet", when=None, seat=3, cards=None, ruling="bet_stands", units=None,
                                by="P1", note="x", act=3)  # fmt: skip
    found = pot_hand_words.notes_of(replace(exhibit, irregularities=[record]), pot_of(exhibit), "EUR")
    assert "Irregularity on record: wrong bet (seat 3, after act 2); ruling: bet stands." in found


def test_every_game_has_a_name():
    from rules.pot_hands import GAMES

    assert set(pot_hand_words.GAMES) == set(GAMES)


def test_cards_that_nobody_saw_are_not_listed_as_cards():
    seats = pot_of(shown("POT-RIT-01")).seats
    assert pot_hand_words.cards_of(seats[0]) == []
    assert pot_hand_words.cards_of(seats[1]) == ["Ah", "Ad"]
