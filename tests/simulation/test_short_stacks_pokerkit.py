"""PokerKit plays honest hands of short stacks: where it takes every act, it pays what the plain judge says.

Where it does not, the hand has a reason: PokerKit plays the reading `paid` of AMB-short-post (a blind counts with what was paid
of it), it opens the betting otherwise after an all-in for less than a raise, or it has no such post, board or ruling at all.
"""

from __future__ import annotations

from collections import Counter

import pytest

from rules.controls.library import library
from tests.plain.pots.judge import Judge
from tests.plain.pots.settled import settled
from tests.simulation.short_stacks.logs import LIMITS, short_log
from tests.simulation.test_pokerkit import JUDGED, SHORT_POST, SHORT_RAISE, judged, reasons

pytestmark = pytest.mark.slow

STANDARD = library().get("standard-cash")
RULES = STANDARD.sections.pot
PAID = "AMB-short-post: PokerKit plays the reading `paid`"
REOPENS = "AMB-limit-adds-up, AMB-half-over-bring-in and OLY-1.20: half of a bet is not the same to PokerKit"
HALVES = (
    "OLY-6.3-board: PokerKit halves each pot where any seat of the hand has a low, and not a seat of that pot"
)
READINGS = {SHORT_POST: PAID, SHORT_RAISE: REOPENS}


def _other_rules(played, hand):
    """Why PokerKit cannot play a hand at all; empty where it can try."""
    no_such = [reason for reason in reasons(hand, hand["stakes"]) if reason not in READINGS]
    posted = {act["kind"]: act["seat"] for act in hand["acts"] if act["act"] == "post"}
    first = played.table.order[0]
    if played.table.bomb:
        return "a bomb pot"
    if played.table.buyer is not None or (len(played.table.stacks) > 2 and posted.get("big_blind") == first):
        return "a dead button, or one that is bought"
    if any(act.get("by") for act in hand["acts"]):
        return "a hand that is killed"
    if _idle(played, hand):
        return "an act of a seat that need not act"
    return no_such[0] if no_such else ""


def _idle(played, hand):
    """Whether somebody acts where nobody must, or opens for the bring-in in the stead of a seat that folded."""
    judge = Judge(hand, played.rules, bomb=False)
    for act in hand["acts"]:
        verbs = act["act"] in ("fold", "check", "call", "bet", "raise", "complete")
        acts = verbs or act.get("kind") == "bring_in"
        if acts and judge.turn() is None:
            return True
        brought = any(each.get("kind") == "bring_in" for each in hand["acts"][: hand["acts"].index(act)])
        if verbs and judge.duty is not None and not brought and judge.round == 0:
            return True
        judge.take(act)
    return False


def _absent(hand):
    """Whether a blind was not posted, because the ante took all that its seat had."""
    posted = {act["kind"] for act in hand["acts"] if act["act"] == "post"}
    return any(kind in hand["stakes"] and kind not in posted for kind in ("small_blind", "big_blind"))


def _gross(played):
    """What each seat wins or loses before fees; None where the chips of a pot do not divide evenly."""
    due = settled(played.judge, [])
    for pot, _ in enumerate(due.pots):
        if len({amount for at, *_, amount in due.awards if at == pot}) > 1:
            return None
    return due.nets


def _low_elsewhere(played):
    """Whether one pot is won by high and low, and another one by the high alone."""
    won = {(pot, half) for pot, _, half, _, _ in settled(played.judge, []).awards}
    low = {pot for pot, half in won if half == "low"}
    return bool(low) and low != {pot for pot, _ in won}


def compared(game, limit, hands, seed):
    """How many hands PokerKit played, by what it was; a hand without a reason has to come to the same."""
    found = Counter()
    log = short_log(STANDARD, game, limit, hands=hands, seed=seed)
    for number, played in log.hands.items():
        hand = played.hand
        if reason := _other_rules(played, hand):
            found[reason] += 1
            continue
        readings = [READINGS[reason] for reason in reasons(hand, hand["stakes"])]
        readings += [PAID] if _absent(hand) else []
        halves = [HALVES] if _low_elsewhere(played) else []
        try:
            payoffs = judged(hand, RULES.games[game], limit, hand["stakes"])
        except (
            ValueError,
            AssertionError,
            TypeError,
        ):  # PokerKit refuses an act, or asks another seat, or none
            if not readings:
                raise
            found[readings[0]] += 1
            continue
        due = _gross(played)
        why = [name for name in (PAID, HALVES) if name in [*readings, *halves]]
        assert due is None or payoffs == due or why, number
        found["the same" if payoffs == due else "odd chips" if due is None else why[0]] += 1
    return found


@pytest.fixture
def hands(request):
    """Hands of each game and limit: 1,000 with --whole, else 30."""
    return 1_000 if request.config.getoption("whole") else 30


@pytest.mark.sampled(16)
@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("game", JUDGED)
def test_pokerkit_pays_the_same_unless_a_reading_says_why(game, limit, hands):
    found = compared(game, limit, hands, seed=7)
    assert found["the same"] > hands // 20, found
