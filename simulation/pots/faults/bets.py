"""Bets of a wrong size, at a wrong time, or not as announced; the room lets them stand."""

from __future__ import annotations

from rules.records.pot_records import Call, Change, Fold, Raise, TakeBack
from simulation.pots.betting import LegalActs
from simulation.pots.faults.pot_fault_base import Misplay, PotFaultFamily, at_limit, at_seat
from simulation.pots.simulated_pot_hand import HandPlay

FAMILY = PotFaultFamily()
_NO_FIXED = at_limit("no_limit", "pot_limit")
_FIXED = at_limit("fixed_limit")


def _next(play: HandPlay) -> int | None:
    others = [seat for seat in play.chips.to_act()[1:2] if play.setup.seat(seat).present]
    return others[0] if others and len(play.chips.live) > 2 else None


@FAMILY.fault("fold-out-of-turn", "out_of_turn")
class FoldOutOfTurn(Misplay):
    """A player folds before the turn."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        seat = _next(play)
        if self.open and seat and options.level > play.chips.front[seat]:
            play.acts.append(Fold(seat=seat))
            play.chips.fold(seat, in_turn=False)
            play.cards.gives_up(seat)
            self.done("acts", seat, seat, options.seat, at_seat("out_of_turn", seat))
        return False


@FAMILY.fault("bet-out-of-turn-stands", "out_of_turn_not_returned", where=at_limit("no_limit"))
class RaiseOutOfTurn(Misplay):
    """A player raises out of turn, the player whose turn it is raises too, and the chips do not go back."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        seat, chips = _next(play), play.chips
        if not self.open or not seat or not options.can_raise or play.chips.is_fixed:
            return False
        first = options.raise_least
        more = max(first - options.level, chips.sizes.min_bet)
        to, most = first + 2 * more, chips.front[seat] + chips.left[seat]
        if first >= options.most or to >= most or not play.setup.seat(options.seat).present:
            return False
        play.acts.append(Raise(seat=seat, to=to))
        self.make(play, options, "raise" if options.level else "bet", first)
        chips.act(seat, to)
        codes = at_seat("out_of_turn", seat) + at_seat("out_of_turn_not_returned", seat)
        self.done("acts", seat, to, None, codes)
        return True


@FAMILY.fault("chips-taken-back", "take_back_not_due")
class TakenBack(Misplay):
    """Chips bet out of turn go back, although nobody raised."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        seat, chips = _next(play), play.chips
        if not self.open or not seat:
            return False
        to = min(chips.level, chips.front[seat] + chips.left[seat])
        if to > chips.front[seat]:
            play.acts += [Call(seat=seat, to=to), TakeBack(seat=seat, amount=to - chips.front[seat])]
            codes = at_seat("out_of_turn", seat) + at_seat("take_back_not_due", seat)
            self.done("acts", seat, to, None, codes)
        return False


@FAMILY.fault("check-facing-bet", "check_facing_bet")
class CheckFacingBet(Misplay):
    """A player checks and has to call."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        if not self.open or not options.owes or not play.setup.seat(options.seat).present:
            return False
        self.done("acts.act", options.seat, "check", "call", at_seat("check_facing_bet", options.seat))
        return self.make(play, options, "check")


@FAMILY.fault("call-short", "call_amount")
class CallShort(Misplay):
    """A player with chips calls with less than the bet."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        to = options.to_call - play.setup.stakes.chip
        if not self.open or to <= options.front or not play.setup.seat(options.seat).present:
            return False
        self.done("acts.to", options.seat, to, options.to_call, at_seat("call_amount", options.seat))
        return self.make(play, options, "call", to)


@FAMILY.fault("bet-too-small", "bet_too_small", where=_NO_FIXED)
class BetTooSmall(Misplay):
    """The first bet of a round is less than the least bet."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        least = play.chips.sizes.min_bet
        to = least - play.setup.stakes.chip
        if (
            not self.open
            or play.chips.is_fixed
            or options.level
            or not options.can_raise
            or not 0 < to < options.most
        ):
            return False
        self.done("acts.to", options.seat, to, least, at_seat("bet_too_small", options.seat))
        return self.make(play, options, "bet", to)


@FAMILY.fault("raise-too-small", "raise_too_small", where=_NO_FIXED)
class RaiseTooSmall(Misplay):
    """A raise is smaller than the one before."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        to = options.raise_least - play.setup.stakes.chip
        if not self.open or play.chips.is_fixed or not options.level or not options.level < to < options.most:
            return False
        if options.raise_least >= options.most:
            return False
        self.done("acts.to", options.seat, to, options.raise_least, at_seat("raise_too_small", options.seat))
        return self.make(play, options, "raise", to)


@FAMILY.fault("raise-not-open", "raise_not_open", where=_NO_FIXED)
class RaiseNotOpen(Misplay):
    """A player who has acted raises again after an all-in that did not reopen the betting."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        chips, seat = play.chips, options.seat
        to = options.level + chips.increment
        others = len(chips.with_chips()) > 1
        if not self.open or chips.is_fixed or not options.owes or chips.may_raise(seat) or not others:
            return False
        if to > options.most or (chips.limit == "pot_limit" and to > chips.pot_cap(seat)):
            return False
        self.done("acts.to", seat, to, options.level, at_seat("raise_not_open", seat))
        return self.make(play, options, "raise", to)


