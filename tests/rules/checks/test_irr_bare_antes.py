"""Streets of hands of antes: bomb pots, and hands whose blinds may not be on record."""

from __future__ import annotations

from tests.rules.checks.pot_hands import coverage_of, findings, hand

ANTES = ("1 posts ante 100", "2 posts ante 100")
DEALT = ("flop 2c7dJh", "turn 4s", "river 9c")
STAKES = {"small_blind": 100, "big_blind": 200, "ante": 100}


def played_for_antes(**fields):
    """Seats 1 and 2 post antes, and the board is dealt; a big blind would be the last chips of seat 1."""
    return hand(*ANTES, *DEALT, seats=2, stacks={1: 300, 2: 5_000}, stakes=STAKES, **fields)


def test_irr013_quiet_where_a_hand_without_blinds_may_be_one_whose_blinds_are_not_on_record():
    """The pot shows the blinds, or it is not on record itself."""
    for pots in ({"pots": [{"pot": 0, "amount": 600}]}, {}):
        played = played_for_antes(**pots)
        assert findings("IRR013", played, ruleset="standard-cash") == []
        assert findings("POT008", played, ruleset="standard-cash") == []
        assert coverage_of("IRR013", played, ruleset="standard-cash")[2] == {
            "the posts of the hand were not recorded": 1
        }


def test_irr013_fires_where_the_pot_shows_that_antes_were_all_that_was_posted():
    """A bomb pot, in which two players with chips have to act after the flop."""
    played = played_for_antes(pots=[{"pot": 0, "amount": 200}])
    assert [each[5] for each in findings("IRR013", played, ruleset="standard-cash")] == [
        "Hand 1, act 3: the turn was dealt (4s); bets were still open (external:TDA-misdeals).",
        "Hand 1, act 4: the river was dealt (9c); bets were still open (external:TDA-misdeals).",
    ]
    more = hand(*ANTES, *DEALT, seats=2, stacks={1: 5_000, 2: 5_000}, stakes=STAKES)
    assert len(findings("IRR013", more, ruleset="standard-cash")) == 2
