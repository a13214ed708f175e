"""What other controls would have changed in hands of pot games."""

from __future__ import annotations

from rules.audit.audit_of_log import audit_log
from rules.audit.source import BytesSource
from tests.rules.build import session
from tests.rules.checks.pot_hands import CALLED, hand
from tests.rules.pot_logs import EUROS, pot_log

PLAYED = (
    *CALLED,
    "2 bets 1000",
    "6 calls 1000",
    "turn 4s",
    "2 checks",
    "6 checks",
    "river 9c",
    "2 checks",
    "6 checks",
)


def tried(*hands, ruleset="olympic-cash"):
    """The effect of controls on hands that were played under the usual rules."""
    log = pot_log(session(**(EUROS | {"ruleset": "standard-cash"})), *hands)
    return audit_log(BytesSource(log), ruleset=ruleset, as_if=True).effect


def test_a_rake_that_the_controls_tried_fix_comes_out_of_the_winners_pot():
    """€25.00 lie in the pot: two full tens, €0.50 each; and with six players €1.00 goes to the jackpot."""
    effect = tried(hand(*PLAYED, "2 shows AhAd", "6 shows KhKd", hole={2: "AhAd", 6: "KhKd"}, fees=[]))
    assert (effect.compared, effect.differing, effect.money, effect.units) == (1, 1, 200, 0)
    moved = {each.player: (each.in_force, each.tried, each.difference) for each in effect.players}
    assert moved["P2"] == (1300, 1100, -200)
    assert moved["P6"] == (-1200, -1200, 0)


def test_the_same_controls_change_nothing():
    effect = tried(hand(*PLAYED, hole={2: "AhAd", 6: "KhKd"}, fees=[]), ruleset="standard-cash")
    assert (effect.compared, effect.differing, effect.money) == (1, 0, 0)


def test_a_hand_whose_cards_nobody_saw_cannot_be_compared():
    effect = tried(hand(*PLAYED, fees=[]))
    assert (effect.compared, effect.incomparable) == (0, 1)
    assert [(each.reason, each.hands) for each in effect.because] == [
        ("the record does not hold what was due under either", 1)
    ]


def test_a_jackpot_that_only_the_controls_tried_have_is_all_of_what_differs():
    """€500.00 come from the jackpot, whoever won the pot; without a level on record what it pays is not known."""
    board = (
        "flop QsJsTs",
        "2 checks",
        "6 checks",
        "turn 4d",
        "2 checks",
        "6 checks",
        "river 9c",
        "2 checks",
        "6 checks",
    )
    royal = hand(*CALLED[:-1], *board, "2 shows AsKs", "6 shows AhAd", hole={2: "AsKs", 6: "AhAd"}, fees=[])
    effect = tried(
        {"event": "jackpot", "at": "2026-03-14T07:00:00+02:00", "kind": "close", "level": 1_000_000}, royal
    )
    moved = {each.player: each.difference for each in effect.players}
    assert moved["P2"] > 49_000
    assert effect.money == max(moved["P2"], -sum(each for each in moved.values() if each < 0))
    assert (tried(royal).compared, tried(royal).incomparable) == (0, 1)


def effects_of_readings(level, played):
    """By reading, what the other readings of the jackpots' ambiguities move."""
    log = pot_log(
        {"event": "jackpot", "at": "2026-03-14T07:00:00+02:00", "kind": "close", "level": level}, played
    )
    audit = audit_log(BytesSource(log), ruleset="olympic-cash")
    readings = [each for finding in audit.findings for each in finding.readings or ()]
    return {(each.ambiguity, each.reading): each.money for each in readings if not each.taken and each.hands}


def test_what_a_reading_moves_of_a_jackpot_is_what_differs_for_the_players():
    """Of a bad beat of €1,000.00 the table's €250.00 go to six seats, or to four: winner and loser have €41.67 less each. Where
    all of the level is paid, €666.67 more come from the jackpot, and not half of that.
    """
    board = (
        "flop AsKsKd",
        "2 checks",
        "6 checks",
        "turn Ad",
        "2 checks",
        "6 checks",
        "river 9c",
        "2 bets 500",
        "6 calls 500",
    )
    beat = hand(*CALLED[:-1], *board, "2 shows KhKc", "6 shows AhAc", hole={2: "KhKc", 6: "AhAc"})
    moved = effects_of_readings(166_667, beat)
    assert moved["AMB-OLY-bbj-table", "others_only"] == 8_333
    assert moved["AMB-OLY-bbj-base", "whole"] == 66_667
    royal = (
        "flop QsJsTs",
        "2 checks",
        "6 checks",
        "turn 4d",
        "2 checks",
        "6 checks",
        "river 9c",
        "2 bets 500",
        "6 calls 500",
    )
    flush = hand(*CALLED[:-1], *royal, "2 shows AsKs", "6 shows AhAd", hole={2: "AsKs", 6: "AhAd"})
    same = effects_of_readings(1_000_000, flush)  # €500.00 either way
    assert ("AMB-OLY-bbj-table", "others_only") not in same
    assert ("AMB-OLY-rfj-multi", "each") not in same