@FAMILY.fault("over-the-pot", "over_pot", where=at_limit("pot_limit"))
class OverThePot(Misplay):
    """A bet at pot limit is more than the pot."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        chips = play.chips
        if not self.open or chips.limit != "pot_limit" or not options.can_raise:
            return False
        due = chips.pot_cap(options.seat)
        to = due + play.setup.stakes.chip
        if to >= options.most or options.raise_least > due:
            return False
        self.done("acts.to", options.seat, to, due, at_seat("over_pot", options.seat))
        return self.make(play, options, "raise" if options.level else "bet", to)


@FAMILY.fault("bet-beyond-the-stack", "over_stack", where=at_limit("no_limit"))
class OverTheStack(Misplay):
    """A player bets more chips than there are in front."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        if not self.open or play.chips.limit != "no_limit" or not options.can_raise:
            return False
        to = options.most + 4 * play.setup.stakes.chip
        self.done("acts.to", options.seat, to, options.most, at_seat("over_stack", options.seat))
        return self.make(play, options, "raise" if options.level else "bet", to)


@FAMILY.fault("wrong-bet-size", "wrong_bet_size", where=_FIXED)
class WrongBetSize(Misplay):
    """A bet at a fixed limit is larger than the limit."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        chips, chip = play.chips, play.setup.stakes.chip
        to = options.raise_least + chip
        big = chips.floor + chips.sizes.big_bet
        if not self.open or not chips.is_fixed or not options.can_raise or to >= options.most or to == big:
            return False
        if options.raise_least != chips.least_raise():
            return False
        self.done("acts.to", options.seat, to, options.raise_least, at_seat("wrong_bet_size", options.seat))
        return self.make(play, options, "raise" if options.level else "bet", to)


@FAMILY.fault("too-many-raises", "too_many_raises", where=_FIXED)
class TooManyRaises(Misplay):
    """A player raises after the last raise that a fixed limit allows; others raise as often as it does until then."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        chips, seat = play.chips, options.seat
        if not self.open or not chips.is_fixed or not play.setup.seat(seat).present or len(chips.live) < 3:
            return False
        if options.can_raise and options.raise_least == chips.least_raise() < options.most:
            return self.make(play, options, "raise" if options.level else "bet", options.raise_least)
        to = chips.least_raise()
        others = len(chips.with_chips()) > 1
        if (
            chips.raise_left
            or not chips.may_raise(seat)
            or to > options.most
            or not options.owes
            or not others
        ):
            return False
        self.done("acts.to", seat, to, options.level, at_seat("too_many_raises", seat))
        return self.make(play, options, "raise", to)


# ---------------------------------------------------------------------------- words and chips


def _raises(play: HandPlay, options: LegalActs) -> int:
    """Amount of a plain raise that faces a bet, with chips to spare; 0: none."""
    ok = (
        options.owes and options.can_raise and options.raise_least < min(options.most, options.raise_most + 1)
    )
    return options.raise_least if ok and play.setup.seat(options.seat).present else 0


@FAMILY.fault("string-bet", "string_bet")
class StringRaise(Misplay):
    """A silent raise comes in two motions, and counts as a raise."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        to = _raises(play, options)
        if not self.open or not to:
            return False
        motions = [[options.owes], [to - options.front - options.owes]]
        self.done("acts.chips", options.seat, to, options.to_call, at_seat("string_bet", options.seat))
        return self.make(play, options, "raise", to, said="nothing", chips=motions)


@FAMILY.fault("single-chip-raise", "single_chip")
class SingleChipRaise(Misplay):
    """One silent chip counts as a raise."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        to = _raises(play, options)
        if not self.open or not to:
            return False
        self.done("acts.chips", options.seat, to, options.to_call, at_seat("single_chip", options.seat))
        return self.make(play, options, "raise", to, said="nothing", chips=[[to - options.front]])


@FAMILY.fault("silent-raise-called", "silent_chips")
class SilentRaise(Misplay):
    """Several silent chips that are a raise count as a call."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        to, chip = _raises(play, options), play.setup.stakes.chip
        chips = to - options.front
        if not self.open or not to or to - chip < options.level or chips <= chip:
            return False
        self.done("acts.act", options.seat, "call", "raise", at_seat("silent_chips", options.seat))
        self.make(play, options, "call", options.to_call, said="nothing", chips=[[chips - chip, chip]])
        play.acts.append(Change(seat=options.seat, amount=chips - options.owes))
        return True


@FAMILY.fault("raise-not-made-up", "not_completed", where=_NO_FIXED)
class NotMadeUp(Misplay):
    """Silent chips for more than half of a raise are not made up to it."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        least, chip = _raises(play, options), play.setup.stakes.chip
        to = options.level + (least - options.level) * 3 // 4 // chip * chip
        if not self.open or not least or play.chips.is_fixed or to - chip < options.level or to >= least:
            return False
        if (to - options.level) * 2 < least - options.level or to - options.front <= chip:
            return False
        seat = options.seat
        must = at_seat("not_completed", seat) + at_seat("raise_too_small", seat)
        self.done("acts.to", seat, to, least, must)
        return self.make(
            play, options, "raise", to, said="nothing", chips=[[to - options.front - chip, chip]]
        )


@FAMILY.fault("announced-otherwise", "said_not_followed")
class AnnouncedOtherwise(Misplay):
    """A player announces a raise, and only calls."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        to = _raises(play, options)
        if not self.open or not to:
            return False
        self.done("acts.to", options.seat, options.to_call, to, at_seat("said_not_followed", options.seat))
        return self.make(play, options, "call", options.to_call, said="raise", said_to=to)


@FAMILY.fault("nuts-not-bet", "nuts_not_bet", where=lambda offer: offer.rules.betting.nuts is not None)
class NutsNotBet(Misplay):
    """The last player on the river checks or calls with a hand that nothing beats."""

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        if not self.open or not options.can_raise or not play.closes_with_nuts(options):
            return False
        verb = "call" if options.owes else "check"
        due = "raise" if options.level else "bet"
        self.done("acts.act", options.seat, verb, due, at_seat("nuts_not_bet", options.seat))
        return self.make(play, options, verb, options.to_call if options.owes else None)
