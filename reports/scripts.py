"""Scripts that the main typeface lacks, and the order of their characters.

Other scripts and suits use fallback faces (``fonts/``). Arabic letters join; right-to-left text runs right to left. A
character that is invisible or has no face is written as its code (``[U+1F600]``), so that different names look different.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple
from unicodedata import bidirectional, category

from arabic_reshaper import ArabicReshaper
from bidi import get_display
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

REGULAR, SEMIBOLD, CONDENSED, MONO = "PlexSans", "PlexSans-SemiBold", "PlexSansCondensed", "PlexMono"
SUITS, HEBREW, ARABIC, HANGUL, HAN = "Suits", "Hebrew", "Arabic", "Hangul", "Han"
_FILES = {
    REGULAR: "IBMPlexSans-Regular.ttf",
    SEMIBOLD: "IBMPlexSans-SemiBold.ttf",
    CONDENSED: "IBMPlexSansCondensed-Regular.ttf",
    MONO: "IBMPlexMono-Regular.ttf",
    SUITS: "NotoSansSymbols2-Suits.ttf",
    HEBREW: "NotoSansHebrew-Regular.ttf",
    ARABIC: "NotoSansArabic-Regular.ttf",
    HANGUL: "HangulFallback-Regular.ttf",
    HAN: "DroidSansFallbackFull.ttf",
}
_FALLBACKS = (
    REGULAR,
    SUITS,
    HEBREW,
    ARABIC,
    HANGUL,
    HAN,
)  # in the order in which they are tried; the large one last
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Mn", "Me"}
_TO_THE_LEFT = {"R", "AL", "AN"}
_LAST = 0xFFFF  # what a face's table of characters in the document can name


class FaceRun(NamedTuple):
    """Characters of one face, in page order."""

    face: str
    text: str


@cache
def font(face: str) -> TTFont:
    """Face, registered on first use."""
    pdfmetrics.registerFont(TTFont(face, str(Path(__file__).parent / "fonts" / _FILES[face]), shapable=False))
    return pdfmetrics.getFont(face)


@lru_cache(maxsize=4096)
def printable(text: str, face: str = REGULAR) -> str:
    """Text in reading order, unshowable characters as codes."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(char, face) for char in text)


def _shown(char: str, face: str) -> str:
    if char in "\t\n\r":
        return " "
    if ord(char) <= _LAST and category(char) not in _HIDDEN and face_of(char, face):
        return char
    return f"[U+{ord(char):04X}]"


@lru_cache(maxsize=8192)
def face_of(char: str, face: str) -> str | None:
    """Face that draws a character, ``face`` if it can; None: none."""
    return next((name for name in (face, *_FALLBACKS) if ord(char) in font(name).face.charToGlyph), None)


@lru_cache(maxsize=8192)
def face_runs(text: str, face: str) -> tuple[FaceRun, ...]:
    """Runs of a line, left to right."""
    text = printable(text, face)
    if text.isascii():
        return (FaceRun(face, text),)
    pieces: list[tuple[str, str]] = []  # each a face with its characters
    for leftwards, part in _parts(text):
        within = ""  # the face of the part, whose spaces keep it in one piece
        for char in _turned(part) if leftwards else part:
            name = within if leftwards and char == " " and within else face_of(char, face) or face
            within = name if leftwards else ""
            if pieces and pieces[-1][0] == name and name != SUITS:
                pieces[-1] = name, pieces[-1][1] + char
            else:
                pieces.append((name, char))
    return tuple(FaceRun(*piece) for piece in pieces)


def turns(text: str) -> bool:
    """Whether page order differs from reading order."""
    return not text.isascii() and any(bidirectional(char) in _TO_THE_LEFT for char in text)


def _parts(text: str) -> Iterator[tuple[bool, str]]:
    """Parts of a line, and whether right-to-left.

    Such a part ends with its last letter, so that figures around it stay.
    """
    done = first = last = 0
    for place, char in enumerate(text):
        direction = bidirectional(char)
        if direction in _TO_THE_LEFT:
            first, last = (first if last > done else place), place + 1
        elif direction == "L" and last > done:
            yield from ((False, text[done:first]), (True, text[first:last]))
            done = last
    if last > done:
        yield from ((False, text[done:first]), (True, text[first:last]))
        done = last
    yield False, text[done:]


def _turned(text: str) -> str:
    """Right-to-left part in page order, joined."""
    return str(get_display(_reshaper().reshape(text), base_dir="R"))


@cache
def _reshaper() -> ArabicReshaper:
    """Joiner of Arabic letters, with the mandatory ligature only."""
    return ArabicReshaper({"delete_harakat": False, "delete_tatweel": False, "support_zwj": False})
