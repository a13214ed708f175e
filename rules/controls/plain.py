"""Changes of controls in plain words: a parameter's path and its two values as a sentence.

The sentences are data (``plain.toml``), by path; a parameter without one is described by the words of its path. A part that
is new or gone as a whole is described by its main figures; its other parameters are counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from rules import shipped_toml
from rules.clauses import ambiguities
from rules.controls.difference import Difference, apart
from rules.controls.wording import is_wording

Money = Callable[[int], str]  # an amount of minor units in words
_PLACEHOLDER = re.compile(r"\{(v|units|money|percent|seconds|minutes|cards|results)\}")
_NUMBERS = ("no", "one", "two", "three")
_ITEM = re.compile(r"\[([^\]]*)\]")


class ControlsChange(NamedTuple):
    """The changes in one part of the controls. standing: "new", "gone", or "" where both sides have it.

    details: number of parameters left out, which come or go with the rest.
    """

    part: str
    standing: str
    sentences: tuple[str, ...]
    details: int


def changes(found: Iterable[Difference], money: Money = str) -> list[ControlsChange]:
    """The differences part by part, in the order of the parameters; wordings and citations are left out."""
    differing, _ = apart([each for each in found if not is_wording(each.parameter)])
    by_part: dict[str, list[Difference]] = {}
    for each in differing:
        by_part.setdefault(_part(each.parameter), []).append(each)
    return [_change(part, mine, money) for part, mine in by_part.items()]


def _change(part: str, found: Sequence[Difference], money: Money) -> ControlsChange:
    kinds = {each.kind for each in found}
    standing = {frozenset({"added"}): "new", frozenset({"removed"}): "gone"}.get(frozenset(kinds), "")
    sentences, details = [], 0
    for (_, kind), group in groupby(found, key=lambda each: (_thing(each.parameter), each.kind)):
        mine = list(group)
        whole = kind != "changed" and (bool(standing) or len(mine) > 1)
        reported = [each for each in mine if not whole or _main(each)]
        details += len(mine) - len(reported)
        sentences += [_sentence(each, money, bool(standing)) for each in reported]
    if not sentences:  # none of its parameters has a sentence
        sentences, details = [_sentence(each, money, bool(standing)) for each in found], 0
    return ControlsChange(_table()["sections"].get(part, _words(part)), standing, tuple(sentences), details)


def _part(path: str) -> str:
    """The part of the controls that a parameter is in: its section; of pot games, the section within these."""
    steps = re.split(r"[.\[]", path)
    return ".".join(steps[:2]) if steps[0] == "pot" else steps[0]


def part_words(part: str) -> str:
    """Words for a part of the controls: its section."""
    found: str = _table()["sections"].get(part) or _path(part)
    return found


def path_words(path: str) -> str:
    """The path of a parameter as text for people."""
    return _path(path)


def said(path: str, value: Any, money: Money = str) -> str | None:
    """A parameter and its value as a sentence without a full stop; None: the table has no sentence for it."""
    known = _template(path) is not None or _pattern(path) in _table()["either"]
    return _clause(path, value, money) if known else None


def described(path: str, value: Any, money: Money = str) -> str:
    """A parameter and its value as a sentence without a full stop; by its path where the table has none."""
    return _clause(path, value, money)


def value_words(value: str) -> str:
    """A value that is a word, as text for people."""
    return _words(value)


def _thing(path: str) -> str:
    """Owner of a parameter: an item of a list, a procedure, a game or rule of pot games, or a part of the controls."""
    if path.startswith("pot."):
        return ".".join(path.split(".")[:3])
    if "]" in path:
        return path[: path.index("]") + 1]
    steps = path.split(".")
    return ".".join(steps[:3]) if steps[:2] == ["irregularities", "procedure"] else steps[0]


def _sentence(each: Difference, money: Money, whole: bool) -> str:
    """A parameter as a sentence. whole: its whole part is new or gone, which the heading states."""
    if each.parameter.startswith(("readings.", "leans.")):
        return _reading(each)
    value = each.a if each.kind == "removed" else each.b
    sentence = _clause(each.parameter, value, money)
    if each.kind == "changed":
        if (isinstance(each.b, bool) and _yes_or_no(each)) or _pattern(each.parameter) in _table()["empty"]:
            return f"{sentence}; in force: {_lower(_clause(each.parameter, each.a, money))}."
        return f"{sentence} instead of {_value(each.parameter, each.a, money, short=True)}."
    if whole:
        return f"{sentence}."
    return f"New: {_lower(sentence)}." if each.kind == "added" else f"No longer: {_lower(sentence)}."


def _reading(each: Difference) -> str:
    name = each.parameter.partition(".")[2]
    known = ambiguities().get(name)
    about = f"“{known.question}” ({name})" if known else name
    if each.b is None:
        return f"{about}: no reading is named any more."
    before = f" instead of {_words(str(each.a))}" if each.a is not None else ""
    return f"{about}: {_words(str(each.b))}{before}."


def _clause(path: str, value: Any, money: Money) -> str:
    """A parameter and its value in words, without a full stop."""
    sides = _table()["either"].get(_pattern(path))
    if isinstance(value, bool) and sides:
        return str(sides[0 if value else 1])
    if value == [] and (nothing := _table()["empty"].get(_pattern(path))):
        return str(nothing)
    template = _template(path)
    if template is None:
        return f"{_path(path)}: {_value(path, value, money)}"
    return _PLACEHOLDER.sub(lambda _: _value(path, value, money), template.format_map(_Names(path)))


def _value(path: str, value: Any, money: Money, short: bool = False) -> str:
    """A value in words with its unit; short: the figure alone, where the unit was given before."""
    template = _template(path)
    counts = found[1] if template and (found := _PLACEHOLDER.search(template)) else "v"
    if (counts == "v" and path.endswith("units")) or counts == "units":
        return str(value) if short else _counted(value, "unit")
    if counts == "results":
        *several, last = (_result_words(each) for each in value)
        return f"{', for '.join(several)} or for {last}" if several else last
    if not isinstance(value, int) or isinstance(value, bool):
        return _worded(value)
    if counts == "money" or path.rpartition(".")[2] in ("money", "max_money", "min_money"):
        return money(value)
    if counts == "percent":
        return f"{value / 100:g}%"
    if counts in ("seconds", "minutes", "cards") and not short:
        return _counted(value, counts[:-1])
    return f"{value:,}"


def _counted(value: Any, one: str) -> str:
    return f"{value} {one}" if value == 1 else f"{value} {one}s"


def _worded(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_worded(each) for each in value) or "none"
    return _words(str(value)) if isinstance(value, str) else str(value)


def _result_words(result: str) -> str:
    """A result of three rows in words. result: rows won, lost and tied, as in "2-0-1"."""
    counts = [int(each) for each in result.split("-")]
    verbs = [
        (verb, count) for verb, count in zip(("winning", "losing", "tying"), counts, strict=True) if count
    ]
    (first, count), *others = verbs
    if not others:
        return f"{first} all {_NUMBERS[count]} rows"
    begins = f"{first} {_NUMBERS[count]} row{'s' * (count > 1)}"
    *middle, last = (f"{verb} {_NUMBERS[count]}" for verb, count in others)
    return f"{', '.join([begins, *middle])} and {last}"


def _words(text: str) -> str:
    """A name of the controls in words: by the table of words, else without its underscores."""
    known: dict[str, str] = _table()["words"]
    return known.get(text) or " ".join(known.get(each, each.replace("_", " ")) for each in text.split(" "))


def _path(path: str) -> str:
    """A path as text for people."""
    named = _ITEM.sub(lambda found: f" “{found[1]}”", path)
    steps = named.replace("_", " ").split(".")
    text = ", ".join(steps)
    return text[:1].upper() + text[1:]


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _main(each: Difference) -> bool:
    """Whether a parameter is described where its part is new or gone as a whole."""
    return _pattern(each.parameter) not in _table()["minor"] and (
        bool(_template(each.parameter)) or _yes_or_no(each)
    )


def _yes_or_no(each: Difference) -> bool:
    return _pattern(each.parameter) in _table()["either"]


def _template(path: str) -> str | None:
    found: str = _table()["sentences"].get(_pattern(path))
    return found


@cache
def _pattern(path: str) -> str:
    """The path in the table's form: without names of items, with a star for a step that the file names."""
    known: tuple[str, ...] = (*_table()["sentences"], *_table()["either"])
    plain = re.sub(r"\d+-\d+-\d+$", "{n}-{n}-{n}", _ITEM.sub("[*]", path))
    for pattern in known:
        if pattern == plain or (".*." in pattern and re.fullmatch(_star(pattern), plain)):
            return pattern
    return plain


