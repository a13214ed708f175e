"""Parameters that a ruleset can state, by path: `fees.drop.people`, `royalty[].units`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, get_args, get_origin

from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, fields

from rules.controls.schema.from_sections import Typed, meaning, typed, words_of
from rules.controls.sections import Sections
from rules.controls.sections.base import Section
from rules.controls.sections.parameter_types import CitedStatement, Demanded, Meaning, OneOf


class StatableParameter(NamedTuple):
    """A parameter that a ruleset can state.

    section: its table. words: allowed ones. silent: value where unstated. demanded: by its table. stated: the only value
    allowed.
    """

    path: str
    section: type[Section]
    kind: Typed
    meaning: Meaning | None
    words: tuple[str, ...]
    least: int | None
    most: int | None
    silent: Any
    demanded: bool
    stated: bool

    @property
    def cited(self) -> bool:
        """Whether its table cites clauses."""
        return "cite" in self.section.beside

    @property
    def one_valued(self) -> bool:
        return len(self.words) == 1


def statable_parameters(section: type[Section] = Sections, path: str = "") -> Iterator[StatableParameter]:
    """Parameters below a section, in order, without those about the table."""
    for each in fields(section):
        kind = typed(each.type)
        inner, step = _below(kind.kind)
        where = f"{path}.{each.encode_name}" if path else each.encode_name
        if inner is not None:
            yield from statable_parameters(inner, where + step)
        elif each.encode_name not in ("cite", "text"):
            yield _parameter(each, kind, section, where)


def _below(kind: Any) -> tuple[type[Section] | None, str]:
    """Struct of a type's tables, and the step to them; None: none."""
    if isinstance(kind, type) and issubclass(kind, Section):
        return kind, ""
    steps = {tuple: "[]", dict: ".*"}
    for each in get_args(kind) if get_origin(kind) in steps else ():
        found = typed(each).kind
        if isinstance(found, type) and issubclass(found, Section):
            return found, steps[get_origin(kind)]
    return None, ""


def _parameter(each: FieldInfo, kind: Typed, section: type[Section], path: str) -> StatableParameter:
    named = kind.mark(OneOf)
    silent = each.default if each.default is not NODEFAULT else None
    return StatableParameter(
        path=path,
        section=section,
        kind=kind,
        meaning=meaning(kind),
        words=named.words if named is not None else words_of(kind.kind),
        least=kind.bound("ge"),
        most=kind.bound("le"),
        silent=silent if silent != () else None,
        demanded=kind.mark(Demanded) is not None,
        stated=kind.mark(CitedStatement) is not None,
    )
