"""Cards dealt too early, in a wrong order or number, or exchanged against the rules."""

from __future__ import annotations

from typing import Any

from rules.cards import RANKS, SUITS
from rules.records.pot_records import (
    Act,
    Bet,
    Board,
    Call,
    Card,
    Check,
    Complete,
    Discard,
    Draw,
    Fold,
    Raise,
)  # fmt: skip
from simulation.faults.fault_base import AlteredHand, alter
from simulation.pots.deck import text
from simulation.pots.faults.pot_fault_base import PotDeal, PotFaultFamily, at_seat, in_acts, on_hand
from simulation.pots.offer import GamesOffered

FAMILY = PotFaultFamily()
_BETTING = (Fold, Check, Call, Bet, Raise, Complete)
_BOARD = in_acts(("flop",))


def _boards(deal: PotDeal, street: int) -> list[int]:
    names = [each.name for each in deal.setup.played.game.streets]
    return [
        place
        for place in deal.where(Board)
        if street < len(names) and getattr(deal.acts[place], "street", "") == names[street]
    ]


def _unseen(deal: PotDeal, count: int) -> str | None:
    return (
        text(deal.ending.play.cards.deck.peek(count)) if len(deal.ending.play.cards.deck) >= count else None
    )


def _early(deal: PotDeal, street: int) -> Board | None:
    """Lays a board out before the last act of the round before; returns the board that replaces it."""
    game = deal.setup.played.game
    places, cards = (
        _boards(deal, street),
        _unseen(deal, game.streets[min(street, len(game.streets) - 1)].board),
    )
    if game.kind != "flop" or len(places) != 1 or not cards:
        return None
    before = [place for place in deal.where(*_BETTING) if place < places[0]]
    start = max([*_boards(deal, street - 1), -1])
    if not before or before[-1] < start:
        return None
    board = deal.acts[places[0]]
    assert isinstance(board, Board)
    board.burn, board.reshuffled = "", True
    deal.acts.insert(before[-1], Board(street=board.street, cards=cards, withdrawn=True))
    return board


def _altered(field: str, recorded: Any, code: str) -> AlteredHand:
    return AlteredHand(
        field=field, recorded=recorded, true=None, must=on_hand("street_early") + on_hand(code)
    )


@FAMILY.fault("flop-too-early", "street_early", where=_BOARD)
def flop_too_early(deal: PotDeal) -> AlteredHand | None:
    """The flop comes before everybody has acted, and is taken back."""
    return _altered("acts", "board", "street_early") if _early(deal, 1) else None


@FAMILY.fault("burn-after-early-card", "burn_after_early", where=_BOARD)
def burn_after_early(deal: PotDeal) -> AlteredHand | None:
    """A card is burnt before the flop that replaces one dealt too early."""
    board = _early(deal, 1)
    if board is None:
        return None
    board.burn = "??"
    return _altered("acts.burn", "??", "burn_after_early")


@FAMILY.fault("no-shuffle-after-early-card", "no_reshuffle", where=_BOARD)
def no_reshuffle(deal: PotDeal) -> AlteredHand | None:
    """A flop that came too early is not shuffled back."""
    board = _early(deal, 1)
    if board is None:
        return None
    board.reshuffled = False
    return _altered("acts.reshuffled", 0, "no_reshuffle")


@FAMILY.fault(
    "river-not-laid-aside",
    "river_not_laid_aside",
    where=lambda offer: _BOARD(offer) and offer.rules.misdeals.early_card.turn == "river_laid_aside",
)
def river_not_laid_aside(deal: PotDeal) -> AlteredHand | None:
    """After a turn that came too early no card is laid aside for the river."""
    return _altered("acts", "board", "river_not_laid_aside") if _early(deal, 2) else None


@FAMILY.fault("streets-exchanged", "street_order", where=in_acts(("flop", "stud")))
def streets_exchanged(deal: PotDeal) -> AlteredHand | None:
    """Two streets are dealt in each other's place."""
    game = deal.setup.played.game
    if game.kind == "draw" or deal.ending.play.cards.runs > 1 or deal.ending.play.cards.reached < 3:
        return None
    one, other = game.streets[2].name, game.streets[3].name
    first: dict[
        str, int
    ] = {}  # by street: the seat that gets the first card of it, where it is dealt to seats
    for act in deal.acts:
        if isinstance(act, Board | Card):
            act.street = {one: other, other: one}.get(act.street, act.street)
        if isinstance(act, Card) and act.street in (one, other):
            first.setdefault(act.street, act.seat)
    must = at_seat("street_order", *dict.fromkeys(first.values())) or on_hand("street_order")
    may = ("street_order", "nuts_not_bet")  # of the streets after them, and of another river
    return AlteredHand(field="acts.street", recorded=other, true=one, must=must, may=may)


@FAMILY.fault("four-cards-on-the-flop", "board_size", where=_BOARD)
def four_cards_on_the_flop(deal: PotDeal) -> AlteredHand | None:
    """A street has a card too many on the board."""
    place, more = deal.pick(deal.where(Board)), _unseen(deal, 1)
    if place is None or deal.setup.played.game.kind != "flop" or not more:
        return None
    board = deal.acts[place]
    assert isinstance(board, Board)
    return alter(board, "acts.cards", board.cards + more, on_hand("board_size"))


