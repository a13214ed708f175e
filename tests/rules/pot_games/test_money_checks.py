"""Checks that compare the money of pot hands: pots, awards, nets, rake and drop."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.audit.audit_of_log import audit_log
from rules.audit.source import BytesSource
from rules.results import Audit, Finding
from tests.rules.build import session
from tests.rules.pot_games.test_cases import CASES
from tests.rules.pot_logs import pot_hand, pot_log, pot_seat

MINE = ("POT008", "POT009", "POT010", "FEE033", "FEE034", "FEE035")
BREAKS = {"rake_differs": {"FEE033", "FEE034"}, "awards_differ": {"POT009"}, "mucked_winner": {"POT009"}}
Row = dict[str, Any]
BOARD = [
    {"act": "board", "street": "flop", "cards": "2c7dJh"},
    {"act": "board", "street": "turn", "cards": "4s"},
    {"act": "board", "street": "river", "cards": "9c"},
]
RAKE = {"kind": "rake", "amount": 50}


def audited(*events: Row, ruleset: str = "olympic-cash") -> Audit:
    audit = audit_log(BytesSource(pot_log(*events)), ruleset=ruleset)
    assert audit.complete, audit.failures
    return audit


def found(audit: Audit) -> list[Finding]:
    return [each for each in audit.findings if each.code in MINE]


def facts(each: Finding) -> tuple[Any, ...]:
    return each.code, each.hand, each.seat, each.stated, each.expected, each.money, each.clause


def reasons(audit: Audit, code: str) -> list[str]:
    (row,) = (each for each in audit.coverage if each.code == code)
    return [each.reason for each in row.because]


def all_in(*stacks: int, cards: tuple[str, ...] = ("AhAd", "KhKd", "QhQd"), **fields: Any) -> Row:
    """Three all in before the flop for their stacks, the button in seat 3; nets by seat as ``nets``."""
    nets = fields.pop("nets", (None,) * 3)
    seats = [
        pot_seat(at, stack, hole=hole, **({} if net is None else {"net": net}))
        for at, (stack, hole, net) in enumerate(zip(stacks, cards, nets, strict=True), 1)
    ]
    acts = [
        {"act": "post", "seat": 1, "kind": "small_blind", "amount": 100},
        {"act": "post", "seat": 2, "kind": "big_blind", "amount": 200},
        {"act": "raise", "seat": 3, "to": stacks[2]},
        {"act": "call", "seat": 1},
        {"act": "call", "seat": 2},
        *BOARD,
    ]
    return pot_hand(1, *seats, acts=acts, **fields)


def pot(amount: int, *awards: tuple[int, int], number: int = 0, **fields: Any) -> Row:
    given = [{"seat": seat, "amount": each} for seat, each in awards]
    return {"pot": number, "amount": amount, "awards": given, **fields}


# ------------------------------------------------------------------------------- POT008 pot-differs


def test_pot008_fires_where_a_pot_is_not_what_the_chips_come_to():
    right = all_in(500, 500, 500, pots=[pot(1500, (1, 1450))], fees=[RAKE])
    assert found(audited(right)) == []
    (each,) = found(audited(all_in(500, 500, 500, pots=[{"pot": 0, "amount": 1400}], fees=[RAKE])))
    assert facts(each) == ("POT008", 1, None, 1400, 1500, 100, "external:RROP-betting")
    assert "the pot is on record as €14.00; the chips put in come to €15.00" in each.message


def test_pot008_names_the_seats_of_a_pot_that_differ():
    pots = [{"pot": 0, "amount": 1500, "eligible": [1, 2, 3]}, {"pot": 1, "amount": 1000, "eligible": [1, 3]}]
    (each,) = found(audited(all_in(500, 1000, 1000, pots=pots, fees=[{"kind": "rake", "amount": 100}])))
    assert (each.code, each.stated, each.expected) == ("POT008", "1, 3", "2, 3")
    assert (
        "side pot 1 is on record as open to seats 1 and 3; by the chips put in seats 2 and 3" in each.message
    )
    pots[1]["eligible"] = [2, 3]
    assert found(audited(all_in(500, 1000, 1000, pots=pots, fees=[{"kind": "rake", "amount": 100}]))) == []


def test_pot008_takes_one_amount_for_all_pots_of_a_hand_as_their_sum():
    fees = [{"kind": "rake", "amount": 100}]
    assert found(audited(all_in(500, 1000, 1000, pots=[pot(2500, (1, 1450), (2, 950))], fees=fees))) == []
    (each,) = found(audited(all_in(500, 1000, 1000, pots=[pot(2490, (1, 1450), (2, 950))], fees=fees)))
    assert (each.code, each.stated, each.expected) == ("POT008", 2490, 1500)


def test_pot008_fires_where_awards_and_fees_do_not_add_up_to_the_pots():
    unseen = {"cards": ("AhAd", "????", "QhQd")}
    short = all_in(500, 500, 500, **unseen, pots=[pot(1500, (1, 1440))], fees=[RAKE])
    (each,) = found(audited(short))
    assert facts(each)[:6] == ("POT008", 1, None, 1440, 1450, 10)
    assert "€14.40 was given out of pots of €15.00, and €0.50 was taken: €0.10 is missing" in each.message
    assert found(audited(all_in(500, 500, 500, **unseen, pots=[pot(1500, (1, 1450))], fees=[RAKE]))) == []


# ------------------------------------------------------------------------------- POT009 award-differs


def test_pot009_fires_where_the_pot_went_to_another_hand():
    audit = audited(all_in(500, 500, 500, pots=[pot(1500, (3, 1450))], fees=[RAKE]))
    (each,) = found(audit)
    assert facts(each) == ("POT009", 1, 3, 1450, 0, 1450, "OLY-1.41")
    assert "seat 3: it was given €14.50 of the pot, which it did not win" in each.message
    assert "seat 1 was due €14.50 and was given nothing" in each.message
    assert audit.money_misallocated == each.money
    assert {row.player: row.owed for row in audit.restitution} == {"P1": 1450, "P2": 0, "P3": -1450}


def test_a_jackpot_fee_on_record_leaves_the_main_pot():
    """Seat 1 wins the main pot of 1500, seat 2 the side pot of 1000; of each, 50 was raked. FEE035 is about the fee itself."""
    fees = [{"kind": "rake", "amount": 100}, {"kind": "jackpot", "amount": 100}]
    pots = [pot(1500, (1, 1350)), pot(1000, (2, 950), number=1)]
    right = all_in(500, 1000, 1000, pots=pots, fees=fees, nets=(850, -50, -1000))
    assert [each.code for each in found(audited(right))] == ["FEE035"]
    pots = [pot(1500, (1, 1450)), pot(1000, (2, 850), number=1)]
    of_the_fee, *of_the_pots = found(audited(all_in(500, 1000, 1000, pots=pots, fees=fees)))
    assert of_the_fee.code == "FEE035"
    assert [facts(each)[:5] for each in of_the_pots] == [
        ("POT009", 1, 1, 1450, 1350),
        ("POT009", 1, 2, 850, 950),
    ]


def test_pot009_fires_beside_a_wrong_rake_that_names_no_pot():
    """The awards add up to the pots less the rake, so that they show what was left of each pot."""
    fees = [{"kind": "rake", "amount": 90}]
    pots = [pot(1500, (2, 1455)), pot(1000, (2, 955), number=1)]
    rake, award = found(audited(all_in(500, 1000, 1000, pots=pots, fees=fees)))
    assert facts(rake)[:5] == ("FEE034", 1, None, 90, 100)
    assert facts(award)[:6] == ("POT009", 1, 2, 1455, 0, 1455)


def test_pot009_says_to_whom_an_odd_chip_belongs():
    same = ("AhKd", "AdKh", "QhQd")
    fields = {"cards": same, "stakes": {"small_blind": 100, "big_blind": 200, "chip": 25}}
    board = [{**BOARD[0], "cards": "2cAsJs"}, *BOARD[1:]]

    def shared(*awards: tuple[int, int]) -> Row:
        hand = all_in(525, 525, 525, pots=[pot(1575, *awards)], fees=[RAKE], **fields)
        return {**hand, "acts": [*hand["acts"][:5], *board]}

    assert found(audited(shared((1, 775), (2, 750)))) == []
    (each,) = found(audited(shared((1, 750), (2, 775))))
    assert facts(each) == ("POT009", 1, 2, 775, 750, 25, "OLY-1.46-b")
    assert "given €7.75 of the pot; the odd chip of €0.25 belongs to seat 1" in each.message


def test_pot009_fires_for_a_wrong_amount_after_the_fees_on_record():
    (each,) = found(audited(all_in(500, 500, 500, pots=[pot(1500, (1, 1400))], fees=[RAKE])))
    assert facts(each)[:6] == ("POT009", 1, 1, 1400, 1450, 50)
    assert "given €14.00 of the pot; €14.50 was due" in each.message
    # a wrong rake is one finding, and the awards are right after it
    (each,) = found(
        audited(all_in(500, 500, 500, pots=[pot(1500, (1, 1400))], fees=[{**RAKE, "amount": 100}]))
    )
    assert each.code == "FEE033"


@pytest.mark.parametrize("awards", [((1, 1440), (2, 940)), ((1, 1400), (2, 980)), ((1, 1500), (2, 880))])
def test_pot009_takes_a_rake_to_have_fallen_as_the_awards_show(awards):
    pots = [pot(1500, awards[0]), pot(1000, awards[1], number=1)]
    hand = all_in(500, 1000, 1000, pots=pots, fees=[{"kind": "rake", "amount": 120}])
    assert {each.code for each in found(audited(hand))} == {"FEE033"}


def test_pot009_fires_for_awards_of_a_void_hand_and_of_nobody():
    audit = audited(all_in(500, 500, 500, void=True, pots=[pot(1500, (1, 1500))], fees=[]))
    (each,) = found(audit)
    assert facts(each)[:6] == ("POT009", 1, 1, 1500, 0, 1500)
    assert "the hand was void, so that every chip goes back; €15.00 was given to seat 1" in each.message
    (each,) = found(audited(all_in(500, 500, 500, pots=[pot(1500, (9, 1450))], fees=[RAKE])))
    assert facts(each)[:6] == ("POT009", 1, None, 1450, 0, 1450)
    assert "€14.50 of the pot went where nobody sat" in each.message


def test_pot009_without_fees_finds_the_wrong_winner_and_no_amount():
    right = audited(all_in(500, 500, 500, pots=[pot(1500, (1, 1400))]))
    assert found(right) == []
    assert reasons(right, "POT009") == ["the fees of the hand were not recorded"]
    (each,) = found(audited(all_in(500, 500, 500, pots=[pot(1500, (2, 1400))])))
    assert facts(each)[:6] == ("POT009", 1, 2, 1400, 0, 1400)


def test_pot009_says_why_a_hand_was_not_tested():
    assert reasons(audited(all_in(500, 500, 500, fees=[RAKE])), "POT009") == ["the awards were not recorded"]
    unseen = all_in(500, 500, 500, cards=("AhAd", "????", "QhQd"), pots=[pot(1500, (1, 1450))], fees=[RAKE])
    assert reasons(audited(unseen), "POT009") == ["a hand that could win was not recorded"]


# ------------------------------------------------------------------------------- POT010 net-differs


def test_pot010_fires_where_a_net_is_not_the_awards_less_the_chips():
    assert found(audited(all_in(500, 500, 500, nets=(950, -500, -500), fees=[RAKE]))) == []
    audit = audited(all_in(500, 500, 500, nets=(-500, 950, -500), fees=[RAKE]))
    assert [facts(each) for each in found(audit)] == [
        ("POT010", 1, 1, -500, 950, 1450, "OLY-1.41"),
        ("POT010", 1, 2, 950, -500, 1450, "OLY-1.41"),
    ]
    assert (
        "seat 1: the log records −€5.00; €9.50 was due (awards of €14.50 less €5.00 put in)"
        in found(audit)[0].message
    )
    assert audit.money_misallocated == 1450


def test_pot010_is_quiet_where_wrong_awards_explain_the_net():
    audit = audited(all_in(500, 500, 500, nets=(-500, 950, -500), pots=[pot(1500, (2, 1450))], fees=[RAKE]))
    assert [each.code for each in found(audit)] == ["POT009"]
    assert (audit.money_misallocated, audit.money_misrecorded) == (1450, 0)


def test_awards_that_are_wrong_beside_a_right_net_settle_nothing():
    audit = audited(all_in(500, 500, 500, nets=(950, -500, -500), pots=[pot(1500, (2, 1450))], fees=[RAKE]))
    assert [(each.code, each.money) for each in found(audit)] == [("POT009", 1450)]
    [total] = audit.money
    assert (total.misallocated, total.misrecorded, total.to_nobody) == (None, None, 0)
    assert (total.not_known["misallocated"].hands, total.not_known["misallocated"].bound) == (1, 1450)


def test_pot010_fires_for_nets_of_a_void_hand_and_for_their_sum():
    (each,) = found(audited(all_in(500, 500, 500, nets=(0, -200, 0), void=True, fees=[])))
    assert facts(each)[:6] == ("POT010", 1, 2, -200, 0, 200)
    unseen = ("AhAd", "????", "QhQd")
    (each,) = found(audited(all_in(500, 500, 500, cards=unseen, nets=(960, -500, -500), fees=[RAKE])))
    assert facts(each)[:6] == ("POT010", 1, None, -40, -50, 10)
    assert "the nets of the hand sum to −€0.40, and €0.50 was taken from it: €0.10 too much" in each.message


# ------------------------------------------------------------------------------- FEE033, FEE034, FEE035


@pytest.mark.parametrize(
    ("rake", "code", "severity", "money", "words"),
    [
        (100, "FEE033", "major", 50, "a rake of €1.00 was taken from pots of €15.00; €0.50 was due"),
        (0, "FEE034", "note", 50, "a rake of €0.00 was taken from pots of €15.00; €0.50 was due"),
    ],
)
def test_a_rake_that_is_not_the_one_of_the_schedule(rake, code, severity, money, words):
    (each,) = found(audited(all_in(500, 500, 500, fees=[{"kind": "rake", "amount": rake}])))
    assert (each.code, each.severity, each.money, each.stated, each.expected) == (
        code,
        severity,
        money,
        rake,
        50,
    )
    assert words.replace("a rake of €0.00 was", "no rake was") in each.message


def _folded(**fields: Any) -> Row:
    acts = [
        {"act": "post", "seat": 1, "kind": "small_blind", "amount": 100},
        {"act": "post", "seat": 2, "kind": "big_blind", "amount": 200},
        {"act": "raise", "seat": 3, "to": 1500},
        {"act": "fold", "seat": 1},
        {"act": "fold", "seat": 2},
    ]
    return pot_hand(1, acts=acts, **fields)


def test_fee033_says_why_no_rake_was_due():
    (each,) = found(audited(_folded(fees=[RAKE])))
    assert facts(each) == ("FEE033", 1, None, 50, 0, 50, "OLY-2.40-a")
    assert "no flop was dealt, and no rake was due" in each.message
    assert found(audited(_folded(fees=[]))) == []
    timed = {"event": "terms", "at": "2026-03-14T19:30:00+02:00", "charge": "time"}
    (each,) = found(audited(timed, all_in(500, 500, 500, fees=[RAKE])))
    assert (each.code, each.clause) == ("FEE033", "OLY-2.37-a")
    assert "the table pays for its time, and no rake was due" in each.message


def test_fee033_under_a_limit_finds_only_what_is_above_it():
    fees = [{"kind": "rake", "amount": 150}]
    assert found(audited(all_in(500, 500, 500, fees=fees), ruleset="standard-cash")) == []
    fees[0]["amount"] = 151
    (each,) = found(audited(all_in(500, 500, 500, fees=fees), ruleset="standard-cash"))
    assert facts(each) == ("FEE033", 1, None, 151, 150, 1, "external:house-rake")
    assert "€1.50 is the most that may be taken" in each.message


def test_fees_that_were_not_recorded_are_not_zero():
    audit = audited(all_in(500, 500, 500))
    assert found(audit) == []
    for code in ("FEE033", "FEE034", "FEE035"):
        assert reasons(audit, code) == ["the fees of the hand were not recorded"]


def test_fee035_fires_for_a_drop_of_too_few_players():
    (each,) = found(audited(all_in(500, 500, 500, fees=[RAKE, {"kind": "jackpot", "amount": 100}])))
    assert facts(each) == ("FEE035", 1, None, 100, 0, 100, "OLY-2.38-b")
    assert each.kind == "violation"
    assert "it is taken from 6 players on, and there were 3" in each.message


# ------------------------------------------------------------------------------- every case


@pytest.mark.sampled(8)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_has_only_the_findings_of_what_it_breaks(case):
    codes = {each.code for each in found(audited(*case["log"], ruleset=case["ruleset"]))}
    expected = [BREAKS[name] for name in case.get("breaks", ()) if name in BREAKS]
    assert len(codes) == len(expected)
    assert all(codes & each for each in expected)


def test_a_session_in_another_currency_is_not_compared_with_amounts():
    data = all_in(500, 500, 500, fees=[{"kind": "rake", "amount": 400}])
    audit = audited(session(currency="USD", unit=None, ruleset=None), json.loads(json.dumps(data)))
    assert reasons(audit, "FEE033") == ["the limit is in EUR and the session in USD"]
