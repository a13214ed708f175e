"""Procedures for deals that go wrong, as a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from auditor.reference.markdown import table
from auditor.reference.systems.card_room_words import listed
from auditor.reference.systems.sentences import meaning
from rules.controls.procedure_of_irregularity import FiledProcedure, procedures
from rules.controls.ruleset import Ruleset
from rules.records.events import Moment

_PATH = "irregularities.procedure.any"


def table_of_procedures(ruleset: Ruleset) -> str:
    """Every procedure: when it applies, what follows, and who decides."""
    every = [each for of_kind in procedures(ruleset).values() for each in of_kind]
    lines = [
        (
            meaning(each.kind, f"{_PATH}.kind"),
            _moment(each),
            _cards(each),
            listed(_meanings("ruling", each.rulings), "or"),
            listed(_meanings("by", each.by), "or"),
            f"[{each.clause}]",
        )
        for each in every
    ]
    return table(("what happens", "when", "cards", "what follows", "who decides", "clause"), lines)


def _moment(each: FiledProcedure) -> str:
    moments = [moment for moment in get_args(Moment) if moment in each.when]
    return listed(moments, "or") if moments else "at any time"


def _meanings(key: str, values: Iterable[str]) -> list[str]:
    return [meaning(value, f"{_PATH}.{key}") for value in values]


def _cards(each: FiledProcedure) -> str:
    if each.least is not None and each.most is not None:
        return f"{each.least} to {each.most}"
    if each.least is not None:
        return f"{each.least} or more"
    return "" if each.most is None else f"{each.most} at most"
