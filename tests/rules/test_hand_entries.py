"""The two lists of entries of a hand: what passed between two parties by the record, and what was due."""

import pytest

from rules.audit import BytesSource, explain_hand
from tests.rules.build import A, B, hand, log, seat
from tests.rules.pot_games.test_money_checks import RAKE, all_in, pot
from tests.rules.pot_logs import pot_log


def entries(data, ruleset=None):
    (shown,) = explain_hand(BytesSource(data), 1, ruleset=ruleset)
    return [
        None if each is None else [(one.from_, one.to, one.amount, one.kind) for one in each]
        for each in (shown.entries.recorded, shown.entries.due)
    ]


def two(nets=(300, -300), transfers=None, **fields):
    listed = None if transfers is None else [{"payer": p, "payee": q, "amount": a} for p, q, a in transfers]
    return log(hand(1, seat(1, A, nets[0]), seat(2, B, nets[1]), transfers=listed, **fields))


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("transfers", "recorded"),
    [
        ([(2, 1, 300)], [("P2", "P1", 300, "pair")]),
        ([(2, 9, 300)], [("P2", "nobody", 300, "pair")]),
        ([(2, 2, 300)], []),  # to oneself: no entry
        ([], []),
        (
            None,
            [("unknown", "P1", 300, "pair"), ("P2", "unknown", 300, "pair")],
        ),  # nets alone: who paid whom is not on record
    ],
)
def test_payments_are_between_the_parties_that_the_record_names(transfers, recorded):
    assert entries(two(transfers=transfers)) == [recorded, [("P2", "P1", 300, "pair")]]


def test_fees_go_to_the_house_and_drops_to_the_account():
    fees = [{"kind": "hand_fee", "amount": 100, "seat": 1}, {"kind": "jackpot", "amount": 50, "seat": 7}]
    assert entries(two(transfers=[(2, 1, 300)], fees=fees))[0] == [
        ("P2", "P1", 300, "pair"),
        ("P1", "house", 100, "hand_fee"),
        ("nobody", "account:jackpot", 50, "jackpot"),
    ]


def test_what_is_not_recorded_and_what_is_not_known_are_no_lists():
    assert entries(log(hand(1, seat(1, A), seat(2)))) == [None, None]


def test_entries_name_their_line_and_their_clause():
    (shown,) = explain_hand(BytesSource(two(transfers=[(2, 1, 300)])), 1)
    [recorded], [due] = shown.entries.recorded, shown.entries.due
    assert (recorded.line, recorded.clause, recorded.seat, recorded.unit) == (2, None, 2, "USD")
    assert (due.line, due.clause) == (None, "WSGC-6d")


def test_the_rake_of_a_pot_is_paid_by_whoever_won_less_of_it():
    """P1 wins 15.00 less a rake of 0.50, of which it put in 5.00; the other two put in 5.00 each."""
    data = pot_log(all_in(500, 500, 500, pots=[pot(1500, (1, 1450))], fees=[RAKE], nets=(950, -500, -500)))
    recorded, due = entries(data, "olympic-cash")
    assert set(recorded) == {
        ("P2", "P1", 500, "award"),
        ("P3", "P1", 450, "award"),
        ("P3", "house", 50, "rake"),
    }
    assert set(due) == {("P2", "P1", 500, "award"), ("P3", "P1", 450, "award")}
    assert (len(recorded), len(due)) == (3, 2)
