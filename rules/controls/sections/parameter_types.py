"""Types of parameters: bounds, words and meanings.

A field is ``Annotated[TYPE, Means("…")]``; checks of files, forms and the documentation derive from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NamedTuple, TypeVar

from msgspec import Meta

from rules.cards import RANKS
from rules.hands import FAMILIES
from rules.pot_hands import GAMES

MOST = 10**12  # of any figure
MOST_UNITS = 10**5  # of a payment: ten seats' units at the largest unit of a log stay within 64 bits
MOST_CARDS = 7  # that a player of a pot game gets, or in one street
MOST_SEATS = 10
WHOLE_BP = 10_000  # basis points of all

T = TypeVar("T")


class Means:
    """The mark of a parameter's meaning in words, and of that of each word that it may have."""

    def __init__(self, text: str, /, **words: str) -> None:
        self.text = text
        self.words: Mapping[str, str] = words


class Meaning(NamedTuple):
    """The meaning of a parameter. words: that of each word that it may have. measure: what a figure counts, where stated."""

    text: str
    words: Mapping[str, str]
    measure: str = ""

    @property
    def sentence(self) -> str:
        measure = f", in {self.measure}" if self.measure else ""
        return f"{self.text[:1].upper()}{self.text[1:]}{measure}."


class OneOf(NamedTuple):
    """The words of a text whose type in code is str."""

    words: tuple[str, ...]


class In(NamedTuple):
    """The measure that a figure counts."""

    measure: str


class RefusalWords(NamedTuple):
    """The words of a refusal, in place of the usual ones. ``{found!r}`` stands for what was found."""

    text: str


class Demanded:
    """The mark of a key that each file has to state in its table; nothing that the file extends can state it."""


class CitedStatement:
    """The mark of a cited statement: the documents allow no other value, so that it is no choice of a ruleset.

    because: where they leave another reading open, the reason for which no record shows which of them holds.
    """

    def __init__(self, because: str = "") -> None:
        self.because = because


DEMANDED = Demanded()
Stated = Annotated[T, CitedStatement()]

Count = Annotated[int, Meta(ge=0, le=MOST)]
Positive = Annotated[int, Meta(ge=1, le=MOST)]
Units = Annotated[int, Meta(ge=0, le=MOST_UNITS), In("units")]
BasisPoints = Annotated[int, Meta(ge=0, le=WHOLE_BP), In("basis points")]
Money = Annotated[int, Meta(ge=0, le=MOST), In("minor units")]
MoneyStep = Annotated[int, Meta(ge=1, le=MOST), In("minor units")]
Chips = Annotated[int, Meta(ge=0, le=MOST)]
SomeChips = Annotated[int, Meta(ge=1, le=MOST)]
Seconds = Annotated[int, Meta(ge=0, le=MOST), In("seconds")]
SomeSeconds = Annotated[int, Meta(ge=1, le=MOST), In("seconds")]
Minutes = Annotated[int, Meta(ge=0, le=MOST), In("minutes")]
SomeMinutes = Annotated[int, Meta(ge=1, le=MOST), In("minutes")]
DealtCards = Annotated[int, Meta(ge=0, le=MOST_CARDS)]
SeatCount = Annotated[int, Meta(ge=2, le=MOST_SEATS)]

FullDeck = Annotated[
    int,
    Meta(ge=52, le=60),
    In("cards"),
    RefusalWords("a deck has 52 cards and its jokers; another is not audited"),
]
OneChip = Annotated[
    int,
    Meta(ge=1, le=1),
    In("chips"),
    RefusalWords("each entry brings one bounty chip; another number is not audited"),
]

Rank = Annotated[str, OneOf(tuple(RANKS))]
RankedGame = Annotated[str, OneOf(GAMES)]
RecordedGame = Annotated[str, OneOf((*FAMILIES, *GAMES))]
Currency = Annotated[
    str, Meta(pattern="^[A-Z]{3}$"), RefusalWords("write the three letters of a currency, such as USD")
]
CurrencyCode = Annotated[str, Meta(pattern=r"^[A-Z]{3}$")]
NAMED = "a name is of small letters, digits and hyphens, at most 64, such as wa-0417-thirteen"
SmallName = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$"), RefusalWords(NAMED)]
Clauses = str | tuple[str, ...]
