"""Positions of an exhibit's columns, in points."""

from __future__ import annotations

from reports.drawn_cards import PITCH
from reports.drawn_pages import LEFT, RIGHT

WHO = LEFT + 20
CARDS = LEFT + 96.0
MARGIN = CARDS - 8  # where the labels of rows end
BETWEEN = 9.0  # between a row and the next
CARDS_END = CARDS + 13 * PITCH + 2 * BETWEEN
RECORDED, DUE, DIFFERENCE = RIGHT - 110.0, RIGHT - 56.0, RIGHT
FIGURE_ROOM = 50.0


def row_places() -> tuple[float, float, float]:
    middle = CARDS + 3 * PITCH + BETWEEN
    return CARDS, middle, middle + 5 * PITCH + BETWEEN
