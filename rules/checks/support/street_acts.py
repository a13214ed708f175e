"""Acts of open-face play, and hands without placements."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from rules.cards import decode
from rules.checks.support.view_cache import shared
from rules.checks.support.views import BlockView
from rules.hands import Flags, Hands
from rules.open_face_hands import VARIANTS, Acts
from rules.replay.placement.street_dealing import NOBODY, Streets, streets_of

NO_PLACEMENTS = "the placements were not recorded"
OTHER_VARIANT = "the hand is of a different variant than the ruleset describes"
NO_CLOCK = "whether a clock was called was not recorded"


@shared
def streets(view: BlockView) -> Streets | None:
    """Acts of a block; None: closed, or no rules of placement."""
    if view.hands.open_face is None or view.ruleset.sections.placement is None:
        return None
    return streets_of(view.hands, view.ruleset)


def recorded_out(hands: Hands) -> Flags:
    """(H, S) seats recorded as eliminated."""
    assert hands.open_face is not None
    found, listed = np.zeros(hands.seat.shape, np.bool_), hands.open_face.eliminated
    for hand, number in zip(listed.hand.tolist(), listed["seat"].tolist(), strict=True):
        found[hand] |= hands.seat[hand] == number
    return found


def unplaced(view: BlockView) -> list[tuple[Flags, str]]:
    """(H,) hands whose placements cannot be followed, and why."""
    face, played = view.hands.open_face, ~view.replayed.void
    assert face is not None
    return [(~face.acts_recorded & played, NO_PLACEMENTS), (~followed(view) & played, OTHER_VARIANT)]


def followed(view: BlockView) -> Flags:
    """(H,) hands with placements, of the ruleset's variant."""
    face = view.hands.open_face
    assert face is not None
    placement = view.ruleset.sections.placement
    variant = placement.variant if placement is not None else "ofc"
    found: Flags = face.acts_recorded & (face.variant == VARIANTS.index(variant))
    return found


def of_hands(found: Streets, mask: Flags) -> Flags:
    """(H,) hands with an act in a mask (N,)."""
    hit = np.zeros(len(found.hands), np.bool_)
    hit[found.acts.hand[mask]] = True
    return hit


def judged(view: BlockView, found: Streets, mask: Flags) -> Iterable[tuple[int, int, int]]:
    """(act, hand, seat column) of masked acts (N,), in hands that count."""
    counted = followed(view) & ~view.replayed.void
    counts = mask & (found.column != NOBODY) & counted[found.acts.hand]
    for act in np.flatnonzero(counts).tolist():
        yield act, int(found.acts.hand[act]), int(found.column[act])


def act_number(acts: Acts, act: int) -> int:
    """Number of an act among its hand's placements, from 1."""
    return act - int(np.searchsorted(acts.hand, acts.hand[act])) + 1


def act_where(view: BlockView, found: Streets, act: int) -> str:
    """Name of an act: "Hand 17, seat 2, placement 5"."""
    hand, seat = int(found.acts.hand[act]), int(found.column[act])
    return f"{view.where(hand, seat)}, placement {act_number(found.acts, act)}"


def cards_text(found: Streets, act: int, place: int) -> str:
    """Cards of an act in one place, as text."""
    return decode(found.acts.cards(act, place))
