"""Material of an incident's words: findings, and the log's record of the hand."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rules.controls.ruleset import Ruleset
from rules.results import Finding


class InWords(Struct, frozen=True):
    """short: the fault without its place; sentence: the cause of all findings."""

    short: str
    sentence: str | None = None


class WordedCase(Struct, frozen=True):
    """Findings of an incident, root first. unit: in minor units; None: unrecorded. parameter, ruleset: of the
    root. currency: or chips.
    """

    findings: Sequence[Finding]
    currency: str
    unit: int | None = None
    parameter: str = ""
    ruleset: Ruleset | None = None

    @property
    def root(self) -> Finding:
        return self.findings[0]

    def has(self, *codes: str) -> bool:
        """Whether a finding has one of the codes."""
        return any(each.code in codes for each in self.findings)

    def of(self, code: str) -> list[Finding]:
        """Findings of a code, by seat."""
        return sorted((each for each in self.findings if each.code == code), key=lambda each: each.seat or 0)

    def seats(self, code: str) -> list[int]:
        """Seats of a code's findings, ascending."""
        return sorted({each.seat for each in self.of(code) if each.seat is not None})


def seats_words(seats: Sequence[int]) -> str:
    """Seats as ``seat 2``, ``seats 2 and 4``, ``seats 1, 2 and 4``."""
    numbers = [str(seat) for seat in seats]
    if len(numbers) < 2:
        return f"seat {''.join(numbers)}"
    return f"seats {', '.join(numbers[:-1])} and {numbers[-1]}"


def joined_words(words: Sequence[str]) -> str:
    """Words as ``a``, ``a and b``, ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def begun_low(title: str) -> str:
    """A title as it goes on after a colon."""
    return title[:1].lower() + title[1:]
