"""Two versions of a log compared fact by fact."""

from __future__ import annotations

import json

import pytest

from rules.records.compared_facts import LONGEST, changed_facts
from tests.rules.build import A, B, close, hand, log, seat, session
from tests.rules.lines import every_line
from tests.rules.test_audit import rotated

FEE = {"kind": "hand_fee", "amount": 100, "seat": 1}
CASH_OUT = {
    "event": "chips",
    "at": "2026-03-14T20:00:00-07:00",
    "seat": 1,
    "player": "P1",
    "kind": "cash_out",
}


def changed(before, after):
    """(event, hand, seat, field, before, after, lines) of each fact that differs."""
    return [
        (each.event, each.hand, each.seat, each.field, each.before, each.after, (each.before_line, each.after_line))
        for each in changed_facts([before], [after])
    ]  # fmt: skip


def two(number, *seats, **fields):
    return hand(number, *(seats or (seat(1, A, 100), seat(2, B, -100))), **fields)


def test_a_net_of_one_seat():
    before = log(two(1), two(2, seat(1, A, 100), seat(2, B, -100)))
    after = log(two(1), two(2, seat(1, A, 50), seat(2, B, -100)))
    assert changed(before, after) == [("chinese_hand", 2, 1, "net", 100, 50, (3, 3))]


def test_seats_are_compared_by_their_numbers_wherever_they_stand():
    before = log(two(1, seat(1, A, 100), seat(2, B, -100)))
    after = log(two(1, seat(2, B, -90), seat(1, A, 100)))
    assert changed(before, after) == [("chinese_hand", 1, 2, "net", -100, -90, (2, 2))]


def test_a_seat_that_was_taken_out_is_each_of_its_facts():
    before = log(two(1, seat(1, A, 100), seat(2, None, -100)))
    after = log(two(1, seat(1, A, 100)))
    assert changed(before, after) == [
        ("chinese_hand", 1, 2, "seat", 2, None, (2, 2)),
        ("chinese_hand", 1, 2, "player", "P2", None, (2, 2)),
        ("chinese_hand", 1, 2, "net", -100, None, (2, 2)),
    ]


def test_hands_are_compared_by_their_numbers_and_one_that_only_one_log_has_is_a_line():
    before = log(two(1), two(2), two(3))
    after = log(two(1), two(3))
    [(event, number, where, field, text, gone, lines)] = changed(before, after)
    assert (event, number, where, field, gone, lines) == ("chinese_hand", 2, None, None, None, (3, None))
    assert json.loads(text) == two(2)
    [(_, _, _, _, nothing, added, back)] = changed(after, before)
    assert (nothing, json.loads(added), back) == (None, two(2), (None, 3))


def test_payments_are_compared_by_who_pays_whom():
    moved = [{"payer": 2, "payee": 1, "amount": 100}, {"payer": 3, "payee": 1, "amount": 50}]
    before = log(two(1, transfers=moved))
    after = log(two(1, transfers=[{"payer": 3, "payee": 1, "amount": 40}]))
    assert changed(before, after) == [
        ("chinese_hand", 1, None, "transfers[payer 3, payee 1].amount", 50, 40, (2, 2)),
        ("chinese_hand", 1, None, "transfers[payer 2, payee 1].payer", 2, None, (2, 2)),
        ("chinese_hand", 1, None, "transfers[payer 2, payee 1].payee", 1, None, (2, 2)),
        ("chinese_hand", 1, None, "transfers[payer 2, payee 1].amount", 100, None, (2, 2)),
    ]


def test_a_second_payment_between_the_same_two_is_another_one():
    paid = {"payer": 2, "payee": 1, "amount": 100}
    before = log(two(1, transfers=[paid, paid]))
    after = log(two(1, transfers=[paid, {**paid, "amount": 70}]))
    assert changed(before, after) == [
        ("chinese_hand", 1, None, "transfers[payer 2, payee 1, 2.].amount", 100, 70, (2, 2))
    ]


def test_the_fee_of_a_seat_has_its_seat():
    before, after = log(two(1, fees=[FEE])), log(two(1, fees=[{**FEE, "amount": 50}]))
    assert changed(before, after) == [
        ("chinese_hand", 1, 1, "fees[kind hand_fee, seat 1].amount", 100, 50, (2, 2))
    ]


