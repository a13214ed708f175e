"""Bets, raises and calls of pot games: the checks of amounts, of words and of chips."""

from __future__ import annotations

import pytest

from tests.rules.checks.pot_hands import BLINDS, CALLED, act, coverage_of, findings, hand, said


def test_bet003_fires_on_a_raise_by_less_than_the_bet_before_it_and_on_an_opening_bet_below_the_blind():
    assert findings("BET003", hand(*CALLED, "2 bets 1000", "6 raises 1999", "2 folds")) == [
        (
            1,
            6,
            1999,
            2000,
            "OLY-1.17-a",
            "Hand 1, seat 6, act 10: raised to €19.99; a raise comes to €20.00 at least (OLY-1.17-a).",
        )
    ]
    (found,) = findings("BET003", hand(*CALLED, "2 bets 100", "6 folds"))
    assert found[2:] == (
        100, 200, "external:TDA-minimum-bet",
        "Hand 1, seat 2, act 9: bet €1.00; an opening bet comes to at least €2.00 (external:TDA-minimum-bet).",
    )  # fmt: skip


def test_bet003_quiet_for_a_raise_of_the_least_amount_for_an_all_in_and_where_the_limit_is_not_known():
    assert findings("BET003", hand(*CALLED, "2 bets 1000", "6 raises 2000", "2 folds")) == []
    assert (
        findings("BET003", hand(*CALLED, "2 bets 1000", "6 raises 1300", "2 folds", stacks={6: 1500})) == []
    )
    unknown = hand(*CALLED, "2 bets 1000", "6 raises 1999", "2 folds") | {"limit": None}
    unknown = {name: value for name, value in unknown.items() if value is not None}
    assert findings("BET003", unknown) == []
    assert coverage_of("BET003", unknown) == (0, 0, {"the limit was not recorded": 1})


FIXED = {
    "limit": "fixed_limit",
    "stakes": {"small_blind": 100, "big_blind": 200, "small_bet": 200, "big_bet": 400},
}
SHORT = (*BLINDS, "3 folds", "4 folds", "5 folds", "6 calls", "1 calls", "2 checks", "flop 2c7dJh")


def test_bet004_fires_on_a_raise_after_an_all_in_that_was_too_small_to_open_the_betting():
    played = hand(
        *SHORT, "1 checks", "2 bets 1000", "6 raises 1400", "1 folds", "2 raises 2400", stacks={6: 1600}
    )
    assert findings("BET004", played) == [
        (1, 2, 2400, 1400, "OLY-1.20", "Hand 1, seat 2, act 13: raised to €24.00; the betting was not open to a raise by it: "
         "it could "
         "call, €14.00 in all, or fold (OLY-1.20).")
    ]  # fmt: skip


def test_bet004_quiet_where_the_all_in_was_half_a_raise():
    played = hand(
        *SHORT, "1 checks", "2 bets 1000", "6 raises 1500", "1 folds", "2 raises 2500", stacks={6: 1700}
    )
    assert findings("BET004", played) == []
    (found,) = findings("BET004", played, ruleset="standard-cash")  # only a full raise opens it again
    assert found[4] == "external:TDA-reopening"


def test_bet004_fires_at_a_fixed_limit_after_an_all_in_of_less_than_half_a_bet():
    """external:RROP-limit: half a bet opens it again in every ruleset."""
    called = (*SHORT, "1 checks", "2 bets 200")
    for ruleset in ("olympic-cash", "standard-cash"):
        half = hand(*called, "6 raises 300", "1 folds", "2 raises 500", stacks={6: 500}, **FIXED)
        assert findings("BET004", half, ruleset=ruleset) == []
        less = hand(*called, "6 raises 299", "1 folds", "2 raises 400", stacks={6: 499}, **FIXED)
        (found,) = findings("BET004", less, ruleset=ruleset)
        assert found[1:5] == (2, 400, 299, "external:RROP-limit")


def test_bet005_fires_above_the_pot_and_beside_the_fixed_limit():
    (found,) = findings("BET005", hand(*BLINDS, "3 raises 800", limit="pot_limit"))
    assert found == (
        1,
        3,
        800,
        700,
        "OLY-1.22",
        "Hand 1, seat 3, act 2: raised to €8.00; the pot allows €7.00 at most (OLY-1.22).",
    )
    (found,) = findings("BET005", hand(*BLINDS, "3 raises 400", "4 raises 700", **FIXED))
    assert found[2:5] == (700, 600, "external:RROP-limit")
    assert found[5].startswith("Hand 1, seat 4, act 3: raised to €7.00; the fixed limit is €6.00")


def test_bet005_fires_on_a_raise_after_the_most_raises_of_a_round():
    capped = hand(*BLINDS, "3 raises 400", "4 raises 600", "5 raises 800", "6 raises 1000", **FIXED)
    (found,) = findings("BET005", capped)
    assert found[:4] == (1, 6, 1000, 800)
    assert "the round had its most raises: it could call, €8.00 in all, or fold" in found[5]


def test_bet005_quiet_at_the_limit_itself():
    assert findings("BET005", hand(*BLINDS, "3 raises 700", limit="pot_limit")) == []
    assert findings("BET005", hand(*BLINDS, "3 raises 400", "4 raises 600", "5 raises 800", **FIXED)) == []


