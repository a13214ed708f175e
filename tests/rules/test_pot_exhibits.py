"""Hands of pot games as exhibits: acts with the pot after each, what was against the rules, pots with shares."""

from __future__ import annotations

import json

import msgspec
import pytest

from rules.audit import BytesSource, audit_log, explain_hand
from rules.results import Finding
from rules.shown_pots import PotShare
from tests.rules.build import C, hand, seat
from tests.rules.build import log as rows_log
from tests.rules.pot_exhibits import act, cases, log_of, numbers_of, pot_of, shown
from tests.rules.pot_logs import pot_hand, pot_log, pot_seat

_SESSION = {"event": "session", "format": "cardroom-log/1", "room": "TEST-1", "session": "S-1", "table": "T1",
            "currency": "EUR", "opened_at": "2026-03-14T19:00:00+02:00", "ruleset": "olympic-cash"}  # fmt: skip
_BLINDS = [
    {"act": "post", "seat": 1, "kind": "small_blind", "amount": 100},
    {"act": "post", "seat": 2, "kind": "big_blind", "amount": 200},
]


def one(*events, number: int = 1):
    (exhibit,) = explain_hand(BytesSource(pot_log(_SESSION, *events)), number)
    return exhibit


def test_a_raise_that_is_too_small_is_marked_on_its_act_with_what_was_due():
    exhibit = shown("POT-BET-03")
    raised = act(exhibit, 2)
    assert (raised.seat, raised.street, raised.words) == (3, "preflop", "raised to €3.99")
    assert (raised.amount, raised.to, raised.pot) == (399, 399, 699)
    (mark,) = raised.marks
    assert (mark.code, mark.check, mark.due) == ("raise_too_small", "BET003", {"to": 400})
    assert mark.says == "a raise comes to €4.00 at least"
    assert mark.clause == "OLY-1.17-a"
    others = [each.index for each in pot_of(exhibit).acts if each.marks]
    assert others == [2]


def test_the_pot_grows_by_what_each_act_puts_in():
    exhibit = shown("POT-GAME-14")  # seven-card stud: antes, a bring-in, a completion
    pots = [each.pot for each in pot_of(exhibit).acts]
    assert pots[:8] == [50, 100, 150, 250, 350, 550, 550, 650]
    assert pots[-2:] == [1850, 2250]
    assert act(exhibit, 5).words == "completed to €2.00"
    assert act(exhibit, 10).street == "fourth"
    assert act(exhibit, 8).words == "was dealt a card (4h face up)"
    assert act(exhibit, 20).words == "was dealt a card (Ks face down)"


def test_an_uncalled_bet_leaves_the_pot_with_its_return():
    acts = [*_BLINDS, {"act": "raise", "seat": 3, "to": 600}, {"act": "fold", "seat": 1}, {"act": "fold", "seat": 2},
            {"act": "return", "seat": 3, "amount": 400}]  # fmt: skip
    exhibit = one(pot_hand(acts=acts, fees=[]))
    assert [each.pot for each in pot_of(exhibit).acts] == [100, 300, 900, 900, 900, 500]
    assert act(exhibit, 5).words == "€4.00 went back"
    (pot,) = pot_of(exhibit).pots
    assert (pot.amount, pot.winners, pot.shares) == (
        500,
        [3],
        [PotShare(seat=3, amount=500, run=1, half="all")],
    )


@pytest.mark.sampled(5)
@pytest.mark.parametrize("case", sorted(cases()))
def test_every_worked_hand_is_shown_and_its_chips_add_up(case):
    for number in set(numbers_of(case)):
        for exhibit in explain_hand(BytesSource(log_of(case)), number):
            pot = pot_of(exhibit)
            assert json.loads(msgspec.json.encode(exhibit))["pot"]["variant"] == exhibit.variant
            marked = [mark.code for each in pot.acts or () for mark in each.marks]
            marked += [mark.code for mark in pot.marks]
            assert sorted(marked) == sorted(each["code"] for each in exhibit.replay["illegal"])
            put_in = [each.put_in for each in pot.seats if each.dealt_in]
            if pot.acts and not exhibit.void and None not in put_in and pot.acts[-1].pot is not None:
                back = sum(each["amount"] for each in exhibit.replay["returned"] or ())
                gone = sum(each.amount for each in pot.acts if each.act == "return")
                assert pot.acts[-1].pot + gone == sum(put_in) + back


@pytest.mark.sampled(8)
@pytest.mark.parametrize("case", sorted(each for each in cases() if cases()[each]["expected"].get("illegal")))
def test_what_was_due_is_the_same_as_in_the_findings_of_the_audit(case):
    """An act that a finding names is marked with the same code, seat and act, and with the end of its message."""
    findings = audit_log(BytesSource(log_of(case))).findings
    of_acts = [each for each in findings if ", act " in each.message and each.kind == "violation"]
    assert len(of_acts) == sum(each["act"] is not None for each in cases()[case]["expected"]["illegal"])
    for finding in of_acts:
        _is_marked(case, finding)