def test_that_nothing_moved_and_that_it_was_not_recorded_are_two_statements():
    assert changed(log(two(1, fees=[])), log(two(1))) == [
        ("chinese_hand", 1, None, "fees", "[]", None, (2, 2))
    ]
    assert changed(log(two(1, void=False)), log(two(1, void=True))) == [
        ("chinese_hand", 1, None, "void", False, True, (2, 2))
    ]


def test_acts_have_their_places_and_one_that_was_put_in_moves_no_other():
    acts = [{"act": "fold", "seat": each} for each in (1, 2, 3)]
    game = {"event": "pot_hand", "hand": 1, "game": "holdem", "seats": []}
    before = log({**game, "acts": acts})
    after = log({**game, "acts": [acts[0], {"act": "check", "seat": 5}, *acts[1:]]})
    assert changed(before, after) == [
        ("pot_hand", 1, 5, "acts[2].act", None, "check", (2, 2)),
        ("pot_hand", 1, 5, "acts[2].seat", None, 5, (2, 2)),
    ]


def test_an_event_between_hands_is_the_same_where_it_is_of_the_same_seat_and_time():
    before = log(two(1), {**CASH_OUT, "amount": 500}, {**CASH_OUT, "seat": 2, "player": "P2", "amount": 300})
    after = log(two(1), {**CASH_OUT, "seat": 2, "player": "P2", "amount": 300}, {**CASH_OUT, "amount": 400})
    assert changed(before, after) == [("chips", None, 1, "amount", 500, 400, (3, 4))]
    another = log(two(1), {**CASH_OUT, "player": "P9", "amount": 500})
    assert changed(log(two(1), {**CASH_OUT, "amount": 500}), another) == [
        ("chips", None, 1, "player", "P1", "P9", (3, 3))
    ]
    later = log(two(1), {**CASH_OUT, "at": "2026-03-14T21:00:00-07:00", "amount": 500})
    assert [each[3] for each in changed(log(two(1), {**CASH_OUT, "amount": 500}), later)] == ["at"]


def test_what_the_correction_says_of_itself_is_no_fact_of_the_session():
    first = session(staff={"dealer": "D-7"})
    second = {
        **first,
        "staff": {"dealer": "D-8"},
        "supersedes": {"sha256": "0" * 64, "reason": "a slip", "by": "S"},
    }
    assert changed(log(first, two(1), close(1)), log(second, two(1), close(2))) == [
        ("session", None, None, "staff.dealer", "D-7", "D-8", (1, 1)),
        ("close", None, None, "hands", 1, 2, (3, 3)),
    ]


def test_what_is_written_otherwise_and_says_the_same_does_not_differ():
    lines = every_line()
    turned = "".join(json.dumps(dict(reversed(each.items())), separators=(",", ":")) + "\n" for each in lines)
    assert changed(log(*lines), turned.encode()) == []
    assert changed(log(*lines), log(*lines)) == []


@pytest.mark.parametrize("at", range(len(every_line())))
def test_every_field_of_every_line_is_a_fact(at):
    """Each field of a line taken out alone is found, with its line, and nothing else is."""
    lines = every_line()
    for name in set(lines[at]) - {"event", "hand", "supersedes"}:
        less = [
            *lines[:at],
            {key: value for key, value in lines[at].items() if key != name},
            *lines[at + 1 :],
        ]
        found = changed(log(*lines), log(*less))
        assert found
        assert {each[3].replace("[", ".").split(".")[0] for each in found if name != "seats"} <= {name}
        assert {each[6] for each in found} == {(at + 1, at + 1)}


def test_the_same_number_twice_is_two_hands():
    before = log(two(1), rotated(1))
    assert changed(before, log(two(1), {**rotated(1), "dealer": 3})) == [
        ("chinese_hand", 1, None, "dealer", None, 3, (3, 3))
    ]


def test_long_text_is_cut_and_signs_that_a_terminal_would_act_upon_are_replaced():
    before, after = log(two(1, video="a")), log(two(1, video="\x1b[2J" + "b" * LONGEST))
    [(*_, text, _)] = changed(before, after)
    assert text == "\N{REPLACEMENT CHARACTER}[2J" + "b" * (LONGEST - 4) + "…"
