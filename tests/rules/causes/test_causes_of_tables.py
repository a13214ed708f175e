"""One wrong fact in an honest log of a pot game: one incident, which names the fact where several findings come from it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.audit import BytesSource, audit_log
from rules.results import Audit
from tests.rules.causes.judging import adds_up, causes, codes_of, incidents
from tests.simulation.injected.changed import Event, Log, hands, honest, line

_AT = 10  # the place of the hand that is changed


def stakes(**values: int):
    """Put amounts into the terms."""

    def change(log: Log) -> None:
        line(log, "terms")["stakes"].update(values)

    return change


def limit(to: str):
    """Put a limit into the terms."""

    def change(log: Log) -> None:
        line(log, "terms")["limit"] = to

    return change


def stakes_of_hand(limit: str = "", **values: int):
    """Put amounts, or a limit, into a hand, whose acts are by those of the terms."""

    def change(log: Log) -> None:
        hand = list(hands(log))[_AT]
        hand.update({"stakes": values} if values else {}, **({"limit": limit} if limit else {}))

    return change


def stakes_of_hands(every: int, **values: int):
    """Put amounts into one hand in some."""

    def change(log: Log) -> None:
        for hand in list(hands(log))[::every]:
            hand["stakes"] = values

    return change


def button(step: int, at: int = _AT):
    """Move the recorded button of a hand by some seats."""

    def change(log: Log) -> None:
        hand = list(hands(log))[at]
        seats = sorted(each["seat"] for each in hand["seats"])
        hand["dealer"] = seats[(seats.index(hand["dealer"]) + step) % len(seats)]

    return change


def buttons(step: int, every: int = 1):
    """Move the recorded button of all hands, or of one in some."""

    def change(log: Log) -> None:
        for at in range(0, len(list(hands(log))), every):
            button(step, at)(log)

    return change


def stack(amount: int):
    """Add chips to the recorded stack of a seat in one hand."""

    def change(log: Log) -> None:
        list(hands(log))[_AT]["seats"][0]["stack"] += amount

    return change


def less_posted(hand: Event, kind: str, amount: int) -> None:
    """A post of a hand has less."""
    next(each for each in hand["acts"] if each.get("kind") == kind)["amount"] -= amount


# The log, the change, and the sentence of the fact; None: what finds it is one incident without it.
INJECTED: dict[str, tuple[str, Any, str | None]] = {
    "small blind too low": ("holdem", stakes(small_blind=50),
        "Line 2 (terms) has €0.50 as small blind; 40 of 40 posts are of €1.00."),
    "small blind too high": ("draw", stakes(small_blind=200),
        "Line 2 (terms) has $2.00 as small blind; 40 of 40 posts are of $1.00."),
    "big blind too low": ("omaha", stakes(big_blind=100),
        "Line 2 (terms) has $1.00 as big blind; 40 of 40 posts are of $2.00."),
    "big blind too high": ("holdem", stakes(big_blind=400),
        "Line 2 (terms) has €4.00 as big blind; 40 of 40 posts are of €2.00."),
    "big blind too high in pot limit": ("omaha", stakes(big_blind=400),
        "Line 2 (terms) has $4.00 as big blind; 40 of 40 posts are of $2.00."),
    "big blind too high in fixed limit": ("limit", stakes(big_blind=400),
        "Line 2 (terms) has $4.00 as big blind; 40 of 40 posts are of $2.00."),
    "ante too high": ("stud", stakes(ante=100),
        "Line 2 (terms) has €1.00 as ante; 200 of 200 posts are of €0.50."),
    "bring-in too high": ("stud", stakes(bring_in=200),
        "Line 2 (terms) has €2.00 as bring-in; 34 of 40 posts are of €1.00."),
    "small bet too high": ("stud", stakes(small_bet=400),
        "Line 2 (terms) has €4.00 as small bet; with €2.00 these findings are gone."),
    "big bet too high": ("stud", stakes(big_bet=800),
        "Line 2 (terms) has €8.00 as big bet; with €4.00 these findings are gone."),
    "big bet too low": ("limit", stakes(big_bet=200),
        "Line 2 (terms) has $2.00 as big bet; with $4.00 these findings are gone."),
    "fixed for no limit": ("holdem", limit("fixed_limit"),
        "Line 2 (terms) has fixed-limit as limit; with no-limit these findings are gone."),
    "fixed for pot limit": ("omaha", limit("fixed_limit"),
        "Line 2 (terms) has fixed-limit as limit; with pot-limit these findings are gone."),
    "pot for no limit": ("holdem", limit("pot_limit"), None),
    "big blind of a hand": ("holdem", stakes_of_hand(big_blind=400),
        "Line 24 (hand 11) has €4.00 as big blind; with €2.00 of the terms these findings are gone."),
    "both blinds of a hand": ("omaha", stakes_of_hand(small_blind=200, big_blind=400),
        "Line 20 (hand 11) has $2.00 as small blind and $4.00 as big blind; with those of the terms these findings are gone."),
    "big blind of a hand in fixed limit": ("limit", stakes_of_hand(big_blind=400),
        "Line 18 (hand 11) has $4.00 as big blind; with $2.00 of the terms these findings are gone."),
    "bets of a hand": ("limit", stakes_of_hand(small_bet=400, big_bet=800),
        "Line 18 (hand 11) has $4.00 as small bet and $8.00 as big bet; with those of the terms these findings are gone."),
    "ante of a hand": ("stud", stakes_of_hand(ante=100),
        "Line 19 (hand 11) has €1.00 as ante; with €0.50 of the terms these findings are gone."),
    "bring-in of a hand": ("stud", stakes_of_hand(bring_in=200),
        "Line 19 (hand 11) has €2.00 as bring-in; with €1.00 of the terms these findings are gone."),
    "all stakes of a hand": ("stud", stakes_of_hand(ante=100, bring_in=200, small_bet=400, big_bet=800),
        "Line 19 (hand 11) has €1.00 as ante, €2.00 as bring-in, €4.00 as small bet and €8.00 as big bet; with those of the "
        "terms these findings are gone."),
    "limit of a hand": ("omaha", stakes_of_hand("fixed_limit"),
        "Line 20 (hand 11) has fixed-limit as limit; with pot-limit of the terms these findings are gone."),
    "big blind of one hand in three": ("limit", stakes_of_hands(3, big_blind=400),
        "14 hands, the first at line 8 (hand 1), have $4.00 as big blind; with $2.00 of the terms these findings are gone."),
    "small blind of a hand": ("holdem", stakes_of_hand(small_blind=50), None),
    "button a seat too far": ("holdem", button(1),
        "Line 24 (hand 11) has the button at seat 9; with seat 5 these findings are gone."),
    "button a seat too near": ("holdem", button(-1),
        "Line 24 (hand 11) has the button at seat 4; with seat 5 these findings are gone."),
    "button a seat too far in pot limit": ("omaha", button(1),
        "Line 20 (hand 11) has the button at seat 10; with seat 9 these findings are gone."),
    "button a seat too near in fixed limit": ("limit", button(-1),
        "Line 18 (hand 11) has the button at seat 5; with seat 9 these findings are gone."),
    "button a seat too near in a draw game": ("draw", button(-1),
        "Line 17 (hand 11) has the button at seat 5; with seat 9 these findings are gone."),
    "all buttons a seat too far": ("holdem", buttons(1),
        "40 hands, the first at line 10 (hand 1), have the button at a seat that their small blinds contradict; with the seat "
        "before the small blind these findings are gone."),
    "all buttons a seat too near": ("limit", buttons(-1),
        "40 hands, the first at line 8 (hand 1), have the button at a seat that their small blinds contradict; with the seat "
        "before the small blind these findings are gone."),
    "one button in three": ("omaha", buttons(1, every=3),
        "14 hands, the first at line 8 (hand 1), have the button at a seat that their small blinds contradict; with the seat "
        "before the small blind these findings are gone."),
    "stack too high": ("holdem", stack(1000), None),
    "stack too low": ("stud", stack(-1000), None),
}  # fmt: skip


def audited(log: Log) -> Audit:
    return audit_log(BytesSource(b"".join(json.dumps(each).encode() + b"\n" for each in log)))


def changed(name: str, *changes: Any) -> Log:
    log = honest(name)
    for each in changes:
        each(log)
    return log


@pytest.mark.slow
@pytest.mark.sampled(4)
@pytest.mark.parametrize("what", INJECTED)
def test_one_wrong_fact_of_a_table_is_one_incident(what):
    name, change, sentence = INJECTED[what]
    audit = audited(changed(name, change))
    assert causes(audit) == ([] if sentence is None else [sentence])
    assert len(incidents(audit)) == 1
    assert adds_up(audit)


@pytest.mark.slow
def test_terms_and_a_button_are_two_incidents():
    audit = audited(changed("holdem", stakes(big_blind=400), button(1)))
    assert sorted(causes(audit)) == [
        "Line 2 (terms) has €4.00 as big blind; 40 of 40 posts are of €2.00.",
        "Line 24 (hand 11) has the button at seat 9; with seat 5 these findings are gone.",
    ]
    assert len(incidents(audit)) == 2
    assert adds_up(audit)


@pytest.mark.slow
def test_buttons_of_two_hands_are_two_incidents():
    audit = audited(changed("omaha", button(1), button(-1, at=20)))
    assert sorted(each.title for each in incidents(audit)) == [
        "The blinds of hand 11 contradict its button",
        "The blinds of hand 21 contradict its button",
    ]
    assert adds_up(audit)


@pytest.mark.slow
def test_stakes_of_a_hand_and_a_button_are_two_incidents():
    audit = audited(changed("omaha", stakes_of_hand(big_blind=400), button(1, at=20)))
    assert sorted(each.title for each in incidents(audit)) == [
        "Hand 11 contradicts the stakes that it names",
        "The blinds of hand 21 contradict its button",
    ]
    (of_stakes,) = [each.cause for each in incidents(audit) if each.cause and each.cause.field != "dealer"]
    assert (of_stakes.line, of_stakes.field) == (20, "stakes.big_blind")
    assert (of_stakes.stated, of_stakes.implied) == (400, 200)
    assert adds_up(audit)


@pytest.mark.slow
def test_short_blinds_in_a_hand_that_repeats_the_stakes_are_no_cause():
    log = changed("holdem", stakes_of_hand(small_blind=100, big_blind=200))
    for kind in ("small_blind", "big_blind"):
        less_posted(list(hands(log))[_AT], kind, 50)
    audit = audited(log)
    assert causes(audit) == []
    assert [codes_of(audit, each) & {"BET009"} for each in incidents(audit)].count({"BET009"}) == 2


@pytest.mark.slow
def test_another_fault_stays_beside_wrong_terms():
    audit = audited(changed("omaha", stakes(big_blind=400), stack(1000)))
    assert causes(audit) == ["Line 2 (terms) has $4.00 as big blind; 40 of 40 posts are of $2.00."]
    assert sorted(each.title for each in incidents(audit)) == [
        "Seat 1's stack does not follow from the hand before",
        "The hands contradict the big blind that the terms name",
    ]
    assert adds_up(audit)


@pytest.mark.slow
def test_a_short_blind_stays_beside_wrong_buttons():
    log = changed("omaha", button(1, at=5), button(1, at=6), button(1, at=20))
    less_posted(list(hands(log))[30], "big_blind", 100)
    audit = audited(log)
    assert sorted(each.title for each in incidents(audit)) == [
        "Seat 1's blind or ante differs from the stakes",
        "The blinds of hand 21 contradict its button",
        "The blinds of hand 6 contradict its button",
        "The blinds of hand 7 contradict its button",
    ]
    assert len(causes(audit)) == 3
    assert adds_up(audit)


@pytest.mark.slow
def test_short_posts_of_some_hands_are_no_cause():
    log = honest("holdem")
    for hand in list(hands(log))[::6]:
        less_posted(hand, "small_blind", 50)
    assert causes(audited(log)) == []


@pytest.mark.slow
def test_a_small_blind_of_another_seat_is_no_cause():
    log = honest("holdem")
    hand = list(hands(log))[_AT]
    post = next(each for each in hand["acts"] if each.get("kind") == "small_blind")
    other = next(each["seat"] for each in hand["seats"] if each["seat"] not in (post["seat"], hand["dealer"]))
    post["seat"] = other
    assert causes(audited(log)) == []
