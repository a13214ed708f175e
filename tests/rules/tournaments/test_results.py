"""Places, prizes, deals, bounties and points beyond the known answers: above all, what the record does not show."""

from tests.rules.tournaments.build import busts, entries, header
from tests.rules.tournaments.replaying import by_player, reasons, replayed

CARNIVALE = {"ruleset": "carnivale-event-2013", "game": "ofc"}
OUT_TOGETHER = busts(3, 2, table="T1", hand=9)


def test_the_stack_of_a_hand_event_decides_where_the_bust_does_not_say_it():
    seats = [{"entry": 2, "seat": 1, "chips": 700}, {"entry": 3, "seat": 2, "chips": 900}]
    hand = {"event": "hand", "table": "T1", "hand": 9, "seats": seats}
    found = replayed(header(), *entries(3), hand, *OUT_TOGETHER)
    assert by_player(found, "place") == {"P01": 1, "P03": 2, "P02": 3}


def test_a_place_that_nobody_can_say_has_no_prize_where_the_places_have_different_ones():
    found = replayed(header(), *entries(5), *busts(5, 4, table="T1", hand=3), *OUT_TOGETHER)
    assert by_player(found, "place") == {"P01": 1, "P02": None, "P03": None, "P04": None, "P05": None}
    assert by_player(found, "tied") == {"P01": False, "P02": None, "P03": None, "P04": None, "P05": None}
    assert by_player(found, "prize") == {"P01": 15000, "P02": None, "P03": None, "P04": 0, "P05": 0}
    assert reasons(found) == [("place", None, each) for each in ("P02", "P03", "P04", "P05")]


def test_points_of_a_place_that_nobody_can_say():
    ranking = header(ruleset="olympic-ranking", ranking=True)
    found = replayed(
        ranking, *entries(11), *busts(11, 10, table="T1", hand=1), *busts(9, 8, 7, 6, 5, 4, 3, 2)
    )
    assert by_player(found, "points")["P10"] == 0
    found = replayed(ranking, *entries(3), *OUT_TOGETHER)
    assert by_player(found, "points") == {"P01": 90, "P02": None, "P03": None}


def test_without_hands_nobody_can_order_the_busts_of_the_carnivale():
    found = replayed(header(**CARNIVALE), *entries(3), *busts(3, 2))
    assert by_player(found, "place") == {"P01": 1, "P02": None, "P03": None}
    assert by_player(found, "prize") == {"P01": None, "P02": None, "P03": None}
    assert reasons(found)[0] == ("prizes", None, None)


def test_a_disqualification_of_the_carnivale_is_placed_by_the_file():
    lines = [
        *busts(5, table="T1", hand=4), {"event": "penalty", "entry": 2, "kind": "disqualified"},
        *busts(4, table="T2", hand=3), *busts(3, table="T1", hand=8),
    ]  # fmt: skip
    found = replayed(header(**CARNIVALE), *entries(5), *lines)
    assert by_player(found, "place") == {"P01": 1, "P03": 2, "P02": 3, "P05": 4, "P04": 5}


def test_who_is_disqualified_has_no_prize_and_no_points_under_the_other_reading():
    lines = [*busts(4), {"event": "penalty", "entry": 2, "kind": "disqualified"}, *busts(3)]
    ranking = header(ruleset="olympic-ranking", ranking=True)
    found = replayed(ranking, *entries(4), *lines, AMB_OLY_dq_place="no_place")
    assert by_player(found, "place") == {"P01": 1, "P03": 2, "P04": 3, "P02": None}
    assert (by_player(found, "prize")["P02"], by_player(found, "points")["P02"]) == (0, 0)
    kept = replayed(ranking, *entries(4), *lines)
    assert by_player(kept, "place") == {"P01": 1, "P03": 2, "P02": 3, "P04": 4}


def test_a_second_bust_of_one_entry_and_a_bust_after_a_refund_change_nothing():
    unregistered = {"event": "unregister", "entry": 4}
    found = replayed(header(), *entries(4), *busts(3, 2, 3), unregistered, *busts(4))
    assert by_player(found, "place") == {"P01": 1, "P02": 2, "P03": 3}
    assert found["field"] == {"players": 3, "entries": 3, "reentries": 0, "rebuys": 0, "add_ons": 0}


def test_who_entered_twice_at_once_is_in_while_one_of_the_entries_is():
    again = {"event": "reentry", "entry": 3, "player": "P01"}
    found = replayed(header(kind="reentry"), *entries(2), again, *busts(1))
    assert by_player(found, "place") == {"P01": None, "P02": None}
    assert by_player(replayed(header(), *entries(2), again, *busts(1, 3)), "place") == {"P02": 1, "P01": 2}