def _is_marked(case: str, finding: Finding) -> None:
    index = int(finding.message.split(", act ")[1].split(":")[0])
    assert finding.hand is not None
    marks = [mark for mark in act(shown(case, finding.hand), index).marks if mark.check == finding.code]
    assert any(f"; {mark.says} (" in finding.message for mark in marks)
    assert finding.clause in {mark.clause for mark in marks}


def test_a_hand_run_twice_has_both_boards_and_a_share_of_each():
    pot = pot_of(shown("POT-RIT-01"))
    assert pot.boards == ["2c7dJh4s9c", "2c7dJhKh3d"]
    assert pot.acts[14].notes == ["run 2"]
    assert pot.acts[11].words == "the rest was dealt 2 times"
    assert pot.acts[11].notes == ["agreed: seats 2, 6"]
    (main,) = pot.pots
    assert [(each.run, each.seat, each.amount) for each in main.shares] == [(1, 2, 20100), (2, 6, 20000)]
    assert (main.rake, main.drop) == (1000, 100)


def test_side_pots_without_acts_are_shown_from_totals_and_cards():
    pot = pot_of(shown("POT-SIDE-03"))
    assert pot.acts is None
    assert [(each.pot, each.amount, each.eligible, each.winners) for each in pot.pots] == [
        (0, 18000, [1, 3, 4], [1]),
        (1, 30000, [3, 4], [3]),
    ]
    assert {each.seat: each.due for each in pot.seats} == {1: 12100, 2: -3000, 3: 9900, 4: -20000}


def test_high_and_low_are_shares_of_their_own():
    (pot,) = pot_of(shown("POT-ODD-03")).pots
    assert [(each.half, each.seat, each.amount) for each in pot.shares] == [
        ("high", 2, 5200),
        ("low", 1, 2600),
        ("low", 4, 2500),
    ]


def test_ten_seats_and_a_seat_that_missed():
    seats = [pot_seat(number) for number in range(1, 10)] + [pot_seat(10, status="missed")]
    pot = pot_of(
        one(pot_hand(1, *seats, acts=[*_BLINDS, *({"act": "fold", "seat": each} for each in range(3, 10))]))
    )
    assert [each.seat for each in pot.seats] == list(range(1, 11))
    assert [each.seat for each in pot.seats if not each.dealt_in] == [10]
    assert [each.seat for each in pot.seats if each.folded] == [3, 4, 5, 6, 7, 8, 9]


def test_cards_that_nobody_saw_leave_the_winner_unknown():
    acts = [*_BLINDS, {"act": "call", "seat": 3}, {"act": "fold", "seat": 1}, {"act": "check", "seat": 2},
            {"act": "board", "street": "flop", "cards": "2c7dJh"}, {"act": "board", "street": "turn", "cards": "4s"},
            {"act": "board", "street": "river", "cards": "9c"}, {"act": "show", "seat": 2, "cards": "AhAd"},
            {"act": "muck", "seat": 3}]  # fmt: skip
    del acts[-1]
    pot = pot_of(one(pot_hand(acts=acts, fees=[])))
    (main,) = pot.pots
    assert (main.winners, main.shares) == (None, None)
    assert {each.seat: each.due for each in pot.seats} == {1: -100, 2: None, 3: None}
    assert {each.seat: each.held for each in pot.seats} == {1: "????", 2: "AdAh", 3: "????"}
    assert [(each.act, each.seat, each.cards, each.mucked) for each in pot.shows] == [(8, 2, "AhAd", False)]


def test_a_void_hand_gives_every_chip_back_and_says_why_it_should_not_be_void():
    exhibit = shown("POT-MIS-02")
    pot = pot_of(exhibit)
    assert exhibit.void
    assert pot.pots == []
    assert {each.due for each in pot.seats} == {0}
    (mark,) = pot.marks
    assert mark.says == "the hand is void, and too many players had acted for a misdeal"


def test_what_was_due_is_after_the_fees_on_record():
    """A wrong rake is one wrong amount, and no seat's award differs for it."""
    acts = [*_BLINDS, {"act": "raise", "seat": 3, "to": 600}, {"act": "fold", "seat": 1}, {"act": "call", "seat": 2},
            {"act": "board", "street": "flop", "cards": "2c7dJh"}, {"act": "check", "seat": 2},
            {"act": "bet", "seat": 3, "to": 900}, {"act": "fold", "seat": 2},
            {"act": "return", "seat": 3, "amount": 900}]  # fmt: skip
    pot = pot_of(one(pot_hand(acts=acts, fees=[{"kind": "rake", "amount": 150}])))
    assert pot.rake == 50
    assert [(each.kind, each.amount) for each in pot.fees] == [("rake", 150)]
    assert {each.seat: each.due for each in pot.seats}[3] == 1300 - 150 - 600
    without = pot_of(one(pot_hand(acts=acts)))
    assert without.fees is None
    assert {each.seat: each.due for each in without.seats}[3] == 1300 - 50 - 600


