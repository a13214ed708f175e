"""Indicators of pot games: worked hands, one case that fires and one that stays quiet for each."""

import json
from fractions import Fraction

import msgspec
import numpy as np
import pytest

from rules.controls.library import library
from rules.records.reader import LogReader
from rules.replay.pots.table_replay import TableLog
from rules.replay.scoring import SHARES
from rules.screening.engines.exchangeable import logs_of_one
from rules.screening.engines.marked import MarkedStratum
from rules.screening.engines.repeats import bound_of_ordered_pairs
from rules.screening.indicator_catalogue import indicators_by_code
from rules.screening.indicators.scn003_strong_cards import chance_of_pair
from rules.screening.pot_payments import contributions
from rules.screening.repeated_deals import repeated_deals
from rules.screening.screened_pots import in_shares
from rules.screening.session_statistics import statistics_of
from rules.screening.statistics import MarkedRow
from rules.screening.written_statistics import statistics_as_bytes
from simulation import simulate
from tests.rules.checks.pot_hands import BLINDS
from tests.rules.screening.pot_screening_logs import HOLE, RIVER, header, played, ruled, showdown
from tests.rules.screening.screened import FIRST_DAY, screened_bytes, screened_lines


def rows_of(code, *events, **fields):
    """Rows of an indicator by the names of their units and coding."""
    session = screened_lines([header(**fields), *events])
    found = list(indicators_by_code()[code].rows(session))
    return {(*(name for _, name in each.row.unit), each.row.coding): each for each in found}


def counts(code, *events, **fields):
    found = rows_of(code, *events, **fields)
    return {unit: each.row.stratum for unit, each in found.items() if isinstance(each.row, MarkedRow)}


# ---------------------------------------------------------------- units


