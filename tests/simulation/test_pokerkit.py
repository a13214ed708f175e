"""PokerKit as a second judge: it follows the acts of simulated hands, and its payoffs are what the hands paid.

PokerKit has no soko, and neither crazy pineapple nor watermelon (cards thrown away for nothing) nor sviten (a card exchanged
before the flop's betting, and halves of a hand and of a board). Of the other games it judges the hands in which its rules are
the log's; `differs` says of a hand why they are not.
"""

from collections import Counter

import pokerkit
import pytest
from kept import simulate
from pokerkit import Automation, BettingStructure, Deck, Mode, Opening, State, Street

from rules.controls.library import library
from tests.rules.pot_games.plain_log import cards_of
from tests.simulation.test_pot_logs import chip_of, events_of

pytestmark = pytest.mark.slow

STANDARD = library().get("standard-cash")
RULES = STANDARD.sections.pot
NOT_JUDGED = {
    "soko": "four-card hands have no hand type in PokerKit",
    "crazy_pineapple": "a card is thrown away and not replaced",
    "watermelon": "cards are thrown away and not replaced",
    "sviten": "a card is exchanged in a game with a board, and half of the pot goes by the five hole cards",
}
JUDGED = [game for game in RULES.games if game not in NOT_JUDGED]
HANDS = {
    "high": pokerkit.StandardHighHand,
    "short_deck": pokerkit.ShortDeckHoldemHand,
    "ace_to_five": pokerkit.RegularLowHand,
    "eight_low": pokerkit.EightOrBetterLowHand,
    "deuce_to_seven": pokerkit.StandardLowHand,
    "badugi": pokerkit.BadugiHand,
}
OF_TWO = {"high": pokerkit.OmahaHoldemHand, "eight_low": pokerkit.OmahaEightOrBetterLowHand}
STRUCTURES = {
    "no_limit": BettingStructure.NO_LIMIT,
    "pot_limit": BettingStructure.POT_LIMIT,
    "fixed_limit": BettingStructure.FIXED_LIMIT,
}
AUTOMATIC = (
    Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION, Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING,
)  # fmt: skip


SHORT_POST = "a post for less, or a bring-in for the small bet"
SHORT_RAISE = "an all-in for less than a raise reopens the betting otherwise"


def differs(hand, stakes):
    """Why PokerKit has other rules for a hand; empty where it has the same."""
    return next(reasons(hand, stakes), "")


def reasons(hand, stakes):
    """Each reason why PokerKit has other rules for a hand."""
    kinds = {act["kind"] for act in hand["acts"] if act["act"] == "post"}
    short = any(act["act"] == "post" and act["amount"] not in _due(act, stakes) for act in hand["acts"])
    raised_on_fourth = any(act.get("street") == "fourth" for act in hand["acts"])
    for reason, there in {
        "a misdeal is no hand": hand.get("void"),
        "a post in addition to the blinds, or one ante for all": kinds
        & {"new_player", "missed_big", "missed_small", "table_ante", "dead", "extra"},
        "a straddle is a blind of its own order": "straddle" in kinds,
        "boards that are run twice share the pot in whole chips": any(
            act["act"] == "run" or act.get("run") for act in hand["acts"]
        ),
        "a cap is no stack": stakes.get("cap"),
        "the last card of stud is common": any(
            act["act"] == "board" and act["street"] == "seventh" for act in hand["acts"]
        ),
        SHORT_POST: short,
        "the big bet on fourth street, where a pair shows": raised_on_fourth and _big_on_fourth(hand, stakes),
        "equal cards show, and it opens by suits and not by seats": _equal_shows(hand),
        "the deck was made anew of cards that were thrown away": _dealt_twice(hand),
        SHORT_RAISE: _short_raise(hand, stakes),
        "a raise that nobody has the chips to call goes back, and PokerKit does not take it": _raised_alone(
            hand
        ),
    }.items():
        if there:
            yield reason


def _raised_alone(hand):
    """Whether somebody bets or raises while no other seat in the hand has chips for more than a call."""
    left = {seat["seat"]: seat["stack"] for seat in hand["seats"] if seat.get("status") != "missed"}
    front, street = Counter(), None
    for act in hand["acts"]:
        if act.get("street", street) != street:
            front, street = Counter(), act["street"]
        seat = act.get("seat")
        if act["act"] == "fold":
            left.pop(seat)
        elif act["act"] == "post":
            left[seat] -= act["amount"]
            front[seat] += act["amount"] * (act["kind"] != "ante")
        elif "to" in act:
            level = max(front.values(), default=0)
            others = any(chips + front[other] > level for other, chips in left.items() if other != seat)
            if act["act"] in ("bet", "raise", "complete") and not others:
                return True
            left[seat] -= act["to"] - front[seat]
            front[seat] = act["to"]
    return False


