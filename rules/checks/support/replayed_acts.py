"""Acts of pot games in words and numbers, and the records that testing needs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec import Struct

from rules.cards import decode
from rules.checks.support.check import NOT_RECORDED
from rules.checks.support.views import PotView
from rules.hands import Flags
from rules.pot_hands import ACTS, POSTS, STREETS, ActCards
from rules.replay.pots.acts.played_acts import BOARD, CARD, CLOCK, DRAW, RUN, STUD_GAME
from rules.replay.pots.block_replay import ReplayedPots

_PAST = {
    "fold": "folded", "check": "checked", "call": "called", "bet": "bet", "raise": "raised", "complete": "completed",
    "take_back": "took back", "change": "took change", "discard": "threw cards away",
    "draw": "exchanged cards", "run": "the rest was to be dealt more than once", "show": "showed", "muck": "mucked",
    "add": "added", "clock": "the clock was called", "card": "was dealt a card", "post": "posted",
}  # fmt: skip
_POSTS = {"new_player": "blind of a new player", "missed_big": "missed big blind", "missed_small": "missed small blind",
    "extra": "further blind", "bring_in": "bring-in", "dead": "dead blind", "table_ante": "table ante"}  # fmt: skip
_TO = ("call", "raise", "complete")  # to so much in front


class ReplayedAct(Struct, frozen=True):
    """An act. row: in the block; name: of ACTS; amount: minor units, None: not recorded; street: dealt, else None."""

    row: int
    name: str
    amount: int | None
    street: str | None


def act_of(replayed: ReplayedPots, hand: int, place: int) -> ReplayedAct:
    """Act at a place of a hand's list."""
    acts = replayed.play.acts
    row = int(np.searchsorted(acts.hand, hand)) + place
    amount = int(acts.amount[row])
    street = int(acts.street[row])
    return ReplayedAct(
        row,
        ACTS[int(acts.kind[row])],
        None if amount == NOT_RECORDED else amount,
        STREETS[street] if street >= 0 else None,
    )


def act_words(view: PotView, act: ReplayedAct) -> str:
    """Words for an act: "raised to $6.00"."""
    acts = view.replayed.play.acts
    match act.name:
        case "board":
            return f"the {act.street} was {_dealt(view, act)}"
        case "post":
            post = POSTS[int(acts.post[act.row])]
            named = _POSTS.get(post, post.replace("_", " "))
            return f"posted {_a(named)}" + ("" if act.amount is None else f" of {view.money(act.amount)}")
        case "return":
            return "chips went back" if act.amount is None else f"{view.money(act.amount)} went back"
        case "draw":
            return f"exchanged {_many(acts.cards['discard'], act.row)}"
        case "show":
            return f"showed {_many(acts.cards['cards'], act.row)}"
        case "run" if act.amount is not None:
            return f"the rest was dealt {act.amount} times"
    said = _PAST[act.name]
    if act.amount is None:
        return f"{said} all in" if act.name in ("bet", "raise", "complete") else said
    return f"{said} {'to ' if act.name in _TO else ''}{view.money(act.amount)}"


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _dealt(view: PotView, act: ReplayedAct) -> str:
    cards = view.replayed.play.acts.cards["cards"]
    codes = cards.card[cards.act == act.row]
    return f"dealt ({decode(codes.tolist())})" if len(codes) else "dealt"


def _many(cards: ActCards, row: int) -> str:
    count = int(cards.counts[row])
    return "cards" if count < 0 else f"{count} card{'' if count == 1 else 's'}"


def not_offered(view: PotView) -> tuple[Flags, str]:
    """Hands of a game that the ruleset lacks (STK023)."""
    play = view.replayed.play
    offered = np.array([each is not None for each in play.games])
    return ~offered[play.pot.game], "the controls do not offer the game of the hand"


def acts_needed(view: PotView) -> tuple[Flags, str]:
    return ~view.replayed.play.pot.acts_recorded, "the acts of the hand were not recorded"


def stacks_needed(view: PotView) -> tuple[Flags, str]:
    unknown = view.hands.present & (view.hands.stack == NOT_RECORDED)
    return unknown.any(axis=1), "the stack of a seat was not recorded"


def chips_needed(view: PotView) -> tuple[Flags, str]:
    """Hands in which unrecorded chips decide a turn, amount or street."""
    return view.replayed.walk.left_open, "the chips in front of a seat were not recorded"


def posts_needed(view: PotView) -> tuple[Flags, str]:
    """Hands whose first round lacks its posts."""
    return view.replayed.walk.owed.unopened, "the posts of the hand were not recorded"


def words_needed(view: PotView) -> tuple[Flags, str]:
    """Hands without recorded speech or moved chips."""
    acts = view.replayed.play.acts
    said = np.zeros(len(view), np.bool_)
    said[acts.hand[acts.said >= 0]] = True
    return ~said, "what players said was not recorded"


