"""SCN010: fifty deals of four seats with all cards are enough, and fewer are not."""

import numpy as np
from msgspec.structs import replace

from rules.screening.engines.even_cards import log_of_square, square_of_cards
from rules.screening.indicators import scn010_invented_cards as invented_cards
from tests.rules.screening.screened import FOLDER, screened


def first_deals(count):
    """A session of 200 deals of four seats, of which so many have all cards."""
    session = screened(FOLDER / "logs" / "cards-fair-0.ndjson.gz")
    thirteen = session.hands.thirteen.copy()
    thirteen[count:, 0] = 0
    return replace(session, hands=replace(session.hands, thirteen=thirteen))


def test_fifty_whole_deals_have_a_square():
    session = first_deals(50)
    counts = np.zeros((52, 4), int)
    for hand in range(50):
        for place, seat in enumerate(np.flatnonzero(session.hands.seated[hand]).tolist()):
            counts[
                [card for card in range(52) if int(session.hands.thirteen[hand, seat]) >> card & 1], place
            ] += 1
    assert invented_cards.counts_of_cards(session).tolist() == counts.tolist()
    square = square_of_cards(counts.tolist())
    found = {each.row.unit[0][0]: each for each in invented_cards.rows(session)}
    row, hands = found["table"]
    assert (row.count, row.found, row.sums) == (50, 0, (log_of_square(square),))
    assert row.expected == (square.numerator, square.denominator)
    assert hands.tolist() == list(range(50))


def test_forty_nine_have_none():
    assert [*invented_cards.rows(first_deals(49))] == []
    assert invented_cards.counts_of_cards(first_deals(49)) is None


def test_deals_of_three_seats_do_not_count_and_a_column_of_nobody_changes_nothing():
    """Of the first thirty of eighty deals a seat is nobody's, in the columns of which cards are on record."""
    session = first_deals(80)
    hands = session.hands
    player = hands.player.copy()
    player[:30, 1] = -1
    wide = {
        "player": np.pad(player, [(0, 0), (0, 1)], constant_values=-1),
        "seat": np.pad(hands.seat, [(0, 0), (0, 1)]),
        "thirteen": np.pad(hands.thirteen, [(0, 0), (0, 1)]),
    }
    found = [*invented_cards.rows(replace(session, hands=replace(hands, **wide)))]
    assert [each.hands.tolist() for each in found] == [list(range(30, 80))] * len(found)
    counts = invented_cards.counts_of_cards(replace(session, hands=replace(hands, **wide)))
    assert counts.sum(axis=0).tolist() == [13 * 50] * 4
