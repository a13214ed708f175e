"""A draft as given by the service: hands, ruleset's facts, review."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from auditor.facts.kinds.facts_of_uploads import KeyedAlterations
from auditor.keyed.content import KeyedHand, KeyedHead, KeyedNote, is_with_other_nets, lacking_of
from auditor.store.stored_keyed import DraftRow, HandRow
from rules.controls.ruleset import Ruleset
from rules.results import LogFacts


class Keyed(Struct, frozen=True):
    """A hand of a draft: content, and row."""

    content: KeyedHand
    row: HandRow


class KeyedDraft(Struct, frozen=True):
    """A draft with hands by number. by: last author, or None; zone: of the room's clock. removed: hands removed after their dues
    were shown. is_as_kept: nobody but this service wrote it.
    """

    row: DraftRow
    head: KeyedHead
    hands: Mapping[int, Keyed]
    zone: str
    by: str | None
    removed: tuple[KeyedHand, ...] = ()
    is_as_kept: bool = True

    @property
    def altered(self) -> frozenset[int]:
        """Hands with a net changed after their dues were shown, also by removal and new keying."""
        return frozenset(
            number
            for number, each in self.hands.items()
            if each.row.altered or any(is_with_other_nets(each.content, gone) for gone in self.removed)
        )

    @property
    def alterations(self) -> KeyedAlterations | None:
        """Changed nets and removed hands, after their dues were shown, as the fact of the log has them; None without any."""
        removed = (hashlib.sha256(msgspec.json.encode(each)).hexdigest() for each in self.removed)
        found = KeyedAlterations(tuple(sorted(self.altered)), tuple(removed))
        return None if found == KeyedAlterations() else found

    @property
    def contents(self) -> dict[int, KeyedHand]:
        """The hands alone."""
        return {number: each.content for number, each in self.hands.items()}

    @property
    def half(self) -> tuple[int, ...]:
        """Hands that lack a card or net."""
        return tuple(
            number for number, each in self.hands.items() if lacking_of(self.head.game, number, each.content)
        )

    @property
    def next_number(self) -> int:
        """Number of the next hand."""
        return max(self.hands) + 1 if self.hands else self.head.first_hand


class Listed(Struct, frozen=True):
    """A draft in a list."""

    row: DraftRow
    head: KeyedHead
    by: str | None


class KeyedGame(Struct, frozen=True):
    """Keying facts of a draft's ruleset. stacks: payments depend on chips in front. irregularities: with a procedure in the
    controls.
    """

    ruleset: Ruleset | None
    naturals: tuple[str, ...] = ()
    banker: bool = False
    stacks: bool = False
    irregularities: tuple[str, ...] = ()


class Review(Struct, frozen=True):
    """A draft before submission. problems: refusals of its log; notes: for a look; asks_ruleset: auditable only under another
    ruleset.
    """

    problems: tuple[KeyedNote, ...]
    notes: tuple[KeyedNote, ...]
    facts: LogFacts | None
    asks_ruleset: bool = False
