"""Deals of a table that are equal in part to those of the session before, over a room's year."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.screening.engines.repeats import RARE
from rules.screening.equal_in_part import EqualInPart, bound_in_part, least_cards
from rules.screening.parts_of_tables import tables_in_part
from rules.screening.screening_result import result_of_table
from tests.rules.screening.test_equal_in_part import decks, session, with_equal

TABLE = (("table", "T1"),)
FIRST = date(2026, 3, 1)


def on(day, found):
    return replace(found, day=FIRST + timedelta(days=day))


def evenings(deals_of_day, table="T1"):
    return [on(day, session(f"s{day}", deals, table=table)) for day, deals in enumerate(deals_of_day)]


def copied(cards, evenings_before=0):
    """Evenings of other deals, then two of which the second has a deal with so many cards in their seats."""
    before = [decks(40, 100 + each) for each in range(evenings_before)]
    earlier, later = decks(40, 3), decks(40, 4)
    later[7] = with_equal(earlier[22], cards, 1)
    return evenings([*before, earlier, later])


def test_a_deal_with_36_cards_in_the_seats_of_the_session_before_is_an_alarm_of_the_table():
    (table,) = tables_in_part(copied(36))
    assert table.pairs == [EqualInPart("s0", 22, "s1", 7, 36, 1)]
    assert (table.unit, table.sessions, table.deals) == (TABLE, 1, 80)
    assert table.since == date(2026, 3, 2)
    least = least_cards(4, 1600, RARE / 2)
    assert table.bound == bound_in_part(4, least, 1600) <= RARE / 2


def test_fair_deals_are_quiet_and_their_bound_stays_below_a_hundredth():
    (table,) = tables_in_part(evenings([decks(60, each) for each in range(30)]))
    assert (table.pairs, table.since, table.sessions, table.deals) == ([], None, 29, 30 * 60)
    assert 0 < table.bound < RARE


def test_a_later_place_needs_more_cards():
    """32 cards are rare enough between the first two sessions, and not at the eleventh place."""
    assert least_cards(4, 1600, RARE / 2) == 30
    assert [len(each.pairs) for each in tables_in_part(copied(32))] == [1]
    assert [len(each.pairs) for each in tables_in_part(copied(32, evenings_before=10))] == [0]


def test_a_deal_of_which_all_cards_are_equal_is_left_to_the_room():
    same = decks(40, 5)
    (table,) = tables_in_part(evenings([same, same]))
    assert (table.pairs, table.since) == ([], None)


def test_only_the_session_before_at_the_same_table_is_compared():
    first, second = copied(36)
    between = on(0, session("s0b", decks(40, 9)))
    assert tables_in_part([first, between, second])[0].pairs == []
    (other,) = tables_in_part(
        [on(0, session("x", decks(40, 3), table="T2")), *evenings([decks(40, 1), decks(40, 2)])]
    )
    assert other.unit == TABLE


def test_the_order_of_the_sessions_does_not_matter():
    sessions = copied(36, evenings_before=3)
    assert tables_in_part(sessions[::-1]) == tables_in_part(sessions)


@pytest.mark.parametrize("fair", [False, True])
def test_the_result_of_a_table_has_its_pairs_and_what_chance_gives(fair):
    (table,) = tables_in_part(evenings([decks(40, 1), decks(40, 2)]) if fair else copied(36))
    found = result_of_table(table, "WA-1", 2026, 1, 7)
    assert (found.indicator, found.unit, found.cases) == ("SCN002", {"table": "T1"}, 80)
    assert (found.both, found.alarm, found.listed) == ((0, False, False) if fair else (1, True, True))
    assert Fraction(found.expected) < RARE
    assert (found.log10_e is not None) == found.alarm
