"""The checks of rake and drop of pot games: one case of each that fires and that stays quiet; more in pot_games."""

from __future__ import annotations

from typing import Any

from rules.audit import BytesSource, audit_log
from rules.controls.library import library, load
from tests.rules.build import session
from tests.rules.checks.test_pot_money import RIGHT, only
from tests.rules.pot_games.test_money_checks import RAKE, all_in, audited, found, pot
from tests.rules.pot_logs import EUROS, pot_hand, pot_log, pot_seat
from tests.rules.test_pot_controls import text

Row = dict[str, Any]


def test_fee033_fires_on_a_rake_above_the_schedule():
    taken = all_in(500, 500, 500, pots=[pot(1500, (1, 1400))], fees=[{"kind": "rake", "amount": 100}])
    assert only(taken) == (
        "FEE033", 1, None, 100, 50, 50, "OLY-2.36-c",
        "Hand 1: a rake of €1.00 was taken from pots of €15.00; €0.50 was due (OLY-2.36-c)."
    )  # fmt: skip


def test_fee033_quiet_at_the_rake_of_the_schedule():
    assert [each for each in found(audited(RIGHT)) if each.code == "FEE033"] == []


def test_fee034_fires_on_a_rake_below_the_schedule():
    assert only(all_in(500, 500, 500, pots=[pot(1500, (1, 1500))], fees=[])) == (
        "FEE034", 1, None, 0, 50, 50, "OLY-2.36-c", "Hand 1: no rake was taken from pots of €15.00; €0.50 was due (OLY-2.36-c)."
    )  # fmt: skip


def test_fee034_quiet_where_the_fees_were_not_recorded():
    assert [each for each in found(audited(RIGHT)) if each.code == "FEE034"] == []
    assert [each.code for each in found(audited(all_in(500, 500, 500))) if each.code == "FEE034"] == []


def test_fee035_fires_on_a_drop_of_too_few_players():
    dropped = [RAKE, {"kind": "jackpot", "amount": 100}]
    assert only(all_in(500, 500, 500, pots=[pot(1500, (1, 1350))], fees=dropped)) == (
        "FEE035", 1, None, 100, 0, 100, "OLY-2.38-b",
        "Hand 1: €1.00 was dropped for the jackpot; it is taken from 6 players on, and there were 3 (OLY-2.38-b).",
    )  # fmt: skip


def test_fee035_quiet_where_no_drop_was_due_and_none_was_taken():
    assert [each for each in found(audited(RIGHT)) if each.code == "FEE035"] == []


def stud(*after: Row, rake: int, **fields: Any) -> Row:
    """A hand of seven-card stud in which three seats put in €6.00 each on third street, and what followed."""
    ups = ("4h", "9s", "Jc")
    seats = [pot_seat(at, 100_000, hole="", up=up) | {"hole": "????"} for at, up in enumerate(ups, 1)]
    acts = [
        {"act": "post", "seat": 1, "kind": "bring_in", "amount": 200},
        {"act": "complete", "seat": 2, "to": 600},
        {"act": "call", "seat": 3},
        {"act": "call", "seat": 1},
        *after,
    ]
    stakes = {"bring_in": 200, "small_bet": 600, "big_bet": 1_200}
    fees = [{"kind": "rake", "amount": rake}] if rake else []
    return pot_hand(
        1,
        *seats,
        acts=acts,
        game="stud7",
        limit="fixed_limit",
        stakes=stakes,
        dealer=None,
        fees=fees,
        **fields,
    )


FOURTH = [
    {"act": "card", "street": "fourth", "seat": at, "up": up} for at, up in enumerate(("5h", "8s", "Tc"), 1)
]


def found_in(code: str, hand: Row, **session_fields: Any) -> list[tuple[Any, ...]]:
    """What a check finds: stated, due, clause, message."""
    events = [session(**EUROS | session_fields), hand] if session_fields else [hand]
    return [
        (each.stated, each.expected, each.clause, each.message)
        for each in audited(*events).findings
        if each.code == code
    ]


