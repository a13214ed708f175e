"""Accounts of chips: which close, where they break, and of which nobody knows."""

import pytest

from tests.rules.build import audited, found
from tests.rules.checks.test_stk_chips import at, event, fee, played

BOUGHT = [event("buy_in", 1, 1_000, 1), event("buy_in", 2, 1_000, 1)]
FIRST = played(1, (1_000, 300), (1_000, -300))
SECOND = played(2, (1_300, 100), (700, -100))
CASHED = [event("cash_out", 1, 1_400, 40), event("cash_out", 2, 600, 40)]
NO_BUY_IN = "what a player brought is not on record"


def accounts(*events):
    """What is unaccounted for, and of how many players it is not known, with the reasons."""
    [total] = audited(*events).money
    unknown = total.not_known["unaccounted"]
    return total.unaccounted, unknown.hands, unknown.because


def test_an_account_closes_from_buy_in_to_cash_out():
    assert accounts(*BOUGHT, FIRST, SECOND, *CASHED) == (0, 0, [])
    between = [event("add_on", 1, 500, 15), event("toke", 2, 100, 15)]
    second = played(2, (1_800, 100), (600, -100), fees=[fee(50, 2, before=False)])
    left = [event("cash_out", 1, 1_900, 40), event("cash_out", 2, 450, 40)]
    assert accounts(*BOUGHT, FIRST, *between, second, *left) == (0, 0, [])


def test_chips_on_the_table_after_the_last_hand_are_left_there():
    assert accounts(*BOUGHT, FIRST, SECOND) == (0, 0, [])


def test_an_account_with_more_than_was_bought_is_not_known_where_a_log_may_go_on_from_another():
    topped_up = event("buy_in", 2, 400, 1)
    assert accounts(topped_up, FIRST, SECOND) == (0, 2, [NO_BUY_IN])
    assert accounts(event("buy_in", 2, 1_300, 1), FIRST, SECOND) == (300, 1, [NO_BUY_IN])


def test_an_account_follows_its_player():
    """a and b change seats, and c comes for a hand without b."""
    second = played(2, (700, -100), (1_300, 100), players="ba")
    third = played(3, (1_000, 0), (1_400, 0), players="ca")
    events = [*BOUGHT, FIRST, second, event("buy_in", 1, 1_000, 25, player="c"), third]
    left = event("cash_out", 1, 600, 26, player="b")
    assert accounts(*events[:-1], left, third) == (0, 0, [])
    assert accounts(*events) == (0, 1, ["no cash-out of a player who left is on record"])


def test_an_account_goes_on_where_a_player_sits_out():
    out = [played(2, (1_300, 0)), played(3, (1_300, 0), (700, 0))]
    assert accounts(*BOUGHT, FIRST, *out) == (0, 0, [])
    other = [out[0], played(3, (1_300, 0), (5_000, 0))]
    why = "what a player took or brought between two hands is not on record"
    assert accounts(FIRST, *other) == (0, 2, [NO_BUY_IN, why])
    audit = audited(*BOUGHT, FIRST, *other)
    assert lacking(audit) == [("b", -4_300, "unaccounted", [3])]
    assert breaks(audit) == [[("between", "b", -4_300)]]


@pytest.mark.parametrize(
    ("events", "players", "why"),
    [
        ((FIRST, SECOND), 2, NO_BUY_IN),
        ((BOUGHT[0], FIRST, SECOND), 1, NO_BUY_IN),
        ((*BOUGHT, FIRST, SECOND, CASHED[0]), 1, "no cash-out of a player who left is on record"),
        ((*BOUGHT, FIRST, played(2, (1_300, 0), (None, 0))), 1, "a stack was not recorded"),
        ((*BOUGHT, FIRST, played(3, (1_300, 0), (700, 0))), 2, "a hand is missing or out of order"),
        (
            (*BOUGHT, played(1, (1_000, 300), (1_000, None)), SECOND),
            1,
            "the result of a hand was not recorded, or is not certain",
        ),
        (
            (*BOUGHT, FIRST, event("move", 1, 100, 15), SECOND),
            1,
            "chips moved in a way that the record does not show",
        ),
        (
            (*BOUGHT, {**FIRST, "fees": [fee(30)]}, played(2, (1_270, 0), (700, 0))),
            1,
            "fees were not recorded, or do not name a seat",
        ),
    ],
)
def test_a_line_that_is_not_on_record_leaves_an_account_open(events, players, why):
    unaccounted, unknown, because = accounts(*events)
    assert (unaccounted, unknown) == (0, players)
    assert why in because


def test_nothing_is_known_without_stacks():
    bare = [{**each, "seats": [_bare(seat) for seat in each["seats"]]} for each in (FIRST, SECOND)]
    assert accounts(*BOUGHT, *bare) == (None, 2, ["no stacks are on record"])


def _bare(seat):
    return {name: value for name, value in seat.items() if name != "stack"}


def test_a_single_hand_without_a_buy_in_compares_nothing():
    assert accounts(FIRST) == (None, 2, [NO_BUY_IN])


