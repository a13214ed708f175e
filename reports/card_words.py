"""Cards in sentences, as in exhibits: ``10♦`` for ``Td``.

Messages of findings keep the log's form for programs.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from rules.checks.catalogue import checks, room_checks
from rules.results import Finding

_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_CODES = re.compile(
    r"(?<![\w:/.@#$-])(?:[2-9TJQKA][cdhs])+(?![\w:/@#-]|\.\w)"
)  # as a word of its own, not in an id or citation
_NAMED = re.compile(r"\b(?:player|players|session|room|table|tournament|dealer|by) $")  # before a name
_WORD = re.compile(r"(?:^|[.:;] )$")  # before a word that begins a sentence
_WORDS = {"As", "Ad", "Ah"}


def card(code: str) -> str:
    """Card with its suit; other codes unchanged."""
    if len(code) != 2 or code[1] not in _SUITS:
        return code
    return f"{'10' if code[0] == 'T' else code[0]}{_SUITS[code[1]]}"


def cards(codes: str) -> str:
    """Row of cards: ``TdAs`` is ``10♦ A♠``."""
    return " ".join(card(codes[at : at + 2]) for at in range(0, len(codes), 2))


def with_suits(text: str, names: Collection[str] = ()) -> str:
    """Sentence with suits. names: words that are no cards."""

    def shown(found: re.Match[str]) -> str:
        code, before = found[0], text[: found.start()]
        if code in names or _NAMED.search(before) or (code in _WORDS and _WORD.search(before)):
            return code
        return cards(code)

    return _CODES.sub(shown, text)


def message(finding: Finding) -> str:
    """Message of a finding, with suits where its check is on cards."""
    if finding.unit != "cards" and finding.code not in _of_cards():
        return finding.message
    names = [name for name in (finding.player, finding.session, finding.room) if name]
    return with_suits(finding.message, names)


@cache
def _of_cards() -> frozenset[str]:
    return frozenset(
        entry.code for entry in (*checks(), *room_checks()) if entry.check.area in ("cards", "procedure")
    )
