"""What differs between the results on record and those of this program, for the person who reviews a change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher

from tests.golden.judging import Results
from tests.golden.recorded import Recorded, digests, without_figures

_MOST_NAMED = 8  # inputs, where a change is in more
_JSON = "the JSON"
# What a line is about, where it has it; what else it says is said of that.
_WHO = (
    "code", "hand", "act", "seat", "player", "line", "entry", "table", "account", "total", "payer", "payee", "a", "b", "debtor",
    "creditor", "what", "level", "place", "id", "session",
)  # fmt: skip

Change = tuple[tuple[str, ...], tuple[str, ...]]  # lines that are gone, and lines that take their place


def judged_otherwise(on_record: Recorded, results: Mapping[str, Results]) -> list[str]:
    """The inputs that are judged otherwise. One without results on record is not among them."""
    return [
        name
        for name, each in results.items()
        if name in on_record.judged and on_record.judged[name] != each.judgement
    ]


def said_otherwise(on_record: Recorded, results: Mapping[str, Results]) -> list[str]:
    """The inputs of which something is said in other words, or with other figures."""
    return [
        name
        for name, each in results.items()
        if name in on_record.words_of and on_record.words_of[name] != digests(each)
    ]


def review(on_record: Recorded, results: Mapping[str, Results]) -> Iterator[str]:
    """Lines for a person: what is judged otherwise, what is said in other words, which inputs are new or gone."""
    yield from _judgement(on_record, results)
    yield from _words(on_record, results)
    for what, names in (
        ("New inputs", results.keys() - on_record.judged.keys()),
        ("Inputs that are gone", on_record.judged.keys() - results.keys()),
    ):
        if names:
            yield f"{what}: {', '.join(sorted(names))}"


def _judgement(on_record: Recorded, results: Mapping[str, Results]) -> Iterator[str]:
    """Each change of lines, with the inputs that have it."""
    names = judged_otherwise(on_record, results)
    if not names:
        return
    yield f"JUDGEMENT: {_of(len(names), len(results))} judged otherwise."
    inputs: defaultdict[Change, list[str]] = defaultdict(list)
    for name in names:
        for change in _changes(on_record.judged[name], results[name].judgement):
            inputs[change].append(name)
    before: list[str] = []
    for (gone, come), those in inputs.items():
        if those != before:
            yield f"  {_named(those)}"
        before = those
        yield from (f"    {line}" for line in _shown(gone, come))


def _changes(before: list[str], after: list[str]) -> Iterator[Change]:
    for what, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what != "equal":
            yield tuple(before[a:b]), tuple(after[c:d])


def _shown(gone: Iterable[str], come: Iterable[str]) -> Iterator[str]:
    """Lines that are gone or come; ~ where one takes the place of another that is about the same."""
    new = [(_parted(line), line.strip()) for line in come]
    for line in gone:
        label, was = _parted(line)
        same = next(
            (each for each in new if _who(was) and (label, _who(was)) == (each[0][0], _who(each[0][1]))), None
        )
        if same is None:
            yield f"- {line.strip()}"
            continue
        new.remove(same)
        now = same[0][1]
        names = [name for name in {**was, **now} if was.get(name) != now.get(name)]
        changes = ", ".join(f"{name} {was.get(name)} → {now.get(name)}" for name in names)
        yield f"~ {label}: {' '.join(f'{name}={value}' for name, value in _who(was).items())}: {changes}"
    yield from (f"+ {line}" for _, line in new)


def _who(stated: Mapping[str, str]) -> dict[str, str]:
    """What a line is about."""
    return {name: stated[name] for name in _WHO if name in stated}


def _parted(line: str) -> tuple[str, dict[str, str]]:
    """The label of a line, and what it states by name."""
    label, _, stated = line.strip().partition(": ")
    depth, parts = 0, [""]
    for part in stated.split(" "):
        parts[-1] += part if not parts[-1] else f" {part}"
        depth += part.count("{") + part.count("[") - part.count("}") - part.count("]")
        if depth == 0 and parts[-1].count('"') % 2 == 0:
            parts.append("")
    return label, dict(each.split("=", 1) for each in parts if "=" in each)


def _words(on_record: Recorded, results: Mapping[str, Results]) -> Iterator[str]:
    """New lines of words as they stand, with the inputs that have them; lines that no input has any more, without figures."""
    names = said_otherwise(on_record, results)
    if not names:
        return
    yield f"WORDS: {_of(len(names), len(results))} put in other words, or with other figures."
    inputs: defaultdict[str, list[str]] = defaultdict(list)
    shown: dict[str, str] = {}
    alone = []
    for name in names:
        new = {without_figures(line): line for part in results[name].words for line in part}
        new = {plain: line for plain, line in new.items() if plain not in on_record.words}
        for plain, line in new.items():
            inputs[plain].append(name)
            shown.setdefault(plain, line)
        if not new:
            alone.append(f"{name} ({', '.join(_parts(on_record.words_of[name], digests(results[name])))})")
    if results.keys() >= on_record.words_of.keys():
        now = {without_figures(line) for each in results.values() for part in each.words for line in part}
        yield from (f"    - {line}" for line in sorted(on_record.words - now))
    for plain, those in inputs.items():
        yield f"    + {shown[plain]}  [{_named(those)}]"
    if alone:
        yield f"  Figures, order or number of lines alone: {_named(alone)}"


def _parts(before: list[str], after: list[str]) -> Iterator[str]:
    """What has other words: the JSON, or pages."""
    for place in range(max(len(before), len(after))):
        if before[place : place + 1] != after[place : place + 1]:
            yield f"page {place}" if place else _JSON


def _of(count: int, all_of_them: int) -> str:
    return f"{count} of {all_of_them} inputs {'is' if count == 1 else 'are'}"


def _named(names: Iterable[str]) -> str:
    """Inputs by name; of many the first."""
    listed = list(names)
    more = len(listed) - _MOST_NAMED
    shown = ", ".join(listed[:_MOST_NAMED])
    return f"{shown} and {more} more" if more > 0 else shown
