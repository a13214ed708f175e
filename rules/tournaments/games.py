"""Games of tournaments: own cards, and whether high hands decide."""

from __future__ import annotations

from msgspec import Struct

from rules.tournaments.header import Tournament

BOARD = 5  # cards of a board


class OwnCards(Struct, frozen=True):
    """Own cards in a hand of five. exactly: None: any number.

    last: number dealt without a board, ``down`` of them face down.
    """

    exactly: int | None = None
    last: int | None = None
    down: int = 0


_ANY = OwnCards()
_TWO = OwnCards(exactly=2)
_OWN = {
    "holdem": _ANY, "crazy_pineapple": _ANY, "watermelon": _ANY, "short_deck": _ANY,
    "omaha": _TWO, "omaha_hilo": _TWO, "omaha5": _TWO, "omaha5_hilo": _TWO, "omaha6": _TWO, "courchevel": _TWO,
    "courchevel_hilo": _TWO, "sviten": _TWO,
    "stud5": OwnCards(last=5, down=1), "soko": OwnCards(last=5, down=1),
    "stud7": OwnCards(last=7, down=3), "stud_hilo": OwnCards(last=7, down=3), "razz": OwnCards(last=7, down=3),
}  # fmt: skip

_DRAW = frozenset({"draw5", "draw27", "draw27_single", "badugi"})

# Games, and classes of events, in which the usual high hands of five do not decide.
_OTHER_HANDS = frozenset({"razz", "draw27", "draw27_single", "badugi", "soko", "short_deck", "mix"})
_OTHER_CARDS = frozenset({"joker"})


def own_cards(header: Tournament) -> OwnCards | None:
    """Use of own cards; None in draw games and mixes."""
    return _OWN.get(header.game)


def compares_high_hands(header: Tournament) -> bool:
    """Whether players' hands compare as high hands of five."""
    classes = header.classes if isinstance(header.classes, list) else []
    return header.game not in _OTHER_HANDS and _OTHER_CARDS.isdisjoint(classes)


def has_blinds(header: Tournament) -> bool:
    """Whether every hand has a big blind: no stud, no mix."""
    cards = own_cards(header)
    return header.game != "mix" and (cards is None or cards.last is None)


def draws(header: Tournament) -> bool:
    return header.game in _DRAW
