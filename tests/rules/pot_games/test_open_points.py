"""What another reading of the controls changes in pot hands: no hand that one changes is left out, and what it moves is right."""

from __future__ import annotations

import numpy as np
import pytest

from rules.audit.open_pots import apart
from rules.audit.pot_pass import PotPass
from rules.clauses import ambiguities
from rules.controls.library import library
from rules.records.reader import LogReader
from rules.replay.pots.block_replay import TableFacts, replay
from rules.replay.pots.open_point_masks import touched
from rules.replay.readings import other_readings
from rules.results import ReadingEffect
from tests.rules.checks.pot_hands import CALLED, CHECKED, act, audited, hand
from tests.rules.pot_games.test_blocks import _alone
from tests.rules.pot_games.test_cases import CASES
from tests.rules.pot_logs import pot_blocks, pot_log

CLUB = library().get("olympic-cash")


def block():
    """The known answers of one hand as one block, replayed under the club's rules."""
    hands = [each for place, case in enumerate(CASES, 1) if (each := _alone(place, case))]
    reader = LogReader()
    (only,) = reader.blocks([pot_log(*hands)])
    tables = PotPass(reader)
    return tables.view(only, CLUB).replayed, tables.facts


@pytest.mark.slow
def test_a_topic_leaves_out_no_hand_that_another_reading_changes():
    replayed, facts = block()
    every, seen = np.arange(len(replayed.hands)), set()
    for ambiguity in ambiguities().values():
        others = other_readings(CLUB, ambiguity) if CLUB.concerns(ambiguity) else {}
        for reading, other in others.items() if ambiguity.touches else ():
            changed, _ = apart(replayed, every, other, facts)
            missed = replayed.hands.number[changed & ~touched(replayed, ambiguity.touches)]
            assert missed.tolist() == [], (ambiguity.id, reading)
            seen |= {ambiguity.id} if changed.any() else set()
    assert len(seen) >= 25


@pytest.mark.parametrize("withdrawn", [True, False], ids=str)
def test_a_hand_with_a_card_taken_back_is_open_to_the_readings_of_early_cards(withdrawn):
    """Though nobody had to act any more when it came."""
    turn = act("turn 4s") | {"withdrawn": withdrawn}
    (only,) = pot_blocks(hand(*CALLED, "2 checks", "6 checks", turn))
    assert CLUB.sections.pot is not None
    replayed = replay(only, CLUB.sections.pot, TableFacts())
    assert touched(replayed, "pot_early_card").tolist() == [withdrawn]


@pytest.mark.parametrize(("rake", "differs"), [(0, False), (100, True)], ids=str)
def test_a_hand_is_open_to_the_readings_of_a_rake_where_another_one_was_taken(rake, differs):
    """No rake is due of a pot of €5."""
    (only,) = pot_blocks(hand(*CHECKED, "2 checks", "6 checks", fees=[{"kind": "rake", "amount": rake}]))
    assert CLUB.sections.pot is not None
    replayed = replay(only, CLUB.sections.pot, TableFacts())
    assert (replayed.settled.fees.rake.tolist(), touched(replayed, "pot_rake_differs").tolist()) == (
        [0],
        [differs],
    )


def point(*events, ruleset="olympic-cash"):
    """What the audit says of open points: the reading taken, and the words of the others."""
    return [
        (each.stated, each.clause, each.message.partition("Other readings: ")[2])
        for each in audited(*events, ruleset=ruleset).findings
        if each.code == "SCR004"
    ]


def test_a_reading_that_moves_money_says_how_much():
    """Seat 6 is dealt in and away: with who is there, five play, and no euro goes to the jackpot."""
    played = hand(
        *CHECKED, "2 bets 1000", "6 calls 1000", hole={2: "AhAd", 6: "KhKd"}, at_seats={5: {"present": False}}
    )
    (found,) = [each for each in point(played) if each[0] == "dealt_in"]
    assert found == (
        "dealt_in", "OLY-2.38-a", "seated (who has a seat): moves nothing; present (who was there): €1.00 in 1 hand (OLY-2.38-a)."
    )  # fmt: skip


def test_a_reading_that_changes_what_is_illegal_says_so():
    """An all-in of half a raise opens the betting again; by another reading of half it does not."""
    short = (*CALLED[:-2], "2 checks", "flop 2c7dJh", "2 bets 1000", "6 raises 1500", "2 raises 2500")
    (found,) = [each for each in point(hand(*short, "6 folds", stacks={6: 1700})) if each[0] == "inclusive"]
    assert found[2].startswith("exclusive (no, it takes more than half): no money, other findings in 1 hand")
    (found,) = [each for each in point(hand(*short, stacks={6: 1700})) if each[0] == "inclusive"]
    assert found[2].startswith(
        "exclusive (no, it takes more than half): changes 1 hand, and what it moves is not known"
    )


def effects(*events):
    """What each reading of each open point moves: (units, money, hands) by the point and the reading."""
    found = audited(*events).findings
    readings = [each for finding in found for each in finding.readings or ()]
    return {(each.ambiguity, each.reading): (each.units, each.money, each.hands) for each in readings}


def test_no_reading_of_a_pot_game_has_units():
    """Seat 6 is dealt in and away. A pot game is in money, and has no units: null, and not 0."""
    played = hand(
        *CHECKED, "2 bets 1000", "6 calls 1000", hole={2: "AhAd", 6: "KhKd"}, at_seats={5: {"present": False}}
    )
    found = effects(played)
    assert {units for units, _, _ in found.values()} == {None}
    assert {reading: found["AMB-OLY-six-players", reading] for reading in ("dealt_in", "seated", "present")} == {
        "dealt_in": (None, 0, 1), "seated": (None, 0, 0), "present": (None, 100, 1),
    }  # fmt: skip


def test_a_reading_that_was_not_worked_out_moves_neither_units_nor_money():
    none = ReadingEffect("AMB-X", "other", "a house rule", False, 0, None, None)
    assert not none.worked_out
    assert ReadingEffect("AMB-X", "other", "of a pot game", False, 0, None, 0).worked_out
    assert ReadingEffect("AMB-X", "other", "a card was not recorded", False, 2, None, None).worked_out


def test_a_hand_that_no_open_point_concerns_has_none():
    assert point(hand(*CALLED, "2 bets 1000", "6 folds"), ruleset="standard-cash") == []