def _due(act, stakes):
    return {stakes.get(act["kind"])}


def _short_raise(hand, stakes):
    """Whether somebody bets or raises all in."""
    left = {seat["seat"]: seat["stack"] for seat in hand["seats"]}
    front, street = Counter(), None
    for act in hand["acts"]:
        if act.get("street", street) != street:
            front, street = Counter(), act["street"]
        if act["act"] == "post":
            left[act["seat"]] -= act["amount"]
            front[act["seat"]] += act["amount"] * (act["kind"] != "ante")
        elif "to" in act:
            left[act["seat"]] -= act["to"] - front[act["seat"]]
            front[act["seat"]] = act["to"]
            if act["act"] in ("bet", "raise", "complete") and not left[act["seat"]]:
                return True
    return False


def _big_on_fourth(hand, stakes):
    """Whether the big bet is made on fourth street."""
    street = ""
    for act in hand["acts"]:
        street = act.get("street", street)
        if (
            street == "fourth"
            and act["act"] in ("bet", "raise")
            and act["to"] % stakes.get("small_bet", 1) == 0
        ):
            return stakes.get("big_bet", 10**9) <= act["to"]
    return False


def _equal_shows(hand):
    """Whether the cards that show of two seats in the hand are of the same ranks on a street."""
    up = {seat["seat"]: cards_of(seat.get("up", "")) for seat in hand["seats"] if seat.get("up")}
    street = ""
    for act in [*hand["acts"], {"act": "end", "street": "end"}]:
        if act.get("street", street) != street:
            ranks = [sorted(card[0] for card in cards) for cards in up.values()]
            if street and any(ranks.count(each) > 1 for each in ranks):
                return True
            street = act["street"]
        if act["act"] == "fold":
            up.pop(act["seat"], None)
        elif act["act"] == "card" and act["seat"] in up:
            up[act["seat"]] += cards_of(act.get("up", ""))
    return False


def _dealt_twice(hand):
    """Whether a card is dealt a second time."""
    cards = [card for seat in hand["seats"] for card in cards_of(seat.get("hole", ""))]
    cards += [card for act in hand["acts"] if act["act"] == "draw" for card in cards_of(act["cards"])]
    return len(set(cards)) < len(cards)


def state_of(hand, game, limit, stakes, order):
    """An empty table of PokerKit for a hand. order: the seats from the left of the button."""
    stud, low = game.kind == "stud", game.halves[0].order == "ace_to_five"
    small = stakes.get("small_bet") or stakes.get("min_bet") or stakes["big_blind"]
    big = stakes.get("big_bet", small)
    rules = RULES.betting.fixed_limit
    of_small = rules.of_two_rounds if len(game.streets) == 2 else rules.small_bet_rounds
    opens = Opening.LOW_HAND if low else Opening.HIGH_HAND
    first = (Opening.HIGH_CARD if low else Opening.LOW_CARD) if stud else Opening.POSITION
    streets = tuple(
        Street(
            False,
            (False,) * street.down + (True,) * street.up,
            street.board,
            bool(street.draws),
            first if place == 0 else opens if stud else Opening.POSITION,
            big if limit == "fixed_limit" and place >= of_small else small,
            None,
        )
        for place, street in enumerate(game.streets)
    )
    stacks = {seat["seat"]: seat["stack"] for seat in hand["seats"]}
    deck = Deck.SHORT_DECK_HOLDEM if game.deck_from == "6" else Deck.STANDARD
    return State(
        AUTOMATIC,
        deck,
        tuple((OF_TWO if half.use == "two" else HANDS)[half.order] for half in game.halves),
        streets,
        STRUCTURES[limit],
        False,
        stakes.get("ante", 0),
        (0,) if stud else (stakes["small_blind"], stakes["big_blind"]),
        stakes.get("bring_in", 0),
        [stacks[seat] for seat in order],
        len(order),
        mode=Mode.CASH_GAME,
    )  # fmt: skip


