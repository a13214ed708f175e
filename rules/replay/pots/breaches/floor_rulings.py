"""Rulings of the floor: misdeals, hands that may only call, the clock."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.controls.sections.pots import Grounds
from rules.hands import Flags, Ints
from rules.replay.pots.acts.played_acts import BET, CALL, CLOCK, COMPLETE, RAISE, acts_of_players
from rules.replay.pots.betting.betting_walk import Walk
from rules.replay.pots.breaches.breach_rows import CODES, BreachRows, of_acts, of_hands, together
from rules.replay.pots.breaches.cards_dealt import wrong_counts
from rules.times import NOT_RECORDED

_SECOND = 1_000_000


def rulings(walk: Walk) -> Iterator[BreachRows]:
    """Rulings not allowed, and rulings that were due. OLY-1.24, OLY-1.34-b, OLY-1.56, OLY-1.57."""
    yield from _misdeals(walk)
    yield from _call_only(walk)
    yield from _clock(walk)


def _misdeals(walk: Walk) -> Iterator[BreachRows]:
    play = walk.play
    void = play.hands.void == 1
    grounds, at = _grounds(walk)
    acts = play.acts
    everything = np.bincount(acts.hand, minlength=len(void))
    late = _too_late(walk, everything)
    yield of_hands("misdeal_no_ground", void & ~grounds)
    yield of_hands("misdeal_too_late", void & grounds & late)
    in_time = (at != NOT_RECORDED) & ~_too_late(walk, np.where(at == NOT_RECORDED, 0, at))
    yield of_hands("misdeal_due", ~void & grounds & in_time)


def excused_by_button(walk: Walk, illegal: BreachRows, unmoved: Flags) -> BreachRows:
    """Breaches that remain where an unmoved button (H,) is a ground for a misdeal in time: OLY-1.56-c."""
    if not walk.play.rules.misdeals.grounds.button_not_moved:
        return illegal
    code = illegal.code == CODES.index("misdeal_no_ground")
    mine = code & unmoved[illegal.hand]
    if not mine.any():
        return illegal
    hands = len(walk.play.dealt)
    late = np.zeros(hands, np.bool_)
    late[illegal.hand[mine]] = True
    late &= _too_late(walk, np.bincount(walk.play.acts.hand, minlength=hands))
    others = BreachRows(*(getattr(illegal, name)[~mine] for name in BreachRows.__struct_fields__))
    return together([others, of_hands("misdeal_too_late", late)])


def _grounds(walk: Walk) -> tuple[Flags, Ints]:
    """(H,) hands with a ground for a misdeal; the number of acts by then, or NOT_RECORDED."""
    play, rules = walk.play, walk.play.rules.misdeals
    rows, hands = play.hands.irregularities, len(play.dealt)
    grounds, at = np.zeros(hands, np.bool_), np.full(hands, NOT_RECORDED)
    exposed = _named(walk, "kind", "exposed_card") & _named(walk, "when", "deal")
    cards = np.zeros(hands, np.int64)
    counts = np.where(rows["cards"] == NOT_RECORDED, 1, rows["cards"])
    np.add.at(cards, rows.hand[exposed], counts[exposed])
    many = cards >= rules.grounds.exposed_in_deal
    some = exposed & many[rows.hand]
    for kind in _kinds(rules.grounds):
        some |= _named(walk, "kind", kind)
    grounds[rows.hand[some]] = True
    np.maximum.at(at, rows.hand[some], play.pot.irregularity_acts[some])
    if rules.grounds.wrong_count and play.rules.pots.cannot_win.wrong_count != "always":
        grounds |= wrong_counts(play).any(axis=1) & (play.hands.void == 1)
    return grounds, at


def _kinds(grounds: Grounds) -> list[str]:
    """Kinds of irregularities that are a ground by themselves: OLY-1.56-b to OLY-1.56-e."""
    by_kind = {
        "dealt_out_of_order": grounds.out_of_order,
        "button_not_moved": grounds.button_not_moved,
        "player_not_seated": grounds.not_seated,
        "wrong_card_count": grounds.wrong_count,
    }
    return [kind for kind, is_ground in by_kind.items() if is_ground]


def _named(walk: Walk, column: str, word: str) -> Flags:
    return walk.play.hands.named(walk.play.hands.irregularities[column], word)


def _too_late(walk: Walk, before: Ints) -> Flags:
    """(H,) hands too late for a misdeal after ``before`` entries of the acts: OLY-1.57."""
    play, acts = walk.play, walk.play.acts
    counted = acts_of_players(acts) & (acts.place < before[acts.hand])
    hands = len(play.dealt)
    many = np.bincount(acts.hand[counted], minlength=hands)
    chips = counted & np.isin(acts.kind, (CALL, BET, RAISE, COMPLETE))
    with_chips = np.bincount(acts.hand[chips], minlength=hands)
    rules = play.rules.misdeals.too_late
    found: Flags = (many >= rules.without_chips) | ((many >= rules.acts) & (with_chips > 0))
    return found


def _call_only(walk: Walk) -> Iterator[BreachRows]:
    play, met, acts = walk.play, walk.met, walk.play.acts
    rows = play.hands.irregularities
    ruled = np.flatnonzero(_named(walk, "ruling", "call_only"))
    if not len(ruled) or play.rules.betting.shown.live != "call_only":
        return
    since = np.full((len(play.dealt), 11), np.iinfo(np.int64).max)
    number = np.where(rows["seat"][ruled] == NOT_RECORDED, 0, rows["seat"][ruled])
    after = play.pot.irregularity_acts[ruled]
    np.minimum.at(since, (rows.hand[ruled], number), np.where(after == NOT_RECORDED, 0, after))
    bound = acts.place >= since[acts.hand, acts.seat]
    raises = met.made & bound & (met.to > met.level) & ~met.level_unknown
    yield of_acts(play, "call_only", raises, np.minimum(met.level, met.front + met.left))


def _clock(walk: Walk) -> Iterator[BreachRows]:
    play, acts = walk.play, walk.play.acts
    rules = play.rules.betting.clock
    if rules is None:
        return
    known = (acts.kind == CLOCK) & (acts.at != NOT_RECORDED) & (acts.acted_at != NOT_RECORDED)
    late = known & (acts.acted_at - acts.at > rules.seconds * _SECOND)
    yield of_acts(play, "clock_expired", late, rules.seconds)
