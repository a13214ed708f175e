"""Random hands of every game: what they come to against a plain settlement, and what must hold of any."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from msgspec.structs import replace

from rules.cards import DECK, encode
from rules.controls.sections.pots import PotFees, PotGame
from rules.replay.pots.betting.hand_outcome import HandOutcome
from rules.replay.pots.division.pot_settlement import Settled, settle
from rules.replay.pots.showdown.compared_hands import own_cards
from rules.replay.pots.showdown.five_card_strengths import best_of_two
from rules.replay.pots.showdown.ranking_orders import order_of
from rules.times import NOT_RECORDED
from tests.rules.pot_games import plain_settle, rulesets
from tests.rules.pot_games.plain_settle import Table
from tests.rules.pot_games.tables import SEATS, circumstances, outcome_of

_NO_FEES = replace(rulesets.CLUB, fees=PotFees())


def _tables(game: str, count: int, seed: int) -> list[Table]:
    """Random hands: few ranks, so that hands are often equal, and few heights of chips, so that pots are."""
    rng = np.random.default_rng(seed)
    cards = own_cards(rulesets.GAMES[game])
    deck = [card for card in DECK if card[0] in "6789TJQKA"] if game == "short_deck" else list(DECK)
    found = []
    for _ in range(count):
        seats = int(rng.integers(2, min(SEATS, (len(deck) - 20) // cards) + 1))
        dealt = rng.permutation(deck).tolist()
        own = [dealt[seat * cards : (seat + 1) * cards] for seat in range(seats)]
        rest, runs = dealt[seats * cards :], int(rng.integers(1, 4))
        shared = int(rng.integers(0, 5))
        boards = [[*rest[:shared], *rest[5 * run + 5 : 5 * run + 10 - shared]] for run in range(runs)]
        folded = (rng.random(seats) < 0.3).tolist()
        folded[int(rng.integers(seats))] = False
        mucked = (rng.random(seats) < 0.1).tolist()
        mucked[folded.index(False)] = False
        live = rng.choice([1, 5, 20, 21, 40, 40, 47], seats).tolist()
        dead = (rng.choice([0, 3], seats) * (rng.random() < 0.3)).astype(int).tolist()
        first_left = int(rng.integers(seats))
        found.append(Table(live, dead, folded, mucked, own, boards, first_left, int(rng.choice([1, 2, 5]))))
    return found


def _settled(outcome: HandOutcome, game: str, rules: PotGame) -> Settled:
    return settle(outcome, circumstances(outcome, game), rules, np.full(len(outcome), -1))


def _rows(settled: Settled, game: str) -> dict[int, list[tuple[int, int, str, int, int]]]:
    awards, halves = settled.awards, rulesets.GAMES[game].halves
    found: dict[int, list[tuple[int, int, str, int, int]]] = {hand: [] for hand in range(len(awards.known))}
    columns = (awards.hand, awards.pot, awards.run, awards.half, awards.seat, awards.amount)
    for hand, pot, run, half, seat, amount in zip(*(column.tolist() for column in columns), strict=True):
        contested = settled.won.contested[hand, pot]
        found[hand].append((pot, run, halves[half].name if contested else "all", seat, amount))
    return found


@pytest.mark.sampled(11)
@pytest.mark.parametrize("game", sorted(rulesets.GAMES))
def test_hands_are_divided_as_plain_arithmetic_divides_them(game: str) -> None:
    tables = _tables(game, 30, seed=1)
    settled = _settled(outcome_of(tables), game, _NO_FEES)
    rows = _rows(settled, game)
    for hand, table in enumerate(tables):
        made = plain_settle.pots(table)
        count = int(settled.pots.count[hand])
        assert settled.pots.amounts[hand, :count].tolist() == [amount for amount, _ in made]
        assert [np.flatnonzero(seats).tolist() for seats in settled.pots.eligible[hand, :count]] == [
            seats for _, seats in made
        ]
        if any(all(table.mucked[seat] for seat in seats) for _, seats in made):
            continue  # nobody is left to win
        due = plain_settle.awards(
            table, rulesets.GAMES[game], [amount for amount, _ in made], _NO_FEES.pots.odd_chip
        )
        assert rows[hand] == due, table


_READINGS = [
    {"unit": unit, "many": many, "halves": halves, "runs": runs}
    for unit, many, halves, runs in product(
        ("smallest_chip", "one_cent"),
        ("one_each", "all_to_first"),
        ("first_half", "position"),
        ("first", "all_to_first", "position"),
    )
]


@pytest.mark.sampled(16)
@pytest.mark.parametrize("reading", _READINGS, ids=lambda reading: "-".join(reading.values()))
def test_odd_chips_fall_as_the_reading_says(reading: dict[str, str]) -> None:
    rules = rulesets.odd_chip(_NO_FEES, **reading)
    tables = [table for table in _tables("omaha_hilo", 40, seed=2) if not any(table.mucked)]
    rows = _rows(_settled(outcome_of(tables), "omaha_hilo", rules), "omaha_hilo")
    for hand, table in enumerate(tables):
        net = [amount for amount, _ in plain_settle.pots(table)]
        due = plain_settle.awards(table, rulesets.GAMES["omaha_hilo"], net, rules.pots.odd_chip)
        assert rows[hand] == due, table


@pytest.mark.sampled(4)
@pytest.mark.parametrize("rules", [rulesets.CLUB, _NO_FEES], ids=["raked", "not-raked"])
@pytest.mark.parametrize("game", sorted(rulesets.GAMES))
def test_what_was_put_in_comes_out_again(game: str, rules: PotGame) -> None:
    outcome = outcome_of([table for table in _tables(game, 100, seed=3) if not any(table.mucked)])
    outcome = replace(outcome, live=outcome.live * 100, dead=outcome.dead * 100)
    settled = _settled(outcome, game, rules)
    put_in = (outcome.live + outcome.dead).sum(axis=1)
    out = settled.pots.returned.sum(axis=1) + settled.fees.rake + settled.fees.drop
    assert (settled.awards.known | ~settled.pots.there).all()
    assert (put_in == out + settled.awarded.sum(axis=1)).all()
    assert (settled.net.sum(axis=1) == -settled.fees.rake - settled.fees.drop).all()
    assert (settled.fees.by_pot.sum(axis=1) == settled.fees.rake).all()


@pytest.mark.parametrize("game", ["holdem", "omaha_hilo", "short_deck"])
def test_equal_hands_get_the_same_but_for_a_chip(game: str) -> None:
    outcome = outcome_of([table for table in _tables(game, 200, seed=4) if not any(table.mucked)])
    awards = _settled(outcome, game, _NO_FEES).awards
    share = np.stack([awards.hand, awards.pot, awards.run, awards.half], axis=1)
    shares, of_share = np.unique(share, axis=0, return_inverse=True)
    for place, (hand, *_) in enumerate(shares.tolist()):
        amounts = awards.amount[of_share == place]
        assert amounts.max() - amounts.min() < 2 * outcome.chip[hand]
    assert len(shares) < len(share)  # some hands were equal


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", sorted(rulesets.GAMES))
def test_suits_break_no_ties(game: str) -> None:
    outcome = outcome_of(_tables(game, 80, seed=5))
    turned = np.concatenate([(np.arange(52) & ~3) | ((np.arange(52) + 1) & 3), np.arange(52, 256)]).astype(
        np.uint8
    )
    other = replace(outcome, own=turned[outcome.own], board=turned[outcome.board])
    before, after = (_settled(each, game, rulesets.CLUB) for each in (outcome, other))
    assert _rows(before, game) == _rows(after, game)


def test_a_card_that_nobody_saw_leaves_its_pots_open_and_no_others() -> None:
    table = Table(
        live=[10, 40, 40],
        dead=[0, 0, 0],
        folded=[False] * 3,
        mucked=[False] * 3,
        own=[["??", "??"], ["Ah", "Ad"], ["Kh", "Kd"]],
        boards=[["2c", "7d", "Jh", "4s", "9c"]],
        first_left=0,
        chip=1,
    )
    settled = _settled(outcome_of([table]), "holdem", _NO_FEES)
    assert settled.won.known.tolist() == [[False, True]]
    assert _rows(settled, "holdem") == {0: [(1, 1, "all", 1, 60)]}
    assert settled.net_known.tolist() == [[False, False, False, True, True, True]]
    assert settled.awarded[0, :3].tolist() == [0, 60, 0]


def test_an_odd_chip_whose_seat_is_not_known_leaves_the_awards_unknown() -> None:
    """Two equal hands share 80 and 81 chips, and nobody recorded the button."""
    even, odd = _equal(40, 40), _equal(40, 40)
    odd.dead = [1, 0]
    outcome = outcome_of([even, odd], first_left=np.array([-1, -1]))
    settled = _settled(outcome, "holdem", _NO_FEES)
    assert settled.won.known[:, 0].tolist() == [True, True]
    assert settled.awards.known[:, 0].tolist() == [True, False]
    assert _rows(settled, "holdem") == {0: [(0, 1, "all", 0, 40), (0, 1, "all", 1, 40)], 1: []}
    assert settled.net_known[:, :2].tolist() == [[True, True], [False, False]]


def _equal(*live: int) -> Table:
    board = ["Ah", "Kd", "Qc", "Js", "Th"]
    hole = [["2c", "3c"], ["2d", "3d"]]
    return Table(list(live), [0, 0], [False] * 2, [False] * 2, hole, [board], first_left=0, chip=1)


def test_the_odd_chip_of_stud_goes_by_the_ruleset() -> None:
    """Two straights to the ace: seat 2 acted first, seat 1 is left of the dealer, and seat 2 has the ace of spades."""
    ahead = ["Ah", "Kd", "Qc", "Js", "Td", "2c", "3h"]
    behind = ["As", "Kc", "Qd", "Jh", "Tc", "4c", "5s"]
    table = Table([40, 40], [1, 0], [False] * 2, [False] * 2, [ahead, behind], [[]], first_left=0, chip=1)
    outcome = outcome_of([table], first_to_act=np.array([1]))
    for reading, amounts in (
        ("left_of_dealer", [41, 40]),
        ("first_to_act", [40, 41]),
        ("high_card_by_suit_of_five", [40, 41]),
    ):
        settled = _settled(outcome, "stud7", rulesets.odd_chip(_NO_FEES, stud=reading))
        assert settled.awarded[0, :2].tolist() == amounts
    unknown = replace(outcome, first_to_act=np.array([-1]))
    settled = _settled(unknown, "stud7", rulesets.odd_chip(_NO_FEES, stud="first_to_act"))
    assert settled.awarded[0, :2].tolist() == [41, 40]


def test_a_game_that_the_ruleset_does_not_have_has_pots_and_nothing_else() -> None:
    rules = replace(rulesets.CLUB, games={"omaha": rulesets.GAMES["omaha"]})
    settled = _settled(outcome_of([_equal(40, 40)]), "holdem", rules)
    assert settled.pots.amounts.tolist() == [[80]]
    assert not settled.won.known.any()
    assert settled.fees.rake.tolist() == [NOT_RECORDED]
    assert not settled.net_known[:, :2].any()


def test_a_void_hand_has_no_pots_and_nobody_wins_or_loses() -> None:
    outcome = outcome_of([_equal(40, 20)])
    under = circumstances(outcome, "holdem", void=np.array([True]))
    settled = settle(outcome, under, rulesets.CLUB, np.full(1, -1))
    assert settled.pots.count.tolist() == [0]
    assert settled.net_known[0, :2].all()
    assert not settled.net.any()
    assert not len(settled.awards.hand)


def test_deuce_to_seven_with_a_board_takes_the_five_that_a_flush_does_not_spoil() -> None:
    row = encode("7h5h9c8c4h3h2h2d6d")
    (strength,) = best_of_two(order_of("deuce_to_seven"), row[None], 4).tolist()
    assert strength == order_of("deuce_to_seven").of_cards(tuple(encode("7h5h4h3h2d").tolist()))
