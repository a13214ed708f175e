"""Words of a message that come before the rule of a pot game."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rules.checks.support.amounts import counted
from rules.checks.support.pot_names import listed
from rules.checks.support.replayed_acts import ReplayedAct, act_words, seconds_taken
from rules.checks.support.views import PotView
from rules.hands import NOT_RECORDED, Ints
from rules.pot_hands import STREETS
from rules.replay.pots.acts.played_acts import BET, BOARD, CALL, COMPLETE, DISCARD, RAISE, acts_of_players

_CHIPS = (CALL, BET, RAISE, COMPLETE)


def stack(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Stack of a seat, in words."""
    return f"its stack is {_stack(view, hand, seat)}"


def dealt_with(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Words that a seat was dealt cards, with its stack."""
    return f"was dealt cards with {_stack(view, hand, seat)} in front"


def dealt_none(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Words that a seat was dealt no cards, with its stack."""
    return f"was dealt no cards with {_stack(view, hand, seat)} in front"


def sat_out(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Words that a seat was dealt no cards."""
    return "was dealt no cards"


def dealt_and_posted(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Words that a seat was dealt cards, with its posts."""
    return f"was dealt cards, and {posted(view, hand, seat, act)}"


def posted(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Sum of a seat's posts in a hand, in words."""
    acts = view.replayed.play.acts
    mine = (
        (acts.hand == hand) & (acts.post >= 0) & (view.replayed.play.column == (-1 if seat is None else seat))
    )
    amounts = acts.amount[mine & (acts.amount != NOT_RECORDED)]
    return f"posted {view.money(int(amounts.sum()))}" if mine.any() else "posted nothing"


def post_of(name: str) -> Callable[[PotView, int, int | None, ReplayedAct | None], str]:
    """Words of a post made or missing."""

    def words(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
        return f"posted no {name}" if act is None else act_words(view, act)

    return words


def players(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Number of players dealt in."""
    return f"{counted(int(view.replayed.play.dealt[hand].sum()), 'player')} were dealt cards"


def cards_dealt(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Number of cards first dealt to a seat."""
    pot, column = view.replayed.play.pot, 0 if seat is None else seat
    return f"was dealt {counted(int(max(pot.hole_size[hand, column], 0) + max(pot.up_size[hand, column], 0)), 'card')}"


def button(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Seat of the button."""
    return f"the button is at seat {int(view.replayed.play.dealer[hand])}"


def street_before(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Street dealt, and the one before it on its board."""
    if act is None:
        return "one of the boards has no cards"
    acts = view.replayed.play.acts
    rows = [row for row in _boards(view, hand).tolist() if row < act.row]
    if acts.run[act.row] >= 1:
        rows = [row for row in rows if acts.run[row] in (acts.run[act.row], NOT_RECORDED)]
    after = f"after the {STREETS[int(acts.street[rows[-1]])]}" if rows else "as the first street"
    return f"{_words(view, act)} {after}"


def thrown_away(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Deal, and the seat's discards before it."""
    play = view.replayed.play
    acts, before = play.acts, -1 if act is None else max(int(play.round[act.row]) - 1, 0)
    mine = (acts.hand == hand) & (acts.kind == DISCARD) & (play.round <= before)
    mine &= play.column == (-1 if seat is None else seat)
    count = int(np.maximum(acts.cards["cards"].counts[mine], 0).sum())
    return f"{_words(view, act)}, and it had thrown away {counted(count, 'card')}"


def drawn(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Numbers of cards discarded and drawn."""
    count = 0 if act is None else int(view.replayed.play.acts.cards["cards"].counts[act.row])
    return f"{_words(view, act)}, and drew {counted(count, 'card')}"


def parted(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Number of runs, and the street where boards parted."""
    acts = view.replayed.play.acts
    rows = [row for row in _boards(view, hand).tolist() if acts.run[row] >= 1]
    where = (
        f"the boards parted at the {STREETS[int(acts.street[rows[0]])]}"
        if rows
        else "no board was dealt twice"
    )
    return f"{_words(view, act)}, and {where}"


def seconds(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Time taken under the clock."""
    took = seconds_taken(view, hand, seat, act) or 0
    return f"{_words(view, act)}, and it acted after {counted(took, 'second')}"


def mucked(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Award of a seat that mucked."""
    awards = view.replayed.play.pot.awards
    number = 0 if seat is None else int(view.hands.seat[hand, seat])
    amounts = awards["amount"][(awards.hand == hand) & (awards["seat"] == number)]
    return f"mucked, and was given {view.money(int(amounts[amounts != NOT_RECORDED].sum()))}"


def pushed(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Order in which pots were pushed."""
    awards = view.replayed.play.pot.awards
    rows = np.flatnonzero(awards.hand == hand)
    order = awards["pot"][rows[np.argsort(awards["order"][rows], kind="stable")]].tolist()
    return f"the pots were pushed in the order {listed((_pot(each) for each in dict.fromkeys(order)), ', then ')}"


def acted(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Acts of betting, and those with chips."""
    acts = view.replayed.play.acts
    mine = acts.hand == hand
    kinds, count = acts.kind[mine], int(acts_of_players(acts)[mine].sum())
    return f"{counted(count, 'act')} of betting, {int(np.isin(kinds, _CHIPS).sum())} of them with chips"


def irregularities(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> str:
    """Irregularities on record for a hand."""
    hands = view.hands
    rows = hands.irregularities
    kinds = [
        hands.names[kind].replace("_", " ") for kind in rows["kind"][rows.hand == hand].tolist() if kind >= 0
    ]
    if not kinds:
        return "no irregularity is on record"
    return f"the record says {listed(dict.fromkeys(kinds))}"


def _stack(view: PotView, hand: int, seat: int | None) -> str:
    return view.money(int(view.hands.stack[hand, 0 if seat is None else seat]))


def _words(view: PotView, act: ReplayedAct | None) -> str:
    return "" if act is None else act_words(view, act)


def _boards(view: PotView, hand: int) -> Ints:
    acts = view.replayed.play.acts
    return np.flatnonzero((acts.hand == hand) & (acts.kind == BOARD))


def _pot(number: int) -> str:
    return f"side pot {number}" if number else "the main pot"
