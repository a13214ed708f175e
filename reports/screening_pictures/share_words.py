"""Words of what each indicator marks, and of the two sorts of cases that it compares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from rules.screening.statistics import Unit


class ShareWords(NamedTuple):
    """Words of two shares. title: of the picture. marked: after "the share". favourable, others: sorts of cases."""

    title: str
    marked: str
    favourable: str
    others: str


_Named = Mapping[str, str]


def share_words_of(code: str, unit: Unit) -> ShareWords | None:
    """Words for a unit of an indicator with tables of two by two; None: it has none."""
    words = _WORDS.get(code)
    return words(dict(unit)) if words else None


def _strong(unit: _Named) -> ShareWords:
    return ShareWords(
        f"Royalties of {unit['player']}, by dealer",
        "of hands with a royalty",
        f"Dealt by {unit['dealer']}",
        "Dealt by the others",
    )


def _weaker(unit: _Named) -> ShareWords:
    if "table" in unit:
        marked = "of hands that were surrendered"
        return ShareWords(
            "Surrenders of the best hand", marked, "The best hand of the deal", "The other hands"
        )
    payer, payee = unit["payer"], unit["payee"]
    marked = f"of hands that {payer} set, surrendered or folded worse"
    return ShareWords(
        f"Hands played worse, with and without {payee}", marked, f"With {payee}", f"Without {payee}"
    )


def _void(unit: _Named) -> ShareWords:
    player = unit["player"]
    return ShareWords(
        f"Void hands, by the result of {player}", "of hands that are void", f"Hands that {player} would have lost",
        "The other hands",
    )  # fmt: skip


def _dead(unit: _Named) -> ShareWords:
    marked = "of seats that were ruled dead or fouled"
    if "player" in unit:
        player = unit["player"]
        sorts = "Winning seats of the others", f"Winning seats of {player}"
        return ShareWords(f"Rulings on winning seats, with {player} in the hand", marked, *sorts)
    return ShareWords(
        "Rulings by the result of the seat", marked, "Seats that would have won", "The other seats"
    )


def _missing(_: _Named) -> ShareWords:
    sorts = "Hands of the largest fifth", "The other hands"
    return ShareWords("Hands without all cards, by the money", "of hands without all cards", *sorts)


def _gaps(unit: _Named) -> ShareWords:
    if "supervisor" in unit:
        sorts = f"Sessions of {unit['supervisor']}", "Sessions of the others"
        return ShareWords(
            "Sessions that begin late or end early", "of sessions that begin late or end early", *sorts
        )
    sorts = "After a loss of the largest fifth", "After the other hands"
    return ShareWords("Gaps in the record, by the hand before", "of intervals with a gap", *sorts)


def _units(unit: _Named) -> ShareWords:
    title = f"Hands that {unit['player']} won, by the unit"
    return ShareWords(
        title, f"of hands that {unit['player']} won", "At a higher unit", "At the smallest unit"
    )


def _dealer(unit: _Named) -> ShareWords:
    player, dealer = unit["player"], unit["dealer"]
    sorts = f"Dealt by {dealer}", "Dealt by the other dealers"
    return ShareWords(f"Hands that {player} won, by dealer", f"of hands that {player} won", *sorts)


def _tokes(unit: _Named) -> ShareWords:
    won = f" that {unit['player']} won" if "player" in unit else ""
    sorts = f"Dealt by {unit['dealer']}", "Dealt by the other dealers"
    return ShareWords(f"Tokes after hands{won}, by dealer", f"of hands{won} that a toke followed", *sorts)


def _corrections(unit: _Named) -> ShareWords:
    (person,) = unit.values()
    return ShareWords(
        "Files corrected late", "of files that were corrected late", f"Files of {person}", "The other files"
    )


def _penalties(unit: _Named) -> ShareWords:
    player = unit["player"]
    sorts = f"{player} was an opponent", f"{player} was not"
    return ShareWords(f"Hard rulings, with and without {player}", "of rulings that were hard", *sorts)


_WORDS: dict[str, Callable[[_Named], ShareWords]] = {
    "SCN003": _strong, "SCN005": _weaker, "SCN006": _void, "SCN007": _dead, "SCN008": _missing, "SCN009": _gaps,
    "SCN011": _units, "SCN012": _dealer, "SCN014": _tokes, "SCN015": _corrections, "SCN017": _penalties,
}  # fmt: skip
