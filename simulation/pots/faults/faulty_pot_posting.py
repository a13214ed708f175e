"""Blinds, antes, bring-ins and straddles that are wrong; boards run too often; swaps."""

from __future__ import annotations

from rules.pot_words import PostKind
from simulation.pots.faults.pot_fault_base import Misplay, PotFaultFamily, at_seat, in_acts, on_hand
from simulation.pots.offer import GamesOffered
from simulation.pots.positions import clockwise
from simulation.pots.setup import Posts
from simulation.pots.simulated_pot_dealing import RunPlan
from simulation.pots.simulated_pot_hand import HandPlay

FAMILY = PotFaultFamily()
_BLINDS = in_acts(("flop", "draw"))
_STUD = in_acts(("stud",))
_ANTES = ("ante", "table_ante")
_NEWCOMERS = ("new_player_blind", "dealt_between", "evaded_blind")  # who posts less than a newcomer owes


def _straddles(offer: GamesOffered) -> bool:
    return offer.rules.betting.straddle is not None and _BLINDS(offer)


def _plain(posts: Posts) -> bool:
    return {kind for _, kind, _ in posts} <= {"ante", "small_blind", "big_blind", "table_ante"}


class _WrongAmount(Misplay):
    """A post of one kind is a chip more."""

    kind: PostKind

    def posts(self, play: HandPlay, posts: Posts) -> Posts:
        places = [
            place
            for place, (seat, kind, amount) in enumerate(posts)
            if kind == self.kind and play.chips.left[seat] > 2 * amount + play.setup.stakes.chip
        ]
        if not self.open or not places or not _plain([each for each in posts if each[1] != "bring_in"]):
            return posts
        place = self.random.choice(places)
        seat, kind, due = posts[place]
        amount = due + play.setup.stakes.chip
        if kind == "bring_in" and (
            amount == play.setup.stakes.small_bet or due != play.setup.stakes.bring_in
        ):
            return posts
        self.done("acts.amount", seat, amount, due, at_seat(f"{kind}_amount", seat), may=_NEWCOMERS)
        return [*posts[:place], (seat, kind, amount), *posts[place + 1 :]]


@FAMILY.fault("small-blind-amount", "small_blind_amount", where=_BLINDS)
class SmallBlindAmount(_WrongAmount):
    """The small blind is a chip too much."""

    kind: PostKind = "small_blind"


@FAMILY.fault("big-blind-amount", "big_blind_amount", where=_BLINDS)
class BigBlindAmount(_WrongAmount):
    """The big blind is a chip too much."""

    kind: PostKind = "big_blind"


@FAMILY.fault("ante-amount", "ante_amount")
class AnteAmount(_WrongAmount):
    """An ante is a chip too much."""

    kind: PostKind = "ante"


@FAMILY.fault("bring-in-amount", "bring_in_amount", where=_STUD)
class BringInAmount(_WrongAmount):
    """The bring-in is a chip too much."""

    kind: PostKind = "bring_in"


@FAMILY.fault("bring-in-seat", "bring_in_seat", where=_STUD)
class BringInSeat(Misplay):
    """Another seat than that with the lowest card brings it in."""

    def posts(self, play: HandPlay, posts: Posts) -> Posts:
        if not self.open or [kind for _, kind, _ in posts] != ["bring_in"]:
            return posts
        ((due, kind, amount),) = posts
        others = [seat for seat in play.chips.seats if seat != due and play.chips.left[seat] > amount]
        if not others:
            return posts
        seat = self.random.choice(others)
        self.done("acts.seat", seat, seat, due, at_seat("bring_in_seat", seat))
        return [(seat, kind, amount)]


@FAMILY.fault("blind-from-another-seat", "blind_seat", where=_BLINDS)
class BlindSeat(Misplay):
    """Both blinds are posted a seat too far."""

    def posts(self, play: HandPlay, posts: Posts) -> Posts:
        by_kind = {kind: seat for seat, kind, _ in posts}
        seats = play.chips.seats
        if not self.open or len(seats) < 4 or not _plain(posts) or "small_blind" not in by_kind:
            return posts
        due, small = by_kind["small_blind"], by_kind["big_blind"]
        big = clockwise(seats, small)[0]
        if not play.setup.seat(big).present:
            return posts
        moved = {"small_blind": small, "big_blind": big, "table_ante": big}
        self.done("acts.seat", small, small, due, at_seat("blind_seat", small), may=_NEWCOMERS)
        return [(moved.get(kind, seat), kind, amount) for seat, kind, amount in posts]