@FAMILY.fault("hand-of-too-many-cards", "wrong_card_count", acts=True)
def hand_of_too_many_cards(deal: PotDeal) -> AlteredHand | None:
    """A player who folds later was dealt a card too many."""
    seat, more = deal.pick(deal.folded), _unseen(deal, 1)
    if seat is None or not more:
        return None
    record = next(each for each in deal.hand.seats if each.seat == seat)
    return alter(record, "seats.hole", f"{record.hole}{more}", at_seat("wrong_card_count", seat), seat=seat)


def _short(offer: GamesOffered) -> bool:
    return any(each.game.deck_from != RANKS[0] for each in offer.rotation)


@FAMILY.fault("card-below-the-deck", "card_below_deck", where=_short, acts=True)
def card_below_the_deck(deal: PotDeal) -> AlteredHand | None:
    """A player who folds later was dealt a card that the short deck does not have."""
    lowest, seat = RANKS.index(deal.setup.played.game.deck_from), deal.pick(deal.folded)
    if seat is None or not lowest:
        return None
    record = next(each for each in deal.hand.seats if each.seat == seat)
    if not isinstance(record.hole, str) or not record.hole:
        return None
    low = deal.random.choice(RANKS[:lowest]) + deal.random.choice(SUITS)
    return alter(record, "seats.hole", low + record.hole[2:], at_seat("card_below_deck", seat), seat=seat)


# ---------------------------------------------------------------------------- discards and draws


def _of(deal: PotDeal, *kinds: type[Act]) -> list[int]:
    """Acts of seats that fold after them, so that no winner is in doubt."""
    folds = {act.seat: place for place, act in enumerate(deal.acts) if isinstance(act, Fold)}
    return [
        place for place in deal.where(*kinds) if folds.get(getattr(deal.acts[place], "seat", 0), -1) > place
    ]


def _discards(offer: GamesOffered) -> bool:
    return any(street.discards for each in offer.rotation for street in each.game.streets)


def _draws(offer: GamesOffered) -> bool:
    return any(each.game.kind == "draw" or each.game.swap for each in offer.rotation)


@FAMILY.fault("card-kept", "discard_count", where=_discards)
def card_kept(deal: PotDeal) -> AlteredHand | None:
    """A player does not throw a card away in time, and folds later."""
    places = _of(deal, Discard)
    boards = {each for street in range(4) for each in _boards(deal, street)}
    live_until_board = [
        place for place in places if any(place < board < _fold_of(deal, place) for board in boards)
    ]
    place = deal.pick(live_until_board)
    if place is None or len(deal.where(Discard)) < 2:
        return None
    act = deal.acts.pop(place)
    assert isinstance(act, Discard)
    return AlteredHand(
        field="acts", recorded=None, true=act.cards, seat=act.seat, must=at_seat("discard_count", act.seat)
    )


def _fold_of(deal: PotDeal, place: int) -> int:
    seat = getattr(deal.acts[place], "seat", 0)
    return next(each for each in deal.where(Fold) if getattr(deal.acts[each], "seat", 0) == seat)


@FAMILY.fault("drawn-too-few", "draw_count", where=_draws)
def drawn_too_few(deal: PotDeal) -> AlteredHand | None:
    """A player gets a card less than were thrown away."""
    for place in _of(deal, Draw):
        act = deal.acts[place]
        if isinstance(act, Draw) and act.cards:
            return alter(act, "acts.cards", act.cards[2:], at_seat("draw_count", act.seat), seat=act.seat)
    return None


@FAMILY.fault("draw-after-a-bet", "draw_time", where=_draws)
def draw_after_a_bet(deal: PotDeal) -> AlteredHand | None:
    """A player exchanges cards when the betting of the street has begun."""
    for place in reversed(deal.where(Draw)):
        act = deal.acts[place]
        assert isinstance(act, Draw)
        after = [each for each in deal.where(*_BETTING) if each > place]
        others = [
            each
            for each in deal.where(Draw)
            if each != place and getattr(deal.acts[each], "street", "") == act.street
        ]
        later = [each for each in deal.where(Draw, Board) if each > place and each not in others]
        if (
            not after
            or (later and later[0] < after[0])
            or (not others and deal.setup.played.game.kind == "draw")
        ):
            continue
        deal.acts.insert(after[0], deal.acts.pop(place))
        must = at_seat("draw_time", act.seat)
        return AlteredHand(field="acts", recorded=after[0], true=place, seat=act.seat, must=must)
    return None


@FAMILY.fault("draw-out-of-order", "draw_order", where=_draws)
def draw_out_of_order(deal: PotDeal) -> AlteredHand | None:
    """Two players exchange cards in each other's place."""
    acts = deal.acts
    pairs = [
        place
        for place in deal.where(Draw)
        if place + 1 < len(acts)
        and isinstance(acts[place + 1], Draw)
        and getattr(acts[place], "street", "") == getattr(acts[place + 1], "street", "")
    ]
    place = deal.pick(pairs)
    if place is None:
        return None
    acts[place], acts[place + 1] = acts[place + 1], acts[place]
    seat: int = getattr(acts[place + 1], "seat", 0)
    return AlteredHand(
        field="acts", recorded=place + 1, true=place, seat=seat, must=at_seat("draw_order", seat)
    )
