"""Procedure for an irregularity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from rules.controls.ruleset import Ruleset
from rules.controls.sections.house import Irregularities
from rules.typed import from_plain

SECTION = "irregularities"
PATH = "irregularities.procedure"
NO_MISDEAL = "irregularities.no_misdeal"
_typed = from_plain(Irregularities)
_ANY = 10**12  # as many cards as there may be


class FiledProcedure(Struct, frozen=True):
    """One procedure. when, by: empty: not stated. units: penalty. text: as filed."""

    id: str
    kind: str
    when: frozenset[str]
    least: int | None  # cards; both None: however many
    most: int | None
    rulings: tuple[str, ...]  # any one of these
    too_late: tuple[str, ...]  # or of these, once no misdeal can be declared
    units: int | None
    by: tuple[str, ...]
    clause: str
    text: str

    @property
    def counts(self) -> bool:
        return self.least is not None or self.most is not None

    def covers(self, when: str | None, cards: tuple[int, int] | None) -> bool | None:
        """Whether it covers a moment and a number of cards within bounds; None: not on record."""
        return _both(self._at(when), self._of(cards))

    def _at(self, when: str | None) -> bool | None:
        if not self.when:
            return True
        return None if when is None else when in self.when

    def _of(self, cards: tuple[int, int] | None) -> bool | None:
        if not self.counts:
            return True
        if cards is None:
            return None
        least, most = self.least or 0, _ANY if self.most is None else self.most
        if least <= cards[0] and cards[1] <= most:
            return True
        return False if cards[1] < least or most < cards[0] else None

    def overlaps(self, other: FiledProcedure) -> bool:
        """Whether both could cover one irregularity."""
        moments = not self.when or not other.when or bool(self.when & other.when)
        least = max(self.least or 0, other.least or 0)
        most = min(each for each in (self.most, other.most, _ANY) if each is not None)
        return self.kind == other.kind and moments and least <= most


class CoveredIrregularity(NamedTuple):
    """Procedure, or gap of the record; neither: silent controls."""

    procedure: FiledProcedure | None = None
    missing: str = ""


NO_MOMENT = "the procedure for an irregularity depends on its moment, which was not recorded"
NO_CARDS = "the procedure for an irregularity depends on how many cards it was of, which was not recorded"


@lru_cache(maxsize=512)
def procedures(ruleset: Ruleset) -> Mapping[str, tuple[FiledProcedure, ...]]:
    """Procedures by kind of irregularity."""
    found: dict[str, tuple[FiledProcedure, ...]] = {}
    for each in _listed(ruleset):
        found[each.kind] = (*found.get(each.kind, ()), each)
    return found


def documented(ruleset: Ruleset, kind: str) -> bool:
    """Whether the controls have any procedure for a kind."""
    return kind in procedures(ruleset) or kind in _section(ruleset).documented


def covering(
    ruleset: Ruleset, kind: str, when: str | None = None, cards: tuple[int, int] | None = None
) -> CoveredIrregularity:
    """Procedure for an irregularity. cards: least and most possible."""
    possible = [
        (fits, each)
        for each in procedures(ruleset).get(kind, ())
        if (fits := each.covers(when, cards)) is not False
    ]
    sure = [each for fits, each in possible if fits]
    if sure:
        return CoveredIrregularity(sure[0])
    if not possible:
        return CoveredIrregularity()
    return CoveredIrregularity(
        missing=NO_MOMENT if when is None and any(each.when for _, each in possible) else NO_CARDS
    )


def misdeals_until(ruleset: Ruleset) -> int | None:
    """Number of players that have acted after which no misdeal can be declared; None: one always can."""
    return _section(ruleset).no_misdeal.acted


def overlapping(ruleset: Ruleset) -> Iterator[tuple[FiledProcedure, FiledProcedure]]:
    """Pairs of procedures that could cover one irregularity."""
    for of_kind in procedures(ruleset).values():
        for place, one in enumerate(of_kind):
            yield from ((one, other) for other in of_kind[place + 1 :] if one.overlaps(other))


def _both(one: bool | None, other: bool | None) -> bool | None:
    if one is False or other is False:
        return False
    return None if one is None or other is None else True


def _section(ruleset: Ruleset) -> Irregularities:
    """The section alone, for the completeness check, which cannot rely on others."""
    return _typed(ruleset.params.get(SECTION, {}))


def _listed(ruleset: Ruleset) -> Iterator[FiledProcedure]:
    for name, filed in _section(ruleset).procedure.items():
        yield FiledProcedure(
            id=name,
            kind=filed.kind,
            when=frozenset(_several(filed.when)),
            least=filed.cards.least,
            most=filed.cards.most,
            rulings=_several(filed.ruling),
            too_late=_several(filed.too_late),
            units=filed.units,
            by=_several(filed.by),
            clause=ruleset.cite(f"{PATH}.{name}"),
            text=filed.text,
        )


def _several(words: str | tuple[str, ...]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else words
