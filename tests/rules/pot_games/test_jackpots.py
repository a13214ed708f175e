"""Bad beats and royal flushes: who hits them, who is paid what, and hands that come close."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from rules.controls.sections.pots import PotGame, Threshold
from rules.replay.pots.division.pot_jackpots import Jackpots
from rules.replay.pots.division.pot_settlement import settle
from rules.times import NOT_RECORDED
from tests.rules.pot_games import rulesets
from tests.rules.pot_games.plain_settle import Table
from tests.rules.pot_games.tables import circumstances, outcome_of


def _pairs(text: str) -> list[str]:
    return [text[place : place + 2] for place in range(0, len(text), 2)]


def _hit(
    own: list[str],
    *boards: str,
    game: str = "holdem",
    rules: PotGame = rulesets.OLYMPIC,
    level: int = 1_000_000,
    folded: tuple[int, ...] = (),
    mucked: tuple[int, ...] = (),
    **outcome: Any,
) -> Jackpots:
    """One hand of six seats; those without cards have folded."""
    columns = outcome_of([_table(own, *boards, folded=folded, mucked=mucked)], **outcome)
    under = circumstances(columns, game, level=np.array([level]))
    return settle(columns, under, rules, np.full(1, -1)).jackpots


def _table(own: list[str], *boards: str, folded: tuple[int, ...] = (), mucked: tuple[int, ...] = ()) -> Table:
    return Table(
        live=[1000] * 6,
        dead=[0] * 6,
        folded=[seat >= len(own) or seat in folded for seat in range(6)],
        mucked=[seat in mucked for seat in range(6)],
        own=[_pairs(cards) for cards in own] + [[] for _ in range(6 - len(own))],
        boards=[_pairs(board) for board in boards] or [[]],
        first_left=0,
        chip=1,
    )


def _beaten(found: Jackpots) -> tuple[list[int], list[int]]:
    assert found.bad_beat is not None
    losers, winners = found.bad_beat.losers[0], found.bad_beat.winners[0]
    return np.flatnonzero(losers).tolist(), np.flatnonzero(winners).tolist()


def _royal(found: Jackpots) -> list[int]:
    assert found.royal_flush is not None
    seats: list[int] = np.flatnonzero(found.royal_flush.winners[0]).tolist()
    return seats


_ACES, _JACKS = "AdAs", "JsJh"
_ACES_FULL = "AhJdJc7s2c"
_ROYAL_BOARD = "AhKhQh7c2c"


def test_aces_full_of_jacks_beaten_is_a_bad_beat() -> None:
    assert _beaten(_hit([_ACES, _JACKS], _ACES_FULL)) == ([0], [1])


@pytest.mark.parametrize(
    ("own", "board", "game"),
    [
        (["AdAs", "TsTh"], "AhTdTc7s2c", "holdem"),  # aces full of tens
        (["AdKs", "JsJh"], "AhAcJdJc2s", "holdem"),  # aces full with one own card
        (["AdAs", "Js3h"], "AhJdJcJh2c", "holdem"),  # four jacks with one own card
        (["5h5dAc2s7c", "9s9cQh3d8h"], "9h9d5s5cKd", "omaha5"),  # quad fives
        (["QhJh8h5h2h", "AsKs9s6s3s"], "", "soko"),  # a queen-high flush
    ],
)
def test_a_hand_below_the_threshold_or_made_with_one_own_card_is_none(
    own: list[str], board: str, game: str
) -> None:
    boards = (board,) if board else ()
    assert _beaten(_hit(own, *boards, game=game)) == ([], [])


@pytest.mark.parametrize(
    ("least", "beaten"), [(0, ([0], [1])), (1, ([0], [1])), (2, ([], [])), (3, ([], []))]
)
def test_how_many_own_cards_must_play_is_a_parameter(least: int, beaten: tuple[list[int], list[int]]) -> None:
    """Aces full of jacks with one own card, beaten by four jacks with one."""
    rules = rulesets.jackpots(rulesets.OLYMPIC, own_cards=least)
    assert _beaten(_hit(["AdKs", "Jc3h"], "AhAcJdJhJs", rules=rules)) == beaten


@pytest.mark.parametrize(("least", "beaten"), [(0, ([0], [1])), (1, ([], []))])
def test_who_plays_the_board_uses_no_own_card(least: int, beaten: tuple[list[int], list[int]]) -> None:
    """The board is a straight flush to the nine; seat 1 has the ten of its suit."""
    rules = rulesets.jackpots(rulesets.OLYMPIC, own_cards=least)
    assert _beaten(_hit(["2d3s", "Th2c"], "5h6h7h8h9h", rules=rules)) == beaten


@pytest.mark.parametrize(
    ("own", "board", "game"),
    [
        (["2d2s5h6d", "8h8dTsQs"], "2h2c8s8cKd", "omaha"),  # quad deuces
        (["KdKs5h6d3c", "AhAdTsQs4c"], "KhKcAsAc7d", "omaha5"),  # quad kings
        (["AdAsAh2c2d5h7c", "3c3d3h3sKcQd9h"], "", "stud7"),  # aces full of deuces
        (["KhJh8h5h2h", "AsKs9s6s3s"], "", "soko"),  # a king-high flush
        (["AhKhQhJh9h", "6s5s4s3s2s"], "", "soko"),
    ],
)
def test_the_threshold_of_each_game(own: list[str], board: str, game: str) -> None:
    boards = (board,) if board else ()
    assert _beaten(_hit(own, *boards, game=game)) == ([0], [1])


@pytest.mark.parametrize(("rank", "losers"), [("6", [0]), ("7", []), ("5", [0])])
def test_a_straight_flush_can_be_the_threshold(rank: str, losers: list[int]) -> None:
    rules = rulesets.bad_beat(
        rulesets.OLYMPIC, threshold=(Threshold(games=("stud7",), hand="straight_flush", rank=rank),)
    )
    found = _hit(["6s5s4s3s2sKdQc", "9h8h7h6h5hKcQd"], game="stud7", rules=rules)
    assert _beaten(found)[0] == losers


def test_the_lowest_flush_to_the_ace_has_a_six() -> None:
    """With a five it is a straight flush. The flush of deuce, three, four, six and ace is the threshold, and is met."""
    rules = rulesets.bad_beat(
        rulesets.OLYMPIC, threshold=(Threshold(games=("stud7",), hand="flush", rank="A"),)
    )
    found = _hit(["As6s4s3s2s9hJd", "9c9d9sKcKhQd7h"], game="stud7", rules=rules)
    assert _beaten(found) == ([0], [1])


def test_a_full_house_without_a_pair_named_is_met_by_any() -> None:
    rules = rulesets.bad_beat(
        rulesets.OLYMPIC, threshold=(Threshold(games=("stud7",), hand="full_house", rank="A"),)
    )
    found = _hit(["AdAsAh2c2d5h7c", "3c3d3h3sKcQd9h"], game="stud7", rules=rules)
    assert _beaten(found) == ([0], [1])


def test_a_game_that_the_ruleset_does_not_have_wins_no_jackpot() -> None:
    rules = replace(rulesets.OLYMPIC, games={})
    found = _hit(["JhTh", "AsAd"], _ROYAL_BOARD, rules=rules)
    assert (_royal(found), _beaten(found)) == ([], ([], []))


def test_a_hand_that_was_mucked_is_no_beaten_hand() -> None:
    assert _beaten(_hit([_ACES, _JACKS, "2h3h"], _ACES_FULL, mucked=(0,))) == ([], [])


@pytest.mark.parametrize(("losers", "expected"), [("best_rank", [1]), ("all_losers", [0, 1])])
def test_the_best_losing_hand_alone_is_paid_unless_all_are(losers: str, expected: list[int]) -> None:
    rules = rulesets.bad_beat(rulesets.OLYMPIC, losers=losers)
    quads = ["5c5d5h5sQs9d8h", "6c6d6h6sKd9h8c", "7c7d7h7sAd9c8d"]
    assert _beaten(_hit(quads, game="stud7", rules=rules)) == (expected, [2])


def test_a_lower_loser_below_the_threshold_is_not_paid() -> None:
    own = ["AsAcAhQsQdKd9h", "KcKsKhAd2d9d8c", "4c4d4h4sQc8d7h"]
    rules = rulesets.bad_beat(rulesets.OLYMPIC, losers="all_losers")
    assert _beaten(_hit(own, game="stud7", rules=rules)) == ([0], [2])


def test_equal_losers_share_the_half() -> None:
    own = ["AsAc3d4d5h7c8c", "AhAd2s4h5s7d8d", "6c6d6h6sQc8h7h"]
    rules = rulesets.bad_beat(
        rulesets.OLYMPIC, threshold=(Threshold(games=("stud7",), hand="flush", rank="7"),)
    )
    assert _beaten(_hit(own, game="stud7", rules=rules)) == ([], [])  # two pairs of aces are below a flush
    own = ["AsQsTs4s2s7c8c", "AhQhTh4h2h7d8d", "6c6d6h3s3cKc9c"]
    found = _hit(own, game="stud7", rules=rules)
    assert _beaten(found) == ([0, 1], [2])
    assert found.bad_beat is not None
    assert found.bad_beat.payouts.tolist() == [[175_000, 175_000, 175_000, 25_000, 25_000, 25_000]]


def test_a_bad_beat_of_the_second_run_counts_unless_only_the_first_may() -> None:
    boards = ("3h4d9c7s2c", _ACES_FULL)
    assert _beaten(_hit([_ACES, _JACKS], *boards)) == ([0], [1])
    first = rulesets.jackpots(rulesets.OLYMPIC, runs="first_run")
    assert _beaten(_hit([_ACES, _JACKS], *boards, rules=first)) == ([], [])


def test_a_hand_with_one_board_is_known_beside_a_hand_with_two() -> None:
    """Nobody saw the hand that the deuces met on the only board; deuces below the threshold leave nothing open."""
    once, twice = _table(["2d2h", "????"], _ACES_FULL), _table([_ACES, _JACKS], "3h4d9c7s2c", _ACES_FULL)
    columns = outcome_of([once, twice])
    under = circumstances(columns, "holdem", level=np.full(2, 1_000_000))
    beat = settle(columns, under, rulesets.OLYMPIC, np.full(2, -1)).jackpots.bad_beat
    assert beat is not None
    assert (beat.known.tolist(), beat.hit.tolist()) == ([True, True], [False, True])


def test_the_high_of_a_high_low_game_is_what_is_lost() -> None:
    own = ["2d2s4h6d", "8h8dAs3s"]
    assert _beaten(_hit(own, "2h2c8s8cKd", game="omaha_hilo")) == ([0], [1])


def test_without_a_level_the_amounts_are_not_known() -> None:
    found = _hit([_ACES, _JACKS], _ACES_FULL, level=NOT_RECORDED).bad_beat
    assert found is not None
    assert found.hit.tolist() == [True]
    assert found.amount.tolist() == [NOT_RECORDED]
    assert found.payouts.tolist() == [[0] * 6]


@pytest.mark.parametrize(
    ("table", "payouts"),
    [
        ("all_seats", [325_000, 175_000, 25_000, 25_000, 25_000, 25_000]),
        ("others_only", [300_000, 150_000, 37_500, 37_500, 37_500, 37_500]),
    ],
)
def test_half_a_quarter_and_the_rest(table: str, payouts: list[int]) -> None:
    rules = rulesets.bad_beat(rulesets.OLYMPIC, table=table)
    found = _hit([_ACES, _JACKS], _ACES_FULL, rules=rules).bad_beat
    assert found is not None
    assert found.payouts.tolist() == [payouts]
    assert found.amount.tolist() == [600_000]


def test_shares_lose_no_cent() -> None:
    for level in (1, 7, 99_999, 1_000_001):
        found = _hit([_ACES, _JACKS], _ACES_FULL, level=level).bad_beat
        assert found is not None
        assert found.payouts.sum() == found.amount[0] == level * 6 // 10


def test_a_hand_that_nobody_saw_leaves_open_whether_there_was_a_bad_beat() -> None:
    seen = _hit([_ACES, "????"], _ACES_FULL).bad_beat
    low = _hit(["2d2h", "????"], _ACES_FULL).bad_beat
    assert seen is not None
    assert low is not None
    assert (seen.known.tolist(), low.known.tolist()) == ([False], [True])


def test_a_royal_flush_with_two_own_cards() -> None:
    found = _hit(["JhTh", "AsAd"], _ROYAL_BOARD)
    assert _royal(found) == [0]
    assert found.royal_flush is not None
    assert found.royal_flush.amount.tolist() == [50_000]


@pytest.mark.parametrize(
    ("own", "board", "game"),
    [
        (["Th3d", "AsAd"], "AhKhQhJh2c", "holdem"),
        (["AhKhQh2c", "AsAd8c9c"], "JhTh4d5s7c", "omaha"),  # three own cards do not play
        (["9h8h", "AsAd"], "QhJhTh2c3c", "holdem"),  # a straight flush to the queen
        (["JhTh", "AsAd"], "AhKhQd7c2c", "holdem"),
    ],
)
def test_hands_that_look_like_a_royal_flush_and_are_none(own: list[str], board: str, game: str) -> None:
    assert _royal(_hit(own, board, game=game)) == []


def test_a_royal_flush_in_games_of_own_cards() -> None:
    assert _royal(_hit(["AhKhQhJhTh2c3d", "2d3c4s5s7h8c9d"], game="stud7")) == [0]
    assert _royal(_hit(["AhKhQhJhTh", "2c3c7s8s9c"], "2d7dKs4s9d", game="sviten")) == [0]


def test_a_royal_flush_that_everybody_folded_to_needs_only_be_shown_under_one_reading() -> None:
    shown = np.zeros((1, 6), np.bool_)
    shown[0, 0] = True
    rules = rulesets.royal_flush(rulesets.OLYMPIC, needs="must_be_shown")
    assert _royal(_hit(["JhTh", "AsAd"], _ROYAL_BOARD, folded=(1,), shown=shown)) == []
    assert _royal(_hit(["JhTh", "AsAd"], _ROYAL_BOARD, folded=(1,), shown=shown, rules=rules)) == [0]


@pytest.mark.parametrize(
    ("several", "amount", "each"), [("share_one", 50_000, 25_000), ("each", 100_000, 50_000)]
)
def test_two_royal_flushes_in_one_hand(several: str, amount: int, each: int) -> None:
    rules = rulesets.royal_flush(rulesets.OLYMPIC, several=several)
    own = ["AhKhQhJhTh2c3d", "AsKsQsJsTs2d3c"]
    found = _hit(own, game="stud7", rules=rules).royal_flush
    assert found is not None
    assert found.amount.tolist() == [amount]
    assert found.payouts[0, :2].tolist() == [each, each]


def test_fewer_than_six_players_win_no_jackpot() -> None:
    dealt = np.ones((1, 6), np.bool_)
    dealt[0, 5] = False
    found = _hit([_ACES, _JACKS], _ACES_FULL, dealt=dealt)
    assert _beaten(found) == ([], [])
