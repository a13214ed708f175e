"""A draft as the service gives it: its hands, what its ruleset says of them, and what is looked at before it is submitted."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from auditor.keyed.content import KeyedHand, KeyedHead, KeyedNote, is_with_other_nets, lacking_of
from auditor.store.stored_keyed import DraftRow, HandRow
from rules.controls.ruleset import Ruleset
from rules.results import LogFacts


class Keyed(Struct, frozen=True):
    """A hand of a draft: what it has, and its row."""

    content: KeyedHand
    row: HandRow


class KeyedDraft(Struct, frozen=True):
    """A draft with its hands by number. by: the name of whoever changed it last; None: not known. zone: of the room's clock.

    removed: hands that were removed after what was due in them had been shown.
    """

    row: DraftRow
    head: KeyedHead
    hands: Mapping[int, Keyed]
    zone: str
    by: str | None
    removed: tuple[KeyedHand, ...] = ()

    @property
    def altered(self) -> frozenset[int]:
        """The hands of which a net was changed after what was due had been shown, also by removing a hand and keying it again."""
        return frozenset(
            number
            for number, each in self.hands.items()
            if each.row.altered or any(is_with_other_nets(each.content, gone) for gone in self.removed)
        )

    @property
    def contents(self) -> dict[int, KeyedHand]:
        """The hands alone."""
        return {number: each.content for number, each in self.hands.items()}

    @property
    def half(self) -> tuple[int, ...]:
        """The hands that lack a card or a net."""
        return tuple(
            number for number, each in self.hands.items() if lacking_of(self.head.game, number, each.content)
        )

    @property
    def next_number(self) -> int:
        """The number of the hand that comes next."""
        return max(self.hands) + 1 if self.hands else self.head.first_hand


class Listed(Struct, frozen=True):
    """A draft in a list."""

    row: DraftRow
    head: KeyedHead
    by: str | None


class KeyedGame(Struct, frozen=True):
    """Facts of a draft's ruleset about what is keyed. stacks: payments depend on the chips in front.

    irregularities: the kinds for which the controls have a procedure.
    """

    ruleset: Ruleset | None
    naturals: tuple[str, ...] = ()
    banker: bool = False
    stacks: bool = False
    irregularities: tuple[str, ...] = ()


class Review(Struct, frozen=True):
    """A draft before it is submitted. problems: for which the service would refuse its log; notes: to be looked at.

    asks_ruleset: it can be audited only once another ruleset is stated, or any.
    """

    problems: tuple[KeyedNote, ...]
    notes: tuple[KeyedNote, ...]
    facts: LogFacts | None
    asks_ruleset: bool = False
