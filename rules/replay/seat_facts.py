"""Facts of seats for the comparison: strengths, naturals, fouls, royalties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from rules.cards import HAND_SIZE, NO_CARD
from rules.hands import Flags, Hands, Ints, every_row, unrecorded
from rules.replay.jokers import stand_in
from rules.replay.naturals.counts import Thirteen
from rules.replay.naturals.natural_patterns import holds
from rules.replay.row_strengths import NO_STRENGTH
from rules.replay.scoring import Scoring
from rules.replay.scoring.natural_scores import NaturalRules

_Small = TypeVar("_Small", bound=np.generic)
RULED_NOBODY = "which of the players was ruled fouled or dead is not on record"


class Seats(Struct, frozen=True, eq=False):
    """Facts of seats under a scoring, from cards and rulings."""

    present: Flags  # (H, S)
    strength: NDArray[np.int16]  # (H, S, 3) NO_STRENGTH where a row cannot be ranked
    classes: NDArray[np.int8]  # (H, S, 3) position in HANDS, -1 without a strength
    kinds: NDArray[np.int16]  # (H, S, 3) of a row, Scale.kind; -1 without a strength
    missed: Flags  # (H, S) absent, and dealt no cards
    surrendered: Flags  # (H, S)
    natural: NDArray[np.int8]  # (H, S) position in the ruleset's naturals, -1: none counts
    natural_held: NDArray[np.int8]  # (H, S) the best natural that the cards hold, declared or not
    natural_units: Ints  # (H, S) 0 without a natural
    naturals_several: Flags  # (H, S) more than one natural
    claim_held: Flags  # (H, S) a natural was declared and the cards hold it
    claim_known: Flags  # (H, S) the thirteen cards are known, so that a claim can be tested
    out_of_order: Flags  # (H, S) a row is stronger than the one behind it
    wrong_size: Flags  # (H, S) a row of a wrong number of cards
    ruled: Flags  # (H, S) ruled fouled or dead, and not marked as legal
    fouled: Flags  # (H, S) as replayed
    equal: Flags  # (H, S, 2) front level with middle, middle level with back
    ranked: Flags  # (H, S) every row has a strength
    known: Flags  # (H, S) the facts of the seat are known
    royalties: Ints  # (H, S, 3) units

    def take(self, which: Ints) -> Seats:
        """Seats of the hands at positions."""
        return Seats(**{each: getattr(self, each).take(which, axis=0) for each in self.__struct_fields__})

    @classmethod
    def joined(cls, parts: Sequence[Seats]) -> Seats:
        """Seats of hands of one width."""
        names = cls.__struct_fields__
        return cls(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


class Ranked(Struct, frozen=True, eq=False):
    """Rows of seats as a ranking sees them; shapes as in Seats."""

    strength: NDArray[np.int16]
    classes: NDArray[np.int8]
    kinds: NDArray[np.int16]
    ranked: Flags
    out_of_order: Flags
    equal: Flags


def ranked_rows(hands: Hands, scoring: Scoring) -> Ranked:
    """Rank every row of a block."""
    cards = hands.exchanged.cards
    strength = scoring.scale.of(cards)
    if scoring.jokers:
        stand_in(strength, cards, scoring.scale, scoring.jokers)
    ranked = every_row(strength != NO_STRENGTH)
    classes = _by_strength(scoring.scale.hand, strength)
    kinds = _by_strength(scoring.scale.kind, strength)
    out_of_order, equal = _order(strength, ranked, scoring)
    return Ranked(strength, classes, kinds, ranked, out_of_order, equal)


def _by_strength(table: NDArray[_Small], strength: NDArray[np.int16]) -> NDArray[_Small]:
    return np.append(table, table[:1] * 0 - 1).take(strength)


def seats_of(
    hands: Hands, scoring: Scoring, rows: Ranked | None = None, cards: Thirteen | None = None
) -> Seats:
    """Facts of a block's seats. rows, cards: computed already under the same ranking."""
    present = hands.present
    rows = rows or ranked_rows(hands, scoring)
    ranked, out_of_order, equal = rows.ranked, rows.out_of_order, rows.equal
    wrong_size, surrendered = hands.wrong_size, hands.gave_up
    held = naturals_held(hands, scoring.naturals, present, cards)
    counted, claim_held, claimed_falsely = _claims(hands, scoring, held)
    natural = np.where(surrendered, np.int8(-1), counted)
    ruled = (hands.fouled != 0) & hands.ruled_out
    foul = out_of_order | wrong_size | ruled
    if scoring.equal_rows_foul:
        foul |= equal[..., 0] | equal[..., 1]
    if scoring.naturals and scoring.naturals.false_claim == "foul":
        foul |= claimed_falsely
    fouled = foul & present & (natural < 0) & ~surrendered & ~hands.missed
    return Seats(
        present=present,
        strength=rows.strength,
        classes=rows.classes,
        kinds=rows.kinds,
        missed=hands.missed & present,
        surrendered=surrendered,
        natural=natural,
        natural_held=held.best,
        natural_units=_natural_units(natural, held, scoring.naturals),
        naturals_several=held.count > 1,
        claim_held=claim_held,
        claim_known=held.known,
        out_of_order=out_of_order,
        wrong_size=wrong_size,
        ruled=ruled,
        fouled=fouled,
        equal=equal,
        ranked=ranked,
        known=present
        & (ranked | fouled | (natural >= 0) | surrendered | hands.missed)
        & ~_open_claim(hands, scoring, surrendered)
        & ~hands.ruled_nobody[:, None],
        royalties=_royalties(rows.kinds, fouled, scoring),
    )


