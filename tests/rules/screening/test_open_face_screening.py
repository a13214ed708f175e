"""Indicators of open-face games: worked hands, one case that fires and one that stays quiet for each."""

import json

import pytest

from rules.controls.library import library
from rules.records.reader import LogReader
from rules.replay.row_replay import replay
from rules.replay.scoring import SHARES, compiled
from rules.screening.engines.kept_order import logs_of_meetings
from rules.screening.engines.marked import MarkedStratum
from rules.screening.indicator_catalogue import indicators_by_code
from rules.screening.indicators.scn003_strong_cards import QUADS
from rules.screening.screened_hands import ScreenedHandsKeeper
from rules.screening.statistics import MarkedRow, TrialRow
from tests.rules.screening.open_face_logs import ANN, BEN, SESSION, ann_and_ben, hand, seat
from tests.rules.screening.screened import screened_lines

WITH_SHOE = {"deck": "d1", "shuffler": "sh-1"}
DEAD = [{"kind": "exposed_card", "seat": 1, "ruling": "hand_dead", "by": "sup-1"}]


def rows_of(code, *hands, **header):
    """Rows of an indicator by the names of their units and coding."""
    session = screened_lines([SESSION | header, *hands])
    found = list(indicators_by_code()[code].rows(session))
    return {(*(name for _, name in each.row.unit), each.row.coding): each for each in found}


def counts(code, *hands, **header):
    """Tables of two by two of an indicator within the session."""
    found = {unit: each.row for unit, each in rows_of(code, *hands, **header).items()}
    return {unit: row.stratum for unit, row in found.items() if isinstance(row, MarkedRow)}


