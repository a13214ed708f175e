"""Digests of deals (SCN002): which deals have one, and of which cards, counted hand after hand."""

import random
from collections import defaultdict

import numpy as np
import pytest
from msgspec.structs import replace

from rules.cards import JOKER, NO_CARD, UNKNOWN
from rules.screening.canonical_deals import canonical, digests
from rules.screening.deal_bytes import seats_of_cards
from rules.screening.hand_pieces import AT_ONCE
from rules.screening.indicator_catalogue import indicators_by_code
from rules.screening.statistics import DealRow, HeldRow
from tests.rules.screening.pot_screening_logs import header, showdown
from tests.rules.screening.screened import logs_of, screened, screened_lines

SEATS, BOARD = 10, 5
ENTRY = indicators_by_code()["SCN002"]


def observed(session):
    return [*ENTRY.rows(session)]


def digest(masks, *, ordered):
    """The digest of one deal."""
    return digests(canonical(np.array([masks], np.uint64), ordered=ordered)).tolist()[0]


def mask(cards):
    return sum(1 << card for card in cards)


# ---------------------------------------------------------------- pot games


def pot_deal(chance):
    """Cards by seat and of the board, most often a few seats with as many cards, all known."""
    deck = chance.sample(range(52), 52)
    each = chance.choice([2, 2, 4, 5])
    seats = chance.sample(range(SEATS), chance.choice([0, 1, 2, 3, 4, 4, 9]))
    hole = {seat: [deck.pop() for _ in range(each)] for seat in seats}
    if hole and chance.random() < 0.3:  # seats with more and fewer cards, also of the same mean
        hole[chance.choice(seats)].append(deck.pop())
        hole[chance.choice(seats)].pop()
    board = [deck.pop() for _ in range(chance.choice([0, 1, 3, 4, 5, 5]))] + [NO_CARD] * BOARD
    if chance.random() < 0.15:
        board[chance.randrange(BOARD)] = chance.choice([UNKNOWN, NO_CARD, JOKER])
    return hole, board[:BOARD]


@pytest.fixture(scope="module")
def pots():
    """A session of pot hands of many shapes, as the columns have them."""
    chance, count = random.Random(5), 400
    deals = [pot_deal(chance) for _ in range(count)]
    session = screened_lines([header(), showdown(1)])
    hole = [[mask(own.get(seat, [])) for seat in range(SEATS)] for own, _ in deals]
    pot = replace(
        session.hands.pot,
        hole=np.array(hole, np.uint64),
        board=np.array([board for _, board in deals], np.uint8),
        turn=np.array([chance.sample(range(SEATS), SEATS) for _ in deals], np.int8),
        pot_deck=np.array([chance.choice([52, 52, 36]) for _ in deals], np.int8),
    )
    return deals, replace(session, hands=replace(session.hands, pot=pot))


def pot_digests(deals, pot):
    """Digests and positions by seats, cards of each, of the board and of the deck, of the deals that have one."""
    found = defaultdict(list)
    for place, (hole, board) in enumerate(deals):
        laid = [card for card in board if card < JOKER]
        sizes = {len(cards) for cards in hole.values()}
        if UNKNOWN in board or board[: len(laid)] != laid or len(hole) < 2 or len(sizes) > 1:
            continue
        (each,) = sizes
        if len(hole) * each + len(laid) < 9:
            continue
        turn = pot.turn[place].tolist()
        seats = sorted(hole, key=turn.__getitem__)
        masks = [*(mask([card]) for card in laid), *(mask(hole[seat]) for seat in seats)]
        kind = len(hole), (each, len(laid), int(pot.pot_deck[place]))
        found[kind].append((digest(masks, ordered=True), place))
    return found


def test_digests_of_pot_deals_are_those_of_hand_after_hand(pots):
    deals, session = pots
    wanted = pot_digests(deals, session.hands.pot)
    found = {
        (each.row.seats, each.row.shape): [*zip(each.row.digests, each.hands.tolist(), strict=True)]
        for each in observed(session)
    }
    assert found == wanted
    assert [*found] == sorted(wanted)
    assert len(observed(session)) == len(wanted) > 20
    assert {(9, (2, 0, 52)), (2, (2, 5, 52)), (4, (4, 3, 36))} <= wanted.keys()
    assert {each.row.unit for each in observed(session)} == {(("room", "WA-0417"),)}


# ---------------------------------------------------------------- games by rows


@pytest.fixture(scope="module")
def closed():
    """A session of closed hands with two to four seats in any columns, some of which have no known cards, or chose them."""
    chance, session = random.Random(6), screened(logs_of("repeats-none")[0])
    count = AT_ONCE + 300
    there = np.array(
        [[seat in chance.sample(range(4), seats) for seat in range(4)] for seats in [*range(5)] * count]
    )[:count]
    thirteen = np.zeros((count, 4), np.uint64)
    for place in range(count):
        deck = chance.sample(range(52), 52)
        thirteen[place] = [mask(deck[13 * seat : 13 * seat + 13]) for seat in range(4)]
        if place % 11 == 0:
            thirteen[place, place % 4] = 0
    seat = np.where(there, np.arange(1, 5), 0)
    chose = np.zeros((count, 4), np.bool_)
    chose[np.arange(count) % 7 == 0, 2] = True
    hands = replace(session.hands, thirteen=thirteen, seat=seat, player=np.where(there, 0, -1), chose=chose)
    return replace(session, hands=hands)


def compared_deals(hands):
    """Positions and cards of the deals that are compared, by number of seats."""
    found = defaultdict(list)
    for place in range(len(hands.seat)):
        seats = [seat for seat in range(4) if hands.seat[place, seat]]
        masks = [int(hands.thirteen[place, seat]) for seat in seats]
        if len(seats) > 1 and all(masks) and not any(hands.chose[place, seat] for seat in seats):
            found[len(seats)].append((place, masks))
    return found


def test_digests_of_deals_are_those_of_hand_after_hand(closed):
    found = {each.row.seats: each for each in observed(closed) if isinstance(each.row, DealRow)}
    wanted = compared_deals(closed.hands)
    assert found.keys() == wanted.keys() == {2, 3, 4}
    for seats, deals in wanted.items():
        row, hands = found[seats]
        assert row.unit == (("room", closed.header.room),)
        assert hands.tolist() == [place for place, _ in deals]
        assert row.digests == tuple(digest(masks, ordered=False) for _, masks in deals)


def test_the_last_200_deals_of_three_and_four_seats_are_kept_by_seat(closed):
    found = {each.row.seats: each for each in observed(closed) if isinstance(each.row, HeldRow)}
    wanted = compared_deals(closed.hands)
    assert found.keys() == {3, 4}
    for seats, (row, hands) in found.items():
        last = wanted[seats][-200:]
        assert row.unit == (("table", closed.header.table),)
        assert hands.tolist() == [place for place, _ in last]
        held = [
            [next((seat for seat, own in enumerate(masks) if own >> card & 1), 3) for card in range(52)]
            for _, masks in last
        ]
        assert seats_of_cards(row.held).tolist() == held


def test_a_session_without_known_cards_has_no_digests(closed, pots):
    hands = closed.hands
    assert observed(replace(closed, hands=replace(hands, thirteen=np.zeros_like(hands.thirteen)))) == []
    session = pots[1]
    bare = replace(session.hands.pot, hole=np.zeros_like(session.hands.pot.hole))
    assert observed(replace(session, hands=replace(session.hands, pot=bare))) == []
