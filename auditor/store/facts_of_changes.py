"""Facts of changes of rooms and their controls, from their action and details."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auditor.facts.kinds import KINDS
from auditor.facts.recorded_fact import KeptFile, RecordedFact

OF_ROOMS = ("terms", "totals")  # actions of changes of rooms; the others are of controls
_OF_FILES = ("draft", "document")


def of_change(action: str) -> str:
    """The kind of a change's fact."""
    return f"room.{action}" if action in OF_ROOMS else f"controls.{action}"


def fact_of_change(
    action: str,
    details: Mapping[str, Any],
    common: Mapping[str, Any],
    file: KeptFile | None = None,
    **of_draft: Any,
) -> RecordedFact:
    """Fact of a change. common: fields of every such fact, with ruleset and revision of controls; file: of a draft or document;
    of_draft: digest, title and start of a draft.
    """
    about = {"file": file, **of_draft} if action in _OF_FILES else details
    return KINDS[of_change(action)](**common, **about)