@FAMILY.fault("straddle-amount", "straddle_amount", where=_straddles)
class StraddleAmount(Misplay):
    """A straddle is not twice the big blind."""

    skips = 0  # seats

    def posts(self, play: HandPlay, posts: Posts) -> Posts:
        big = next((seat for seat, kind, _ in posts if kind == "big_blind"), 0)
        straddle, stakes = play.setup.rules.betting.straddle, play.setup.stakes
        if not self.open or len(play.chips.seats) < 5 or not big or not _plain(posts) or play.chips.is_fixed:
            return posts
        seat = clockwise(play.chips.seats, big)[self.skips]
        assert straddle is not None
        due = straddle.multiplier * stakes.big_blind
        amount = due if self.skips else due + stakes.chip
        if play.chips.left[seat] <= 2 * amount or not play.setup.seat(seat).present:
            return posts
        self._note(play, seat, amount, due, big)
        return [*posts, (seat, "straddle", amount)]

    def _note(self, play: HandPlay, seat: int, amount: int, due: int, big: int) -> None:
        self.done("acts.amount", seat, amount, due, at_seat("straddle_amount", seat))


@FAMILY.fault(
    "straddle-from-another-seat", "straddle_seat", where=lambda offer: _straddles(offer) and _in_row(offer)
)
class StraddleSeat(StraddleAmount):
    """A straddle comes from a seat that is not next to the big blind."""

    skips = 1

    def _note(self, play: HandPlay, seat: int, amount: int, due: int, big: int) -> None:
        right = clockwise(play.chips.seats, big)[0]
        self.done("acts.seat", seat, seat, right, at_seat("straddle_seat", seat))


def _in_row(offer: GamesOffered) -> bool:
    straddle = offer.rules.betting.straddle
    return straddle is not None and straddle.consecutive


@FAMILY.fault("post-beyond-the-stack", "over_stack", where=_BLINDS)
class PostBeyondTheStack(Misplay):
    """A player posts a big blind of more chips than there are in front."""

    def posts(self, play: HandPlay, posts: Posts) -> Posts:
        for place, (seat, kind, _) in enumerate(posts):
            antes = sum(amount for each, other, amount in posts if each == seat and other in _ANTES)
            left = play.chips.left[seat] - antes
            if self.open and kind == "big_blind" and _plain(posts) and left > 0:
                play.in_full.add(seat)
                self.done(
                    "acts.amount", seat, left + play.setup.stakes.chip, left, at_seat("over_stack", seat)
                )
                return [*posts[:place], (seat, kind, left + play.setup.stakes.chip), *posts[place + 1 :]]
        return posts


# ---------------------------------------------------------------------------- boards and swaps


class _Runs(Misplay):
    def limited(self, play: HandPlay) -> bool:
        least = play.setup.rules.pots.run_twice.last_streets.get(play.setup.played.name, 99)
        return len(play.chips.seats) >= least and play.chips.round == 1

    def to_come(self, play: HandPlay) -> int:
        return play.game_rounds - play.chips.round


@FAMILY.fault("run-twice-not-offered", "run_not_offered", where=in_acts(("flop",)))
class RunNotOffered(_Runs):
    """The board is run twice at a table where that is not offered."""

    def runs(self, play: HandPlay) -> RunPlan | None:
        rules, stakes = play.setup.rules.pots.run_twice, play.setup.stakes
        offers = rules.min_small_blind is None or play.setup.run_twice or not stakes.small_blind
        if not self.open or offers or self.limited(play) or not self.to_come(play):
            return None
        self.done("acts", None, 2, None, on_hand("run_not_offered"))
        return RunPlan(2)


@FAMILY.fault("run-too-often", "run_times", where=lambda offer: offer.rules.pots.run_twice.times is not None)
class RunTooOften(_Runs):
    """The board is run three times."""

    def runs(self, play: HandPlay) -> RunPlan | None:
        times = play.setup.rules.pots.run_twice.times
        if not self.open or times is None or not play.setup.run_twice or self.limited(play):
            return None
        self.done("acts.times", None, times + 1, times, on_hand("run_times"))
        return RunPlan(times + 1)


@FAMILY.fault("run-from-a-later-street", "run_wrong_street", where=in_acts(("flop",)))
class RunFromLaterStreet(_Runs):
    """The board is run twice, but the next street is dealt once."""

    def runs(self, play: HandPlay) -> RunPlan | None:
        if not self.open or not play.setup.run_twice or self.limited(play) or self.to_come(play) < 2:
            return None
        self.done("acts", None, None, None, on_hand("run_wrong_street"))
        return RunPlan(2, shared=1)


@FAMILY.fault(
    "second-flop", "run_board_limit", where=lambda offer: bool(offer.rules.pots.run_twice.last_streets)
)
class SecondFlop(_Runs):
    """A second flop is dealt at a table that is too full for it."""

    def runs(self, play: HandPlay) -> RunPlan | None:
        if not self.open or not play.setup.run_twice or not self.limited(play):
            return None
        self.done("acts", None, None, None, on_hand("run_board_limit"))
        return RunPlan(2)


@FAMILY.fault(
    "swap-of-two-cards", "draw_too_many", where=lambda offer: any(each.game.swap for each in offer.rotation)
)
class SwapOfTwo(Misplay):
    """A player exchanges more cards than allowed."""

    def swaps(self, play: HandPlay, seat: int, most: int) -> int:
        if not self.open or len(play.cards.deck) < most + 8:
            return most
        self.done("acts.discard", seat, most + 1, most, at_seat("draw_too_many", seat))
        return most + 1
