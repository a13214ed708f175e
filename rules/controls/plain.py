"""Changes of controls as sentences.

Sentences are data (``plain.toml``), by path; others use the path's words. Whole new or removed parts show main figures and
count the rest.
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
    """Changes in one part. standing: new, gone, or empty.

    details: number of parameters left out.
    """

    part: str
    standing: str
    sentences: tuple[str, ...]
    details: int


def changes(found: Iterable[Difference], money: Money = str) -> list[ControlsChange]:
    """Differences part by part, without wordings and citations."""
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
    """Part of a parameter: its section, in pot games the one within."""
    steps = re.split(r"[.\[]", path)
    return ".".join(steps[:2]) if steps[0] == "pot" else steps[0]


def part_words(part: str) -> str:
    found: str = _table()["sections"].get(part) or _path(part)
    return found


def path_words(path: str) -> str:
    return _path(path)


def said(path: str, value: Any, money: Money = str) -> str | None:
    """Parameter and value as a sentence, no full stop; None: the table has none."""
    known = _template(path) is not None or _pattern(path) in _table()["either"]
    return _clause(path, value, money) if known else None


def described(path: str, value: Any, money: Money = str) -> str:
    """Parameter and value as a sentence, no full stop, if need be by path."""
    return _clause(path, value, money)


def value_words(value: str) -> str:
    return _words(value)


def _thing(path: str) -> str:
    """Owner of a parameter: an item, procedure, game, rule or part."""
    if path.startswith("pot."):
        return ".".join(path.split(".")[:3])
    if "]" in path:
        return path[: path.index("]") + 1]
    steps = path.split(".")
    return ".".join(steps[:3]) if steps[:2] == ["irregularities", "procedure"] else steps[0]


def _sentence(each: Difference, money: Money, whole: bool) -> str:
    """Parameter as a sentence. whole: its whole part is new or gone."""
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
    """Value with its unit; short: without it."""
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
    """Words for a name, from the table, else without underscores."""
    known: dict[str, str] = _table()["words"]
    return known.get(text) or " ".join(known.get(each, each.replace("_", " ")) for each in text.split(" "))


def _path(path: str) -> str:
    named = _ITEM.sub(lambda found: f" “{found[1]}”", path)
    steps = named.replace("_", " ").split(".")
    text = ", ".join(steps)
    return text[:1].upper() + text[1:]


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _main(each: Difference) -> bool:
    """Whether a parameter is shown when its whole part comes or goes."""
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
    """Path as in the table: no names of items, stars for free steps."""
    known: tuple[str, ...] = (*_table()["sentences"], *_table()["either"])
    plain = re.sub(r"\d+-\d+-\d+$", "{n}-{n}-{n}", _ITEM.sub("[*]", path))
    for pattern in known:
        if pattern == plain or (".*." in pattern and re.fullmatch(_star(pattern), plain)):
            return pattern
    return plain


def _star(pattern: str) -> str:
    return re.escape(pattern).replace(r"\.\*\.", r"\.[^.]+\.")


class _Names(dict[str, str]):
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
    """Name of an item; of a bonus, hand and row."""
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
    """All sentences, led by a new or removed part."""
    for each in found:
        lead = {"new": f"{each.part} (new): ", "gone": f"{each.part} (no longer): "}.get(each.standing, "")
        yield from (lead + sentence for sentence in each.sentences)
