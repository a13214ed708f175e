"""Where hands of pot games stand on the pages of a report: two to a page, with every fact."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.reports.pot_evening import evening
from tests.reports.reading import Reading
from tests.reports.test_report_pot_hands import report_of

HANDS = (1, 2, 3, 4)


@cache
def pages_of(seats: int) -> list[str]:
    """The pages of the report of an evening, made once."""
    pages = Reading(report_of(evening(seats, len(HANDS)))).pages
    return [" ".join(page.replace("\u00a0", " ").split()) for page in pages]


def places(pages: list[str]) -> list[list[int]]:
    """The hands that begin on each page that has one."""
    found = [[hand for hand in HANDS if f"Hand {hand} 2026" in page] for page in pages]
    return [each for each in found if each]


@pytest.mark.parametrize("seats", [pytest.param(3, marks=pytest.mark.slow), 6])
def test_two_hands_are_on_one_page(seats):
    pages = pages_of(seats)
    assert places(pages) == [[1, 2], [3, 4]]
    assert not any("continued" in page for page in pages)


@pytest.mark.slow
def test_a_hand_of_nine_seats_takes_less_than_a_page():
    pages = pages_of(9)
    begun = [next(at for at, page in enumerate(pages) if f"Hand {hand} 2026" in page) for hand in HANDS]
    assert [at - begun[0] for at in begun] == [0, 0, 1, 1]


@pytest.mark.parametrize(
    "seats", [pytest.param(3, marks=pytest.mark.slow), 6, pytest.param(9, marks=pytest.mark.slow)]
)
def test_each_fact_of_a_hand_is_there(seats):
    text = " ".join(pages_of(seats))
    hand = text[text.index("Hand 1 2026") : text.index("Hand 2 2026")]
    first, small, big = {3: (1, 2, 3), 6: (4, 2, 3), 9: (4, 2, 3)}[seats]
    drop = "€0.00" if seats == 3 else "€1.00"
    for fact in (
        "2026-03-14 20:03:00 +02:00 · no video reference · line 2",
        "OLY-1.17-a At no limit and pot limit the first raise comes to at least twice the bet before it.",
        "Hold’em; no limit; small blind €1.00, big blind €2.00; button at seat 1.",
        f"{small} P{small} FOLDED 3 h 4 c €1,000.00 €3.99 −€3.99 −€3.99 €0.00",
        f"Acts 0–1: seat {small} posted a small blind of €1.00; seat {big} posted a big blind of €2.00.",
        f"Act 2: seat {first} raised to €3.99; pot €6.99.",
        "Against the rules: a raise comes to €4.00 at least (BET003, OLY-1.17-a).",
        f"the flop was dealt (2♣ 7♠ A♥); burnt before: ??; seat {small} checked; seat {big} bet €6.00;",
        f"the turn was dealt (K♠); burnt before: ??; seats {big} and {first} checked. pot €23.97",
        f"the river was dealt (2♦); burnt before: ??; seat {big} bet €15.00; seat {first} called;",
        "Pot €53.97; its amount was not recorded.",
        f"Rake: €2.50, as due. Drop: {drop}, as due.",
        f"The order in which seats were to show: {big} and {first}.",
    ):
        assert fact in hand, fact
    numbers = [
        part
        for first, last in re.findall(r"Acts? (\d+)(?:–(\d+))?:", hand)
        for part in (first, last or first)
    ]
    bounds = list(zip(map(int, numbers[::2]), map(int, numbers[1::2]), strict=True))
    acts = [at for first, last in bounds for at in range(first, last + 1)]
    assert acts == list(range(15 + seats))
