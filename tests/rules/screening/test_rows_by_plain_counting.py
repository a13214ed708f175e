"""Rows that are counted over many hands at once are those of hand after hand, card after card."""

from collections import Counter, defaultdict
from datetime import date
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.cards import JOKER, UNKNOWN
from rules.hands import NOT_RECORDED
from rules.replay.scoring import SHARES
from rules.screening import hand_pieces
from rules.screening.deal_bytes import held_bytes
from rules.screening.engines.exchangeable import logs_of_one
from rules.screening.engines.kept_order import law_of_meetings, logs_of_meetings
from rules.screening.indicators import scn001_deck_order_kept as deck_order_kept
from rules.screening.indicators import scn003_strong_cards as strong_cards
from rules.screening.indicators import scn004_paid_beyond_chance as paid_beyond_chance
from rules.screening.session_statistics import ScreeningKeeper
from rules.screening.statistics import MarkedRow, PairRow
from simulation.screened.evening_hands import replayed_evening, session_of
from simulation.screened.room_regulars import LIVED, regulars
from simulation.screened.screened_evening import evening
from tests.calibration.room_years import scoring

ROWS = ((0, 3), (3, 8), (8, 13))


@pytest.fixture(scope="module")
def played():
    """An evening in which two to four people sit, some cards are blank, and every third deck is shuffled by hand."""
    rules, chance = scoring(), np.random.default_rng(17)
    lived = evening(
        "T1", date(2026, 3, 1), regulars(chance, LIVED)[:9], LIVED, rules.scale, chance, hands=120
    )
    keeper = ScreeningKeeper()
    keeper.add(replayed_evening(lived, rules))
    (session,) = keeper.sessions(*session_of(lived))
    hands = session.hands
    by_hand = np.where(np.arange(len(hands)) % 3 == 0, np.int32(-1), hands.shuffler)
    assert set(hands.seated.sum(axis=1).tolist()) == {2, 3, 4}
    assert ((hands.thirteen == 0) & hands.seated).any()
    return replace(session, hands=replace(hands, shuffler=by_hand))


def cards_in(mask):
    return {card for card in range(52) if int(mask) >> card & 1}


def seats_of(hands, hand):
    return [seat for seat in range(hands.seat.shape[1]) if hands.seated[hand, seat]]


def all_known(hands, hand):
    return all(hands.thirteen[hand, seat] for seat in seats_of(hands, hand))


def rows_of(hands, hand):
    """Cards by row; None where a card is not known."""
    held = [hands.cards[hand, seat].tolist() for seat in seats_of(hands, hand)]
    if any(card > 51 for cards in held for card in cards):
        return None
    return [set(cards[start:end]) for cards in held for start, end in ROWS]