def test_who_came_back_after_everything_was_cashed_brought_it():
    """b leaves with everything and buys in again."""
    away = [event("cash_out", 2, 700, 15), played(2, (1_300, 0)), event("buy_in", 2, 500, 25)]
    assert accounts(*BOUGHT, FIRST, *away, played(3, (1_300, 0), (500, 0))) == (0, 0, [])


def test_a_penalty_leaves_a_stack_open_that_differs():
    fined = {"event": "irregularity", "at": at(15), "kind": "exposed_card", "seat": 2, "ruling": "penalty"}
    events = [*BOUGHT, FIRST, {**fined, "units": 1}]
    assert accounts(*events, SECOND) == (0, 0, [])
    why = "a penalty was given, which may have been paid from the stacks"
    assert accounts(*events, played(2, (1_400, 0), (600, 0))) == (0, 2, [why])


# ------------------------------------------------------------------------------------------------------------- breaks


def money(audit):
    """No cards are on record: what results leave open counts as nothing here."""
    [total] = audit.money
    return total.unaccounted, total.misallocated or 0, total.misrecorded or 0


def lacking(audit):
    return [(each.party, each.amount, each.kind, list(each.hands)) for each in audit.lacking]


def breaks(audit):
    """Incident by incident: the kind, the player and what he lacks."""
    return [[(each.kind, each.party, each.amount) for each in of.breaks] for of in audit.incidents]


def test_chips_that_are_gone_are_one_break():
    left = [event("cash_out", 1, 1_400, 40), event("cash_out", 2, 100, 40)]
    audit = audited(*BOUGHT, FIRST, played(2, (1_300, 100), (200, -100)), *left)
    assert money(audit) == (500, 0, 0)
    assert lacking(audit) == [("b", 500, "unaccounted", [2])]
    assert breaks(audit) == [[("between", "b", 500)]]
    assert audit.repayments == []
    [incident] = audit.incidents
    assert incident.money[0].unaccounted == 500
    assert {each.party: (each.recorded, each.unaccounted) for each in audit.parties if each.hands} == {
        "a": (400, 0), "b": (-400, -500),
    }  # fmt: skip


def test_each_kind_of_break_says_what_a_player_has_too_much():
    first = audited(event("buy_in", 1, 900, 1), BOUGHT[1], FIRST, SECOND, *CASHED)
    assert (lacking(first), breaks(first)) == (
        [("a", -100, "unaccounted", [1])],
        [[("first_stack", "a", -100)]],
    )
    cashed = audited(*BOUGHT, FIRST, SECOND, CASHED[0], event("cash_out", 2, 650, 40))
    assert (lacking(cashed), breaks(cashed)) == ([("b", -50, "unaccounted", [2])], [[("cash_out", "b", -50)]])
    bare = played(1, (None, 300), (None, -300)), played(2, (None, 100), (None, -100))
    ends = audited(*BOUGHT, *bare, CASHED[0], event("cash_out", 2, 650, 40))
    assert (lacking(ends), breaks(ends)) == (
        [("b", -50, "unaccounted", [])],
        [[("session", "b", -50)]],
    )
    assert accounts(*BOUGHT, *bare, CASHED[0], event("cash_out", 2, 650, 40))[0] == 50


def test_a_player_who_plays_on_with_the_stack_of_another_is_a_break_of_the_other():
    bought = [*BOUGHT, event("add_on", 1, 100, 2)]
    first = played(1, (1_100, 300), (1_000, -300))
    second = played(2, (1_400, 0), (700, 0), players="ac")
    audit = audited(*bought, first, second)
    assert lacking(audit) == [("b", 700, "unaccounted", [2])]
    assert breaks(audit) == [[("holder", "b", 700)]]
    assert accounts(*bought, first, second) == (700, 1, [NO_BUY_IN])
    other = played(2, (1_400, 0), (900, 0), players="ac")
    assert accounts(*bought, first, other)[0] == 0


def test_chips_of_one_player_that_another_has_are_misallocated():
    exchanged = played(2, (700, 100), (1_300, -100))
    left = [event("cash_out", 1, 800, 40), event("cash_out", 2, 1_200, 40)]
    audit = audited(*BOUGHT, FIRST, exchanged, *left)
    assert (money(audit), lacking(audit)) == ((0, 600, 0), [])
    assert [(each.debtor, each.creditor, each.amount, each.hands) for each in audit.repayments] == [
        ("b", "a", 600, 1)
    ]
    [incident] = audit.incidents
    assert [(each.debtor, each.creditor, each.amount) for each in incident.owes] == [("b", "a", 600)]
    assert breaks(audit) == [[("between", "a", 600), ("between", "b", -600)]]
    assert {each.money_kind for each in found(audit, "STK010")} == {"misallocated"}
    assert {each.party: (each.recorded, each.misallocated) for each in audit.parties if each.hands} == {
        "a": (400, -600), "b": (-400, 600),
    }  # fmt: skip