def test_an_add_on_takes_no_bust_back():
    found = replayed(header(kind="rebuy_any"), *entries(2), *busts(2), {"event": "add_on", "entry": 2})
    assert by_player(found, "place") == {"P01": 1, "P02": 2}
    found = replayed(header(kind="rebuy_any"), *entries(2), *busts(2), {"event": "rebuy", "entry": 2})
    assert by_player(found, "place") == {"P01": None, "P02": None}


# ------------------------------------------------------------------------------------------------- prizes


def test_while_nobody_won_what_was_left_for_the_winner_is_nobodys():
    players = [{"player": each, "amount": 5000} for each in ("P01", "P02")]
    deal = {"event": "deal", "players": players, "left_for_winner": 4000}
    found = replayed(header(), *entries(3), *busts(3), deal)
    assert by_player(found, "prize") == {"P01": None, "P02": None, "P03": 0}
    found = replayed(header(), *entries(3), *busts(3), deal, *busts(2))
    assert by_player(found, "prize") == {"P01": 9000, "P02": 5000, "P03": 0}


def test_places_of_a_deal_that_cannot_be_are_none():
    def placed(*places):
        players = [{"player": f"P{n:02}", "amount": 1, "place": each} for n, each in enumerate(places, 1)]
        deal = {"event": "deal", "players": players}
        return by_player(replayed(header(), *entries(4), *busts(4), deal), "place")

    assert placed(2, 1, 3) == {"P02": 1, "P01": 2, "P03": 3, "P04": 4}
    assert placed(1, 1, 3) == {"P03": 3, "P01": None, "P02": None, "P04": 4}
    assert placed(1, 2, 4) == {"P01": 1, "P02": 2, "P03": None, "P04": 4}


def test_a_time_tournament_without_a_count_of_stacks():
    timed = header(prizes_by="chips")
    count = {"event": "count", "tables": [{"table": "T1", "chips": 30000}]}
    found = replayed(timed, *entries(3), *busts(3), count)
    assert by_player(found, "prize") == {"P01": None, "P02": None, "P03": 0}
    assert ("prizes", None, None) in reasons(found)
    stacks = [{"entry": 2, "chips": 20001}, {"entry": 1, "chips": 9999}]
    counted = {"event": "count", "tables": [{"table": "T1", "stacks": stacks}]}
    found = replayed(timed, *entries(3), *busts(3), counted, count)
    assert by_player(found, "prize") == {"P01": 4999, "P02": 10001, "P03": 0}


def test_a_satellite_without_the_price_of_a_ticket():
    found = replayed(header(prizes_by="tickets"), *entries(3))
    assert found["satellite"] == {"tickets": None, "remainder": None}
    assert by_player(found, "prize") == {"P01": None, "P02": None, "P03": None}
    assert reasons(found) == [("satellite", None, None)]


def test_whole_euros_leave_the_rest_to_the_first_place():
    found = replayed(header(buy_in=3333), *entries(3), AMB_OLY_prize_round="whole_euro")
    assert found["prizes"] == [6099, 3900]


# ------------------------------------------------------------------------------------------------ bounties


def test_a_chip_that_nobody_is_known_to_have_may_be_that_of_all_who_were_in():
    lines = [*busts(4, knocked_out_by=[1]), *busts(3), *busts(2, knocked_out_by=[1])]
    found = replayed(header(bounty=1000), *entries(4), *lines)
    assert by_player(found, "bounty") == {"P01": None, "P02": None, "P03": 0, "P04": 0}
    assert reasons(found) == [("bounty", 7, "P03")]


def test_the_chip_of_a_disqualified_player_is_nobodys():
    lines = [{"event": "penalty", "entry": 3, "kind": "disqualified"}, *busts(2, knocked_out_by=[1])]
    found = replayed(header(bounty=1000), *entries(3), *lines)
    assert by_player(found, "bounty") == {"P01": 2000, "P02": 0, "P03": 0}
    assert reasons(found) == [("bounty", 5, "P03")]


def test_an_event_without_bounties_has_none():
    assert by_player(replayed(header(), *entries(2), *busts(2)), "bounty") == {"P01": None, "P02": None}


# -------------------------------------------------------------------------------------------------- points


def test_the_average_is_in_whole_units_of_the_currency():
    """Yen have no smaller unit: 5,000 each are of the band from 500."""
    lines = [*entries(2), *busts(2)]
    ranking = header(ruleset="olympic-ranking", ranking=True)
    assert by_player(replayed(ranking, *lines), "points") == {"P01": 90, "P02": 72}
    assert by_player(replayed(ranking | {"currency": "JPY"}, *lines), "points") == {"P01": 165, "P02": 132}


def test_a_ranking_event_of_nobody():
    found = replayed(header(ruleset="olympic-ranking", ranking=True))
    assert (found["standing"], found["money"]["prize_pool"], found["prizes"]) == ([], 0, None)
