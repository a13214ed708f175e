"""Description, input and result of a check.

A check module has documentation in a fixed form, CHECK and `run`, which takes a view of hands (scope "hands") or of a log
(scope "log") and returns drafts. The audit turns a draft's positions into numbers and players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sized
from typing import TYPE_CHECKING, Literal

import numpy as np
from msgspec import Struct

from rules.card_room import Room
from rules.checks.support.amounts import money_of, money_of_session, money_text, units_text
from rules.checks.support.drafts import Draft, DraftSubject, MoneyDrafts, Tested, View, subject_of
from rules.checks.support.record_needs import Need
from rules.hands import NOT_RECORDED, Flags, Hands
from rules.records.events import Session
from rules.results import Area, Finding, Kind, Severity

if TYPE_CHECKING:  # a check of hands needs no parser of controls
    from rules.controls.ruleset import Ruleset

Games = tuple[Literal["chinese", "ofc", "pot", "tournament", "ledger"], ...]
BY_ROWS: Games = ("chinese", "ofc")  # games whose players set rows that are compared
POTS: Games = ("pot",)
ANY_GAME: Games = (*BY_ROWS, *POTS, "tournament", "ledger")  # also where the ruleset is of no game

__all__ = [
    "ANY_GAME",
    "NOT_RECORDED",
    "POTS",
    "Check",
    "Draft",
    "DraftSubject",
    "HandsView",
    "MoneyDrafts",
    "Tested",
    "View",
    "every_hand",
    "hand_seats",
    "inapplicable",
    "money_of",
    "money_of_session",
    "money_text",
    "nothing_to_test",
    "units_text",
]


class Check(Struct, frozen=True, eq=False):
    """Description of a check.

    code: permanent. kind, severity: of findings that state no other. clauses: of every document, that it compares a log
    with. rule: paths of parameters or tables that state what it tests; a ruleset without them has no such rule, unless
    ``applies`` decides; a finding whose draft names no rule cites the first. Which parameters change its findings is measured
    (`rules/checks/measured_codes.py`). limits: of ``rule``, those an authority can limit; None: all. follows: codes whose
    faults can cause its findings. of_amounts: False of one on money or fees that compares no amount. needs: facts a hand
    history may lack; a log derived from one without them is untestable. mutations: games by rows where changing one hand
    must give a finding.

    title: of incidents rooted here, at most 70 characters, no full stop, with {who}, {whose}, {player}, {entry} filled in;
    empty: the name. other_title: for a finding of another fact. together: title and short title for several seats. quotes:
    messages can quote the log, so a redacted edition writes them anew.
    """

    code: str
    name: str
    kind: Kind
    severity: Severity
    clauses: tuple[str, ...]
    scope: Literal["hands", "log", "room", "tournament", "ledger"] = "hands"
    rule: tuple[str, ...] = ()
    area: Area = "evidence"
    follows: tuple[str, ...] = ()
    applies: Callable[[Ruleset], bool] | None = None
    limits: tuple[str, ...] | None = None
    games: Games = BY_ROWS
    of_amounts: bool = True
    needs: tuple[Need, ...] = ()
    mutations: Games = ()
    title: str = ""
    other_title: Callable[[Finding], str | None] | None = None
    together: tuple[str, str] | None = None
    quotes: bool = True

    @property
    def compares_money(self) -> bool:
        """Whether it compares money, which must be in the fixed currency."""
        return self.area in ("money", "fees") and self.of_amounts

    @property
    def needs_a_rule(self) -> bool:
        """Whether it compares a record with a ruleset."""
        return bool(self.rule) or self.applies is not None

    def applies_to(self, ruleset: Ruleset) -> bool:
        """Whether a ruleset, or a mandatory limit beside it, has what the check tests."""
        if ruleset.family not in self.games:
            return False
        return self._stated_by(ruleset.as_filed) or bool(self._limits(ruleset.laid))

    def _stated_by(self, ruleset: Ruleset) -> bool:
        if self.applies is not None:
            return self.applies(ruleset)
        return not self.rule or any(ruleset.get(path) is not None for path in self.rule)

    def _limits(self, paths: Iterable[str]) -> list[str]:
        """Limits that the check tests; none unless it finds violations."""
        if self.kind != "violation":
            return []
        limited = self.rule if self.limits is None else self.limits
        return [path for path in paths if any(f"{path}.".startswith(f"{each}.") for each in limited)]

    def unknown_limit(self, ruleset: Ruleset) -> str | None:
        """Reason why a limit is unknown; None where the ruleset states one."""
        mine = self._limits(ruleset.unknown)
        if not mine or any(ruleset.get(path) is not None for path in mine):
            return None
        return ruleset.unknown[mine[0]]


class HandsView:
    """A block of hands under one revision. room: None: not on record."""

    session: Session
    hands: Hands
    ruleset: Ruleset
    room: Room | None

    @property
    def games(self) -> tuple[str, ...]:
        return (self.hands.game,)

    def __len__(self) -> int:
        return len(self.hands)

    def where(self, hand: int, seat: int | None = None) -> str:
        """Place in messages: "Hand 17, seat 2"."""
        place = f"Hand {int(self.hands.number[hand])}"
        return place if seat is None else f"{place}, seat {int(self.hands.seat[hand, seat])}"

    def money(self, amount: int) -> str:
        return money_text(amount, money_of_session(self.session, [self.ruleset]))

    def subject(self, draft: Draft, usual: Ruleset | None) -> DraftSubject:
        """Subject of a draft, under the block's ruleset."""
        hands, hand, seat = self.hands, draft.hand, draft.seat
        number, line, seat_number, player = draft.number, draft.line, draft.seat_number, draft.player
        if hand is not None:
            number, line = int(hands.number[hand]), line or int(hands.line[hand])
            if seat is not None:
                seat_number, player = int(hands.seat[hand, seat]), hands.players[hands.player[hand, seat]]
        return subject_of(self.session, number, seat_number, player, line, self.ruleset)

    def numbered_as(self, numbers: Iterable[int]) -> Flags:
        """(H,) hands with these numbers."""
        return np.isin(self.hands.number, list(numbers))


def every_hand(view: Sized) -> Flags:
    """(N,) mask of all hands of a view."""
    return np.ones(len(view), np.bool_)


def nothing_to_test(view: Sized, reason: str) -> Tested:
    """Result of a view that is untestable for one reason."""
    return Tested((), [(every_hand(view), reason)])


def inapplicable(view: Sized) -> Tested:
    """Result of a view to which the check does not apply."""
    return Tested(inapplicable=every_hand(view))


def hand_seats(mask: Flags) -> Iterable[tuple[int, int]]:
    """Positions (hand, seat column) where a mask (H, S) holds."""
    seats = mask.shape[1]
    return [divmod(place, seats) for place in np.flatnonzero(mask).tolist()]
