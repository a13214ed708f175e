"""What rule books leave open of posts of a player who is short, and of bomb pots: each reading, and the hands that it touches."""

from __future__ import annotations

from typing import Any

import pytest

from rules.controls.library import library
from tests.rules.checks.pot_hands import act, findings
from tests.rules.pot_games.replaying import replayed
from tests.rules.pot_games.test_short_all_ins import readings_of
from tests.rules.pot_logs import pot_hand, pot_seat

STANDARD = library().get("standard-cash")
Found = list[tuple[Any, ...]]


def hand(
    *lines: str, stacks: tuple[int, ...] = (9_000, 9_000, 9_000), up: tuple[str, ...] = (), **fields: Any
) -> Any:
    seats = [pot_seat(number, stack) for number, stack in enumerate(stacks, 1)]
    for seat, card in zip(seats, up, strict=False):
        seat["up"] = card
    return pot_hand(1, *seats, acts=[act(line) for line in lines], **fields)


def under(ambiguity: str, played: Any) -> dict[str, Found]:
    """What a hand breaks under each reading of a point."""
    found = {}
    for reading in STANDARD_POINTS[ambiguity]:
        (only,) = replayed([played], STANDARD.under({ambiguity: reading}))
        found[reading] = [(each["act"], each["seat"], each["code"], each["due"]) for each in only["illegal"]]
    return found


STANDARD_POINTS = {
    "AMB-blind-ante-order": ("blind_first", "ante_first"), "AMB-short-post": ("nominal", "paid"),
    "AMB-short-blind-pot": ("full", "paid"), "AMB-bring-in-passed": ("may_fold", "forced"),
    "AMB-bomb-pot": ("played", "not_offered"),
}  # fmt: skip


def assert_touched(ambiguity: str, played: Any) -> None:
    """The audit says of a point that its other reading changes something in a hand."""
    (found,) = readings_of(ambiguity, played, "standard-cash")
    taken, other = STANDARD_POINTS[ambiguity]
    assert {each.reading: (each.taken, each.hands) for each in found} == {
        taken: (True, 1),
        other: (False, 1),
    }


def with_one_ante(ante: int, blind: int) -> Any:
    """Seat 2 has 250, and posts one ante for all beside the blind of 200."""
    lines = (
        "1 posts small_blind 100",
        f"2 posts table_ante {ante}",
        f"2 posts big_blind {blind}",
        "3 folds",
        "1 folds",
    )
    return hand(*lines, stacks=(9_000, 250, 9_000))


def test_which_of_blind_and_ante_is_paid_first():
    assert under("AMB-blind-ante-order", with_one_ante(50, 200)) == {
        "blind_first": [], "ante_first": [],
    }  # fmt: skip
    assert under("AMB-blind-ante-order", with_one_ante(200, 50)) == {
        "blind_first": [(2, 2, "big_blind_amount", {"amount": 200})], "ante_first": [],
    }  # fmt: skip
    assert_touched("AMB-blind-ante-order", with_one_ante(200, 50))


def short_blind(*lines: str, **fields: Any) -> Any:
    """Seat 2 is all in for 60 of the big blind of 200."""
    posts = ("1 posts small_blind 100", "2 posts big_blind 60")
    return hand(*posts, *lines, stacks=(9_000, 60, 9_000), **fields)


def test_what_a_short_blind_counts_for():
    played = short_blind("3 calls 100", "1 checks", "flop 2c7dJh")
    assert under("AMB-short-post", played) == {
        "nominal": [(2, 3, "call_amount", {"to": 200}), (3, 1, "check_facing_bet", {"to": 200}), (4, None, "street_early", None)],
        "paid": [],
    }  # fmt: skip
    raised = short_blind("3 raises 300", "1 folds")
    assert under("AMB-short-post", raised) == {
        "nominal": [(2, 3, "raise_too_small", {"to": 400})], "paid": [],
    }  # fmt: skip
    assert_touched("AMB-short-post", raised)


def test_a_blind_in_full_is_not_open_to_what_a_short_one_counts_for():
    assert (
        readings_of(
            "AMB-short-post", hand("1 posts small_blind 100", "2 posts big_blind 200"), "standard-cash"
        )
        == []
    )


