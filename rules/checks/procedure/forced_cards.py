"""Consequences of an expired clock: a foul, or the card in its forced row."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from msgspec import Struct

from rules.cards import JOKER, ROWS, decode
from rules.checks.procedure.recorded_clock_calls import CalledClock, fouled
from rules.checks.support.street_acts import streets
from rules.checks.support.views import BlockView
from rules.open_face_hands import AS_DEALT
from rules.replay.placement.clock_forcing import ANY, UNKNOWN, ClockRules, forced_row
from rules.replay.placement.outlook import Rows
from rules.replay.placement.street_dealing import MOST_SEATS, Streets


class Forced(Struct, frozen=True):
    """Card of an act, its row, and the row forced (UNKNOWN, ANY)."""

    card: int
    row: int
    due: int

    @property
    def right(self) -> bool | None:
        """Whether the card is in its forced row; None: unknown."""
        if self.due == UNKNOWN:
            return None
        return self.due in (ANY, self.row)

    def described(self) -> str:
        due = ROWS[self.due] if self.due >= 0 else "any row"
        return (
            f"{decode([self.card])} was placed in the {ROWS[self.row]}; the controls force it into the {due}"
        )


@lru_cache(maxsize=4096)
def followed(view: BlockView, call: CalledClock, rules: ClockRules) -> bool | None:
    """Whether controls for an expired clock were followed; None: unknown."""
    if call.seat is None:
        return None
    if not rules.forces:
        return fouled(view, call.hand, call.seat)
    if call.act is None:
        return None
    found = streets(view)
    if found is not None and found.turn[call.act] == 0 and not rules.first_five_one_by_one:
        return fouled(view, call.hand, call.seat)  # AMB-CARN-forced-five
    forced = forced_by(view, call.act, rules)
    return None if forced is None else forced.right


def forced_by(view: BlockView, act: int, rules: ClockRules) -> Forced | None:
    """Row forced for an act's card; None: several cards, or unrecorded."""
    found = streets(view)
    if found is None or view.ruleset.sections.table.deck.jokers:
        return None
    cards, placed = found.acts.cards(act, AS_DEALT), [found.acts.cards(act, row) for row in range(3)]
    if len(cards) != 1 or cards[0] >= JOKER or sorted(map(len, placed)) != [0, 0, 1]:
        return None
    view_of = _in_view(found, act)
    if view_of is None:
        return None
    rows, seen = view_of
    row = next(row for row in range(3) if placed[row])
    return Forced(cards[0], row, forced_row(rows, cards[0], seen | {cards[0]}, rules))


def _in_view(found: Streets, act: int) -> tuple[Rows, set[int]] | None:
    """Seat's rows before an act, and all cards set; None: one is unrecorded."""
    hand, seat = int(found.acts.hand[act]), int(found.acts.seat[act])
    rows: list[list[int]] = [[], [], []]
    seen: set[int] = set()
    first = int(np.searchsorted(found.acts.hand, hand))
    if act - first > found.dealing.acts * MOST_SEATS:
        return None  # no deal has so many acts
    for before in range(first, act):
        for row in range(3):
            cards = found.acts.cards(before, row)
            if seen & set(cards) or len(set(cards)) < len(cards):
                return None  # a card in two places
            seen.update(cards)
            if found.acts.seat[before] == seat:
                rows[row] += cards
    if any(code >= JOKER for code in seen):
        return None
    return (tuple(rows[0]), tuple(rows[1]), tuple(rows[2])), seen