def test_results_are_in_big_blinds():
    found = screened_lines([header(), showdown(1)]).hands
    assert found.units[0].tolist() == [-SHARES // 2, 7 * SHARES // 2, -3 * SHARES]
    assert found.known.all()


def test_a_result_below_a_part_of_a_unit_keeps_its_sign():
    money = np.array([[1, -1, 0, 7]])
    assert in_shares(money, np.array([10_000])).tolist() == [[1, -1, 0, 2]]


def test_a_hand_without_stakes_has_no_result_in_units():
    assert not screened_lines([header(), showdown(1, stakes={})]).hands.known.any()


# ---------------------------------------------------------------- SCN002


def repeated(one, other):
    """Repeated deals of two sessions of one hand each."""
    sessions = [screened_lines([header(session=name), each]) for name, each in (("s1", one), ("s2", other))]
    return repeated_deals([statistics_of([each], each.header, FIRST_DAY) for each in sessions])


def turned(hand):
    """The same deal two seats on, with other suits: the button is at seat 2."""
    suits = str.maketrans("cdhs", "hscd")
    copy = json.loads(json.dumps(hand))
    moved = {1: 3, 2: 1, 3: 2}
    for each in (*copy["seats"], *copy["acts"]):
        if "seat" in each:
            each["seat"] = moved[each["seat"]]
        for name in ("hole", "cards"):
            if name in each:
                each[name] = each[name].translate(suits)
    copy["dealer"] = 2
    return copy


def test_a_deal_with_seats_and_suits_exchanged_is_the_same():
    (found,) = repeated(showdown(1), turned(showdown(1)))
    assert [(each.session, each.other) for each in found.pairs] == [("s1", "s2")]
    assert (found.seats, found.shape) == (3, (2, 5, 52))
    assert found.bound == bound_of_ordered_pairs(3, 2, 5, 52, 1)
    assert found.alarm


def test_another_order_of_the_board_is_another_deal():
    other = turned(showdown(1))
    flop = next(each for each in other["acts"] if each["act"] == "board")
    flop["cards"] = flop["cards"][2:] + flop["cards"][:2]
    (found,) = repeated(showdown(1), other)
    assert found.pairs == []


def test_eight_cards_are_too_few():
    flop = played(1, *RIVER[:6], hole={2: "AhAd", 3: "KhKd"})
    assert rows_of("SCN002", flop) == {}


def test_the_bound_counts_the_deals_in_order():
    """One seat of one card, one card on the board, a deck of four: twelve deals, 24 orders of suits."""
    assert bound_of_ordered_pairs(1, 1, 1, 4, 6) == Fraction(24 * 6, 12)


# ---------------------------------------------------------------- SCN003


def test_aces_and_pairs_before_the_first_bet():
    found = rows_of("SCN003", showdown(1, dealer_id="d-1"), showdown(2, dealer_id="d-1"))
    aces = found["P2", 0].row
    assert (aces.stratum, aces.times) == (MarkedStratum(52, 4, 2, 2), 2)
    pairs = found["d-1", "P3", 1].row
    assert (pairs.chance, pairs.trials, pairs.happened) == ((1, 17), 2, 2)
    assert found["P3", 0].row.stratum == MarkedStratum(52, 4, 2, 0)


def test_cards_that_not_all_seats_have_on_record_are_chosen_ones():
    assert rows_of("SCN003", showdown(1, hole={2: "AhAd", 3: "KhKd"})) == {}


@pytest.mark.parametrize(("deck", "count", "chance"), [(52, 2, Fraction(1, 17)), (36, 2, Fraction(3, 35))])
def test_the_chance_of_a_pair(deck, count, chance):
    assert chance_of_pair(deck, count) == chance


# ---------------------------------------------------------------- SCN004


def test_a_loser_pays_the_winner_of_the_pot():
    found = rows_of("SCN004", showdown(1))
    assert {unit[:2]: each.row.paid for unit, each in found.items()} == {
        ("P1", "P2"): SHARES // 2, ("P1", "P3"): 0, ("P3", "P1"): 0, ("P3", "P2"): 3 * SHARES,
    }  # fmt: skip
    row = found["P3", "P2", 0].row
    assert (row.hands, row.sums) == (1, logs_of_one(600, (0, 600), 200))
    assert found["P3", "P2", 0].hands.tolist() == [0]
    assert found["P1", "P3", 0].hands.tolist() == []


def test_each_pot_goes_to_its_own_winner():
    """Seat 3 is all in for 600 and wins the main pot; seat 1 loses 400 more to seat 2, who loses 200 in the whole hand."""
    acts = (
        *BLINDS, "3 raises 600", "1 calls 600", "2 calls 600", "flop 2c7dJh", "1 bets 400", "2 calls 400", "turn 4s",
        "1 checks", "2 checks", "river 9c", "1 checks", "2 checks", "1 shows QhQd", "2 shows KhKd", "3 shows AhAd",
    )  # fmt: skip
    hand = played(1, *acts, hole={1: "QhQd", 2: "KhKd", 3: "AhAd"}, stacks={3: 600})
    found = rows_of("SCN004", hand)
    assert {unit[:2]: each.row.paid // (SHARES // 2) for unit, each in found.items()} == {
        ("P1", "P2"): 4, ("P1", "P3"): 6, ("P2", "P1"): 0, ("P2", "P3"): 6,
    }  # fmt: skip


def all_in(number, more):
    """Seat 3 pays seat 2 three big blinds before the flop, and so many chips on the river."""
    acts = (*RIVER, f"2 bets {more}", f"3 calls {more}", "2 shows AhAd", "3 shows KhKd")
    return played(number, *acts, stacks={1: 40_000, 2: 40_000, 3: 40_000})


def test_twenty_big_blinds_of_a_payment_count():
    """Of 20 big blinds all, of 28 and of 153 as many; the table of gains has the whole money."""
    for more in (3400, 5000, 30_000):
        row = rows_of("SCN004", all_in(1, more))["P3", "P2", 0].row
        assert row.paid == 20 * SHARES
        assert row.sums == logs_of_one(20, (0, 20))
        assert row.moved == ((200, 600 + more),)
    row = rows_of("SCN004", all_in(1, 3200))["P3", "P2", 0].row
    assert (row.paid, row.sums) == (19 * SHARES, logs_of_one(19, (0, 19)))


def test_the_mean_of_the_others_counts_as_much_of_each():
    row = rows_of("SCN004", all_in(1, 5000))["P3", "P1", 0].row
    assert (row.paid, row.others, row.sums) == (0, 20 * SHARES, logs_of_one(0, (0, 20)))


def test_void_hands_and_unknown_winners_move_nothing():
    assert rows_of("SCN004", showdown(1, void=True)) == {}
    assert rows_of("SCN004", played(1, *RIVER, "2 checks", "3 checks", hole={1: "3c3d"})) == {}


@pytest.mark.slow
@pytest.mark.parametrize("game", ["holdem", "omaha_hilo", "stud7"])
def test_the_chips_in_the_pots_are_the_seats_own(game):
    ruleset = library().get("olympic-cash")
    log = b"".join(simulate(ruleset, hands=60, seed=4, game=game).chunks())
    reader, table = LogReader(), TableLog(ruleset.sections.pot)
    several = 0
    for block in reader.blocks([log]):
        replayed = table.add(block, reader.events)
        pots, put = replayed.settled.pots, contributions(replayed)
        assert (put.sum(axis=2) == pots.amounts).all()
        assert (put.sum(axis=1) == np.where(block.dealt_in, pots.put_in, 0)).all()
        several += np.count_nonzero(pots.count > 1)
    assert several


# ---------------------------------------------------------------- SCN005


def test_a_fold_of_the_better_hand_to_the_last_bet():
    """Seat 2 throws its aces away once of twice; seat 3 folds its kings to the aces."""
    hands = [
        played(1, *RIVER, "2 checks", "3 bets 800", "2 folds"),
        played(2, *RIVER, "2 checks", "3 bets 800", "2 folds", hole=HOLE | {2: "QhQd"}),
        played(3, *RIVER, "2 bets 800", "3 folds"),
    ]
    found = rows_of("SCN005", *hands)
    assert found["P2", "P3", 0].row.stratum == MarkedStratum(2, 1, 2, 1)
    assert found["P2", "P3", 0].hands.tolist() == [0]
    assert found["P3", "P2", 0].row.stratum == MarkedStratum(1, 0, 1, 0)


@pytest.mark.parametrize("hole", [{1: "3c3d", 2: "AhAd"}, {1: "3c3d", 3: "KhKd"}])
def test_a_fold_is_judged_only_with_both_hands(hole):
    assert rows_of("SCN005", played(1, *RIVER, "2 checks", "3 bets 800", "2 folds", hole=hole)) == {}


def test_a_fold_with_cards_to_come_is_not_judged():
    assert rows_of("SCN005", played(1, *RIVER[:6], "2 checks", "3 bets 800", "2 folds")) == {}


def test_a_hand_that_the_floor_killed_was_not_folded():
    killed = {"act": "fold", "seat": 2, "by": "floor"}
    assert rows_of("SCN005", played(1, *RIVER, "2 checks", "3 bets 800", killed)) == {}


# ---------------------------------------------------------------- SCN006, SCN007


def test_void_hands_of_the_loser_are_counted():
    misdeal = [{"kind": "wrong_card_count", "ruling": "misdeal", "by": "sup-1"}]
    found = counts("SCN006", showdown(1), showdown(2), showdown(3, void=True, irregularities=misdeal))
    assert found["P3", 0] == MarkedStratum(3, 1, 3, 1)
    assert found["sup-1", "P3", 0] == MarkedStratum(3, 1, 3, 1)
    assert found["P2", 0] == MarkedStratum(3, 1, 0, 0)


def test_a_void_hand_that_was_not_played_out_is_left_out():
    found = counts("SCN006", showdown(1), played(2, *RIVER[:6], void=True))
    assert found["P3", 0] == MarkedStratum(1, 0, 1, 0)


def test_a_winner_ruled_dead_is_counted_for_who_ruled():
    killed = {"act": "fold", "seat": 2, "by": "floor"}
    dead = played(2, *RIVER, "2 checks", "3 checks", killed, irregularities=ruled(2))
    found = rows_of("SCN007", showdown(1), dead)
    assert found["sup-1", 0].row.stratum == MarkedStratum(6, 1, 2, 1)
    assert found["sup-1", 0].hands.tolist() == [1]


def test_a_hand_with_a_card_too_many_is_no_ruling():
    dead = showdown(2, hole=HOLE | {2: "AhAdAc"}, irregularities=ruled(2))
    assert rows_of("SCN007", showdown(1), dead) == {}


# ---------------------------------------------------------------- SCN017


def test_hard_rulings_on_the_opponents_of_a_player_are_counted():
    """Of two rulings on seat 3 the hard one falls on the hand in which seat 1 is another player."""
    soft = showdown(1, irregularities=ruled(3, "warning"))
    hard = showdown(2, irregularities=ruled(3, "penalty"))
    hard["seats"][0]["player"] = "P9"
    found = counts("SCN017", soft, hard)
    assert found["sup-1", "P9", 0] == MarkedStratum(2, 1, 1, 1)
    assert found["sup-1", "P1", 0] == MarkedStratum(2, 1, 1, 0)
    assert rows_of("SCN017", showdown(1)) == {}


# ---------------------------------------------------------------- SCN008, SCN009, SCN012, SCN014, SCN016, SCN019


def test_a_showdown_without_cards_in_a_large_pot_is_counted():
    large = played(5, *RIVER, "2 bets 5000", "3 calls 5000", "2 shows AhAd", "3 mucks", hole={2: "AhAd"})
    found = rows_of("SCN008", *map(showdown, range(1, 5)), large)
    assert found["T1", 0].row.stratum == MarkedStratum(5, 1, 1, 1)
    assert found["T1", 0].hands.tolist() == [4]
    assert found["T1", 1].row.stratum == MarkedStratum(5, 0, 1, 0)  # a loser mucked


@pytest.mark.parametrize(("net", "marked"), [({2: 5600, 3: -5600}, 1), ({2: -5600, 3: 5600}, 0)])
def test_cards_of_a_showdown_are_missing_of_who_did_not_lose(net, marked):
    """Seat 2 was left at the end, and its cards are not on record."""
    large = played(5, *RIVER, "2 bets 5000", "3 calls 5000", "3 shows AhAd", hole={3: "AhAd"}, nets=net)
    found = rows_of("SCN008", *map(showdown, range(1, 5)), large)
    assert found["T1", 0].row.stratum == MarkedStratum(5, 1, 1, 1)
    assert found["T1", 1].row.stratum == MarkedStratum(5, marked, 1, marked)


def test_hands_without_a_showdown_need_no_cards():
    folded = played(2, *RIVER, "2 bets 800", "3 folds", hole={})
    assert counts("SCN008", showdown(1), folded)["T1", 0] == MarkedStratum(1, 0, 1, 0)
    assert rows_of("SCN008", folded) == {}


def test_a_gap_after_a_large_loss_is_counted():
    hands = [showdown(number) for number in range(1, 22) if number != 11]
    small = {1: -10, 2: 20, 3: -10}
    for each in hands:
        if each["hand"] not in (5, 7, 10, 15):
            for seat in each["seats"]:
                seat["net"] = small[seat["seat"]]
    assert counts("SCN009", *hands)["T1", 0] == MarkedStratum(19, 1, 4, 1)
    assert counts("SCN009", *hands[:19]) == {}


def test_a_dealer_and_a_player_who_wins_with_him():
    lost = {1: -100, 2: -600, 3: 700}
    hands = [showdown(number, lost if number == 4 else {1: -100, 2: 700, 3: -600}) for number in (1, 2, 3, 4)]
    dealt = [each | {"dealer_id": "d-1" if each["hand"] < 3 else "d-2"} for each in hands]
    found = counts("SCN012", *dealt)
    assert found["d-1", "P2", 0] == MarkedStratum(4, 3, 2, 2)
    assert found["d-2", "P3", 0] == MarkedStratum(4, 1, 2, 1)
    assert counts("SCN012", *(each | {"dealer_id": "d-1"} for each in hands)) == {}


def test_a_toke_after_a_win():
    toke = {"event": "toke", "at": "2026-03-14T19:01:30+02:00", "seat": 2, "player": "P2", "amount": 100}
    found = counts("SCN014", showdown(1, dealer_id="d-1"), toke, showdown(2, dealer_id="d-1"))
    assert found["d-1", "P2", 0] == MarkedStratum(2, 1, 2, 1)
    assert counts("SCN014", showdown(1, dealer_id="d-1")) == {}


@pytest.mark.parametrize(("last", "happened"), [(900, 1), (-900, 0)])
def test_a_stay_ends_with_its_last_hand_and_not_with_a_missed_one(last, happened):
    hands = [showdown(number, {1: -100, 2: 500 + number, 3: -600}) for number in range(1, 13)]
    hands[3]["seats"][1] = {"seat": 2, "player": "P2", "status": "missed"}
    hands[3]["acts"] = []
    hands[10]["seats"][1]["net"] = last
    hands[11]["seats"][1]["player"] = "P9"
    row = rows_of("SCN016", *hands)["P2", 0].row
    assert (row.trials, row.happened, row.chance) == (1, happened, (1, 5))
    assert rows_of("SCN016", *hands, tournament="t1") == {}


def test_round_minutes_are_counted():
    found = rows_of("SCN019", *map(showdown, (1, 5, 10, 11)))["T1", 0].row
    assert (found.trials, found.happened) == (4, 2)
    assert rows_of("SCN019", showdown(5), source="keyed") == {}


# ---------------------------------------------------------------- simulated logs


@pytest.mark.slow
@pytest.mark.parametrize("game", ["holdem", "omaha_hilo", "stud7", "draw27", "horse"])
def test_every_hand_of_a_simulated_log_has_its_result(game):
    """The replay's results are the recorded ones, in units, and every indicator of pot games runs."""
    log = b"".join(simulate(library().get("olympic-cash"), hands=60, seed=5, game=game).chunks())
    session = screened_bytes(log)
    hands = session.hands
    assert hands.known[hands.seated].all()
    assert (in_shares(hands.net.astype(np.int64), hands.unit) == hands.units)[hands.seated].all()
    rows = statistics_of([session], session.header, FIRST_DAY).rows
    assert {"SCN003", "SCN004", "SCN006", "SCN008", "SCN009", "SCN012", "SCN019"} <= rows.keys()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_an_evening_of_eight_players_takes_at_most_forty_bytes_a_hand(game):
    made = simulate(library().get("olympic-cash"), hands=200, seed=6, game=game, players=(8, 8))
    session = screened_bytes(b"".join(made.chunks()))
    written = statistics_as_bytes(statistics_of([session], session.header, FIRST_DAY))
    assert len(written) <= 40 * 200


def test_deals_of_one_session_with_several_rows_of_a_kind_are_joined():
    """A log with two games has a row of each; the places of the second one follow those of the first."""
    session = screened_lines([header(), showdown(1)])
    kept = statistics_of([session], session.header, FIRST_DAY)
    (row,) = kept.rows["SCN002"]
    twice = msgspec.structs.replace(kept, rows={"SCN002": [msgspec.structs.replace(row, digests=(7,)), row]})
    (found,) = repeated_deals([twice, msgspec.structs.replace(kept, session="s2")])
    assert [(each.place, each.other_place) for each in found.pairs] == [(1, 0)]