def test_fee033_fires_on_a_rake_of_a_stud_hand_without_a_second_up_card():
    folded = [{"act": "fold", "seat": 3}, {"act": "fold", "seat": 1}]
    hand = stud(rake=50)
    hand["acts"][2:] = folded
    assert found_in("FEE033", hand) == [
        (50, 0, "OLY-2.40-b",
         "Hand 1: a rake of €0.50 was taken from pots of €4.00; no second up-card was dealt, and no rake was due (OLY-2.40-b)."),
    ]  # fmt: skip


def test_fee033_quiet_on_the_rake_of_a_stud_hand_with_a_second_up_card():
    assert found_in("FEE033", stud(*FOURTH, rake=50)) == []
    assert found_in("FEE033", stud(*FOURTH, rake=100))[0][:2] == (
        100,
        50,
    )  # the same hand is raked by the schedule


def test_fee033_fires_on_a_rake_of_a_void_hand():
    void = all_in(500, 500, 500, fees=[RAKE], void=True)
    assert found_in("FEE033", void) == [
        (50, 0, "OLY-2.36-a", "Hand 1: a rake of €0.50 was taken from pots of €0.00; the hand was void, and no rake was due "
         "(OLY-2.36-a)."),
    ]  # fmt: skip


def test_fee033_quiet_on_a_void_hand_without_a_rake():
    void = audited(all_in(500, 500, 500, fees=[], void=True))
    assert [each for each in void.findings if each.code in ("FEE033", "FEE034")] == []


def test_fee033_fires_on_a_rake_of_a_hand_of_a_tournament():
    assert found_in("FEE033", all_in(500, 500, 500, fees=[RAKE]), tournament="E-1") == [
        (50, 0, "OLY-2.36-a",
         "Hand 1: a rake of 50 chips was taken from pots of 1,500 chips; hands of a tournament pay none, and no rake was due "
         "(OLY-2.36-a)."),
    ]  # fmt: skip


def test_fee033_quiet_on_a_hand_of_a_tournament_without_a_rake():
    hand = all_in(500, 500, 500, fees=[])
    assert found_in("FEE033", hand, tournament="E-1") == []
    codes = {each.code for each in audited(session(**EUROS | {"tournament": "E-1"}), hand).findings}
    assert codes.isdisjoint({"FEE033", "FEE034"})


def test_fee034_fires_with_the_clause_of_the_share_or_the_cap_that_the_room_has():
    own = load({"room.toml": text('mode = "exact"\nbp = 500\ncap = 60')}, library())
    line = session(currency="USD", unit=None, ruleset="room-cash", opened_at=EUROS["opened_at"])
    found_ = {}
    for stacks, taken in ((400, 20), (500, 20)):
        hand = all_in(stacks, stacks, stacks, fees=[{"kind": "rake", "amount": taken}])
        made = audit_log(BytesSource(pot_log(line, hand)), library=own)
        found_[stacks] = [
            (each.code, each.stated, each.expected, each.clause)
            for each in made.findings
            if each.code == "FEE034"
        ]
    assert found_ == {400: [("FEE034", 20, 60, "room:3.1")], 500: [("FEE034", 20, 60, "room:3.1")]}


def test_fee029_fires_on_a_fee_from_a_pot_that_the_hand_does_not_have():
    taken = all_in(
        500, 500, 500, pots=[pot(1500, (1, 1450))], fees=[{"kind": "rake", "amount": 50, "pot": 1}]
    )
    (found_,) = (each for each in audited(taken).findings if each.code == "FEE029")
    assert (found_.hand, found_.stated, found_.expected, found_.unit, found_.money) == (
        1,
        1,
        "less than 1",
        "pot",
        50,
    )
    assert found_.message == (
        "Hand 1: €0.50 of rake is on record from pot 1; the hand has one pot, of which the main pot is 0 "
        "(external:RECORD-attributable)."
    )


def test_fee029_quiet_for_a_fee_of_the_main_pot_and_of_a_side_pot():
    for kept in ({}, {"pot": 0}):
        taken = all_in(
            500, 500, 500, pots=[pot(1500, (1, 1450))], fees=[{"kind": "rake", "amount": 50} | kept]
        )
        assert [each for each in audited(taken).findings if each.code == "FEE029"] == []
    side = all_in(
        300,
        500,
        500,
        pots=[pot(900, (1, 900)), pot(400, (2, 400))],
        fees=[{"kind": "rake", "amount": 0, "pot": 1}],
    )
    assert [each for each in audited(side).findings if each.code == "FEE029"] == []