def _star(pattern: str) -> str:
    return re.escape(pattern).replace(r"\.\*\.", r"\.[^.]+\.")


class _Names(dict[str, str]):
    """Names in a sentence in addition to the value: the item, the step, the result of the rows."""

    def __init__(self, path: str) -> None:
        item = _ITEM.search(path)
        names = {"item": _item(path, item[1]) if item else "", "step": ""}
        if starred := re.search(r"\.([^.\[\]]+)\.[^.]+$", path):
            names["step"] = _words(starred[1].replace("-", " "))
        if game := re.match(r"pot\.(?:games|mixes)\.([^.]+)\.", path):
            names["step"] = _words(game[1])
        if result := re.search(r"\d+-\d+-\d+$", path):
            words = _result_words(result[0])
            names["Result"] = words[:1].upper() + words[1:]
        super().__init__(names)

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def _item(path: str, name: str) -> str:
    """The name of an item: of a bonus, the hand and its row."""
    row, _, hand = name.partition(" ")
    if not path.startswith("royalty[") or not hand:
        return _words(name)
    made, _, rank = hand.partition(" ")
    of = f" of {rank.replace('T', '10')}" if rank else ""
    return f"{_words(made)}{of} in the {row}"


@cache
def _table() -> dict[str, Any]:
    return shipped_toml.parsed((Path(__file__).parent / "plain.toml").read_text("utf-8"))


def sentences(found: Iterable[ControlsChange]) -> Iterator[str]:
    """All sentences in order, each with its part where that part is new or gone."""
    for each in found:
        lead = {"new": f"{each.part} (new): ", "gone": f"{each.part} (no longer): "}.get(each.standing, "")
        yield from (lead + sentence for sentence in each.sentences)
