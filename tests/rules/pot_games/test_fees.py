"""Rake and drop: the schedule, where it falls, what is due where a ruleset sets only a limit, and what nobody can know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from rules.controls.sections.pots import NoFlop, PotDrop, PotFees, PotGame, PotRake
from rules.ragged import Ragged
from rules.replay.pots.betting.side_pots import RecordedPots, layers
from rules.replay.pots.division.due_after_fees import charged
from rules.replay.pots.division.pot_payouts import given
from rules.replay.pots.division.pot_settlement import Settled, settle
from rules.replay.pots.division.rake_and_drop import borne
from rules.times import NOT_RECORDED
from tests.rules.pot_games import rulesets
from tests.rules.pot_games.plain_settle import Table
from tests.rules.pot_games.tables import circumstances, fees_on_record, outcome_of
from tests.rules.pot_logs import hands_of, pot_hand

_BOARD = ["2c", "7d", "Jh", "4s", "9c"]
_PAIRS = [["Ah", "Ad"], ["Kh", "Kd"], ["Qh", "Qd"], ["Th", "Td"]]


def _table(*live: int, boards: int = 1, folded: tuple[int, ...] = ()) -> Table:
    seats = len(live)
    return Table(
        live=list(live),
        dead=[0] * seats,
        folded=[seat in folded for seat in range(seats)],
        mucked=[False] * seats,
        own=_PAIRS[:seats],
        boards=[_BOARD] * boards,
        first_left=0,
        chip=100,
    )


def _ruled(rake: PotRake | None = None, **fees: Any) -> PotGame:
    return replace(rulesets.OLYMPIC, fees=PotFees(rake=rake, **fees))


def _settled(rules: PotGame, *tables: Table, reached: bool = True, **under: Any) -> Settled:
    hands = len(tables)
    outcome = outcome_of(list(tables), reached_flop=np.full(hands, reached))
    return settle(outcome, circumstances(outcome, "holdem", **under), rules, np.full(hands, -1))


def _exact(**schedule: Any) -> PotRake:
    return PotRake(mode="exact", **schedule)


@pytest.mark.parametrize(
    ("rounding", "total", "due"),
    [
        ("down", 1011, 45),  # 45.495
        ("nearest", 1011, 45),
        ("down", 1012, 45),  # 45.54
        ("nearest", 1012, 46),
        ("nearest", 1000, 45),
        ("nearest", 1100, 50),  # 49.5: a half goes up
    ],
)
def test_a_percentage_is_rounded_as_the_ruleset_says(rounding: Any, total: int, due: int) -> None:
    rules = _ruled(_exact(bp=450, rounding=rounding))
    table = _table(500, 500)
    table.dead = [total - 1000, 0]
    assert _settled(rules, table).fees.rake.tolist() == [due]


def test_a_percentage_is_worked_out_on_the_running_total() -> None:
    """10.05 in the main pot bear 0.50, and 20.11 in all 1.01: each alone would bear 0.50."""
    settled = _settled(_ruled(_exact(bp=500, rounding="nearest")), _table(335, 335 + 503, 335 + 503))
    assert settled.pots.amounts.tolist() == [[1005, 1006]]
    assert settled.fees.by_pot.tolist() == [[50, 51]]


def test_the_special_cap_is_for_tables_with_the_special_rake_only() -> None:
    rules = _ruled(_exact(step_money=1000, per_step=50, cap=1000, special_cap=1500))
    special = np.array([False, True])
    table = _table(20_000, 20_000)
    assert _settled(rules, table, table, special_rake=special).fees.rake.tolist() == [1000, 1500]


def test_the_special_rake_can_be_due_whole_where_the_cap_would_be() -> None:
    rules = _ruled(_exact(step_money=1000, per_step=50, cap=1000, special_cap=1500, special="flat"))
    settled = _settled(rules, _table(9_950, 9_950), _table(10_000, 10_000), special_rake=np.ones(2, np.bool_))
    assert settled.fees.rake.tolist() == [950, 1500]


@pytest.mark.parametrize("reason", ["timed", "tournament", "void"])
def test_no_rake_is_due(reason: str) -> None:
    rules = _ruled(_exact(step_money=1000, per_step=50))
    settled = _settled(rules, _table(2000, 2000), **{reason: np.array([True])})
    assert settled.fees.rake.tolist() == [0]


def test_a_ruleset_can_rake_tournaments_and_drops_nothing_there() -> None:
    rules = _ruled(_exact(step_money=1000, per_step=50, tournaments=True), drop=PotDrop(money=100))
    given = _settled(rules, _table(2000, 2000), tournament=np.array([True])).fees
    assert (given.rake.tolist(), given.drop.tolist()) == ([200], [0])


def test_a_hand_without_a_flop_is_not_raked_unless_the_ruleset_needs_none() -> None:
    rake, drop = _exact(step_money=1000, per_step=50), PotDrop(money=100)
    given = _settled(_ruled(rake, drop=drop), _table(2000, 2000), reached=False).fees
    assert (given.rake.tolist(), given.drop.tolist()) == ([0], [0])
    given = _settled(
        _ruled(rake, drop=drop, no_flop=NoFlop(flop=None)), _table(2000, 2000), reached=False
    ).fees
    assert (given.rake.tolist(), given.drop.tolist()) == ([200], [100])


def test_the_rake_of_each_run_has_a_cap_of_its_own() -> None:
    rules = _ruled(_exact(step_money=1000, per_step=50, cap=1000, runs="each"))
    settled = _settled(rules, _table(20_650, 20_650, boards=2), _table(20_650, 20_650))
    assert settled.fees.rake.tolist() == [2000, 1000]


def test_a_rake_on_what_the_drop_leaves() -> None:
    rake = _exact(step_money=1000, per_step=50, of="net_of_drop")
    settled = _settled(_ruled(rake, drop=PotDrop(money=100)), _table(1000, 1000))
    assert (settled.fees.rake.tolist(), settled.fees.drop.tolist()) == ([50], [100])


def test_the_drop_leaves_the_main_pot_before_the_rake_whatever_the_side_pot_holds() -> None:
    """100 of the main pot of 3000 are dropped; a tenth of 2900 and of the side pot of 40 is raked."""
    rake, drop = _exact(bp=1000, of="net_of_drop"), PotDrop(money=100, short="skip")
    settled = _settled(_ruled(rake, drop=drop), _table(1000, 1020, 1020))
    assert settled.fees.drop.tolist() == [100]
    assert settled.fees.by_pot.tolist() == [[290, 4]]


@pytest.mark.parametrize(("short", "due"), [("skip", 0), ("what_there_is", 99)])
def test_a_drop_is_taken_from_what_the_rake_leaves_of_the_main_pot(short: Any, due: int) -> None:
    """A tenth of 110 is raked; 99 are left for a drop of 100."""
    rules = _ruled(_exact(bp=1000), drop=PotDrop(money=100, short=short))
    settled = _settled(rules, _table(55, 55))
    assert (settled.fees.rake.tolist(), settled.fees.drop.tolist()) == ([11], [due])


@pytest.mark.parametrize(
    ("pot", "due"), [(0, 30), (1, 100), (NOT_RECORDED, NOT_RECORDED)], ids=["main", "side", "not stated"]
)
def test_a_drop_that_depends_on_which_pot_bore_the_rake_is_not_known_without_it(pot: int, due: int) -> None:
    """The main pot holds 150, of which a rake of 120 leaves 30 for a drop of 100."""
    rules = _ruled(PotRake(bp=1000), drop=PotDrop(money=100))
    fees = fees_on_record(1, (0, "rake", 120, pot))
    settled = _settled(rules, _table(50, 1500, 1500), fees=fees)
    assert (settled.pots.amounts.tolist(), settled.fees.rake.tolist()) == ([[150, 2900]], [120])
    assert settled.fees.drop.tolist() == [due]


def test_what_was_recorded_is_due_as_far_as_the_limit_allows() -> None:
    rules = _ruled(PotRake(bp=1000, cap=300))
    fees = fees_on_record(3, (0, "rake", 150, 0), (1, "rake", 450, 0), (2, "rake", 250, NOT_RECORDED))
    tables = [_table(1000, 1000), _table(10_000, 10_000), _table(1000, 1000)]
    assert _settled(rules, *tables, fees=fees).fees.rake.tolist() == [150, 300, 200]


def test_rake_that_names_its_pots_falls_on_them() -> None:
    fees = fees_on_record(1, (0, "rake", 90, 0), (0, "rake", 40, 1))
    settled = _settled(rulesets.STANDARD, _table(500, 1500, 1500), fees=fees)
    assert settled.fees.by_pot.tolist() == [[90, 40]]
    assert settled.awarded[0, :3].tolist() == [1410, 1960, 0]


def test_one_rake_for_several_pots_leaves_open_how_it_fell() -> None:
    fees = fees_on_record(2, (0, "rake", 200, NOT_RECORDED), (1, "rake", 200, NOT_RECORDED))
    both, one = _table(500, 1500, 1500), _table(1500, 500, 1500)
    settled = _settled(rulesets.STANDARD, both, one, fees=fees)
    assert settled.fees.rake.tolist() == [200, 200]
    assert (settled.fees.by_pot == NOT_RECORDED).all()
    assert settled.won.known.all()
    assert not settled.awards.known.any()
    assert settled.awarded_known[:, :3].tolist() == [[False, False, True], [True, True, True]]
    assert settled.net[1, :3].tolist() == [1800, -500, -1500]


def test_fees_that_are_not_on_record_are_not_zero() -> None:
    fees = replace_recorded(fees_on_record(1), recorded=False)
    settled = _settled(rulesets.STANDARD, _table(500, 500), fees=fees)
    assert settled.fees.rake.tolist() == [NOT_RECORDED]
    assert settled.fees.drop.tolist() == [NOT_RECORDED]
    assert settled.won.known.tolist() == [[True]]
    assert not settled.awards.known.any()
    assert settled.net_known[0, :2].tolist() == [False, True]


def replace_recorded(fees: Any, *, recorded: bool) -> Any:
    return replace(fees, recorded=np.full(len(fees.recorded), recorded))


def test_a_recorded_jackpot_fee_leaves_the_main_pot_as_far_as_it_goes() -> None:
    fees = fees_on_record(2, (0, "jackpot", 100, 0), (1, "jackpot", 100, NOT_RECORDED))
    settled = _settled(rulesets.STANDARD, _table(500, 500), _table(30, 30), fees=fees)
    assert settled.fees.drop.tolist() == [100, 60]
    assert settled.awarded[:, 0].tolist() == [900, 0]


def test_chips_that_are_not_on_record_leave_pots_and_fees_unknown() -> None:
    table = _table(1000, 1000)
    outcome = outcome_of([table])
    outcome.live[0, 1] = NOT_RECORDED
    settled = settle(outcome, circumstances(outcome, "holdem"), rulesets.OLYMPIC, np.full(1, -1))
    assert not settled.pots.known.any()
    assert settled.fees.rake.tolist() == [NOT_RECORDED]
    assert not settled.net_known[:, :2].any()


def _after_recorded(
    rules: PotGame,
    table: Table,
    *fees: tuple[int, str, int, int],
    given: tuple[int, ...] = (),
    recorded: bool = True,
) -> tuple[list[int], bool]:
    """What each seat gets after the fees on record, and whether that is known of every pot. given: out of each pot."""
    outcome = outcome_of([table])
    on_record = replace(fees_on_record(1, *fees), recorded=np.array([recorded]))
    under = circumstances(outcome, "holdem", fees=on_record)
    settled = settle(outcome, under, rules, np.full(1, -1))
    out = np.full(settled.pots.amounts.shape, NOT_RECORDED)
    out[0, : len(given)] = given
    awards = charged(settled, outcome, under, rules.pots.odd_chip, out).awards
    seats = len(table.live)
    return awards.by_seat(outcome.dealt.shape)[0, :seats].tolist(), bool(
        (awards.known | ~settled.pots.there).all()
    )


def test_awards_after_the_fees_on_record() -> None:
    club = _ruled(_exact(step_money=1000, per_step=50))
    assert _after_recorded(club, _table(1500, 1500), (0, "rake", 200, NOT_RECORDED)) == ([2800, 0], True)
    two = _table(500, 1500, 1500)
    assert _after_recorded(club, two, (0, "rake", 150, NOT_RECORDED)) == (
        [1450, 1900, 0],
        True,
    )  # as it was due
    assert _after_recorded(club, two, (0, "rake", 160, NOT_RECORDED)) == ([0, 0, 0], False)
    assert _after_recorded(club, two, (0, "rake", 100, 0), (0, "rake", 60, 1)) == ([1400, 1940, 0], True)
    assert _after_recorded(club, two, (0, "rake", 150, 0), (0, "jackpot", 100, 0)) == ([1250, 2000, 0], True)


def test_what_each_pot_can_have_borne_of_a_rake_that_names_none() -> None:
    table = _table(10, 1500, 1500)
    pots = layers(outcome_of([table]), np.zeros(1, np.bool_))
    assert pots.amounts.tolist() == [[30, 2980]]
    named, unnamed = ((0, "rake", 100, 1), (0, "rake", 5, 0)), ((0, "rake", 105, NOT_RECORDED),)
    assert [each.tolist() for each in borne(fees_on_record(1, *named), pots)] == [[[5, 100]], [[5, 100]]]
    assert [each.tolist() for each in borne(fees_on_record(1, *unnamed), pots)] == [[[0, 75]], [[30, 105]]]


@pytest.mark.parametrize(("pot", "amount"), [(1_000_000_000, 500), (0, NOT_RECORDED)])
def test_pots_on_record_that_are_no_pots_are_left_aside(pot: int, amount: int) -> None:
    outcome = outcome_of([_table(500, 500)])
    outcome.live[0, 1] = NOT_RECORDED
    none = np.zeros(0, np.int64)
    rows = Ragged(np.array([0]), {"pot": np.array([pot]), "amount": np.array([amount])})
    recorded = RecordedPots(
        rows, Ragged(none, {"pot": none, "seat": none}), np.arange(1, 7, dtype=np.int8)[None]
    )
    settled = settle(outcome, circumstances(outcome, "holdem"), rulesets.OLYMPIC, np.full(1, -1), recorded)
    assert not settled.pots.known.any()


def test_what_was_given_out_of_a_pot_is_known_where_its_awards_are_on_record() -> None:
    """Pot 7 is none of the three that are looked at."""
    recorded = [
        {
            "pot": pot,
            "amount": 600,
            **({} if awards is None else {"awards": [{"seat": 1, "amount": each} for each in awards]}),
        }
        for pot, awards in ((0, [400, 200]), (1, None), (2, []), (7, [600]))
    ]
    hands = hands_of([pot_hand(1, pots=recorded), pot_hand(2)])
    assert hands.pot is not None
    assert given(hands.pot, 3).tolist() == [[600, NOT_RECORDED, 0], [NOT_RECORDED] * 3]


def test_how_a_rake_fell_is_seen_from_what_was_given_out_of_each_pot() -> None:
    club = _ruled(_exact(step_money=1000, per_step=50))
    two, rake = _table(500, 1500, 1500), (0, "rake", 160, NOT_RECORDED)
    assert _after_recorded(club, two, rake, given=(1450, 1890)) == ([1450, 1890, 0], True)
    assert _after_recorded(club, two, rake, given=(1340, 2000)) == ([1340, 2000, 0], True)
    assert _after_recorded(club, two, rake, given=(1450, 1900)) == ([0, 0, 0], False)  # 10 above the pots
    assert _after_recorded(club, two, rake, given=(1300, 2040)) == (
        [1340, 2000, 0],
        True,
    )  # more than the rake


def test_without_fees_on_record_a_pot_was_worth_what_was_given_out_of_it() -> None:
    club = _ruled(_exact(step_money=1000, per_step=50))
    assert _after_recorded(club, _table(1500, 1500), given=(2800,), recorded=False) == ([2800, 0], True)
    assert _after_recorded(club, _table(1500, 1500), given=(3100,), recorded=False) == ([3000, 0], True)
    assert _after_recorded(club, _table(1500, 1500), recorded=False) == ([0, 0], False)
