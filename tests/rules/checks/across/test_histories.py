"""What a log shows that was derived from a hand history of another program, and what is not tested of it."""

import pytest

from tests.rules.build import session
from tests.rules.checks.pot_hands import CHECKED, audited, coverage_of, findings, hand
from tests.rules.pot_logs import EUROS, pot_problems

SITE = {"numbering": "site", "seen_by": "player", "cards_from": "shows"}
TABLE = {"numbering": "table", "seen_by": "table", "cards_from": "deal"}
SHOWN = ("2 checks", "6 checks", "6 shows KhKd", "2 shows AhAd")
CARDS = {2: "AhAd", 6: "KhKd"}
OF_SITE = "the numbers are those of a site and do not count the hands of this table"
OF_PLAYER = "the hand history has the hands of one player, and not every hand of the table"
NO_ORDER = "the hand history does not show in which order hands were shown"
NO_FLOOR = "a hand history does not record what the floor ruled"


def derived(*hands, **history):
    """A log that was derived from a hand history; of a site, unless its history says otherwise."""
    return (session(**EUROS, history=SITE | history), *hands)


def checked(number, **fields):
    """A hand that was checked down; seat 6 shows first."""
    return hand(*CHECKED, *SHOWN, number=number, hole=CARDS, **fields)


def test_log001_quiet_where_the_numbers_are_those_of_a_site_or_of_one_player():
    hands = checked(9201), checked(9388, dealer=1)
    assert findings("LOG001", *hands)[0][:4] == (9388, None, 9388, 9202)
    assert findings("LOG001", *derived(*hands)) == []
    assert coverage_of("LOG001", *derived(*hands)) == (0, 0, {OF_SITE: 2})
    assert coverage_of("LOG001", *derived(*hands, numbering="table")) == (0, 0, {OF_PLAYER: 2})


def test_log001_fires_in_a_hand_history_of_the_whole_table():
    hands = derived(checked(1), checked(3, dealer=1), **TABLE)
    ((number, seat, stated, expected, *_),) = findings("LOG001", *hands)
    assert (number, seat, stated, expected) == (3, None, 3, 2)


def test_pot005_quiet_where_the_order_of_shows_is_not_on_record():
    assert findings("POT005", checked(1))[0][:2] == (1, 6)
    assert findings("POT005", *derived(checked(1))) == []
    assert coverage_of("POT005", *derived(checked(1))) == (0, 0, {NO_ORDER: 1})


def test_stk017_quiet_where_the_next_number_may_not_be_the_next_hand():
    """Two hands with the button at seat 6: others of the table may lie between them."""
    hands = checked(1), checked(2)
    assert findings("STK017", *hands)[0][0] == 2
    assert findings("STK017", *derived(*hands)) == []
    assert coverage_of("STK017", *derived(*hands)) == (0, 0, {OF_SITE: 2})


def test_stk018_quiet_where_a_player_may_have_brought_chips_between():
    """Seat 2 won 200.00 in hand 1 and has less in hand 2, which by its number alone is the next one."""
    nets = {1: {"net": -100}, 2: {"net": 300}, 6: {"net": -200}}
    left = {1: 99_900, 2: 5_000, 6: 99_800}
    hands = checked(1, at_seats=nets), checked(2, dealer=1, stacks=left)
    assert findings("STK018", *hands)[0][:2] == (2, 2)
    assert findings("STK018", *derived(*hands)) == []


def test_irr014_quiet_where_the_site_has_no_place_for_a_ground():
    void = hand("1 posts small_blind 100", "2 posts big_blind 200", number=1, void=True)
    assert findings("IRR014", void)[0][0] == 1
    assert findings("IRR014", *derived(void)) == []
    assert coverage_of("IRR014", *derived(void)) == (0, 0, {NO_FLOOR: 1})


def test_house_money_is_in_the_main_pot_and_its_winners():
    """The house puts 50 into a pot of 500: 550 are due to seat 2, who put in 200."""
    pot = {"pot": 0, "amount": 550, "awards": [{"seat": 2, "amount": 550}]}
    nets = {seat: {"net": net} for seat, net in {1: -100, 2: 350, 3: 0, 4: 0, 5: 0, 6: -200}.items()}
    row = hand(*CHECKED, *SHOWN, hole=CARDS, pots=[pot], fees=[], at_seats=nets, house_money=50)
    audit = audited(*derived(row))
    assert [(each.code, each.message) for each in audit.findings if each.code.startswith("POT")] == []
    without = {name: value for name, value in row.items() if name != "house_money"}
    ((_, _, stated, expected, *_),) = findings("POT008", *derived(without))
    assert (stated, expected) == (550, 500)


@pytest.mark.parametrize("field", ["numbering", "seen_by", "cards_from"])
def test_a_history_says_all_that_it_shows(field):
    part = {name: value for name, value in SITE.items() if name != field}
    (problem,) = pot_problems(session(**EUROS, history=part), checked(1))
    assert (problem.line, problem.field) == (1, f"history.{field}")