def test_kept_order_is_that_of_deal_after_deal(played):
    hands, last = played.hands, {}
    wanted = defaultdict(lambda: [0, 0, Fraction(), np.zeros(12, np.int64), []])
    for hand in range(len(hands)):
        deck = int(hands.deck[hand])
        before, last[deck] = last.get(deck), hand
        if before is None or not all_known(hands, before) or not all_known(hands, hand):
            continue
        lay, dealt = (
            rows_of(hands, before),
            [cards_in(hands.thirteen[hand, seat]) for seat in seats_of(hands, hand)],
        )
        if lay is None:
            continue
        met = sum(len(row & seat) * (len(row & seat) - 1) // 2 for row in lay for seat in dealt)
        sizes = tuple(sorted(map(len, lay), reverse=True)), tuple(map(len, dealt))
        unit = (("shuffler", "sh-1"),)
        if hands.shuffler[hand] < 0:
            unit = ("dealer", played.name(int(hands.dealer[hand]))), ("deck", played.name(deck))
        sums = wanted[unit]
        sums[0], sums[1], sums[2] = sums[0] + 1, sums[1] + met, sums[2] + law_of_meetings(*sizes).mean
        sums[3] = sums[3] + np.array(logs_of_meetings(met, *sizes))
        sums[4].append(hand)
    found = {each.row.unit: each for each in deck_order_kept.rows(played)}
    assert found.keys() == wanted.keys()
    assert len(wanted) > 3
    for unit, (count, met, mean, sums, shown) in wanted.items():
        row = found[unit].row
        assert (row.count, row.found, Fraction(*row.expected)) == (count, met, mean)
        assert row.sums == tuple(sums.tolist())
        assert sorted(found[unit].hands.tolist()) == shown


def strong_cards_of_seats(session):
    """By unit: seats by number of aces, and with four of a kind or not; positions of hands with all aces, and with four of a
    kind.
    """
    hands = session.hands
    aces, quads = defaultdict(Counter), defaultdict(Counter)
    full, strong = defaultdict(list), defaultdict(list)
    for hand in range(len(hands)):
        for seat in seats_of(hands, hand):
            cards = cards_in(hands.thirteen[hand, seat])
            if not cards:
                continue
            units = [(("player", session.player(int(hands.player[hand, seat]))),)]
            if hands.dealer[hand] >= 0:
                units.append((("dealer", session.name(int(hands.dealer[hand]))), *units[0]))
            ranks = Counter(card // 4 for card in cards)
            for unit in units:
                aces[unit][ranks[12]] += 1
                quads[unit][4 in ranks.values()] += 1
                full[unit] += [hand] * (ranks[12] == 4)
                strong[unit] += [hand] * (4 in ranks.values())
    return aces, quads, full, strong


def without_some(session):
    """The same hands, of every third of which nobody dealt, and in every fifth of which nobody sits at the first seat."""
    hands, at = session.hands, np.arange(len(session.hands))
    player = hands.player.copy()
    player[at % 5 == 0, 0] = -1
    dealer = np.where(at % 3 == 0, -1, hands.dealer)
    return replace(session, hands=replace(hands, player=player, dealer=dealer))


@pytest.mark.parametrize("of", [lambda session: session, without_some])
def test_strong_cards_are_those_of_seat_after_seat(played, of):
    session = of(played)
    aces, quads, full, strong = strong_cards_of_seats(session)
    found = [*strong_cards.rows(session)]
    counted, trials = defaultdict(Counter), {}
    for row, _ in found:
        if isinstance(row, MarkedRow):
            counted[row.unit][row.stratum.both] += row.times
        else:
            trials[row.unit] = Counter({True: row.happened, False: row.trials - row.happened})
    assert counted == aces
    assert {unit: +each for unit, each in trials.items()} == quads
    for row, shown in found:
        if isinstance(row, MarkedRow):
            assert shown.tolist() == (full[row.unit] if row.stratum.both == 4 else [])
        else:
            assert shown.tolist() == strong[row.unit]
    assert any(full.values())


def test_payments_are_those_of_hand_after_hand(played):
    hands = played.hands
    moved = defaultdict(int)
    for hand, payer, payee, money in hands.paid.tolist():
        moved[hand, payer, payee] += money
        moved[hand, payee, payer] -= money
    wanted = defaultdict(lambda: [0, 0, 0, np.zeros(6, np.int64), []])
    for hand in range(len(hands)):
        seats, unit = seats_of(hands, hand), int(hands.unit[hand])
        if len(seats) < 3 or hands.void[hand] or not hands.paid_known[hand]:
            continue
        for payer in seats:
            others = [seat for seat in seats if seat != payer]
            values = tuple(moved[hand, payer, each] for each in others)
            for payee, value in zip(others, values, strict=True):
                sums = wanted[int(hands.player[hand, payer]), int(hands.player[hand, payee])]
                rest = (sum(values) - value) * SHARES // (unit * (len(seats) - 2))
                sums[0], sums[1], sums[2] = sums[0] + 1, sums[1] + value * SHARES // unit, sums[2] + rest
                sums[3] = sums[3] + np.array(logs_of_one(value, values, unit))
                sums[4] += [(-value, hand)] * (value > 0)
    found = {each.row.unit: each for each in paid_beyond_chance.rows(played)}
    assert len(found) == len(wanted) > 20
    for (payer, payee), (count, paid, others, sums, largest) in wanted.items():
        row, shown = found[("payer", played.player(payer)), ("payee", played.player(payee))]
        assert row == PairRow(row.unit, count, paid, others, tuple(sums.tolist()))
        assert shown.tolist() == [hand for _, hand in sorted(largest)[:10]]


def test_payments_of_hands_without_a_unit_are_left_out(played):
    """Of the first hands the unit is nothing, not recorded, and one cent."""
    units = played.hands.unit.astype(np.int64)
    some = np.flatnonzero(
        (played.hands.seated.sum(axis=1) > 2) & played.hands.paid_known & ~played.hands.void
    )[:3]
    units[some] = 0, NOT_RECORDED, 1
    found = [*paid_beyond_chance.rows(replace(played, hands=replace(played.hands, unit=units)))]
    shown = {each.row.unit: each.row.hands for each in found}
    for unit, row in {each.row.unit: each.row for each in paid_beyond_chance.rows(played)}.items():
        pair = [name for _, name in unit]
        out = [
            hand for hand in some[:2].tolist()
            if {*pair} <= {played.player(int(who)) for who in played.hands.player[hand] if who >= 0}
        ]  # fmt: skip
        assert shown.get(unit, 0) == row.hands - len(out)


def test_the_ten_largest_payments_of_a_pair_are_shown():
    """Of equal ones the earlier; a payment of one cent is one."""
    first = [(3, hand, money) for hand, money in enumerate([5, 1, 9, 9, 1, 7, 6, 6, 8, 2, 4, 3])]
    second = [(1, 21, 1)]
    found = paid_beyond_chance._largest(np.array(first + second).T).T.tolist()
    assert found == [
        [1, 21, 1],
        *([3, hand, money] for hand, money in [(2, 9), (3, 9), (8, 8), (5, 7), (6, 6), (7, 6), (0, 5), (10, 4), (11, 3), (9, 2)]),
    ]  # fmt: skip


def test_payments_of_one_cent_are_shown(played):
    paid = played.hands.paid.copy()
    paid[:, 3] = np.sign(paid[:, 3])
    cents = paid_beyond_chance.rows(replace(played, hands=replace(played.hands, paid=paid)))
    shown = {each.row.unit: len(each.hands) for each in cents}
    assert shown == {each.row.unit: len(each.hands) for each in paid_beyond_chance.rows(played)}
    assert max(shown.values()) == 10


def test_payments_in_pieces_are_those_of_all_at_once(played, monkeypatch):
    """The largest ten payments are of hands of several pieces."""
    whole = [(each.row, each.hands.tolist()) for each in paid_beyond_chance.rows(played)]
    monkeypatch.setattr(hand_pieces, "AT_ONCE", 25)
    assert [(each.row, each.hands.tolist()) for each in paid_beyond_chance.rows(played)] == whole


def test_payments_of_closed_hands_count_whole(played):
    """At a tenth of the unit a payment of three units is one of 30, which in a pot game would count as 20."""
    one, tenth = (
        {each.row.unit: each.row for each in paid_beyond_chance.rows(replace(played, hands=hands))}
        for hands in (played.hands, replace(played.hands, unit=played.hands.unit // 10))
    )
    assert (played.hands.unit % 10 == 0).all()
    assert played.hands.paid[:, 3].max() > 20 * played.hands.unit.max() // 10
    assert {unit: row.paid for unit, row in tenth.items()} == {
        unit: 10 * row.paid for unit, row in one.items()
    }


@given(st.lists(st.sets(st.integers(0, 51), min_size=1, max_size=13), min_size=3, max_size=4))
def test_a_card_that_two_seats_hold_is_of_the_last_one(seats):
    """Cards are in two seats where a log is wrong."""
    deal = np.array([[sum(1 << card for card in cards) for cards in seats]], np.uint64)
    owner = {card: seat for seat, cards in enumerate(seats) for card in cards}
    packed = held_bytes(deal)
    assert [packed[card // 4] >> 2 * (card % 4) & 3 for card in range(52)] == [
        owner.get(card, 3) for card in range(52)
    ]
    assert len(packed) == 13


def test_all_pairs_of_three_cards_meet_in_one_seat():
    """A row of three that is dealt to one seat has three pairs, and a row that is dealt to three seats none."""
    row = np.array([[0b111]], np.uint64)
    together, apart = np.array([[0b1111]], np.uint64), np.array([[0b001, 0b010, 0b100]], np.uint64)
    assert deck_order_kept._met(row, together).tolist() == [len([*combinations(range(3), 2)])]
    assert deck_order_kept._met(row, apart).tolist() == [0]


def test_a_machine_is_one_unit_whoever_deals(played):
    """The machine is the first name on record, and dealers change."""
    by_machine = replace(played.hands, shuffler=np.zeros(len(played.hands), np.int32))
    (found,) = deck_order_kept.rows(replace(played, hands=by_machine))
    assert found.row.unit == (("shuffler", played.name(0)),)
    assert len(set(played.hands.dealer.tolist())) > 1


def test_deals_of_no_machine_and_no_dealer_are_of_nobody(played):
    nobody = np.full(len(played.hands), -1, np.int32)
    hands = replace(played.hands, shuffler=nobody, dealer=nobody)
    assert [*deck_order_kept.rows(replace(played, hands=hands))] == []


@pytest.mark.parametrize("card", [UNKNOWN, JOKER])
def test_a_deal_with_an_unknown_card_in_a_row_is_no_last_deal(played, card):
    """As dealt its cards are known."""
    hands = played.hands
    deal = next(each for row in deck_order_kept.rows(played) for each in row.hands.tolist())
    last = next(each for each in reversed(range(deal)) if hands.deck[each] == hands.deck[deal])
    cards = hands.cards.copy()
    cards[last, seats_of(hands, last)[0], -1] = card
    found = [*deck_order_kept.rows(replace(played, hands=replace(hands, cards=cards)))]
    assert deal not in {each for row in found for each in row.hands.tolist()}
