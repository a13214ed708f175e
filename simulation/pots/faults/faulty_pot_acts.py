"""Acts too many, too few or at a wrong place, and rulings against the rules."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec import UNSET

from rules.records.pot_records import (
    Add,
    Bet,
    BettingAct,
    Board,
    Call,
    Check,
    Complete,
    Fold,
    PotIrregularity,
    Raise,
    Return,
    RunTimes,
)  # fmt: skip
from rules.records.pot_records import Clock as ClockAct
from simulation.faults.fault_base import AlteredHand
from simulation.pots.faults.pot_fault_base import PotDeal, PotFaultFamily, at_seat, on_hand
from simulation.pots.offer import GamesOffered

FAMILY = PotFaultFamily()
_BETTING = (Fold, Check, Call, Bet, Raise, Complete)
_RAISES = (Bet, Raise, Complete)


def _last_bet(deal: PotDeal) -> int | None:
    places = deal.where(*_BETTING)
    return places[-1] if places else None


@FAMILY.fault("bet-after-the-end", "betting_closed")
def bet_after_the_end(deal: PotDeal) -> AlteredHand | None:
    """A player bets when the betting is over."""
    last, chips = _last_bet(deal), deal.ending.play.chips
    seat = deal.pick(chips.with_chips())
    if (
        last is None
        or seat is None
        or (len(chips.live) > 1 and deal.ending.play.cards.reached < len(_streets(deal)) - 1)
    ):
        return None
    to = chips.front[seat] + deal.setup.stakes.sizes.min_bet
    deal.acts.insert(last + 1, Bet(seat=seat, to=to))
    return AlteredHand(field="acts", recorded=to, true=None, seat=seat, must=at_seat("betting_closed", seat))


def _streets(deal: PotDeal) -> tuple[object, ...]:
    return deal.setup.played.game.streets


@FAMILY.fault("folded-player-acts", "hand_not_live")
def folded_player_acts(deal: PotDeal) -> AlteredHand | None:
    """A player who has folded calls."""
    seat, last = deal.pick(deal.folded), _last_bet(deal)
    if seat is None or last is None:
        return None
    deal.acts.insert(last + 1, Call(seat=seat))
    return AlteredHand(
        field="acts", recorded="call", true=None, seat=seat, must=at_seat("hand_not_live", seat)
    )


@FAMILY.fault("absent-player-acts", "absent_acted")
def absent_player_acts(deal: PotDeal) -> AlteredHand | None:
    """A player who is not at the table calls or bets."""
    acted = {act.seat for act in deal.acts if isinstance(act, (Check, Call, *_RAISES)) and act.by is UNSET}
    posted = {seat for seat, kind, _ in deal.setup.posts if kind in ("small_blind", "big_blind")}
    seats = [each for each in deal.hand.seats if each.seat in acted - posted and each.present is UNSET]
    seat = deal.pick(seats)
    if seat is None:
        return None
    seat.present = False
    return AlteredHand(
        field="seats.present", recorded=0, true=1, seat=seat.seat, must=at_seat("absent_acted", seat.seat)
    )


@FAMILY.fault("chips-added-in-the-hand", "chips_added")
def chips_added(deal: PotDeal) -> AlteredHand | None:
    """A player puts chips on the table during the hand."""
    seat, last = deal.pick(sorted(deal.ending.play.chips.live)), _last_bet(deal)
    if seat is None or last is None:
        return None
    amount = 20 * deal.unit
    deal.acts.insert(last, Add(seat=seat, amount=amount))
    return AlteredHand(field="acts", recorded=amount, true=None, seat=seat, must=at_seat("chips_added", seat))


@FAMILY.fault("return-of-another-amount", "return_amount")
def return_amount(deal: PotDeal) -> AlteredHand | None:
    """An uncalled bet goes back with a chip too much."""
    for act in deal.acts:
        if isinstance(act, Return):
            true, act.amount = act.amount, act.amount + deal.chip
            must = at_seat("return_amount", act.seat)
            return AlteredHand(field="acts.amount", recorded=act.amount, true=true, seat=act.seat, must=must)
    return None


@FAMILY.fault("clock-ran-out", "clock_expired", where=lambda offer: offer.rules.betting.clock is not None)
def clock_ran_out(deal: PotDeal) -> AlteredHand | None:
    """A player acts later after a clock was called than the clock allows."""
    clock, at = deal.rules.betting.clock, deal.hand.at
    place = deal.pick([each for each in deal.where(*_BETTING) if deal.acts[each].by is UNSET])
    if clock is None or place is None or not isinstance(at, str):
        return None
    act = deal.acts[place]
    assert isinstance(act, BettingAct)
    called = datetime.fromisoformat(at) + timedelta(seconds=20)
    took = clock.seconds + deal.random.randint(1, 20)
    late = (called + timedelta(seconds=took)).isoformat()
    deal.acts.insert(place, ClockAct(at=called.isoformat(), seat=act.seat, acted_at=late))
    return AlteredHand(
        field="acts.acted_at",
        recorded=took,
        true=clock.seconds,
        seat=act.seat,
        must=at_seat("clock_expired", act.seat),
    )


def _runs_all_in(offer: GamesOffered) -> bool:
    return offer.rules.pots.run_twice.all_in


@FAMILY.fault("run-before-the-call", "run_not_all_in", where=_runs_all_in)
def run_before_the_call(deal: PotDeal) -> AlteredHand | None:
    """The players agree to run it twice before the last of them has called."""
    runs, last = deal.where(RunTimes), _last_bet(deal)
    if not runs or last is None or isinstance(deal.acts[last], Fold):
        return None
    if any(last < place < runs[0] for place in deal.where(Board)):
        return None
    deal.acts.insert(last, deal.acts.pop(runs[0]))
    return AlteredHand(field="acts", recorded=last, true=runs[0], must=on_hand("run_not_all_in"))


@FAMILY.fault("run-without-consent", "run_not_agreed")
def run_without_consent(deal: PotDeal) -> AlteredHand | None:
    """The board is run twice, although one of the players did not agree."""
    for act in deal.acts:
        if isinstance(act, RunTimes) and isinstance(act.agreed, list):
            true = len(act.agreed)
            act.agreed = act.agreed[1:]
            return AlteredHand(
                field="acts.agreed", recorded=len(act.agreed), true=true, must=on_hand("run_not_agreed")
            )
    return None


# ---------------------------------------------------------------------------- rulings


def _rule(deal: PotDeal, irregularity: PotIrregularity) -> None:
    irregularity.by = "s-1"
    deal.hand.irregularities = [irregularity]


@FAMILY.fault("raise-after-call-only", "call_only")
def raise_after_call_only(deal: PotDeal) -> AlteredHand | None:
    """A player whose hand was shown and may only call raises."""
    place = deal.pick(deal.where(Raise))
    if place is None:
        return None
    act = deal.acts[place]
    assert isinstance(act, Raise)
    _rule(
        deal, PotIrregularity(kind="exposed_card", when="play", seat=act.seat, ruling="call_only", act=place)
    )
    return AlteredHand(
        field="irregularities.ruling",
        recorded="call_only",
        true=None,
        seat=act.seat,
        must=at_seat("call_only", act.seat),
    )


def _void(deal: PotDeal) -> None:
    hand = deal.hand
    hand.void, hand.pots, hand.fees = True, UNSET, []
    for seat in hand.seats:
        seat.net = UNSET if seat.net is UNSET else 0
    acts = [act for act in deal.acts if not isinstance(act, Return)]
    deal.acts[:] = acts


@FAMILY.fault("misdeal-without-ground", "misdeal_no_ground")
def misdeal_without_ground(deal: PotDeal) -> AlteredHand | None:
    """A misdeal is declared, and nothing was wrong with the deal."""
    _void(deal)
    return AlteredHand(field="void", recorded=1, true=0, must=on_hand("misdeal_no_ground"), moved=True)


@FAMILY.fault("misdeal-too-late", "misdeal_too_late")
def misdeal_too_late(deal: PotDeal) -> AlteredHand | None:
    """A misdeal is declared after too many players have acted."""
    if len(deal.where(*_BETTING)) < deal.rules.misdeals.too_late.without_chips:
        return None
    _void(deal)
    _rule(deal, PotIrregularity(kind="exposed_card", when="deal", cards=2, ruling="misdeal"))
    return AlteredHand(field="void", recorded=1, true=0, must=on_hand("misdeal_too_late"), moved=True)


@FAMILY.fault("misdeal-not-declared", "misdeal_due")
def misdeal_not_declared(deal: PotDeal) -> AlteredHand | None:
    """Two cards are exposed in the deal, and the hand is played on."""
    places = deal.where(*_BETTING)
    act = places[0] if places else 0
    _rule(deal, PotIrregularity(kind="exposed_card", when="deal", cards=2, ruling="play_on", act=act))
    return AlteredHand(field="void", recorded=0, true=1, must=on_hand("misdeal_due"))
