"""Full-text search over checks, clauses, ambiguities, systems and parameters, in memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from auditor.reference.markdown import ROOT
from auditor.reference.parameter_pages import parameter_parts
from auditor.reference.reference_page_list import systems
from auditor.reference.systems.described_page import how_it_pays
from auditor.reference.systems.system_summary import summary
from rules.checks.catalogue import every_check
from rules.clauses import ambiguities, catalogue
from rules.controls.plain import part_words

_WORD = re.compile(r"[\w-]+")
_MARKUP = re.compile(r"\]\([^)]*\)|[*`|\[\]]|-{3,}:?")
_AROUND = 90  # characters of an excerpt on each side of the first word found
_IS_NAME, _IN_NAME, _IN_TITLE, _IN_TEXT = 1000, 30, 10, 1


class SearchEntry(Struct, frozen=True):
    """A page that can be found. text: without markup."""

    kind: str
    name: str
    title: str
    text: str
    address: str


class SearchHit(Struct, frozen=True):
    """An entry that has every word of a query, with the text around the first of them."""

    entry: SearchEntry
    excerpt: str


def search(query: str) -> list[SearchHit]:
    """Entries in which every word of a query begins a word, the best first. Capitals do not count."""
    words = _WORD.findall(query.lower())
    if not words:
        return []
    starts = [re.compile(rf"(?<!\w){re.escape(word)}") for word in words]
    scored = [(score, at) for at, each in enumerate(_entries()) if (score := _score(each, query, starts))]
    scored.sort(key=lambda found: (-found[0], found[1]))
    return [SearchHit(_entries()[at], _excerpt(_entries()[at].text, starts)) for _, at in scored]


def near(name: str) -> list[SearchEntry]:
    """Entries whose name begins as a wrong one does, at most six."""
    start = _WORD.findall(name.lower())[-1:] or [""]
    for length in range(len(start[0]), 2, -1):
        found = [each for each in _entries() if each.name.lower().startswith(start[0][:length])]
        if found:
            return found[:6]
    return []


def _score(entry: SearchEntry, query: str, starts: list[re.Pattern[str]]) -> int:
    """Rank of an entry; 0 where a word is missing."""
    name, title, text = (part.lower() for part in (entry.name, entry.title, entry.text))
    total = _IS_NAME if query.strip().lower() in (name, name.partition(" ")[0]) else 0
    for start in starts:
        places = (_IN_NAME, name), (_IN_TITLE, title), (_IN_TEXT, text)
        best = next((weight for weight, part in places if start.search(part)), 0)
        if not best:
            return 0
        total += best
    return total


def _excerpt(text: str, starts: list[re.Pattern[str]]) -> str:
    found = starts[0].search(text.lower())
    at = found.start() if found else 0
    first = text.find(" ", at - _AROUND) + 1 if at > _AROUND else 0
    last = text.rfind(" ", 0, at + _AROUND) if at + _AROUND < len(text) else len(text)
    return f"{'… ' if first else ''}{text[first:last]}{' …' if last < len(text) else ''}"


@cache
def _entries() -> tuple[SearchEntry, ...]:
    return (*_checks(), *_systems(), *_clauses(), *_ambiguities(), *_parameters())


def _checks() -> Iterator[SearchEntry]:
    for each in every_check():
        text = f"{each.finds} {each.why} {each.example} {each.needs} {' '.join(each.clauses)} {each.kind} {each.severity}"
        yield _entry("check", f"{each.code} {each.name}", each.summary, text, f"checks/{each.code}")


def _clauses() -> Iterator[SearchEntry]:
    for each in catalogue().values():
        text = f"{each.source}. {each.tested_by} {each.because}"
        yield _entry("clause", each.id, each.statement, text, f"clauses/{each.id}")


def _ambiguities() -> Iterator[SearchEntry]:
    for each in ambiguities().values():
        readings = " ".join(f"{name}: {reading.means}." for name, reading in each.readings.items())
        text = f"{readings} {each.because} {' '.join(each.clauses)}"
        yield _entry("ambiguity", each.id, each.question, text, f"ambiguities/{each.id}")


def _systems() -> Iterator[SearchEntry]:
    for each in systems():
        parts = " ".join(f"{heading}. {text}" for heading, text in how_it_pays(each) if text)
        text = f"{summary(each)} {each.authority}. {parts}"
        yield _entry("system", each.id, each.title, text, f"systems/{each.id}")


def _parameters() -> Iterator[SearchEntry]:
    for part, mine in parameter_parts().items():
        text = " ".join(f"{each.path}: {each.meaning.sentence}" for each in mine if each.meaning is not None)
        yield _entry("parameters", part, part_words(part), text, f"parameters/{part}")


def _entry(kind: str, name: str, title: str, text: str, path: str) -> SearchEntry:
    return SearchEntry(kind, name, title, " ".join(_MARKUP.sub(" ", text).split()), f"{ROOT}/{path}")
