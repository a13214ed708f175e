"""Pages of parameters, derived from the structs of the sections."""

from __future__ import annotations

from functools import cache

from auditor.reference.markdown import ROOT, bullets, paragraphs, table
from rules.controls.plain import part_words
from rules.controls.schema.parameter_list import StatableParameter, statable_parameters
from rules.controls.sections import Sections
from rules.controls.sections.head import FilingRequirements, Head
from rules.controls.sections.parameter_types import MOST
from rules.controls.stated_only import WORDS, stated_only

_HEAD = ("parameter", "meaning and values", "if left out")


@cache
def parameter_parts() -> dict[str, tuple[StatableParameter, ...]]:
    """Parameters of each part of a file: a section, or a section of pot games."""
    every = (
        *statable_parameters(Head, "ruleset"),
        *statable_parameters(),
        *statable_parameters(FilingRequirements, "filing"),
    )
    found: dict[str, list[StatableParameter]] = {}
    for each in every:
        found.setdefault(_part(each.path), []).append(each)
    return {part: tuple(mine) for part, mine in found.items()}


def parameters_page() -> str:
    """The index of the parts."""
    parts = parameter_parts()
    number = sum(map(len, parts.values()))
    text = (
        f"A file of controls can state {number} parameters in {len(parts)} parts. Each page says what they mean, and which "
        "values they can have. Each table of a file also has its clauses (`cite`), the wording that a room filed (`text`), and "
        "whether files that extend it can change it (`fixed`), but for tables that state no rule of play."
    )
    lines = (
        f"[{part_words(part)}]({ROOT}/parameters/{part}) `{part}`: {_counted(len(mine))}"
        for part, mine in parts.items()
    )
    return paragraphs(("# Parameters", text, bullets(lines))) + "\n"


def parameter_page(part: str) -> str:
    """The page of a part, with a table of parameters for each of its tables."""
    tables: dict[str, list[StatableParameter]] = {}
    for each in parameter_parts()[part]:
        tables.setdefault(each.path.rpartition(".")[0], []).append(each)
    texts = [_table(path, mine) for path, mine in tables.items()]
    return paragraphs((f"# {part_words(part)}", *texts)) + "\n"


def _part(path: str) -> str:
    steps = path.replace("[]", "").split(".")
    return ".".join(steps[:2]) if steps[0] == "pot" else steps[0]


def _counted(number: int) -> str:
    return f"{number} parameter{'' if number == 1 else 's'}"


def _table(path: str, mine: list[StatableParameter]) -> str:
    section = mine[0].section
    about = "" if section is Sections else " ".join((section.__doc__ or "").replace("``", "`").split())
    rows = ((f"`{each.path.rpartition('.')[2]}`", _meaning(each), _silent(each)) for each in mine)
    uncited = "" if mine[0].cited or section is Sections else "The table has no clauses."
    return paragraphs((f"## {_heading(path)}", f"{about} {uncited}".strip(), table(_HEAD, rows)))


def _heading(path: str) -> str:
    if not path:
        return "The file itself"
    if path.endswith("[]"):
        return f"Each item of `{path.replace('[]', '')}`"
    return (
        f"Each table of `{path.removesuffix('.*')}`" if path.endswith(".*") else f"`{path.replace('[]', '')}`"
    )


def _meaning(each: StatableParameter) -> str:
    """A meaning with the words, the bounds or the kind of its values."""
    assert each.meaning is not None
    text = each.meaning.text[:1].upper() + each.meaning.text[1:]
    means = each.meaning.words
    words = "; ".join(f"`{word}`: {means[word]}" for word in each.words if word in means)
    other = ", ".join(f"`{word}`" for word in each.words if word not in means)
    values = "; ".join(filter(None, (words, other))) or _values(each)
    only = " The documents allow no other value." if each.stated else ""
    return f"{text}.{f' {values}.' if values else ''}{only}{_unaudited(each.path)}"


def _unaudited(path: str) -> str:
    """The reason why no audit consults a parameter; empty where one does."""
    found = stated_only().get(path.replace(".*", "[]"))
    return f" {WORDS[:1].upper()}{WORDS[1:]}: {found.because[:1].lower()}{found.because[1:]}" if found else ""


def _values(each: StatableParameter) -> str:
    """The values of a parameter without words; "" where they are any text."""
    if each.least is None and each.most is None:
        return _KINDS.get(getattr(each.kind.kind, "__name__", ""), "")
    most = f" to {each.most:,}" if each.most is not None and each.most < MOST else " or more"
    measure = f" {each.meaning.measure}" if each.meaning is not None and each.meaning.measure else ""
    return f"{each.least or 0:,}{most}{measure}"


_KINDS = {"bool": "Yes or no", "date": "A day", "datetime": "A local time"}


def _silent(each: StatableParameter) -> str:
    if each.demanded:
        return "a file has to state it"
    if isinstance(each.silent, bool):
        return "yes" if each.silent else "no"
    if isinstance(each.silent, str):
        return f"`{each.silent}`" if each.silent else ""
    return f"{each.silent:,}" if isinstance(each.silent, int) else ""