def test_what_a_short_bring_in_counts_for():
    stakes = {"ante": 50, "bring_in": 100, "small_bet": 200, "big_bet": 400}
    antes = ("1 posts ante 50", "2 posts ante 50", "3 posts ante 50")
    played = hand(
        *antes, "1 posts bring_in 70", "2 calls 70", "3 calls 70", stacks=(120, 9_000, 9_000), up=("2d", "5c", "9h"),
        game="stud7", limit="fixed_limit", stakes=stakes,
    )  # fmt: skip
    assert [each[:3] for each in under("AMB-short-post", played)["nominal"]] == [
        (4, 2, "call_amount"), (5, 3, "call_amount"),
    ]  # fmt: skip
    assert under("AMB-short-post", played)["paid"] == []


@pytest.mark.parametrize(("to", "full"), [(700, []), (701, [(2, 3, "over_pot", {"to": 700})])], ids=str)
def test_what_a_short_blind_counts_for_in_a_raise_of_the_pot(to, full):
    played = hand(
        "1 posts small_blind 100", "2 posts big_blind 100", f"3 raises {to}", "1 folds", stacks=(9_000, 100, 9_000),
        limit="pot_limit",
    )  # fmt: skip
    over = [(2, 3, "over_pot", {"to": 600})]
    assert under("AMB-short-blind-pot", played) == {"full": full, "paid": over}
    assert_touched("AMB-short-blind-pot", played)
    assert readings_of("AMB-short-blind-pot", {**played, "limit": "no_limit"}, "standard-cash") == []


def brought_in(*lines: str) -> Any:
    """Seat 1 shows the lowest card, and is all in by its ante: seat 2 is next."""
    antes = [f"{seat} posts ante 50" for seat in (1, 2, 3)]
    stakes = {"ante": 50, "bring_in": 100, "small_bet": 200, "big_bet": 400}
    return hand(
        *antes, *lines, stacks=(50, 9_000, 9_000), up=("2d", "5c", "9h"), game="stud7", limit="fixed_limit", stakes=stakes
    )  # fmt: skip


def test_who_brings_it_in_after_a_fold():
    played = brought_in("2 folds", "3 posts bring_in 100")
    assert under("AMB-bring-in-passed", played) == {
        "may_fold": [], "forced": [(4, 3, "bring_in_seat", {"seat": 2})],
    }  # fmt: skip
    assert_touched("AMB-bring-in-passed", played)
    assert (
        readings_of("AMB-bring-in-passed", brought_in("2 posts bring_in 100", "3 folds"), "standard-cash")
        == []
    )


BOMB = hand(
    "1 posts ante 500", "2 posts ante 500", "3 posts ante 500", "flop 2c7dJh", "1 bets 200", "2 folds", "3 folds",
    stakes={"big_blind": 200, "ante": 500},
)  # fmt: skip


def test_a_bomb_pot_is_replayed_whether_it_is_offered_or_not():
    assert under("AMB-bomb-pot", BOMB) == {"played": [], "not_offered": []}
    assert_touched("AMB-bomb-pot", BOMB)


def test_the_club_describes_no_bomb_pots():
    assert library().get("olympic-cash").sections.pot.betting.bomb_pots.rule == "not_offered"
    (found,) = readings_of("AMB-bomb-pot", BOMB, "olympic-cash")
    assert [each.reading for each in found if each.taken] == ["not_offered"]


def test_a_hand_of_all_ins_by_the_ante_is_no_bomb_pot():
    """Nobody has chips for a blind, or to bet with: the flop comes at once in any hand. Of two with chips it is a bomb pot."""
    posts = ("1 posts ante 200", "2 posts ante 200", "3 posts ante 200", "flop 2c7dJh")
    stakes = {"small_blind": 100, "big_blind": 200, "ante": 200}
    for stacks in ((200, 200, 200), (200, 200, 9_000)):
        played = hand(*posts, "turn 4s", "river 9c", stacks=stacks, stakes=stakes)
        assert readings_of("AMB-bomb-pot", played, "standard-cash") == []
        assert findings("STK023", played) == []
    acts = ("3 checks", "4 checks", "turn 4s", "3 checks", "4 checks")
    played = hand("4 posts ante 200", *posts, *acts, stacks=(200, 200, 9_000, 9_000), stakes=stakes, dealer=4)
    assert [each[3] for each in findings("STK023", played)] == [None]
    assert findings("IRR013", played) == []