def results(*hands):
    """(hands, seats) would-have-been results in units, None where not known."""
    found = screened_lines([SESSION, *hands]).hands
    return [
        [units // SHARES if known else None for units, known in zip(*each, strict=True)]
        for each in zip(found.units.tolist(), found.known.tolist(), strict=True)
    ]


# ---------------------------------------------------------------- would-have-been results


def test_a_dead_hand_would_have_won_five_units():
    dead = ann_and_ben(1, irregularities=DEAD)
    dead["seats"][0] |= {"fouled": True, "net": -600}
    dead["seats"][1] |= {"net": 600}
    assert results(dead) == [[5, -5]]


def test_a_void_hand_would_have_been_won_as_any_other():
    assert results(ann_and_ben(1), ann_and_ben(2, void=True)) == [[5, -5], [5, -5]]


def test_a_void_hand_without_a_row_is_not_known():
    void = ann_and_ben(1, void=True, placements=False)
    del void["seats"][1]["back"]
    assert results(void) == [[None, None]]


def test_a_missed_seat_has_no_result():
    missed = seat(3, "cat", {}, status="missed")
    found = screened_lines(
        [SESSION, hand(1, seat(1, "ann", ANN, 500), seat(2, "ben", BEN, -500), missed)]
    ).hands
    assert found.seated.tolist() == [[True, True, False]]
    assert not found.known[0, 2]


def test_nobody_sits_in_the_seats_that_a_wider_block_adds():
    """Blocks of two and of five columns: the last ones of the first block are of nobody, not of the first player."""
    away = [seat(number, name, {}, status="missed") for number, name in ((3, "cat"), (4, "dan"), (5, "eve"))]
    wide = hand(2, seat(1, "ann", ANN), seat(2, "ben", BEN), *away)
    keeper = ScreenedHandsKeeper()
    for each in (ann_and_ben(1), wide):
        log = b"\n".join(json.dumps(line).encode() for line in (SESSION, each))
        (block,) = LogReader().blocks([log])
        keeper.add(replay(block, compiled(library().get("ofc-cash"))))
    found = keeper.close()
    assert found.player.tolist() == [[0, 1, -1, -1, -1]] * 2
    assert found.holder.tolist() == [[0, 1, -1, -1, -1], [0, 1, 2, 3, 4]]
    assert found.royalty.tolist() == [[1, 0, -1, -1, -1]] * 2
    assert found.dead_by[:, 2:].tolist() == [[-1, -1, -1]] * 2
    assert found.paid.tolist() == [[0, 1, 0, 500], [1, 1, 0, 500]]


# ---------------------------------------------------------------- SCN001


def test_a_deck_that_was_not_shuffled_keeps_its_seats():
    """The same two seats again: all 2 × 78 pairs of cards meet."""
    found = rows_of("SCN001", ann_and_ben(1, **WITH_SHOE), ann_and_ben(2, **WITH_SHOE))
    (row,) = (each.row for each in found.values())
    assert row.unit == (("shuffler", "sh-1"),)
    assert (row.count, row.found) == (1, 156)
    assert row.sums == logs_of_meetings(156, (13, 13), (13, 13))


def test_without_placements_no_order_is_tested():
    hands = [ann_and_ben(number, placements=False, **WITH_SHOE) for number in (1, 2)]
    assert rows_of("SCN001", *hands) == {}


def test_a_placement_that_is_missing_leaves_the_deal_out():
    hands = [ann_and_ben(number, **WITH_SHOE) for number in (1, 2)]
    del hands[0]["placements"][1]
    assert rows_of("SCN001", *hands) == {}


# ---------------------------------------------------------------- SCN002


def digests(*hands, **header):
    return [each.row.digests for each in rows_of("SCN002", *hands, **header).values()]


def test_a_deal_with_seats_and_suits_exchanged_is_the_same():
    turned = {row: cards.translate(str.maketrans("cdhs", "shdc")) for row, cards in ANN.items()}
    other = {row: cards.translate(str.maketrans("cdhs", "shdc")) for row, cards in BEN.items()}
    assert digests(ann_and_ben(1)) == digests(hand(9, seat(4, "x", other), seat(6, "y", turned)))


def test_another_deal_is_another_one():
    changed = BEN | {"front": "9c7s5d"}
    assert digests(ann_and_ben(1)) != digests(hand(1, seat(1, "ann", ANN), seat(2, "ben", changed)))


def test_chosen_cards_are_not_compared():
    assert digests(ann_and_ben(1, variant="pineapple"), ruleset="ofc-pineapple") == []
    in_fantasyland = ann_and_ben(1)
    in_fantasyland["seats"][0]["fantasyland"] = 14
    assert digests(in_fantasyland) == []


# ---------------------------------------------------------------- SCN003


def test_royalties_of_a_player_are_counted_by_dealer():
    """Ann has a royalty in each hand that d-1 deals, and in none of d-2's; ben has none."""
    plain = ANN | {"back": "AhKh9h7h3c"}
    of_d2 = [hand(number, seat(1, "ann", plain), seat(2, "ben", BEN), dealer_id="d-2") for number in (4, 5)]
    found = rows_of("SCN003", *[ann_and_ben(number, dealer_id="d-1") for number in (1, 2, 3)], *of_d2)
    assert found["d-1", "ann", 0].row.stratum == MarkedStratum(5, 3, 3, 3)
    assert found["d-2", "ann", 0].row.stratum == MarkedStratum(5, 3, 2, 0)
    assert found["d-1", "ben", 0].row.stratum == MarkedStratum(5, 0, 3, 0)
    assert found["d-1", "ann", 0].row.deals == 3
    assert found["d-1", "ann", 0].hands.tolist() == [0, 1, 2]


def test_who_sets_better_than_the_others_has_no_more_strong_cards():
    """A player is tested by the aces that he was dealt, not by the royalties that he made of his cards."""
    found = rows_of("SCN003", *[ann_and_ben(number) for number in (1, 2)])
    assert found["ann", 0].row == MarkedRow((("player", "ann"),), MarkedStratum(52, 4, 13, 1), 0, 2)
    assert found["ben", 0].row == MarkedRow((("player", "ben"),), MarkedStratum(52, 4, 13, 0), 0, 2)
    assert found["ann", 1].row == TrialRow((("player", "ann"),), QUADS.as_integer_ratio(), 2, 0, 1)


def test_cards_that_were_chosen_are_not_strong_by_chance():
    assert rows_of("SCN003", ann_and_ben(1, variant="pineapple"), ruleset="ofc-pineapple") == {}


def test_fouled_hands_and_fantasyland_have_no_royalty():
    fantasy = ann_and_ben(1, dealer_id="d-1")
    fantasy["seats"][0]["fantasyland"] = 14
    found = counts("SCN003", fantasy)
    assert ("d-1", "ann", 0) not in found
    assert found["d-1", "ben", 0] == MarkedStratum(1, 0, 1, 0)
    foul = hand(1, seat(1, "ann", ANN | {"front": "AcAdJs"}), seat(2, "ben", BEN), dealer_id="d-1")
    assert counts("SCN003", foul)["d-1", "ann", 0] == MarkedStratum(1, 0, 1, 0)


# ---------------------------------------------------------------- SCN004


def test_pairs_pay_each_other_by_their_units():
    third = {"front": "2h3c5s", "middle": "6h6s8c9dJc", "back": "AsAcQsTh2d"}
    found = rows_of("SCN004", hand(1, seat(1, "ann", ANN), seat(2, "ben", BEN), seat(3, "cat", third)))
    row = found["ben", "ann", 0].row
    assert (row.hands, row.paid) == (1, 5 * SHARES)


def test_a_table_of_two_compares_nobody():
    assert rows_of("SCN004", ann_and_ben(1), ann_and_ben(2)) == {}


# ---------------------------------------------------------------- SCN006, SCN007


def test_void_hands_of_the_loser_are_counted():
    hands = [ann_and_ben(number, **({"void": True} if number > 2 else {})) for number in (1, 2, 3)]
    found = counts("SCN006", *hands)
    assert found["ben", 0] == MarkedStratum(3, 1, 3, 1)
    assert found["ann", 0] == MarkedStratum(3, 1, 0, 0)


def test_a_session_without_void_hands_has_none_marked():
    assert counts("SCN006", ann_and_ben(1), ann_and_ben(2))["ben", 0] == MarkedStratum(2, 0, 2, 0)


def test_a_winner_ruled_dead_is_counted_for_who_ruled():
    dead = ann_and_ben(2, irregularities=DEAD)
    dead["seats"][0]["fouled"] = True
    found = rows_of("SCN007", ann_and_ben(1), dead)
    assert found["sup-1", 0].row.stratum == MarkedStratum(4, 1, 2, 1)
    assert found["sup-1", 0].hands.tolist() == [1]


def test_a_hand_that_is_foul_by_its_cards_is_no_ruling():
    out_of_order = {"front": "KcQhJd", "middle": "TcTd4s6c8d", "back": "AhKh9c7h3h"}
    dead = hand(1, seat(1, "ann", out_of_order, fouled=True), seat(2, "ben", BEN), irregularities=DEAD)
    assert rows_of("SCN007", dead, ann_and_ben(2)) == {}


# ---------------------------------------------------------------- SCN008, SCN009, SCN012, SCN014, SCN016, SCN019


def test_cards_missing_in_a_large_hand_are_counted():
    large = ann_and_ben(5, placements=False)
    large["seats"][0]["net"], large["seats"][1]["net"] = 900, -900
    large["seats"][1]["back"] = "??" * 5
    found = counts("SCN008", *map(ann_and_ben, range(1, 5)), large)
    assert found["T1", 0] == MarkedStratum(5, 1, 1, 1)


def test_a_missed_seat_has_no_cards_that_could_be_missing():
    hands = [ann_and_ben(number) for number in range(1, 6)]
    hands[4]["seats"].append(seat(3, "cat", {}, status="missed"))
    assert counts("SCN008", *hands)["T1", 0].marked == 0


def test_a_gap_after_a_large_loss_is_counted():
    hands = [ann_and_ben(number) for number in range(1, 22) if number != 11]
    hands[9]["seats"][0]["net"], hands[9]["seats"][1]["net"] = 900, -900
    for each in hands:
        if each["hand"] not in (10, 5, 7, 15):
            each["seats"][0]["net"], each["seats"][1]["net"] = 100, -100
    assert counts("SCN009", *hands)["T1", 0] == MarkedStratum(19, 1, 4, 1)


def test_too_few_hands_have_no_gaps():
    assert counts("SCN009", *map(ann_and_ben, range(1, 20))) == {}


def test_a_dealer_and_a_player_who_wins_with_him():
    hands = [ann_and_ben(number, dealer_id="d-1" if number < 3 else "d-2") for number in range(1, 5)]
    hands[3]["seats"][0]["net"], hands[3]["seats"][1]["net"] = -500, 500
    found = counts("SCN012", *hands)
    assert found["d-1", "ann", 0] == MarkedStratum(4, 3, 2, 2)
    assert found["d-2", "ben", 0] == MarkedStratum(4, 1, 2, 1)
    assert counts("SCN012", *(each | {"dealer_id": "d-1"} for each in hands)) == {}


def test_a_toke_after_a_win():
    toke = {"event": "toke", "at": "2026-03-14T16:01:30-07:00", "seat": 1, "player": "ann", "amount": 100}
    found = counts("SCN014", ann_and_ben(1, dealer_id="d-1"), toke, ann_and_ben(2, dealer_id="d-1"))
    assert found["d-1", "ann", 0] == MarkedStratum(2, 1, 2, 1)
    assert counts("SCN014", ann_and_ben(1, dealer_id="d-1")) == {}


def stay_of_ann(last):
    """Ten hands of ann, who wins a little more in each but for the last, as said; she missed one and kept her seat."""
    hands = [ann_and_ben(number) for number in range(1, 13)]
    for each in hands:
        each["seats"][0]["net"] = 500 + each["hand"]
    hands[3]["seats"][0] = seat(1, "ann", {}, status="missed")
    del hands[3]["seats"][1]["net"], hands[3]["placements"]
    hands[10]["seats"][0]["net"] = last
    hands[11]["seats"][0]["player"] = "dan"
    return hands


@pytest.mark.parametrize(("last", "happened"), [(900, 1), (-900, 0)])
def test_a_stay_ends_with_its_last_hand_and_not_with_a_missed_one(last, happened):
    row = rows_of("SCN016", *stay_of_ann(last))["ann", 0].row
    assert (row.trials, row.happened) == (1, happened)
    assert row.chance == (1, 5)


def test_a_tournament_has_no_stays():
    assert rows_of("SCN016", *stay_of_ann(900), tournament="t1") == {}


def test_round_minutes_are_counted():
    found = rows_of("SCN019", *map(ann_and_ben, (1, 5, 10, 11)))["T1", 0].row
    assert (found.trials, found.happened) == (4, 2)
    assert rows_of("SCN019", ann_and_ben(5), source="keyed") == {}
