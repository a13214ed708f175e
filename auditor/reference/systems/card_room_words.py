"""Cards, hands, units and money as people in a card room say them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from rules.cards import RANK_NAMES, RANKS
from rules.checks.support.check import money_text
from rules.controls.ruleset import Ruleset
from rules.results import CHIPS

MINUS = "−"
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
)  # fmt: skip
_ONE = ("two", *RANK_NAMES[1:])  # on a page as in its plural
_MANY = (
    "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens", "kings",
    "aces",
)  # fmt: skip
MANY = dict(zip(RANKS, _MANY, strict=True))

HANDS = {
    "high_card": "a high card",
    "pair": "a pair",
    "two_pairs": "two pairs",
    "trips": "three of a kind",
    "straight": "a straight",
    "flush": "a flush",
    "full_house": "a full house",
    "quads": "four of a kind",
    "straight_flush": "a straight flush",
    "royal_flush": "a royal flush",
}


def cards(row: str | None) -> str:
    """Cards of a log as a page has them: "AsTd" is A♠ 10♦."""
    text = row or ""
    return " ".join(rank(text[at]) + SUITS.get(text[at + 1], "") for at in range(0, len(text), 2))


def rank(letter: str) -> str:
    return "10" if letter == "T" else letter


def described(row: str | None, hand: str | None) -> str:
    """A row in words: "full house, fours over nines"."""
    if not row or hand is None:
        return "not recorded"
    counted = Counter(RANKS.index(letter) for letter in row[::2])
    ranks = sorted(counted, key=lambda each: (counted[each], each), reverse=True)
    return _DESCRIBED[hand](ranks)


def _straight(ranks: Sequence[int]) -> str:
    high = max(ranks)
    return "five" if set(ranks) == {12, 0, 1, 2, 3} else _ONE[high]


_DESCRIBED: dict[str, Callable[[Sequence[int]], str]] = {
    "high_card": lambda ranks: f"{_ONE[ranks[0]]} high",
    "pair": lambda ranks: f"pair of {_MANY[ranks[0]]}",
    "two_pairs": lambda ranks: f"two pairs, {_MANY[ranks[0]]} and {_MANY[ranks[1]]}",
    "trips": lambda ranks: f"three {_MANY[ranks[0]]}",
    "straight": lambda ranks: f"straight to the {_straight(ranks)}",
    "flush": lambda ranks: f"flush, {_ONE[ranks[0]]} high",
    "full_house": lambda ranks: f"full house, {_MANY[ranks[0]]} over {_MANY[ranks[1]]}",
    "quads": lambda ranks: f"four {_MANY[ranks[0]]}",
    "straight_flush": lambda ranks: f"straight flush to the {_straight(ranks)}",
    "royal_flush": lambda ranks: "royal flush",
}


def number(value: int) -> str:
    """A small number as a word."""
    return NUMBERS[value] if 0 <= value < len(NUMBERS) else str(value)


def counted(value: int | str | Fraction, one: str = "unit") -> str:
    """A count with its noun: `1 unit`, `3 units`."""
    return f"{value} {one}" if str(value) == "1" else f"{value} {one}s"


def signed(units: int | str | None) -> str:
    """Units won or lost: +3, −2, 0."""
    if units is None:
        return "not stated"
    value = Fraction(units)
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


def unit_of(ruleset: Ruleset) -> str:
    """The noun of a count: `point` in an event, `unit` in any other game."""
    return "point" if ruleset.get("stakes.medium") == "tournament_chips" else "unit"


def money(amount: int | None, currency: str) -> str:
    """An amount: $3.00; −$3.00; 1,200 chips; `not stated` for None."""
    return "not stated" if amount is None else money_text(amount, currency)


def figure(amount: int | None, currency: str) -> str:
    """An amount in a column; of chips the number alone."""
    if amount is None or currency != CHIPS:
        return money(amount, currency)
    return f"{MINUS if amount < 0 else ''}{abs(amount):,}"


def headed(title: str, currency: str) -> str:
    """The head of a column of money."""
    return f"chips {title}" if currency == CHIPS else title


def won(amount: int | None, currency: str) -> str:
    """An amount won or lost, in a column: +$3.00, −$3.00, +1,200."""
    return f"+{figure(amount, currency)}" if amount is not None and amount > 0 else figure(amount, currency)


def listed(words: Iterable[str], last: str = "and") -> str:
    """A list in words: `a`, `a and b`, `a, b and c`."""
    *first, end = list(words) or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def sentence(text: str) -> str:
    """A text with a capital and a full stop."""
    return text[:1].upper() + text[1:].rstrip(".") + "." if text else ""