def button_needed(view: PotView) -> tuple[Flags, str]:
    return view.replayed.play.dealer == NOT_RECORDED, "the button was not recorded"


def without_button(view: PotView) -> Flags:
    """(H,) hands without use of a button: stud, or dealt anew."""
    without: Flags = (view.replayed.play.kind == STUD_GAME) | (view.hands.void == 1)
    return without


def button_before_needed(view: PotView) -> tuple[Flags, str]:
    """Hands that do not follow a played hand with a button."""
    before = view.replayed.linked
    known = np.zeros(len(view), np.bool_) if before is None else before.button
    return ~known, "the hand before was not recorded with its button, or was void"


def stakes_needed(view: PotView) -> tuple[Flags, str]:
    return (view.replayed.play.big_blind <= 0) & (
        view.replayed.play.small_bet <= 0
    ), "the stakes were not recorded"


def limit_needed(view: PotView) -> tuple[Flags, str]:
    """Hands without a recorded limit."""
    return view.replayed.play.limit < 0, "the limit was not recorded"


def shows_needed(view: PotView) -> tuple[Flags, str]:
    """Contested hands without a recorded show or muck."""
    shown = np.zeros(len(view), np.bool_)
    acts = view.replayed.play.acts
    opened = np.isin(acts.kind, [ACTS.index("show"), ACTS.index("muck")])
    shown[acts.hand[opened]] = True
    contested = view.replayed.outcome.still_in.sum(axis=1) > 1
    return contested & ~shown, "who showed was not recorded"


def draws_needed(view: PotView) -> tuple[Flags, str]:
    acts = view.replayed.play.acts
    drawn = np.zeros(len(view), np.bool_)
    drawn[acts.hand[acts.kind == DRAW]] = True
    draws = view.replayed.play.kind == 2
    return draws & ~drawn, "the exchanges were not recorded"


def _with(view: PotView, acts: Flags) -> Flags:
    """(H,) hands with an act in a mask (N,)."""
    found = np.zeros(len(view), np.bool_)
    found[view.replayed.play.acts.hand[acts]] = True
    return found


def clock_needed(view: PotView) -> tuple[Flags, str]:
    """Hands without a clock, or with one not timed."""
    acts = view.replayed.play.acts
    clock = acts.kind == CLOCK
    untimed = clock & ((acts.at == NOT_RECORDED) | (acts.acted_at == NOT_RECORDED))
    return ~_with(view, clock) | _with(view, untimed), "no clock was recorded with its times"


def run_needed(view: PotView) -> tuple[Flags, str]:
    """Hands without an agreement on several boards."""
    acts = view.replayed.play.acts
    return ~_with(view, acts.kind == RUN), "who agreed to several boards was not recorded"


def run_once(view: PotView) -> Flags:
    """(H,) hands with each board dealt once."""
    acts = view.replayed.play.acts
    several = _with(view, (acts.kind == RUN) | ((acts.kind == BOARD) & (acts.run > 1)))
    return view.replayed.play.pot.acts_recorded & ~several


def boards_needed(view: PotView) -> tuple[Flags, str]:
    """Hands without acts that deal further cards."""
    return ~_with(view, _dealt_later(view)), "when cards were dealt was not recorded"


def nothing_dealt(view: PotView) -> Flags:
    """(H,) hands that ended before a further card."""
    pot = view.replayed.play.pot
    return pot.acts_recorded & ~pot.boards_recorded & ~_with(view, _dealt_later(view))


def _dealt_later(view: PotView) -> Flags:
    return np.isin(view.replayed.play.acts.kind, [BOARD, CARD])


def pots_in_order_needed(view: PotView) -> tuple[Flags, str]:
    """Hands without the order of pots."""
    awards = view.replayed.play.pot.awards
    stated = np.zeros(len(view), np.bool_)
    stated[awards.hand] = True
    stated[awards.hand[awards["order"] == NOT_RECORDED]] = False
    return ~stated, "the order in which pots were pushed was not recorded"


def one_pot(view: PotView) -> Flags:
    """(H,) hands with one pot, or void."""
    pot, settled = view.replayed.play.pot, view.replayed.settled.pots
    recorded = np.zeros(len(view), np.int64)
    np.add.at(recorded, pot.pots.hand, 1)
    known = np.where(pot.pots_recorded, recorded, np.where(settled.known, settled.count, 2))
    alone: Flags = (known <= 1) | (view.hands.void == 1)
    return alone


def cards_of(name: str) -> Callable[[PotView, int, int | None, ReplayedAct | None], int | None]:
    """Number of cards in a field of an act."""

    def count(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> int | None:
        return None if act is None else int(view.replayed.play.acts.cards[name].counts[act.row])

    return count


def seconds_taken(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> int | None:
    """Seconds from the clock's call to the act, rounded up."""
    acts = view.replayed.play.acts
    return None if act is None else int(-(-(acts.acted_at[act.row] - acts.at[act.row]) // 1_000_000))


def amount_of(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> int | None:
    return None if act is None else act.amount