def test_a_cash_out_and_the_stack_of_another_that_set_each_other_off_are_at_one_place():
    """b leaves with $1.00 of a's."""
    second = played(2, (1_200, 100))
    taken = event("cash_out", 2, 800, 15)
    audit = audited(*BOUGHT, FIRST, taken, second, event("cash_out", 1, 1_300, 40))
    assert (money(audit), lacking(audit)) == ((0, 100, 0), [])
    assert breaks(audit) == [[("cash_out", "b", -100), ("between", "a", 100)]]
    assert [(each.debtor, each.creditor, each.amount) for each in audit.repayments] == [("b", "a", 100)]


def test_two_of_three_breaks_set_each_other_off():
    bought = [event("buy_in", seat, 1_000, 1) for seat in (1, 2, 3)]
    hands = [played(1, *[(1_000, 0)] * 3), played(2, (1_200, 0), (800, 0), (400, 0))]
    audit = audited(*bought, *hands)
    assert (money(audit), lacking(audit)) == ((600, 200, 0), [("c", 600, "unaccounted", [2])])
    assert sorted(map(len, breaks(audit))) == [1, 2]


def test_a_stack_that_sets_itself_right_was_written_down_wrong():
    wrong = [
        played(2, (1_300, 0), (650, 0)),
        played(3, (1_300, 0), (650, 0)),
        played(4, (1_300, 0), (700, 0)),
    ]
    audit = audited(*BOUGHT, FIRST, *wrong)
    assert (money(audit), lacking(audit), audit.repayments) == ((0, 0, 50), [], [])
    assert breaks(audit) == [[("between", "b", 50), ("between", "b", -50)]]
    assert {each.money_kind for each in found(audit, "STK010")} == {"misrecorded"}
    last = audited(*BOUGHT, FIRST, played(2, (1_300, 100), (650, -100)), *CASHED)
    assert money(last) == (0, 0, 50)
    assert breaks(last) == [[("between", "b", 50), ("cash_out", "b", -50)]]


def test_breaks_of_one_player_that_do_not_set_each_other_off_are_incidents_of_their_own():
    hands = [
        played(2, (1_300, 0), (650, 0)),
        played(3, (1_300, 0), (650, 0)),
        played(4, (1_300, 0), (680, 0)),
    ]
    audit = audited(*BOUGHT, FIRST, *hands)
    assert money(audit) == (80, 0, 0)
    assert lacking(audit) == [("b", 50, "unaccounted", [2]), ("b", -30, "unaccounted", [4])]
    assert breaks(audit) == [[("between", "b", 50)], [("between", "b", -30)]]


def test_incidents_add_up_to_what_is_unaccounted_for():
    other = played(2, (1_350, 0), (200, 0))
    audit = audited(*BOUGHT, FIRST, other, event("cash_out", 1, 1_300, 40))
    parts = [each.money[0] for each in audit.incidents]
    assert sum(each.unaccounted for each in parts) == audit.money[0].unaccounted == 500
    assert sum(each.misrecorded or 0 for each in parts) == audit.money[0].misrecorded == 50


def charged(lines, taken, *, hands=4):
    """Hands of a, b and c with a fee of each seat before the deal, and stacks that show another one; by hand."""
    stacks, events = [1_000] * 3, [event("buy_in", seat, 1_000, 1) for seat in (1, 2, 3)]
    for number in range(1, hands + 1):
        stacks = [stack - amount for stack, amount in zip(stacks, taken(number), strict=True)]
        fees = [fee(lines(number), seat, before=True) for seat in (1, 2, 3) if lines(number)]
        events.append(played(number, *zip(stacks, (20, -10, -10), strict=True), fees=fees))
        stacks = [stack + won for stack, won in zip(stacks, (20, -10, -10), strict=True)]
    return audited(*events)


def of_stacks(audit):
    """By incident: of which hands and seats its findings are, and what is unaccounted for."""
    by_fingerprint = {each.fingerprint: each for each in found(audit, "STK010")}
    return [
        (
            sorted((by_fingerprint[one].hand, by_fingerprint[one].seat) for one in each.findings),
            each.money[0].unaccounted,
        )
        for each in audit.incidents
        if set(each.findings) <= set(by_fingerprint)
    ]


@pytest.mark.parametrize("taken", [8, 3])
def test_a_fee_that_its_line_and_the_stacks_contradict_hand_after_hand_is_one_incident(taken):
    audit = charged(lambda _: 5, lambda _: (taken,) * 3)
    every = [(number, seat) for number in (1, 2, 3, 4) for seat in (1, 2, 3)]
    assert of_stacks(audit) == [(every, 12 * abs(taken - 5))]


def test_breaks_are_of_several_causes_without_a_fee_or_the_same_amount_or_three_hands():
    """By player, as the next one of a player follows from the one before."""
    by_player = [[(number, seat) for number in (1, 2, 3, 4)] for seat in (1, 2, 3)]
    assert sorted(each for each, _ in of_stacks(charged(lambda _: 0, lambda _: (3,) * 3))) == sorted(
        by_player
    )
    assert sorted(each for each, _ in of_stacks(charged(lambda _: 5, lambda _: (8, 7, 6)))) == sorted(
        by_player
    )
    now_and_then = charged(lambda _: 5, lambda number: (8,) * 3 if number in (1, 2, 4) else (5,) * 3)
    assert all(len({seat for _, seat in each}) == 1 for each, _ in of_stacks(now_and_then))