def test_bet006_fires_beyond_the_stack_and_on_chips_added_during_a_hand():
    (found,) = findings("BET006", hand(*CALLED, "2 bets 5000", "6 folds", stacks={2: 1000}))
    assert found == (
        1,
        2,
        5000,
        800,
        "OLY-2.19-a",
        "Hand 1, seat 2, act 9: bet €50.00; its chips come to €8.00 (OLY-2.19-a).",
    )
    (found,) = findings("BET006", hand(*CALLED, "2 adds 5000", "2 checks", "6 checks"))
    assert found[2:] == (
        "add", None, "OLY-2.19-a", "Hand 1, seat 2, act 9: added €50.00; no chips come to a stack during a hand (OLY-2.19-a)."
    )  # fmt: skip
    (found,) = findings("BET006", hand("1 posts small_blind 100", "2 posts big_blind 200", stacks={2: 150}))
    assert found[1:4] == (2, 200, 150)


def test_bet006_quiet_for_a_bet_of_the_whole_stack_and_untestable_without_stacks():
    assert findings("BET006", hand(*CALLED, "2 bets 800", "6 folds", stacks={2: 1000})) == []
    without = hand(*CALLED, "2 bets 5000", "6 folds", at_seats={2: {"stack": None}})
    without["seats"] = [
        {name: value for name, value in each.items() if value is not None} for each in without["seats"]
    ]
    assert findings("BET006", without) == []
    assert coverage_of("BET006", without) == (0, 0, {"the stack of a seat was not recorded": 1})


def test_bet007_fires_on_a_check_that_faces_a_bet_on_a_short_call_and_on_a_wrong_return():
    assert findings("BET007", hand(*CALLED, "2 bets 500", "6 checks")) == [
        (1, 6, None, 500, "external:RROP-betting",
         "Hand 1, seat 6, act 10: checked; it faced a bet: a call comes to €5.00 (external:RROP-betting).")
    ]  # fmt: skip
    (found,) = findings("BET007", hand(*CALLED, "2 bets 500", "6 calls 400"))
    assert found[2:4] == (400, 500)
    (found,) = findings("BET007", hand(*CALLED, "2 bets 1000", "6 folds", "2 gets_back 900"))
    assert found[1:4] == (2, 900, 1000)
    assert "€9.00 went back; €10.00 of the bet was uncalled" in found[5]
    twice = hand(*CALLED, "2 bets 1000", "6 folds", "2 gets_back 1000", "2 gets_back 1000")
    assert [each[1:4] for each in findings("BET007", twice)] == [(2, 1000, 0)]


def test_bet007_quiet_where_the_bet_is_called_and_the_rest_goes_back():
    assert findings("BET007", hand(*CALLED, "2 bets 500", "6 calls 500")) == []
    assert findings("BET007", hand(*CALLED, "2 bets 1000", "6 folds", "2 gets_back 1000")) == []
    assert (
        findings("BET007", hand(*CALLED, "2 bets 1000", "6 folds", "2 gets_back 400", "2 gets_back 600"))
        == []
    )
    assert findings("BET007", hand(*CALLED, "2 bets 500", "6 calls 100", stacks={6: 300})) == []


@pytest.mark.parametrize(
    ("before", "line", "expected", "clause", "words"),
    [
        (("2 bets 500",), said("6 raises 1500", "nothing", [500], [1000]), 500, "OLY-1.15-a",
         "raised to €15.00; the chips came in several motions and without a word: it is a call of €5.00"),
        (("2 bets 250",), said("6 raises 1000", "nothing", [1000]), 250, "OLY-1.16",
         "raised to €10.00; it was one chip, without a word: it is a call of €2.50"),
        (("2 bets 1000",), said("6 raises 2000", "nothing", [500, 500, 400]), 1000, "OLY-1.18-a",
         "raised to €20.00; nothing was said, and the chips make it a call of €10.00"),
        (("2 bets 1000",), said("6 raises 1500", "nothing", [1000, 500]), 2000, "OLY-1.19",
         "raised to €15.00; half of a raise or more was put in: it is made up to a raise to €20.00"),
        (("2 bets 500",), said("6 calls 500", "raise", to=1500), 1500, "OLY-1.21",
         "called to €5.00; what was announced binds: a raise to €15.00"),
    ],
    ids=["motions", "one chip", "several chips", "half a raise", "announced"],
)  # fmt: skip
def test_bet008_fires_where_an_act_is_not_what_words_or_chips_make_it(before, line, expected, clause, words):
    (found,) = findings("BET008", hand(*CALLED, *before, line))
    assert found[:2] == (1, 6)
    assert found[3:] == (expected, clause, f"Hand 1, seat 6, act 10: {words} ({clause}).")


def test_bet008_quiet_where_words_bind_and_where_nothing_was_said_on_record():
    announced = hand(*CALLED, "2 bets 500", said("6 raises 1500", "raise", [500], [1000], to=1500))
    assert findings("BET008", announced) == []
    assert coverage_of("BET008", hand(*CALLED, "2 bets 500", "6 raises 1500")) == (
        0, 0, {"what players said was not recorded": 1}
    )  # fmt: skip


@pytest.mark.parametrize(("ruling", "severity"), [(None, "major"), ("bet_stands", "note")])
def test_bet003_fires_as_a_note_where_a_ruling_on_record_covers_the_act(ruling, severity):
    from tests.rules.checks.pot_hands import audited

    ruled = [{"kind": "wrong_bet", "seat": 6, "act": 11, "ruling": ruling}] if ruling else None
    played = hand(
        *CALLED, "2 bets 1000", "6 raises 1999", "2 folds", **({"irregularities": ruled} if ruled else {})
    )
    (found,) = (each for each in audited(played).findings if each.code == "BET003")
    assert (found.severity, found.stated, found.expected) == (severity, 1999, 2000)


def test_bet003_quiet_about_acts_of_other_kinds():
    assert findings("BET003", hand(*CALLED, act("2 checks"), "6 checks")) == []