def test_recorded_pots_stand_beside_those_that_were_due():
    acts = [*_BLINDS, {"act": "fold", "seat": 3}, {"act": "fold", "seat": 1}]
    pots = [{"pot": 0, "amount": 250, "awards": [{"seat": 2, "amount": 250}]}]
    pot = pot_of(one(pot_hand(acts=acts, fees=[], pots=pots)))
    (main,) = pot.pots
    assert (main.amount, main.recorded) == (200, 250)
    assert main.recorded_shares == [PotShare(seat=2, amount=250, run=None, half=None)]
    assert {each.seat: each.award for each in pot.seats} == {1: 0, 2: 250, 3: 0}


def test_stakes_come_from_the_terms_and_stacks_are_compared_with_the_hand_before():
    terms = {"event": "terms", "at": "2026-03-14T19:30:00+02:00", "limit": "no_limit",
             "stakes": {"small_blind": 100, "big_blind": 200}}  # fmt: skip
    folds = [*_BLINDS, {"act": "fold", "seat": 3}, {"act": "fold", "seat": 1}]
    first = pot_hand(1, acts=folds, fees=[], limit=None, stakes=None)
    again = [{**each, "seat": each["seat"] % 3 + 1} for each in folds]
    second = pot_hand(
        2, pot_seat(1, 19_000), pot_seat(2, 20_100), pot_seat(3), acts=again, fees=[], limit=None, stakes=None,
        dealer=1, at="2026-03-14T20:02:00+02:00",
    )  # fmt: skip
    pot = pot_of(one(terms, first, second, number=2))
    assert (pot.limit, pot.stakes) == ("no_limit", {"small_blind": 100, "big_blind": 200})
    (mark,) = [each for each in pot.marks if each.code == "stack_differs"]
    assert (mark.seat, mark.due, mark.check) == (1, {"stack": 19900}, "STK018")


def test_a_ruling_on_record_covers_its_act():
    raised = [*_BLINDS, {"act": "raise", "seat": 3, "to": 399}]
    ruling = [{"kind": "wrong_bet", "seat": 3, "ruling": "bet_stands", "act": 3}]
    exhibit = one(pot_hand(acts=raised, irregularities=ruling))
    assert [each.ruled for each in act(exhibit, 2).marks] == [True]
    assert [(each.ruling, each.act) for each in exhibit.irregularities] == [("bet_stands", 3)]


def test_what_the_log_adds_to_an_act():
    acts = [*_BLINDS, {"act": "raise", "seat": 3, "to": 600, "said": "raise", "said_to": 600, "chips": [[500], [100]]},
            {"act": "clock", "seat": 1, "at": "2026-03-14T20:01:00+02:00", "called_by": 3,
             "acted_at": "2026-03-14T20:01:40+02:00"},
            {"act": "fold", "seat": 1, "by": "timeout"}, {"act": "call", "seat": 2},
            {"act": "board", "street": "flop", "cards": "2c7dJh", "burn": "Qd"}]  # fmt: skip
    exhibit = one(pot_hand(acts=acts))
    assert act(exhibit, 2).notes == ["said: raise €6.00", "chips: €5.00, then €1.00"]
    assert act(exhibit, 3).notes == ["called by seat 3", "acted after 40 seconds"]
    assert act(exhibit, 4).notes == ["when the time ran out"]
    assert act(exhibit, 6).notes == ["burnt before: Qd"]


def test_an_exchange_names_the_cards_on_both_sides():
    words = [each.words for each in pot_of(shown("POT-GAME-23")).acts if each.act == "draw"]
    assert words == ["exchanged 2 cards (KsQh for 3s)", "stood pat"]
    pat = [each.words for each in pot_of(shown("POT-GAME-20")).acts if each.act == "draw"]
    assert pat == ["stood pat"] * 6


def test_a_hand_that_no_ruleset_covers_shows_what_the_record_has():
    dealt = pot_hand(acts=_BLINDS, fees=[{"kind": "rake", "amount": 50}])
    (exhibit,) = explain_hand(BytesSource(pot_log(_SESSION | {"ruleset": "wsgc-base"}, dealt)), 1)
    assert exhibit.replay["undetermined"][0]["code"] == "CTL002"
    pot = pot_of(exhibit)
    assert (pot.acts, pot.pots, pot.rake) == (None, None, None)
    assert [each.stack for each in pot.seats] == [20000, 20000, 20000]
    assert pot.fees[0].amount == 50


def test_hands_of_other_games_have_no_key_of_pots():
    (exhibit,) = explain_hand(
        BytesSource(rows_log(hand(1, seat(1, C), seat(2), irregularities=[{"kind": "other"}]))), 1
    )
    written = json.loads(msgspec.json.encode(exhibit))
    assert "pot" not in written
    assert "act" not in written["irregularities"][0]
