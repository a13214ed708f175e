"""What other controls would have changed in hands of pot games."""

from __future__ import annotations

from rules.audit.run import audit_log
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
