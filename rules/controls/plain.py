"""Changes of controls in plain words: a parameter's path and its two values as a sentence.

The sentences are data (``plain.toml``), by path; a parameter without one is described by the words of its path, so that none is
left out. What is new or gone as a whole is described by its main figures; the rest of it is counted.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from rules.clauses import ambiguities
from rules.controls.difference import Difference, apart
from rules.controls.wording import is_wording

Money = Callable[[int], str]  # an amount of minor units in words
_SAID = re.compile(r"\{(v|units|money|percent|seconds|minutes|cards)\}")
_ITEM = re.compile(r"\[([^\]]*)\]")


class Change(NamedTuple):
    """What changes in one part of the controls. standing: "new", "gone", or "" where both have it.

    details: parameters of it that the sentences leave out, for they only come or go with the rest.
    """

    part: str
    standing: str
    sentences: tuple[str, ...]
    details: int


def changes(found: Iterable[Difference], money: Money = str) -> list[Change]:
    """What differs, part by part, in the order of the parameters; wordings and other citations are left out."""
    differing, _ = apart([each for each in found if not is_wording(each.parameter)])
    by_part: dict[str, list[Difference]] = {}
    for each in differing:
        by_part.setdefault(re.split(r"[.\[]", each.parameter, maxsplit=1)[0], []).append(each)
    return [_change(part, mine, money) for part, mine in by_part.items()]


def _change(part: str, found: Sequence[Difference], money: Money) -> Change:
    kinds = {each.kind for each in found}
    standing = {frozenset({"added"}): "new", frozenset({"removed"}): "gone"}.get(frozenset(kinds), "")
    sentences, details = [], 0
    for (_, kind), group in groupby(found, key=lambda each: (_thing(each.parameter), each.kind)):
        mine = list(group)
        whole = kind != "changed" and (bool(standing) or len(mine) > 1)
        reported = [each for each in mine if not whole or _main(each)]
        details += len(mine) - len(reported)
        sentences += [_sentence(each, money, bool(standing)) for each in reported]
    if not sentences:  # nothing of it has words of its own
        sentences, details = [_sentence(each, money, bool(standing)) for each in found], 0
    return Change(_table()["sections"].get(part, _words(part)), standing, tuple(sentences), details)


def _thing(path: str) -> str:
    """What a parameter is of: an item of a list, a procedure, or its part of the controls."""
    if "]" in path:
        return path[: path.index("]") + 1]
    steps = path.split(".")
    return ".".join(steps[:3]) if steps[:2] == ["irregularities", "procedure"] else steps[0]


def _sentence(each: Difference, money: Money, whole: bool) -> str:
    """A parameter in a sentence. whole: all of its part comes or goes, which is told above it."""
    if each.parameter.startswith(("readings.", "leans.")):
        return _reading(each)
    value = each.a if each.kind == "removed" else each.b
    said = _says(each.parameter, value, money)
    if each.kind == "changed":
        if isinstance(each.b, bool) and _yes_or_no(each):
            return f"{said}; in force: {_lower(_says(each.parameter, each.a, money))}."
        return f"{said} instead of {_value(each.parameter, each.a, money, short=True)}."
    if whole:
        return f"{said}."
    return f"New: {_lower(said)}." if each.kind == "added" else f"No longer: {_lower(said)}."


def _reading(each: Difference) -> str:
    name = each.parameter.partition(".")[2]
    known = ambiguities().get(name)
    about = f"“{known.question}” ({name})" if known else name
    if each.b is None:
        return f"{about}: no reading is named any more."
    before = f" instead of {_words(str(each.a))}" if each.a is not None else ""
    return f"{about}: {_words(str(each.b))}{before}."


def _says(path: str, value: Any, money: Money) -> str:
    """What a parameter says, without a full stop."""
    sides = _table()["either"].get(_pattern(path))
    if isinstance(value, bool) and sides:
        return str(sides[0 if value else 1])
    template = _template(path)
    if template is None:
        return f"{_path(path)}: {_value(path, value, money)}"
    return _SAID.sub(lambda _: _value(path, value, money), template.format_map(_Names(path)))


def _value(path: str, value: Any, money: Money, short: bool = False) -> str:
    """A value in words, with what it counts; short: the figure alone, after one that has said what it counts."""
    template = _template(path)
    counts = found[1] if template and (found := _SAID.search(template)) else "v"
    if (counts == "v" and path.endswith("units")) or counts == "units":
        return str(value) if short else _counted(value, "unit")
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


def _words(text: str) -> str:
    """A name of the controls in words: each part of it that has some, else without its underscores."""
    known: dict[str, str] = _table()["words"]
    return known.get(text) or " ".join(known.get(each, each.replace("_", " ")) for each in text.split(" "))


def _path(path: str) -> str:
    """A path as a person reads it: its item, and the last steps."""
    named = _ITEM.sub(lambda found: f" “{found[1]}”", path)
    steps = named.replace("_", " ").split(".")
    said = ", ".join(steps)
    return said[:1].upper() + said[1:]


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _main(each: Difference) -> bool:
    """Whether a parameter is told of what is new or gone as a whole."""
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
    """The path as the table has it: without the names of items, and with a star for a step that has a name of its own."""
    known: tuple[str, ...] = (*_table()["sentences"], *_table()["either"])
    plain = re.sub(r"\d+-\d+-\d+$", "{n}-{n}-{n}", _ITEM.sub("[*]", path))
    for pattern in known:
        if pattern == plain or (".*." in pattern and re.fullmatch(_star(pattern), plain)):
            return pattern
    return plain


def _star(pattern: str) -> str:
    return re.escape(pattern).replace(r"\.\*\.", r"\.[^.]+\.")


class _Names(dict[str, str]):
    """What a sentence names beside the value: the item, the step, the result of the rows."""

    def __init__(self, path: str) -> None:
        item = _ITEM.search(path)
        names = {"item": _item(path, item[1]) if item else "", "step": ""}
        if starred := re.search(r"\.([^.\[\]]+)\.[^.]+$", path):
            names["step"] = _words(starred[1].replace("-", " "))
        if result := re.search(r"(\d+)-(\d+)-(\d+)$", path):
            names |= dict(zip(("won", "lost", "tied"), result.groups(), strict=True))
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
    return tomllib.loads((Path(__file__).parent / "plain.toml").read_text("utf-8"))


def sentences(found: Iterable[Change]) -> Iterator[str]:
    """All sentences, one after the other, with what they are about where a part is new or gone."""
    for each in found:
        lead = {"new": f"{each.part} (new): ", "gone": f"{each.part} (no longer): "}.get(each.standing, "")
        yield from (lead + sentence for sentence in each.sentences)
