"""Heat map of the cards of a session: how often each was dealt to each seat."""

from __future__ import annotations

import numpy as np

from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Fill, Frame, Shape, key
from reports.drawn_pages import WIDTH
from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.typography import INK, LABEL, NOTE
from rules.cards import RANKS
from rules.screening.engines.even_cards import CARDS, SEATS
from rules.screening.indicators.scn010_invented_cards import counts_of_cards
from rules.screening.room_year import ScreenedUnit
from rules.screening.statistics import ScreenedSession

_NAMES, _ROW, _HEAD = 40.0, 18.0, 14.0
_FAR = 1.5  # standard deviations from which a cell is shaded otherwise
_BEYOND = 0.1336  # share of cells beyond it by chance


def cards_by_seat(_: ScreenedUnit, session: ScreenedSession) -> ScreeningPicture | None:
    """Counts of 52 cards by four seats; None: the session has too few deals with all cards."""
    counts = counts_of_cards(session)
    if counts is None:
        return None
    deals = int(counts[0].sum())
    apart = (counts - deals / SEATS) / np.sqrt(deals * (SEATS - 1) / SEATS**2)
    few, many = int(np.count_nonzero(apart < -_FAR)), int(np.count_nonzero(apart > _FAR))
    says = (
        f"Heat map of 52 cards by four seats in {deals:,} deals of session {session.header.session}: a card was dealt to a seat "
        f"{counts.min():,} to {counts.max():,} times, where chance gives {deals / SEATS:g}; {few} cells are far below that, "
        f"{many} far above."
    )
    step = (WIDTH - _NAMES) / CARDS
    bands = [ChartBand(_HEAD, _heads(step))]
    for seat in range(SEATS):
        cells: list[Shape] = [ChartText(0, 12, f"Seat {seat + 1}", NOTE._replace(colour=INK))]
        for card in range(CARDS):
            place = (_NAMES + card * step + 0.5, 1.0, step - 1, _ROW - 2)
            cells += [Box(*place, _fill(float(apart[card, seat]))), Frame(*place, 0.7, 0.4)]
        bands.append(ChartBand(_ROW, cells, _ROW))
    meanings = key(
        (("dark", "far more than chance gives"), ("light", "about as many"), ("paper", "far fewer")), WIDTH
    )
    caption = (
        f"A column is a card: clubs, diamonds, hearts and spades of each rank. By chance about {_BEYOND * CARDS * SEATS:.0f} of "
        "the 208 cells are far above or below; none at all is too even."
    )
    return ScreeningPicture(
        f"Cards by seat, session {session.header.session}", Chart(says, WIDTH, (meanings, *bands)), caption
    )


def _heads(step: float) -> list[Shape]:
    return [
        ChartText(_NAMES + (4 * place + 2) * step, 10, rank.replace("T", "10"), LABEL, "middle")
        for place, rank in enumerate(RANKS)
    ]


def _fill(apart: float) -> Fill:
    return "dark" if apart > _FAR else "paper" if apart < -_FAR else "light"
