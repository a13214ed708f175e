"""Playing cards in grey: spades and clubs solid, others outlined.

Each is one drawing with invisible text (``As``) for search and copy.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache, partial

from reports.drawn_pages import Pages
from reports.sheet import Sheet
from reports.typography import INK, SEMIBOLD, SOFT, TextStyle

CARD_WIDTH, CARD_HEIGHT, PITCH = 17.0, 13.0, 17.8
LOW_HEIGHT = 10.8  # of cards in rows that are close together
SMALLER = 0.955  # the scale of cards other than the final rows
_FRAME = "0.05 G 1.7 w 0.3 0.3 {:g} {:g} re S"
MARK = _FRAME.format(CARD_WIDTH - 0.6, CARD_HEIGHT - 0.6)
LOW_MARK = _FRAME.format(CARD_WIDTH - 0.6, LOW_HEIGHT - 0.6)
_EDGE = 18.0
_RANK = TextStyle(SEMIBOLD, 8.4, 10, INK)
_TEN = _RANK._replace(tracking=-0.9)
_OTHER = TextStyle(SEMIBOLD, 8.4, 10, SOFT)
UNKNOWN = "??"
_KINDS = (("card", CARD_HEIGHT), ("low", LOW_HEIGHT))  # of drawings
_RANKS = "23456789TJQKA"
_RANK_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
_SUIT_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_UNSEEN = "3 Tr"
_SUITS = {  # in a square of 10 by 10, as PDF path operators
    "d": "5 0 m 9 5 l 5 10 l 1 5 l h",
    "h": "5 0.4 m 2.6 3 0.2 4.8 0.2 7.2 c 0.2 8.9 1.4 9.9 2.7 9.9 c 3.8 9.9 4.6 9.2 5 8.2 c 5.4 9.2 6.2 "
    "9.9 7.3 9.9 c 8.6 9.9 9.8 8.9 9.8 7.2 c 9.8 4.8 7.4 3 5 0.4 c h",
    "s": "5 10 m 7.2 7.2 9.8 5.6 9.8 3.6 c 9.8 2.2 8.7 1.4 7.6 1.4 c 6.7 1.4 6 1.8 5.6 2.5 c 5.6 1.4 6 0.6 "
    "6.7 0 c 3.3 0 l 4 0.6 4.4 1.4 4.4 2.5 c 4 1.8 3.3 1.4 2.4 1.4 c 1.3 1.4 0.2 2.2 0.2 3.6 c 0.2 "
    "5.6 2.8 7.2 5 10 c h",
    "c": "5.6 3.4 m 5.6 1.8 6 0.8 6.8 0 c 3.2 0 l 4 0.8 4.4 1.8 4.4 3.4 c 3.9 2.5 3.1 2 2.3 2 c 1.1 2 0.1 "
    "2.9 0.1 4.2 c 0.1 5.5 1.1 6.4 2.4 6.4 c 2.7 6.4 3 6.3 3.2 6.2 c 2.9 6.6 2.7 7.1 2.7 7.7 c 2.7 9 "
    "3.7 10 5 10 c 6.3 10 7.3 9 7.3 7.7 c 7.3 7.1 7.1 6.6 6.8 6.2 c 7 6.3 7.3 6.4 7.6 6.4 c 8.9 6.4 "
    "9.9 5.5 9.9 4.2 c 9.9 2.9 8.9 2 7.7 2 c 6.9 2 6.1 2.5 5.6 3.4 c h",
}


def define_cards(pages: Pages) -> None:
    """Define the cards drawn, before the document closes."""
    sheet = pages.sheet
    for card, draw in _FACES.items():
        for kind, height in _KINDS:
            if sheet.placed(f"{kind}-{card}"):
                sheet.define(f"{kind}-{card}", _EDGE, _EDGE, partial(_card, sheet, draw, height))


def _card(sheet: Sheet, draw: Callable[[Sheet], None], height: float) -> None:
    sheet.canvas.addLiteral("1 g 0.62 G 0.5 w")
    sheet.canvas.roundRect(0, 0, CARD_WIDTH, height, 2, stroke=1, fill=1)
    sheet.canvas.addLiteral(f"q 1 0 0 1 0 {(height - CARD_HEIGHT) / 2:.2f} cm")
    draw(sheet)
    sheet.canvas.addLiteral("Q")


def _face(sheet: Sheet, rank: str, suit: str) -> None:
    ten = rank == "T"
    sheet.text(0.9 if ten else 2.6, 3.6, "10" if ten else rank, _TEN if ten else _RANK)
    sheet.canvas.addLiteral(_UNSEEN)
    sheet.text(10.4, 3.6, suit, _RANK)
    sheet.canvas.addLiteral("0 Tr")
    if suit in "sc":
        sheet.canvas.addLiteral(f"q 0.56 0 0 0.56 10.4 3.6 cm 0.1 g {_SUITS[suit]} f Q")
    else:
        sheet.canvas.addLiteral(f"q 0.52 0 0 0.52 10.6 3.8 cm 0.1 G 1.3 w 1 j {_SUITS[suit]} S Q")


def _other_face(sheet: Sheet, text: str) -> None:
    sheet.centred(CARD_WIDTH / 2, 3.6, text, _OTHER)


_FACES: dict[str, Callable[[Sheet], None]] = {
    **{rank + suit: partial(_face, rank=rank, suit=suit) for suit in _SUITS for rank in _RANKS},
    "JK": partial(_other_face, text="JK"),
    UNKNOWN: partial(_other_face, text="?"),
}


def split(row: str) -> list[str]:
    """Cards of a row as text."""
    return [row[at : at + 2] for at in range(0, len(row), 2)]


def row_width(cards: int) -> float:
    return cards * PITCH - (PITCH - CARD_WIDTH) if cards else 0.0


def draw_row(
    sheet: Sheet,
    x: float,
    y: float,
    cards: list[str],
    room: float,
    marked: Collection[str] = (),
    scale: float = 1.0,
    named: str = "",
    low: bool = False,
) -> None:
    """Draw a row from its lower left corner, narrowed to ``room``, then overlapping; screen readers get names.

    marked: framed. named: precedes the names. low: as high as a line of text.
    """
    if sheet.blank:
        return
    scale = min(scale, max(room / row_width(len(cards)), SMALLER))
    pitch = min(PITCH, (room / scale - CARD_WIDTH) / max(len(cards) - 1, 1))
    right, top = (
        x + scale * (pitch * (len(cards) - 1) + CARD_WIDTH),
        y + scale * (LOW_HEIGHT if low else CARD_HEIGHT),
    )
    with sheet.tags.figure(named + spoken(cards, marked), (x, y, right, top)):
        sheet.tags.for_decoration()
        _draw_cards(sheet, x, y, cards, marked, scale, pitch, low)


def spoken(cards: Sequence[str], marked: Collection[str] = ()) -> str:
    """Names of cards: “ace of spades, 10 of hearts (framed)”."""
    names = _names()
    return ", ".join(names.get(card, names[UNKNOWN]) + " (framed)" * (card in marked) for card in cards)


@cache
def _names() -> dict[str, str]:
    names = {
        rank + suit: f"{rank_name} of {suit_name}"
        for rank, rank_name in zip(_RANKS, _RANK_NAMES, strict=True)
        for suit, suit_name in _SUIT_NAMES.items()
    }
    return names | {"JK": "joker", UNKNOWN: "card not recorded"}


def _draw_cards(
    sheet: Sheet,
    x: float,
    y: float,
    cards: Sequence[str],
    marked: Collection[str],
    scale: float,
    pitch: float,
    low: bool,
) -> None:
    canvas, kind = sheet.canvas, "low" if low else "card"
    canvas.addLiteral(f"q {scale:.3f} 0 0 {scale:.3f} {x:.2f} {y:.2f} cm")
    for place, card in enumerate(cards):
        if place:
            canvas.addLiteral(f"1 0 0 1 {pitch:.4g} 0 cm")
        sheet.place(f"{kind}-{card if card in _FACES else UNKNOWN}")
        if card in marked:
            canvas.addLiteral(LOW_MARK if low else MARK)
    canvas.addLiteral("Q")
