"""Kinds of facts, by subject. A released kind never changes: another meaning is another kind."""

from __future__ import annotations

from types import ModuleType

from auditor.facts.kinds import (
    facts_of_audits,
    facts_of_holds,
    facts_of_incidents,
    facts_of_keys,
    facts_of_log,
    facts_of_reports,
    facts_of_rooms,
    facts_of_uploads,
)
from auditor.facts.recorded_fact import RecordedFact

_MODULES: tuple[ModuleType, ...] = (
    facts_of_keys, facts_of_rooms, facts_of_holds, facts_of_uploads, facts_of_audits, facts_of_incidents, facts_of_reports,
    facts_of_log,
)  # fmt: skip


def _tagged(module: ModuleType) -> dict[str, type[RecordedFact]]:
    classes = (each for each in vars(module).values() if isinstance(each, type))
    facts = (each for each in classes if issubclass(each, RecordedFact))
    return {str(each.__struct_config__.tag): each for each in facts if "." in str(each.__struct_config__.tag)}


KINDS: dict[str, type[RecordedFact]] = {
    tag: kind for module in _MODULES for tag, kind in _tagged(module).items()
}