def _order(strength: NDArray[np.int16], ranked: Flags, scoring: Scoring) -> tuple[Flags, Flags]:
    """Seats out of order, and level rows: WSGC-5a, back over middle over front."""
    front, middle, back = strength[..., 0], strength[..., 1], strength[..., 2]
    front_most = scoring.scale.three_most[front]
    out = ((front > middle) | (middle > back)) & ranked
    equal = np.empty((*ranked.shape, 2), np.bool_)
    equal[..., 0] = (front <= middle) & (middle <= front_most) & (front_most != front) & ranked
    equal[..., 1] = (middle == back) & ranked
    return out, equal


class HeldNaturals(Struct, frozen=True, eq=False):
    """Naturals that seats' cards hold."""

    each: NDArray[np.bool_]  # (naturals, H, S)
    best: NDArray[np.int8]  # (H, S) the one of most units, then of highest rank; -1: none
    count: NDArray[np.int64]  # (H, S)
    known: Flags  # (H, S) thirteen different cards of the deck are known


def thirteen(hands: Hands) -> NDArray[np.uint8]:
    """(H, S, 13) cards as set, else as dealt, else from rows of wrong sizes with thirteen together."""
    cards = hands.exchanged.cards
    unset = (cards[..., 0] == NO_CARD) | (cards[..., 3] == NO_CARD) | (cards[..., 8] == NO_CARD)
    unset = unset | (unrecorded(cards) & (hands.held_at_deal != 0))
    if unset.any():
        cards = np.where(unset[..., None], hands.dealt, cards)
        for hand, seat in {(hand, seat) for hand, seat, _ in hands.odd}:
            found = hands.set_cards(hand, seat)  # a natural needs no rows of the right size
            if len(found) == HAND_SIZE:
                cards[hand, seat] = found
    return cards


def naturals_held(
    hands: Hands, rules: NaturalRules | None, present: Flags, cards: Thirteen | None = None
) -> HeldNaturals:
    shape = hands.seat.shape
    none = np.full(shape, -1, np.int8)
    if rules is None:
        nothing = np.zeros((0, *shape), np.bool_)
        return HeldNaturals(nothing, none, np.zeros(shape, np.int64), np.zeros(shape, np.bool_))
    cards = cards or Thirteen(thirteen(hands))
    known = (np.bitwise_count(cards.held) == HAND_SIZE) & present
    each = np.stack(
        [
            holds(natural.pattern, cards, hands.exchanged.cards, rules, natural) & known
            for natural in rules.list
        ]
    )
    best = none
    worth = [(each.units or 0, each.rank) for each in rules.list]
    for place in sorted(range(len(worth)), key=lambda i: (*worth[i], -i)):
        best = np.where(each[place], np.int8(place), best)
    return HeldNaturals(each, best, each.sum(axis=0), known)


def _claims(hands: Hands, scoring: Scoring, held: HeldNaturals) -> tuple[NDArray[np.int8], Flags, Flags]:
    """Natural that counts; whether the cards hold a claim; false claims. AMB-WSGC-NAT-DECLARE, AMB-HG-DECLARE.

    A required declaration counts over a better natural (AMB-SPEC-MULTI).
    """
    claimed = np.full(hands.seat.shape, -1, np.int8)
    for place, name in enumerate(scoring.natural_names):
        if name in hands.names:
            claimed[(hands.declared == hands.names.index(name)) & held.each[place]] = place
    claim_held = claimed >= 0
    false = (hands.declared >= 0) & ~claim_held & held.known
    rules = scoring.naturals
    if rules is None or (rules.declare == "automatic" and rules.several != "claimed"):
        return held.best, claim_held, false
    return np.where(claim_held | rules.only_declared, claimed, held.best), claim_held, false


def _open_claim(hands: Hands, scoring: Scoring, surrendered: Flags) -> Flags:
    listed = [place for place, name in enumerate(hands.names) if name in scoring.natural_names]
    if not listed:
        return np.zeros(hands.seat.shape, np.bool_)
    return np.isin(hands.declared, listed) & ~hands.cards_known & ~surrendered


def _natural_units(natural: NDArray[np.int8], held: HeldNaturals, rules: NaturalRules | None) -> Ints:
    if rules is None:
        return np.zeros(natural.shape, np.int64)
    units = np.array([each.units or 0 for each in rules.list] + [0], np.int64)
    if rules.several == "sum":
        total = np.tensordot(units[:-1], held.each.astype(np.int64), axes=1)
        return np.where(natural >= 0, total, 0)
    return units[natural]


def with_royalties(seats: Seats, scoring: Scoring) -> Seats:
    """The seats with a scoring's royalties."""
    return replace(seats, royalties=_royalties(seats.kinds, seats.fouled, scoring))


def as_if_legal(seats: Seats, scoring: Scoring) -> Seats:
    """The seats as if none were fouled; unranked rows stay unknown."""
    legal = np.zeros_like(seats.fouled)
    known = seats.present & (seats.ranked | (seats.natural >= 0) | seats.surrendered | seats.missed)
    return replace(seats, fouled=legal, known=known, royalties=_royalties(seats.kinds, legal, scoring))


def _royalties(kinds: NDArray[np.int16], fouled: Flags, scoring: Scoring) -> Ints:
    """(H, S, 3) units. A fouled hand earns none, or keeps them (AMB-OFC1-void-royalty)."""
    if scoring.royalties is None:
        return np.zeros(kinds.shape, np.int64)
    units = scoring.royalties.units[np.arange(3), kinds]
    if fouled.any() and scoring.foul_keeps != "kept":
        units[fouled] = 0
    return units
