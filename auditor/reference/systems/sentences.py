"""Sentences of parameters' values, from `values.toml` and the meanings that the sections state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from auditor.reference.markdown import sources
from rules.checks.coverage import plain
from rules.clauses import ambiguities
from rules.controls.parameters import parameters
from rules.controls.ruleset import Ruleset
from rules.controls.schema.kind_of import meaning_of
from rules.shipped_toml import parsed


@cache
def value_file() -> dict[str, Any]:
    """The file: `sentences` and `open_face` by path, `needs` by path."""
    return parsed(Path(__file__).with_name("values.toml").read_text("utf-8"))


def say(ruleset: Ruleset, *paths: str) -> str:
    """Sentences of the parameters that a ruleset has, with their open points."""
    return " ".join(each for path in paths if (each := stated(ruleset, path)))


def stated(ruleset: Ruleset, path: str) -> str:
    """The sentence of a parameter; empty where the ruleset does not have it, or nothing that it speaks of."""
    value = ruleset.get(path)
    needed = value_file()["needs"].get(path, ())
    if value is None or (needed and not any(ruleset.get(each) for each in needed)):
        return ""
    return marked(ruleset, sentence_of(ruleset, path, value), path)


def sentence_of(ruleset: Ruleset, path: str, value: Any) -> str:
    """The sentence of a value. Raises KeyError where the file has none."""
    names = ("open_face", "sentences") if ruleset.family == "ofc" else ("sentences",)
    found = (_template(value_file()[name].get(path, {}), value) for name in names)
    text = next(filter(None, found), None)
    if text is None:
        raise KeyError(f"values.toml has no sentence for {path} = {value}")
    text = _with_meaning(text, path, value).replace("special hand", noun(ruleset))
    return text if ruleset.get("royalty") else text.replace(", and earns no bonus", "")


def _template(sentences: Any, value: Any) -> str | None:
    if isinstance(sentences, list):
        return str(sentences[0 if value else 1])
    return sentences if isinstance(sentences, str) else sentences.get(value) or sentences.get("*")


def meaning(value: str, path: str) -> str:
    """The meaning of a value in the sections. path: with places or names for items, as in `naturals.list.0.pattern`."""
    found = meaning_of(path.split("."))
    assert found is not None, path
    return found.words[value]


def _with_meaning(text: str, path: str, value: Any) -> str:
    if "{}" not in text:
        return text
    filled = text.format(meaning(value, path))
    return f"{filled[:1].upper()}{filled[1:]}" if text.startswith("{}") else filled


@lru_cache(maxsize=8)
def noun(ruleset: Ruleset) -> str:
    """The document's word for a hand of thirteen cards that wins by itself."""
    return "natural" if "natural" in " ".join(cites(ruleset, "naturals")) else "special hand"


def marked(ruleset: Ruleset, text: str, *paths: str) -> str:
    """A sentence with the open points of its parameters: "Equal rows are legal ([AMB-ORDER-EQUAL])." """
    points = [point for path in paths for point in open_points(ruleset).get(plain(path), ())]
    return _with_points(text, points)


def _with_points(text: str, points: Sequence[str]) -> str:
    named = [each for each in dict.fromkeys(points) if f"[{each}]" not in text]
    if not named:
        return text
    stop = "." if text.endswith(".") else ""
    return f"{text.removesuffix('.')} ({', '.join(f'[{each}]' for each in named)}){stop}"


def pointed(ruleset: Ruleset, text: str, *points: str) -> str:
    """A sentence with those of some points that are open in the ruleset."""
    return _with_points(text, [point for point in points if is_open(ruleset, point)])


@cache
def open_points(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """Ambiguities that a ruleset leaves open, by the parameters that their readings set."""
    found: dict[str, tuple[str, ...]] = {}
    for each in ambiguities().values():
        if not is_open(ruleset, each.id):
            continue
        paths = {plain(path) for reading in each.readings for path in ruleset.patch(each, reading) or ()}
        for path in sorted(paths):
            found[path] = (*found.get(path, ()), each.id)
    return found


def is_open(ruleset: Ruleset, point: str) -> bool:
    """Whether an ambiguity concerns a ruleset that settles no reading of it."""
    each = ambiguities()[point]
    return ruleset.concerns(each) and each.id not in ruleset.readings


def cites(ruleset: Ruleset, *prefixes: str) -> list[str]:
    """Clauses of the parameters under some paths, each once."""
    within = [clauses for path, clauses in _cited(ruleset) if any(_under(path, one) for one in prefixes)]
    return list(dict.fromkeys(clause for clauses in within for clause in clauses))


@lru_cache(maxsize=8)
def _cited(ruleset: Ruleset) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Clauses of each parameter, cached: a page asks hundreds of times."""
    return tuple((each.path, each.cites) for each in parameters(ruleset.params))


def _under(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith((f"{prefix}.", f"{prefix}["))


def apart(cited: Sequence[Sequence[str]]) -> list[list[str]]:
    """Clauses of each line of a table, without those of every line."""
    common = set.intersection(*map(set, cited))
    return [
        [clause for clause in mine if clause not in common or len(common) == len(set(mine)) == 1]
        for mine in cited
    ]


def resting(found: Iterable[str]) -> str:
    """A line of clauses, for the end of a section."""
    named = sources(found)
    return f"*Clauses: {', '.join(named)}.*" if named else ""
