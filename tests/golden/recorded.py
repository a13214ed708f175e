"""The results on record, in `results/`: what of a change is seen in its diff.

`JUDGEMENT` has the number under which they were written, `judged/NAME.txt` how an input is judged. `words.txt` has each line of
words once, without its figures, whichever inputs have it; `words_of.txt` has for each input a digest of its words with their
figures: of those of the JSON, and of each page.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from tests.golden.judging import Results

FOLDER = Path(__file__).parent / "results"
_NUMBER, _JUDGED, _WORDS, _WORDS_OF = "JUDGEMENT", "judged", "words.txt", "words_of.txt"
_CARD = re.compile(r"(?<![0-9a-f])(?:10|[2-9TJQKA]) ?(?:[cdhs](?![a-z])|[♣♦♥♠])")
_ID = re.compile(r"\b(?=[a-f]*\d)[0-9a-f]{8,}\b|(?<=\bp-)[0-9a-f]{4}\b")
_FIGURE = re.compile(r"\d+")
_SIGN = re.compile(r"(?<= )[+−·](?= )")
_FIGURES = (_ID, _CARD, _FIGURE, _SIGN)
_SEVERAL = re.compile(r"#(?: ?#)+")
_DIGITS = 10  # of a digest


class Recorded(Struct, frozen=True):
    """Results as they are kept. judged: lines by input; words: those of all inputs; words_of: digests by input."""

    judgement: int
    judged: dict[str, list[str]]
    words: frozenset[str]
    words_of: dict[str, list[str]]


def recorded(judgement: int, results: Mapping[str, Results]) -> Recorded:
    """Results as they are to be kept."""
    return Recorded(
        judgement,
        {name: each.judgement for name, each in results.items()},
        frozenset(plain for each in results.values() for plain in plain_words(each)),
        {name: digests(each) for name, each in results.items()},
    )


def plain_words(results: Results) -> Iterable[str]:
    """The lines of words of an input without their figures."""
    return (without_figures(line) for part in results.words for line in part)


def without_figures(line: str) -> str:
    """A line of words with # in place of numbers, cards, ids and signs that stand alone: audits say them, line by line."""
    for figure in _FIGURES:
        line = figure.sub("#", line)
    return _SEVERAL.sub("#", " ".join(line.split()))


def digests(results: Results) -> list[str]:
    """A digest of each part of the words."""
    return [hashlib.sha256("\n".join(part).encode()).hexdigest()[:_DIGITS] for part in results.words]


def read(folder: Path = FOLDER) -> Recorded:
    """The results on record; where there are none, none under the JUDGEMENT 0."""
    judged = {path.stem: _lines(path) for path in sorted((folder / _JUDGED).glob("*.txt"))}
    words_of = dict(line.split(": ", 1) for line in _lines(folder / _WORDS_OF))
    (number,) = _lines(folder / _NUMBER) or ["0"]
    return Recorded(
        judgement=int(number),
        judged=judged,
        words=frozenset(_lines(folder / _WORDS)),
        words_of={name: each.split() for name, each in words_of.items()},
    )


def write(kept: Recorded, folder: Path = FOLDER) -> None:
    """Put results on record in place of those that are there."""
    (folder / _JUDGED).mkdir(parents=True, exist_ok=True)
    for path in (folder / _JUDGED).glob("*.txt"):
        if path.stem not in kept.judged:
            path.unlink()
    for name, lines in kept.judged.items():
        _put(folder / _JUDGED / f"{name}.txt", lines)
    _put(folder / _WORDS, sorted(kept.words))
    _put(folder / _WORDS_OF, [f"{name}: {' '.join(kept.words_of[name])}" for name in sorted(kept.words_of)])
    _put(folder / _NUMBER, [str(kept.judgement)])


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").split("\n")[:-1] if path.exists() else []


def _put(path: Path, lines: Iterable[str]) -> None:
    path.write_bytes("".join(f"{line}\n" for line in lines).encode())
