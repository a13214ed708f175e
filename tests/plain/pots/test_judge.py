"""The plain judge of pot hands comes to every known answer that is about bets and chips."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules.controls.library import library
from tests.folding import of_every
from tests.plain.pots.judge import judged
from tests.plain.pots.settled import settled

_CASES = Path(__file__).parents[2] / "cases"
_CODES = {
    "out_of_turn", "betting_closed", "hand_not_live", "call_amount", "check_facing_bet", "bet_too_small", "raise_too_small",
    "raise_not_open", "over_pot", "over_stack", "wrong_bet_size", "too_many_raises", "street_early", "small_blind_amount",
    "big_blind_amount", "ante_amount", "bring_in_amount", "bring_in_seat", "straddle_amount",
}  # fmt: skip
_NOT_JUDGED = {
    "POT-PRE-01": "a card that was dealt early is taken back",
    "POT-PRE-02": "a card that was dealt early is taken back",
    "POT-PRE-03": "a card that was dealt early is taken back",
    "POT-PRE-05": "a card that was dealt early is taken back",
}
_NOT_SETTLED = {
    "POT-SHOW-05": "an absent big blind cannot win",
    "POT-MIS-06": "a hand with a wrong number of cards cannot win",
}


def _hands(name: str) -> list[dict[str, Any]]:
    """The cases of a file whose last hand has acts, with the terms of their table."""
    found = []
    for line in (_CASES / name).read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        terms: dict[str, Any] = {}
        for event in case["log"]:
            terms |= event if event["event"] == "terms" else {}
        hands = [event for event in case["log"] if event["event"] == "pot_hand"]
        if hands and hands[-1].get("acts") and not hands[-1].get("void"):
            case["hand"] = {"stakes": terms.get("stakes", {}), "limit": terms.get("limit"), **hands[-1]}
            found.append(case)
    return found


CASES = [*_hands("forced-bets.ndjson"), *_hands("pots.ndjson")]


def _rules(case: dict[str, Any]) -> Any:
    return library().get(case["ruleset"]).sections.pot


@of_every("case", [case for case in CASES if case["id"] not in _NOT_JUDGED])
def test_the_judge_names_what_each_act_breaks(case: dict[str, Any]) -> None:
    illegal = case["expected"].get("illegal")
    expected = {(each["act"], each["seat"], each["code"]) for each in illegal or () if each["code"] in _CODES}
    assert illegal is None or set(judged(case["hand"], _rules(case)).breaches) == expected, case["id"]


@of_every("case", [case for case in CASES if case["id"] not in _NOT_SETTLED])
def test_the_judge_comes_to_the_nets(case: dict[str, Any]) -> None:
    nets, fees = case["expected"].get("nets"), case["hand"].get("fees", [])
    rules = _rules(case)
    if not nets or "awards_differ" in case.get("breaks", ()):
        return
    if rules.fees.rake.step_money is None and any("pot" not in fee for fee in fees):
        return  # how a fee fell on the pots is not on record
    due = settled(judged(case["hand"], rules), fees)
    assert {seat: due.nets[int(seat)] for seat, net in nets.items() if net is not None} == nets, case["id"]
