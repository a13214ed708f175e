"""The pages of pot games: the games and the rules of a system, and its worked hands."""

import json

import pytest

from auditor.reference.hands import known
from auditor.reference.systems.worked_hand_choice import worked
from rules.audit import BytesSource, audit_log
from rules.controls.library import library
from tests.reference.test_pages import section, text

CASES = known("pots.ndjson")
CLUB, STANDARD = "systems/olympic-cash", "systems/standard-cash"


def test_a_page_has_its_games_and_its_rules():
    page = text(CLUB)
    games = section(page, "### Games")
    assert (
        "| Courchevel | preflop: 1 on the board and 5 face down; flop: 2 on the board; turn: 1 on the board"
        in games
    )
    assert (
        "half: the highest hand (own cards: all, and no board); half: the highest hand (own cards: exactly two, with three "
        "of the board) | at most 6 |" in games
    )
    assert "Omaha (pot limit)" in section(page, "### Mixed games")
    assert (
        "- After such an all-in the next raise is at least the all-in and the last full raise ([AMB-OLY-allin-next])."
        in page
    )
    fees = section(page, "### Rake and jackpot drop")
    assert "- The rake of a hand is at most €10.00.\n" in fees
    assert "- The rake goes by all pots of a hand together ([AMB-OLY-rake-base])." in fees
    assert (
        "- In Texas Hold'em and Crazy Pineapple the hand that loses is at least: full house, A over J."
        in page
    )
    assert "`auditor audit LOG --ruleset olympic-cash` audits a log under it." in page
    assert "and 2 of pot games" in text("systems")
    assert "### Jackpots of pot games" not in text(STANDARD)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_worked_hand_was_played_and_paid_by_the_rules(case):
    """Its acts, fees, pots and nets, as recorded, give no finding; only what the documents leave open."""
    log = "".join(json.dumps(line) + "\n" for line in case["log"]).encode()
    assert {each.code for each in audit_log(BytesSource(log)).findings} <= {"SCR004"}


def test_each_system_shows_a_side_pot_a_split_pot_and_each_limit():
    for name in ("olympic-cash", "standard-cash"):
        shown = {one.case["id"].rpartition("-")[2] for one in worked(library().get(name))}
        assert {"SIDE", "HILO"} < shown, name
        assert {one.hand["limit"] for one in worked(library().get(name))} == {
            "no_limit", "pot_limit", "fixed_limit",
        }  # fmt: skip


def test_a_hand_is_worked_through_street_by_street():
    hand = section(text(CLUB), "### Hand 1: no limit, a side pot, an odd chip and a jackpot drop")
    assert "Six players. Hold’em; no limit; small blind €1.00, big blind €2.00, smallest chip €0.50" in hand
    assert "| Preflop | 1 | posted a small blind of €1.00 | €1.00 | €1.00 | [external:RROP-blinds] |" in hand
    assert "| | 3 | raised to €30.50 | €30.50 | €33.50 | [OLY-1.17-a], [OLY-1.17-b], [OLY-2.17] |" in hand
    assert "| Flop | | the flop was dealt (K♥ 7♦ 2♣) | | €91.50 | [OLY-6.1-deal] |" in hand


def test_a_hand_shows_the_rake_of_each_pot_and_the_odd_chip():
    hand = section(text(CLUB), "### Hand 1: no limit, a side pot, an odd chip and a jackpot drop")
    assert "| Main pot | €91.50 | 1, 2 and 3 | €4.50 | €1.00 | €86.00 |" in hand
    assert "| Side pot 1 | €50.00 | 1 and 2 | €2.50 | €0.00 | €47.50 |" in hand
    assert "The pots come to €141.50. The rake is €7.00." in hand
    assert "- Side pot 1: €0.50 that cannot be divided goes to seat 1 ([OLY-1.46-b])." in hand
    assert "| 1 | A♣ K♦ | €100.00 | €55.50 | €24.00 | −€31.50 | €68.50 |" in hand


def test_a_high_and_a_low_divide_a_pot():
    hand = section(text(CLUB), "### Hand 2: pot limit and a high and a low")
    assert "| Main pot | high | 2 | €58.00 |" in hand
    assert "- Main pot: €1.00 that cannot be divided goes to the high ([OLY-6.3-split])." in hand
    assert "- Main pot: €1.00 that cannot be divided goes to seat 1 ([OLY-1.46-b])." in hand


def test_the_rake_of_a_room_under_the_standard_rules_is_what_it_took():
    page = text(STANDARD)
    assert (
        "The rake is $5.00. It is what the room took: these rules say only how much it may be at most."
        in page
    )
    assert "Do all-ins of less than half a bet add up in a fixed limit?" in page


def test_what_another_reading_would_pay_in_a_worked_hand():
    readings = section(text(CLUB), "### What other readings would pay in these hands")
    assert "**What is an odd chip?** [AMB-OLY-oddchip-unit]" in readings
    assert "| seat 1 | −€31.50 | −€31.75 |" in readings