def judged(hand, game, limit, stakes):
    """PokerKit's payoff of each seat, after it has followed every act."""
    dealt = [seat for seat in hand["seats"] if seat.get("status") != "missed"]
    order = sorted((seat["seat"] for seat in dealt), key=lambda seat: (seat - hand["dealer"] - 1) % 10)
    state = state_of(hand, game, limit, stakes, order)
    cards = {seat["seat"]: seat["hole"] + seat.get("up", "") for seat in dealt}
    for place, seat in enumerate(order):
        for card in cards_of(cards[seat]):
            state.deal_hole(card, place)
    drawn = []
    for act in hand["acts"]:
        if drawn and act["act"] != "draw":
            _take(state, order, drawn)
        if act["act"] in ("board", "card", "draw"):
            _check_alone(state)
        match act:
            case {"act": "post", "kind": "bring_in", "seat": seat}:
                assert order[state.actor_index] == seat
                state.post_bring_in()
            case {"act": "board", "cards": board}:
                state.deal_board(board)
            case {"act": "card", "seat": seat}:
                state.deal_hole(act.get("up") or act["down"], order.index(seat))
            case {"act": "draw", "seat": seat, "street": street}:
                if drawn and drawn[0]["street"] != street:
                    _take(state, order, drawn)
                assert order[state.stand_patter_or_discarder_index] == seat
                state.stand_pat_or_discard(act["discard"])
                drawn.append(act)
            case {"act": "fold" | "check" | "call" | "bet" | "raise" | "complete" as verb, "seat": seat}:
                assert order[state.actor_index] == seat
                _bet(state, verb, act.get("to"))
    if drawn:
        _take(state, order, drawn)
    assert not state.status
    return dict(zip(order, state.payoffs, strict=True))


def _check_alone(state):
    """The check for which PokerKit asks the seat with the highest bet, where all others in the hand are all in for less.

    Nobody is left to bet against, so a log has no such act. Where a round begins like this, PokerKit asks for none either.
    """
    if (alone := state.actor_index) is None:
        return
    assert state.checking_or_calling_amount == 0
    assert not any(
        chips for place, chips in enumerate(state.stacks) if state.statuses[place] and place != alone
    )
    state.check_or_call()


def _bet(state, verb, to):
    if verb == "fold":
        state.fold()
    elif verb in ("check", "call"):
        state.check_or_call()
    else:
        state.complete_bet_or_raise_to(to)


def _take(state, order, drawn):
    """The cards of a draw, when all have thrown theirs away."""
    for act in drawn:
        for card in cards_of(act["cards"]):
            state.deal_hole(card, order.index(act["seat"]))
    drawn.clear()


def gross(hand, chip):
    """What each seat won or lost before fees; None where chips do not divide evenly, or a fee came from a shared pot."""
    nets = {seat["seat"]: seat["net"] for seat in hand["seats"] if "net" in seat}
    taken = Counter()
    for fee in hand["fees"]:
        taken[fee["pot"]] += fee["amount"]
    for pot in hand["pots"]:
        amounts = {award["amount"] for award in pot["awards"]}
        if len(pot["awards"]) == 1:
            nets[pot["awards"][0]["seat"]] += taken[pot["pot"]]
        elif taken[pot["pot"]] or len(amounts) > 1:
            return None
    return nets


@pytest.fixture
def hands(request):
    """Hands of each game: 500 with --whole, else 20."""
    return 500 if request.config.getoption("whole") else 20


@pytest.mark.sampled(16)
@pytest.mark.parametrize("limit", ["no_limit", "pot_limit", "fixed_limit"])
@pytest.mark.parametrize("game", JUDGED)
def test_pokerkit_takes_every_act_and_pays_the_same(game, limit, hands):
    judged_hands, why = 0, Counter()
    rules = RULES.games[game]
    for seed in range(-(-hands // 20)):
        events = events_of(simulate(STANDARD, hands=20, seed=seed, game=game, limit=limit))
        (terms,) = [event for event in events if event["event"] == "terms"]
        for hand in events:
            if hand["event"] != "pot_hand":
                continue
            reason = differs(hand, terms["stakes"])
            why[reason] += bool(reason)
            if not reason:
                payoffs = judged(hand, rules, limit, terms["stakes"])
                due = gross(hand, chip_of(hand, terms))
                assert due is None or payoffs == due, hand["hand"]
                judged_hands += 1
    assert judged_hands or hands == 20, why


def test_every_game_is_judged_or_named_with_its_reason():
    assert set(JUDGED) | set(NOT_JUDGED) == set(RULES.games)
