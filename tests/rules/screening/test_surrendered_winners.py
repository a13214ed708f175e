"""Surrenders in SCN005, counted again plainly from the lines of a log: of a table, and of a player with each other one."""

import json
from collections import Counter

import pytest

from rules.screening.engines.marked import MarkedStratum
from rules.screening.indicator_catalogue import indicators_by_code
from tests.rules.screening.screened import FOLDER, lines_of, screened_lines

ROWS = ("front", "middle", "back")
HANDS = 30


@pytest.fixture(scope="module")
def played():
    """A session of thirty hands of four, nobody of whom surrenders, and its results in units by hand and seat."""
    events = lines_of(FOLDER / "logs" / "cards-fair-0.ndjson.gz")
    session, hands = events[0], [each for each in events if each["event"] == "chinese_hand"][:HANDS]
    return [session, *hands], screened_lines([session, *hands]).hands.units.tolist()


def changed(events, surrendered=(), blank=()):
    """The log with surrendered seats and seats without cards, as (hand, place) from 0."""
    session, *hands = json.loads(json.dumps(events))
    for hand, place in surrendered:
        hands[hand]["seats"][place]["surrendered"] = True
    for hand, place in blank:
        for row in ROWS:
            del hands[hand]["seats"][place][row]
    return [session, *hands]


def rows_of(events):
    found = indicators_by_code()["SCN005"].rows(screened_lines(events))
    return {each.row.unit: (each.row.stratum, each.hands.tolist()) for each in found}


def best_places(units):
    return [place for place, won in enumerate(units) if won == max(units)]


def test_surrenders_of_a_table_are_counted_by_whether_the_hand_would_have_been_the_best(played):
    events, units = played
    surrendered = [(hand, best_places(units[hand])[0]) for hand in range(0, 20, 4)]
    surrendered += [(hand, units[hand].index(min(units[hand]))) for hand in range(1, 20, 9)]
    table = (("table", events[0]["table"]),)
    stratum, hands = rows_of(changed(events, surrendered))[table]
    best = [(hand, place) for hand in range(HANDS) for place in best_places(units[hand])]
    both = sorted(set(surrendered) & set(best))
    assert stratum == MarkedStratum(4 * HANDS, len(surrendered), len(best), len(both))
    assert hands == [hand for hand, _ in both]
    assert len(best) > HANDS  # two seats that would have won as much are both the best


def test_a_hand_with_unknown_cards_counts_for_no_table(played):
    events, units = played
    surrendered = [(hand, best_places(units[hand])[0]) for hand in (0, 4, 8)]
    unseen = (4, (surrendered[1][1] + 1) % 4)  # of somebody else in a hand that was surrendered
    table = (("table", events[0]["table"]),)
    stratum, hands = rows_of(changed(events, surrendered, [unseen]))[table]
    assert (stratum.cases, stratum.marked, hands) == (4 * (HANDS - 1), 2, [0, 8])
    assert table not in rows_of(changed(events, surrendered[1:2], [unseen]))
    assert table not in rows_of(events)


def test_a_hand_of_three_counts_its_three_seats(played):
    """The empty place is nobody's cards, and not the best ones."""
    events, _ = played
    session, *hands = changed(events)
    gone = hands[5]["seats"].pop(2)
    left = screened_lines([session, *hands]).hands
    assert left.seated[5].sum() == 3
    assert not (left.ranked | left.surrendered)[~left.seated].any()
    best = left.units[5].tolist().index(left.units[5][left.seated[5]].max())
    events_of_three = changed([session, *hands], [(5, best)])
    stratum, found = rows_of(events_of_three)[(("table", session["table"]),)]
    assert (stratum.cases, stratum.marked, stratum.both, found) == (4 * HANDS - 1, 1, 1, [5])
    for (role, one), (_, other) in (unit for unit in rows_of(events_of_three) if len(unit) == 2):
        assert role == "payer"
        row = rows_of(events_of_three)[(("payer", one), ("payee", other))][0]
        assert row.cases == HANDS - (one == gone["player"])
        assert row.favourable == HANDS - (gone["player"] in (one, other))


def test_who_has_no_cards_on_record_and_does_not_surrender_is_not_judged(played):
    events, _ = played
    one, other = (seat["player"] for seat in events[1]["seats"][:2])
    row = rows_of(changed(events, blank=[(7, 0)]))[(("payer", one), ("payee", other))][0]
    assert (row.cases, row.favourable) == (HANDS - 1, HANDS - 1)


def test_a_surrender_is_a_weaker_setting_of_a_player_even_without_cards(played):
    """Of the hands in which the one who surrenders is judged, those with each other player are favourable."""
    events, _ = played
    before, after = rows_of(events), rows_of(changed(events, [(2, 0), (7, 0)], [(7, 0)]))
    players = [seat["player"] for seat in events[1]["seats"]]
    judged = Counter(seat["player"] for hand in events[1:] for seat in hand["seats"])
    for other in players[1:]:
        unit = (("payer", players[0]), ("payee", other))
        was, now = before[unit][0], after[unit][0]
        assert (was.cases, now.cases) == (judged[players[0]], judged[players[0]])
        assert {2, 7} <= set(after[unit][1])
        assert now.marked == was.marked + len({2, 7} - set(before[unit][1]))
    assert [unit for unit in after if unit[0] != ("payer", players[0]) and "table" not in dict(unit)] != []
    assert {
        unit: each for unit, each in after.items() if "payer" in dict(unit) and unit[0][1] != players[0]
    } == {unit: each for unit, each in before.items() if unit[0][1] != players[0]}
