"""Two records of a hand that differ: the next stacks say which of them moved."""

import pytest

from tests.cases.money import audited as audited_log
from tests.cases.money import evasion
from tests.rules.build import A, B, C, audited, hand, seat, session

DUE = (600, 0, -600)
RIGHT = ((2, 1, 300), (3, 1, 300), (3, 2, 300))
HIGH = ((2, 1, 300), (3, 1, 600), (3, 2, 300))  # moves $9.00, nothing and -$9.00
START = (20000, 20000, 20000)


def played(number, nets, stacks, transfers=None, **fields):
    listed = None if transfers is None else [{"payer": p, "payee": q, "amount": a} for p, q, a in transfers]
    seats = [
        seat(at, rows, net, stack=stack)
        for at, (rows, net, stack) in enumerate(zip((A, B, C), nets, stacks, strict=True), 1)
    ]
    return hand(number, *seats, transfers=listed, **fields)


def chips(at, kind, amount):
    event = {"event": "chips", "at": "2026-03-14T16:10:00-07:00", "seat": at, "player": f"P{at}"}
    return {**event, "kind": kind, "amount": amount}


def money(*events):
    [total] = audited(*events).money
    unknown = total.not_known["misallocated"].hands
    return total.misallocated, total.misrecorded, unknown


@pytest.mark.parametrize(
    ("stacks", "expected"),
    [
        ((20600, 20000, 19400), (0, 300, 0)),  # the nets moved, as due
        ((20900, 20000, 19100), (300, 300, 0)),  # the transfers did: P1 has $3.00 of P3
        ((20600, 20000, 19100), (0, 0, 1)),  # neither
        ((20600, None, 19400), (0, 300, 0)),  # P2 has the same in both
        ((20600, 20000, None), (0, 0, 1)),
    ],
)
def test_the_next_stacks_decide(stacks, expected):
    """Nets as due, and a transfer that is $3.00 too high. The second hand is as due in both records."""
    second = played(2, DUE, stacks, RIGHT, fees=[])
    assert money(played(1, DUE, START, HIGH, fees=[]), second) == expected


def test_chips_between_the_hands_are_no_result():
    between = [chips(1, "add_on", 5000), chips(3, "cash_out", 1400)]
    second = played(2, DUE, (25600, 20000, 18000), RIGHT, fees=[])
    assert money(played(1, DUE, START, HIGH, fees=[]), *between, second) == (0, 300, 0)


def test_chips_that_were_moved_decide_nothing():
    second = played(2, DUE, (20600, 20000, 19400), RIGHT, fees=[])
    moved = chips(1, "move", 5000)
    assert money(played(1, DUE, START, HIGH, fees=[]), moved, second) == (0, 0, 1)


@pytest.mark.parametrize(
    ("fee", "stacks", "expected"),
    [
        ({"before_deal": False}, (20500, 20000, 19400), (0, 300, 0)),  # P1 paid it after the first deal
        ({"before_deal": True}, (20600, 20000, 19400), (0, 300, 0)),  # before it: it is not in the stacks
        ({}, (20500, 20000, 19400), (0, 300, 0)),  # one or the other
        ({}, (20600, 20000, 19400), (0, 300, 0)),
    ],
)
def test_fees_between_the_deals_are_no_result(fee, stacks, expected):
    fees = [{"kind": "hand_fee", "amount": 100, "seat": 1, **fee}]
    first, second = played(1, DUE, START, HIGH, fees=fees), played(2, DUE, stacks, RIGHT, fees=[])
    assert money(first, second) == expected


def test_a_fee_of_no_seat_decides_nothing():
    fees = [{"kind": "hand_fee", "amount": 100}]
    second = played(2, DUE, (20600, 20000, 19400), RIGHT, fees=[])
    assert money(played(1, DUE, START, HIGH, fees=fees), second) == (0, 0, 1)


def test_a_missing_hand_decides_nothing():
    second = played(3, DUE, (20600, 20000, 19400), RIGHT, fees=[])
    assert money(played(1, DUE, START, HIGH, fees=[]), second) == (0, 0, 1)


def test_who_cashed_out_has_nothing_left():
    """The last hand of the table: what was cashed is the next stack."""
    cashed = [chips(1, "cash_out", 20600), chips(2, "cash_out", 20000), chips(3, "cash_out", 19400)]
    assert money(played(1, DUE, START, HIGH, fees=[]), *cashed) == (0, 300, 0)


def test_the_seat_of_a_player_does_not_matter():
    """P1 and P3 change seats between the hands."""
    seats = [
        seat(1, A, 600, player="P3", stack=19400),
        seat(2, B, 0, stack=20000),
        seat(3, C, -600, player="P1", stack=20600),
    ]
    moves = [{"payer": p, "payee": q, "amount": a} for p, q, a in RIGHT]
    assert money(played(1, DUE, START, HIGH, fees=[]), hand(2, *seats, transfers=moves, fees=[])) == (
        0, 300, 0,
    )  # fmt: skip


@pytest.mark.slow
def test_payments_to_nobody_that_arrived(tmp_path):
    """A hundred payments to a seat that nobody holds; the next stacks and the cash-outs follow the nets."""
    [total] = audited_log(evasion("paid-to-nobody", tmp_path))["money"]
    assert (total["misallocated"], total["to_nobody"], total["misrecorded"]) == (0, 0, 42600)


def test_a_log_without_stacks_has_no_witness():
    first = [seat(at, rows, net) for at, (rows, net) in enumerate(zip((A, B, C), DUE, strict=True), 1)]
    high = [{"payer": p, "payee": q, "amount": a} for p, q, a in HIGH]
    assert money(session(), hand(1, *first, transfers=high, fees=[])) == (None, None, 1)
