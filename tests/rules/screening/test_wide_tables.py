"""Columns of sessions with more seats than usual: lists beside the hands are not seats."""

from rules.screening.session_statistics import statistics_of
from tests.rules.build import A, B, C, D, hand, seat, session
from tests.rules.screening.screened import FIRST_DAY, screened_lines


def test_what_moved_between_five_seats_is_kept():
    """Five players are a finding; a block of them beside one of four has the payments of both."""
    five = [*(seat(at, rows, 0) for at, rows in enumerate((A, B, C, D), 1)), seat(5, net=0)]
    transfer = {"payer": 5, "payee": 1, "amount": 700}
    log = [
        session(),
        hand(1, *five, transfers=[transfer]),
        hand(2, *five[:4], transfers=[transfer | {"payer": 4}]),
    ]
    found = screened_lines(log)
    assert found.hands.paid.tolist() == [[0, 4, 0, 700], [1, 3, 0, 700]]
    assert statistics_of([found], found.header, FIRST_DAY).hands == 2
